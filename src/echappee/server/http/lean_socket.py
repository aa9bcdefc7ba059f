"""A WebSocket whose plain frames go the short way.

Nearly all that goes over a socket is a short text in one frame, either way. uvicorn's protocol
hands each of them through the state machine of `websockets`, an event, and whatever the application
is wrapped in; for moves and news that took a quarter of the server's time. Here such a frame is
read and written as it lies, and the application that asks for it (`lean`) talks to the socket
directly. Everything else (handshake, pings, closing, whatever is cut in pieces or broken) goes the
long way, and `websockets` decides.
"""

from __future__ import annotations

from typing import Any, Protocol, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import OPEN

_EXTENSION = "echappee.lean"
_TEXT = 0x81  # a whole text in one frame
_MASKED = 0x80
_LONGER, _LONGEST = 126, 127  # instead of a length: it follows in two bytes, or in eight
_MOST_SHORT = 4096  # bytes of a text that is read the short way
_MOST_WAITING = 16  # messages that wait to be served, before no more are read


class Lean(Protocol):
    """What an application can talk to in place of ASGI's messages, once the handshake is done."""

    async def read(self) -> str | None:
        """The next message; None if the client is gone."""

    async def write(self, text: str) -> None:
        """Send a message; raises if the client is gone."""


def lean(scope: Any) -> Lean | None:
    """The short way to the socket of an ASGI scope, where there is one."""
    return cast("Lean | None", (scope.get("extensions") or {}).get(_EXTENSION))


class LeanSocket(WebSocketsSansIOProtocol):
    """A socket with a short way for plain frames."""

    _in_step = True
    """Does what comes next begin with a frame? Once it does not, all goes the long way."""

    def handle_connect(self, event: Any) -> None:
        """A handshake: the application may take the short way after it."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions = cast("dict[str, Any]", self.scope["extensions"])
            extensions[_EXTENSION] = self

    # ------------------------------------------------------------------------------------- reading

    def data_received(self, data: bytes) -> None:
        """Something came: take plain texts from its front, and leave the rest to `websockets`."""
        if not self.handshake_complete or not self._in_step:
            super().data_received(data)
            return
        start = 0
        while start < len(data):
            head = data[start : start + 8]
            end = _end_of_frame(head, start)
            if end > len(data) or not head[0] & _MASKED:  # cut off, or the first of several pieces
                self._in_step = False
                super().data_received(data[start:])
                return
            frame = data if not start and end == len(data) else data[start:end]
            text = self._plain(frame)
            if text is None:
                super().data_received(frame)
            else:
                self._received({"type": "websocket.receive", "text": text})
            start = end

    def _plain(self, frame: bytes) -> str | None:
        """The text in a whole frame; None if there is anything about it to be decided."""
        size = frame[1] & ~_MASKED
        if (
            frame[0] != _TEXT or not frame[1] & _MASKED or size == _LONGEST
            or len(frame) > _MOST_SHORT or self.conn.state is not OPEN or self.close_sent
        ):  # fmt: skip
            return None
        start = 2 if size < _LONGER else 4
        try:
            return str(apply_mask(frame[start + 4 :], frame[start : start + 4]), "utf-8")
        except UnicodeDecodeError:
            return None

    def send_receive_event_to_app(self) -> None:
        """A whole message has come the long way; a text must be one."""
        data = b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type != "text":
            self._received({"type": "websocket.receive", "bytes": data})
            return
        try:
            self._received({"type": "websocket.receive", "text": data.decode()})
        except UnicodeDecodeError:
            self.conn.fail(1007)
            self.handle_parser_exception()

    def _received(self, event: Any) -> None:
        self.queue.put_nowait(event)
        if not self.read_paused and self.queue.qsize() >= _MOST_WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    async def read(self) -> str | None:
        """The next message; None if the client is gone."""
        event: Any = await self.receive()
        if event["type"] != "websocket.receive":
            return None
        text = event.get("text")
        return str(event["bytes"], errors="replace") if text is None else text

    # ------------------------------------------------------------------------------------- writing

    async def write(self, text: str) -> None:
        """Send a message; raises if the client is gone."""
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.close_sent or self.conn.state is not OPEN:
            raise ClientDisconnected
        body = text.encode()
        size = len(body)
        if size < _LONGER:
            head = bytes((_TEXT, size))
        elif size < 65_536:
            head = bytes((_TEXT, _LONGER)) + size.to_bytes(2, "big")
        else:
            head = bytes((_TEXT, _LONGEST)) + size.to_bytes(8, "big")
        self.transport.write(head + body)


def _end_of_frame(head: bytes, start: int) -> int:
    """Where the frame ends that begins at ``start`` with these bytes; far away if it can't be told:
    a frame with eight bytes of length is longer than any that is allowed in one piece."""
    if len(head) < 2:
        return start + 2
    masked = 4 if head[1] & _MASKED else 0
    size = head[1] & ~_MASKED
    if size < _LONGER:
        return start + 2 + masked + size
    if size == _LONGEST or len(head) < 4:
        return start + (1 << 62)
    return start + 4 + masked + int.from_bytes(head[2:4], "big")
