"""A million states of each game, and no seat could tell its world from another."""

from __future__ import annotations

import pytest

import echappee
from echappee.games import game_ids, rulebook
from echappee.lab.batch.leaks import leaks
from echappee.rulebook.options import Options
from tests.generic.cases import all_cases

STATES = 1_000_000
GAMES = 500


@pytest.mark.parametrize("game_id", game_ids())
def test_nothing_hidden_shows_in_a_million_states(game_id: str, seed: int) -> None:
    """Every number of players, and each with all of the options that the other tests try."""
    families: dict[int, list[Options]] = {n: [] for n in rulebook(game_id).player_counts()}
    for case in all_cases():
        if case.game == game_id:
            families[case.players].append(dict(case.changed))
    share = STATES // (GAMES * len(families)) + 1
    for players, options in families.items():
        games = echappee.batch(game_id, GAMES, players, options, seed, None, "same-step")
        for number in range(share):
            for _ in range(1 + number % 5):
                games.step(games.sample())
            assert leaks(games, seed + number) == 0, (players, number)
