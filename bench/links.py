"""What loads a server: WebSocket clients as lean as can be, and what a server process has used."""

from __future__ import annotations

import asyncio
import base64
import os
import secrets
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Coroutine
from pathlib import Path
from typing import TypeVar, cast

T = TypeVar("T")
_COMMAND = "from echappee.cli import main; main()"


class Link(asyncio.Protocol):
    """A WebSocket: text frames in whole, masked frames (with a mask of zeros) out."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._buffer = bytearray()
        self._open = False
        self._transport: asyncio.Transport | None = None

    def opened(self) -> None:
        """The handshake is done."""

    def heard(self, text: bytes) -> None:
        """A message has come."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        self._transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self._transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def write(self, text: bytes) -> None:
        """Send a message of less than 64 KB."""
        assert self._transport is not None
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

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()


def run_fast(work: Coroutine[object, object, T]) -> T:
    """Run on the fastest loop there is: the load shares the machine with what it measures."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def memory(process: int) -> int:
    """The resident memory of a process and those that it started, in bytes."""
    pages = [Path(f"/proc/{one}/statm").read_text().split()[1] for one in _family(process)]
    return sum(map(int, pages)) * os.sysconf("SC_PAGE_SIZE")


def cpu(process: int) -> float:
    """The seconds of processor time that a process and those that it started have used."""
    stats = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2] for one in _family(process)]
    ticks = sum(int(used) for fields in stats for used in fields.split()[11:13])
    return ticks / os.sysconf("SC_CLK_TCK")


def _family(process: int) -> list[int]:
    started = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(one for child in started for one in _family(int(child)))]


def serve(port: int, data: str) -> subprocess.Popen[bytes]:
    """``echappee serve`` as a person starts it, in a process of its own."""
    command = [sys.executable, "-c", _COMMAND, "serve", "--port", str(port), "--data", data]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def answers(address: str) -> bool:
    """Does a server answer there?"""
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
