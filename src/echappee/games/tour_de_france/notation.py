"""Moves of Tour de France as text; positions are in `position.py`; `docs/notation.md` has both.

``deal``        the dealer lays out the next stage     ``211r``       lay this race card
``grid:213``    riders on the grid, front to back      ``drop:100b``  discard this race card
``start:2``     this rider rides the time trial        ``2>1``        the number 2 to rider 1
``yellow:2``    this rider puts on the Maillot Jaune   ``2+>1``       … with the extra square
``declare``     use the kept risk card                 ``<`` ``^`` ``>``  a step: left, ahead, right
``declare:2``   … for this rider                       ``risk``       draw a risk card
``done``        the other riders stay; or no more      ``draw``       fill up the hand: end of turn
                cards to be exchanged
"""

from __future__ import annotations

import re
from functools import lru_cache

from echappee.games.tour_de_france.material import LETTERS, NO_COLOUR, card_text
from echappee.games.tour_de_france.position import read_position, write_position
from echappee.games.tour_de_france.state import (
    M_ASSIGN,
    M_CARD,
    M_DEAL,
    M_DECLARE,
    M_DONE,
    M_DRAW,
    M_DROP,
    M_GRID,
    M_RISK,
    M_STARTER,
    M_STEP,
    M_YELLOW,
    ORDERS,
)
from echappee.rulebook.contract import State
from echappee.rulebook.words import Words, invalid_move

__all__ = ["card_name", "read_move", "read_position", "write_move", "write_position"]

STEPS = "<^>"
_TOLD = Words(__package__ or "")
_WORDS = {"deal": M_DEAL, "draw": M_DRAW, "risk": M_RISK, "done": M_DONE, "declare": M_DECLARE}
_NAMES = {move: word for word, move in _WORDS.items()}
_NUMBER = re.compile(r"([0-9])(\+?)>([1-3])")
_RIDER = re.compile(r"(start|yellow|declare):([1-3])")
_GRID = re.compile(r"grid:([1-3]{3})")
_CARD = re.compile(r"(drop:)?([0-9]{3})([rbow]?)")
_GRIDS = ["".join(str(rider + 1) for rider in order) for order in ORDERS.tolist()]


def card_name(s: State, kind: int) -> str:
    """The text of a race card."""
    return _card_name(tuple(s.numbers[kind // 5]), kind % 5)


@lru_cache(1024)
def _card_name(pattern: tuple[int, ...], colour: int) -> str:
    return card_text([int(number) for number in pattern], colour)


def write_move(s: State, seat: int, move: int) -> str:
    """The text of a move."""
    if move in _NAMES:
        return _NAMES[move]
    if move >= M_ASSIGN:
        rider, rest = divmod(move - M_ASSIGN, 20)
        return f"{rest // 2}{'+' * (rest % 2)}>{rider + 1}"
    if move >= M_DROP:
        return f"drop:{card_name(s, move - M_DROP)}"
    if move >= M_CARD:
        return card_name(s, move - M_CARD)
    if move > M_DECLARE:
        return f"declare:{move - M_DECLARE}"
    if move >= M_YELLOW:
        return f"yellow:{move - M_YELLOW + 1}"
    if move >= M_STARTER:
        return f"start:{move - M_STARTER + 1}"
    if move >= M_GRID:
        return f"grid:{_GRIDS[move - M_GRID]}"
    return STEPS[move - M_STEP]


def read_move(s: State, seat: int, text: str) -> int:
    """The move that a text means; a card must exist in the box, but need not be in the hand."""
    word = text.strip().lower()
    if word in _WORDS:
        return _WORDS[word]
    if len(word) == 1 and word in STEPS:
        return M_STEP + STEPS.index(word)
    found = _NUMBER.fullmatch(word)
    if found:
        return M_ASSIGN + 20 * (int(found[3]) - 1) + 2 * int(found[1]) + len(found[2])
    found = _RIDER.fullmatch(word)
    if found:
        first = {"start": M_STARTER, "yellow": M_YELLOW, "declare": M_DECLARE + 1}[found[1]]
        return first + int(found[2]) - 1
    found = _GRID.fullmatch(word)
    if found and found[1] in _GRIDS:
        return M_GRID + _GRIDS.index(found[1])
    found = _CARD.fullmatch(word)
    if found:
        kind = _read_card(s, found[2], found[3])
        if kind is not None:
            return (M_DROP if found[1] else M_CARD) + kind
    raise invalid_move(_TOLD, text, article="1.2c")


def _read_card(s: State, numbers: str, letter: str) -> int | None:
    """The kind of a card of the box, or None."""
    colour = LETTERS.index(letter) if letter else NO_COLOUR
    for pattern in range(int(s.patterns)):
        if "".join(map(str, s.numbers[pattern])) == numbers:
            kind = 5 * pattern + colour
            return kind if s.deck[kind] else None
    return None
