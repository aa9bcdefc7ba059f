"""How many positions and sequences of moves there are, counted by two methods."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from echappee.match.match import Match
from echappee.rulebook.contract import State
from echappee.rulebook.kernels import perft
from echappee.rulebook.rulebook import new_chance
from tests.depth import deep
from tests.games.tapas import naive
from tests.games.tapas.helpers import GAME

RULES = GAME.rulebook

BASE = {1: 32, 2: 1024, 3: 27_508, 4: 829_004}
"""Sequences of 1 to 4 moves from the start of the base game, Jalapeños first."""

BASE_POSITIONS = {1: 32, 2: 1024, 3: 27_476}
"""Different positions after 1 to 3 moves."""

MIXED_POSITION = (
    "--j1c2j1c1--/j1..KE....c1/c1SEc1j2..j1/j1..j3AD..c1/c1j1..c1..j1/--c1j1c1j1--"
    " j 111234 1112234 +MAWA - W5 extras:5,faces:S"
)
"""Red Mojo and Burning Head together, with every kind of fall close at hand."""

MIXED = {1: 8, 2: 31, 3: 196, 4: 620, 5: 4912}
"""Sequences of 1 to 5 moves from there."""

FAR = deep(3, 4)
"""As deep as the naive method goes."""


def start() -> Match:
    """The base game, Jalapeños first."""
    return GAME.start(options={"first_colour": "j"}, seed="perft")


def state_of(match: Match) -> State:
    """The match's position as a state of the rules."""
    state = RULES.blank()[0]
    RULES.notation.read_position(match.position(), state)
    return state


def counted_by_the_rules(match: Match, depth: int) -> int:
    """Method 1: the compiled rules, in a compiled loop."""
    states = RULES.blank(depth + 1)
    states[0] = state_of(match)
    moves = np.zeros((depth + 1, RULES.most_moves), np.int32)
    return int(RULES.functions.kernel(perft)(states, moves, new_chance(), depth))


@cache
def counted_naively(position: str, depth: int) -> int:
    """Method 2: the rulebook told a second time, step by step (`naive`)."""
    return naive.count_sequences(naive.read(position), depth)


@pytest.mark.parametrize("depth", BASE)
def test_sequences_from_the_start(depth: int) -> None:
    """Both methods find the same number of sequences from the start (§3, §4).

    The last ones are counted naively in `make explore`; every run knows how many that found.
    """
    assert naive.set_up().text() == start().position()
    assert counted_by_the_rules(start(), depth) == BASE[depth]
    if depth <= FAR:
        assert counted_naively(start().position(), depth) == BASE[depth]


@pytest.mark.parametrize("depth", BASE_POSITIONS)
def test_positions_from_the_start(depth: int) -> None:
    """Both methods find the same positions from the start, not only as many."""
    functions, chance = RULES.functions, new_chance()
    states = [state_of(start())]
    buffer = RULES.buffer()
    for _ in range(depth):
        after: dict[bytes, State] = {}
        for state in states:
            seat = int(state.turn) ^ int(state.first)
            for move in buffer[: functions.legal(state, seat, buffer)].tolist():
                twin = state.copy()
                functions.apply(twin, seat, move, chance)
                after[twin.tobytes()] = twin
        states = list(after.values())
    assert len(states) == BASE_POSITIONS[depth]
    if depth < FAR:
        texts = {RULES.notation.write_position(state) for state in states}
        assert texts == naive.reachable(naive.set_up(), depth)


@pytest.mark.parametrize("depth", MIXED)
def test_sequences_with_extras_and_burning_head(depth: int) -> None:
    """Both methods agree with five Extras and Burning Head (§6, §7)."""
    match = GAME.position(MIXED_POSITION)
    assert counted_by_the_rules(match, depth) == MIXED[depth]
    assert counted_naively(MIXED_POSITION, depth) == MIXED[depth]
