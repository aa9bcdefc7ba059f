"""How much and how long somebody may take to ask, and how many connections may be open.

uvicorn reads heads of any length for any time. Here a connection has a head of bounded length,
finished in time, and a body finished in time; of connections that have not finished asking, and of
all, each address has so many; and all together leave the process descriptors for its files.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from echappee.server.config import Settings
from echappee.server.counts import Counts
from echappee.server.http.addresses import Proxies, caller
from echappee.server.http.lean_socket import LeanSocket
from echappee.server.protocol.rest import LARGEST_BODY
from echappee.server.refusals import Refusal, problem

if sys.platform != "win32":
    import resource

LONGEST_HEAD = 16_384
LONGEST_LINE = 8_000
MOST_LINES = 64
_LONGEST_MESSAGE = LONGEST_HEAD + 2 * LARGEST_BODY
"""With what chunks and their ends add to a body."""
_SPARE = 128
_FEWEST = 16
_LINGER = 10.0


def most_connections() -> int | None:
    """How many connections there may be so that descriptors are left; None: any number."""
    if sys.platform == "win32":
        return None
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if allowed == resource.RLIM_INFINITY:
        return None
    return max(_FEWEST, allowed - max(_SPARE, allowed // 8))


class Connections:
    """The connections that are open, by address."""

    def __init__(self, settings: Settings, most: int | None, counts: Counts | None = None) -> None:
        self.settings = settings
        self.refusals = (counts or Counts()).refusals
        self._most = most
        self._proxies = Proxies(settings.proxies)
        self._open: Counter[str] = Counter()
        self._asking: Counter[str] = Counter()
        self.total = 0

    def counted(self, address: str) -> str | None:
        """By what an address is counted; None: a proxy, which calls for many."""
        return None if address in self._proxies else caller(address)

    def admits(self, who: str | None) -> bool:
        """May one more come from there?"""
        if self._most is not None and self.total >= self._most:
            return False
        each, asking = self.settings.connections, self.settings.half_open
        if who is None:
            return True
        return (each is None or self._open[who] < each) and (
            asking is None or self._asking[who] < asking
        )

    def open(self, who: str | None, step: int) -> None:
        """One more is open, or one less."""
        self.total += step
        _count(self._open, who, step)

    def asking(self, who: str | None, step: int) -> None:
        """One more has not finished asking, or one less."""
        _count(self._asking, who, step)


def _count(counter: Counter[str], who: str | None, step: int) -> None:
    if who is not None:
        counter[who] += step
        if not counter[who]:
            del counter[who]


class Answering:
    """Refuses on a transport, in words, whoever can't be given to the application."""

    transport: asyncio.Transport

    def refusals(self) -> Counter[str] | None:
        """Where refusals are counted."""
        return None

    def refuse(self, refusal: Refusal) -> None:
        """Answer and hang up."""
        counted = self.refusals()
        if counted is not None:
            counted[refusal.code] += 1
        body = msgspec.json.encode(problem(refusal))
        head = (
            b"content-type: application/json\r\ncontent-length: %d\r\n"
            b"x-content-type-options: nosniff\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(STATUS_LINE[refusal.status] + head % len(body) + body)
        self.transport.close()


class LimitedHttp(Answering, HttpToolsProtocol):
    """One connection, until it becomes a socket's or ends."""

    limits: Connections

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._who: str | None = None
        self._admitted = False
        self._is_asking = False
        self._is_upgraded = False
        self._in_head = True
        self._taken = 0
        self._head = 0
        self._wrong: Refusal | None = None
        self._deadline: asyncio.TimerHandle | None = None

    def refusals(self) -> Counter[str]:
        """Where refusals are counted."""
        return self.limits.refusals

    # ---------------------------------------------------------------------------- coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody comes: is there room for him?"""
        super().connection_made(transport)
        self._who = self.limits.counted(self.client[0] if self.client else "")
        if not self.limits.admits(self._who):
            self.refuse(Refusal("too-many"))
            self._hang_up_by(_LINGER)
            return
        self._admitted = True
        self.limits.open(self._who, 1)
        self._ask()

    def connection_lost(self, exc: Exception | None) -> None:
        """He is gone."""
        super().connection_lost(exc)
        self.release()

    def release(self) -> None:
        """Nothing of this connection counts any more."""
        self._asked()
        self._stop_clock()
        if self._admitted:
            self._admitted = False
            self.limits.open(self._who, -1)

    def handle_websocket_upgrade(self) -> None:
        """The connection is a socket's from now on; it stays one connection."""
        self._asked()
        self._stop_clock()
        self._is_upgraded = True
        super().handle_websocket_upgrade()
        follower = self.transport.get_protocol()
        assert isinstance(follower, LimitedSocket)
        follower.counted = (self.limits, self._who)
        self._admitted = False

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more is asked: end it, even if the answer is never read."""
        super().timeout_keep_alive_handler()
        self._hang_up_by(_LINGER)

    # -------------------------------------------------------------------------------------- asking

    def data_received(self, data: bytes) -> None:
        """Read in pieces, so that no head grows beyond its bounds before it is measured."""
        if not self._is_asking and self._in_head and not self.transport.is_closing():
            self._ask()
        for start in range(0, len(data), LONGEST_HEAD):
            if self._is_upgraded or self.transport.is_closing():
                return
            piece = data[start : start + LONGEST_HEAD]
            self._taken += len(piece)
            super().data_received(piece)
            self._measure()

    def _measure(self) -> None:
        if self._is_upgraded or self.transport.is_closing():
            return
        if self._taken > (LONGEST_HEAD if self._in_head else _LONGEST_MESSAGE):
            self.refuse(Refusal("long-head" if self._in_head else "too-long"))
            self._hang_up_by(_LINGER)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._taken = self._head = 0

    def on_url(self, url: bytes) -> None:
        """A piece of its path."""
        super().on_url(url)
        self._add_to_head(len(url), len(self.url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """A line of its head, or of what follows a body in chunks."""
        super().on_header(name, value)
        line = len(name) + len(value) + len(": ")
        self._add_to_head(line, line)
        if len(self.headers) > MOST_LINES:
            self._stop(Refusal("long-head"))

    def on_headers_complete(self) -> None:
        """Its head is there."""
        if not self.url.isascii():
            self._stop(Refusal("bad-path"))
        self._in_head = False
        self._asked()
        self._hang_up_by(self.limits.settings.body_seconds, Refusal("too-slow"))
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it is there."""
        self._in_head = True
        self._taken = 0
        self._stop_clock()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """What can't be read is refused in our words."""
        self.refuse(self._wrong or Refusal("bad-http"))
        self._hang_up_by(_LINGER)

    def _add_to_head(self, length: int, line: int) -> None:
        self._head += length
        if line > LONGEST_LINE or self._head > LONGEST_HEAD:
            self._stop(Refusal("long-head"))

    def _stop(self, refusal: Refusal) -> None:
        """Have the parser stop here; `send_400_response` then tells why."""
        self._wrong = refusal
        raise refusal

    # ------------------------------------------------------------------------------------ the time

    def _ask(self) -> None:
        self._is_asking = True
        self.limits.asking(self._who, 1)
        self._hang_up_by(self.limits.settings.head_seconds, Refusal("too-slow"))

    def _asked(self) -> None:
        if self._is_asking:
            self._is_asking = False
            self.limits.asking(self._who, -1)

    def _hang_up_by(self, seconds: float, refusal: Refusal | None = None) -> None:
        self._stop_clock()
        self._deadline = self.loop.call_later(seconds, self._hang_up, refusal)

    def _hang_up(self, refusal: Refusal | None) -> None:
        """The time is over. Without a refusal, or if even that is not taken: at once."""
        self._deadline = None
        answers = self.cycle is not None and not self.cycle.response_complete
        if refusal is not None and answers and self._in_head:  # the request before is still ours
            self._hang_up_by(self.limits.settings.head_seconds, refusal)
        elif refusal is None or answers or self.transport.is_closing():
            self.transport.abort()
        else:
            self.refuse(refusal)
            self._hang_up_by(_LINGER)

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class LimitedSocket(Answering, LeanSocket):
    """A socket; what no socket should send ends it, without a word in the log."""

    counted: tuple[Connections, str | None] | None = None
    """Where it counts as a connection, and as whose."""

    def refusals(self) -> Counter[str] | None:
        """Where refusals are counted."""
        return None if self.counted is None else self.counted[0].refusals

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        super().connection_lost(exc)
        if self.counted is not None:
            limits, who = self.counted
            limits.open(who, -1)
            self.counted = None

    def data_received(self, data: bytes) -> None:
        """Something came; first of all the whole head of the handshake, which must be one."""
        super().data_received(data)
        if not self.handshake_initiated and not self.transport.is_closing():
            self.refuse(Refusal("bad-http"))

    def handle_parser_exception(self) -> None:
        """What came can't be read, perhaps not even the handshake."""
        if self.conn.close_sent is None:
            self.refuse(Refusal("bad-http"))
            return
        super().handle_parser_exception()


def limited(settings: Settings, counts: Counts | None = None) -> type[LimitedHttp]:
    """The protocol for the connections of one server."""

    class Http(LimitedHttp):
        limits = Connections(settings, most_connections(), counts)

    return Http
