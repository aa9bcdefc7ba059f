"""The greedy player of Tape l'étape, and the table in the terminal."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from echappee.errors import LANGUAGES
from echappee.games.tape_letape.policy import policy
from echappee.games.tape_letape.terminal import draw, show_move
from echappee.lab.simulate import simulate
from echappee.match.match import Match
from echappee.rulebook.rulebook import new_chance
from tests.depth import deep
from tests.games.tape_letape.helpers import (
    COUNTS,
    FULL,
    GAME,
    RULES,
    board,
    full_hands,
    moves,
    on_turn,
    state,
    table,
)

GAMES = deep(500, 2000)


@pytest.mark.parametrize("players", COUNTS)
def test_greedy_wins_twice_its_fair_share(players: int) -> None:
    result = simulate(
        "tape-letape", GAMES, players, bots=("greedy", *["random"] * (players - 1)), seed=11
    )
    greedy = result.bots[0]
    assert greedy.bot == "greedy"
    assert greedy.share >= 2 / players
    assert greedy.mean_score < min(other.mean_score for other in result.bots[1:])


def choice(match: Match, seat: int) -> str | None:
    """What the policy would do; None is to wait."""
    buffer = RULES.buffer()
    n = RULES.functions.legal(state(match), seat, buffer)
    words = new_chance()
    words[0] = 1
    place = policy(state(match), seat, buffer, n, words)
    return None if place < 0 else RULES.notation.write_move(state(match), seat, int(buffer[place]))


def test_it_opens_its_own_road_and_holds_back_what_others_wait_for() -> None:
    match = table("B3.B4.B5.B9/J3.J4/B10.J5", turn="0>0")
    assert choice(match, 0) == "B5"


def test_it_plays_the_broom_wagon_the_other_way_round() -> None:
    match = table("B3.B4.B5.B9/J3.J4/B10.J5", "broom-wagon")
    assert choice(match, 0) == "B9"
    gear = table("B3.B4.B5.B9/J3.J4/B10.J5", "broom-wagon", "0>0,laid:1,gear")
    assert choice(gear, 0) == "end"


def test_it_takes_its_time_in_a_time_trial_until_it_can_finish() -> None:
    match = table("B3.B5.B9/J3.J4/B4.B10.J5", "time-trial:6", "0>0,laid:1")
    assert choice(match, 0) == "end"
    assert choice(table("B4.B5/J3.J4/B3.J5", "time-trial:6", "0>0,laid:1"), 0) == "B5"


def test_it_changes_gear_to_finish() -> None:
    assert choice(table("B4.B5.B9/B3/B10", jokers="g/-/-"), 0) == "gear"
    assert choice(table("B3.B5.B9/B4/B10", jokers="g/-/-"), 0) != "gear"


def test_it_punctures_who_is_about_to_win() -> None:
    match = table("B5/B4.B10/B3.B9", jokers="-/p/-")
    assert choice(match, 1) == "puncture>0"
    assert choice(table("B5.B9.B10/B3/B4", jokers="-/p/-"), 1) is None
    assert choice(table("B5.B9/B3/B4.B10", jokers="g/p/-"), 1) is None


def test_it_dodges_its_last_card_in_a_broom_wagon() -> None:
    last = table("B5/B4.B10/B3.B9", "broom-wagon", jokers="p/-/-")
    assert choice(last, 0) == "puncture>0"
    assert choice(table("B5.B9/B4.B10/B3", "broom-wagon", jokers="p/-/-"), 0) in ("B5", "B9")


def test_it_gives_away_its_worst_card() -> None:
    assert choice(table(FULL, "mountain", jokers="v/-/-"), 0) in ("vitamin>1:B10", "vitamin>2:B10")
    assert choice(table(FULL, "flat", jokers="v/-/-"), 0) == "J6"


def test_it_gives_a_small_card_away_only_from_further_back() -> None:
    rest = "J10.J9.J8.V10.V9.V8.V7"
    for small, given in (("B4", False), ("B3", True)):
        hands = full_hands(f"{small}.{rest}", "J3.J4.J5.J6.J7.V3.V4.V5")
        chosen = choice(table(hands, "downhill", jokers="v/-/-"), 0) or ""
        assert chosen.startswith("vitamin") == given


def test_it_chooses_the_stage_that_suits_its_hand() -> None:
    low = full_hands("J3.J4.J5.V3.V4.V5.B3.B4", "J6.J7.V6.V7.B5.B6.B7.B8")
    assert choice(table(low, "-"), 0) == "stage:mountain"
    ends = full_hands("J3.J10.V3.V10.B3.B10.J9.V9", "J6.J7.V6.V7.B5.B6.B7.B8")
    assert choice(table(ends, "-"), 0) == "stage:broom-wagon"


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_can_be_drawn(players: int, language: str) -> None:
    match = GAME.start(players, {"race": "endurance"}, seed=players)
    names = [f"Rider{seat}" for seat in range(players)]
    for number in range(60):
        if number % 10 == 0:
            for viewer in (None, on_turn(match)):
                view = match.typed_view(viewer)
                shown = moves(match) if viewer is not None else set()
                output = StringIO()
                console = Console(file=output, width=110, color_system=None)
                console.print(draw(view, sorted(shown), names, RULES.words, language))  # type: ignore[arg-type]
                text = output.getvalue()
                assert all(name in text for name in names)
                for seat, rider in enumerate(board(match, viewer).riders):
                    if seat == viewer:
                        shown_hand = [show_move(card, language) for card in rider.hand]  # type: ignore[arg-type]
                        assert all(f" {card} " in text for card in shown_hand)
        found = sorted(moves(match))
        match.play(on_turn(match), found[number * 7 % len(found)])
