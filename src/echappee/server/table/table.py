"""A table as its facts make it: who sits where, the game, what is open. Nothing here is stored.

`Table.fold` is the only thing that changes it, and it is given only facts that are on disk.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import deque
from collections.abc import Iterable
from functools import cached_property
from itertools import islice
from typing import Literal

import msgspec

from echappee.games import rulebook
from echappee.match.match import Match
from echappee.match.position import Step
from echappee.match.secret import Secret
from echappee.rulebook.rulebook import Rulebook
from echappee.rulebook.series import Series
from echappee.rulebook.values import Event
from echappee.server.protocol.rest import DaysClock, LiveClock
from echappee.server.store import facts as f
from echappee.server.table.time_spent import TimeSpent

TOLD = 500
"""How far back a newcomer is told what happened."""
_DAY = 86_400_000
_STEPS = 4
_MOST_KEYS = 16
_REMEMBERED = 4_000


class SeatState(msgspec.Struct):
    """A seat, and what opens it."""

    kind: Literal["open", "reserved", "person", "bot"] = "open"
    name: str | None = None
    bot: str | None = None
    keys: list[str] = []
    stand_in: Literal["left", "time"] | None = None
    resigned: bool = False

    @property
    def played_by_bot(self) -> bool:
        """Does a bot decide here now?"""
        return self.kind == "bot" or self.stand_in is not None or self.resigned

    @property
    def played_by_person(self) -> bool:
        """Does a person decide here now?"""
        return self.kind == "person" and self.stand_in is None and not self.resigned


class StepEvents(msgspec.Struct, frozen=True):
    """A recent move, and what it did for each viewer who has been told."""

    step: Step
    told: dict[int | None, list[Event]]

    def events(self, viewer: int | None) -> list[Event]:
        """What it did, as a viewer may know it."""
        if viewer not in self.told:
            self.told[viewer] = self.step.events(viewer)
        return self.told[viewer]


class Logged(msgspec.Struct, frozen=True, gc=False):
    """A fact in the log, with the number of the position after it."""

    seq: int
    at: int
    number: int
    fact: f.AnyFact


class Ask(msgspec.Struct, frozen=True):
    """An open question: may this seat take its move back?"""

    seq: int
    seat: int
    waits: tuple[int, ...]


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_known(token: str, keys: Iterable[str]) -> bool:
    """Is it one of these keys? Takes the same time whichever it is."""
    digest, found = hashed(token), False
    for key in keys:
        found |= hmac.compare_digest(digest, key)
    return found


class Table:
    """A table at its latest fact."""

    def __init__(self, founding: f.Founding) -> None:
        self.founding = founding
        self.seats = [SeatState(keys=[]) for _ in range(founding.players)]
        self.host_keys: list[str] = []
        self.founder: int | None = None
        """The seat that a person took first: his who set the table, where he plays."""
        self.seq = 0
        self.match: Match | None = None
        self.paused = False
        self.ask: Ask | None = None
        self.end: f.GameEnded | None = None
        self.ended_at: int | None = None
        self.rematch: f.RematchSet | None = None
        clock = founding.clock
        bank = 1000 * clock.bank if isinstance(clock, LiveClock) else 0
        self.banks = [bank] * founding.players
        self.spent = TimeSpent()
        self.hinted: dict[int, int] = {}
        """The number of the position in which a seat last asked for a hint before others."""
        self.moved_at = founding.created
        """When the seats that are awaited began to be: it counts where moves take days."""
        self.log: deque[Logged] = deque(maxlen=TOLD)
        self.steps: deque[StepEvents] = deque(maxlen=_STEPS)
        """The latest moves, ready to be told to those who look on."""
        self._answers: dict[tuple[int, str], int] = {}
        self._series_after: Series | None = None

    # ------------------------------------------------------------------------------ what is now

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules played here."""
        return rulebook(self.founding.game)

    @property
    def status(self) -> Literal["waiting", "playing", "over"]:
        """Where the table is in its life."""
        if self.end is not None:
            return "over"
        return "waiting" if self.match is None else "playing"

    @property
    def running(self) -> bool:
        """May moves be made now?"""
        return self.status == "playing" and not self.paused

    @property
    def number(self) -> int:
        """The number of the position."""
        return 0 if self.match is None else self.match.number

    @cached_property
    def by_days(self) -> bool:
        """Do moves take days here?"""
        return isinstance(self.founding.clock, DaysClock)

    @cached_property
    def move_time(self) -> int | None:
        """Milliseconds for a move; None where nobody is hurried."""
        clock = self.founding.clock
        if isinstance(clock, LiveClock):
            return 1000 * clock.move
        return _DAY * clock.days if isinstance(clock, DaysClock) else None

    @cached_property
    def commitment(self) -> str:
        """The hash of the secret."""
        return Secret(self.founding.secret).commitment

    @cached_property
    def series(self) -> Series | None:
        """The longer contest that this table is part of, as it stood before it."""
        kind, kept = self.rulebook.series, self.founding.series
        return None if kind is None or kept is None else msgspec.json.decode(kept, type=kind)

    @property
    def series_now(self) -> Series | None:
        """The same, after this table's match if that was played to its end."""
        if self.series is None or self.end is None or self.end.why != "played":
            return self.series
        if self._series_after is None:
            assert self.match is not None
            self._series_after = self.series.after(self.match.typed_view().table)
        return self._series_after

    def people(self) -> list[int]:
        """The seats where a person decides now."""
        return [number for number, seat in enumerate(self.seats) if seat.played_by_person]

    def alone(self, held: Iterable[int]) -> bool:
        """Does nobody play here but the one who holds these seats, and bots?"""
        people = {n for n, seat in enumerate(self.seats) if seat.kind == "person"}
        return people - {n for n in people if self.seats[n].resigned} <= set(held)

    def seats_to_fill(self) -> list[int]:
        """The seats that nobody has taken yet."""
        return [n for n, seat in enumerate(self.seats) if seat.kind in ("open", "reserved")]

    def held_by(self, tokens: Iterable[str]) -> tuple[frozenset[int], bool]:
        """The seats that tokens open, and whether one of them is the host's."""
        seats: set[int] = set()
        host = False
        for token in tokens:
            host |= token_known(token, self.host_keys)
            seats |= {n for n, seat in enumerate(self.seats) if token_known(token, seat.keys)}
        return frozenset(seats), host

    def since(self, seq: int) -> list[Logged]:
        """The facts after a number, as far as the log goes back. Their numbers have no gaps."""
        return list(islice(reversed(self.log), max(0, self.seq - seq)))[::-1]

    def answered(self, seat: int, request_id: str | None) -> int | None:
        """The number under which a seat's request was done before."""
        return None if request_id is None else self._answers.get((seat, request_id))

    # ------------------------------------------------------------------------------------- facts

    def fold(self, stored: f.Stored, match: Match | None = None) -> None:
        """Take in the next fact. ``match`` is the game after it, if somebody has it already."""
        fact = stored.fact
        self.seq = stored.seq
        match fact:
            case f.SeatSet():
                self._sit(fact)
            case f.KeyGiven():
                keys = self.host_keys if fact.seat is None else self.seats[fact.seat].keys
                keys.append(fact.key)
                del keys[:-_MOST_KEYS]
            case f.Began():
                self.match = self._deal()
                self.moved_at = stored.at
            case f.MovePlayed():
                self._move(fact, match)
                self.moved_at = stored.at
            case f.MoveUndone():
                self._undo(fact, match)
                self.moved_at = stored.at
            case f.UndoWanted():
                self.ask = Ask(stored.seq, fact.seat, tuple(fact.waits))
            case f.UndoVoted():
                self._vote(fact)
            case f.HintAsked():
                self.hinted[fact.seat] = self.number
            case f.GamePaused():
                self.paused = True
            case f.GameResumed():
                self.paused = False
                self.moved_at = stored.at
            case f.SeatResigned():
                self.seats[fact.seat].resigned = True
                self.ask = None
            case f.BotStoodIn():
                self.seats[fact.seat].stand_in = fact.why
                self.seats[fact.seat].bot = fact.bot
                self.banks = list(fact.banks or self.banks)
                self.ask = None
            case f.PersonReturned():
                self.seats[fact.seat].stand_in = None
                self.seats[fact.seat].bot = None
                self.moved_at = stored.at
            case f.GameEnded():
                self.end, self.ended_at = fact, stored.at
                self.ask, self.paused = None, False
            case f.RematchSet():
                self.rematch = fact
            case f.Spoken():
                pass
        self.log.append(Logged(stored.seq, stored.at, self.number, fact))
        if fact.id is not None:
            self._answers[getattr(fact, "seat", -1), fact.id] = stored.seq
            while len(self._answers) > _REMEMBERED:
                del self._answers[next(iter(self._answers))]

    def forget(self) -> None:
        """Nobody looks any more: keep only what can't be worked out again."""
        self.steps.clear()
        if self.match is not None:
            self.match.forget()

    def _sit(self, fact: f.SeatSet) -> None:
        if fact.kind == "person" and self.founder is None:
            self.founder = fact.seat
        keys = [] if fact.key is None else [fact.key]
        self.seats[fact.seat] = SeatState(fact.kind, fact.name, fact.bot, keys)

    def _deal(self) -> Match:
        founding = self.founding
        names = {n: seat.name or seat.bot or "" for n, seat in enumerate(self.seats)}
        secret, branch = Secret(founding.secret), founding.branch
        return Match(
            self.rulebook, founding.players, founding.options, secret, rules=founding.rules,
            position=None if branch is None else branch.position,
            redealt=None if branch is None else branch.seat,
            names={n: name for n, name in names.items() if name},
            practice=founding.practice,
            by_entry=founding.by_entry,
        )  # fmt: skip

    def _move(self, fact: f.MovePlayed, after: Match | None) -> None:
        assert self.match is not None
        if after is None:
            after = self.match.copy()
            after.play(fact.seat, fact.text)
            _check(after, fact.check)
        assert after.last_step is not None
        if self.steps:
            self.steps[-1].step.before.forget()
        self.steps.append(StepEvents(after.last_step, {}))
        self.match = after
        self.banks = list(fact.banks or self.banks)
        self.spent.moved(fact.seat, fact.used or 0)
        self.ask = None

    def _undo(self, fact: f.MoveUndone, after: Match | None) -> None:
        assert self.match is not None
        if after is None:
            after = self.match.copy()
            after.undo(fact.seat, consent=range(after.players) if fact.by_consent else ())
            _check(after, fact.check)
        self.match = after
        self.banks = list(fact.banks or self.banks)
        self.spent.undone(fact.seat, after.ply, fact.used or 0)
        self.ask = None

    def _vote(self, fact: f.UndoVoted) -> None:
        if self.ask is None:
            return
        waits = tuple(seat for seat in self.ask.waits if seat != fact.seat)
        settled = not fact.agree or not waits
        self.ask = None if settled else msgspec.structs.replace(self.ask, waits=waits)


def _check(match: Match, check: str | None) -> None:
    """The position that a stored move leads to must be the one that it led to then."""
    if check is not None and match.check != check:
        raise ValueError(f"the stored game differs from the rules at entry {match.number}")
