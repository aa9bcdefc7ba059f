"""The rulings on Tape l'étape, one by one, but for the jokers: TLE-01 to 11, 24 to 37."""

from __future__ import annotations

import msgspec
import pytest

import echappee
from echappee.games.tape_letape import scoring
from echappee.match.match import Match
from echappee.match.secret import Secret
from tests.games.tape_letape.helpers import (
    COUNTS,
    ENDURANCE,
    FULL,
    GAME,
    LATE,
    RULES,
    assert_refused,
    board,
    hand,
    kinds,
    moves,
    on_turn,
    play,
    result,
    rider,
    state,
    table,
)

# -------------------------------------------------------------------------------------- the stages


@pytest.mark.parametrize("players", COUNTS)
def test_tle_01_number_of_stages(players: int) -> None:
    assert scoring.stage_count(players, 0, 0, 3) == players + 1
    assert scoring.stage_count(players, 1, 0, 3) == players
    assert board(GAME.start(players, {"edition": "FR"}, seed=1)).stages == players + 1
    assert board(GAME.start(players, {"edition": "EN"}, seed=1)).stages == players


def test_tle_02_final_begun_by_the_last() -> None:
    assert scoring.final_starter([10, 80, 30, 0], 4, 2) == 1
    # Among equals the first clockwise from the left neighbour of the last chooser.
    assert scoring.final_starter([80, 10, 80, 80], 4, 3) == 0
    assert scoring.final_starter([80, 10, 80, 80], 4, 2) == 3
    assert scoring.final_starter([80, 10, 80, 80], 4, 0) == 2
    match = table("B5/B4.B10/B3.B9", turn="2>0", done=2, totals="200/150/150")
    events = play(match, "B5")  # 160, 190, 190
    assert kinds(events) == ["card", "stage-over", "final"]
    assert on_turn(match) == 1
    match = table("B5/B4.B10/B3.B9", turn="1>0", done=2, totals="200/150/150")
    play(match, "B5")
    assert on_turn(match) == 2
    assert board(match).profile == "mountain"
    assert not {move for move in moves(match) if move.startswith("stage")}


def test_tle_03_first_dealer_by_lot_then_to_the_left() -> None:
    assert {board(GAME.start(4, seed=n)).chooser for n in range(60)} == {0, 1, 2, 3}
    for chooser in range(3):
        match = table("B5/B4.B10/B3.B9", turn=f"{chooser}>0")
        assert board(match).next_chooser == (chooser + 1) % 3
        play(match, "B5")
        assert match.awaited == ((chooser + 1) % 3,)


def test_tle_04_profile_chosen_with_the_hand_in_view() -> None:
    match = GAME.start(5, seed=4)
    seen = board(match, on_turn(match))
    assert seen.profile is None
    assert len(seen.riders[on_turn(match)].hand) == 8


def test_tle_05_bad_start_passes() -> None:
    match = table("J3.J4.J5.J7.J8.J9.J10.B5/V3.V4.V5.V7.V8.V9.V10.B4/J6.V6.B3.B6.B7.B8.B9.B10")
    assert moves(match) == {"pass"}
    play(match, "pass")
    assert moves(match) == {"pass"}
    play(match, "pass")
    assert moves(match) == {"J6", "V6", "B6"}
    assert_refused(match, "pass", "must-play", "4c")


def test_tle_06_time_trial_at_least_one_card() -> None:
    match = table("B4.B5.B9/B3/B10", "time-trial:6")
    assert_refused(match, "pass", "must-play", "4c")
    assert_refused(match, "end", "nothing-laid", "4b")


def test_tle_06_time_trial_may_pass_until_all_have() -> None:
    match = table("B4.B5/B3/B9.B10", "time-trial:6", race="FR,sprint,may,shared")
    play(match, "pass", "pass", "pass")
    assert board(match).must_play
    assert_refused(match, "pass", "must-play", "4c")
    play(match, "B5", "end")
    assert moves(match) == {"pass"}  # B3 waits for B4, and one may pass again
    play(match, "pass")
    assert "pass" in moves(match)
    elsewhere = table(LATE, race="FR,sprint,may,shared")
    assert_refused(elsewhere, "pass", "must-play", "4c")


