"""The rulings TDF-01 … TDF-32, one by one."""

from __future__ import annotations

from collections import Counter

import pytest

import echappee
from echappee.lab.simulate import simulate
from echappee.match.match import Match
from tests.games.tour_de_france.helpers import (
    GAME,
    RULES,
    end_turn,
    kinds,
    legal,
    older,
    only,
    play,
    refused,
    rider,
    square,
    table,
    tallies,
    view,
)

APART = "1.8,2.8,3.8/4.1,4.2,4.3"
THREE = "110b,111o,211w/110r,111w,220o,321"


def on_a_dot(risk: str, riders: str = "1.3,4.1,4.2/2.5,4.8,4.9") -> Match:
    """The first rider one square before a dot, with that square to go, and one kind of risk."""
    now = "laid:321,left:21,todo:23,steps:1"
    return table(riders, material=only(risk), phase="step", now=now, hands=THREE)


def test_tdf_01_each_number_whole_to_another_rider_in_any_order() -> None:
    match = table(APART, hands="110b,211o,211w,321/110r,111w,220o,321")
    play(match, "211o")
    assert legal(match) == {f"{n}>{r}" for n in (1, 2) for r in (1, 2, 3)}
    play(match, "1>2", "^")
    refused(match, "2>2", "rider-done", "1.2b")
    assert legal(match) == {"1>1", "1>3", "2>1", "2>3"}
    play(match, "2>3", "^", "^")
    refused(match, "2>1", "number-gone", "1.2b")
    play(match, "1>1", "^")
    assert [square(match, 0, r) for r in (1, 2, 3)] == [(1, 9), (2, 9), (3, 10)]


def test_tdf_02_nobody_stops_short_of_what_he_can_ride() -> None:
    match = table(APART, phase="step", now="laid:321,steps:3")
    for left in (3, 2, 1):
        assert view(match)["now"]["steps"] == left
        assert legal(match) <= {"<", "^", ">"}
        play(match, "^")
    assert view(match)["phase"] == "draw"


def test_tdf_03_the_assignment_need_not_bring_the_most_squares() -> None:
    match = table("1.5,3.1,3.3/1.6,2.6,4.9", hands="110b,210o,211w,321/110r,111w,220o,321")
    play(match, "210o")
    play(match, "2>1")  # he is stuck: two squares are wasted
    assert square(match, 0, 1) == (1, 5)
    refused(match, "done", "must-give", "1.2b")
    play(match, "1>2", "^")
    assert legal(match) == {"draw"}


def test_tdf_03_but_somebody_must_move_if_anybody_can() -> None:
    match = table("1.5,3.1,3.3/1.6,2.6,4.9", hands="200b,210o,211w,321/110r,111w,220o,321")
    play(match, "200b")
    refused(match, "2>1", "must-move", "1.3c")
    refused(match, "done", "must-give", "1.2b")
    assert legal(match) == {"2>2", "2>3"}


def test_tdf_04_riders_at_home_or_turned_take_no_number() -> None:
    match = table("h#1,2.8,3.8!2/4.1,4.2,4.3", hands="110b,111o,210o,321/110r,111w,220o,321")
    play(match, "210o")
    assert legal(match) == {"1>2", "2>2"}
    refused(match, "1>1", "rider-out", "1.5g")
    refused(match, "1>3", "rider-out", "1.5g")
    play(match, "1>2", "^")
    assert legal(match) == {"draw"}  # the 2 is lost


def test_tdf_04_with_two_riders_any_two_of_the_numbers() -> None:
    match = table("h#1,2.8,3.8/4.1,4.2,4.3", hands="110b,111o,210o,321/110r,111w,220o,321")
    play(match, "210o", "2>2", "^", "^")
    assert legal(match) == {"1>3", "done"}
    play(match, "done")
    assert square(match, 0, 3) == (3, 8)


def test_tdf_05_the_extra_square_before_moving_also_on_a_0() -> None:
    match = table(APART, hands="110b,200r,211w,321/110r,111w,220o,321")
    play(match, "200r")
    assert {"2+>1", "0+>1", "2>1"} <= legal(match)
    play(match, "0+>2", "^")
    assert square(match, 0, 2) == (2, 9)
    assert not any("+" in move for move in legal(match))
    match = table(APART, hands="110b,200r,211w,321/110r,111w,220o,321")
    play(match, "200r", "2>1", "^", "^")
    assert "done" in legal(match)  # nobody has to take it


def test_tdf_05_valid_in_stage_2_but_never_in_stage_4() -> None:
    match = table(stage=2, hands="110b,200r,211w,321/110r,111w,220o,321")
    play(match, "200r", "2+>1")
    assert square(match, 0, 1) == (1, 3)
    match = table("1.0,-,-/2.0,-,-", stage=4, phase="seal", trial="1.11.0,0.3.0.3.0",
                  hands="200r,321/110r,321")  # fmt: skip
    match.play(0, "200r")
    match.play(1, "110r")
    assert square(match, 0, 1) == (1, 2)


