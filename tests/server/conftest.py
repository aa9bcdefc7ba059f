"""Server tests run on asyncio, and over every game, or over the ``GAMES`` of their module.

Those that keep something (they have a ``tmp_path``) run on both stores, but for modules whose
``STORES`` name one alone, and tests that are marked ``on_sqlite``.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from echappee.games import game_ids
from tests.server.both_stores import POSTGRES, SQLITE, choose

STORES = (SQLITE, POSTGRES)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def store(request: pytest.FixtureRequest) -> Iterator[str]:
    """The store that this test runs on; the names of tests on SQLite do not tell it."""
    chosen: str = getattr(request, "param", SQLITE)
    choose(chosen)
    yield chosen
    choose(SQLITE)  # tests elsewhere don't choose


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", getattr(metafunc.module, "GAMES", game_ids()))
    told = any(mark.args[0] == "store" for mark in metafunc.definition.iter_markers("parametrize"))
    if "tmp_path" in metafunc.fixturenames and not told:
        stores = getattr(metafunc.module, "STORES", STORES)
        ids = [pytest.HIDDEN_PARAM if one == SQLITE else one for one in stores]
        metafunc.parametrize("store", stores, ids=ids, indirect=True)
