"""A door between a node and an engine, which can be shut in two ways."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Literal, cast

State = Literal["open", "shut", "mute"]


class _Side(asyncio.Protocol):
    """One end of a connection; what comes in here goes out at the other."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self.other: _Side | None = None
        self.transport: asyncio.Transport | None = None
        self._early: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Here it is."""
        self.transport = cast(asyncio.Transport, transport)
        self._door.sides.add(self)

    def data_received(self, data: bytes) -> None:
        """Pass it on, if the door is open; if it is mute, nothing of it will ever arrive."""
        if self._door.state == "mute":
            self._door.muted.update({self, self.other} - {None})  # type: ignore[arg-type]
        elif self in self._door.muted:
            pass
        elif self.other is not None and self.other.transport is not None:
            self.other.transport.write(data)
        else:
            self._early.append(data)

    def joined(self, other: _Side) -> None:
        """The other end is there: pass on what came before it."""
        self.other = other
        for data in self._early:
            self.data_received(data)
        self._early.clear()

    def connection_lost(self, _: Exception | None) -> None:
        """So is the other end."""
        self._door.sides.discard(self)
        self._door.muted.discard(self)
        self.transport = None
        if self.other is not None:
            self.other.close()

    def close(self) -> None:
        """Hang up."""
        if self.transport is not None:
            self.transport.close()

    def abort(self) -> None:
        """Hang up at once, without a word."""
        if self.transport is not None:
            self.transport.abort()


class Door:
    """Listens at a port of its own and passes everything on to another.

    ``shut``: connections are dropped, and new ones too. ``mute``: connections stay and new ones are
    let in, but nothing passes; who was mute is dropped when the door opens.
    """

    def __init__(self, target: int) -> None:
        self._target = target
        self.port = 0
        self.state: State = "open"
        self.sides: set[_Side] = set()
        self.muted: set[_Side] = set()
        self._server: asyncio.Server | None = None
        self._dialling: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to listen."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._enter, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Drop everything, and listen no more."""
        if self._server is not None:
            self._server.close()
        while self.sides or self._dialling:
            self.set("shut")
            await asyncio.sleep(0)

    def set(self, state: State) -> None:
        """Open or shut it."""
        self.state = state
        for side in list(self.sides if state == "shut" else self.muted if state == "open" else ()):
            side.abort()

    def _enter(self) -> _Side:
        side = _Side(self)
        task = asyncio.get_running_loop().create_task(self._dial(side))
        self._dialling.add(task)
        task.add_done_callback(self._dialling.discard)
        return side

    async def _dial(self, near: _Side) -> None:
        await asyncio.sleep(0)  # until the near end has its transport
        if self.state == "mute":
            self.muted.add(near)
            return
        far = _Side(self)
        if self.state == "open":
            with suppress(OSError):
                loop = asyncio.get_running_loop()
                await loop.create_connection(lambda: far, "127.0.0.1", self._target)
        if far.transport is None or near.transport is None or self.state == "shut":
            near.abort()
            far.abort()
            return
        far.other = near
        near.joined(far)
