"""Moves of Tape l'étape as text; positions are in `position.py`; `docs/notation.md` has both.

``stage:mountain`` chooses a profile; ``J7 V10 B3 R12`` lay a card; ``end`` ends a turn of several
cards; ``pass``; ``gear``; ``puncture>2`` hits seat 2; ``vitamin>2:J7`` gives J7 to seat 2 for a
card drawn blindly. Reading does not mind capitals.
"""

from __future__ import annotations

import re

from echappee.games.tape_letape import material
from echappee.games.tape_letape.material import CARD_OF, PROFILES
from echappee.games.tape_letape.position import CARD, read_position, write_position
from echappee.games.tape_letape.state import END, GEAR_CHANGE, PASS, PUNCTURE, STAGE, VITAMIN
from echappee.rulebook.contract import State
from echappee.rulebook.words import Words, invalid_move

__all__ = ["read_move", "read_position", "vitamin", "write_move", "write_position"]

_WORDS = Words(__package__)
_MOVE = re.compile(rf"(?:VITAMIN>([0-5]):)?({CARD})|PUNCTURE>([0-5])|STAGE:([A-Z-]+)")
_WORD_MOVES = {"end": END, "pass": PASS, "gear": GEAR_CHANGE}


def write_move(s: State, seat: int, move: int) -> str:
    """The text of a move."""
    for word, code in _WORD_MOVES.items():
        if move == code:
            return word
    if move >= VITAMIN:
        target, card = divmod(move - VITAMIN, material.CARDS)
        return f"vitamin>{target}:{material.card_name(card)}"
    if move >= PUNCTURE:
        return f"puncture>{move - PUNCTURE}"
    if move > STAGE:
        return f"stage:{PROFILES[move - STAGE - 1]}"
    return material.card_name(move)


def read_move(s: State, seat: int, text: str) -> int:
    """The move that a text means; cards and seats that are not in play are readable, not legal."""
    written = text.strip()
    if written.lower() in _WORD_MOVES:
        return _WORD_MOVES[written.lower()]
    found = _MOVE.fullmatch(written.upper()) if written.isascii() else None
    if found:
        target, card, punctured, profile = found.groups()
        if punctured:
            return PUNCTURE + int(punctured)
        if card:
            number = CARD_OF[card]
            return number if target is None else vitamin(int(target), number)
        if profile.lower() in PROFILES:
            return STAGE + 1 + PROFILES.index(profile.lower())
    raise invalid_move(_WORDS, text, article="4")


def vitamin(target: int, card: int) -> int:
    """The move that gives a card to a seat for one drawn blindly."""
    return VITAMIN + material.CARDS * target + card
