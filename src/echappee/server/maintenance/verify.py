"""Verify a whole store: every table played again, every record too; by several processes if big."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

import msgspec

from echappee.bots.prepare_games import unprepared
from echappee.child_processes import deaf_children, worker_processes
from echappee.games import game_ids, rulebook
from echappee.server.maintenance.checks import (
    Problem,
    check_offers,
    check_records,
    check_tables,
)
from echappee.server.maintenance.progress import Progress
from echappee.server.refusals import Refusal
from echappee.server.store.bulk import Counts, Snapshot

Row = TypeVar("Row")
_MANY = 400
"""With fewer tables and records one process is done before others have the rules loaded."""
_MOST_LISTED = 1_000


class Report(msgspec.Struct, frozen=True):
    """What was looked at, and what is wrong with it."""

    counts: Counts
    problems: tuple[Problem, ...]
    wrong: int
    """How many problems there are: of very many only the first are listed."""


async def verify(
    store: Snapshot, progress: Progress, *, code: str | None = None, processes: int | None = None
) -> Report:
    """Look at everything in a store, or at the table with this code."""
    counts = await store.counts()
    rows = 1 if code is not None else counts.tables + counts.records
    many = rows >= _MANY
    if processes is None:
        processes = min(8, os.cpu_count() or 1) if many else 1
    checking = Checking(progress)
    with _rules(many, progress), _workers(processes) as (workers, at_once):
        progress.expect("verify", rows)
        await checking.all(store.tables(code), check_tables, workers, at_once)
        if code is None:
            await checking.all(store.records(), check_records, workers, at_once)
            await checking.all(store.offers(), check_offers, workers, at_once, told=False)
            checking.note([Problem("stray", found) for found in await store.strays()])
        elif not checking.done:
            raise Refusal("no-table", table=code)
    return checking.report(counts)


class Checking:
    """Rows that are looked at, a few batches at a time, and what was found."""

    def __init__(self, progress: Progress) -> None:
        self.done = 0
        self._progress = progress
        self._found: list[Problem] = []
        self._wrong = 0

    async def all(
        self, batches: AsyncIterator[list[Row]], check: Callable[[Sequence[Row]], list[Problem]],
        workers: Executor, at_once: int, *, told: bool = True,
    ) -> None:  # fmt: skip
        """Look at all batches; no more of them are read than are being looked at."""
        waiting: list[tuple[Future[list[Problem]], int]] = []
        async for batch in batches:
            for part in _parts(batch):
                waiting.append((workers.submit(check, part), len(part)))
                while len(waiting) > at_once:
                    await self._take(waiting, told)
        while waiting:
            await self._take(waiting, told)

    async def _take(self, waiting: list[tuple[Future[list[Problem]], int]], told: bool) -> None:
        future, count = waiting.pop(0)
        self.note(await asyncio.wrap_future(future))
        if told:
            self.done += count
            self._progress.advance(count)

    def note(self, problems: list[Problem]) -> None:
        """Keep what was found."""
        self._wrong += len(problems)
        self._found += problems[: max(0, _MOST_LISTED - len(self._found))]

    def report(self, counts: Counts) -> Report:
        """What was found in all."""
        return Report(counts, tuple(self._found), self._wrong)


def _parts(batch: list[Row], size: int = 10) -> Iterator[list[Row]]:
    """A batch in pieces that take a second or so."""
    for start in range(0, len(batch), size):
        yield batch[start : start + size]


@contextmanager
def _rules(many: bool, progress: Progress) -> Iterator[None]:
    """Rules to play by: those that are not compiled here are, if it is worth it."""
    missing = unprepared(game_ids())
    if missing and many:
        progress.compile_rules()
        missing = ()
    for game_id in missing:
        rulebook(game_id).borrow()
    try:
        yield
    finally:
        for game_id in missing:
            rulebook(game_id).give_back()


@contextmanager
def _workers(processes: int) -> Iterator[tuple[Executor, int]]:
    """Who looks, and how many pieces may wait for them."""
    if processes == 1:
        with ThreadPoolExecutor(1) as thread:
            yield thread, 1
        return
    with worker_processes(processes) as pool:
        with deaf_children():
            for _ in range(processes):
                pool.submit(int)
        yield pool, 2 * processes
