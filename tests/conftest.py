"""Shared by all tests: games are compiled before the first test, never inside one."""

from __future__ import annotations

import pytest

from echappee.games import folder_ids
from echappee.lab.preparing import prepare_game, unprepared


@pytest.fixture(scope="session", autouse=True)
def _compiled_games() -> None:
    for game_id in unprepared(folder_ids()):
        prepare_game(game_id)
