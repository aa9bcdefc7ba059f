"""A table that somebody looks at: its viewers, its clocks, and what is waiting to happen at it.

All of it can be thrown away at any time and rebuilt from the stored facts.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

import msgspec

from echappee.match.match import Match
from echappee.server.config import Alarm
from echappee.server.protocol import messages as m
from echappee.server.protocol.rest import Compiling
from echappee.server.store.facts import Stored
from echappee.server.table import projection
from echappee.server.table.clocks import ClockBook
from echappee.server.table.projection import Eye
from echappee.server.table.table import Table

_ENCODER = msgspec.json.Encoder()
_MOST_REPLIES = 256


def encode(message: m.ServerMessage) -> str:
    """A message as it goes out."""
    return _ENCODER.encode(message).decode()


class Bell:
    """An `asyncio.Event` for a single one who waits: it rings thousands of times a second."""

    __slots__ = ("_rung", "_waiting")

    def __init__(self) -> None:
        self._rung = False
        self._waiting: asyncio.Future[None] | None = None

    def ring(self) -> None:
        """Wake who waits, or whoever will."""
        self._rung = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def rung(self) -> None:
        """Wait until it rings, if it has not since the last time."""
        if not self._rung:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
            self._waiting = None
        self._rung = False


class Viewer:
    """One connection: the seats it holds, the one it looks through, and what it has been sent.

    It never gets a queue of news: when its socket is free it is sent whatever it lacks by then. So
    a slow one costs no memory and holds nobody up.
    """

    __slots__ = (
        "address", "clock_due", "eye", "host", "presence_due", "replies", "rules_due", "seats",
        "sent", "wake",
    )  # fmt: skip

    def __init__(self, eye: Eye, seats: frozenset[int], host: bool, address: str = "") -> None:
        self.eye = eye
        self.seats = seats
        self.host = host
        self.address = address
        self.sent = 0
        self.replies: deque[str] = deque()
        self.presence_due = False
        self.clock_due = False
        self.rules_due = False
        self.wake = Bell()

    @property
    def choked(self) -> bool:
        """Does it ask much faster than it reads the answers?"""
        return len(self.replies) > _MOST_REPLIES

    def reply(self, message: m.ServerMessage) -> None:
        """Answer this connection alone."""
        self.replies.append(encode(message))
        self.wake.ring()


class Elsewhere(msgspec.Struct, frozen=True):
    """Who is at a table at other nodes, as far as they say."""

    seats: frozenset[int] = frozenset()
    watchers: int = 0
    since: tuple[int, ...] = ()
    """Since when somebody has been there without a break."""
    nodes: tuple[str, ...] = ()
    """Those at which somebody looks."""


class Thought(msgspec.Struct, frozen=True):
    """What bots are thinking about: of no use to anybody once it is about something else."""

    number: int
    seats: frozenset[int]
    coming: asyncio.Task[Any]


class Live:
    """A table in memory, with everybody who looks at it from this node."""

    def __init__(self, table: Table, now: int, compiling: Compiling | None = None) -> None:
        self.table = table
        self.compiling = compiling
        """How far the compiler is with the rules of the game; None: they are compiled."""
        self.hurried = False
        """Did its bots think less than usual lately, because many think at once?"""
        self.used = now
        """When somebody last asked for it, or left."""
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.elsewhere = Elsewhere()
        self.since: int | None = None
        """Since when somebody has been at the table without a break; None: nobody is."""
        self.urged = -1
        """The position in which the bots of a node that says nothing were not waited for."""
        self.book = ClockBook(table, now)
        self.flag: Alarm | None = None
        self.absent: dict[int, Alarm] = {}
        self.returning: set[int] = set()
        """Seats that are being given back to their people."""
        self.driver: asyncio.Task[None] | None = None
        self.thought: Thought | None = None
        self._frames: dict[tuple[Eye, int], str | None] = {}
        self._frames_of = -1

    @property
    def busy(self) -> bool:
        """Is somebody looking, or a bot thinking?"""
        return bool(self.viewers) or (self.driver is not None and not self.driver.done())

    def fold(self, stored: Stored, match: Match | None = None) -> None:
        """Take a fact in; ``match`` is the game after it, where that is known."""
        self.table.fold(stored, match)
        self.book.note(stored)

    def banks(self, seat: int | None, now: int) -> list[int] | None:
        """The banks at this moment, for a move of ``seat``; None where there are no clocks."""
        if self.table.move_time is None:
            return None
        return self.book.moved(self.table, seat, now)

    def time_used(self, seat: int, now: int) -> int | None:
        """What a seat has used of the time for its move; None where there are no clocks."""
        return self.book.used(self.table, seat, now)

    def here(self) -> set[int]:
        """The seats whose people are connected, to whichever node."""
        return self.here_now() | self.elsewhere.seats

    def here_now(self) -> set[int]:
        """The seats whose people are connected to this node."""
        return {seat for viewer in self.viewers for seat in viewer.seats}

    def watchers_now(self) -> int:
        """How many look on from this node."""
        return sum(not viewer.seats for viewer in self.viewers)

    def presence(self) -> m.Presence:
        """Who is there, for everybody."""
        here = self.here()
        seats = [
            m.SeatPresence(seat=number, here=number in here)
            for number, seat in enumerate(self.table.seats)
            if seat.kind == "person"
        ]
        return m.Presence(seats=seats, watchers=self.watchers_now() + self.elsewhere.watchers)

    def clocks(self, now: int) -> m.Clocks | None:
        """The clocks, for everybody."""
        return self.book.snapshot(self.table, now, bool(self.here()))

    def news(self, eye: Eye, since: int) -> str | None:
        """What somebody lacks who has all up to ``since``; made once for all who look alike."""
        if self._frames_of != self.table.seq:
            self._frames.clear()
            self._frames_of = self.table.seq
        key = (eye, since)
        if key not in self._frames:
            told = projection.news(self.table, eye, since)
            self._frames[key] = encode(told) if told.items else None
        return self._frames[key]

    def welcome(self, viewer: Viewer, last: int | None, request_id: str | None, now: int) -> None:
        """Tell a viewer all there is, and what it missed."""
        table, eye = self.table, viewer.eye
        oldest = table.log[0].seq - 1 if table.log else 0
        usable = last is not None and oldest <= last <= table.seq
        viewer.sent = table.seq
        viewer.presence_due = viewer.clock_due = viewer.rules_due = False
        viewer.reply(
            m.Welcome(
                id=request_id,
                at=now,
                table=projection.table_info(table, eye.by_watch),
                you=sorted(viewer.seats),
                host=viewer.host,
                look=eye.look,
                seq=table.seq,
                since=last if usable else None,
                items=projection.items(table, eye, last if last is not None and usable else 0),
                game=projection.game_now(table, eye.look),
                ask=projection.asked(table.ask),
                presence=self.presence(),
                clocks=self.clocks(now),
                compiling=self.compiling,
                hurried=self.hurried,
            )
        )

    def wake_all(self) -> None:
        """Let every viewer's socket send what its viewer lacks."""
        for viewer in self.viewers:
            viewer.wake.ring()

    def clocks_changed(self) -> None:
        """Tell everybody what the clocks show."""
        for viewer in self.viewers:
            viewer.clock_due = True
            viewer.wake.ring()

    def presence_changed(self) -> None:
        """Tell everybody who is there."""
        for viewer in self.viewers:
            viewer.presence_due = True
            viewer.clock_due = True
            viewer.wake.ring()

    def rules_changed(self, compiling: Compiling | None) -> None:
        """Tell everybody how far the rules are."""
        if compiling != self.compiling:
            self.compiling = compiling
            self._tell_rules()

    def bots_hurried(self, hurried: bool) -> None:
        """Tell everybody whether the bots think less than usual."""
        if hurried != self.hurried:
            self.hurried = hurried
            self._tell_rules()

    def _tell_rules(self) -> None:
        for viewer in self.viewers:
            viewer.rules_due = True
            viewer.wake.ring()

    def due(self, viewer: Viewer, now: int) -> list[str]:
        """All that a viewer is to be sent now: first its answers, then the news."""
        out = list(viewer.replies)
        viewer.replies.clear()
        if viewer.sent < self.table.seq:
            told = self.news(viewer.eye, viewer.sent)
            viewer.sent = self.table.seq
            if told is not None:
                out.append(told)
        if viewer.presence_due:
            viewer.presence_due = False
            out.append(encode(self.presence()))
        if viewer.clock_due:
            viewer.clock_due = False
            clocks = self.clocks(now)
            if clocks is not None:
                out.append(encode(clocks))
        if viewer.rules_due:
            viewer.rules_due = False
            out.append(encode(m.RulesNow(compiling=self.compiling, hurried=self.hurried)))
        return out

    def forget(self) -> None:
        """Nobody looks any more: keep no more than it takes to go on."""
        self._frames.clear()
        self.table.forget()

    def rest(self) -> None:
        """Cancel all that was waiting to happen."""
        alarms = [*self.absent.values(), *([self.flag] if self.flag else [])]
        for alarm in alarms:
            alarm.cancel()
        self.absent.clear()
        self.flag = None
        if self.driver is not None:
            self.driver.cancel()
