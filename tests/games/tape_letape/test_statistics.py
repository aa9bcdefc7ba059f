"""The restricted players of reports never do what they are forbidden."""

from __future__ import annotations

import numpy as np

from echappee.games.tape_letape import statistics
from echappee.games.tape_letape.state import END, GEAR_CHANGE, PUNCTURE, STAGE, VITAMIN

CARDS = [0, 4, 14, 35]  # of values 1, 5, 3 and 12
MOVES = [*CARDS, END, GEAR_CHANGE, PUNCTURE + 2, VITAMIN + 48]


def _left(style: int, moves: list[int]) -> list[int]:
    codes = np.array(moves, np.int32)
    return sorted(codes[: statistics.narrow(style, None, 0, codes, len(moves))].tolist())


def test_no_jokers() -> None:
    assert _left(statistics.NO_JOKERS, MOVES) == [*CARDS, END]
    assert _left(statistics.NO_JOKERS, [PUNCTURE + 1]) == []  # out of turn he waits
    assert _left(statistics.NO_JOKERS, [STAGE + 1, STAGE + 5]) == [STAGE + 1, STAGE + 5]


def test_of_all_cards_the_highest_or_the_lowest() -> None:
    assert [move for move in _left(statistics.HIGHEST, MOVES) if move < END] == [35]
    assert [move for move in _left(statistics.LOWEST, MOVES) if move < END] == [0]


def test_whoever_can_lay_a_card_goes_on() -> None:
    assert END not in _left(statistics.ALL_AT_ONCE, MOVES)
    assert _left(statistics.ALL_AT_ONCE, [END]) == [END]


def test_what_a_move_uses() -> None:
    things = [member for group in statistics.STATISTICS.groups for member in group.members]
    used = [things[statistics.used(None, 0, move)] for move in (*MOVES, STAGE + 2, END + 1)]
    assert used == ["1", "5", "3", "12", "end", "gear", "puncture", "vitamin", "mountain", "pass"]
