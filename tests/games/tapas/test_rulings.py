"""The rulings on Tapas, one by one: TAP-01 to TAP-27."""

from __future__ import annotations

import pytest

from echappee.match.match import Match
from tests.games.tapas.helpers import (
    GAME,
    assert_legal,
    assert_refused,
    entries,
    fields,
    line,
    on_turn,
    play,
    table,
)


def finished(taken_j: str, taken_c: str, flags: str = "-") -> Match:
    """A game in which the last tapas has just been played, with these catches."""
    match = table(
        {"W3": "j1 .. .. .. .. .."}, "c", j="-", c="1",
        taken_j=taken_j, taken_c=taken_c, flags=flags,
    )  # fmt: skip
    play(match, "W3:1")
    assert match.over
    return match


# ------------------------------------------------------------------------------- entering the board


def test_tap_01_from_outside_up_to_the_first_piece() -> None:
    """TAP-01: a tapas comes from outside and stops at the first piece of the line, whoever's."""
    match = table({"W3": ".. .. c1 .. c2 .."}, j="1")
    assert list(match.moves(0)) == ["N3:1", "N5:1", "E3:1", "S3:1", "S5:1", "W3:1"]
    twin = match.copy()
    play(twin, "W3:1")
    assert line(twin, "W3") == ".. .. j1 c1 c2 .."
    play(match, "E3:1")
    assert line(match, "W3") == ".. .. c1 c2 j1 .."


def test_tap_02_only_interior_gaps_are_banned() -> None:
    """TAP-02: no entry into a gap, but a tapas may well end between two others after its push."""
    match = table({"N3": "j1 .. c2 .. .. .."})
    assert_refused(match, "N3:1", "own-first", "4d")
    # The new tapas comes to rest between two others of its column: legal.
    match = table({"W3": "c1 c1 .. .. .. ..", "N2": ".. c1 .. c1 .. .."}, j="2")
    assert_legal(match, "W3:2")
    play(match, "W3:2")
    assert line(match, "W3") == ".. j2 c1 c1 .. .."


def test_tap_03_an_extra_first_is_legal_for_both() -> None:
    """TAP-03: a line whose first piece is an Extra may be entered by either player."""
    for turn in "jc":
        for extra in ("TO", "KE", "MA", "WA", "SE", "AD"):
            match = table({"W3": f".. {extra} j1 c1 .. .."}, turn, flags="extras:2")
            assert_legal(match, "W3:1")
            play(match, "W3:1")
            assert line(match, "W3") == f".. {turn}1 {extra} j1 c1 .."


def test_tap_04_own_first_is_illegal_but_own_further_on_is_pushed() -> None:
    """TAP-04: your own tapas may not be first; further down the line they move and fall."""
    match = table({"W3": "j1 c1 .. .. .. .."}, j="3")
    assert_refused(match, "W3:3", "own-first", "4d")
    match = table({"W3": "c1 j1 .. j1 j2 j4"}, j="3")
    play(match, "W3:3")
    assert line(match, "W3") == ".. .. j3 c1 j1 j1"
    assert (fields(match).taken_j, fields(match).taken_c) == ("-", "24")


def test_tap_05_your_new_tapas_may_fly_off() -> None:
    """TAP-05: a push may carry the new tapas off; the opponent takes it at its full value."""
    match = table({"W3": ".. .. .. .. .. c2"}, j="4")
    assert_legal(match, "W3:4")
    events = play(match, "W3:4")
    assert line(match, "W3") == ".. .. .. .. .. .."
    assert (fields(match).taken_j, fields(match).taken_c) == ("2", "4")
    assert match.standing.scores == (2, 4)
    assert events[0].facts["fallen"] == ["j4", "c2"]
    edge = table({"W3": ".. .. .. .. .. c2"}, j="1")
    play(edge, "W3:1")  # just far enough to stay
    assert line(edge, "W3") == ".. .. .. .. .. j1"
    assert edge.standing.scores == (2, 0)


# ---------------------------------------------------------------------------------- the reverse ban


