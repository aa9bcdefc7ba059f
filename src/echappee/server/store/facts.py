"""What is stored of a table: its founding, and then one fact after the other.

Everything else that the server knows of a table is derived from these. They are private: what a
viewer may know of them is made by `echappee.server.table.projection`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from echappee.rulebook.options import Value
from echappee.server.protocol.rest import Clock


class Branch(msgspec.Struct, frozen=True, kw_only=True):
    """The moment of a record from which a game goes on."""

    record: str
    number: int
    seat: int
    """All that this seat can't see there is drawn anew."""
    position: str


class Founding(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes about a table."""

    code: str
    watch: str
    game: str
    rules: int
    players: int
    options: dict[str, Value]
    clock: Clock
    start: Literal["full", "host"]
    secret: bytes
    created: int
    rematch_of: str | None = None
    """The spectators' code of the table before."""
    series: str | None = None
    """The series that this match is part of, as it stood before it: JSON of the game's own."""
    branch: Branch | None = None
    """Where the game begins, if not with the deal."""
    practice: bool = False
    """May everybody take back what was drawn or shown? Such a game counts nowhere."""
    hints: bool = False
    """May people ask for hints in a game against other people?"""
    public: bool = False
    """Is it offered to everybody while it waits? Else it is for who has its code."""
    by_entry: bool = True
    """Is chance numbered by the entries of the log, as at tables of before?"""


class Fact(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True, tag_field="is"):
    """Something that happened at a table."""

    id: str | None = None
    """What the client called it; the same id of the same seat is never done twice."""


class SeatSet(Fact, frozen=True, kw_only=True, tag="seat"):
    """Who sits in a seat."""

    seat: int
    kind: Literal["open", "reserved", "person", "bot"]
    name: str | None = None
    bot: str | None = None
    key: str | None = None
    """The hash of the token that opens it."""


class KeyGiven(Fact, frozen=True, kw_only=True, tag="key"):
    """One more key for a seat, or for the host."""

    seat: int | None
    key: str


class Began(Fact, frozen=True, kw_only=True, tag="began"):
    """The cards were dealt."""


class MovePlayed(Fact, frozen=True, kw_only=True, tag="move"):
    """A move."""

    seat: int
    text: str
    check: str | None = None
    """The checksum after it; not every move has one, since a difference would last."""
    banks: list[int] | None = None
    """What every seat has left in its bank, in milliseconds."""
    used: int | None = None
    """What the seat used of the time that a move has, in milliseconds."""


class MoveUndone(Fact, frozen=True, kw_only=True, tag="undo"):
    """A move was taken back."""

    seat: int
    by_consent: bool
    check: str
    banks: list[int] | None = None
    used: int | None = None
    """What the seat has used by now for its next move, which it will not make."""


class UndoWanted(Fact, frozen=True, kw_only=True, tag="undo-asked"):
    """A seat asked the others whether it may take back."""

    seat: int
    waits: list[int]


class UndoVoted(Fact, frozen=True, kw_only=True, tag="undo-answered"):
    """A seat answered."""

    seat: int
    ask: int
    agree: bool


class Spoken(Fact, frozen=True, kw_only=True, tag="chat"):
    """A line of chat."""

    seat: int
    text: str | None = None
    phrase: str | None = None


class HintAsked(Fact, frozen=True, kw_only=True, tag="hint"):
    """A seat asked a bot what to play, in a game against people."""

    seat: int


class GamePaused(Fact, frozen=True, kw_only=True, tag="paused"):
    """The game rests."""

    seat: int


class GameResumed(Fact, frozen=True, kw_only=True, tag="resumed"):
    """The game goes on."""

    seat: int


class SeatResigned(Fact, frozen=True, kw_only=True, tag="resigned"):
    """A seat gave up."""

    seat: int


class BotStoodIn(Fact, frozen=True, kw_only=True, tag="stand-in"):
    """A bot plays for a person."""

    seat: int
    why: Literal["left", "time"]
    bot: str
    banks: list[int] | None = None


class PersonReturned(Fact, frozen=True, kw_only=True, tag="returned"):
    """The person has the seat back."""

    seat: int


class GameEnded(Fact, frozen=True, kw_only=True, tag="ended"):
    """The table is over."""

    why: Literal["played", "resigned"]
    winners: list[int]


class RematchSet(Fact, frozen=True, kw_only=True, tag="rematch"):
    """The next table."""

    code: str
    watch: str
    host: int
    """The seat that asked for it."""


AnyFact = (
    SeatSet | KeyGiven | Began | MovePlayed | MoveUndone | UndoWanted | UndoVoted | Spoken
    | HintAsked | GamePaused | GameResumed | SeatResigned | BotStoodIn | PersonReturned | GameEnded
    | RematchSet
)  # fmt: skip


class Stored(msgspec.Struct, frozen=True, gc=False):
    """A fact under its number."""

    seq: int
    at: int
    fact: AnyFact
