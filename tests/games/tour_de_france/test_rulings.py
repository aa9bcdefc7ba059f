"""The rulings on stages, jerseys and points, one by one: TDF-07, 16 to 26, 28 to 30."""

from __future__ import annotations

from collections import Counter

import pytest

from echappee.lab.simulate import simulate
from echappee.match.match import Match
from tests.games.tour_de_france.helpers import (
    APART,
    GAME,
    THREE,
    kinds,
    legal,
    play,
    rider,
    square,
    table,
    tallies,
    view,
)


def test_tdf_07_the_discards_become_the_pile() -> None:
    rest = Counter({"100": 1, "110": 2, "111": 2, "200": 1, "210": 2, "211": 1, "220": 1, "221": 1})
    cards = Counter({f"{p}{c}": n for p, n in rest.items() for c in "rbow"} | {"321": 4})
    cards -= Counter(["110b", "111o", "211w", "110r", "111w", "220o", "321"])
    order = sorted(cards, key=lambda c: (c[:3], "rbow".find(c[3:])))
    match = table(APART, phase="draw", hands=THREE, now="laid:321,moved",
                  discards=",".join(f"{c}x{cards[c]}" for c in order))  # fmt: skip
    assert view(match)["pile"] == 0
    told = play(match, "draw")
    assert kinds(told) == ["reshuffle", "draw-own"]
    assert view(match)["pile"] == 48 - 8
    assert view(match)["discards"] == {}


def test_tdf_07_every_stage_begins_with_all_cards() -> None:
    match = table("1.30,h#1,h#2/2.5,2.6,2.7", phase="step", now="laid:321,steps:1",
                  discards="100rx1,321x2", hands="110b,111o,211w/110r,111w,220o,321")  # fmt: skip
    play(match, "^", "deal")
    assert view(match)["pile"] == 40
    assert view(match)["discards"] == {}


def test_tdf_16_two_over_the_green_line_in_one_turn() -> None:
    match = table("1.15,2.15,4.2/3.5,4.8,4.9", phase="assign", hands=THREE,
                  now="laid:321,left:321,todo:123")  # fmt: skip
    play(match, "1>2", "^", "3>1", "^", "^", "^")
    assert rider(match, 0, 2)["jersey"] == "green"
    assert rider(match, 0, 1)["points"] == 0


def test_tdf_17_the_second_scores_only_behind_yellow() -> None:
    match = table("1.15,2.15,4.2/3.5,4.8,4.9", stage=3, phase="assign", hands=THREE,
                  now="laid:321,left:321,todo:123", jerseys="1.1/-/0/-")  # fmt: skip
    play(match, "1>2", "^", "3>1", "^", "^", "^")
    assert tallies(match)[0] == (3, 0)
    assert view(match)["line"] == "taken"


def test_tdf_18_scoring_of_the_team_time_trial() -> None:
    """Red comes home in round 7, blue's third rider too: both are complete, both win."""
    match = table("h#6,h#7,1.30/h#5,h#6,2.30", stage=2, dealer=1, turn=0,
                  trial="7.00.0,0.0.0.0.0")  # fmt: skip
    play(match, "110b", "1>3", "draw", "110r", "1>3", "draw")
    # Ranks: blue 5 → 1, red 6 and blue 6 → 2, the rest → 4. Only blue has two among three.
    assert tallies(match) == [(0, 10), (0, 15)]


def test_tdf_18_two_teams_may_both_have_the_bonus() -> None:
    match = table("h#6,h#6,1.30/h#6,h#6,2.30", stage=2, dealer=1, turn=0,
                  trial="7.00.0,0.0.0.0.0")  # fmt: skip
    play(match, "110b", "1>3", "draw", "110r", "1>3", "draw")
    assert tallies(match) == [(0, 15), (0, 15)]


