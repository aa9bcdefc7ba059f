"""Moves of Tapas as text; positions are in `position.py`; `docs/notation.md` describes both.

``N3:2`` enters column 3 from the top with a tapas of value 2. ``pass`` when stuck. ``swap`` takes
the other side after the first push, ``keep`` goes on.
"""

from __future__ import annotations

import re

from echappee.games.tapas.position import ENTRIES, SIDES, read_position, write_entry, write_position
from echappee.games.tapas.state import CORNER, KEEP, PASS, SWAP
from echappee.rulebook.contract import State
from echappee.rulebook.words import Words, invalid_move

__all__ = ["read_move", "read_position", "write_move", "write_position"]

_MOVE = re.compile(r"([NESWnesw])([1-6]):([1-4])")
_WORDS = Words(__package__)
_NAMED = {"pass": PASS, "swap": SWAP, "keep": KEEP}
_TEXTS = [f"{write_entry(move // 4)}:{move % 4 + 1}" for move in range(4 * len(ENTRIES))]
_TEXTS += sorted(_NAMED, key=lambda name: _NAMED[name])


def write_move(s: State, seat: int, move: int) -> str:
    """The text of a move."""
    return _TEXTS[move]


def read_move(s: State, seat: int, text: str) -> int:
    """The move that a text means; entries through a corner are readable, but never legal."""
    found = _MOVE.fullmatch(text.strip())
    if found:
        side, line, value = SIDES.index(found[1].upper()), int(found[2]), int(found[3])
        if line in (1, 6):
            return CORNER + side
        return (4 * side + line - 2) * 4 + value - 1
    if (name := text.strip().lower()) in _NAMED:
        return _NAMED[name]
    raise invalid_move(_WORDS, text, article="4")
