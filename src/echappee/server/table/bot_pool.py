"""Bots at a table: they sit behind the same door, think in threads and never hold anybody up."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from echappee.bots.advice import advice_of
from echappee.bots.chair import Bot, Chair, next_action
from echappee.bots.levels import level_bots
from echappee.bots.registry import bot
from echappee.bots.search_bot import ThinkingBot
from echappee.match.match import Match
from echappee.rulebook.rulebook import Rulebook
from echappee.rulebook.values import Advice
from echappee.server.counts import Histogram
from echappee.server.table.fair_pool import Claim, FairPool
from echappee.server.table.table import Table

Result = TypeVar("Result")

_SIMPLE = "greedy"
STAND_IN = "teammate"
"""Who plays for people that left: a sensible player who holds nobody up."""

_ASKED = 3
"""The head start of a hint: a person asked for it and waits."""
_UNSEEN = -3
"""That of what nobody looks at just now: tables where moves take days, and winning chances."""


_ROUND = 4.0
"""Seconds in which all who wait are to have had a thought: where many wait, each is shorter."""
_SHORTEST = 0.02
"""Seconds that a bot with a clock has at least."""


class Chosen(msgspec.Struct, frozen=True):
    """What bots do next."""

    action: tuple[int, str] | None
    """Who moves, and how; None: somebody else is to decide."""
    hurried: bool
    """Did they think less than usual, because many wait?"""


def fair_seconds(waiting: int, workers: int) -> float:
    """Seconds that a thought may take while so many others wait for one of so many threads."""
    return max(_SHORTEST, _ROUND * workers / (waiting + 1))


def hurried(bots: Mapping[int, Bot], rulebook: Rulebook, seconds: float) -> dict[int, Bot]:
    """The bots that would think for longer than ``seconds``, with so much time."""
    found: dict[int, Bot] = {}
    for seat, one in bots.items():
        if isinstance(one, ThinkingBot) and (one.effort(rulebook).seconds or 0.0) > seconds:
            found[seat] = one.within(seconds)
    return found


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


def claim_of(table: Table, addresses: Iterable[str]) -> Claim:
    """For whom the bots of a table think: those who look at it, if anybody does."""
    owners = tuple(sorted(set(addresses)))
    if not owners:
        return Claim(table=table.founding.code, head_start=_UNSEEN)
    return Claim(owners, table.founding.code)


class Thinkers:
    """The threads in which bots think; compiled code there runs with the GIL released.

    Interpreted rules hold it, so that one thought at a time is enough where rules are not compiled
    yet: whatever a person does meanwhile gets its share of Python at once.
    """

    def __init__(self, budget: float, hint_seconds: float) -> None:
        self._budget = budget
        self._hint_seconds = hint_seconds
        self._workers = max(1, (os.cpu_count() or 2) - 1)
        self._pool = FairPool("bot", self._workers)
        self._interpreted = FairPool("interpreted-bot", 1)
        self._quick = ThreadPoolExecutor(1, thread_name_prefix="quick-bot")

    @property
    def waiting(self) -> int:
        """How many thoughts have not begun yet."""
        return self._pool.waiting + self._interpreted.waiting

    @property
    def waits(self) -> dict[str, Histogram]:
        """How long thoughts have waited, by the rules that they go by."""
        return {"compiled": self._pool.waits, "interpreted": self._interpreted.waits}

    def close(self) -> None:
        """Begin no more thoughts."""
        self._pool.close()
        self._interpreted.close()
        self._quick.shutdown(wait=False, cancel_futures=True)

    async def ended(self) -> None:
        """Wait for the thoughts that had begun when it was closed."""
        await self._pool.ended()
        await self._interpreted.ended()
        await asyncio.to_thread(self._quick.shutdown)

    async def next_action(
        self, match: Match, bots: Mapping[int, Bot], seed: int, claim: Claim
    ) -> Chosen:
        """What the bots do next; a simple one decides if they take too long.

        How long they may think is settled when their turn comes, by how many others wait then.
        What was too long in coming is dropped if it has not begun: nobody waits for it any more.
        """
        thought = self._threads(match).run(claim, self._choose, match, bots, seed)
        try:
            return await asyncio.wait_for(thought, self._budget)
        except TimeoutError:
            simple: dict[int, Bot] = {seat: bot(_SIMPLE) for seat in bots}
            loop = asyncio.get_running_loop()
            action = await loop.run_in_executor(self._quick, next_action, match, simple, seed)
            return Chosen(action, hurried=True)

    def _choose(self, match: Match, bots: Mapping[int, Bot], seed: int) -> Chosen:
        less: dict[int, Bot] = {}
        if match.rulebook.functions.compiled:  # others count their thoughts, and take no time
            seconds = fair_seconds(self._pool.waiting, self._workers)
            less = hurried(bots, match.rulebook, seconds)
        return Chosen(next_action(match, {**bots, **less}, seed), bool(less))

    async def run(self, work: Callable[..., Result], *given: Any) -> Result:
        """Do something among the bots' thoughts, after those that somebody waits for."""
        return await self._pool.run(Claim(head_start=_UNSEEN), work, *given)

    async def hint(self, match: Match, seat: int, seed: int, claim: Claim) -> Advice:
        """What the strongest bot thinks of a seat's moves: a person waits, so it comes first."""
        adviser = level_bots()[-1].within(self._hint_seconds)
        first = msgspec.structs.replace(claim, head_start=_ASKED)
        return await self._threads(match).run(first, advice_of, adviser, Chair(match, seat, seed))

    def _threads(self, match: Match) -> FairPool:
        """Those that think about games by rules as fast as these."""
        return self._pool if match.rulebook.functions.compiled else self._interpreted
