"""A server that ends without anybody losing anything, when it is told to end.

At the first SIGTERM or Ctrl+C it drains: ``/ready`` says no; after ``drain_notice`` seconds (not at
Ctrl+C) nobody new is let in, every socket finishes what it is at, is sent what it lacks and is
closed with 1012, "come again"; requests are answered; then the process ends with status 0. All that
within ``drain`` seconds. The second signal ends it at once: what was acknowledged is stored anyway.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from socket import socket
from types import FrameType

import uvicorn

from echappee.server.config import Settings
from echappee.server.draining import Drain

_LOG = logging.getLogger("echappee.server")
_SPARE = 5.0
"""Seconds beyond those of a drain after which nothing is waited for any more."""


class DrainServer(uvicorn.Server):
    """uvicorn's server, with an end of our own."""

    def __init__(self, config: uvicorn.Config, settings: Settings, drain: Drain) -> None:
        super().__init__(config)
        self._settings = settings
        self._state = drain
        self._loop: asyncio.AbstractEventLoop | None = None
        self._told: int | None = None
        self._draining: asyncio.Task[None] | None = None

    @property
    def interrupted(self) -> bool:
        """Was it Ctrl+C that ended it?"""
        return self._told == signal.SIGINT

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begin to serve."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        _LOG.info("serving")

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Answer what was asked, and end."""
        await super().shutdown(sockets)
        _LOG.info("ended")

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal came."""
        if self._told is not None:
            os._exit(128 + sig)
        self._told = sig
        if self._loop is None or not self.started:
            self.should_exit = True
            return
        notice = self._settings.drain_notice if sig != signal.SIGINT else 0.0
        last = threading.Timer(notice + self._settings.drain + _SPARE, _give_up)
        last.daemon = True
        last.start()
        self._loop.call_soon_threadsafe(self._begin, notice)

    def _begin(self, notice: float) -> None:
        self._draining = asyncio.ensure_future(self._drain(notice))

    async def _drain(self, notice: float) -> None:
        self._state.begun = True
        _LOG.info("draining: nobody new is let in, sockets are told to come again")
        await asyncio.sleep(notice)
        for server in self.servers:
            server.close()
        try:
            async with asyncio.timeout(self._settings.drain):
                await self._state.emptied()
        except TimeoutError:
            _LOG.warning("some sockets were closed before they had finished")
        self.should_exit = True


def _give_up() -> None:
    _LOG.warning("the server ended before all was done; what was acknowledged is stored")
    os._exit(0)
