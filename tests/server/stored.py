"""Storages of the store that a test runs on, and things to keep in them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from echappee.games import game_ids, rulebook
from echappee.server.config import Settings
from echappee.server.protocol.rest import NoClock
from echappee.server.store import facts as f
from echappee.server.store.backends import place_of, storage_at
from echappee.server.store.storage import Storage
from tests.server.both_stores import database_of
from tests.server.clients import fewest


@asynccontextmanager
async def opened(storage: Storage) -> AsyncIterator[Storage]:
    """A storage that is closed in the end."""
    await storage.open()
    try:
        yield storage
    finally:
        await storage.close()


def storage_in(folder: Path) -> Storage:
    """Another storage on the one file, or database, of a folder."""
    return storage_at(place_of(Settings(data=folder, database=database_of(folder))))


def founding(code: str, watch: str | None = None) -> f.Founding:
    """A table of some game."""
    game = game_ids()[0]
    rules = rulebook(game)
    return f.Founding(
        code=code, watch=watch or f"{code}WW", game=game, rules=rules.version,
        players=fewest(game), options=dict(rules.read_options({})), clock=NoClock(), start="full",
        secret=bytes(32), created=1,
    )  # fmt: skip


def said(seq: int, text: str = "") -> f.Stored:
    """A fact under a number."""
    return f.Stored(seq, seq, f.Spoken(seat=0, text=text or f"line {seq}", id=text or None))
