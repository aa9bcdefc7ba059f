"""``/health`` and ``/ready``: is the process alive, and should anybody be sent here?"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from litestar import Request, Response, get

from echappee.errors import Phrase
from echappee.games import game_ids
from echappee.server.refusals import Refusal, problem
from echappee.server.table.service import TableService

_LOG = logging.getLogger("echappee.server")
_PATIENCE = 2.0
"""Seconds within which the store must answer."""
_FRESH = 1.0
"""Seconds that an answer of the store holds: whoever asks often asks it no more often."""


class Readiness(msgspec.Struct, frozen=True, kw_only=True):
    """May people be sent here, and if not, why?"""

    ready: bool
    store: bool
    """Does the store answer?"""
    rules: bool
    """Can all games be played?"""
    draining: bool
    """Is the server about to end?"""
    code: str | None = None
    words: Phrase | None = None


class Readier:
    """Looks whether a service can serve."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._asked: tuple[float, bool] | None = None
        self._asking: asyncio.Task[bool] | None = None

    async def look(self) -> Readiness:
        """How it is now; the store is asked at most once a second, however many ask."""
        service = self._service
        store = await self._store()
        rules = all(map(service.rules.at_hand, game_ids()))
        draining = service.drain.begun
        missing = [
            name
            for name, wrong in (("store", not store), ("rules", not rules), ("draining", draining))
            if wrong
        ]
        if not missing:
            return Readiness(ready=True, store=True, rules=True, draining=False)
        told = problem(Refusal(f"not-ready-{missing[0]}"))
        return Readiness(
            ready=False, store=store, rules=rules, draining=draining, code=told.code,
            words=told.words,
        )  # fmt: skip

    async def _store(self) -> bool:
        now = asyncio.get_running_loop().time()
        if self._asked is not None and now - self._asked[0] < _FRESH:
            return self._asked[1]
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(self._asking)

    async def _ask(self) -> bool:
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._service.storage.find("")
            found = True
        except Exception as error:  # whatever is wrong with it, it does not answer
            _LOG.warning("the store does not answer: %s", type(error).__name__)
            found = False
        self._asked = (asyncio.get_running_loop().time(), found)
        return found


@get("/health", include_in_schema=False)
async def health() -> dict[str, bool]:
    """The process answers: that is all it says, and it asks nobody."""
    return {"alive": True}


@get("/ready", include_in_schema=False)
async def ready(request: Request[Any, Any, Any]) -> Response[Readiness]:
    """May people be sent here? 503 with what is missing otherwise."""
    found: Readiness = await request.app.state["readier"].look()
    return Response(found, status_code=200 if found.ready else 503)


HANDLERS = (health, ready)
