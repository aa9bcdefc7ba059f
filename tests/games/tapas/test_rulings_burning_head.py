"""The rulings on Burning Head, one by one: TAP-21 to TAP-26."""

from __future__ import annotations

import pytest

from tests.games.tapas.helpers import (
    GAME,
    assert_refused,
    entries,
    fields,
    line,
    play,
    table,
)


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
