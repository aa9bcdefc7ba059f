"""A Grand Tour: a series of races with times, tour points and tired legs (§12).

A match stays one race. A tour says with which options its next stage is raced, and reads the result
off the finished table:

    tour = GrandTour.start(("avenue-corso-paseo", "la-classicissima"), players=3)
    match = echappee.game("flamme-rouge").start(tour.players, tour.options())
    ...
    tour = tour.after(match.typed_view().table)

The values are frozen and turn into JSON and back with ``msgspec``. Riders are named by (team, "S"
or "R"); teams are the seats, then the dummy teams. Times are seconds on the tour's clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import ClassVar

import msgspec

from echappee.errors import UsageError
from echappee.games.flamme_rouge import stage_option
from echappee.games.flamme_rouge.material import LANES, RIDERS
from echappee.games.flamme_rouge.material import stages as stages_in_the_box
from echappee.games.flamme_rouge.rules import rider_rank
from echappee.games.flamme_rouge.view import FlammeRider, FlammeRougeView
from echappee.rulebook.options import Options, Value
from echappee.rulebook.words import Words

POINTS = (3, 2, 1)
MINUTE, TEN_SECONDS = 60, 10
STARTING_CLOCK = 80
"""The clock is a grid of ten minutes by six tens of seconds; everybody starts at 1:20."""
CLOCK_END = 590
"""Who reaches its last cell, 9:50, is timed no more (FR-13)."""
BONUS_PLACES = 2

RiderId = tuple[int, str]
_WORDS = Words(__package__)


class Arrival(msgspec.Struct, frozen=True):
    """How a rider ended a stage."""

    rider: RiderId
    place: int
    rounds: int
    """Rounds behind the first one home."""
    beyond: int
    """Squares beyond the line; 0 for a dummy rider who was still out."""
    change: int
    """What the stage did to his time, in seconds."""
    points: int


class Standing(msgspec.Struct, frozen=True):
    """A rider in the general classification."""

    rider: RiderId
    clock: int
    """Seconds; what counts are the gaps."""
    timed: bool
    """False once the clock's last cell was reached."""
    exhaustion: int
    """Cards that he starts the next stage with."""
    place: int
    """In the latest stage; 0 before the first one."""


class GrandTourRider(msgspec.Struct, frozen=True):
    """A rider in the general classification, for people."""

    team: int
    rider: str
    """``S`` or ``R``."""
    gap: int | None
    """Seconds behind the first; null once the clock times him no more."""
    exhaustion: int
    """Cards that he starts the next stage with."""


class GrandTourArrival(msgspec.Struct, frozen=True):
    """A rider at the end of a stage, for people."""

    team: int
    rider: str
    change: int
    """What the stage did to his time, in seconds."""
    points: int


class GrandTourStanding(msgspec.Struct, frozen=True):
    """How a tour stands, for people."""

    stages: tuple[str, ...]
    """As in the option of a race."""
    titles: tuple[str | None, ...]
    """The names of those that have one."""
    done: int
    general: tuple[GrandTourRider, ...]
    """The general classification, the first one first."""
    points: tuple[int, ...]
    """Of each team."""
    results: tuple[tuple[GrandTourArrival, ...], ...]
    """Of each stage that was raced, by place."""
    winners: tuple[int, ...]
    """The teams that won the tour; empty while it runs."""


