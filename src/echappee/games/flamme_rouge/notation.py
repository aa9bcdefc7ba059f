"""Moves of Flamme Rouge as text; positions are in `position.py`; `docs/notation.md` describes both.

``S@5R`` places the Sprinteur on the fifth square from the back, right lane. ``R`` draws the
Rouleur's hand, ``R5`` plays his 5, ``R2x`` an exhaustion card, ``R-`` a 2 where he has none left.
"""

from __future__ import annotations

import re

from echappee.games.flamme_rouge.material import CARDS, RIDERS
from echappee.games.flamme_rouge.position import read_position, write_card, write_position
from echappee.games.flamme_rouge.road import NO_CARD, lanes_of
from echappee.games.flamme_rouge.state import BEYOND, CARD, DRAW, PER_HAND, PER_RIDER, PER_SQUARE
from echappee.rulebook.contract import State
from echappee.rulebook.words import Words, invalid_move

__all__ = ["read_move", "read_position", "write_move", "write_position"]

_WORDS = Words(__package__)
_MOVE = re.compile(r"([SR])(?:@(\d{1,3})([RML])|(2X|[2-79A]|-))?")
_LANES = {1: "RLM", 2: "RLM", 3: "RML"}  # by lanes of a square; those it lacks can be said, too


def write_move(s: State, seat: int, move: int) -> str:
    """The text of a move."""
    if move >= BEYOND:
        return f"{RIDERS[move - BEYOND]}@{int(s.start) + 1}R"
    if move >= CARD:
        rider, kind = divmod(move - CARD, PER_HAND)
        return RIDERS[rider] + write_card(kind)
    if move >= DRAW:
        return RIDERS[move - DRAW]
    rider, place = divmod(move, PER_RIDER)
    square, lane = divmod(place, PER_SQUARE)
    return f"{RIDERS[rider]}@{square + 1}{_LANES[lanes_of(s, square)][lane]}"


def read_move(s: State, seat: int, text: str) -> int:
    """The move that a text means; places beyond the start are readable, but never legal."""
    found = _MOVE.fullmatch(text.strip().upper())
    if not found:
        raise invalid_move(_WORDS, text, article="4")
    rider = RIDERS.index(found[1])
    if found[2]:
        square = int(found[2]) - 1
        if not 0 <= square < int(s.start):
            return BEYOND + rider
        lane = _LANES[lanes_of(s, square)].index(found[3])
        return PER_RIDER * rider + PER_SQUARE * square + lane
    if not found[4]:
        return DRAW + rider
    kind = NO_CARD if found[4] == "-" else CARDS.index(found[4].replace("X", "x"))
    return CARD + PER_HAND * rider + kind
