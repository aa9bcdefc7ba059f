"""What goes over the socket, and everything on the wire; `docs/protocol.md` describes it.

Messages are told apart by ``type``, numbered items of a table's log by ``kind``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from echappee.errors import Phrase
from echappee.rulebook.values import Advised, Event, Explanation, View
from echappee.server.protocol.lessons import LessonAnswer, LessonInfo, LessonMoves, RulesInfo
from echappee.server.protocol.records import (
    BranchRecord,
    ImportRecord,
    RecordChances,
    RecordCourse,
    RecordInfo,
    RecordReview,
    RecordStep,
    RecordSteps,
)
from echappee.server.protocol.rest import (
    LONGEST_CHAT,
    MOST_SEATS,
    Answer,
    CheckedOptions,
    CheckOptions,
    Compiling,
    CreateTable,
    FillSeat,
    GameInfo,
    HouseInfo,
    MoveText,
    Name,
    Number,
    OpenTable,
    OptionDescription,
    Problem,
    RecoverSeat,
    Request,
    RequestId,
    Seat,
    Seated,
    SeatInfo,
    StartTable,
    TableEnd,
    TableInfo,
    TakeSeat,
    Token,
)

# ---------------------------------------------------------------------------- socket: from a client


class Hello(Request, tag_field="type", tag="hello", frozen=True, kw_only=True):
    """The first message: what I have already and through which seat I look."""

    last: Number | None = None
    """The last ``seq`` that this client has for this ``look``; null asks for everything."""
    look: Seat | None = None
    """Null: the seat held, if it is one; a spectator's view otherwise."""
    tokens: Annotated[tuple[Token, ...], Meta(max_length=MOST_SEATS + 1)] = ()
    """Keys of seats, where cookies don't carry them."""


class PlayMove(Request, tag_field="type", tag="move", frozen=True, kw_only=True):
    """A move: its text, and the number of the position it was chosen in."""

    id: RequestId
    seat: Seat
    number: Number
    text: MoveText


class TakeBack(Request, tag_field="type", tag="undo", frozen=True, kw_only=True):
    """Take my last move back, by right or by asking."""

    id: RequestId
    seat: Seat


class Consent(Request, tag_field="type", tag="consent", frozen=True, kw_only=True):
    """An answer to the item ``undo-asked`` with the number ``ask``."""

    id: RequestId
    seat: Seat
    ask: Number
    agree: bool


class Say(Request, tag_field="type", tag="chat", frozen=True, kw_only=True):
    """A sentence of one's own, or a quick phrase: exactly one of the two."""

    id: RequestId
    seat: Seat
    text: Annotated[str, Meta(min_length=1, max_length=4 * LONGEST_CHAT)] | None = None
    phrase: Name | None = None


class Pause(Request, tag_field="type", tag="pause", frozen=True, kw_only=True):
    """Stop the game and its clocks."""

    id: RequestId
    seat: Seat


class Resume(Request, tag_field="type", tag="resume", frozen=True, kw_only=True):
    """Go on after a pause."""

    id: RequestId
    seat: Seat


class Resign(Request, tag_field="type", tag="resign", frozen=True, kw_only=True):
    """Give the game up."""

    id: RequestId
    seat: Seat


class Return(Request, tag_field="type", tag="back", frozen=True, kw_only=True):
    """I am back: the bot that stands in for me may leave."""

    id: RequestId
    seat: Seat


class AskHint(Request, tag_field="type", tag="hint", frozen=True, kw_only=True):
    """What would the best bot play?"""

    id: RequestId
    seat: Seat


class AskWhy(Request, tag_field="type", tag="explain", frozen=True, kw_only=True):
    """Why is this move (not) legal?"""

    id: RequestId
    seat: Seat
    text: MoveText


class AskPreview(Request, tag_field="type", tag="preview", frozen=True, kw_only=True):
    """What would this move do?"""

    id: RequestId
    seat: Seat
    text: MoveText


class AskSince(Request, tag_field="type", tag="since", frozen=True, kw_only=True):
    """Show me the moves after position ``number`` again, through the seat that I look through."""

    id: RequestId
    seat: Seat | None
    number: Number


class Look(Request, tag_field="type", tag="look", frozen=True, kw_only=True):
    """Look through another of my seats; null is a spectator's view. Answered by a welcome."""

    id: RequestId
    seat: Seat | None


