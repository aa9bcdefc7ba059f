"""The rules of our own, §8 and §9: points for the first player, and swapping sides."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

import echappee
from echappee.bots.levels import levels
from echappee.errors import Language
from echappee.games.tapas import terminal
from echappee.match.match import Match
from echappee.server.http.catalogue import game_info
from tests.games.tapas.helpers import (
    GAME,
    VARIANTS,
    assert_legal,
    assert_refused,
    fields,
    finished,
    on_turn,
    play,
    table,
)

PLAIN: dict[str, Any] = {"extras": 0, "burning_head": False}


def started(**options: Any) -> Match:
    """A game from the deal, Jalapeños first."""
    return GAME.start(options={"first_colour": "j"} | options, seed="house rules")


# --------------------------------------------------------------------------------------- handicap


def test_article_8_the_first_player_has_points_from_the_start() -> None:
    match = started(handicap="2.5")
    assert match.standing.scores == (2.5, 0)
    assert match.standing.leaders == (0,)
    assert [seat["handicap"] for seat in match.view(1)["table"]["seats"]] == [2.5, 0]
    assert fields(match).flags == "handicap:2.5"
    assert started().standing.scores == (0, 0)


@pytest.mark.parametrize(
    ("taken_j", "taken_c", "flags", "scores", "winners"),
    [
        ("111", "1111", "handicap:0.5", (3.5, 4), (1,)),
        ("1111", "1111", "handicap:0.5", (4.5, 4), (0,)),
        ("111", "1111", "handicap:1.5", (4.5, 4), (0,)),
        ("111", "1111", "first:c,handicap:0.5", (4.5, 3), (0,)),
        ("1111", "111", "first:c,handicap:0.5", (3.5, 4), (1,)),
    ],
)
def test_article_8_half_points_decide(
    taken_j: str, taken_c: str, flags: str, scores: tuple[float, float], winners: tuple[int, ...]
) -> None:
    """Without them the same catch is a draw, or the other's."""
    match = finished(taken_j, taken_c, flags)
    assert match.outcome is not None
    assert match.outcome.ending == "played-out"
    assert match.standing.scores == scores
    assert match.outcome.winners == winners


def test_tap_28_the_handicap_counts_from_the_start_and_goes_with_the_side() -> None:
    match = started(handicap=3, swap=True)
    play(match, "N3:1")
    assert match.standing.scores == (3, 0)
    play(match, "swap")
    assert match.standing.scores == (0, 3)
    assert [seat["handicap"] for seat in match.view(None)["table"]["seats"]] == [0, 3]
    kept = started(handicap=3, swap=True)
    play(kept, "N3:1", "keep")
    assert kept.standing.scores == (3, 0)


def test_tap_29_equal_totals_go_on_to_the_ties_and_sauces_win() -> None:
    level = finished("4", "1112", "handicap:1")
    assert level.standing.scores == (5, 5)
    assert level.standing.leaders == (0,)  # §5a: he has the 4
    more = finished("11", "111", "handicap:1")
    assert more.standing.scores == (3, 3)
    assert more.standing.leaders == (1,)  # §5a: he has one more
    match = table(
        {"W3": "c1 .. .. .. j1 MA"}, "j", j="4", c="1",
        taken_j="+KEWA", flags="extras:3,first:c,handicap:20",
    )  # fmt: skip
    play(match, "W3:4")
    assert match.standing.scores == (20, 5)
    assert match.standing.leaders == (1,)


@pytest.mark.parametrize(
    ("given", "read"),
    [("2.5", "2.5"), ("2,5", "2.5"), ("2½", "2.5"), ("½", "0.5"), (2.5, "2.5"), (2.0, "2"),
     (7, "7"), (" 20 ", "20"), ("2.0", "2"), (0, "0")],
)  # fmt: skip
def test_article_8_points_are_read_in_the_ways_people_write_them(given: Any, read: str) -> None:
    assert GAME.start(options={"handicap": given}, seed=1).options["handicap"] == read


@pytest.mark.parametrize(
    "given", ["", "x", "20.5", -1, 0.25, "2.25", "1e1", True, 1e300, None, "٣"]
)
def test_article_8_other_points_are_refused_in_words(given: Any) -> None:
    with pytest.raises(echappee.BadOption) as refused:
        GAME.start(options={"handicap": given}, seed=1)
    assert refused.value.code == "bad-halves"
    assert "20" in refused.value.words.fr


def test_article_8_what_is_fair_is_proposed_for_every_level() -> None:
    """Measured values, always with a half, by the plain plate; the page gets them as they are."""
    (option,) = (one for one in game_info("tapas", True).options if one.name == "handicap")
    assert option.free
    found = {one.level: one.value for one in option.suggested if one.options == PLAIN}
    assert list(found) == [level.name for level in levels()]
    for value in found.values():
        match = GAME.start(options={"handicap": value} | PLAIN, seed=1)
        assert match.options["handicap"] == value
        assert match.standing.scores[0] % 1 == 0.5


@pytest.mark.parametrize(("language", "words"), [("en", "2.5 handicap"), ("fr", "2,5 de handicap")])
def test_article_8_the_terminal_tells_it(language: Language, words: str) -> None:
    match = started(handicap=2.5, swap=True)
    play(match, "N3:1")
    page = Console(file=StringIO(), width=100)
    view, told = match.typed_view(0), GAME.rulebook.words
    page.print(terminal.draw(view, [], ["Ana", "Zoé"], told, language, width=100))
    drawn = page.file.getvalue()  # type: ignore[attr-defined]
    assert words in drawn
    assert f"= {words.split()[0]} point" in drawn
    typed = [terminal.show_move(move, language) for move in match.moves(1)]
    assert [terminal.read_typed(word, language) for word in typed] == [["swap"], ["keep"]]
    for move in match.moves(1):
        assert terminal.describe_move(move, view, ["Ana", "Zoé"], told, language)