def test_tap_06_reverse_push_same_line_and_opposite_direction() -> None:
    """TAP-06: only that line, only the opposite way; the same way again is legal."""
    # Both ends of row 3, of its neighbours and of column 3 show a Jalapeño to the Croquetas.
    lines = {
        "W3": "j1 .. .. .. .. j1",
        "W4": "j1 .. .. .. .. j1",
        "N3": "j1 .. .. .. .. j1",
    }
    for last, back in (("W3", "E3"), ("E3", "W3"), ("N3", "S3"), ("S3", "N3")):
        match = table(lines, "c", last=last)
        assert_refused(match, f"{back}:1", "reverse", "4e")
        assert entries(match) == {"N3", "S3", "W3", "E3", "W4", "E4"} - {back}


def test_tap_06_only_the_most_recent_push_counts() -> None:
    """TAP-06: the ban is not for the whole game: after another push the line is free again."""
    match = table({"W3": "c1 .. .. .. .. j1", "W5": "j1 .. .. .. .. c1"}, "j", j="11", c="111")
    play(match, "W3:1")
    assert_refused(match, "E3:1", "reverse", "4e")
    play(match, "W5:1")
    play(match, "W5:1")
    assert match.awaited == (1,)
    assert_legal(match, "E3:1")


def test_tap_06_binds_who_replays_after_a_serviette() -> None:
    """TAP-06: a player's own push may not be undone in his replay either."""
    match = table({"W3": "c1 c1 j1 c1 c1 SE"}, j="11", c="1", flags="extras:2")
    play(match, "W3:1")
    assert match.awaited == (0,)
    assert line(match, "E3")[:2] == "c1"
    assert_refused(match, "E3:1", "reverse", "4e")


def test_tap_07_a_pass_does_not_lift_the_ban() -> None:
    """TAP-07: after a pass the ban still concerns the last push made."""
    match = table({"W3": ".. j1 .. .. j1 .."}, "j", last="W3")
    assert list(match.moves(0)) == ["pass"]
    play(match, "pass")
    assert match.awaited == (1,)
    assert fields(match).last == "W3"
    assert_refused(match, "E3:1", "reverse", "4e")
    assert_legal(match, "W3:1", "N2:1", "S5:1")


# -------------------------------------------------------------------------- passing, and the end


def test_tap_08_who_cannot_play_passes_and_keeps_his_tapas() -> None:
    """TAP-08: no legal move means a pass; one pass doesn't end the game, and a push resets them."""
    match = table({"W3": ".. j1 .. .. j1 .."}, "j", j="14", c="12")
    assert_refused(match, "W3:1", "own-first", "4d")
    events = play(match, "pass")
    assert [event.kind for event in events] == ["pass"]
    assert (fields(match).hand_j, fields(match).hand_c) == ("14", "12")
    assert not match.over
    assert fields(match).flags == "passes:1"
    assert_refused(match, "pass", "must-play", "4")
    play(match, "W3:1")
    assert fields(match).flags == "-"


def test_tap_08_two_passes_in_a_row_end_the_game_as_it_stands() -> None:
    """TAP-08: when nobody can place anything the game ends and is scored as is."""
    match = table({}, "j", j="14", c="12", taken_j="11", taken_c="3")
    play(match, "pass")
    assert not match.over
    assert match.awaited == (1,)
    play(match, "pass")
    assert match.outcome is not None
    assert match.outcome.ending == "blocked"
    assert match.standing.scores == (2, 3)
    assert match.outcome.winners == (1,)
    assert (fields(match).hand_j, fields(match).hand_c) == ("14", "12")


def test_tap_08_a_pass_a_push_and_a_pass_do_not_end_the_game() -> None:
    """TAP-08: "in a row": a push in between starts the count again."""
    match = table({"W3": ".. .. .. j1 .. ..", "W5": ".. j1 .. .. .. .."}, "j", j="14", c="14")
    play(match, "pass", "W3:4")  # row 3 is swept clean, and the Jalapeños are stuck again
    play(match, "pass")
    assert not match.over
    assert match.awaited == (1,)
    assert fields(match).flags == "passes:1"


def test_tap_08_alone_at_the_table_two_passes_of_one_player_end_it() -> None:
    """TAP-08 with TAP-09: if the other hand is empty, the stuck player passes twice."""
    match = table({}, "j", j="14", c="-", taken_j="1")
    play(match, "pass")
    assert match.awaited == (0,)
    play(match, "pass")
    assert match.outcome is not None
    assert match.outcome.ending == "blocked"


