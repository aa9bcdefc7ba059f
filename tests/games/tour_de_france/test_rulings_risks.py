"""The rulings on risk cards, one by one: TDF-08 to 15, 32."""

from __future__ import annotations

import pytest

import echappee
from tests.games.tour_de_france.helpers import (
    THREE,
    end_turn,
    kinds,
    legal,
    older,
    on_a_dot,
    only,
    play,
    refused,
    rider,
    square,
    table,
    view,
)


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
