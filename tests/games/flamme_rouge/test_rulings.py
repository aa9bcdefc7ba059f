"""The rulings FR-01 to FR-15."""

from __future__ import annotations

import msgspec
import pytest

import echappee
from echappee.bots.win_chances import chances_at
from echappee.games.flamme_rouge import material
from echappee.games.flamme_rouge.grand_tour import CLOCK_END, GrandTour
from echappee.match.match import Match
from echappee.match.secret import Secret
from tests.games.flamme_rouge.helpers import (
    GAME,
    RULES,
    finish_round,
    of_kind,
    place_all,
    race,
    ride,
    standing,
    start,
)

CLIMB = "abCdeu"  # squares 16 to 18 go up
UPHILL = "abcU"  # squares 19 and 20 go up to the line, four squares beyond it


def test_fr_01_fifth_square_on_u() -> None:
    places = {"0S": "73R", "0R": "30R", "1S": "72R", "1R": "29R"}
    assert ride(places, {"0S": "9", "1S": "9"})["0S"] == "78R"
    assert ride(places, {"0S": "9", "1S": "9"})["1S"] == "78L"


def test_fr_01_fourth_square_on_capital_u() -> None:
    """Two ascent squares, then four: from the last one a 5 is the most, the fourth the last."""
    places = {"0S": "20R", "0R": "3R", "1S": "19R", "1R": "2R"}
    after = ride(places, {"0S": "9", "1S": "9"}, tiles=UPHILL)
    assert (after["0S"], after["1S"]) == ("24R", "24L")


def test_fr_02_no_slipstream_for_or_from_riders_across_the_line() -> None:
    """Riders on 72, 74 and 76: the line is behind 73."""
    after = ride({"0S": "69R", "0R": "71R", "1S": "73R", "1R": "20R"})
    assert after == {"0S": "72R", "0R": "74R", "1S": "76R", "1R": "23R"}


def test_fr_02_slipstream_before_the_line_goes_on() -> None:
    after = ride({"0S": "68R", "0R": "70R", "1S": "74R#3", "1R": "20R"}, flags="all")
    assert (after["0S"], after["0R"]) == ("72R", "73R")


def test_fr_03_finished_riders_leave_the_road_with_their_round() -> None:
    places = {"0S": "76R#2", "0R": "70R", "1S": "76L#2", "1R": "71R"}
    match = race(places, {"0R": "6", "1R": "5"}, flags="all")
    finish_round(match)
    assert standing(match) == {"0S": "76R", "0R": "76L", "1S": "76L", "1R": "76R"}
    assert match.outcome is not None
    assert match.outcome.ending == "all-home"
    assert match.typed_view().table.packs == []


def test_fr_03_the_race_goes_on_with_the_others() -> None:
    match = race({"0S": "72R", "0R": "30R", "1S": "20R", "1R": "21R"}, flags="all")
    finish_round(match)
    assert not match.over
    assert list(match.moves(0)) == ["R"]
    assert set(match.moves(1)) == {"S", "R"}
    explained = match.explain(0, "S")
    assert (explained.code, explained.article) == ("rider-home", "12")
    match.play(0, "R")
    match.play(0, match.moves(0)[0])
    assert match.awaited == (1,)  # one card was enough


def test_fr_04_a_pack_on_the_edge_of_an_ascent_splits() -> None:
    """18 is the last ascent square: 19 and 20 move up, 18 stays and loses contact."""
    places = {"0S": "13R", "0R": "15R", "1S": "15L", "1R": "18R"}
    match = race(places, {"0S": "5", "0R": "4", "1S": "5", "1R": "4"}, tiles=CLIMB)
    events = finish_round(match)
    assert standing(match) == {"0S": "18R", "0R": "20R", "1S": "21R", "1R": "22R"}
    (pulled,) = of_kind(events, "slipstream")
    assert [moved[:2] for moved in pulled.facts["moved"]] == [[0, "R"], [1, "S"]]


def test_fr_04_riders_behind_the_ascent_stay_with_those_on_it() -> None:
    """15 is before the ascent, 16 on it: neither moves, though 18 is empty behind 19."""
    places = {"0S": "12R", "0R": "13R", "1S": "14R", "1R": "16R"}
    after = ride(places, {"0S": "3", "0R": "3", "1S": "3", "1R": "3"}, tiles=CLIMB)
    assert after == {"0S": "15R", "0R": "16R", "1S": "17R", "1R": "19R"}