def test_tap_09_ends_when_both_hands_are_empty_and_an_empty_hand_is_skipped() -> None:
    """TAP-09: one empty hand doesn't end the game; its player is skipped."""
    match = table({"W3": "c1 .. .. .. .. j1"}, "j", j="111", c="-")
    for move in ("W3:1", "N2:1"):
        play(match, move)
        assert not match.over
        assert match.awaited == (0,)
        assert len(match.moves(1)) == 0
    play(match, "W4:1")
    assert match.outcome is not None
    assert match.outcome.ending == "played-out"


# ---------------------------------------------------------------------------------------- Red Mojo


def test_tap_10_an_extra_belongs_to_who_pushed() -> None:
    """TAP-10: whoever pushed keeps it; not who is next to it, nor the opponent."""
    for turn, other in (("j", "c"), ("c", "j")):
        match = table(
            {"W3": f"{other}1 {other}1 {other}1 {turn}1 {other}1 TO"}, turn, flags="extras:3"
        )
        play(match, "W3:1")
        catch = {"j": fields(match).taken_j, "c": fields(match).taken_c}
        assert catch == {turn: "+TO", other: "-"}


def test_tap_11_addition_takes_out_tapas_of_both_colours_but_not_extras() -> None:
    """TAP-11: tapas of both colours are out, Extras are kept; the Addition is worth 0."""
    match = table({"W3": "c1 c1 c2 KE AD j2"}, j="3", c="1", flags="extras:3")
    play(match, "W3:3")
    assert (fields(match).taken_j, fields(match).taken_c) == ("+KEAD", "-")
    assert match.standing.scores == (2, 0)


@pytest.mark.parametrize("order", ["AD c1 c2", "c1 AD c2", "c1 c2 AD"])
def test_tap_11_whatever_the_order_of_the_fall(order: str) -> None:
    """TAP-11: what fell before the Addition in the same push is struck off as well."""
    match = table({"W3": f"c1 c1 c1 {order}"}, j="3", flags="extras:2")
    play(match, "W3:3")
    assert (fields(match).taken_j, fields(match).taken_c) == ("+AD", "-")


def test_tap_11_the_new_tapas_is_struck_off_too() -> None:
    """TAP-11, TAP-05: the tapas that pushed, if it leaves too, counts for nobody."""
    match = table({"W3": ".. .. .. .. c1 AD"}, j="4", flags="extras:2")
    play(match, "W3:4")
    assert line(match, "W3") == ".. .. .. .. .. .."
    assert (fields(match).taken_j, fields(match).taken_c) == ("+AD", "-")
    assert match.standing.scores == (0, 0)


def test_tap_11_option_addition_removes_extras() -> None:
    """TAP-11: by option, Extras that leave with the Addition are out of the game, too."""
    flags = "extras:5,strict-bill"
    match = table({"W3": "c1 c1 c2 KE AD TO"}, j="3", taken_j="+MAWA", flags=flags)
    assert match.options["addition_removes_extras"] is True
    play(match, "W3:3")
    assert (fields(match).taken_j, fields(match).taken_c) == ("+MAWAAD", "-")
    assert match.standing.scores == (5, 0)
    assert not match.over
    # Without the Addition the option changes nothing.
    match = table({"W3": "c1 c1 c1 KE c2 TO"}, j="3", flags=flags)
    play(match, "W3:3")
    assert fields(match).taken_j == "2+TOKE"
    started = GAME.start(options={"extras": 5, "addition_removes_extras": True}, seed=1)
    assert "strict-bill" in fields(started).flags


@pytest.mark.parametrize("flags", ["extras:3", "extras:3,strict-bill"])
@pytest.mark.parametrize("order", ["AD SE", "SE AD"])
def test_tap_12_addition_and_serviette_together_still_replay(order: str, flags: str) -> None:
    """TAP-12: the Addition doesn't cancel the Serviette's replay."""
    match = table({"W3": f"c1 c1 c1 c1 {order}"}, j="12", c="1", flags=flags)
    play(match, "W3:2")
    assert match.awaited == (0,)
    kept = "+AD" if "strict-bill" in flags else "+SEAD"
    assert fields(match).taken_j == kept


