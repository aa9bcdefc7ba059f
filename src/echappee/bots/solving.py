"""The exact end of a game, where it can be had: the compiled search of `exact` with its memory."""

from __future__ import annotations

import msgspec
import numpy as np

from echappee.bots import exact
from echappee.rulebook.contract import State
from echappee.rulebook.game import Rulebook, new_chance
from echappee.rulebook.kernels import random_playout

_DEEPEST = 16
_PLACES = 1 << 18
_TRIES = 4


class Solved(msgspec.Struct, frozen=True):
    """What the seat on turn gets with best play: 1 a win, 0 a draw, -1 a loss."""

    value: int
    move: int
    """A move that gets it; after a loss any."""


def solve(rulebook: Rulebook, state: State, positions: int) -> Solved | None:
    """The value of a position of a game that can be solved, or None if that takes too long.

    It is tried only where the end is near: random games from here show how near.
    """
    if not rulebook.solvable or positions <= 0 or _far(rulebook, state):
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


def _far(rulebook: Rulebook, state: State) -> bool:
    """Do random games from here last too long for an exact answer?"""
    play = rulebook.functions.kernel(random_playout)
    chance, moves, world = new_chance(), rulebook.buffer(), rulebook.blank()
    chance[0] = 1
    for _ in range(_TRIES):
        world[0] = state
        if play(world[0], moves, chance, _DEEPEST) >= _DEEPEST:
            return True
    return False