class Ping(Request, tag_field="type", tag="ping", frozen=True, kw_only=True):
    """Are you there?"""

    id: RequestId


ClientMessage = (
    Hello | PlayMove | TakeBack | Consent | Say | Pause | Resume | Resign | Return | AskHint
    | AskWhy | AskPreview | AskSince | Look | Ping
)  # fmt: skip


# --------------------------------------------------------------------------- the numbered items


class Item(Answer, tag_field="kind", frozen=True, kw_only=True):
    """One thing that happened at a table, stored under its number before anybody hears of it."""

    seq: int
    at: int


class Taken(Item, tag="seat", frozen=True, kw_only=True):
    """Who sits in a seat has changed."""

    seat: SeatInfo


class Started(Item, tag="started", frozen=True, kw_only=True):
    """The game begins."""


class Moved(Item, tag="move", frozen=True, kw_only=True):
    """A move: what it did, as this viewer may know it."""

    seat: int
    number: int
    events: list[Event]


class Undone(Item, tag="undo", frozen=True, kw_only=True):
    """A move was taken back, and all after it."""

    seat: int
    number: int
    by_consent: bool


class UndoAsked(Item, tag="undo-asked", frozen=True, kw_only=True):
    """A seat asks to take its last move back; ``seq`` is the number to answer to."""

    seat: int
    waits: list[int]
    """The seats that must agree."""


class UndoAnswered(Item, tag="undo-answered", frozen=True, kw_only=True):
    """A seat agreed, or refused (which settles it)."""

    seat: int
    ask: int
    agree: bool


class Said(Item, tag="chat", frozen=True, kw_only=True):
    """Somebody said something: a text, or the id of a quick phrase."""

    seat: int
    text: str | None
    phrase: str | None


class HintTold(Item, tag="hint", frozen=True, kw_only=True):
    """A seat asked a bot for a hint, in a game against people."""

    seat: int


class Paused(Item, tag="paused", frozen=True, kw_only=True):
    """The game rests."""

    seat: int


class Resumed(Item, tag="resumed", frozen=True, kw_only=True):
    """The game goes on."""

    seat: int


class Resigned(Item, tag="resigned", frozen=True, kw_only=True):
    """A seat gave up; a bot plays on for it if others go on."""

    seat: int


class StoodIn(Item, tag="stand-in", frozen=True, kw_only=True):
    """A bot plays for a person who left or ran out of time."""

    seat: int
    why: Literal["left", "time"]


class Returned(Item, tag="returned", frozen=True, kw_only=True):
    """A person has the seat back."""

    seat: int


class Ended(Item, tag="ended", frozen=True, kw_only=True):
    """The game is over."""

    end: TableEnd


class Rematched(Item, tag="rematch", frozen=True, kw_only=True):
    """The next table is set; ``code`` is null for spectators."""

    code: str | None
    watch: str


LogItem = (
    Taken | Started | Moved | Undone | UndoAsked | UndoAnswered | Said | HintTold | Paused
    | Resumed | Resigned | StoodIn | Returned | Ended | Rematched
)  # fmt: skip


# ------------------------------------------------------------------------ socket: from the server


class GameNow(Answer, frozen=True, kw_only=True):
    """The game as the seat looked through may know it."""

    number: int
    view: View
    moves: list[str]
    """The legal moves of that seat, as text; empty for a spectator."""
    undo: Literal["right", "consent", "alone", "no"]
    """May that seat take its last move back? ``alone``: the others would have to agree, but nobody
    else is a person."""


class UndoAsk(Answer, frozen=True, kw_only=True):
    """A question that is open: may ``seat`` take its move back?"""

    ask: int
    seat: int
    waits: list[int]


class SeatClock(Answer, frozen=True, kw_only=True):
    """One seat's clock at the moment ``at`` of the message."""

    seat: int
    running: bool
    move: int
    """Milliseconds left for this move before the bank is touched."""
    bank: int
    """Milliseconds left in the bank."""


class Clocks(Answer, tag_field="type", tag="clocks", frozen=True, kw_only=True):
    """All clocks. Not numbered: the latest is the only one that counts."""

    at: int
    resting: bool
    """Paused, or nobody is there: no clock runs."""
    seats: list[SeatClock]


