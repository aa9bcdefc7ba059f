"""Server tests run on asyncio, and over every game; each deals the same cards in every run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from echappee.games import game_ids
from tests.server.fixed_secrets import fixed_secrets


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _the_same_deals_in_every_run(request: pytest.FixtureRequest) -> Iterator[None]:
    with fixed_secrets(lambda: request.node.nodeid):
        yield


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", game_ids())
