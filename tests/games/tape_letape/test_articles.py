"""The articles of Tape l'étape, one by one."""

from __future__ import annotations

import pytest

from echappee.games.tape_letape import material
from tests.games.tape_letape.helpers import (
    COUNTS,
    FULL,
    GAME,
    LATE,
    assert_refused,
    board,
    hand,
    moves,
    on_turn,
    play,
    result,
    rider,
    table,
)


def test_article_1_first_without_cards_wins_the_stage() -> None:
    match = table("B5/B4.B10/B3.B9")
    facts = result(play(match, "B5"))
    assert facts["winner"] == 0
    assert facts["seconds"] == [-40, 40, 40]


def test_article_2_material() -> None:
    assert material.CARDS == 48
    assert len(material.PROFILES) == 5
    assert len(material.JOKERS) == 3


@pytest.mark.parametrize(
    ("players", "low", "high", "colours"),
    [(3, 3, 10, 3), (4, 3, 10, 4), (5, 2, 11, 4), (6, 1, 12, 4)],
)
def test_article_3_preparation(players: int, low: int, high: int, colours: int) -> None:
    match = GAME.start(players, seed="deal")
    hands = [hand(match, seat).split(".") for seat in range(players)]
    assert [len(cards) for cards in hands] == [8] * players
    deck = {f"{c}{v}" for c in "JVBR"[:colours] for v in range(low, high + 1)}
    assert {card for cards in hands for card in cards} == deck
    for seat in range(players):
        seen = rider(match, seat)
        assert (seen.vitamins, seen.gears, seen.punctures) == (1, 1, 1)
        assert seen.profiles == list(material.PROFILES)
        assert (seen.hand is None, rider(match, seat, seat).hand is None) == (True, False)


def test_article_4_stages_follow_one_another() -> None:
    match = table("B5/B4.B10/B3.B9", turn="2>0")
    play(match, "B5")
    seen = board(match)
    assert (seen.stage, seen.profile, seen.chooser) == (2, None, 0)
    assert [len(hand(match, seat).split(".")) for seat in range(3)] == [8, 8, 8]


def test_article_4a_choosing_a_stage() -> None:
    match = GAME.start(4, seed="choice")
    chooser = board(match).chooser
    assert match.awaited == (chooser,)
    stages = {f"stage:{profile}" for profile in material.PROFILES}
    assert {move for move in moves(match) if ":" in move and ">" not in move} == stages
    assert_refused(match, "stage:flat", "not-your-turn", "4b", seat=(chooser + 1) % 4)
    assert_refused(match, "pass", "choose-first", "4a")
    play(match, "stage:mountain")
    assert board(match).profile == "mountain"
    assert "mountain" not in rider(match, chooser).profiles
    assert match.awaited == (chooser,)
    assert_refused(match, "stage:flat", "already-chosen", "4a")


def test_article_4b_a_turn_is_one_card_next_to_a_column() -> None:
    match = table(FULL)
    assert moves(match) == {"J6"}
    assert_refused(match, "J7", "column-closed", "5")
    assert_refused(match, "V6", "not-in-hand", "4b")
    assert_refused(match, "end", "nothing-laid", "4b")
    play(match, "J6")
    assert on_turn(match) == 1
    assert_refused(match, "J7", "not-your-turn", "4b", seat=0)
    assert moves(match) == {"V6"}  # J4 is not next to J6, J8 neither
    assert_refused(match, "J8", "not-next", "5")
    play(match, "V6")
    assert moves(match) == {"B6", "V7"}


def test_article_4c_must_play_or_pass() -> None:
    match = table("B4.B9/B3.B5/B10")
    assert_refused(match, "pass", "must-play", "4c")
    match = table("B3.B4/B5.B9/B10")
    assert moves(match) == {"pass"}
    play(match, "pass")
    assert on_turn(match) == 1


def test_article_4d_a_stage_ends_at_once() -> None:
    match = table("B5/B4.B10/B3.B9", jokers="-/v/p")
    play(match, "B5")
    assert board(match).stage == 2
    assert [rider(match, 1).vitamins, rider(match, 2).punctures] == [1, 1]
    assert [rider(match, 1).gears, rider(match, 2).vitamins] == [0, 0]  # used ones stay used


def test_article_4e_the_race() -> None:
    french = table("B5/B4.B10/B3.B9", turn="2>0", done=2)
    play(french, "B5")
    seen = board(french)
    assert (seen.final, seen.profile, seen.stage, seen.stages) == (True, "mountain", 4, 4)
    english = table("B5/B4.B10/B3.B9", turn="2>0", done=2, race="EN,sprint,must,shared")
    play(english, "B5")
    assert english.over
    outcome = english.outcome
    assert outcome is not None
    assert (outcome.ending, outcome.article, outcome.winners) == ("all-stages", "4e", (0,))
    assert_refused(english, "pass", "over", "4e", seat=0)


@pytest.mark.parametrize("players", COUNTS)
def test_article_5_start_values(players: int) -> None:
    low, high = {3: (3, 10), 4: (3, 10), 5: (2, 11), 6: (1, 12)}[players]
    for profile, value in (("flat", 6), ("broom-wagon", 6), ("mountain", low), ("downhill", high)):
        match = GAME.start(players, seed=1)
        play(match, f"stage:{profile}")
        assert board(match).start == value


