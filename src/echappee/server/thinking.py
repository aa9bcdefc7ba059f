"""Bots at a table: they sit behind the same door, think in threads and never hold anybody up."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from echappee.bots.advice import advice_of
from echappee.bots.chair import Bot, Chair, next_action
from echappee.bots.levels import level_bots
from echappee.bots.registry import bot
from echappee.match.match import Match
from echappee.rulebook.values import Advice
from echappee.server.table import Table

Result = TypeVar("Result")

_SIMPLE = "greedy"
STAND_IN = "teammate"
"""Who plays for people that left: a sensible player who holds nobody up."""


def bots_of(table: Table, stand_ins: bool) -> dict[int, Bot]:
    """The bots that decide now; those that stand in for people only where ``stand_ins``."""
    return {
        number: bot(seat.bot or STAND_IN)
        for number, seat in enumerate(table.seats)
        if seat.kind == "bot" or (stand_ins and seat.played_by_bot)
    }


def seed_of(table: Table) -> int:
    """The seed of a table's bots: the same after a restart, known to nobody while it runs."""
    digest = hashlib.sha256(b"echappee bots\0" + table.founding.secret).digest()
    return int.from_bytes(digest[:6], "big")


class Thinkers:
    """The threads in which bots think; compiled code there runs with the GIL released."""

    def __init__(self, budget: float, hint_seconds: float, processes: int = 1) -> None:
        self._budget = budget
        self._hint_seconds = hint_seconds
        workers = max(1, ((os.cpu_count() or 2) - 1) // processes)
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="bot")

    def close(self) -> None:
        """Wait for no more thoughts."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def next_action(
        self, match: Match, bots: Mapping[int, Bot], seed: int
    ) -> tuple[int, str] | None:
        """What the bots do next; a simple one decides if they take too long."""
        loop = asyncio.get_running_loop()
        thought = loop.run_in_executor(self._threads, next_action, match, bots, seed)
        try:
            return await asyncio.wait_for(asyncio.shield(thought), self._budget)
        except TimeoutError:
            simple: dict[int, Bot] = {seat: bot(_SIMPLE) for seat in bots}
            return await asyncio.to_thread(next_action, match, simple, seed)

    async def run(self, work: Callable[..., Result], *given: Any) -> Result:
        """Do something among the bots' thoughts."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, work, *given)

    async def hint(self, match: Match, seat: int, seed: int) -> Advice:
        """What the strongest bot thinks of a seat's moves."""
        adviser = level_bots()[-1].within(self._hint_seconds)
        return await self.run(advice_of, adviser, Chair(match, seat, seed))