def test_tdf_19_team_mates_queue() -> None:
    match = table("1.5,1.4,1.2/2.0,2.-1,2.-2", stage=2)
    play(match, "321")
    play(match, "2>2")
    assert square(match, 0, 2) == (1, 4)
    play(match, "1>3")
    assert square(match, 0, 3) == (1, 3)
    play(match, "3>1")
    assert square(match, 0, 1) == (1, 8)
    assert view(match)["phase"] == "draw"


def test_tdf_20_a_fresh_shuffle_for_every_pair() -> None:
    match = table("/".join(["-,-,-"] * 4), colours="rbow", phase="deal", stage=4, turn=3,
                  hands="-/-/-/-", dealer=3)  # fmt: skip
    play(match, "deal", "start:1", "start:1")
    while view(match)["phase"] == "seal":
        seat = match.awaited[0]
        match.play(seat, next(iter(match.moves(seat))))
    play(match, "start:2", "start:3")
    seen = view(match)
    assert match.awaited == (2, 3)
    assert (seen["pile"], seen["discards"]) == (28, {})
    assert [seat["cards"] for seat in seen["seats"]] == [0, 0, 10, 10]


def test_tdf_21_only_the_tied_best_ride_again() -> None:
    match = table("h,-,-/h,-,-/3.29,-,-", colours="rbo", stage=4, phase="seal", dealer=2,
                  trial="1.111.8,9,7.7.3.4.0", hands="-/-/100r,321")  # fmt: skip
    told = match.play(2, "321")
    assert [e.facts["seats"] for e in told if e.kind == "playoff"] == [[0, 2]]
    assert set(match.awaited) == {0, 2}
    assert [seat["used"] for seat in view(match)["seats"]] == [0, 9, 0]
    assert [seat["starter"] for seat in view(match)["seats"]] == [1, 1, 1]


def test_tdf_21_after_nine_ties_a_lot_is_drawn() -> None:
    winners = set()
    for number in range(12):
        match = table("h,-,-/2.29,-,-", stage=4, phase="seal", trial="1.11.9,8.3.1.2.9",
                      hands="-/100r,321", seed=str(number))  # fmt: skip
        told = match.play(1, "321")
        winners |= {e.seat for e in told if e.kind == "solo-won"}
    assert winners == {0, 1}


def test_tdf_22_no_green_line_and_no_risk_in_stage_4() -> None:
    match = table("1.14,-,-/2.14,-,-", stage=4, phase="seal", trial="1.11.0,0.3.0.3.0",
                  hands="200r,321/111r,321")  # fmt: skip
    match.play(0, "200r")
    match.play(1, "111r")  # rows 16 and 17, where lane 2 has a dot
    assert tallies(match) == [(0, 0), (0, 0)]
    assert set(match.awaited) == {0, 1}


def end_of_stage(points: str, jerseys: str) -> Match:
    """The first team brings its last rider home as number 7; nobody scores by it."""
    return table("1.30,h#1,h#2/h#3,h#4,1.3/h#5,h#6,2.3", colours="rbo", stage=3, phase="step",
                 now="laid:321,steps:1", points=points, jerseys=jerseys, dealer=2,
                 hands="110b,111o,211w/110r,111w,220o,321/110o,111r,200w,220r")  # fmt: skip


def test_tdf_23_the_leading_players_best_rider_wears_yellow() -> None:
    match = end_of_stage("0.0.0+0/7.9.9+0/8.8.8+30", "0.1/0.2/2/-")
    play(match, "^")
    assert rider(match, 1, 2)["jersey"] == "yellow"


def test_tdf_23_equal_riders_by_arrival_then_by_choice() -> None:
    match = end_of_stage("0.0.0+0/9.7.9+0/8.8.8+0", "0.1/0.2/2/-")
    play(match, "^")
    assert rider(match, 1, 1)["jersey"] == "yellow"  # third; number 3 has not arrived
    match = table("1.30,h#1,h#2/1.5,1.4,1.3", stage=3, phase="step", now="laid:321,steps:1",
                  points="0.0.0+0/7.9.9+0")  # fmt: skip
    play(match, "^")
    assert view(match)["phase"] == "yellow"
    assert match.awaited == (1,)
    assert legal(match) == {"yellow:2", "yellow:3"}
    assert view(match)["yellow_choice"] == [2, 3]
    play(match, "yellow:3")
    assert rider(match, 1, 3)["jersey"] == "yellow"
    assert view(match)["stage"] == 4