class GrandTour(msgspec.Struct, frozen=True):
    """A tour as it stands between two stages."""

    OPTION: ClassVar[str] = "stage"
    SETTLES: ClassVar[tuple[str, ...]] = ("stage", "exhaustion", "order", "finish")
    MOST: ClassVar[int] = 21
    EXAMPLES: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("avenue-corso-paseo", "firenze-milano", "le-col-du-ballon"),
        ("avenue-corso-paseo", "ronde-van-wevelgem", "la-classicissima", "la-haut-montagne"),
        (
            "avenue-corso-paseo",
            "firenze-milano",
            "la-classicissima",
            "ronde-van-wevelgem",
            "le-col-du-ballon",
            "la-haut-montagne",
        ),
    )

    stages: tuple[str, ...]
    players: int
    teams: int
    """Dummy teams included; 0 as in the option of a race."""
    dummies: str
    riders: tuple[Standing, ...] = ()
    """Of all teams, by team, Sprinteur first; filled by the first stage."""
    results: tuple[tuple[Arrival, ...], ...] = ()
    """Of each stage, by place."""

    @classmethod
    def start(
        cls, names: tuple[str, ...], players: int, teams: int = 0, dummies: str = "peloton"
    ) -> GrandTour:
        """A tour over stages named or written as in a race."""
        if not names:
            raise _refused("no-stages")
        if len(names) > cls.MOST:
            raise _refused("many", most=cls.MOST)
        return cls(tuple(map(stage_option.canonical, names)), players, teams, dummies)

    @classmethod
    def begin(cls, parts: Sequence[str], players: int, options: Options) -> GrandTour:
        """A tour over these stages, with the teams that the options of a race ask for."""
        return cls.start(tuple(parts), players, int(options["teams"]), str(options["dummies"]))

    @property
    def length(self) -> int:
        """How many stages it has."""
        return len(self.stages)

    @property
    def done(self) -> int:
        """How many of them have been raced."""
        return len(self.results)

    @property
    def over(self) -> bool:
        """Have all stages been raced?"""
        return len(self.results) == len(self.stages)

    def options(self) -> dict[str, Value]:
        """The options of the race over the next stage."""
        if self.over:
            raise _refused("over")
        chosen: dict[str, Value] = {
            "stage": self.stages[len(self.results)],
            "exhaustion": "usual",
            "order": "chance",
            "teams": self.teams,
            "dummies": self.dummies,
            "finish": "all",
        }
        if self.results:
            tired = [standing.exhaustion for standing in self.riders[: 2 * self.players]]
            pairs = zip(tired[::2], tired[1::2], strict=True)
            chosen["exhaustion"] = ",".join(f"{s}/{r}" for s, r in pairs)
            chosen["order"] = "".join(map(str, self.placing_order()))
        return chosen

    def placing_order(self) -> list[int]:
        """Seats with fewest points first; equal ones by their better rider, the later one first."""
        points = self.points()
        best = {team: place for place, (team, _) in reversed(list(enumerate(self.general())))}
        return sorted(range(self.players), key=lambda seat: (points[seat], -best[seat]))

    def general(self) -> list[RiderId]:
        """The general classification: least time first; equal times by the latest stage."""
        return [standing.rider for standing in sorted(self.riders, key=_by_time)]

    def points(self) -> list[int]:
        """Tour points of each team: of all stages, and at the end of the general classification."""
        points = [0] * (1 + max((standing.rider[0] for standing in self.riders), default=-1))
        points += [0] * (self.players - len(points))
        for result in self.results:
            for arrival in result:
                points[arrival.rider[0]] += arrival.points
        if self.over:
            for (team, _), gained in zip(self.general(), POINTS, strict=False):
                points[team] += gained
        return points

    def winners(self) -> list[int]:
        """The team with most points, once the tour is over.

        FR-12: of several, the one with the better total time, that of both its riders; teams that
        are equal in that, too, share the win.
        """
        if not self.over:
            return []
        results = [(-own, self._time(team)) for team, own in enumerate(self.points())]
        return [team for team, own in enumerate(results) if own == min(results)]

    def _time(self, team: int) -> int:
        """The time of both riders of a team."""
        return sum(standing.clock for standing in self.riders if standing.rider[0] == team)

    def after(self, table: FlammeRougeView) -> GrandTour:
        """The tour after its next stage, read off the finished race."""
        if self.over:
            raise _refused("over")
        if table.phase != "over" or not table.to_the_end:
            raise _refused("unfinished")
        found = _result(table)
        riders = self.riders or tuple(
            Standing(rider, STARTING_CLOCK, timed=True, exhaustion=0, place=0)
            for rider in sorted((a.rider for a in found), key=lambda r: (r[0], -ord(r[1])))
        )
        before = {standing.rider: standing for standing in riders}
        result = tuple(_timed(before[arrival.rider], arrival) for arrival in found)
        arrivals = {arrival.rider: arrival for arrival in result}
        clocks = [s.clock + arrivals[s.rider].change for s in riders]
        behind = 0
        while min(clocks) + behind <= 0:  # at 0:00 everybody moves a minute on
            behind += MINUTE
        updated = []
        for standing, clock in zip(riders, clocks, strict=True):
            clock = min(clock + behind, CLOCK_END)
            left = _rider(table, standing.rider).exhaustion
            updated.append(
                Standing(
                    standing.rider,
                    clock,
                    timed=standing.timed and clock < CLOCK_END,
                    exhaustion=(left + 1) // 2,
                    place=arrivals[standing.rider].place,
                )
            )
        return msgspec.structs.replace(self, riders=tuple(updated), results=(*self.results, result))

    def anew(self) -> GrandTour:
        """The same tour before its first stage."""
        return GrandTour(self.stages, self.players, self.teams, self.dummies)

    def summary(self) -> GrandTourStanding:
        """How it stands, for people."""
        named = stages_in_the_box()
        by_rider = {standing.rider: standing for standing in self.riders}
        general = [by_rider[rider] for rider in self.general()]
        return GrandTourStanding(
            stages=self.stages,
            titles=tuple(named[s].name if s in named else None for s in self.stages),
            done=self.done,
            general=tuple(
                GrandTourRider(
                    *standing.rider,
                    gap=standing.clock - general[0].clock if standing.timed else None,
                    exhaustion=standing.exhaustion,
                )
                for standing in general
            ),
            points=tuple(self.points()),
            results=tuple(
                tuple(
                    GrandTourArrival(*one.rider, change=one.change, points=one.points)
                    for one in day
                )
                for day in self.results
            ),
            winners=tuple(self.winners()),
        )


