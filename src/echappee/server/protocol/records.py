"""What REST takes and gives about records: steps, courses, chances, reviews and branches."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from echappee.errors import Phrase
from echappee.rulebook.values import Event, Score, View
from echappee.server.protocol.rest import (
    LONGEST_RECORD,
    Answer,
    Name,
    Nickname,
    Number,
    Request,
    Seat,
    TableEnd,
    Value,
)


class ImportRecord(Request, frozen=True, kw_only=True):
    """A record to be checked by replay and shared."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_RECORD)]


class EntryInfo(Answer, frozen=True, kw_only=True):
    """One line of a record."""

    number: int
    seat: int
    text: str
    """The move, or ``undo`` or ``undo!`` (by consent)."""


class RecordInfo(Answer, frozen=True, kw_only=True):
    """A game that is over, or was imported: everything is open."""

    id: str
    game: str
    rules: int
    players: int
    options: dict[str, Value]
    names: list[str | None]
    bots: list[str | None]
    """Which bot sat where; null: a person did, or nobody knows, since a file has only names."""
    entries: list[EntryInfo]
    end: TableEnd | None
    commitment: str
    practice: bool
    """Was it played to try things out, so that it counts in nobody's numbers?"""
    verified: bool
    """Is the secret known, does it match the hash, and do all draws follow from it?"""


class RecordStep(Answer, frozen=True, kw_only=True):
    """A record after one of its entries, as one seat saw it (or, with null, a spectator)."""

    number: int
    total: int
    look: int | None
    events: list[Event]
    """What this entry did."""
    view: View
    seats: list[View]
    """The same through the eyes of each seat: a record has no secrets."""
    position: str
    """The whole position as text."""


class ReplayStep(Answer, frozen=True, kw_only=True):
    """One of many steps of a record."""

    number: int
    events: list[Event]
    """What this entry did."""
    change: Any
    """What changed in ``{view, seats}`` since the step before, as a patch; null: nothing, or
    this is the first step."""


class RecordSteps(Answer, frozen=True, kw_only=True):
    """Several steps of a record through one pair of eyes (null: all hands open)."""

    first: int
    total: int
    look: int | None
    view: Any
    """The `View` at the first of the steps."""
    seats: list[Any]
    """Where all is open: for each seat the patch from ``view`` to its own."""
    steps: list[ReplayStep]


class Milestone(Answer, frozen=True, kw_only=True):
    """Where a stage or a round begins."""

    number: int
    """Of the entry after which it is under way."""
    kind: str
    """The game's words have a name for it in ``headings``."""
    count: int


class StandingAt(Answer, frozen=True, kw_only=True):
    """Scores and places from an entry on."""

    number: int
    scores: tuple[Score, ...]
    places: tuple[int, ...]


class RecordCourse(Answer, frozen=True, kw_only=True):
    """A whole game at a glance."""

    total: int
    low_wins: bool
    """Are low scores the good ones?"""
    chapters: list[Milestone]
    standings: list[StandingAt]
    """Wherever they changed, the start included."""


class ChancesAt(Answer, frozen=True, kw_only=True):
    """How likely each seat was to win after an entry, as far as bots can tell."""

    number: int
    wins: list[float]
    """From 0 to 1 for each seat; together 1."""
    games: int
    """So many games were played on from here, or looked into; 0: this is the end of the game."""


class TurningPoint(Answer, frozen=True, kw_only=True):
    """Where chances swung more than by accident."""

    number: int
    """Of the entry after which they had."""
    since: int
    """Of the entry before which they had not."""
    seat: int
    """Whose chances changed most."""
    swing: float
    """By how much: from -1 to 1."""


class RecordChances(Answer, frozen=True, kw_only=True):
    """Winning chances over a game; they get better while ``done`` is false: ask again."""

    done: bool
    later: bool
    """They are not worked out before the rules are compiled."""
    net: bool
    """Does a net judge how games will end? Then those from a point were not played to their end,
    and their number says nothing of how far off the chances may be."""
    points: list[ChancesAt]
    turns: list[TurningPoint]


class ReviewedChoice(Answer, frozen=True, kw_only=True):
    """A move that could have been made where one was judged."""

    text: str | None
    """As in a record; null: to wait, where the seat could act out of turn."""
    wins: float
    """The chance to win with it, from 0 to 1, as far as the judge can tell."""


class ReviewedMove(Answer, frozen=True, kw_only=True):
    """A move that cost a seat chances of winning, by what the seat could know then."""

    number: int
    """Of the position before it: the first moment is 0."""
    seat: int
    played: str | None
    """The text of the move, as in a record; null: the seat waited, where it could act."""
    best: str | None
    """The text of the better move, likewise."""
    line: list[str | None]
    """The better move, and how it could go on, move by move."""
    loss: float
    """The chance of winning that it cost: from 0 to 1."""
    grade: str
    """``slip``, ``mistake`` or ``blunder``."""
    reasons: list[Phrase]
    """Why the other move is better, the clearest first; two at most, and often none."""
    choices: list[ReviewedChoice]
    """All moves, the best first; where it is solved, those whose end is known. The one played and
    the best are among them."""
    proved: bool
    """Is ``loss`` a proof, not an estimate?"""


class RecordReview(Answer, frozen=True, kw_only=True):
    """The moves of one seat, judged; more of them while ``done`` is false: ask again."""

    seat: int
    judged: int
    """Of its decisions, so many have been judged so far; what looked worst came first."""
    total: int
    """So many decisions it had: moves without a choice are none."""
    done: bool
    later: bool
    """Nothing is judged before the rules are compiled."""
    moments: list[ReviewedMove]
    """The moves that are marked, in the order of the game."""


class BranchRecord(Request, frozen=True, kw_only=True):
    """Play on from a moment of a record, with bots in the other seats."""

    number: Number
    seat: Seat
    name: Nickname
    bot: Name
