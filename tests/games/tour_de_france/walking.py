"""Whole Tours played at random by the compiled rules, position by position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import numpy as np

from echappee.rulebook.randomness import start_stream
from echappee.rulebook.rulebook import new_chance, seats
from tests.games.tour_de_france.helpers import RULES


class Step(msgspec.Struct, frozen=True):
    """A position, the move made in it, and what came of it."""

    before: Any
    seat: int
    move: int
    after: Any
    players: int


def tour(players: int, options: Mapping[str, Any], seed: int) -> Iterator[Step]:
    """All steps of a random Tour."""
    functions = RULES.functions
    state, chance, buffer = RULES.blank()[0], new_chance(), RULES.buffer()
    functions.kernel(start_stream)(chance, seed, 0)
    numbers = RULES.option_numbers(RULES.read_options(dict(options)))
    functions.setup(state, players, numbers, chance)
    chooser = np.random.default_rng(seed)
    while not functions.over(state):
        waiting = seats(functions.awaited(state))
        seat = waiting[int(chooser.integers(len(waiting)))]
        move = int(buffer[int(chooser.integers(functions.legal(state, seat, buffer)))])
        before = state.copy()
        functions.apply(state, seat, move, chance)
        yield Step(before, seat, move, state.copy(), players)
