"""The rulings FR-01 to FR-10 (FLAMME_ROUGE §5)."""

from __future__ import annotations

import pytest

from echappee.games.flamme_rouge import material
from tests.games.flamme_rouge.helpers import (
    GAME,
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
