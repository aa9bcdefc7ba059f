"""What REST takes and gives; `docs/protocol.md` describes it.

A request is strict: an unknown field is an error. Seats and clocks are told apart by ``kind``. All
times are milliseconds.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from echappee.bots.riders import Features
from echappee.errors import Language, Phrase
from echappee.rulebook.values import Standing

LONGEST_NAME = 24
LONGEST_CHAT = 300
LONGEST_MOVE = 200
LONGEST_VALUE = 400
LONGEST_OPTION = 20_000
"""A game's own text, such as a file of its material."""
LONGEST_ID = 40
LONGEST_TOKEN = 64
LONGEST_RECORD = 400_000
LARGEST_BODY = 4 * LONGEST_RECORD
MOST_SEATS = 12
MOST_OPTIONS = 32
MOST_PARTS = 64

Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Number = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Nickname = Annotated[str, Meta(min_length=1, max_length=4 * LONGEST_NAME)]
Token = Annotated[str, Meta(min_length=1, max_length=LONGEST_TOKEN)]
RequestId = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID)]
MoveText = Annotated[str, Meta(min_length=1, max_length=LONGEST_MOVE)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
OptionText = Annotated[str, Meta(max_length=LONGEST_OPTION)]
Value = bool | int | str
GivenOptions = Annotated[dict[Name, bool | int | OptionText], Meta(max_length=MOST_OPTIONS)]


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that a client sends."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the server sends."""


# ------------------------------------------------------------------------------- clocks and seats


class NoClock(Request, tag_field="kind", tag="none", frozen=True, kw_only=True):
    """Nobody is hurried."""


class LiveClock(Request, tag_field="kind", tag="live", frozen=True, kw_only=True):
    """Each move has ``move`` seconds; what it takes beyond comes out of ``bank`` seconds."""

    move: Annotated[int, Meta(ge=5, le=3_600)]
    bank: Annotated[int, Meta(ge=0, le=36_000)]


class DaysClock(Request, tag_field="kind", tag="days", frozen=True, kw_only=True):
    """Each move may take ``days`` days, whether anybody is connected or not."""

    days: Annotated[int, Meta(ge=1, le=30)]


Clock = NoClock | LiveClock | DaysClock


class You(Request, tag_field="kind", tag="you", frozen=True, kw_only=True):
    """A seat for whoever sets the table; several of them make a hot seat."""

    name: Nickname


class Open(Request, tag_field="kind", tag="open", frozen=True, kw_only=True):
    """A seat for whoever comes with the link."""


class BotSeat(Request, tag_field="kind", tag="bot", frozen=True, kw_only=True):
    """A seat for a bot: of a level, one of its riders sits down, unless it is named otherwise."""

    bot: Name
    name: Nickname | None = None


SeatPlan = You | Open | BotSeat


class SeatInfo(Answer, frozen=True, kw_only=True):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["open", "reserved", "person", "bot"]
    """``reserved``: kept in a rematch for the person named, who has not come yet."""
    name: str | None
    bot: str | None
    """Which bot plays here, a rider by his id; for a person, the one that stands in."""
    stand_in: Literal["left", "time"] | None
    """Why a bot plays for a person at the moment."""
    resigned: bool


class TableEnd(Answer, frozen=True, kw_only=True):
    """How a table ended."""

    why: Literal["played", "resigned"]
    words: Phrase
    article: str | None
    winners: tuple[int, ...]
    standing: Standing


class SeriesInfo(Answer, frozen=True, kw_only=True):
    """The longer contest that a table is part of."""

    part: int
    """Which of its matches is played here, from 1."""
    length: int
    goes_on: bool
    """Is there another match after this one?"""
    standing: Any
    """How it stands, in the game's own words: before this match, or after it once it is over."""


class BranchOf(Answer, frozen=True, kw_only=True):
    """The moment of a record from which a table plays on."""

    record: str
    number: int
    seat: int
    """The one that knows only what it could know there."""


class TableInfo(Answer, frozen=True, kw_only=True):
    """A table as everybody sees it."""

    code: str | None
    """The code to play by; null for those who came by the spectators' code."""
    watch: str
    """The code for spectators."""
    game: str
    players: int
    options: dict[str, Value]
    clock: Clock
    start: Literal["full", "host"]
    practice: bool
    """May everybody take back what was drawn or shown? Such a game counts in nobody's numbers."""
    hints: bool
    """May people ask for hints in a game against other people?"""
    public: bool
    """Is it offered to everybody while it waits?"""
    status: Literal["waiting", "playing", "over"]
    paused: bool
    seats: list[SeatInfo]
    founder: int | None
    """The seat of who invites: the first that a person took."""
    seq: int
    """The number of the last item of the table's log."""
    number: int
    """The number of the position: how many entries the game has."""
    commitment: str
    """The hash of the secret that all chance comes from, shown before the first card is dealt."""
    created: int
    end: TableEnd | None
    rematch: str | None
    """The code of the next table, in the same kind as the one that was asked for."""
    rematch_of: str | None
    """The spectators' code of the table before."""
    series: SeriesInfo | None
    branch_of: BranchOf | None
    """Where this game left a record; null: it began with the deal."""


class OpenTable(Answer, frozen=True, kw_only=True):
    """A public table that waits for somebody, as strangers may know it."""

    code: str
    """The code to play by."""
    game: str
    options: list[Phrase]
    """Where it is not played as usual."""
    founder: str | None
    """Who invites."""
    free: int
    players: int
    waiting: int
    """Seconds since it was first offered."""


# --------------------------------------------------------------------------------------- REST: what


class OptionValue(Answer, frozen=True, kw_only=True):
    """One value that an option takes."""

    value: Value
    label: Phrase


class OptionSuggestion(Answer, frozen=True, kw_only=True):
    """A value of an option that was found to be fair between equal players."""

    level: str
    """They are about as strong as bots of this level."""
    options: dict[str, Value]
    """The other options have these values."""
    value: Value


class OptionInfo(Answer, frozen=True, kw_only=True):
    """An option of a game, in words."""

    name: str
    label: Phrase
    help: Phrase
    values: list[OptionValue]
    default: Value
    free: bool
    """Does it take any text that the game can read, ``values`` being examples?"""
    document: bool
    """Is that text usually a file?"""
    choices: list[OptionValue]
    """What each seat may have of its own, none twice: the value is a list of them, seat by seat,
    with commas between. Empty: the option is not one of seats."""
    suggested: list[OptionSuggestion]
    """Values to propose: measured, fair. Empty: nobody has."""


class SeriesOffer(Answer, frozen=True, kw_only=True):
    """A longer contest that a game offers: a series of matches."""

    label: Phrase
    help: Phrase
    single: Phrase
    """What one match alone is called."""
    option: str
    """The option whose values its matches are played with."""
    settles: list[str]
    """The options that the series decides: nobody need be asked for them."""
    most: int
    examples: list[list[str]]
    """The usual one first."""


class Compiling(Answer, frozen=True, kw_only=True):
    """Rules that are being compiled: until they are, bots play simpler."""

    percent: int
    """How far it is, 0 to 99."""
    failed: bool
    """It could not be done: play goes on by the interpreted rules, and bots stay simpler."""


class GameInfo(Answer, frozen=True, kw_only=True):
    """A game that can be played here."""

    id: str
    name: Phrase
    tagline: Phrase
    duration: Phrase
    """How long a game takes people; empty: nobody has measured it."""
    rules: int
    fewest: int
    most: int
    hidden: bool
    """Is anything hidden from anybody? (Then a hot seat needs a hand-over screen.)"""
    options: list[OptionInfo]
    series: SeriesOffer | None
    ready: bool
    """Can a table of it be set now? Not before its rules are loaded, where a server waits for the
    compiled ones."""


class BotInfo(Answer, frozen=True, kw_only=True):
    """A bot that can take a seat."""

    name: str
    label: Phrase
    help: Phrase


class RiderInfo(Answer, frozen=True, kw_only=True):
    """A bot with a name and a face, who takes a seat of his level."""

    id: str
    """What a seat calls him, in ``bot``; a rider can be asked for by it."""
    name: str
    level: str
    style: Phrase
    look: Features


class QuickPhrase(Answer, frozen=True, kw_only=True):
    """A sentence to say with one click, in everybody's own language."""

    id: str
    words: Phrase


class Limits(Answer, frozen=True, kw_only=True):
    """How long things may be, in characters."""

    name: int
    chat: int
    record: int


class HouseInfo(Answer, frozen=True, kw_only=True):
    """What this server offers."""

    version: str
    languages: list[Language]
    bots: list[BotInfo]
    """From the weakest to the strongest."""
    riders: list[RiderInfo]
    """Who sits down where a level is asked for; the first of a level is its face."""
    phrases: list[QuickPhrase]
    limits: Limits
    compiling: Compiling | None
    """The rules of the games, as long as some are not compiled yet."""


class Problem(Answer, frozen=True, kw_only=True):
    """Why something was refused."""

    code: str
    words: Phrase
    article: str | None = None
    line: int | None = None
    """Where the mistake stands in a text that was given, from 1."""


class CheckOptions(Request, frozen=True, kw_only=True):
    """Ask whether a table could be set like this."""

    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    options: GivenOptions = {}


class CheckedOptions(Answer, frozen=True, kw_only=True):
    """It could: every option with its value, in its one way of writing."""

    options: dict[str, Value]


class OptionDescription(Answer, frozen=True, kw_only=True):
    """A value of an option: checked, and shown as far as it goes."""

    value: Value | None
    """In its one way of writing; null where it can't be played with."""
    problem: Problem | None
    """Why not."""
    about: Any
    """What the game has to show of it; null where it has nothing."""


# --------------------------------------------------------------------------- REST: tables


class CreateTable(Request, frozen=True, kw_only=True):
    """Set a table. The number of players is the number of seats."""

    game: Name
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=MOST_SEATS)]
    options: GivenOptions = {}
    clock: Clock = NoClock()
    start: Literal["full", "host"] = "full"
    """Begin as soon as no seat is open, or when the host says so."""
    series: Annotated[list[OptionText], Meta(max_length=MOST_PARTS)] | None = None
    """A series of matches over these values of the option that the game names."""
    practice: bool = False
    """A table to try things out: what was drawn or shown may be taken back. It counts nowhere."""
    hints: bool = False
    """May people ask for hints against other people? All are told when one does."""
    public: bool = False
    """Offer it to everybody while it waits, not only to who has the link."""


class TakeSeat(Request, frozen=True, kw_only=True):
    """Sit down in an open seat."""

    name: Nickname


class FillSeat(Request, frozen=True, kw_only=True):
    """Put a bot in a seat, or with null open it again."""

    bot: Name | None


class StartTable(Request, frozen=True, kw_only=True):
    """Begin now; open seats get the bot ``fill``."""

    fill: Name | None = None


class RecoverSeat(Request, frozen=True, kw_only=True):
    """Show the token of a private link."""

    token: Token


class Key(Answer, frozen=True, kw_only=True):
    """What opens a seat from any device. It is shown once and stored nowhere in the clear."""

    seat: int | None
    """Null is the key of the host."""
    token: str
    link: str
    """The private link; the token is in its fragment, so it never reaches a server's log."""


class Seated(Answer, frozen=True, kw_only=True):
    """A table, and what the device that asks may do at it."""

    table: TableInfo
    you: list[int]
    """The seats that this device holds."""
    host: bool
    keys: list[Key]
    """New keys; empty where nothing was given out."""