def _timed(before: Standing, arrival: Arrival) -> Arrival:
    """FR-13: minutes count round by round; at the clock's last cell a rider is timed no more.

    He stays there for the stage: what he gains at the line doesn't bring him back.
    """
    stopped = not before.timed or before.clock + MINUTE * arrival.rounds >= CLOCK_END
    change = CLOCK_END - before.clock
    if stopped or change < arrival.change:
        return msgspec.structs.replace(arrival, change=change)
    return arrival


def _by_time(standing: Standing) -> tuple[int, int]:
    return standing.clock, standing.place


def _rider(table: FlammeRougeView, rider: RiderId) -> FlammeRider:
    return table.teams[rider[0]].riders[RIDERS.index(rider[1])]


def _refused(reason: str, **facts: int) -> UsageError:
    words = _WORDS.say("tour-refusals", reason, **facts)
    return UsageError(f"tour-{reason}", words=words, article="12")


# ------------------------------------------------------------------------------- one stage's result


def _result(table: FlammeRougeView) -> tuple[Arrival, ...]:
    """Every rider's place, time and points in a finished race."""
    riders = [rider for squad in table.teams for rider in squad.riders]
    home = [rider.crossed for rider in riders if rider.crossed]
    first, last = min(home), max(home)
    road = _road(table, riders)
    ranked = sorted(range(len(riders)), key=lambda r: -rider_rank(road, r))
    result = []
    for place, r in enumerate(ranked, 1):
        team, rider = r >> 1, riders[r]
        rounds = (rider.crossed or last + 1) - first
        change = MINUTE * rounds - TEN_SECONDS * _gain(table, rider)
        if place <= BONUS_PLACES:
            change -= TEN_SECONDS
        points = POINTS[place - 1] if place <= len(POINTS) else 0
        beyond = _beyond(table, rider)
        result.append(Arrival((team, rider.rider), place, rounds, beyond, change, points))
    return tuple(result)


def _road(table: FlammeRougeView, riders: Sequence[FlammeRider]) -> SimpleNamespace:
    """Where the riders are, as the rules rank them; in a finished race all have been placed."""
    squares = [(rider.square or 0) - 1 for rider in riders]
    lanes = [LANES[table.squares[square].lanes] for square in squares]
    return SimpleNamespace(
        square=squares,
        lane=[names.index(rider.lane or "R") for names, rider in zip(lanes, riders, strict=True)],
        crossed=[rider.crossed or 0 for rider in riders],
    )


def _beyond(table: FlammeRougeView, rider: FlammeRider) -> int:
    return max(0, (rider.square or 0) - table.finish)


def _gain(table: FlammeRougeView, rider: FlammeRider) -> int:
    """Squares that count for the time: those of the first rider of an unbroken group."""
    if not rider.crossed:
        return 0
    taken = {
        _beyond(table, other)
        for squad in table.teams
        for other in squad.riders
        if other.crossed == rider.crossed
    }
    gain = _beyond(table, rider)
    while gain + 1 in taken:
        gain += 1
    return gain
