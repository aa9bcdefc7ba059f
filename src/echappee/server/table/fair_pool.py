"""Threads that many people share: whoever has had least is served first, and nobody starves.

Each piece of work has owners (the addresses of those who wait for it). Each owner's turns are
counted against a common count that goes on with every turn: who comes anew stands where the others
are, who had more than they stands behind. Some work has a head start of so many turns, such as a
hint that a person asked for; it can be used up, so that even a thousand of them let others through.

Everything but the work itself happens on the loop: nothing here needs a lock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import Any, TypeVar

import msgspec

from echappee.server.counts import WAIT_BOUNDS, Histogram
from echappee.server.refusals import Refusal

Result = TypeVar("Result")

_REMEMBERED = 4_096


class Claim(msgspec.Struct, frozen=True):
    """For whom a piece of work is done."""

    owners: tuple[str, ...] = ("",)
    """Those who wait for it: it is done in the turn of the one who had least."""
    table: str = ""
    """Among the works of one owner, tables take turns."""
    head_start: int = 0
    """So many turns earlier than its turn, or later where it is negative."""


class _Job(msgspec.Struct, eq=False):
    """Something that waits for a thread, or is being done in one."""

    work: Callable[[], Any]
    done: asyncio.Future[Any]
    claim: Claim
    arrived: int
    """What the common count stood at."""
    order: int
    since: float
    """When it came, by the loop's clock."""


class FairPool:
    """A few threads, and all who wait for them."""

    def __init__(
        self, name: str, workers: int, most: int | None = None, most_each: int | None = None
    ) -> None:
        """At most ``most`` pieces of work wait, ``most_each`` of one owner; None: any number."""
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix=name)
        self._free = workers
        self.waits = Histogram(WAIT_BOUNDS)
        """How long work waited for its thread."""
        self._most = most
        self._most_each = most_each
        self._waiting: list[_Job] = []
        self._now = 0
        self._had: dict[str, int] = {}
        """Where each owner stands who is further than the common count."""
        self._last: dict[str, int] = {}
        """When each table that waits, or waited lately, was served last."""
        self._order = count(1)
        self._turns = count(1)
        self._open = True

    @property
    def waiting(self) -> int:
        """How many pieces of work have no thread yet."""
        return len(self._waiting)

    def close(self) -> None:
        """Begin nothing more, and wait for nothing."""
        for job in self._waiting:
            job.done.cancel()
        self._waiting.clear()
        self._open = False
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def ended(self) -> None:
        """Wait for what had begun when it was closed."""
        await asyncio.to_thread(self._threads.shutdown)

    async def run(self, claim: Claim, work: Callable[..., Result], *given: Any) -> Result:
        """Do something in a thread when its turn comes; refused if too many wait already.

        Whoever is cancelled while he waits takes his work away with him. What has begun goes on
        to its end, but nobody hears of it.
        """
        self._admit(claim)
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Result] = loop.create_future()
        job = _Job(partial(work, *given), done, claim, self._now, next(self._order), loop.time())
        self._waiting.append(job)
        self._begin()
        try:
            return await done
        finally:
            if job in self._waiting:
                self._waiting.remove(job)

    def _admit(self, claim: Claim) -> None:
        if not self._open:
            raise Refusal("busy")
        if self._most is not None and len(self._waiting) >= self._most:
            raise Refusal("busy")
        if self._most_each is not None:
            own = sum(job.claim.owners == claim.owners for job in self._waiting)
            if own >= self._most_each:
                raise Refusal("busy")

    def _owner(self, job: _Job) -> tuple[int, str]:
        """Where the owner stands who had least of those who wait for this, and who he is."""
        return min((max(job.arrived, self._had.get(who, 0)), who) for who in job.claim.owners)

    def _turn(self, job: _Job) -> tuple[int, int, int]:
        """What is smallest comes first."""
        stands, _ = self._owner(job)
        return stands - job.claim.head_start, self._last.get(job.claim.table, 0), job.order

    def _begin(self) -> None:
        while self._open and self._free and self._waiting:
            job = min(self._waiting, key=self._turn)
            self._waiting.remove(job)
            self._count(job)
            self._free -= 1
            loop = asyncio.get_running_loop()
            self.waits.add(loop.time() - job.since)
            running = loop.run_in_executor(self._threads, job.work)
            running.add_done_callback(partial(self._ended, job))

    def _count(self, job: _Job) -> None:
        stands, who = self._owner(job)
        self._now = max(self._now, stands)
        self._had[who] = stands + 1
        self._last[job.claim.table] = next(self._turns)
        if not self._waiting or len(self._last) > _REMEMBERED:  # forget what no longer counts
            self._had = {one: had for one, had in self._had.items() if had > self._now}
            self._last = {job.claim.table: self._last[job.claim.table]}

    def _ended(self, job: _Job, running: asyncio.Future[Any]) -> None:
        if running.cancelled():  # the pool was closed
            job.done.cancel()
            return
        error = running.exception()
        if not job.done.done():
            if error is None:
                job.done.set_result(running.result())
            else:
                job.done.set_exception(error)
        self._free += 1
        self._begin()
