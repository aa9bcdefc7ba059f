"""The rulings on cards and moves, one by one: TDF-01 to 06, 27, 31."""

from __future__ import annotations

import pytest

import echappee
from tests.games.tour_de_france.helpers import (
    APART,
    THREE,
    kinds,
    legal,
    older,
    play,
    refused,
    square,
    table,
    view,
)


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


def test_tdf_27_lanes_of_absent_colours_are_open_in_classic_stages() -> None:
    match = table("2.5,1.1,1.2/2.8,2.9,2.10", phase="step", now="laid:321,steps:3")
    play(match, ">", ">")
    assert square(match, 0, 1) == (4, 7)


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
