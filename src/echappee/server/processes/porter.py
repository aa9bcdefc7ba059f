"""One door for several server processes: each caller is shown to the one that has his table.

The porter reads the first line of what a caller asks without taking it from the socket, and hands
the connection over as it is; from then on he has nothing to do with it. He starts the processes
and, should one die, starts it again: its tables are on disk. He also carries notices from the
process where something happened to the one that has the table.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import multiprocessing
import re
import signal
import socket
from collections import deque
from collections.abc import Callable, Iterator
from itertools import count
from typing import Protocol

from echappee.server.http.limits import Connections
from echappee.server.http.paths import code_in, one_path
from echappee.server.refusals import Refusal
from echappee.server.shares import place_of
from echappee.server.table.codes import read_code

READY = b"ready"
CALLER = b"caller"
NOTICE = b"notice"

_LOG = logging.getLogger("echappee.server")
_ASKED = re.compile(rb"[A-Z]+ ([^?# \r\n]+)")
_FIRST_LINE = 2_048
_AGAIN = 0.02
_AT_ONCE = 64
_MOST_WAITING = 4_096
_FAREWELL = 10.0


class Running(Protocol):
    """A process that was started."""

    def terminate(self) -> None:
        """Ask it to stop."""

    def kill(self) -> None:
        """Stop it."""

    def join(self, timeout: float | None = None) -> None:
        """Wait until it has."""

    def is_alive(self) -> bool:
        """Is it still there?"""


Start = Callable[[int, socket.socket], Running]
"""Starts the process for a place, which talks through a socket."""


def asked_code(line: bytes) -> str | None:
    """The code of the table or record that a request is about; None if it is about neither."""
    found = _ASKED.match(line)
    try:
        code = None if found is None else code_in(one_path(found[1]))
    except Refusal:  # whoever gets it will say so
        return None
    return None if code is None else read_code(code)


def lines(kept: bytearray, data: bytes) -> Iterator[bytes]:
    """The whole lines of what has come so far; the rest waits in ``kept``."""
    kept += data
    *whole, rest = bytes(kept).split(b"\n")
    kept[:] = rest
    yield from whole


class Tenant:
    """One of the processes, as the porter knows it."""

    def __init__(self, place: int, start: Start, heard: Callable[[bytes], None]) -> None:
        self.place = place
        self._start = start
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[tuple[bytes, socket.socket | None]] = deque()
        self._ready = asyncio.Event()
        self.gone = asyncio.Event()
        """Set when it has gone before it was ever ready: to start it again would not help."""
        self._leaving = False
        self._begin()

    async def ready(self) -> None:
        """Wait until it can take callers."""
        await self._ready.wait()

    def tell(self, line: bytes, caller: socket.socket | None = None) -> None:
        """Send a line, and with it perhaps a caller; in order, as fast as it takes them."""
        if caller is not None and len(self._waiting) >= _MOST_WAITING:
            caller.close()
            return
        self._waiting.append((line + b"\n", caller))
        self._flush()

    async def leave(self) -> None:
        """Stop it; nothing is lost."""
        self._leaving = True
        self._process.terminate()
        await asyncio.to_thread(self._process.join, _FAREWELL)
        if self._process.is_alive():
            self._process.kill()
        self._hang_up()
        for _, caller in self._waiting:
            if caller is not None:
                caller.close()

    def _begin(self) -> None:
        self._channel, theirs = socket.socketpair()
        self._channel.setblocking(False)
        self._kept = bytearray()
        self._process = self._start(self.place, theirs)
        theirs.close()
        self._loop.add_reader(self._channel, self._hear)

    def _hang_up(self) -> None:
        if self._channel.fileno() >= 0:
            self._loop.remove_reader(self._channel)
            self._loop.remove_writer(self._channel)
            self._channel.close()

    def _hear(self) -> None:
        try:
            data = self._channel.recv(65_536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._lost()
            return
        for line in lines(self._kept, data):
            if line == READY:
                self._ready.set()
                self._flush()
            else:
                self._heard(line)

    def _lost(self) -> None:
        """It has died. Who waits for it waits for the next one."""
        self._hang_up()
        if self._leaving:
            return
        if not self._ready.is_set():
            self.gone.set()
            return
        _LOG.error("server process %d died and is started again", self.place)
        self._ready.clear()
        self._process.join(_AGAIN)
        self._begin()

    def _flush(self) -> None:
        if not self._ready.is_set() or self._channel.fileno() < 0:
            return
        while self._waiting:
            line, caller = self._waiting[0]
            try:
                socket.send_fds(self._channel, [line], [] if caller is None else [caller.fileno()])
            except BlockingIOError:
                self._loop.add_writer(self._channel, self._flush)
                return
            except OSError as error:
                if error.errno == errno.ETOOMANYREFS:  # it has not taken the last ones yet
                    self._loop.call_later(_AGAIN, self._flush)
                return
            self._waiting.popleft()
            if caller is not None:
                caller.close()
        self._loop.remove_writer(self._channel)


class Porter:
    """The door: takes callers, sees what they ask, and shows them in."""

    def __init__(
        self, listening: socket.socket, start: Start, processes: int, find: Callable[[str], str],
        limits: Connections,
    ) -> None:  # fmt: skip
        self._listening = listening
        self._start = start
        self._processes = processes
        self._find = find
        self._limits = limits
        self._turns = count()
        self._silent: dict[socket.socket, tuple[asyncio.TimerHandle, str | None]] = {}
        self._stop = asyncio.Event()
        self.interrupted = False
        """Was it Ctrl+C that ended it?"""

    async def serve(self, ready: Callable[[], object]) -> None:
        """Serve until told to stop."""
        self._loop = loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._told_to_stop, number)
        self._tenants = [
            Tenant(place, self._start, self._carry) for place in range(self._processes)
        ]
        try:
            if await self._begun():
                self._listening.setblocking(False)
                loop.add_reader(self._listening, self._accept)
                ready()
                await self._first(*(tenant.gone.wait() for tenant in self._tenants))
            if any(tenant.gone.is_set() for tenant in self._tenants):
                raise Refusal("process-died")
        finally:
            loop.remove_reader(self._listening)
            for caller in list(self._silent):
                self._let_go(caller).close()
            await asyncio.gather(*(tenant.leave() for tenant in self._tenants))

    def _told_to_stop(self, number: signal.Signals) -> None:
        self.interrupted = number == signal.SIGINT
        self._stop.set()

    async def _begun(self) -> bool:
        """Wait for all processes; False if that is not to be."""

        async def all_ready() -> None:
            await asyncio.gather(*(tenant.ready() for tenant in self._tenants))

        await self._first(all_ready(), *(tenant.gone.wait() for tenant in self._tenants))
        return not self._stop.is_set() and not any(t.gone.is_set() for t in self._tenants)

    async def _first(self, *awaited: object) -> None:
        """Wait for the first of these, or for the word to stop."""
        tasks = [asyncio.ensure_future(one) for one in (self._stop.wait(), *awaited)]  # type: ignore[call-overload]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    def _carry(self, line: bytes) -> None:
        """A notice of one process, for the one that has the table."""
        kind, code, _ = line.split(b" ")
        assert kind == NOTICE
        self._tenants[place_of(code.decode(), self._processes)].tell(line)

    # ------------------------------------------------------------------------------------- callers

    def _accept(self) -> None:
        for _ in range(_AT_ONCE):
            try:
                caller, address = self._listening.accept()
            except BlockingIOError:
                return
            except OSError as error:
                # Too many at once: who has come waits outside until others have gone.
                _LOG.warning("nobody can be let in: %s", error)
                self._loop.remove_reader(self._listening)
                self._loop.call_later(
                    5 * _AGAIN, self._loop.add_reader, self._listening, self._accept
                )
                return
            who = self._limits.counted(address[0])
            if not self._limits.admits(who):
                caller.close()
                continue
            self._limits.open(who, 1)
            self._limits.asking(who, 1)
            caller.setblocking(False)
            seconds = self._limits.settings.head_seconds
            patience = self._loop.call_later(seconds, self._turn_away, caller)
            self._silent[caller] = (patience, who)
            self._loop.add_reader(caller, self._look, caller)

    def _look(self, caller: socket.socket) -> None:
        """See what a caller asks, as soon as its first line is there."""
        try:
            seen = caller.recv(_FIRST_LINE, socket.MSG_PEEK)
        except BlockingIOError:
            return
        except OSError:
            seen = b""
        if not seen:
            self._turn_away(caller)
        elif b"\n" in seen or len(seen) >= _FIRST_LINE:
            self._tenants[self._place(seen)].tell(CALLER, self._let_go(caller))
        else:  # what is there stays there: look again, but not all the time
            self._loop.remove_reader(caller)
            self._loop.call_later(_AGAIN, self._look_again, caller)

    def _look_again(self, caller: socket.socket) -> None:
        if caller in self._silent:
            self._loop.add_reader(caller, self._look, caller)

    def _place(self, seen: bytes) -> int:
        code = asked_code(seen)
        if code is None:
            return next(self._turns) % self._processes
        return place_of(self._find(code), self._processes)

    def _let_go(self, caller: socket.socket) -> socket.socket:
        patience, who = self._silent.pop(caller)
        patience.cancel()
        self._limits.open(who, -1)
        self._limits.asking(who, -1)
        self._loop.remove_reader(caller)
        return caller

    def _turn_away(self, caller: socket.socket) -> None:
        with contextlib.suppress(KeyError):
            self._let_go(caller).close()


def starter(work: Callable[[int, socket.socket], None]) -> Start:
    """Starts processes that do this work; each begins with a Python of its own."""
    spawning = multiprocessing.get_context("spawn")

    def start(place: int, channel: socket.socket) -> Running:
        process = spawning.Process(target=work, args=(place, channel), daemon=True)
        process.start()
        return process

    return start
