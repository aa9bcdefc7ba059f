"""The rulings on Red Mojo, one by one: TAP-10 to TAP-17."""

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
    on_turn,
    play,
    table,
)


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
