"""What a level does with a decision, judged by a better player."""

from __future__ import annotations

import numpy as np
import pytest

from echappee.bots.chair import Chair
from echappee.bots.levels import guiding_net, level_bots
from echappee.bots.search_bot import ThinkingBot
from echappee.games import game_ids
from echappee.rulebook.outlook import Effort
from tests.bots.helpers import matches
from tests.depth import deep

_JUDGE = Effort(simulations=400, reuse=False)
_SEEDS = 16


def _skill(bot: ThinkingBot, game_id: str, positions: int) -> float:
    """What its choices are worth: 0 as much as a die's, 1 as much as the judge's own."""
    gained, possible = [], []
    for match in matches(game_id, seed=3, every=5, moves=2_000):
        chair = Chair(match, match.awaited[0])
        codes = chair.moves.codes()
        if len(codes) < 2:
            continue
        judge = ThinkingBot("judge", _JUDGE, net=guiding_net)
        worth = {c.move: c.worth for c in judge.consider(chair)}
        worst = min(worth.values())
        worths = {chair.moves[i]: worth.get(code, worst) for i, code in enumerate(codes)}
        dice = float(np.mean(list(worths.values())))
        for seed in range(_SEEDS):
            chosen = bot.fresh().choose(Chair(match, chair.seat, seed))
            assert chosen is not None
            gained.append(worths[chosen] - dice)
        possible.append(max(worths.values()) - dice)
        if len(possible) == positions:
            break
    return float(np.mean(gained) / np.mean(possible))


@pytest.mark.parametrize("game_id", game_ids())
def test_a_beginner_slips_but_throws_no_dice(game_id: str) -> None:
    """Level 1 makes human mistakes: worse than who thinks, and better than noise."""
    assert 0.05 < _skill(level_bots()[0], game_id, positions=deep(10, 24)) < 0.6
