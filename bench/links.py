"""What loads a server: WebSocket clients as lean as can be."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Coroutine
from typing import TypeVar, cast

T = TypeVar("T")


class Link(asyncio.Protocol):
    """A WebSocket: text frames in whole, masked frames (with a mask of zeros) out."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._buffer = bytearray()
        self._open = False
        self._transport: asyncio.Transport | None = None

    def opened(self) -> None:
        """The handshake is done."""

    def lost(self, why: str) -> None:
        """The server has refused the handshake, or hung up."""

    def heard(self, text: bytes) -> None:
        """A message has come."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        self._transport = cast(asyncio.Transport, transport)
        host, port = self._transport.get_extra_info("peername")[:2]
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self._transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def write(self, text: bytes) -> None:
        """Send a message of less than 64 KB."""
        if self._transport is None:
            return
        size = len(text)
        head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self._transport.write(head + bytes(4) + text)

    def data_received(self, data: bytes) -> None:
        """Take in whatever came."""
        buffer = self._buffer
        buffer += data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101 "):
                self._hang_up(bytes(buffer).decode(errors="replace").partition("\r\n")[0])
                return
            del buffer[: end + 4]
            self._open = True
            self.opened()
        while len(buffer) >= 2:
            size, start = buffer[1], 2
            if size >= 126:
                start = 4 if size == 126 else 10
                if len(buffer) < start:
                    return
                size = int.from_bytes(buffer[2:start], "big")
            if len(buffer) < start + size:
                return
            opcode, body = buffer[0] & 15, bytes(buffer[start : start + size])
            del buffer[: start + size]
            if opcode == 1:
                self.heard(body)
            elif opcode == 9 and self._transport is not None:
                self._transport.write(bytes([0x8A, 0x80 | size]) + bytes(4) + body)
            elif opcode == 8:
                self._hang_up(f"it closed the socket: {body[2:].decode(errors='replace')}")
                return

    def connection_lost(self, error: Exception | None) -> None:
        """The connection is no more, by our will or not."""
        self._hang_up(f"the connection was lost: {error}")

    def close(self) -> None:
        """Hang up."""
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.close()

    def _hang_up(self, why: str) -> None:
        if self._transport is not None:
            self.close()
            self.lost(why)


def run_fast(work: Coroutine[object, object, T]) -> T:
    """Run on the fastest loop there is: the load shares the machine with what it measures."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)
