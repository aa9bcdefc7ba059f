"""Thinking one move ahead is worth something at Tapas."""

from __future__ import annotations

import pytest

from echappee.bots.chair import Chair
from echappee.bots.levels import level_bots
from echappee.bots.registry import bot
from echappee.bots.search_bot import ThinkingBot
from echappee.bots.solver import solve
from echappee.games.tapas.state import KEEP, SWAP
from echappee.lab.simulate import simulate
from tests.games.tapas.helpers import GAME, VARIANTS, play, table

GAMES = 2000


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_greedy_beats_random(options: dict[str, bool | int]) -> None:
    """§1: who looks at the points of the next push wins nearly always, in every variant."""
    result = simulate("tapas", GAMES, options=options, bots=("greedy", "random"), seed=7)
    greedy, chance = result.bots
    assert (greedy.bot, chance.bot) == ("greedy", "random")
    assert greedy.share >= 0.9
    assert greedy.mean_score > chance.mean_score
    assert result.longest <= 40


@pytest.mark.parametrize("level", [*level_bots(), bot("greedy")], ids=lambda one: one.name)
def test_tap_30_every_bot_takes_the_side_that_is_far_ahead(level: ThinkingBot) -> None:
    """§9: with 20 points on the table there is nothing to think about, with none he keeps his."""
    for handicap, wanted in (("20", "swap"), ("0", "keep")):
        match = GAME.start(options={"handicap": handicap, "swap": True}, seed=3)
        play(match, next(iter(match.moves(0))))
        one = level.fresh(0.02) if level.name == "champion" else level
        if level.name in ("sunday", "club", "teammate") and handicap == "0":
            continue  # who slips may think the sides alike
        assert one.choose(Chair(match, 1, 3)) == wanted, handicap


@pytest.mark.parametrize(
    ("taken", "handicap", "value"),
    [("1", "1.5", -1), ("1", "2", -1), ("1", "2.5", 1), ("2", "0.5", -1), ("2", "1", 1)],
)
def test_article_8_the_exact_end_counts_the_handicap(taken: str, handicap: str, value: int) -> None:
    """Seat 0 plays the last tapas, by which nothing falls, against a catch of three 1s."""
    match = table(
        {"W3": ".. .. c1 .. .. .."}, "j", j="1", c="-",
        taken_j=taken, taken_c="111", flags=f"handicap:{handicap}",
    )  # fmt: skip
    solved = solve(GAME.rulebook, match.worlds(0, 1, 0)[0], 1000)
    assert solved is not None
    assert solved.value == value


def test_article_9_the_exact_end_swaps_where_that_wins() -> None:
    """The last two tapas: whoever is asked takes the side that is ahead."""
    for taken_j, taken_c, wanted in (("4", "1", "swap"), ("1", "4", "keep")):
        match = table(
            {"W3": "c1 .. .. .. .. ..", "W5": "j1 .. .. .. .. .."}, "c", j="1", c="1",
            taken_j=taken_j, taken_c=taken_c, flags="swap:asked",
        )  # fmt: skip
        solved = solve(GAME.rulebook, match.worlds(1, 1, 0)[0], 100_000)
        assert solved is not None
        assert solved.value == 1
        assert {SWAP: "swap", KEEP: "keep"}[solved.move] == wanted
