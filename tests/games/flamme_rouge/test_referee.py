"""Whole races with all options, every round of them ridden a second time by the referee."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from echappee.games.flamme_rouge.view import FlammeRougeView
from echappee.rulebook.values import Event
from tests.games.flamme_rouge.helpers import GAME, of_kind
from tests.games.flamme_rouge.referee import PRINTED, Referee, Rider

RACES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"stage": "avenue-corso-paseo", "teams": 6}),
    (4, {"stage": "la-haut-montagne", "meteo": True, "breakaway": True}),
    (6, {"stage": "peloton-9", "meteo": True, "finish": "all"}),
    (3, {"stage": "grand-tour-4", "meteo": True, "finish": "all"}),
    (6, {"stage": "grand-tour-4", "finish": "all"}),
    (1, {"stage": "le-grand-bornand", "meteo": True, "teams": 6, "finish": "all"}),
    (5, {"stage": "roubaix", "meteo": True, "teams": 6, "placement": "one"}),
    (6, {"stage": "random-wide:4", "meteo": True, "breakaway": True}),
    (1, {"stage": "col-cintre", "breakaway": True, "teams": 6, "finish": "all"}),
    (2, {"stage": "abLPju", "meteo": True, "breakaway": True, "teams": 5}),
)


def check_breakaway(
    before: FlammeRougeView, after: FlammeRougeView, bids: list[Event], options: dict[str, Any]
) -> None:
    """§14: who has bid most is on the marked square, and has paid for it; nobody else has moved."""
    players = sum(team.kind == "player" for team in after.teams)
    total: dict[Rider, int] = {}
    for event in bids:
        assert event.seat is not None
        rider = (event.seat, event.facts["rider"])
        total[rider] = total.get(rider, 0) + PRINTED[event.facts["card"]]
    assert len(total) == players
    assert len(bids) == 2 * players
    referee = Referee(before)
    rearmost = [one for there in referee.road for one in reversed(there)]
    best = sorted(total, key=lambda rider: (-total[rider], rearmost.index(rider)))
    away = best[: 2 if len(after.teams) > 4 else 1]
    for rider in away:
        referee.road[referee.where(rider)].remove(rider)
        referee.road[9].append(rider)
    for number, team in enumerate(after.teams):
        for one in team.riders:
            rider = (number, one.rider)
            assert one.square == referee.where(rider) + 1
            lane = referee.road[referee.where(rider)].index(rider)
            assert one.lane == {2: "RL", 3: "RML"}[referee.lanes[one.square - 1]][lane]
            if number < players:
                assert one.recycled == 0
                assert len(one.played) == (2 if rider in away else 0)
                tired = before.teams[number].riders["SR".index(one.rider)].exhaustion
                assert one.exhaustion - tired <= (2 if rider in away else 0)


@pytest.mark.parametrize(("players", "options"), RACES, ids=str)
def test_every_round_is_ridden_as_the_referee_rides_it(
    players: int, options: dict[str, Any]
) -> None:
    seen = {"round": 0, "fall": 0, "slipstream": 0, "away": 0}
    for seed in range(3):
        match = GAME.start(players, options, seed=f"referee {seed}")
        chooser = np.random.default_rng(seed)
        while not match.over:
            before = match.typed_view().table
            seat = match.awaited[int(chooser.integers(len(match.awaited)))]
            moves = match.moves(seat)
            events = match.play(seat, moves[int(chooser.integers(len(moves)))])
            after = match.typed_view().table
            for drawn in of_kind(list(events), "drawn"):
                rider = drawn.facts["rider"]
                deck = before.teams[seat].riders["SR".index(rider)]
                most = Referee(before).hand((seat, rider))
                assert drawn.facts["count"] == min(most, deck.deck + deck.recycled)
            if of_kind(list(events), "away"):
                told = [event for _, event in match.events(None) if event.kind == "bid"]
                check_breakaway(before, after, told, options)
                seen["away"] += 1
            for reveal in of_kind(list(events), "reveal"):
                referee = Referee(before)
                shown = {(team, letter): card for team, letter, card in reveal.facts["cards"]}
                tired = referee.ride_round(shown)
                seen["round"] += 1
                seen["fall"] += len(referee.down)
                seen["slipstream"] += len(of_kind(list(events), "slipstream"))
                for rider in shown:
                    team, letter = rider
                    there = after.teams[team].riders["SR".index(letter)]
                    x = referee.where(rider)
                    names = {1: "R", 2: "RL", 3: "RML"}[referee.lanes[x]]
                    lane = names[referee.road[x].index(rider)]
                    assert (there.square, there.lane) == (x + 1, lane)
                    assert there.fallen == (rider in referee.down)
                    assert bool(there.crossed) == (x >= referee.finish)
                told = [e for e in events if e.kind == "exhaustion"]
                assert sorted((e.seat, e.facts["rider"]) for e in told) == sorted(tired)
                falls = [e for e in events if e.kind.endswith("fall")]
                assert {(e.facts["team"], e.facts["rider"]) for e in falls} == referee.down
    assert seen["round"] > 10
    assert seen["slipstream"] > 2
    assert seen["away"] == (3 if options.get("breakaway") else 0)
    if options["stage"] == "grand-tour-4":
        assert seen["fall"] > 0