def test_tap_13_serviette_is_a_full_extra_turn() -> None:
    """TAP-13: any entry and any tapas of the hand; one extra turn, then the opponent."""
    match = table(
        {"W3": "j1 j1 j1 j1 j1 SE", "W5": "j1 .. .. .. .. j1"}, "c", j="1", c="124",
        flags="extras:2",
    )  # fmt: skip
    play(match, "W3:1")
    assert match.awaited == (1,)
    assert entries(match) == {"N2", "N3", "N4", "N5", "S2", "S3", "S4", "S5", "W5", "E5"}
    assert_refused(match, "E3:2", "reverse", "4e")
    assert_legal(match, "N3:2", "E5:4")
    play(match, "W5:4")
    assert match.awaited == (0,)
    assert fields(match).hand_c == "2"


def test_tap_14_serviette_with_the_last_tapas_does_not_replay() -> None:
    """TAP-14: who has none left can't replay; the opponent plays out his hand alone."""
    match = table({"W3": "c1 c1 c1 c1 c1 SE"}, j="1", c="12", flags="extras:2")
    events = play(match, "W3:1")
    assert "replay" not in [event.kind for event in events]
    assert match.awaited == (1,)
    play(match, "W3:1")
    assert not match.over
    assert match.awaited == (1,)
    play(match, next(iter(match.moves(1))))
    assert match.outcome is not None
    assert match.outcome.ending == "played-out"


def test_tap_14_serviette_with_the_very_last_tapas_ends_the_game() -> None:
    """TAP-14: if the opponent has none either, the game is over."""
    match = table({"W3": "c1 c1 c1 c1 c1 SE"}, j="1", c="-", flags="extras:2")
    play(match, "W3:1")
    assert match.over


def test_tap_15_uneven_hands_alternate_until_one_is_empty() -> None:
    """TAP-15: after a replay the players alternate as before; the longer hand ends alone."""
    match = table(
        {"W2": "c1 .. .. .. .. j1", "W4": "j1 .. .. .. .. c1"}, "c", j="111", c="1", taken_j="+SE",
        flags="extras:2",
    )  # fmt: skip
    turns = []
    while not match.over:
        turns.append(on_turn(match))
        play(match, next(iter(match.moves(on_turn(match)))))
    assert turns == [1, 0, 0, 0]


def test_tap_16_three_sauces_end_the_game_at_once_without_replay() -> None:
    """TAP-16: checked after every push, over points, and before the Serviette's replay."""
    match = table(
        {"W3": "c1 c1 c1 KE SE j2"}, j="13", c="12", taken_j="+MAWA", taken_c="1111111124",
        flags="extras:5",
    )  # fmt: skip
    play(match, "W3:3")
    assert match.outcome is not None
    assert match.outcome.ending == "three-sauces"
    assert match.outcome.winners == (0,)
    assert match.standing.places == (1, 2)
    assert match.standing.scores[1] > match.standing.scores[0]
    assert match.awaited == ()


def test_tap_16_three_at_one_stroke_and_for_the_second_player() -> None:
    """TAP-16: all three in one push; the second player wins likewise."""
    match = table(
        {"W3": "j1 j1 j1 WA KE MA"}, "c", j="134", c="3", taken_j="11111112", flags="extras:3"
    )
    play(match, "W3:3")
    assert match.outcome is not None
    assert (match.outcome.ending, match.outcome.winners) == ("three-sauces", (1,))


def test_tap_16_sauces_of_both_players_together_do_not_win() -> None:
    """TAP-16: one player must hold all three himself."""
    match = table(
        {"W3": "c1 c1 c1 c1 c1 KE"}, j="12", c="12", taken_j="+MA", taken_c="+WA", flags="extras:3"
    )
    play(match, "W3:1")
    assert not match.over
    assert match.standing.scores == (5, 2)


def test_tap_16_the_last_sauce_with_the_last_tapas() -> None:
    """TAP-16: three sauces win although the hands are empty and the points speak against it."""
    match = table(
        {"W3": "c1 c1 c1 c1 c1 KE"}, j="1", c="-", taken_j="+MAWA", taken_c="11111111334",
        flags="extras:3",
    )  # fmt: skip
    play(match, "W3:1")
    assert match.outcome is not None
    assert (match.outcome.ending, match.outcome.winners) == ("three-sauces", (0,))


