"""The calculator and the engine agree: 500 simulated races, all players, editions and modes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from echappee.calculator import Race, add_stage, race_state, read_race, write_race
from echappee.games.tape_letape import material
from tests.calculator import engine

KINDS: list[dict[str, Any]] = [
    *({"edition": edition, "race": "sprint", "tie_break": tie_break}
      for edition in ("FR", "EN") for tie_break in (False, True)),
    *({"edition": edition, "race": "endurance", "stages_each": each, "tie_break": tie_break}
      for edition, tie_break, each in (
          ("FR", False, 2), ("EN", True, 3), ("FR", True, 4), ("EN", False, 5),
      )),
]  # fmt: skip
SPRINTS, ENDURANCES = 28, 3
"""Races of each kind with each number of players: 4 × (4 × 28 + 4 × 3) = 496."""


def test_there_are_five_hundred_races() -> None:
    sprints = sum(kind["race"] == "sprint" for kind in KINDS)
    assert 4 * (sprints * SPRINTS + (len(KINDS) - sprints) * ENDURANCES) == 496


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_the_calculator_and_the_engine_agree(players: int, kind: int) -> None:
    count = SPRINTS if KINDS[kind]["race"] == "sprint" else ENDURANCES
    check_races(players, kind, count, seed=100 * players + kind)


def check_races(players: int, kind: int, count: int, seed: int) -> None:
    """So many races of a kind, each counted by both."""
    races = engine.simulate_races(players, KINDS[kind], count, seed=seed)
    for number in range(count):
        race = engine.empty_race(races, number)
        for stage in engine.noted_stages(races, number, number % 3):
            race = add_stage(race, stage)  # refuses a chooser, a starter or cards that can't be
        _check_stages(race, races, number)
        if number % 10 == 0:
            _check_after_each_stage(race, races, number)
            assert read_race(write_race(race)) == race


def _check_stages(race: Race, races: engine.Races, number: int) -> None:
    """Seconds, times, places, gaps and stage wins after every stage; the end and the winners."""
    players, length = races.players, int(races.lengths[number])
    state = race_state(race)
    assert state.done == state.length == length
    assert state.over
    for row, head, facts in zip(
        state.stages,
        races.heads[number, :length].tolist(),
        races.rows[number, :length, :, :players].tolist(),
        strict=True,
    ):
        total = facts[engine.TOTAL]
        assert row.starter == head[engine.CHOOSER]
        assert row.chooser == (None if row.final else row.starter)
        assert [cell.seconds for cell in row.cells] == facts[engine.SECONDS]
        assert [cell.total for cell in row.cells] == total
        assert [cell.gap for cell in row.cells] == [seconds - min(total) for seconds in total]
        assert [cell.place for cell in row.cells] == facts[engine.PLACE]
        assert [sum(part.seconds for part in cell.why) for cell in row.cells] == facts[
            engine.SECONDS
        ]
    final = races.rows[number, length - 1].tolist()
    assert list(state.winners) == [
        seat for seat in range(players) if final[engine.PLACE][seat] == 1
    ]
    for line in state.classification:
        assert line.wins == final[engine.WINS][line.seat]
        assert line.place == final[engine.PLACE][line.seat]
        assert line.total == final[engine.TOTAL][line.seat]


def _check_after_each_stage(race: Race, races: engine.Races, number: int) -> None:
    """What the table is told on the way: who chooses, profiles left, refuelling, the final."""
    for done in range(1, int(races.lengths[number])):
        state = race_state(msgspec.structs.replace(race, stages=race.stages[:done]))
        head = races.heads[number, done - 1].tolist()
        facts = races.rows[number, done - 1].tolist()
        assert not state.over
        assert not head[engine.OVER]
        assert state.next is not None
        assert state.next.starter == head[engine.NEXT]
        assert state.next.final == (races.heads[number, done, engine.PROFILE] == 2
                                    and state.next.chooser is None)  # fmt: skip
        for line in state.classification:
            mask = facts[engine.PROFILES][line.seat]
            left = [name for i, name in enumerate(material.PROFILES) if mask >> i & 1]
            assert list(line.profiles) == left
            assert line.place == facts[engine.PLACE][line.seat]
        if not state.refuel_now:
            assert head[engine.REFILLED] == head[engine.JOKERS]
        else:
            assert head[engine.REFILLED] == 4 * races.players