def test_tdf_24_in_a_tie_the_holder_keeps_it() -> None:
    match = end_of_stage("0.0.0+0/9.9.7+0/9.9.7+0", "2.1/0.2/2/-")
    play(match, "^")
    assert rider(match, 2, 1)["jersey"] == "yellow"


def test_tdf_24_else_the_one_whose_rider_arrived_first() -> None:
    match = end_of_stage("0.0.0+0/9.9.7+0/9.9.7+0", "0.1/0.2/2/-")
    play(match, "^")
    assert rider(match, 1, 1)["jersey"] == "yellow"


def test_tdf_25_who_puts_on_yellow_takes_off_green() -> None:
    match = end_of_stage("0.0.0+0/9.9.9+0/0.0.0+0", "0.1/1.1/2/-")
    play(match, "^")
    assert rider(match, 1, 1)["jersey"] == "yellow"
    assert "/-/" in match.position().split()[5]


def test_tdf_26_a_classic_stage_ends_at_once_the_team_trial_with_the_round() -> None:
    classic = table("1.30,h#1,h#2/2.30,2.29,2.3", phase="step", now="laid:321,steps:1")
    play(classic, "^")
    assert view(classic)["stage"] == 2
    trial = table("h#1,h#2,1.30/2.30,2.29,2.3", stage=2, trial="3.00.0,0.0.0.0.0")
    play(trial, "110b", "1>3", "draw")
    assert view(trial)["stage"] == 2
    assert trial.awaited == (1,)


def test_tdf_28_the_owner_orders_his_riders() -> None:
    match = table("-,-,-/-,-,-", phase="deal", stage=3, turn=1, hands="-/-")
    play(match, "deal")
    assert legal(match) == {f"grid:{o}" for o in ("123", "132", "213", "231", "312", "321")}
    play(match, "grid:312")
    assert [square(match, 0, r) for r in (1, 2, 3)] == [(1, -1), (1, -2), (1, 0)]
    assert match.awaited == (1,)
    assert [seat["cards"] for seat in view(match)["seats"]] == [0, 0]  # cards come after the grid


@pytest.mark.parametrize(
    ("points", "jerseys", "places"),
    [
        ("20.0.0+10/10.0.0+20", "1.1/-/2/-", (1, 2)),  # more individual points
        ("10.0.0+10/0.10.0+10", "1.1/-/2/-", (2, 1)),  # the Maillot Jaune
        ("10.0.0+10/10.0.0+11", "0.1/-/2/-", (2, 1)),
    ],
)
def test_tdf_29_final_ties(points: str, jerseys: str, places: tuple[int, ...]) -> None:
    match = table("1.30,h#1,h#2/2.5,2.6,2.7", stage=5, phase="over", jerseys=jerseys,
                  points=points)  # fmt: skip
    assert match.over
    assert match.standing.places == places


def test_tdf_29_a_shared_win() -> None:
    match = table("1.30,h#1,h#2/2.5,2.6,2.7/3.5,3.6,3.7", colours="rbo", stage=5, phase="over",
                  jerseys="2.1/-/2/-", points="9.0.0+9/0.9.0+9/1.1.1+1")  # fmt: skip
    assert match.standing.places == (1, 1, 3)
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1)


def test_tdf_30_the_start_rotates_with_the_dealer_and_nothing_is_added() -> None:
    result = simulate("tour-de-france", 600, players=4, bots=("random",), seed=5)
    shares = [seat.share for seat in result.seats]
    assert sum(shares) == pytest.approx(1)
    assert all(0.17 < share < 0.33 for share in shares)
    assert view(GAME.start(4, seed=1))["seats"][0]["colour"] == "red"
