"""Positions to ask bots about."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from echappee.games import rulebook
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.rulebook.outlook import Effort

QUICK = Effort(simulations=24)


def matches(game_id: str, seed: int, every: int, moves: int) -> Iterator[Match]:
    """A random game of most players, looked at again and again on its way."""
    players = min(rulebook(game_id).players[1], 4)
    match = Game(rulebook(game_id)).start(players, seed=seed)
    dice = np.random.default_rng(seed)
    for number in range(moves):
        if match.over:
            return
        if number % every == 0:
            yield match.copy()
        seat = match.awaited[int(dice.integers(len(match.awaited)))]
        listed = match.moves(seat)
        match.play(seat, listed[int(dice.integers(len(listed)))])
