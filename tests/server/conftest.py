"""Server tests run on asyncio, and over every game, or over the ``GAMES`` of their module.

Those that keep something (they have a ``tmp_path``) run on both stores, but for modules whose
``STORES`` name one alone, and tests that are marked ``on_sqlite``. What is tested over every game
is tested on PostgreSQL over one of them, another one each time; `make explore` goes over all.
"""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

import pytest

from echappee.games import game_ids
from tests.depth import deep
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
    games = getattr(metafunc.module, "GAMES", game_ids()) if "game" in metafunc.fixturenames else ()
    told = any(mark.args[0] == "store" for mark in metafunc.definition.iter_markers("parametrize"))
    if "tmp_path" not in metafunc.fixturenames or told:
        if games:
            metafunc.parametrize("game", games)
        return
    stores = getattr(metafunc.module, "STORES", STORES)
    if not games:
        ids = [pytest.HIDDEN_PARAM if one == SQLITE else one for one in stores]
        metafunc.parametrize("store", stores, ids=ids, indirect=True)
        return
    some = deep([games[crc32(metafunc.function.__name__.encode()) % len(games)]], games)
    pairs = [
        (game, store)
        for store in stores
        for game in (some if store == POSTGRES and SQLITE in stores else games)
    ]
    ids = [game if store == SQLITE else f"{game}-{store}" for game, store in pairs]
    metafunc.parametrize(("game", "store"), pairs, ids=ids, indirect=["store"])