@pytest.mark.parametrize("distance", range(13))
def test_fr_05_moving_from_the_flat_onto_an_ascent(distance: int) -> None:
    tiles = "abfCdeu"  # squares 22 to 24 go up
    square = 22 - distance
    after = ride({"0S": f"{square}R", "0R": "3R", "1S": "2R", "1R": "1R"}, {"0S": "9"}, tiles=tiles)
    most = 5 if distance <= 5 else distance - 1
    assert after["0S"] == f"{square + min(9, most)}R"


def test_fr_06_descent_then_ascent_then_blocking() -> None:
    """Three down, three flat, six up: a 2 counts 5, a 9 is cut to 5, then others block."""
    tiles = "abFNdeu"  # 13 to 15 down, 16 to 18 flat, 19 to 24 up
    away = {"1S": "2R", "1R": "1R"}
    assert ride({"0S": "15R", "0R": "3R", **away}, {"0S": "2"}, tiles=tiles)["0S"] == "20R"
    assert ride({"0S": "15R", "0R": "3R", **away}, {"0S": "9"}, tiles=tiles)["0S"] == "20R"
    assert ride({"0S": "13R", "0R": "3R", **away}, {"0S": "9"}, tiles=tiles)["0S"] == "18R"
    match = race(
        {"0S": "15R", "0R": "1R", "1S": "17R", "1R": "16R"},
        {"0S": "2", "1S": "3", "1R": "4"},
        tiles=tiles,
    )
    events = finish_round(match)
    assert standing(match) == {"0S": "19R", "0R": "4R", "1S": "20R", "1R": "20L"}
    last = of_kind(events, "ride-because")[0]
    assert last.facts["why"] == ["descent", "blocked"]


def test_fr_07_no_card_at_all_is_a_two() -> None:
    text = (
        "abcu 2 order:01 16 S@12R/-/-/222333444555999/-,R@11R/-/-/333444555666777/-,-,S-"
        " S@3R/222333444555999/-/-/-,R@2R/333444555666777/-/-/-,-,-"
    )
    match = GAME.position(text, seed=1)
    match.play(0, "R")
    assert list(match.moves(0)) == ["R-"]
    match.play(0, "R-")
    for _ in range(3):
        match.play(1, match.moves(1)[0])
    assert (standing(match)["0S"], standing(match)["0R"]) == ("14R", "13R")


def test_fr_08_both_riders_clockwise_or_by_option_one_at_a_time() -> None:
    def order(**options: str) -> list[int]:
        match = start(3, **options)
        seats = []
        while match.typed_view().table.phase == "placing":
            seats.append(match.awaited[0])
            match.play(seats[-1], match.moves(seats[-1])[0])
        return seats

    assert order() == [0, 0, 1, 1, 2, 2]
    assert order(placement="one") == [0, 1, 2, 0, 1, 2]
    assert order(order="21") == [2, 2, 1, 1, 0, 0]


def test_fr_09_who_is_told_what() -> None:
    match = place_all(start(2))
    match.play(0, "S")
    card = match.moves(0)[0]
    match.play(0, card)
    for viewer in (None, 1):
        told = [event for _, event in match.events(viewer)]
        assert {event.kind for event in told} >= {"drawn", "sealed"}
        assert not any("cards" in event.facts or "card" in event.facts for event in told)
        team = match.typed_view(viewer).table.teams[0]
        assert team.hand is None
        assert all(rider.card is None and rider.recycled_cards is None for rider in team.riders)
    own = [event for _, event in match.events(0)]
    assert of_kind(own, "sealed-own")[0].facts["card"] == card[1:]
    while match.typed_view().table.round == 1:
        seat = match.awaited[0]
        match.play(seat, match.moves(seat)[0])
    for viewer in (None, 0, 1):
        rider = match.typed_view(viewer).table.teams[0].riders[0]
        assert rider.played == [card[1:]]


def test_fr_10_stage_12_has_tile_i() -> None:
    tiles = material.stages()["peloton-12"].tiles
    assert "i" in tiles
    assert "l" not in tiles
    assert len(GAME.start(2, {"stage": "peloton-12"}, seed=1).typed_view().table.squares) == 78


