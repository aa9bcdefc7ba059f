"""The restricted players of reports never do what they are forbidden."""

from __future__ import annotations

import numpy as np

from echappee.games.flamme_rouge import statistics
from echappee.games.flamme_rouge.material import CARDS
from echappee.games.flamme_rouge.state import CARD, DRAW, PER_HAND
from tests.games.flamme_rouge.helpers import place_all, start, state_of

HAND = [CARD + CARDS.index(card) for card in ("2", "5", "9", "2x")]


def _left(style: int, moves: list[int]) -> list[int]:
    codes = np.array(moves, np.int32)
    left = statistics.narrow(style, None, 0, codes, len(moves))
    return list(map(int, codes[:left]))


def test_whoever_never_sprints_keeps_his_fast_cards() -> None:
    nine = CARD + CARDS.index("9")
    assert sorted(_left(statistics.NO_SPRINT, HAND)) == sorted(set(HAND) - {nine})
    assert _left(statistics.NO_SPRINT, [nine]) == []  # then all are allowed
    seven = CARD + PER_HAND + CARDS.index("7")
    assert _left(statistics.NO_SPRINT, [seven, seven - 1]) == [seven - 1]


def test_the_highest_card_or_the_lowest() -> None:
    assert _left(statistics.HIGHEST, HAND) == [HAND[2]]
    assert sorted(_left(statistics.LOWEST, HAND)) == sorted([HAND[0], HAND[3]])  # both are 2


def test_the_rouleurs_card_first() -> None:
    assert _left(statistics.ROULEUR_FIRST, [DRAW, DRAW + 1]) == [DRAW + 1]
    assert _left(statistics.ROULEUR_FIRST, HAND) == []


def test_what_a_move_uses() -> None:
    things = [
        (group.name, member) for group in statistics.STATISTICS.groups for member in group.members
    ]
    nine, rouleurs = HAND[2], CARD + PER_HAND + CARDS.index("2x")
    state = state_of(start(2))
    used = [things[statistics.used(state, 0, move)] for move in (nine, rouleurs, DRAW + 1)]
    assert used == [("sprinteur", "9"), ("rouleur", "2x"), ("first-choice", "R")]
    assert statistics.used(state, 0, 3) == -1  # a place on the road is no thing


def test_a_bid_is_no_card_that_is_played() -> None:
    """§14."""
    match = place_all(start(2, breakaway=True))
    assert statistics.used(state_of(match), 0, DRAW + 1) == -1
    match.play(0, "R")
    assert statistics.used(state_of(match), 0, CARD + PER_HAND) == -1
