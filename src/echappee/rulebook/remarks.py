"""Why a move is better than another, in a game's own words: its ``remarks.py``, where it has one.

A *trait* is something of a position that a player looks at, as a number: cards that fit, squares
ahead. Who reviews a game compares the traits that two moves lead to, and says which of them speak
for the better one. The functions here are placeholders; a game's own take their places.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from echappee.rulebook.contract import Numbers, State


def traits(s: State, seat: int, found: Numbers) -> None:
    """Fill in each trait as it is for a seat. ``s`` is a world that this seat may believe in."""
    raise NotImplementedError


def settled(s: State, seat: int) -> bool:
    """Has all that the seat's last turn set off happened, now that it is asked again?"""
    raise NotImplementedError


def no_traits(s: State, seat: int, found: Numbers) -> None:
    """`traits` of a game that has none."""


def always_settled(s: State, seat: int) -> bool:
    """`settled` in a game where a turn is one move."""
    return True


class Trait(msgspec.Struct, frozen=True):
    """One trait. ``[remarks]`` in the game's words has a sentence for it."""

    name: str
    more: bool = True
    """Is more of it better?"""
    lasting: bool = False
    """Can it be compared across the end of a stage?"""


class Remarks(msgspec.Struct, frozen=True):
    """What a game's ``remarks.py`` declares."""

    traits: tuple[Trait, ...] = ()
    """In the order in which ``fill`` fills them; of those that say as much, the first is said."""
    fill: Callable[..., Any] = no_traits
    settled: Callable[..., Any] = always_settled
