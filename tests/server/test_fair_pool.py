"""Threads that are shared: whose turn it is, what is dropped, and when it is too much."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from echappee.server.refusals import Refusal
from echappee.server.table.fair_pool import Claim, FairPool
from tests.server.clients import PATIENCE

pytestmark = pytest.mark.anyio


class Counter:
    """One thread that is held up at first, while others come and wait."""

    def __init__(self, pool: FairPool) -> None:
        self.pool = pool
        self.served: list[str] = []
        self._go = threading.Event()
        self._begun = threading.Event()
        self._tasks = [asyncio.create_task(pool.run(Claim(("holder",)), self._hold))]

    def _hold(self) -> None:
        self._begun.set()
        assert self._go.wait(PATIENCE)

    async def held(self) -> None:
        assert await asyncio.to_thread(self._begun.wait, PATIENCE)

    async def come(self, name: str, *owners: str, table: str = "", early: int = 0) -> None:
        """Somebody comes with work that he calls ``name``."""
        claim = Claim(owners, table, early)
        self._tasks.append(asyncio.create_task(self.pool.run(claim, self.served.append, name)))
        await asyncio.sleep(0)

    def leave(self, place: int) -> None:
        """Who came at this place goes again."""
        self._tasks[place].cancel()

    async def order(self) -> list[str]:
        """Let all be served, and tell in which order."""
        self._go.set()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self._tasks, return_exceptions=True)
        return self.served


@asynccontextmanager
async def counter(most: int | None = None, most_each: int | None = None) -> AsyncIterator[Counter]:
    pool = FairPool("test", 1, most, most_each)
    found = Counter(pool)
    await found.held()
    try:
        yield found
    finally:
        found._go.set()
        pool.close()


async def test_who_has_had_least_comes_first() -> None:
    """Thirty of one don't make another wait for thirty."""
    async with counter() as desk:
        for number in range(30):
            await desk.come(f"many {number}", "many")
        await desk.come("few 0", "few")
        await desk.come("few 1", "few")
        await desk.come("one", "one")
        order = await desk.order()
        assert order[:6] == ["many 0", "few 0", "one", "many 1", "few 1", "many 2"]
        assert len(order) == 33


async def test_a_head_start_helps_and_is_used_up() -> None:
    async with counter() as desk:
        for number in range(4):
            await desk.come(f"bot {number}", f"player {number}")
        for number in range(8):
            await desk.come(f"hint {number}", "curious", early=3)
        order = await desk.order()
        assert order[0] == "hint 0"
        assert order.index("bot 3") < order.index("hint 4")


async def test_what_can_wait_waits_but_not_for_ever() -> None:
    async with counter() as desk:
        await desk.come("unseen", "", early=-3)
        for number in range(9):
            await desk.come(f"seen {number}", "player")
        order = await desk.order()
        assert order.index("unseen") == 3


async def test_tables_of_one_address_take_turns() -> None:
    async with counter() as desk:
        for number in range(3):
            await desk.come(f"first {number}", "home", table="first")
        await desk.come("second", "home", table="second")
        assert await desk.order() == ["first 0", "second", "first 1", "first 2"]


async def test_work_is_done_in_the_turn_of_the_one_who_had_least() -> None:
    """A table with two at it is not slowed down by what one of them does elsewhere."""
    async with counter() as desk:
        for number in range(5):
            await desk.come(f"many {number}", "many")
        await desk.come("both", "many", "few")
        assert (await desk.order())[1] == "both"


async def test_who_goes_takes_his_work_with_him() -> None:
    async with counter() as desk:
        await desk.come("stays", "one")
        await desk.come("goes", "two")
        desk.leave(2)
        await asyncio.sleep(0)
        assert desk.pool.waiting == 1
        assert await desk.order() == ["stays"]


async def test_too_much_is_refused_of_one_and_of_all() -> None:
    async with counter(most=3, most_each=2) as desk:
        await desk.come("a 0", "a")
        await desk.come("a 1", "a")
        with pytest.raises(Refusal) as refused:
            await desk.pool.run(Claim(("a",)), print)
        assert (refused.value.code, refused.value.status) == ("busy", 503)
        await desk.come("b 0", "b")
        with pytest.raises(Refusal, match="too much to do"):
            await desk.pool.run(Claim(("c",)), print)
        assert await desk.order() == ["a 0", "b 0", "a 1"]
        await desk.pool.run(Claim(("a",)), desk.served.append, "again")
        assert desk.served[-1] == "again"


async def test_errors_reach_the_one_who_asked() -> None:
    async with counter() as desk:
        await desk.order()
        with pytest.raises(ZeroDivisionError):
            await desk.pool.run(Claim(), divmod, 1, 0)
        desk.pool.close()
        with pytest.raises(Refusal):
            await desk.pool.run(Claim(), print)


async def test_who_waits_for_its_end_waits_for_what_had_begun() -> None:
    pool = FairPool("test", 1)
    begun, go = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        go.wait(PATIENCE)

    running = asyncio.create_task(pool.run(Claim(), work))
    assert await asyncio.to_thread(begun.wait, PATIENCE)
    pool.close()
    end = asyncio.create_task(pool.ended())
    done, _ = await asyncio.wait([end], timeout=0.05)
    assert not done
    go.set()
    await asyncio.wait_for(end, PATIENCE)
    await asyncio.wait([running])