# ------------------------------------------------------------------------------------------- swap


def test_article_9_the_second_player_may_take_the_first_side() -> None:
    match = started(swap=True)
    assert_refused(match, "swap", "no-swap", "9")
    events = play(match, "N3:2")
    assert [(event.kind, event.seat) for event in events] == [("push", 0), ("may-swap", 1)]
    assert match.view(0)["table"]["swap"] == "asked"
    assert list(match.moves(1)) == ["swap", "keep"]
    assert_legal(match, "swap", "keep")
    assert_refused(match, "W3:1", "swap-or-keep", "9")
    assert_refused(match, "pass", "swap-or-keep", "9")
    before = match.view(None)["table"]
    assert [(event.kind, event.seat) for event in play(match, "swap")] == [("swap", 1)]
    after = match.view(None)["table"]
    assert after["board"] == before["board"]
    assert after["seats"] == before["seats"][::-1]
    assert on_turn(match) == 0
    play(match, next(iter(match.moves(0))))
    assert on_turn(match) == 1


def test_article_9_who_goes_on_keeps_his_side_and_moves() -> None:
    match = started(swap=True)
    play(match, "N3:2")
    before = match.view(None)["table"]
    assert [(event.kind, event.seat) for event in play(match, "keep")] == [("keep", 1)]
    assert match.view(None)["table"]["seats"] == before["seats"]
    assert on_turn(match) == 1
    assert_refused(match, "swap", "no-swap", "9")
    play(match, next(iter(match.moves(1))))
    assert on_turn(match) == 0


def test_article_9_an_answer_can_be_taken_back_and_is_recorded() -> None:
    match = started(swap=True)
    play(match, "N3:2")
    before = match.position()
    play(match, "swap")
    assert echappee.replay(match.record()).position() == match.position()
    match.undo()
    assert match.position() == before
    assert on_turn(match) == 1


def test_tap_30_the_second_player_is_asked_once_before_his_first_turn() -> None:
    """Also where the first player plays twice, by the Napkin."""
    match = table(
        {"W3": "c1 .. .. .. j1 SE", "W5": "c1 .. .. .. .. .."}, "j", j="114", c="11",
        flags="extras:2,swap:open",
    )  # fmt: skip
    events = play(match, "W3:4")
    assert [event.kind for event in events] == ["push", "extra", "replay"]
    assert on_turn(match) == 0
    assert_refused(match, "swap", "no-swap", "9")
    assert play(match, "W5:1")[-1].kind == "may-swap"
    play(match, "keep")
    while not match.over:
        assert not {"swap", "keep"} & set(match.moves(on_turn(match)))
        play(match, next(iter(match.moves(on_turn(match)))))


def test_tap_30_nobody_is_asked_where_the_game_is_over() -> None:
    match = table({"W3": "c1 .. .. .. .. .."}, "j", j="1", c="-", flags="swap:open")
    play(match, "W3:1")
    assert match.over
    assert fields(match).flags == "swap:open"


def test_tap_31_with_the_side_goes_the_place_at_the_board() -> None:
    """§7: after a swap it is seat 1 before whose turns the board turns."""
    match = started(burning_head=True, swap=True)
    first, second = (seat["side"] for seat in match.view(None)["table"]["seats"])
    play(match, next(iter(match.moves(0))))
    play(match, "swap")
    assert [seat["side"] for seat in match.view(None)["table"]["seats"]] == [second, first]
    turned = play(match, next(iter(match.moves(0))))
    assert turned[-1].kind == "board-turned"
    assert on_turn(match) == 1
    calm = play(match, next(iter(match.moves(1))))
    assert "board-turned" not in [event.kind for event in calm]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_tap_31_a_swap_changes_nothing_but_who_plays(options: dict[str, bool | int]) -> None:
    """The game goes on as it would have: the same moves for the other seat, the same end."""
    house: dict[str, Any] = {"handicap": "1.5", "swap": True}
    swapped = GAME.start(options=options | house, seed="swapped")
    kept = GAME.start(options=options | house, seed="swapped")
    first = next(iter(swapped.moves(0)))
    for match, answer in ((swapped, "swap"), (kept, "keep")):
        play(match, first)
        play(match, answer)
    while not kept.over:
        seat = on_turn(kept)
        moves = list(kept.moves(seat))
        assert on_turn(swapped) == 1 - seat
        assert list(swapped.moves(1 - seat)) == moves
        for match in (swapped, kept):
            play(match, moves[len(moves) // 2])
    assert swapped.over
    assert swapped.standing.scores == kept.standing.scores[::-1]
    assert swapped.standing.places == kept.standing.places[::-1]


@pytest.mark.parametrize(
    ("turn", "flags", "said"),
    [("j", "swap:asked", "second player"), ("c", "swap:open", "second player's turn"),
     ("j", "swap:maybe", "swap:maybe"), ("j", "handicap:0", "handicap:0"),
     ("j", "handicap:20.5", "handicap:20.5"), ("j", "handicap:2.0", "should read")],
)  # fmt: skip
def test_article_9_positions_that_cannot_be_are_refused(turn: str, flags: str, said: str) -> None:
    with pytest.raises(echappee.BadPosition) as refused:
        table({"W3": "c1 .. .. .. .. ..", "W5": "j1 .. .. .. .. .."}, turn, flags=flags)
    assert said in refused.value.words.en
