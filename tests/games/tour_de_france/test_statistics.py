"""The restricted players of reports never do what they are forbidden."""

from __future__ import annotations

import numpy as np

from echappee.games import rulebook
from echappee.games.tour_de_france import statistics
from echappee.games.tour_de_france.cards import total
from echappee.games.tour_de_france.state import (
    CARD,
    M_CARD,
    M_DECLARE,
    M_DROP,
    M_RISK,
    M_STEP,
    STEP,
)
from echappee.rulebook.contract import State
from echappee.rulebook.rulebook import new_chance


def _state(phase: int) -> State:
    rules = rulebook("tour-de-france")
    state = rules.blank()[0]
    chance = new_chance()
    chance[0] = 1
    rules.interpreted.setup(state, 2, rules.option_numbers(rules.settle(2, {})), chance)
    state.phase = phase
    return state


def _left(state: State, style: int, moves: list[int]) -> list[int]:
    codes = np.array(moves, np.int32)
    left = statistics.narrow(style, state, 0, codes, len(moves))
    return list(map(int, codes[:left]))


def _kinds(state: State) -> list[int]:
    """Some kinds of cards in the box."""
    return [kind for kind in range(len(state.deck)) if state.deck[kind]][:9]


def test_the_fastest_card_or_the_slowest() -> None:
    state = _state(CARD)
    squares = {M_CARD + kind: total(state, kind) for kind in _kinds(state)}
    fastest = _left(state, statistics.HIGHEST, list(squares))
    slowest = _left(state, statistics.LOWEST, list(squares))
    assert {squares[move] for move in fastest} == {max(squares.values())}
    assert {squares[move] for move in slowest} == {min(squares.values())}


def test_a_kept_card_stays_where_it_is() -> None:
    state = _state(CARD)
    card = M_CARD + _kinds(state)[0]
    assert _left(state, statistics.KEEPS_RISKS, [M_DECLARE, card]) == [card]
    assert _left(state, statistics.KEEPS_RISKS, [M_DECLARE]) == []  # then he must


def test_straight_on() -> None:
    state = _state(STEP)
    assert _left(state, statistics.STRAIGHT_ON, [M_STEP, M_STEP + 1]) == [M_STEP + 1]
    assert _left(state, statistics.STRAIGHT_ON, [M_STEP, M_STEP + 2]) == []
    assert _left(state, statistics.HIGHEST, [M_STEP, M_STEP + 1]) == []


def test_what_a_move_uses() -> None:
    state = _state(CARD)
    things = [member for group in statistics.STATISTICS.groups for member in group.members]
    for kind in _kinds(state):
        colour = kind % 5
        told = "neutral" if colour == 4 else "own" if colour == state.colour[0] else "other"
        assert things[statistics.used(state, 0, M_CARD + kind)] == told
    assert things[statistics.used(state, 0, M_DROP)] == "dropped"
    assert things[statistics.used(state, 0, M_RISK)] == "drawn"
    assert statistics.used(state, 0, M_STEP) == -1