def test_article_5a_flat_grows_both_ways() -> None:
    match = table(LATE)
    assert moves(match) == {"B5", "B9"}


def test_article_5b_mountain_rises() -> None:
    match = table(FULL, "mountain")
    assert moves(match) == {"J3", "V3"}
    play(match, "J3")
    assert moves(match) == {"J4"}
    play(match, "J4")
    assert moves(match) == {"B3"}


def test_article_5c_downhill_falls() -> None:
    match = table(FULL, "downhill")
    assert moves(match) == {"B10"}
    play(match, "B10")
    assert moves(match) == {"B9", "V10"}


def test_article_5d_time_trial_as_many_cards_as_one_wishes() -> None:
    match = table("B4.B5.B9/B3/B10", "time-trial:6")
    play(match, "B5", "B4", "B9")
    assert board(match).stage == 2
    match = table("B4.B5.B9/B3/B10", "time-trial:6")
    play(match, "B5")
    assert moves(match) == {"B4", "B9", "end"}
    play(match, "end")
    assert on_turn(match) == 1


def test_article_5e_broom_wagon_last_wins() -> None:
    match = table("B5/B4.B10/B3.B9", "broom-wagon")
    play(match, "B5")
    assert rider(match, 0).finished == 1
    assert on_turn(match) == 1
    play(match, "B4", "B3")
    play(match, "pass")
    facts = result(play(match, "B9"))
    assert facts["winner"] == 1
    assert facts["order"] == [0, 2, 1]


def test_article_6_jokers_are_used_once() -> None:
    match = table(FULL, jokers="vgp/-/-")
    play(match, "puncture>1", "gear")
    assert_refused(match, "gear", "joker-used", "6")
    assert_refused(match, "puncture>1", "joker-used", "6")
    assert_refused(match, "puncture>5", "joker-used", "6")
    play(match, "vitamin>1:J3")
    assert_refused(match, "vitamin>2:B10", "joker-used", "6")
    assert moves(match) >= {"J6"}


def test_article_6a_puncture() -> None:
    match = table(LATE, jokers="-/-/p")
    assert_refused(match, "puncture>4", "no-such-seat", "6", seat=2)
    match.play(2, "puncture>0")
    assert on_turn(match) == 1
    assert rider(match, 2).punctures == 0


def test_article_6b_vitamin() -> None:
    match = table(LATE, jokers="v/-/-")
    assert_refused(match, "vitamin>0:B5", "vitamin-self", "6b")
    assert_refused(match, "vitamin>1:B4", "not-in-hand", "4b")
    assert_refused(match, "vitamin>4:B5", "no-such-seat", "6")
    assert_refused(match, "vitamin>1:R5", "not-in-play", "3")
    match.play(0, "vitamin>2:B9")
    assert (hand(match, 0), hand(match, 2)) == ("B3.B5", "B9")
    assert on_turn(match) == 0


def test_article_6c_gear_change() -> None:
    match = table("B4.B5.B9/B3/B10", jokers="g/-/-")
    play(match, "gear")
    assert board(match).gear
    play(match, "B5", "B4")
    assert moves(match) == {"B9", "end"}


def test_article_7_times() -> None:
    match = table("B5/B4.B9/B3.B10")
    facts = result(play(match, "B5"))
    assert facts["seconds"] == [-40, 10 + 30, 10 + 30]
    assert facts["left"] == [[], ["B4", "B9"], ["B3", "B10"]]
    cost = {"small": 1, "small_seconds": 10, "big": 1, "big_seconds": 30}
    assert facts["costs"] == [dict.fromkeys(cost, 0), cost, cost]


def test_article_7a_times_of_the_broom_wagon() -> None:
    match = table("B4.B10/B5/B3.B9", "broom-wagon", "0>1")
    play(match, "B5", "B9", "B4", "B3")
    assert board(match).last_stage.seconds == [-60, 0, -30]


def test_article_7b_classification() -> None:
    match = table("B5/B4.B10/B3.B9", totals="90/0/50")
    play(match, "B5")
    assert match.standing.scores == (50, 40, 90)
    assert match.standing.places == (2, 1, 3)
    assert [rider(match, seat).gap for seat in range(3)] == [10, 0, 50]
    assert [rider(match, seat).yellow for seat in range(3)] == [False, True, False]


def test_article_8_endurance() -> None:
    match = GAME.start(4, {"race": "endurance", "stages_each": 4}, seed=3)
    assert board(match).stages == 16
    assert [rider(match, seat).vitamins for seat in range(4)] == [2, 2, 2, 2]


def test_article_8a_refuelling() -> None:
    match = table("B5/B4.B10/B3.B9", race="FR,endurance:2,must,shared", done=2)
    assert board(match).refuel_after == 3
    play(match, "B5")
    for seat in range(3):
        seen = rider(match, seat)
        assert (seen.vitamins, seen.gears, seen.punctures) == (2, 1, 1)


def test_article_8b_each_profile_once() -> None:
    match = table(
        FULL, "-", race="FR,endurance:2,must,shared", done=3, profiles="mdtb/fmdtb/mdtb"
    )  # fmt: skip
    assert_refused(match, "stage:flat", "profile-used", "8b")
    assert "stage:mountain" in moves(match)
