"""The arithmetic of a race: seconds, stages, who chooses, who begins. § and TLE-nn as in `rules`.

Whole numbers in, whole numbers out, no state: the rules use these functions, and so does the race
calculator for a table with real cards.
"""

from __future__ import annotations

import numpy as np

from echappee.games.tape_letape import material
from echappee.rulebook.contract import Numbers

FLAT, MOUNTAIN, DOWNHILL, TIME_TRIAL, BROOM_WAGON = 1, 2, 3, 4, 5
"""The profiles, numbered as in `material.PROFILES`, from 1; 0 is a stage not yet chosen."""

SMALL_SECONDS, BIG_SECONDS = 10, 30
WINNER_SECONDS = -40
BROOM_SECONDS, BROOM_SECOND_SECONDS = -60, -30
MOST_STAGE_SECONDS = material.HAND * BIG_SECONDS
"""A whole hand of big cards: no stage costs anybody more."""

_LAST_SMALL = 6
_FLAT_START = 6


def _deck_table(column: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """By number of players: one figure of the deck."""
    return np.array([material.DECKS.get(n, (0, 0, 0))[column] for n in range(7)], np.int64)


_LOW, _HIGH, _COLOURS = (_deck_table(column) for column in range(3))


def low_value(players: int) -> int:
    """§3: the lowest value in play."""
    return int(_LOW[players])


def high_value(players: int) -> int:
    """§3: the highest value in play."""
    return int(_HIGH[players])


def colour_count(players: int) -> int:
    """§3, TLE-28: how many colours are in play, and so how many columns there can be."""
    return int(_COLOURS[players])


def start_value(profile: int, players: int) -> int:
    """§5: the value that opens a column; 0 in a time trial: its first card sets it (TLE-07)."""
    if profile == MOUNTAIN:
        return low_value(players)
    if profile == DOWNHILL:
        return high_value(players)
    if profile == TIME_TRIAL:
        return 0
    return _FLAT_START


def card_seconds(value: int) -> int:
    """§7: what a card left in hand costs: 10 s up to 6, 30 s from 7."""
    return SMALL_SECONDS if value <= _LAST_SMALL else BIG_SECONDS


def left_seconds(small: int, big: int) -> int:
    """§7: what ``small`` cards (1–6) and ``big`` ones (7–12) left in hand cost."""
    return SMALL_SECONDS * small + BIG_SECONDS * big


def stage_seconds(profile: int, place: int, small: int, big: int) -> int:
    """§7: the seconds of one player in one stage; negative is a bonus (TLE-27).

    ``place`` is 1 for the winner of the stage. In a broom wagon that is the last to lay his last
    card, and 2 the last but one (§7a, TLE-25): only places count there, cards don't. Elsewhere any
    other place will do for those who did not win.
    """
    if profile == BROOM_WAGON:
        if place == 1:
            return BROOM_SECONDS
        return BROOM_SECOND_SECONDS if place == 2 else 0
    return WINNER_SECONDS if place == 1 else left_seconds(small, big)


def has_final(english: int, endurance: int) -> bool:
    """§4e: does the race end with a mountain that nobody chooses? (TLE-01, TLE-32)"""
    return english == 0 and endurance == 0


def stage_count(players: int, english: int, endurance: int, stages_each: int) -> int:
    """§4e, §8: the stages of a race; a sprint has one each, and the French one a final (TLE-01)."""
    if endurance != 0:
        return players * stages_each
    return players + 1 if has_final(english, endurance) else players


def refuel_after(players: int, stages_each: int) -> int:
    """§8a, TLE-33: the stage of an endurance race after which jokers come back, N/2 rounded up."""
    return (players * stages_each + 1) // 2


def left_neighbour(chooser: int, players: int) -> int:
    """§4a: the left neighbour of whoever chose the stage before (TLE-03)."""
    return chooser + 1 if chooser + 1 < players else 0


def final_starter(totals: Numbers, players: int, last_chooser: int) -> int:
    """§4e: who begins the final mountain by version 1 of the rules: the largest time.

    TLE-02: among several, the first of them clockwise from the left neighbour of the last chooser.
    """
    seat = last_chooser
    worst = left_neighbour(last_chooser, players)
    for _ in range(players):
        seat = left_neighbour(seat, players)
        if int(totals[seat]) > int(totals[worst]):
            worst = seat
    return worst
