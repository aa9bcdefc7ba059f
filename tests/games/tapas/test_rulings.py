"""The rulings on Tapas, one by one, but for its variants: TAP-01 to 09, 18 to 20, 27."""

from __future__ import annotations

import pytest

from tests.games.tapas.helpers import (
    GAME,
    assert_legal,
    assert_refused,
    entries,
    fields,
    finished,
    line,
    play,
    table,
)

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
