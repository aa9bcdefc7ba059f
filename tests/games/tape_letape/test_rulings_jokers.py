"""The rulings on the jokers of Tape l'étape, one by one: TLE-12 to TLE-23."""

from __future__ import annotations

import pytest

from tests.games.tape_letape.helpers import (
    ENDURANCE,
    FULL,
    GAME,
    LATE,
    assert_refused,
    board,
    hand,
    kinds,
    moves,
    on_turn,
    play,
    rider,
    table,
)


def test_tle_12_jokers_before_the_first_card() -> None:
    match = table("B4.B5.B9/B3/B10", jokers="vgp/-/-")
    play(match, "gear", "puncture>1", "vitamin>1:B9")
    assert {"B5"} <= moves(match)
    match = table("B4.B5.B9/B3/B10", jokers="vg/-/-")
    play(match, "gear", "B5")
    assert_refused(match, "vitamin>1:B4", "joker-after-card", "6")
    match = table("B4.B5/B3/B9.B10", "time-trial:6", jokers="vg/-/-")
    play(match, "B5")
    assert_refused(match, "gear", "joker-after-card", "6")


def test_tle_13_jokers_without_a_playable_card() -> None:
    match = table("B3.B4/B5.B9/B10", jokers="vgp/-/-")
    assert {"pass", "gear", "vitamin>1:B3", "puncture>0", "puncture>2"} <= moves(match)
    play(match, "vitamin>1:B3")  # B5 and B9 are both playable
    assert "pass" not in moves(match)


def test_tle_14_puncture_at_any_time() -> None:
    """Out of turn, and between two cards of one turn; the turn under way if nothing was done."""
    match = table("B4.B5.B9/B3/B10", "time-trial:6", jokers="-/p/p")
    assert match.actors == (0, 1, 2)
    assert list(match.offered) == [1, 2]
    play(match, "B5")
    assert list(match.offered) == []
    assert match.actors == (0, 1, 2)
    match.play(1, "puncture>0")  # he has acted: his next turn
    assert (on_turn(match), rider(match, 0).skips) == (0, 1)
    play(match, "end")
    events = list(match.play(2, "puncture>1"))
    assert kinds(events) == ["puncture", "missed"]
    assert on_turn(match) == 2
    events = play(match, "pass")
    assert kinds(events) == ["pass", "missed"]
    assert on_turn(match) == 1
    for joker in ("gear", "vitamin>1:B4"):
        match = table("B4.B5.B9/B3/B10", jokers="vg/-/p")
        play(match, joker)
        assert match.offered == ()
        match.play(2, "puncture>0")
        assert (on_turn(match), rider(match, 0).skips) == (0, 1)


def test_tle_14_own_puncture_is_no_act_and_the_choice_is_no_turn() -> None:
    match = table(LATE, jokers="p/p/-")
    play(match, "puncture>2")
    match.play(1, "puncture>0")
    assert on_turn(match) == 1
    choosing = table(FULL, "-", jokers="-/p/-")
    assert choosing.offered == ()
    assert choosing.actors == (0, 1)
    choosing.play(1, "puncture>0")
    assert (on_turn(choosing), rider(choosing, 0).skips) == (0, 1)
    events = play(choosing, "stage:flat")
    assert kinds(events) == ["stage-chosen", "missed"]
    assert on_turn(choosing) == 1


def test_tle_15_a_missed_turn_has_no_card_and_no_joker() -> None:
    match = table(LATE, marks="-/s1/-", jokers="-/vg/-")
    play(match, "B9")
    assert match.awaited == (0,)  # two cards left: the sprint
    play(match, "end")
    assert match.awaited == (2,)
    assert rider(match, 1).skips == 0
    assert_refused(match, "gear", "not-your-turn", "4b", seat=1)


def test_tle_16_punctures_add_up() -> None:
    match = table("B3.B4/B5.B9/B10", jokers="p/-/p")
    match.play(0, "puncture>1")
    match.play(2, "puncture>1")
    assert rider(match, 1).skips == 2
    play(match, "pass")
    assert (on_turn(match), rider(match, 1).skips) == (2, 1)
    play(match, "pass", "pass")
    assert (on_turn(match), rider(match, 1).skips) == (2, 0)
    play(match, "pass", "pass")
    assert on_turn(match) == 1


def test_tle_17_missed_turns_end_with_the_stage() -> None:
    match = table("B5/B4.B10/B3.B9", marks="-/s2/s1", turn="0>0")
    play(match, "B5")
    assert [rider(match, seat).skips for seat in range(3)] == [0, 0, 0]
    assert match.awaited == (1,)


@pytest.mark.parametrize("edition", ["FR", "EN"])
def test_tle_18_puncture_on_oneself(edition: str) -> None:
    match = table(LATE, "broom-wagon", jokers="p/-/-", race=f"{edition},sprint,must,shared")
    events = play(match, "puncture>0")
    assert kinds(events) == ["puncture-self", "missed"]
    assert (on_turn(match), rider(match, 0).cards) == (1, 2)


def test_tle_19_no_puncture_on_a_finished_player() -> None:
    match = table("-/B4.B10/B3.B5.B9", "broom-wagon", "0>2", marks="f1/-/-", jokers="p/-/-")
    assert_refused(match, "puncture>0", "target-finished", "6a", seat=0)
    assert moves(match, 0) == {"puncture>1", "puncture>2"}


def test_tle_20_vitamin_draws_blindly_from_the_hand_as_it_was() -> None:
    drawn: dict[str, int] = {}
    text = table(LATE, jokers="v/-/-").position()
    for seed in range(100):
        match = GAME.position(text, seed=seed)
        match.play(0, "vitamin>1:B5")
        drawn[hand(match, 0)] = drawn.get(hand(match, 0), 0) + 1
        assert hand(match, 1) in ("B4.B5", "B5.B10")
    assert set(drawn) == {"B4.B9", "B9.B10"}  # never the card just given
    assert min(drawn.values()) > 25


def test_tle_21_a_vitamin_never_empties_a_hand() -> None:
    match = table("B5/B4/B3.B9.B10", jokers="v/-/-")
    play(match, "vitamin>1:B5")
    assert (hand(match, 0), hand(match, 1)) == ("B4", "B5")
    assert board(match).stage == 1
    assert moves(match) == {"pass"}


def test_tle_22_no_vitamin_from_an_empty_hand() -> None:
    match = table("-/B4.B10/B3.B5.B9", "broom-wagon", "0>2", marks="f1/-/-", jokers="-/-/v")
    assert_refused(match, "vitamin>0:B3", "vitamin-empty", "6b")
    assert "vitamin>1:B3" in moves(match)


def test_tle_23_no_retaliation_in_the_same_stage() -> None:
    match = table("B5.B9/B4/B3.B10", "broom-wagon", jokers="vv/vv/-", race=ENDURANCE, done=0)
    play(match, "vitamin>1:B9", "vitamin>1:B5")  # hitting again is allowed
    assert rider(match, 1).may_not_hit == [0]
    play(match, next(iter(moves(match))))
    while on_turn(match) != 1:
        play(match, sorted(moves(match))[0])
    card = hand(match, 1).split(".")[0]
    assert_refused(match, f"vitamin>0:{card}", "retaliation", "6b")
    assert f"vitamin>2:{card}" in moves(match)
    fresh = table("B5/B4.B10/B3.B9", marks="-/x0/-", jokers="-/v/-")
    play(fresh, "B5")
    assert rider(fresh, 1).may_not_hit == []