def test_tdf_06_who_is_stuck_discards_and_plays_the_next_card_in_vain() -> None:
    match = table("1.5,2.5,1.4/1.6,2.6,3.6", squeeze="d")
    assert all(move.startswith("drop:") for move in legal(match))
    before = [square(match, 0, r) for r in (1, 2, 3)]
    told = play(match, "drop:321", "draw")
    assert kinds(told) == ["stuck", "draw-own"]
    assert [square(match, 0, r) for r in (1, 2, 3)] == before
    assert view(match)["seats"][0]["cards"] == 4
    assert view(match)["pile"] == 48 - 8 - 2


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


def test_tdf_08_standing_on_a_dot_does_not_draw() -> None:
    match = table("1.4,4.1,3.3/1.5,2.5,3.9")
    play(match, "110b", "1>1")
    assert view(match)["phase"] == "assign"


def test_tdf_09_a_risk_move_that_ends_on_a_dot_draws_nothing() -> None:
    match = on_a_dot("advance8", "1.3,4.1,4.2/2.5,4.8,4.9")
    told = play(match, "^", "risk", *["^"] * 8)
    assert square(match, 0, 1) == (1, 12)  # a dot
    assert kinds(told).count("risk") == 1
    assert view(match)["phase"] == "assign"


def test_tdf_10_the_first_draw_blocks_the_others() -> None:
    for risk in ("puncture1", "crossing"):
        match = on_a_dot(risk, "1.3,3.5,4.2/2.5,4.8,4.9")
        play(match, "^", "risk", "1>2", "^")
        assert square(match, 0, 2) == (3, 6)  # a dot
        assert view(match)["phase"] == "assign"


def test_tdf_11_a_card_is_resolved_before_the_next_rider_moves() -> None:
    match = on_a_dot("puncture2")
    play(match, "^")
    assert legal(match) == {"risk"}
    play(match, "risk")
    assert rider(match, 0, 1)["turned"] == 2
    assert view(match)["phase"] == "assign"


def test_tdf_12_kept_cards_at_the_start_of_later_turns_only() -> None:
    match = on_a_dot("headwind1")
    play(match, "^", "risk")
    refused(match, "declare", "not-now", "1.2c")
    end_turn(match)
    end_turn(match)
    assert "declare" in legal(match)
    play(match, "declare")
    refused(match, "declare", "no-kept-card", "1.5b")


def test_tdf_13_riders_stop_on_the_last_row_while_a_red_card_is_kept() -> None:
    match = table("1.29,2.3,3.3/4.1,4.2,4.3", kept="headwind1@2/-", phase="step",
                  now="laid:321,left:21,todo:23,steps:3")  # fmt: skip
    play(match, "^")
    assert square(match, 0, 1) == (1, 30)
    assert view(match)["phase"] == "assign"


def test_tdf_13_a_team_that_cannot_move_must_declare() -> None:
    match = table("1.30,2.30,h#1/4.1,4.2,4.3", kept="crossing@1/-")
    assert legal(match) == {"declare"}
    refused(match, "321", "declare-first", "1.5e")
    refused(match, "drop:321", "declare-first", "1.5e")
    play(match, "declare")
    assert legal(match) == {"drop:110b", "drop:111o", "drop:211w", "drop:321"}
    play(match, "drop:110b", "draw")
    end_turn(match)
    play(match, "321", "3>1", "^")
    assert square(match, 0, 1) == "home"


def test_tdf_14_a_turned_rider_blocks_and_waits_out_his_turns() -> None:
    match = table("1.5,2.3,3.3/1.6!2,4.2,4.3")
    play(match, "110b", "1>2", "^", "1>3", "^", "draw")
    assert rider(match, 1, 1)["turned"] == 2
    end_turn(match)
    assert rider(match, 1, 1)["turned"] == 1
    end_turn(match)
    end_turn(match)
    assert rider(match, 1, 1)["turned"] == 0


def test_tdf_14_who_falls_in_his_own_turn_misses_the_next_one() -> None:
    match = on_a_dot("crash1")
    play(match, "^", "risk")
    end_turn(match)
    assert rider(match, 0, 1)["turned"] == 1
    end_turn(match)
    play(match, next(m for m in sorted(legal(match)) if ">" not in m))
    assert not any(move.endswith(">1") for move in legal(match))
    end_turn(match)
    assert rider(match, 0, 1)["turned"] == 0


@pytest.mark.parametrize(("before", "after"), [(1, 2), (2, 2), (3, 3)])
def test_tdf_15_stops_are_not_added_up(before: int, after: int) -> None:
    match = on_a_dot("crash2", f"1.3,3.5,4.2/2.5!{before},4.8,4.9")
    play(match, "^", "risk")
    assert rider(match, 1, 1)["turned"] == after


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


