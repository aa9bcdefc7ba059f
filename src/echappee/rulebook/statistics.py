"""What a game tells of itself to whoever studies it: its ``statistics.py``, where it has one.

*Things* are what seats use by their moves, or hold at the end: cards, jokers, tiles. A *style* is a
restricted player: one small function that leaves of the legal moves those that the style allows,
among which the game's own policy chooses. The functions here are placeholders, as those of the
contract are; a game's own take their places in the kernels of the lab.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from echappee.rulebook.contract import Moves, Numbers, State

NOTHING = -1
"""What a move uses that uses no thing."""


def used(s: State, seat: int, move: int) -> int:
    """Which thing a move uses: its place among all things; asked before the move is played."""
    raise NotImplementedError


def kept(s: State, counts: Numbers) -> None:
    """Add to ``counts[seat, thing]`` what each seat holds at the end of a game."""
    raise NotImplementedError


def narrow(style: int, s: State, seat: int, moves: Moves, n: int) -> int:
    """Move those of ``n`` moves that a style allows to the front; return how many. What comes
    behind them does not matter.

    0: it allows none of them, and they stay as they are: then all are allowed, or, where the seat
    is asked out of turn, it waits. It looks at nothing in ``s`` that the seat can't see.
    """
    raise NotImplementedError


def no_thing(s: State, seat: int, move: int) -> int:
    """`used` in a game that tells of no things."""
    return NOTHING


def none_kept(s: State, counts: Numbers) -> None:
    """`kept` in a game in which nothing is held that moves don't tell."""


def all_moves(style: int, s: State, seat: int, moves: Moves, n: int) -> int:
    """`narrow` in a game without styles."""
    return 0


class Things(msgspec.Struct, frozen=True):
    """Some things of one kind.

    ``[statistics.groups]`` in the game's words has the kind's ``name``.
    """

    name: str
    members: tuple[str, ...]
    table: str = ""
    """Where in the game's words the members have their names; without it each is its own name."""
    held: bool = False
    """Are they counted at the end, as what seats hold? Then no player can do without them."""
    rulings: tuple[str, ...] = ()
    """The rulings by which they are used, where the printed rules are silent."""


class Statistics(msgspec.Struct, frozen=True):
    """What a game's ``statistics.py`` declares."""

    groups: tuple[Things, ...] = ()
    """All things, by kinds: they are numbered through, from 0."""
    styles: tuple[str, ...] = ()
    """``[statistics.styles]`` in the game's words has their names."""
    used: Callable[..., Any] = no_thing
    kept: Callable[..., Any] = none_kept
    narrow: Callable[..., Any] = all_moves

    @property
    def count(self) -> int:
        """How many things there are."""
        return sum(len(group.members) for group in self.groups)
