"""A server process behind a porter: it listens nowhere, and takes the callers handed to it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable

import msgspec
import uvicorn

from echappee.server.config import Settings
from echappee.server.fanout.local import LocalFanout
from echappee.server.processes.porter import CALLER, NOTICE, READY, lines
from echappee.server.shares import Share
from echappee.server.uvicorn_config import configuration, seldom_collect

_MOST_CALLERS = 64


class ChannelFanout(LocalFanout):
    """Notices within a process; those of tables that another one has go there too."""

    def __init__(self, share: Share, channel: socket.socket) -> None:
        super().__init__()
        self._share = share
        self._channel = channel
        self._waiting = bytearray()

    def publish(self, code: str, seq: int) -> None:
        """Tell everybody here, and whoever has the table, as soon as the porter takes it."""
        super().publish(code, seq)
        if not self._share.has(code):
            self._waiting += b"%b %b %d\n" % (NOTICE, code.encode(), seq)
            self._flush()

    def _flush(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                del self._waiting[: self._channel.send(self._waiting)]
        except BlockingIOError:
            loop.add_writer(self._channel, self._flush)
            return
        except OSError:  # the porter is gone, and this process will be soon
            self._waiting.clear()
        loop.remove_writer(self._channel)

    def heard(self, line: bytes) -> None:
        """A notice from another process."""
        _, code, seq = line.split(b" ")
        super().publish(code.decode(), int(seq))


class HandedServer(uvicorn.Server):
    """Serves the connections that come through a channel, until that is closed."""

    def __init__(
        self, config: uvicorn.Config, channel: socket.socket, heard: Callable[[bytes], None]
    ) -> None:
        super().__init__(config)
        self._channel = channel
        self._heard = heard
        self._kept = bytearray()
        self._arriving: set[asyncio.Task[object]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start without listening, and say so."""
        await super().startup(sockets=[])
        self._channel.setblocking(False)
        asyncio.get_running_loop().add_reader(self._channel, self._receive)
        self._channel.send(READY + b"\n")

    def _receive(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            data, handed, _, _ = socket.recv_fds(self._channel, 4_096, _MOST_CALLERS)
        except BlockingIOError:
            return
        except OSError:
            data, handed = b"", []
        if not data:  # the porter is gone
            loop.remove_reader(self._channel)
            self.should_exit = True
            return
        for descriptor in handed:
            caller = socket.socket(fileno=descriptor)
            task = loop.create_task(loop.connect_accepted_socket(self._protocol, caller))
            self._arriving.add(task)
            task.add_done_callback(self._arriving.discard)
        for line in lines(self._kept, data):
            if line != CALLER:
                self._heard(line)

    def _protocol(self) -> asyncio.Protocol:
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )


class Work(msgspec.Struct, frozen=True):
    """What each of the processes does: it can be sent to another Python."""

    settings: Settings
    processes: int
    prepare: Callable[[], None] | None = None

    def __call__(self, place: int, channel: socket.socket) -> None:
        """Serve in this process until told to stop."""
        if self.prepare is not None:
            self.prepare()
        share = Share(place, self.processes)
        fanout = ChannelFanout(share, channel)
        config = configuration(msgspec.structs.replace(self.settings, share=share), fanout)
        seldom_collect()
        with contextlib.suppress(KeyboardInterrupt):
            HandedServer(config, channel, fanout.heard).run()
