"""What runs in the background until the server closes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from echappee.errors import EchappeeError

_LOG = logging.getLogger("echappee.server")


class Tasks:
    """Tasks that nobody awaits: they are kept, and their failures are told."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Begin something."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._finished)
        return task

    async def cancel(self) -> None:
        """End all of it."""
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, EchappeeError):
            _LOG.error("a task of the server failed", exc_info=error)
