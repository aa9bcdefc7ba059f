"""Winning chances over records, worked out in the threads of the bots while people look on.

What the game's net says of every point is there at once. Then one record at a time, in rounds that
each look at every point again, and deeper, until the time is up: an early answer is rough and
complete, later ones are finer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from echappee.bots.nets.own_nets import own_net
from echappee.bots.win_chances import (
    Chances,
    chances_at,
    first_chances,
    points_of,
    turning_points,
)
from echappee.match.match import Match
from echappee.server.protocol import records as rt
from echappee.server.table.bot_pool import Thinkers
from echappee.server.table.record_work import RecordWork, Spawn, Study

_FIRST_ROUND = 2
_MOST_AT_ONCE = 64
_MOST_GAMES = 4_000
"""Enough for one point: errors are below one in a hundred."""


class Estimate(Study):
    """What is known so far about one record."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.points: dict[int, Chances] = {}
        self.rounds = 0

    @property
    def net(self) -> bool:
        """Has the game a net that judges?"""
        return own_net(self.match.rulebook) is not None

    @property
    def later(self) -> bool:
        """Are the rules not compiled yet, and too slow for this? A net says what it can at once."""
        return self.match.rulebook.borrowed and not self.net

    def snapshot(self) -> rt.RecordChances:
        """The answer for now."""
        course = [self.points[number] for number in sorted(self.points)]
        return rt.RecordChances(
            done=self.done,
            later=self.later,
            net=self.net,
            points=[
                rt.ChancesAt(
                    number=one.number, wins=[round(w, 4) for w in one.wins], games=one.games
                )
                for one in course
            ],
            turns=[
                rt.TurningPoint(
                    number=turn.number, since=turn.since, seat=turn.seat, swing=round(turn.swing, 4)
                )
                for turn in turning_points(course)
            ],
        )


class Estimates(RecordWork[Estimate]):
    """The records that are being judged, and those that were lately."""

    def __init__(
        self,
        thinkers: Thinkers,
        seconds: float,
        spawn: Spawn,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(thinkers, spawn, clock)
        self._seconds = seconds

    def estimate(self, record_id: str, match: Match) -> Estimate:
        """What is known of a record; if that is nothing, somebody begins to work it out."""
        return self._ask(record_id, lambda: Estimate(match))

    async def _work(self, study: Estimate) -> None:
        numbers = points_of(study.match)
        if not study.points:
            first = await self._thinkers.run(_first, study.match, numbers)
            study.points.update(first)
        if study.match.rulebook.borrowed:
            return
        async with self._one_at_a_time:
            end = self._clock() + self._seconds
            while not study.done and await self._round(study, numbers, end):
                games = max(one.games for one in study.points.values())
                study.done = self._clock() > end or not 0 < games < _MOST_GAMES

    async def _round(self, estimate: Estimate, numbers: Sequence[int], end: float) -> bool:
        """Look at every point once more; False if nobody waits for it any more."""
        match, seed = estimate.match, estimate.rounds
        estimate.rounds += 1
        simulations = min(_FIRST_ROUND << min(seed, 5), _MOST_AT_ONCE)
        for number in numbers:
            before = estimate.points.get(number)
            if before is not None and (before.games == 0 or self._clock() > end):
                continue
            if not self._watched(estimate):
                return False
            found = await self._thinkers.run(chances_at, match, number, simulations, seed)
            estimate.points[number] = found if before is None else before + found
        return True


def _first(match: Match, numbers: Sequence[int]) -> dict[int, Chances]:
    """What the net of the game says of some moments, if it has one."""
    found = {number: first_chances(match, number) for number in numbers}
    return {number: one for number, one in found.items() if one is not None}