def test_tap_17_two_sauces_are_five_in_all() -> None:
    """TAP-17: totals of 2 and 5, not 5 each nor 2 + 5."""
    match = finished("+KE", "+MAWA", "extras:3")
    assert match.standing.scores == (2, 5)
    assert match.standing.places == (2, 1)


# -------------------------------------------------------------------------------------------- ties


@pytest.mark.parametrize(
    ("better", "worse", "points"),
    [
        ("14", "23", 5),
        ("24", "33", 6),  # one 4 beats two 3s
        ("4", "1111", 4),
        ("11334", "12234", 12),  # as many 4s; more 3s, though fewer 2s
        ("134", "1124", 8),
        ("23", "1112", 5),
        ("1122", "11112", 6),
    ],
)
def test_tap_18_ties_by_fours_threes_twos(better: str, worse: str, points: int) -> None:
    """TAP-18: more 4s taken, then 3s, then 2s; for either player."""
    for catches, winner in (((better, worse), 0), ((worse, better), 1)):
        match = finished(*catches)
        assert match.standing.scores == (points, points)
        assert match.outcome is not None
        assert match.outcome.winners == (winner,)
        assert match.standing.places == ((1, 2) if winner == 0 else (2, 1))


def test_tap_18_extras_do_not_count_in_a_tie() -> None:
    """TAP-18: equal points, one side with Extras: its tapas alone are compared, down to the 1s."""
    match = finished("+TO", "11111", "extras:2")
    assert match.standing.scores == (5, 5)
    assert match.standing.places == (2, 1)
    match = finished("3+TO", "33+KE", "extras:3")
    assert match.standing.scores == (8, 8)
    assert match.standing.places == (2, 1)
    match = finished("112+TO", "112+KEMA", "extras:3")
    assert match.standing.scores == (9, 9)
    assert match.standing.places == (1, 1)


def test_tap_18_still_equal_is_a_draw() -> None:
    """TAP-18: the same tapas on both sides: a draw, and two winners."""
    for catch in ("-", "1", "1122334"):
        match = finished(catch, catch)
        assert match.outcome is not None
        assert match.outcome.winners == (0, 1)
        assert match.standing.places == (1, 1)


def test_tap_18_points_come_first() -> None:
    """TAP-18: no tie-break where the points differ: eleven 1s beat the 4, two 3s."""
    match = finished("11111111111", "334")
    assert match.standing.scores == (11, 10)
    assert match.standing.places == (1, 2)


def test_tap_19_compared_as_tuples_not_as_decimal_digits() -> None:
    """TAP-19: one 2 beats twelve 1s at equal points, which a sum of powers of ten would deny."""
    for turn, winner in (("j", 0), ("c", 1)):
        other = "c" if turn == "j" else "j"
        catches = {f"taken_{turn}": "2+TOKEMA", f"taken_{other}": "1" * 12}
        hands = {turn: "2", other: "-"}
        match = table(
            {"W3": f"{other}3 .. .. .. .. .."},
            turn, flags="extras:3", **hands, **catches,
        )  # fmt: skip
        play(match, "W3:2")
        assert match.standing.scores == (12, 12)
        assert match.outcome is not None
        assert match.outcome.winners == (winner,)


# ----------------------------------------------------------------------------- seats and colours


def test_tap_20_colours_by_chance_and_seat_0_begins() -> None:
    """TAP-20: who plays what is drawn; seat 0 moves first; an option fixes the colour."""
    colours = []
    for seed in range(200):
        match = GAME.start(seed=seed)
        assert match.awaited == (0,)
        seats = match.view(None)["table"]["seats"]
        assert {seat["colour"] for seat in seats} == {"j", "c"}
        assert seats[0]["colour"] == fields(match).turn
        colours.append(seats[0]["colour"])
    assert 70 <= colours.count("j") <= 130
    for colour in "jc":
        for seed in range(10):
            match = GAME.start(options={"first_colour": colour}, seed=seed)
            assert match.awaited == (0,)
            assert fields(match).turn == colour


