"""§10, §11: the Peloton tiles, five and six teams, and dummy teams."""

from __future__ import annotations

import pytest

from tests.games.flamme_rouge.helpers import (
    GAME,
    finish_round,
    of_kind,
    race,
    ride,
    standing,
)

COBBLES = "a-b-5B-c-d-u"  # 13 and 14 are cobbles of one lane
SUPPLY = "a-b-3-c-d-u"  # 13 to 17 are a supply zone of three lanes
WIDE = "1B-2-c-d-u"  # three lanes up to square 11, two from square 12 on


def test_cobbles_give_and_get_no_slipstream() -> None:
    after = ride({"0S": "9R", "0R": "11R", "1S": "2R", "1R": "1R"}, tiles=COBBLES)
    assert (after["0S"], after["0R"]) == ("12R", "14R")
    after = ride({"0S": "11R", "0R": "13R", "1S": "2R", "1R": "1R"}, tiles=COBBLES)
    assert (after["0S"], after["0R"]) == ("14R", "16R")


def test_cobbles_of_one_lane_block() -> None:
    after = ride({"0S": "11R", "0R": "11L", "1S": "2R", "1R": "1R"}, tiles=COBBLES)
    assert (after["0S"], after["0R"]) == ("14R", "13R")


@pytest.mark.parametrize(("card", "to"), [("2", 17), ("3", 17), ("4", 17), ("5", 18)])
def test_supply_zone_moves_four_at_least(card: str, to: int) -> None:
    after = ride({"0S": "13R", "0R": "3R", "1S": "2R", "1R": "1R"}, {"0S": card}, tiles=SUPPLY)
    assert after["0S"] == f"{to}R"


def test_supply_zone_only_for_who_starts_there() -> None:
    after = ride({"0S": "12R", "0R": "3R", "1S": "2R", "1R": "1R"}, {"0S": "2"}, tiles=SUPPLY)
    assert after["0S"] == "14R"


def test_supply_zone_has_three_lanes_and_slipstream() -> None:
    after = ride({"0S": "11R", "0R": "11L", "1S": "10R", "1R": "9R"}, {"1S": "4"}, tiles=SUPPLY)
    assert after == {"0S": "14R", "0R": "14M", "1S": "14L", "1R": "13R"}
    after = ride({"0S": "11R", "0R": "13R", "1S": "2R", "1R": "1R"}, {"0R": "3"}, tiles=SUPPLY)
    assert (after["0S"], after["0R"]) == ("14R", "17R")
    after = ride({"0S": "10R", "0R": "12R", "1S": "2R", "1R": "1R"}, tiles=SUPPLY)
    assert (after["0S"], after["0R"]) == ("14R", "15R")


def test_slipstream_into_a_narrower_square_takes_as_many_as_fit() -> None:
    """Three abreast on 11, the last wide square: two move up to 12, the third stays."""
    places = {"0S": "8R", "0R": "8M", "1S": "8L", "1R": "10R"}
    after = ride(places, tiles=WIDE)
    assert after == {"0S": "12R", "0R": "12L", "1S": "11R", "1R": "13R"}


def test_three_lanes_fill_from_the_right() -> None:
    match = GAME.start(5, {"order": "01234"}, seed=1)
    match.play(0, "S@5R")
    assert match.explain(0, "R@5L").code == "keep-right"
    match.play(0, "R@5M")
    match.play(1, "S@5L")
    assert standing(match)["1S"] == "5L"
    assert "R@5L" not in match.moves(1)


@pytest.mark.parametrize("players", [5, 6])
def test_five_and_six_players_race_to_the_end(players: int) -> None:
    match = GAME.start(players, {"stage": "peloton-11"}, seed=3)
    while not match.over:
        seat = match.awaited[-1]
        match.play(seat, match.moves(seat)[-1])
    assert sorted(match.standing.places) == list(range(1, players + 1))


# -------------------------------------------------------------------------------------- dummy teams


def test_dummies_are_placed_first_in_the_right_lane_as_far_forward_as_possible() -> None:
    match = GAME.start(2, {"teams": 4}, seed=1)
    found = standing(match)
    assert (found["2S"], found["2R"], found["3S"], found["3R"]) == ("5R", "4R", "3R", "2R")
    table = match.typed_view().table
    assert [team.kind for team in table.teams] == ["player", "player", "peloton", "muscle"]
    many = standing(GAME.start(1, {"teams": 6, "stage": "la-classicissima"}, seed=1))
    assert many["1S"] == "4R"
    assert (many["3S"], many["5R"]) == ("4M", "3L")


def test_a_lone_player_meets_the_peloton_and_a_muscle_team() -> None:
    table = GAME.start(1, seed=1).typed_view().table
    assert [team.kind for team in table.teams] == ["player", "peloton", "muscle"]
    table = GAME.start(1, {"teams": 2, "dummies": "muscle"}, seed=1).typed_view().table
    assert [team.kind for team in table.teams] == ["player", "muscle"]


def test_dummy_decks() -> None:
    table = GAME.start(2, {"teams": 4}, seed=1).typed_view().table
    assert [rider.deck for rider in table.teams[2].riders] == [17, 0]
    assert [rider.deck for rider in table.teams[3].riders] == [16, 15]


def test_the_peloton_team_plays_one_card_for_both_riders() -> None:
    match = race({"0S": "3R", "0R": "2R", "1S": "40R", "1R": "30R"}, dummies="P")
    rides = [e for e in finish_round(match) if e.kind.startswith("dummy-ride")]
    assert rides[0].facts["card"] == rides[1].facts["card"]
    assert len(match.typed_view().table.teams[1].riders[0].played) == 1


def test_an_attack_moves_the_front_rider_2_and_the_rear_rider_9() -> None:
    text = (
        "abcdeu 1+P order:0 3 S@3R/22333444555999/-/-/-,R@2R/33444555666777/-/-/-,R:3,S2"
        " S@10R/AA/-/333444555666777/-,R@12R/-/-/-/-,-,-"
    )
    match = GAME.position(text, seed=1)
    events = finish_round(match)
    rides = of_kind(events, "dummy-ride")
    assert [(e.facts["rider"], e.facts["value"]) for e in rides] == [("R", 2), ("S", 9)]
    assert (standing(match)["1R"], standing(match)["1S"]) == ("14R", "19R")


def test_dummies_never_take_exhaustion_and_play_twos_when_their_cards_are_used_up() -> None:
    text = (
        "abcdeu 1+M order:0 20 S@3R/22333444555999/-/-/-,R@2R/33444555666777/-/-/-,R:3,S2"
        " S@10R/-/-/2223334445555999/-,R@15R/-/-/333444555666777/-,-,-"
    )
    match = GAME.position(text, seed=1)
    events = finish_round(match)
    assert (standing(match)["1S"], standing(match)["1R"]) == ("12R", "17R")
    assert all(event.seat == 0 for event in of_kind(events, "exhaustion"))
    assert [rider.exhaustion for rider in match.typed_view().table.teams[1].riders] == [0, 0]


def test_when_a_dummy_is_first_the_ending_says_so() -> None:
    match = race({"0S": "3R", "0R": "2R", "1S": "73R", "1R": "30R"}, dummies="M")
    events = finish_round(match)
    assert match.outcome is not None
    assert (match.outcome.ending, match.outcome.article) == ("dummy-won", "11")
    assert match.standing.places == (2,)
    assert of_kind(events, "dummy-won")