def test_tle_06_a_missed_turn_is_no_pass() -> None:
    match = table("B4.B5/B3/B9.B10", "time-trial:6", race="FR,sprint,may,shared", marks="-/s1/-")
    play(match, "pass", "pass")
    assert (on_turn(match), board(match).must_play) == (0, False)
    play(match, "pass")
    assert board(match).must_play


def test_tle_07_first_card_sets_the_start_value() -> None:
    match = table(FULL, "time-trial")
    assert board(match).start is None
    assert moves(match) == set(hand(match, 0).split("."))
    events = play(match, "J7")
    assert [(event.kind, event.facts.get("value")) for event in events[1:]] == [("start-value", 7)]
    assert board(match).start == 7
    assert moves(match) == {"J6", "end"}
    play(match, "end")
    assert moves(match) == {"J8"}  # seat 1 has no other 7
    match = table(FULL, "time-trial", jokers="-/p/-")
    match.play(1, "puncture>0")
    play(match, "V5")
    assert board(match).start == 5


@pytest.mark.parametrize(("card", "neighbours"), [("J3", {4}), ("B10", {9}), ("J6", {5, 7})])
def test_tle_08_direction_by_the_start_value(card: str, neighbours: set[int]) -> None:
    match = table(FULL, "time-trial")
    play(match, card)
    reach = int(state(match).open)
    start = int(card[1:])
    base = 12 * "JVB".index(card[0])
    assert {v for v in range(1, 13) if reach >> (base + v - 1) & 1} == neighbours
    for colour in {"J", "V", "B"} - {card[0]}:
        assert reach >> (12 * "JVB".index(colour)) & 0xFFF == 1 << (start - 1)


def test_tle_09_no_sprint_in_the_broom_wagon() -> None:
    match = table("B5.B9/B4.B10/B3", "broom-wagon")
    play(match, "B5")
    assert on_turn(match) == 1


def test_tle_10_sprint_of_the_last_two_cards() -> None:
    match = table("B4.B5/B9/B3.B10")  # the second depends on the first
    play(match, "B5")
    assert moves(match) == {"B4", "end"}
    twin = match.copy()
    play(twin, "end")
    assert on_turn(twin) == 1
    facts = result(play(match, "B4"))
    assert facts["winner"] == 0
    assert_refused(table("B4.B5/B9/B3.B10"), "pass", "must-play", "4c")
    three = table("B4.B5.B9/B3/B10")
    play(three, "B5")
    assert on_turn(three) == 1
    for profile in ("mountain", "downhill"):
        hands = "B9.B10/B8/B7" if profile == "mountain" else "B3.B4/B5/B6"
        other = table(hands, profile, "0>2")
        play(other, hands.split("/")[2])  # wins: no turn of two cards elsewhere
        assert board(other).stage == 2


def test_tle_10_the_engine_does_not_tell_whether_one_could_go_on() -> None:
    stuck = table("B3.B5/B9/B4.B10")
    play(stuck, "B5")
    assert moves(stuck) == {"end"}
    assert stuck.awaited == (0,)


@pytest.mark.parametrize("profile", ["flat", "broom-wagon", "time-trial:6"])
def test_tle_11_gear_change(profile: str) -> None:
    match = table("B4.B5.B9/B3/B10", profile, jokers="g/-/-")
    play(match, "gear")
    assert_refused(match, "pass", "must-play", "4c")
    assert_refused(match, "end", "nothing-laid", "4b")
    play(match, "B5", "B4", "B9")
    assert hand(match, 0) == "-" or board(match).stage == 2
    stuck = table("B3.B4/B5.B9/B10", profile, jokers="g/-/-")
    play(stuck, "gear")
    assert moves(stuck) == {"pass"}


# ------------------------------------------------------------------------------- the end of a stage


def test_tle_24_the_stage_ends_at_once() -> None:
    match = table("B5.B9/B4.B10/B3", "flat", "0>0")
    play(match, "B5")
    facts = result(play(match, "B9"))
    assert facts["seconds"] == [-40, 40, 10]