DUMMY_AHEAD = {"0S": "72R", "0R": "10R", "1S": "71R", "1R": "9R", "2S": "73R", "2R": "8R"}
"""The Muscle team's Sprinteur is before the line; the players' cross it behind him."""


def test_fr_11_a_dummy_that_is_first_has_won() -> None:
    match = race(DUMMY_AHEAD, {"0S": "2", "1S": "2"}, dummies="M")
    assert match.standing.places == (2, 3)  # as it stands
    events = finish_round(match)
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.ending, outcome.article) == ("dummy-won", "11")
    assert outcome.winners == ()
    assert outcome.standing.places == (2, 3)
    assert [event.kind for event in events if event.kind.endswith("won")] == ["dummy-won"]
    assert match.view()["outcome"]["winners"] == []
    assert "result dummy-won scores 1,0 places 2,3" in match.record()
    assert echappee.replay(match.record()).outcome == outcome
    assert chances_at(match, match.number, 1).wins == (0.0, 0.0)


def test_fr_11_a_player_before_all_dummies_has_won() -> None:
    places = DUMMY_AHEAD | {"0S": "73R", "2S": "30R"}
    match = race(places, {"0S": "9"}, dummies="M")
    finish_round(match)
    assert match.outcome is not None
    assert (match.outcome.ending, match.outcome.winners) == ("line-crossed", (0,))
    assert match.outcome.standing.places == (1, 2)


def test_fr_11_alone_against_dummies_one_can_lose() -> None:
    places = {"0S": "72R", "0R": "10R", "1S": "73R", "1R": "9R"}
    match = race(places, {"0S": "2"}, dummies="M")
    assert chances_at(match, 0, 20).wins[0] < 1  # a hint is no certainty any more
    finish_round(match)
    assert match.outcome is not None
    assert match.outcome.winners == ()
    assert match.outcome.standing.places == (2,)


def test_fr_11_by_option_only_players_are_counted() -> None:
    match = race(DUMMY_AHEAD, {"0S": "2", "1S": "2"}, dummies="M", flags="players")
    assert match.options["dummies_win"] is False
    events = finish_round(match)
    assert match.outcome is not None
    assert (match.outcome.ending, match.outcome.winners) == ("dummy-first", (0,))
    assert match.outcome.standing.places == (1, 2)
    assert [(e.kind, e.seat) for e in events if e.kind.endswith("won")] == [("won", 0)]
    started = GAME.start(2, {"teams": 3, "dummies_win": False}, seed=1)
    assert " players,order:" in started.position()
    again = echappee.replay(started.save())
    assert again.options["dummies_win"] is False


def test_fr_11_races_by_the_first_rules_count_players_only() -> None:
    text = race(DUMMY_AHEAD, {"0S": "2", "1S": "2"}, dummies="M").position()
    _, players, options = RULES.read_position(text, 1)
    assert "dummies_win" not in options
    match = Match(RULES, players, options, Secret.new(1), rules=1, position=text)
    finish_round(match)
    assert match.outcome is not None
    assert (match.outcome.ending, match.outcome.winners) == ("dummy-first", (0,))
    assert echappee.replay(match.record()).outcome == match.outcome


TIED = {"0S": "78R#13", "0R": "75R#13", "1S": "77R#13"}
TWO = ("abcu", "abLPju")


def _after(*stages: dict[str, str]) -> GrandTour:
    tour = GrandTour.start(TWO[: len(stages)], 2)
    for places in stages:
        match = race(places | {"1R": "72R"}, {"1R": "3"}, flags="all", rounds=14)
        finish_round(match)
        tour = tour.after(match.typed_view().table)
    return tour