def test_tap_20_scores_and_places_follow_the_seats() -> None:
    """TAP-20: where the Croquetas begin, seat 0 gets their points, their place and their win."""
    match = table(
        {"W3": "j1 .. .. .. .. .."}, "c", j="-", c="1", taken_j="12", taken_c="4", flags="first:c"
    )
    assert match.awaited == (0,)
    play(match, "W3:1")
    assert match.standing.scores == (4, 3)
    assert match.standing.places == (1, 2)
    match = table(
        {"W3": "c1 c1 c1 c1 c1 KE"}, j="1", c="-", taken_j="+MAWA", taken_c="4",
        flags="extras:3,first:c",
    )  # fmt: skip
    assert match.awaited == (1,)
    (_, extra, sauces) = play(match, "W3:1")
    assert (extra.seat, sauces.seat) == (1, 1)
    assert match.outcome is not None
    assert (match.outcome.ending, match.outcome.winners) == ("three-sauces", (1,))


# ------------------------------------------------------------------------------------ Burning Head


@pytest.mark.parametrize("side", "NESW")
def test_tap_21_you_enter_through_the_side_nearest_to_you(side: str) -> None:
    """TAP-21: the players sit opposite, and each pushes away from himself."""
    opposite = {"N": "S", "S": "N", "E": "W", "W": "E"}[side]
    lines = {"W3": "TO .. .. .. .. KE", "N3": "MA .. .. .. .. WA"}
    for turn, own in (("j", side), ("c", opposite)):
        match = table(lines, turn, flags=f"extras:5,faces:{side}")
        assert entries(match) == {f"{own}3"}
        for other in set("NESW") - {own}:
            assert_refused(match, f"{other}3:1", "wrong-side", "7")
        seats = match.view(None)["table"]["seats"]
        assert [seat["side"] for seat in seats] == [side, opposite]
        play(match, f"{own}3:1")
        assert line(match, f"{own}3").startswith(f"{turn}1 ")


def test_tap_21_the_side_follows_the_seat_not_the_colour() -> None:
    """TAP-21: the flag tells the side of the first player, whichever colour he has."""
    lines = {"W3": "TO .. .. .. .. KE"}
    match = table(lines, "c", flags="extras:2,faces:W,first:c")
    assert match.awaited == (0,)
    assert entries(match) == {"W3"}
    match = table(lines, "j", flags="extras:2,faces:W,first:c")
    assert match.awaited == (1,)
    assert entries(match) == {"E3"}


def test_tap_22_the_board_turns_before_the_very_first_turn() -> None:
    """TAP-22, TAP-26: from the left to the bottom before the first turn already."""
    for colour in "jc":
        match = GAME.start(options={"burning_head": True, "first_colour": colour}, seed=0)
        seats = match.view(None)["table"]["seats"]
        assert [seat["side"] for seat in seats] == ["S", "N"]
        assert {entry[0] for entry in entries(match)} == {"S"}


def test_tap_23_the_stuck_second_player_turns_the_board_too() -> None:
    """TAP-23: it turns a quarter at a time, for both; then once more for the first player."""
    # The Croquetas sit in the west with only their own tapas before them. A quarter on they sit in
    # the south and can enter column 5; the wrong way round they would sit in the north.
    match = table(
        {"E2": "c1 .. .. .. .. c1", "N5": "j1 .. .. .. .. j1", "W4": "c1 .. .. .. .. .."},
        "j", j="11", c="11", flags="faces:E",
    )  # fmt: skip
    play(match, "E2:1")
    assert match.awaited == (1,)
    assert fields(match).flags == "faces:N"
    assert entries(match) == {"S5"}
    play(match, "S5:1")
    assert match.awaited == (0,)
    assert fields(match).flags == "faces:W"


def test_tap_23_three_quarters_at_most_then_a_pass() -> None:
    """TAP-23, TAP-08: after three more quarters without an entry the player passes."""
    match = table({"W3": ".. .. .. .. .. j1"}, "c", j="11", c="14", flags="faces:E")
    play(match, "W3:4")  # the line is swept clean: nothing is left anywhere
    assert match.awaited == (0,)
    assert list(match.moves(0)) == ["pass"]
    assert fields(match).flags == "faces:E"  # N by right, then W, S and E in vain
    assert_refused(match, "E3:1", "empty-line", "4a")
    play(match, "pass")
    assert list(match.moves(1)) == ["pass"]
    play(match, "pass")
    assert match.outcome is not None
    assert match.outcome.ending == "blocked"


