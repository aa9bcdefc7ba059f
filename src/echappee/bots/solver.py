"""The exact end of a game, where it can be had: the compiled search of `exact` with its memory."""

from __future__ import annotations

import math

import msgspec
import numpy as np

from echappee.bots import exact
from echappee.rulebook.contract import State
from echappee.rulebook.rulebook import Rulebook, new_chance

_DEEPEST = 24
_PLACES = 1 << 18
_TRIES = 8


class Solved(msgspec.Struct, frozen=True):
    """What the seat on turn gets with best play: 1 a win, 0 a draw, -1 a loss."""

    value: int
    move: int
    """A move that gets it; after a loss any."""


def solve(rulebook: Rulebook, state: State, positions: int) -> Solved | None:
    """The value of a position of a game that can be solved, or None if that takes too long.

    It is tried only where ``positions`` can be expected to be enough.
    """
    if not rulebook.solvable or positions <= 0 or _too_many(rulebook, state, positions):
        return None
    rows = _DEEPEST + 1
    states = rulebook.blank(rows)
    states[0] = state
    moves = np.zeros((rows, rulebook.most_moves), np.int32)
    value = rulebook.functions.kernel(exact.solve)(
        states,
        states.view(np.uint8).reshape(rows, -1),
        moves,
        np.zeros((rows, rulebook.most_moves), np.int64),
        np.zeros(_PLACES, exact.ENTRY),
        np.array([0, positions]),
        new_chance(),
        np.zeros((3, 2), np.int64),
        exact.LOSS,
        exact.WIN,
    )
    return None if value == exact.UNKNOWN else Solved(int(value), int(moves[0, 0]))


def _too_many(rulebook: Rulebook, state: State, positions: int) -> bool:
    """Would it take more positions to solve than there may be?

    Random games from here tell how large the whole tree is (Knuth's estimate); alpha-beta with a
    good order looks at about the root of that.
    """
    size = rulebook.functions.kernel(exact.size)
    chance, moves, world = new_chance(), rulebook.buffer(), rulebook.blank()
    chance[0] = 1
    total = 0.0
    for _ in range(_TRIES):
        world[0] = state
        total += size(world[0], moves, chance, _DEEPEST)
    return total / _TRIES > 2 * math.log(positions)
