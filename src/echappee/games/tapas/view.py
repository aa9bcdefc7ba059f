"""What a seat sees of a game of Tapas: everything is open (TAP-27)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from echappee.games.tapas import material, rules
from echappee.games.tapas.events import extras_of, happened, values_of
from echappee.games.tapas.position import PIECES, SIDES, SWAPS, write_entry
from echappee.games.tapas.state import KETCHUP, MAYONNAISE, WASABI, side_of
from echappee.rulebook.contract import State
from echappee.rulebook.state_layout import plain
from echappee.rulebook.values import Score

__all__ = ["TapasView", "happened", "look"]

Side = Literal["N", "E", "S", "W"]
_SEEN = [None, *PIECES[1:]]
_SWAPS: list[Any] = [None, *SWAPS]


class TapasSeat(msgspec.Struct, frozen=True):
    """One player's side of the table."""

    colour: Literal["j", "c"]
    hand: list[int]
    """Values of the tapas still to be played."""
    taken: list[int]
    """Values of the opposing tapas taken."""
    extras: list[str]
    side: Side | None
    """Burning Head: the side that faces this player."""
    handicap: Score
    """§8: the points that this player has without taking anything."""


class TapasView(msgspec.Struct, frozen=True):
    """The table, the same for everybody."""

    board: list[list[str | None]]
    """Six rows from the top: ``j1``…``c4``, an Extra (``TO KE MA WA SE AD``), or null."""
    seats: list[TapasSeat]
    turn: int
    """The seat on turn."""
    last: str | None
    """The entry of the last push: side and line."""
    banned: str | None
    """§4e: the entry through which nobody may push next."""
    swap: Literal["open", "asked", "kept", "taken"] | None
    """§9: the second player will be asked about the sides, is being asked, went on, or took the
    other side; null: this is played without."""


class TapasBox(msgspec.Struct, frozen=True):
    """What Extras are worth at the end (§6)."""

    toast: int
    sauces: list[str]
    sauce_points: list[int]
    """What one of them and two of them are worth; all three win at once."""


def box() -> TapasBox:
    """What a page can say of the Extras."""
    sauces = [material.EXTRAS[i] for i in (KETCHUP, MAYONNAISE, WASABI)]
    points = [int(rules.SAUCE_POINTS[number]) for number in (1, 2)]
    return TapasBox(toast=rules.TOAST_POINTS, sauces=sauces, sauce_points=points)


def look(s: State, players: int, seat: int | None) -> TapasView:
    """The table as anybody sees it."""
    t = plain(s)
    names = [_SEEN[code] for code in t.board]
    return TapasView(
        board=[names[y : y + 6] for y in range(0, 36, 6)],
        seats=[_seat(t, number) for number in range(2)],
        turn=t.turn ^ t.first,
        last=write_entry(t.last - 1) if t.last else None,
        banned=write_entry(rules.banned_entry(t)) if t.last else None,
        swap=_SWAPS[t.swap],
    )


def _seat(s: Any, seat: int) -> TapasSeat:
    colour = seat ^ s.first
    side: Any = SIDES[side_of(s, colour)] if s.facing else None
    halves = s.handicap if colour == s.opener else 0
    return TapasSeat(
        colour=material.COLOURS[colour],
        hand=values_of(s.hand[colour]),
        taken=values_of(s.taken[colour]),
        extras=extras_of(s.extras[colour]),
        side=side,
        handicap=halves / rules.PARTS if halves % rules.PARTS else halves // rules.PARTS,
    )
