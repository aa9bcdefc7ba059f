"""Winning chances over records, worked out in the threads of the bots while people look on.

One record at a time, in rounds that each look at every point again with more games, until the time
is up: an early answer is rough and complete, later ones are finer.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

from echappee.bots.chances import Chances, chances_at, points_of, turning_points
from echappee.match.match import Match
from echappee.server import bodies as b
from echappee.server.thinking import Thinkers

_KEPT = 64
_FIRST_ROUND = 2
_MOST_GAMES = 4_000
"""Enough for one point: errors are below one in a hundred."""


class Judgement:
    """What is known so far about one record."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.points: dict[int, Chances] = {}
        self.done = False

    def told(self) -> b.RecordChances:
        """The answer for now."""
        course = [self.points[number] for number in sorted(self.points)]
        return b.RecordChances(
            done=self.done,
            points=[
                b.ChancesAt(
                    number=one.number, wins=[round(w, 4) for w in one.wins], games=one.games
                )
                for one in course
            ],
            turns=[
                b.TurningPoint(
                    number=turn.number, since=turn.since, seat=turn.seat, swing=round(turn.swing, 4)
                )
                for turn in turning_points(course)
            ],
        )


class Judges:
    """The records that are being judged, and those that were lately."""

    def __init__(
        self,
        thinkers: Thinkers,
        seconds: float,
        spawn: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]],
    ) -> None:
        self._thinkers = thinkers
        self._seconds = seconds
        self._spawn = spawn
        self._known: OrderedDict[str, Judgement] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    def judge(self, record_id: str, match: Match) -> Judgement:
        """What is known of a record; if that is nothing, somebody begins to work it out."""
        found = self._known.get(record_id)
        if found is None:
            found = self._known[record_id] = Judgement(match)
            self._spawn(self._work(found))
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        self._known.move_to_end(record_id)
        return found

    async def _work(self, judgement: Judgement) -> None:
        match = judgement.match
        numbers = points_of(match)
        async with self._one_at_a_time:
            end = time.monotonic() + self._seconds
            simulations, seed = _FIRST_ROUND, 0
            while not judgement.done:
                for number in numbers:
                    before = judgement.points.get(number)
                    if before is not None and (before.games == 0 or time.monotonic() > end):
                        continue
                    found = await self._thinkers.run(chances_at, match, number, simulations, seed)
                    judgement.points[number] = found if before is None else before + found
                seed += 1
                games = max(one.games for one in judgement.points.values())
                judgement.done = time.monotonic() > end or not 0 < games < _MOST_GAMES
                simulations = min(2 * simulations, 64)
