"""The points of whole Tours, counted again from what happened and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import echappee
from echappee.games.tour_de_france.material import STAGE_KINDS, Material
from echappee.games.tour_de_france.material_file import NAMES, read_material
from echappee.games.tour_de_france.schedule import SCHEDULES
from echappee.rulebook.values import Event
from tests.depth import deep
from tests.games.tour_de_france.helpers import GAME, RULES
from tests.games.tour_de_france.walking import tour

OTHER = read_material(Path(__file__).with_name("other_material.toml"))
Rider = tuple[int, int]


class Tally:
    """A referee with pencil and paper: he hears the events and knows the points table."""

    def __init__(self, material: Material, players: int, stages: str) -> None:
        self.kinds = [STAGE_KINDS[n] for n in SCHEDULES[stages]]
        self.arrival = [*material.arrival, *[0] * 9]
        (self.green_first, self.green_second, self.complete, self.bonus, self.team_trial,
         self.solo_trial) = material.points  # fmt: skip
        self.players = players
        self.individual = [0] * players
        self.team = [0] * players
        self.stage = 1
        self.yellow: Rider | None = None
        self.begin()

    @property
    def kind(self) -> str:
        return self.kinds[self.stage - 1]

    def begin(self) -> None:
        self.home: list[Rider] = []
        self.rounds: dict[Rider, int] = {}
        self.crossed = 0
        self.first_in_yellow = False
        self.used: dict[int, int] = {}

    def hear(self, event: Event) -> None:
        seat, facts = event.seat, event.facts
        rider = (seat if seat is not None else -1, facts.get("rider", 0))
        if event.kind == "stage":
            self.stage = facts["stage"]
            self.begin()
        elif event.kind in ("green", "green-yellow"):
            self.green(rider)
        elif event.kind == "arrive":
            self.home.append(rider)
            assert facts["place"] == len(self.home)
            self.individual[rider[0]] += self.arrival[len(self.home) - 1]
        elif event.kind == "arrive-round":
            self.rounds[rider] = facts["round"]
        elif event.kind == "solo-home":
            self.used[rider[0]] = facts["cards"]
        elif event.kind == "stage-end":
            self.end()
        elif event.kind == "solo-won":
            assert self.used[rider[0]] == min(self.used.values())
            self.individual[rider[0]] += self.solo_trial
        elif event.kind == "playoff":
            best = min(self.used.values())
            assert facts["seats"] == sorted(s for s, n in self.used.items() if n == best)
            self.used = {}
        elif event.kind == "yellow":
            if self.yellow is None and self.kind == "classic":
                assert rider == self.home[0]
            else:
                assert self.individual[rider[0]] == max(self.individual)
            self.yellow = rider

    def green(self, rider: Rider) -> None:
        self.crossed += 1
        if self.crossed == 1:
            self.individual[rider[0]] += self.green_first
            self.first_in_yellow = rider == self.yellow
        else:
            assert self.crossed == 2
            assert self.first_in_yellow
            self.individual[rider[0]] += self.green_second

    def end(self) -> None:
        if self.kind == "team-trial":
            rank = {r: 1 + sum(n < m for n in self.rounds.values()) for r, m in self.rounds.items()}
            for seat in range(self.players):
                mine = [place for (team, _), place in rank.items() if team == seat]
                self.team[seat] += self.team_trial * (len(mine) == 3)
                self.team[seat] += self.bonus * (sum(place <= 3 for place in mine) >= 2)
        elif self.kind == "classic":
            for seat in range(self.players):
                teams = [team for team, _ in self.home]
                self.team[seat] += self.complete * (teams.count(seat) == 3)
                self.team[seat] += self.bonus * (teams[:3].count(seat) >= 2)


def count(
    material: Material, players: int, events: Iterable[Event], stages: str = "all"
) -> list[int]:
    tally = Tally(material, players, stages)
    for event in events:
        tally.hear(event)
    return [a + b for a, b in zip(tally.individual, tally.team, strict=True)]


WHOLE = deep(
    [*zip(cycle([2, 3, 4]), NAMES, strict=False), *product([2, 3, 4], ["other"])],
    list(product([2, 3, 4], [*NAMES, "other"])),
)


@pytest.mark.parametrize(("players", "material"), WHOLE)
def test_points_of_whole_tours(players: int, material: str) -> None:
    used = OTHER if material == "other" else read_material(material)
    tours = deep(2 if material == "other" else 1, 4)  # on the small board: both ways to squeeze
    for seed in range(tours):
        squeeze = ("diagonal", "straight")[(seed + players) % 2]
        options = {"material": OTHER.line if material == "other" else material, "squeeze": squeeze}
        events, scores = _ridden(players, options, seed)
        assert count(used, players, events) == scores


def _ridden(players: int, options: dict[str, Any], seed: int) -> tuple[list[Event], list[int]]:
    """What happened in a random race, and its scores."""
    events: list[Event] = []
    last: Any = None
    for step in tour(players, options, seed):
        events += RULES.views.happened(step.before, step.seat, step.move, step.after, players, None)
        last = step.after
    scores = np.zeros(players, np.int64)
    RULES.functions.standing(last, scores)
    return events, scores.tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("stages", [name for name in SCHEDULES if name != "all"])
def test_points_of_short_races(players: int, stages: str) -> None:
    events, scores = _ridden(players, {"stages": stages, "material": "criterium"}, players)
    assert count(read_material("criterium"), players, events, stages) == scores
    ends = [event.facts["stage"] for event in events if event.kind == "stage-end"]
    assert ends == list(range(1, len(SCHEDULES[stages]) + 1))


def test_points_of_a_tour_from_its_record_alone() -> None:
    match = GAME.start(2, {"material": "short"}, seed="tally")
    chooser = np.random.default_rng(1)
    while not match.over:
        seat = match.awaited[0]
        moves = list(match.moves(seat))
        match.play(seat, moves[int(chooser.integers(len(moves)))])
    again = echappee.replay(match.record())
    told = [event for _, event in again.events()]
    assert tuple(count(read_material("short"), 2, told)) == match.standing.scores
