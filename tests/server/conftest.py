"""Server tests run on asyncio, and over every game, or over the ``GAMES`` of their module."""

from __future__ import annotations

import pytest

from echappee.games import game_ids


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", getattr(metafunc.module, "GAMES", game_ids()))
