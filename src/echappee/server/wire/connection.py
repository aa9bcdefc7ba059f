"""One socket: reads what a client sends, and sends what its viewer is to know."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from time import perf_counter
from typing import Any

import msgspec

from echappee.errors import EchappeeError
from echappee.server.protocol import messages as m
from echappee.server.protocol import rest as b
from echappee.server.protocol.close_codes import (
    LATER,
    LONGEST_MESSAGE,
    NO_HELLO,
    RESTARTING,
    TOO_FAST,
    UNREADABLE,
)
from echappee.server.rate_limit import Bucket
from echappee.server.refusals import Refusal, refused
from echappee.server.table import commands
from echappee.server.table.commands import Decision
from echappee.server.table.live import Live, Viewer
from echappee.server.table.projection import Eye
from echappee.server.table.queries import check_hint, explain, hint, preview, since
from echappee.server.table.service import TableService
from echappee.server.table.table import Table

_PATIENCE = 50
_HINTS = 3
_LOG = logging.getLogger("echappee.server")
_DECODER: msgspec.json.Decoder[m.ClientMessage] = msgspec.json.Decoder(m.ClientMessage)

Read = Callable[[], Awaitable[str | None]]
"""The next message; None if the client is gone."""
Write = Callable[[str], Awaitable[None]]


class Closing(Exception):
    """The connection is to be closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Connection:
    """A client at a table, from its hello to its last word."""

    def __init__(
        self, service: TableService, live: Live, by_watch: bool, tokens: list[str],
        read: Read, write: Write, address: str = "",
    ) -> None:  # fmt: skip
        self._service = service
        self._live = live
        self._by_watch = by_watch
        self._tokens = tokens
        self._next = read
        self._write = write
        self._address = address
        now = service.time.now()
        self._messages = Bucket(service.settings.messages, now)
        self._chats = Bucket(service.settings.chats, now)
        self._complaints = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._serving: asyncio.Task[Any] | None = None
        self._busy = False
        """Is a message being served, which must be finished?"""
        self._leaving = False

    async def serve(self) -> int | None:
        """Talk until the client goes; returns the code to close with, if we end it."""
        self._serving = asyncio.current_task()
        drain = self._service.drain
        drain.enter(self)
        try:
            return RESTARTING if drain.begun else await self._talk()
        except asyncio.CancelledError:
            if not self._is_to_leave():
                raise
            return RESTARTING
        finally:
            drain.left(self)

    def leave(self) -> None:
        """Finish what was begun, send what is due, and end."""
        self._leaving = True
        if not self._busy and self._serving is not None:
            self._serving.cancel()

    def _is_to_leave(self) -> bool:
        """A wait was cut short: is that because we leave?"""
        if self._leaving and self._serving is not None:
            self._serving.uncancel()
        return self._leaving

    async def _talk(self) -> int | None:
        try:
            hello = await self._hello()
        except Closing as closing:
            return closing.code
        if hello is None:
            return None
        self._busy = True
        try:
            self._live = await self._service.tables.present(self._live, hello.last)
        except EchappeeError as error:
            await self._write(msgspec.json.encode(refused(error, None)).decode())
            return LATER
        viewer = self._viewer(hello)
        try:
            await self._service.attendance.arrived(self._live, viewer)
            self._live.welcome(viewer, hello.last, None, self._service.time.now())
            self._start(self._sending(viewer))
            await self._listen(viewer)
        except Closing as closing:
            return closing.code
        finally:
            self._service.attendance.left(self._live, viewer)
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        return None

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside listening, until the connection ends."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ------------------------------------------------------------------------------------ hello

    async def _hello(self) -> m.Hello | None:
        """The first message; None if the client is gone."""
        try:
            text = await asyncio.wait_for(self._next(), self._service.settings.hello)
        except TimeoutError:
            raise Closing(NO_HELLO) from None
        if text is None:
            return None
        try:
            message = _read(text)
            if not isinstance(message, m.Hello):
                raise Refusal("hello-first")
        except EchappeeError as error:
            await self._write(msgspec.json.encode(refused(error, _id_of(text))).decode())
            raise Closing(UNREADABLE) from None
        return message

    def _viewer(self, hello: m.Hello) -> Viewer:
        """Who this is: which seats its tokens open, and through which it looks."""
        table = self._live.table
        seats, host = frozenset[int](), False
        if not self._by_watch:
            seats, host = table.held_by([*self._tokens, *hello.tokens])
        look = hello.look
        if look is None and len(seats) == 1:
            look = min(seats)
        if look is not None and not _may_look(table, seats, look):
            look = None
        return Viewer(Eye(look, self._by_watch), seats, host, self._address)

    # ------------------------------------------------------------------------------------ sending

    async def _sending(self, viewer: Viewer) -> None:
        """Send whatever the viewer lacks, as fast as its socket takes it.

        All of it goes in one frame, a message a line: each frame is a trip to the network.
        """
        live, time = self._live, self._service.time
        try:
            while True:
                await viewer.wake.rung()
                messages = live.due(viewer, time.now())
                if messages:
                    await self._write("\n".join(messages))
        except Exception as error:
            # The client is gone; the reading side will hear of it and end this connection.
            _LOG.debug("a socket closed while being written to: %s", type(error).__name__)

    # ---------------------------------------------------------------------------------- listening

    async def _listen(self, viewer: Viewer) -> None:
        """Serve messages until the client goes, or we do: then what is due is sent first."""
        try:
            await self._serve_messages(viewer)
        except asyncio.CancelledError:
            if not self._is_to_leave():
                raise
        if self._leaving:
            self._busy = True
            messages = self._live.due(viewer, self._service.time.now())
            if messages:
                await self._write("\n".join(messages))
            raise Closing(RESTARTING)

    async def _serve_messages(self, viewer: Viewer) -> None:
        counts = self._service.counts
        while not self._leaving:
            self._busy = False
            if (text := await self._next()) is None:
                return
            self._busy = True
            began = perf_counter()
            counts.messages += 1
            try:
                if not self._messages.take(self._service.time.now()) or viewer.choked:
                    self._complain(TOO_FAST)
                    raise Refusal("too-fast")
                message = self._read(text)
                await self._do(viewer, message)
                if isinstance(message, m.PlayMove):
                    counts.move_seconds.add(perf_counter() - began)
            except EchappeeError as error:
                counts.refusals[error.code] += 1
                viewer.reply(refused(error, _id_of(text)))
            except Closing:
                raise
            except Exception:
                _LOG.exception("a message could not be served")
                counts.refusals["internal"] += 1
                viewer.reply(refused(Refusal("internal"), _id_of(text)))

    def _read(self, text: str) -> m.ClientMessage:
        try:
            return _read(text)
        except Refusal:
            self._complain(UNREADABLE)
            raise

    def _complain(self, code: int) -> None:
        """Bear with a client that misbehaves, for a while."""
        self._complaints += 1
        if self._complaints > _PATIENCE:
            raise Closing(code)

    async def _do(self, viewer: Viewer, message: m.ClientMessage) -> None:
        """Serve one message."""
        live, service = self._live, self._service
        match message:
            case m.Ping():
                viewer.reply(m.Pong(id=message.id, at=service.time.now()))
            case m.Hello():
                raise Refusal("unreadable", reason="hello twice")
            case m.Look():
                if message.seat is not None and not _may_look(
                    live.table, viewer.seats, message.seat
                ):
                    raise Refusal("not-your-seat")
                viewer.eye = Eye(message.seat, self._by_watch)
                live.welcome(viewer, None, message.id, service.time.now())
            case m.AskSince():
                if viewer.eye.look != message.seat:
                    raise Refusal("not-looking")
                viewer.reply(since(live.table, message))
            case m.AskWhy() | m.AskPreview() | m.AskHint():
                _own(viewer, message.seat)
                if viewer.eye.look != message.seat:
                    raise Refusal("not-looking")
                self._ask(viewer, message)
            case _:
                _own(viewer, message.seat)
                if isinstance(message, m.Say) and not self._chats.take(service.time.now()):
                    raise Refusal("too-fast")
                await service.runner.run(
                    live,
                    self._decide(message),
                    seat=message.seat,
                    request_id=message.id,
                    acknowledge=lambda seq: viewer.reply(m.Ack(id=message.id, seq=seq)),
                )

    def _ask(self, viewer: Viewer, message: m.AskWhy | m.AskPreview | m.AskHint) -> None:
        """Answer a question; a bot that is asked for a hint may take its time."""
        table = self._live.table
        if isinstance(message, m.AskWhy):
            viewer.reply(explain(table, message))
        elif isinstance(message, m.AskPreview):
            viewer.reply(preview(table, message))
        elif len(self._tasks) > _HINTS:
            raise Refusal("too-fast")
        else:
            self._start(self._hint(viewer, message))

    async def _hint(self, viewer: Viewer, message: m.AskHint) -> None:
        try:
            await self._service.rules.best(self._live.table.founding.game)
            check_hint(self._live.table)
            await self._service.runner.run(
                self._live,
                lambda table: commands.hint(table, viewer.seats, message.seat, message.id),
                seat=message.seat,
                request_id=message.id,
            )
            thinkers, table = self._service.thinkers, self._live.table
            viewer.reply(await hint(thinkers, table, message, viewer.address))
        except EchappeeError as error:
            self._service.counts.refusals[error.code] += 1
            viewer.reply(refused(error, message.id))

    def _decide(self, message: Any) -> Callable[[Table], Decision]:
        """What a message asks of the table."""
        seat, request_id = message.seat, message.id

        def decide(table: Table) -> Decision:
            match message:
                case m.PlayMove():
                    banks, used = self._time(seat)
                    number, text = message.number, message.text
                    return commands.play(table, seat, number, text, banks, request_id, used)
                case m.TakeBack():
                    return commands.undo(table, seat, request_id, *self._time(seat))
                case m.Consent():
                    asker = seat if table.ask is None else table.ask.seat
                    return commands.consent(
                        table, seat, message.ask, message.agree, request_id, *self._time(asker)
                    )
                case m.Say():
                    return commands.say(table, seat, message.text, message.phrase, request_id)
                case m.Pause():
                    return commands.pause(table, seat, request_id)
                case m.Resume():
                    return commands.resume(table, seat, request_id)
                case m.Resign():
                    return commands.resign(table, seat, request_id)
            return commands.come_back(table, seat, request_id)

        return decide

    def _time(self, seat: int) -> tuple[list[int] | None, int | None]:
        """What is left in the banks and what a seat has used, if it stops thinking now."""
        live, now = self._live, self._service.time.now()
        return live.banks(seat, now), live.time_used(seat, now)


def _may_look(table: Table, seats: frozenset[int], seat: int) -> bool:
    """One's own seat; once the game is over, any."""
    return seat in seats or (table.status == "over" and seat < len(table.seats))


def _own(viewer: Viewer, seat: int) -> None:
    if seat not in viewer.seats:
        raise Refusal("not-your-seat")


def _read(text: str) -> m.ClientMessage:
    if len(text) > LONGEST_MESSAGE:
        raise Refusal("too-long")
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("unreadable", reason=str(error)) from None


def _id_of(text: str) -> str | None:
    """The id of a message that may be wrong in every other way."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    request_id = found.get("id") if isinstance(found, dict) else None
    fits = isinstance(request_id, str) and 0 < len(request_id) <= b.LONGEST_ID
    return request_id if fits else None