def test_fr_12_a_tour_tied_on_points_goes_to_the_better_total_time() -> None:
    tour = _after(TIED, TIED)
    even = (3, 2, 1, 0)
    arrivals = [
        msgspec.structs.replace(arrival, points=points)
        for arrival, points in zip(tour.results[0], even, strict=True)
    ]
    turned = [
        msgspec.structs.replace(arrival, points=points)
        for arrival, points in zip(tour.results[0], reversed(even), strict=True)
    ]
    clocks = (100, 100, 50, 300)
    riders = tuple(
        msgspec.structs.replace(standing, clock=clock)
        for standing, clock in zip(tour.riders, clocks, strict=True)
    )
    # Stages 6 to 6; the general classification gives 3 to team 1, and 2 + 1 to team 0.
    tied = msgspec.structs.replace(tour, riders=riders, results=(tuple(arrivals), tuple(turned)))
    assert tied.points() == [9, 9]
    assert tied.winners() == [0]  # 200 seconds against 350
    assert tied.summary().winners == (0,)
    level = msgspec.structs.replace(
        tied,
        riders=tuple(
            msgspec.structs.replace(standing, clock=clock)
            for standing, clock in zip(tour.riders, (100, 100, 50, 150), strict=True)
        ),
    )
    assert level.points() == [9, 9]
    assert level.winners() == [0, 1]


def test_fr_13_who_reaches_the_end_of_the_clock_in_mid_stage_stays_there() -> None:
    """At 8:20, three rounds behind: the last cell is reached, whatever is gained at the line."""
    places = {"0S": "78R#12", "0R": "77R#12", "1S": "77L#14"}
    before = _after(places)
    late = tuple(
        msgspec.structs.replace(standing, clock=clock)
        for standing, clock in zip(before.riders, (80, 80, 480, 430), strict=True)
    )
    tour = msgspec.structs.replace(before, stages=TWO, riders=late)
    match = race(places | {"1R": "72R"}, {"1R": "3"}, flags="all", rounds=14)
    finish_round(match)
    after = tour.after(match.typed_view().table)
    last, stopped = after.riders[3], after.riders[2]
    # 480 + 2 minutes is beyond 9:50; 430 + 3 minutes, too: neither gets anything back.
    assert (stopped.clock, stopped.timed) == (CLOCK_END, False)
    assert (last.clock, last.timed) == (CLOCK_END, False)
    changes = {arrival.rider: arrival.change for arrival in after.results[-1]}
    assert changes[1, "S"] == CLOCK_END - 480
    near = msgspec.structs.replace(
        tour, riders=(*late[:2], msgspec.structs.replace(late[2], clock=460), late[3])
    )
    rider = near.after(match.typed_view().table).riders[2]
    assert (rider.clock, rider.timed) == (460 + 120 - 40, True)


def test_fr_14_alone_against_both_kinds_of_dummies_with_three_exhaustion_cards() -> None:
    match = GAME.start(1, seed=1)
    table = match.typed_view().table
    assert [team.kind for team in table.teams] == ["player", "peloton", "muscle"]
    assert [rider.exhaustion for rider in table.teams[0].riders] == [1, 2]
    changed = GAME.start(1, {"teams": 2, "dummies": "muscle", "exhaustion": "none"}, seed=1)
    table = changed.typed_view().table
    assert [team.kind for team in table.teams] == ["player", "muscle"]
    assert [rider.exhaustion for rider in table.teams[0].riders] == [0, 0]
    for players in (2, 6):
        teams = GAME.start(players, seed=1).typed_view().table.teams
        assert not any(rider.exhaustion for team in teams for rider in team.riders)
    old = Match(RULES, 1, RULES.settle(1, {}, 1), Secret.new(1), rules=1)
    assert not any(rider.exhaustion for rider in old.typed_view().table.teams[0].riders)


def test_fr_15_where_the_road_narrows_everybody_moves_who_has_room_ahead_of_him() -> None:
    """Tile 9 has three lanes on squares 7 and 8, two on square 9: 8 is full, and 9 is empty.

    The rider on 10 pulls them: two of the three find room, and of those behind one takes each lane
    that became free, the right one first.
    """
    places = {
        "0S": "5R", "0R": "5M", "1S": "5L", "1R": "7R", "2S": "4R", "2R": "4M",
    }  # fmt: skip
    cards = {"0S": "3", "0R": "3", "1S": "3", "1R": "3", "2S": "3", "2R": "3"}
    after = ride(places, cards, tiles="1-9B-b-c-u")
    assert after["1R"] == "10R"
    assert {after["0S"], after["0R"], after["1S"]} == {"9R", "9L", "8R"}
    assert (after["0S"], after["0R"], after["1S"]) == ("9R", "9L", "8R")
    assert (after["2S"], after["2R"]) == ("8M", "8L")