class SeatPresence(Answer, frozen=True, kw_only=True):
    """Is the person of a seat connected?"""

    seat: int
    here: bool


class Presence(Answer, tag_field="type", tag="presence", frozen=True, kw_only=True):
    """Who is there. Not numbered."""

    seats: list[SeatPresence]
    watchers: int


class RulesNow(Answer, tag_field="type", tag="rules", frozen=True, kw_only=True):
    """How far the rules of this table's game are. Not numbered: the latest counts."""

    compiling: Compiling | None
    """Null: they are compiled."""
    hurried: bool = False
    """Do bots here think less than usual, because many think on this server at once?"""


class Welcome(Answer, tag_field="type", tag="welcome", frozen=True, kw_only=True):
    """The answer to hello and look: all there is, and what was missed."""

    id: str | None
    """Of the ``look`` that it answers."""
    at: int
    table: TableInfo
    you: list[int]
    host: bool
    look: int | None
    seq: int
    since: int | None
    """``items`` are those after this number; null: as far back as the log is told."""
    items: list[LogItem]
    game: GameNow | None
    """Null before the game starts."""
    ask: UndoAsk | None
    presence: Presence
    clocks: Clocks | None
    """Null at a table without clocks."""
    compiling: Compiling | None
    """The rules of the game, as long as they are not compiled yet."""
    hurried: bool = False
    """Do bots here think less than usual, because many think on this server at once?"""


class News(Answer, tag_field="type", tag="news", frozen=True, kw_only=True):
    """What is new, and what it changed. Several items may come together."""

    seq: int
    items: list[LogItem]
    game: GameNow | None
    """The game now, if it has changed."""
    table: TableInfo | None
    """The table now, if it has changed."""
    ask: UndoAsk | None
    """The question that is open now."""


class Ack(Answer, tag_field="type", tag="ack", frozen=True, kw_only=True):
    """Done, and on disk, under the number ``seq``."""

    id: str
    seq: int


class Refused(Answer, tag_field="type", tag="refused", frozen=True, kw_only=True):
    """Not done, and nothing has changed."""

    id: str | None
    code: str
    words: Phrase
    article: str | None


class Hinted(Answer, tag_field="type", tag="hint", frozen=True, kw_only=True):
    """What a bot would play in position ``number``."""

    id: str
    number: int
    seat: int
    bot: str
    text: str | None
    """Null: it would wait."""
    advised: list[Advised]
    """The moves that it considered, the best first, with their chances."""


class Explained(Answer, tag_field="type", tag="explained", frozen=True, kw_only=True):
    """Why a move is legal, or not, in position ``number``."""

    id: str
    number: int
    text: str
    explanation: Explanation


class Previewed(Answer, tag_field="type", tag="preview", frozen=True, kw_only=True):
    """What a move would do in position ``number``."""

    id: str
    number: int
    text: str
    events: list[Event]
    view: View
    ahead: Any
    """What could follow from it, in the game's own type; null where the game does not tell."""


class Step(Answer, frozen=True, kw_only=True):
    """One move that was played: what it did and what the table looked like after it."""

    number: int
    seat: int
    events: list[Event]
    view: View


class Replayed(Answer, tag_field="type", tag="since", frozen=True, kw_only=True):
    """The latest moves that led to position ``number``, and the view before the first of them."""

    id: str
    number: int
    before: View
    steps: list[Step]


class Pong(Answer, tag_field="type", tag="pong", frozen=True, kw_only=True):
    """Here I am."""

    id: str
    at: int


ServerMessage = (
    Welcome | News | Ack | Refused | Hinted | Explained | Previewed | Replayed | Presence
    | Clocks | RulesNow | Pong
)  # fmt: skip

REQUESTS: tuple[Any, ...] = (
    CheckOptions, CreateTable, TakeSeat, FillSeat, StartTable, RecoverSeat, ImportRecord,
    BranchRecord, LessonMoves, ClientMessage,
)  # fmt: skip
"""All that a client may send."""

ANSWERS: tuple[Any, ...] = (
    HouseInfo, GameInfo, OptionDescription, CheckedOptions, Seated, OpenTable, RecordInfo,
    RecordStep, RecordSteps, RecordCourse, RecordChances, RecordReview, LessonInfo, LessonAnswer,
    RulesInfo, Problem, ServerMessage,
)  # fmt: skip
"""All that the server may send."""
