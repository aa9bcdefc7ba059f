"""Work on records that takes long, done in the threads of the bots while people look on.

One record at a time; one that nobody asks about any more rests, and goes on from there when
somebody does. Of those that were asked about lately, a number is kept.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from echappee.match.match import Match
from echappee.server.table.bot_pool import Thinkers

_KEPT = 64
_ATTENTION = 10.0
"""Seconds for which somebody waits who asked: a page that waits asks every second."""

Spawn = Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]


class Study:
    """What is known so far about one record."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.done = False
        self.asked = 0.0
        """When somebody asked last."""
        self.working = False

    @property
    def later(self) -> bool:
        """Are the rules not compiled yet, and too slow for this?"""
        return self.match.rulebook.borrowed


Known = TypeVar("Known", bound=Study)


class RecordWork(ABC, Generic[Known]):
    """The records that are being worked on, and those that were lately."""

    def __init__(
        self, thinkers: Thinkers, spawn: Spawn, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._thinkers = thinkers
        self._spawn = spawn
        self._clock = clock
        self._known: OrderedDict[Hashable, Known] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    def _ask(self, name: Hashable, begin: Callable[[], Known]) -> Known:
        """What is known of something; if that is nothing, or not all, work on it goes on."""
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = begin()
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        self._known.move_to_end(name)
        found.asked = self._clock()
        if not found.done and not found.working and not found.later:
            found.working = True
            self._spawn(self._run(found))
        return found

    def _watched(self, study: Known) -> bool:
        """Does anybody still wait for this?"""
        return self._clock() - study.asked <= _ATTENTION

    async def _run(self, study: Known) -> None:
        try:
            await self._work(study)
        finally:
            study.working = False

    @abstractmethod
    async def _work(self, study: Known) -> None:
        """Work on it until it is done, or nobody waits for it any more."""