def test_tle_25_broom_wagon_ranking() -> None:
    match = table("J3/J4/J5.J9.J10/J8", "broom-wagon", "0>2", done=1)
    play(match, "J5", "J8", "pass", "J4", "J9")
    # J8 is first, J4 second; seats 0 and 2 go on.
    assert [rider(match, seat).finished for seat in range(4)] == [None, 2, None, 1]
    facts = result(play(match, "J3"))
    assert facts["order"] == [3, 1, 0, 2]
    assert facts["seconds"] == [-30, 0, -60, 0]


def test_tle_26_broom_wagon_must_play() -> None:
    assert_refused(table(LATE, "broom-wagon"), "pass", "must-play", "4c")


def test_tle_27_winner_minus_forty() -> None:
    match = table("B5/B4.B10/B3.B9", totals="-60/0/0")
    play(match, "B5")
    assert match.standing.scores == (-100, 40, 40)
    assert [rider(match, seat).gap for seat in range(3)] == [0, 140, 140]


def test_tle_28_three_columns_for_three() -> None:
    match = table(FULL)
    assert [column.colour for column in board(match).columns] == ["J", "V", "B"]
    assert_refused(match, "R6", "not-in-play", "3")
    assert_refused(match, "J2", "not-in-play", "3")


@pytest.mark.parametrize(
    ("ties", "wins", "places"),
    [
        ("shared", "1/0/0", (1, 1, 3)),
        ("tie-break", "1/0/0", (1, 2, 3)),
        ("tie-break", "0/1/0", (1, 2, 3)),  # one stage each: the last one decides
    ],
)
def test_tle_29_ties(ties: str, wins: str, places: tuple[int, ...]) -> None:
    match = table(
        "B5/B4.B10/B3.B9", race=f"FR,sprint,must,{ties}", done=1, totals="40/-40/0", wins=wins
    )
    play(match, "B5")
    assert match.standing.scores == (0, 0, 40)
    assert match.standing.places == places


def test_tle_30_the_same_profile_by_two_players() -> None:
    match = table(FULL, "-", "1>1", done=1, profiles="mdtb/fmdtb/fmdtb")
    assert "stage:flat" in moves(match)
    again = table(FULL, "-", race=ENDURANCE, done=3, profiles="mdtb/mdtb/mdtb")
    assert_refused(again, "stage:flat", "profile-used", "8b")


def test_tle_31_endurance_keeps_all_five_profiles() -> None:
    match = GAME.start(3, {"race": "endurance", "stages_each": 2}, seed=1)
    assert all(len(rider(match, seat).profiles) == 5 for seat in range(3))
    assert {move for move in moves(match) if move.startswith("stage")} == {
        "stage:flat", "stage:mountain", "stage:downhill", "stage:time-trial", "stage:broom-wagon",
    }  # fmt: skip


@pytest.mark.parametrize("each", [2, 3, 4, 5])
def test_tle_32_no_final_in_endurance(each: int) -> None:
    assert scoring.stage_count(4, 0, 1, each) == 4 * each
    match = table("B5/B4.B10/B3.B9", race=f"FR,endurance:{each},must,shared", done=3 * each - 1)
    play(match, "B5")
    assert match.over


@pytest.mark.parametrize(
    ("players", "each", "after"), [(3, 3, 5), (3, 5, 8), (5, 5, 13), (4, 4, 8), (3, 2, 3)]
)
def test_tle_33_refuelling_at_half_rounded_up(players: int, each: int, after: int) -> None:
    assert scoring.refuel_after(players, each) == after
    if players == 3:
        race = f"FR,endurance:{each},must,shared"
        for done in range(3 * each - 1):
            match = table("B5/B4.B10/B3.B9", race=race, done=done)
            refuelled = "refuel" in kinds(play(match, "B5"))
            assert refuelled == (done + 1 == after)
            assert (rider(match, 0).vitamins == 2) == refuelled


def test_tle_34_used_jokers_come_back_unused_do_not_double() -> None:
    match = table("B5/B4.B10/B3.B9", race=ENDURANCE, done=2, jokers="vvgp/v/-")
    play(match, "B5")
    for seat in range(3):
        seen = rider(match, seat)
        assert (seen.vitamins, seen.gears, seen.punctures) == (2, 1, 1)


