"""Winning chances are worked out for as long as somebody asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest

from echappee.bots.win_chances import Chances, chances_at, points_of
from echappee.match.match import Match
from echappee.server.table.bot_pool import Thinkers
from echappee.server.table.win_chances import Estimate, Estimates
from tests.generic.cases import Case, finished

pytestmark = pytest.mark.anyio


class Hours:
    """Bots that take an hour for each point, of a clock that only they move."""

    def __init__(self) -> None:
        self.now = 0.0
        self.looked: list[tuple[int, int]] = []
        self.meanwhile: Callable[[], object] = int

    async def run(self, work: Callable[..., Any], match: Match, *wanted: Any) -> Any:
        assert match.number
        await asyncio.sleep(0)
        if work is not chances_at:
            return work(match, *wanted)  # the net, asked first, takes no time
        number, games, seed = wanted
        self.looked.append((number, seed))
        self.now += 3600
        self.meanwhile()
        return Chances(number, (0.5, 0.5), games)


async def test_a_record_that_nobody_asks_about_rests() -> None:
    match, bots = finished(Case("tapas", 2, ()), 5), Hours()
    tasks: list[asyncio.Task[Any]] = []

    def spawn(work: Any) -> asyncio.Task[Any]:
        tasks.append(asyncio.create_task(work))
        return tasks[-1]

    estimates = Estimates(cast(Thinkers, bots), 1e9, spawn, lambda: bots.now)

    def ask() -> Estimate:
        return estimates.estimate("X", match)

    ask()
    await asyncio.gather(*tasks)
    assert len(bots.looked) == 1  # when that was done, nobody waited any more
    bots.meanwhile = lambda: ask() if len(bots.looked) < 5 else None
    found = ask()
    assert sorted(found.points) == points_of(match)  # what the net says was there at once
    assert len(tasks) == 2
    await asyncio.gather(*tasks)
    assert len(tasks) == 2  # one at it is enough
    assert len(bots.looked) == 5
    assert len(set(bots.looked)) == 5  # nothing is counted twice
    assert not found.done
    bots.meanwhile = ask
    last = ask()
    await asyncio.gather(*tasks)
    assert last.done
    assert max(last.points.values(), key=lambda one: one.games).games >= 4_000