def test_tap_24_no_rotation_before_a_replay_of_the_first_player() -> None:
    """TAP-24: the Serviette's replay is played from the same side."""
    match = table(
        {"W3": "c1 c1 c1 c1 c1 SE", "W4": "c1 .. .. .. .. ..", "E5": "j1 .. .. .. .. .."},
        "j", j="112", c="11", flags="extras:2,faces:W",
    )  # fmt: skip
    play(match, "W3:1")
    assert match.awaited == (0,)
    assert fields(match).flags == "extras:2,faces:W"
    assert entries(match) == {"W4"}
    play(match, "W4:1")
    assert match.awaited == (1,)
    assert fields(match).flags == "extras:2,faces:W"
    assert entries(match) == {"E5"}


def test_tap_24_no_rotation_before_a_replay_of_the_second_player_either() -> None:
    """TAP-24: nor does the second player turn the board before his replay; the first then does."""
    match = table(
        {"E3": "j1 j1 j1 j1 j1 SE", "E4": "j1 .. .. .. .. ..", "W5": ".. c1 .. .. .. .."},
        "c", j="11", c="112", flags="extras:2,faces:W",
    )  # fmt: skip
    play(match, "E3:1")
    assert match.awaited == (1,)
    assert fields(match).flags == "extras:2,faces:W"
    play(match, "E4:1")
    assert match.awaited == (0,)
    assert fields(match).flags == "extras:2,faces:S"
    assert entries(match) == {"S2"}


def test_tap_24_who_is_stuck_in_his_replay_turns_on() -> None:
    """TAP-24 with TAP-23: only a stuck player turns the board before his replay."""
    match = table({"W3": "c1 c1 c1 c1 c1 SE"}, "j", j="12", c="1", flags="extras:2,faces:W")
    play(match, "W3:1")
    assert match.awaited == (0,)
    assert fields(match).flags == "extras:2,faces:S"
    assert entries(match) == {"S2", "S3", "S4", "S5"}


def test_tap_25_the_reverse_ban_is_fixed_to_the_board() -> None:
    """TAP-25: line and direction of the board count, not those seen from a seat."""
    lines = {"W3": "c1 .. .. .. .. j1", "W5": "c1 .. .. .. .. j1"}
    match = table(lines, "j", flags="faces:W")
    play(match, "W3:1")
    assert_refused(match, "E3:1", "reverse", "4e")
    assert entries(match) == {"E5"}
    # A push along another axis, or the same way, bans nothing on the side that now faces you.
    for last in ("N3", "S3", "E3", "W3", "W4", "W2"):
        match = table(lines, "c", last=last, flags="faces:W")
        assert entries(match) == ({"E5"} if last == "W3" else {"E3", "E5"})


def test_tap_26_clockwise_left_bottom_right_top() -> None:
    """TAP-26: for the first player the sides follow one another W, S, E, N, W."""
    # Extras on every side, so that nobody is ever stuck.
    lines = {"W3": "TO .. .. .. .. KE", "N3": "MA .. .. .. .. WA"}
    for side, following in (("W", "S"), ("S", "E"), ("E", "N"), ("N", "W")):
        match = table(lines, "c", j="11", c="11", flags=f"extras:5,faces:{side}")
        play(match, next(iter(match.moves(1))))
        assert match.awaited == (0,)
        assert fields(match).flags == f"extras:5,faces:{following}"
        play(match, next(iter(match.moves(0))))
        assert fields(match).flags == f"extras:5,faces:{following}"


# ------------------------------------------------------------------------------------ information


def test_tap_27_everything_is_open() -> None:
    """TAP-27: both players and a spectator see the same hands, catches and board."""
    match = table(
        {"W3": "c1 TO .. .. .. j1"}, "j", j="1234", c="1123", taken_j="12+KE", taken_c="13+AD",
        flags="extras:3",
    )  # fmt: skip
    tables = [match.view(viewer)["table"] for viewer in (None, 0, 1)]
    assert tables[0] == tables[1] == tables[2]
    j, c = tables[0]["seats"]
    assert (j["hand"], j["taken"], j["extras"]) == ([1, 2, 3, 4], [1, 2], ["KE"])
    assert (c["hand"], c["taken"], c["extras"]) == ([1, 1, 2, 3], [1, 3], ["AD"])
    assert GAME.rulebook.hidden is False
