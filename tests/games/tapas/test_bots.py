"""Thinking one move ahead is worth something at Tapas."""

from __future__ import annotations

import pytest

from echappee.lab.simulate import simulate
from tests.games.tapas.helpers import VARIANTS

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