def test_tdf_27_lanes_of_absent_colours_are_open_in_classic_stages() -> None:
    match = table("2.5,1.1,1.2/2.8,2.9,2.10", phase="step", now="laid:321,steps:3")
    play(match, ">", ">")
    assert square(match, 0, 1) == (4, 7)


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


DEAD_END = "2.5,1.1,1.0/1.7,2.7,2.0"  # two rivals close lane 1 to him after one step


def test_tdf_31_a_way_that_ends_too_soon_is_closed() -> None:
    match = table(DEAD_END, phase="step", now="laid:321,left:31,todo:23,steps:2", hands=THREE)
    assert legal(match) == {"^", ">"}
    refused(match, "<", "dead-end", "1.3c")
    assert view(match, 0)["now"]["shut"] == {"<": "dead-end"}
    assert [1, 6] not in [way["to"] for way in view(match, 0)["now"]["ways"]]
    play(match, "^")
    assert legal(match) == {">"}
    match = table(DEAD_END, phase="step", now="laid:321,left:32,todo:23,steps:1", hands=THREE)
    assert legal(match) == {"<", "^", ">"}  # one square: every way uses it


def test_tdf_31_where_all_ways_end_too_soon_all_are_open() -> None:
    match = table("2.5,4.7,1.0/1.7,2.7,3.7", phase="step", now="laid:321,left:31,todo:23,steps:2",
                  hands=THREE)  # fmt: skip
    assert legal(match) == {"<", "^", ">"}
    play(match, "<")
    assert square(match, 0, 1) == (1, 6)


def test_tdf_31_the_finish_is_as_far_as_one_can_go() -> None:
    match = table("2.29,1.1,1.0/1.30,4.8,2.0", phase="step",
                  now="laid:321,left:21,todo:23,steps:3", hands=THREE)  # fmt: skip
    assert legal(match) == {"^", ">"}
    play(match, ">", "^")
    assert square(match, 0, 1) == "home"


def test_tdf_31_a_breakaway_may_not_end_too_soon_either() -> None:
    match = table(DEAD_END, phase="step", hands=THREE,
                  now="laid:321,left:31,todo:23,moved,played:advance2,steps:2,cause:1")  # fmt: skip
    refused(match, "<", "dead-end", "1.3c")


def test_tdf_31_records_of_rules_1_keep_the_older_reading() -> None:
    match = older(table(DEAD_END, phase="step", now="laid:321,left:31,todo:23,steps:2",
                        hands=THREE))  # fmt: skip
    assert legal(match) == {"<", "^", ">"}
    assert view(match, 0)["now"]["shut"] == {}
    play(match, "<")
    assert echappee.replay(match.save()).position() == match.position()
    with pytest.raises(echappee.BadRecord):
        echappee.replay(match.save().replace("\nrules 1\n", "\nrules 2\n"))


BESIDE = "1.3,2.4,4.2/3.9,4.8,4.9"


def test_tdf_32_a_team_mate_who_has_not_moved_loses_this_turn_only() -> None:
    match = on_a_dot("crash1", BESIDE)
    play(match, "^", "risk")
    assert [rider(match, 0, n)["turned"] for n in (1, 2, 3)] == [1, 1, 0]
    refused(match, "2>2", "rider-out", "1.5g")
    assert legal(match) == {"1>3", "2>3"}
    play(match, "1>3", "^", "draw")
    assert [rider(match, 0, n)["turned"] for n in (1, 2, 3)] == [1, 0, 0]
    end_turn(match)
    play(match, "110b")
    assert {"1>2", "1>3"} <= legal(match)
    refused(match, "1>1", "rider-out", "1.5g")


def test_tdf_32_a_team_mate_who_has_moved_loses_the_next_turn() -> None:
    match = table(BESIDE, material=only("crash1"), phase="step", hands=THREE,
                  now="laid:321,left:2,todo:3,moved,steps:1")  # fmt: skip
    play(match, "^", "risk", "2>3", "^", "^", "draw")
    assert [rider(match, 0, n)["turned"] for n in (1, 2, 3)] == [1, 1, 0]


def test_tdf_32_by_rules_1_he_loses_both() -> None:
    match = older(on_a_dot("crash1", BESIDE))
    play(match, "^", "risk", "1>3", "^", "draw")
    assert [rider(match, 0, n)["turned"] for n in (1, 2, 3)] == [1, 1, 0]
    assert echappee.replay(match.save()).position() == match.position()


def test_every_ruling_stands_at_an_article() -> None:
    told = {ruling for article in RULES.words.articles for ruling in article.rulings}
    assert told == {f"TDF-{number:02}" for number in range(1, 33)}