def test_tle_35_two_vitamins_in_one_turn() -> None:
    match = table(FULL, race=ENDURANCE, jokers="vv/-/-")
    play(match, "vitamin>1:J3", "vitamin>2:V3")
    assert rider(match, 0).vitamins == 0
    assert on_turn(match) == 0


def test_tle_36_what_is_hidden_and_what_is_open() -> None:
    match = table(FULL, jokers="v/-/-")
    for viewer in (0, 1, 2, None):
        for seat in range(3):
            seen = rider(match, seat, viewer)
            assert seen.cards == 8
            assert (seen.hand is not None) == (seat == viewer)
    match.play(0, "vitamin>1:J3")
    for viewer in (0, 1):
        ((_, event),) = match.events(viewer)
        assert (event.kind, event.facts["given"]) == ("vitamin-seen", "J3")
    for viewer in (2, None):
        ((_, event),) = match.events(viewer)
        assert (event.kind, event.facts) == ("vitamin", {"target": 1})
        assert b"J3" not in msgspec.json.encode(match.typed_view(viewer).table.riders[0:2])
    assert rider(match, 1, 0).known == ["J3"]
    assert len(rider(match, 0, 1).known) == 1
    assert rider(match, 0, 2).known == rider(match, 1, 2).known == []


def test_tle_37_final_begun_by_the_last_place_ties_broken() -> None:
    """190 seconds each for seats 1 and 2, but seat 1 has won a stage: seat 2 is told to be last."""
    tied = {"turn": "2>0", "done": 2, "totals": "200/150/150", "wins": "1/1/0"}
    match = table("B5/B4.B10/B3.B9", **tied, race="FR,sprint,must,tie-break")  # type: ignore[arg-type]
    text = match.position()
    play(match, "B5")
    assert match.standing.scores == (160, 190, 190)
    assert match.standing.places == (1, 2, 3)
    assert on_turn(match) == 2
    shared = table("B5/B4.B10/B3.B9", **tied)  # type: ignore[arg-type]
    play(shared, "B5")
    assert on_turn(shared) == 1  # TLE-02: the first of them clockwise
    _, players, options = RULES.read_position(text, 1)
    old = Match(RULES, players, options, Secret.new(1), rules=1, position=text)
    play(old, "B5")
    assert on_turn(old) == 1
    assert echappee.replay(old.record()).position() == old.position()


def test_turns_are_missed_round_the_table() -> None:
    match = table(LATE, jokers="-/p/-", marks="-/s2/s1")
    play(match, "B9")
    match.play(1, "puncture>0")
    events = play(match, "end")
    assert [event.seat for event in events if event.kind == "missed"] == [1, 2, 0, 1]
    assert on_turn(match) == 2


def test_the_turn_under_way_is_missed_before_those_to_come() -> None:
    match = table(LATE, jokers="-/-/p", marks="-/s1/-")
    events = list(match.play(2, "puncture>0"))
    assert [event.seat for event in events if event.kind == "missed"] == [0, 1]
    assert on_turn(match) == 2


@pytest.mark.parametrize(
    ("profile", "hands", "card", "code", "says"),
    [
        ("mountain", "J5.J8.B9/J4.J6.B10/J7.J9.J10", "J8", "not-next-up", "one up may"),
        ("downhill", "J5.J8.B4/J7.J9.B3/J3.J4.J6", "J5", "not-next-down", "one down may"),
        ("flat", "J3.J8.B9/J5.J7.B10/J4.J9.J10", "J8", "not-next", "up or down"),
        ("time-trial:3", "J5.J8.B9/J4.J6.B10/J7.J9.J10", "J8", "not-next-up", "one up may"),
    ],
)
def test_a_card_that_does_not_follow_is_refused_in_words_that_fit_the_profile(
    profile: str, hands: str, card: str, code: str, says: str
) -> None:
    match = table(hands, profile)
    assert_refused(match, card, code, "5")
    explained = match.explain(0, card)
    assert says in explained.words.en
    assert ("au-dessus ou au-dessous" in explained.words.fr) == (code == "not-next")
