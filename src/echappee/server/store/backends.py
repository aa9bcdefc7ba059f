"""Which storage a place has: SQLite for a file of this machine, PostgreSQL for an address.

A family's server never loads what only PostgreSQL needs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from echappee.server.config import Settings
from echappee.server.refusals import Refusal
from echappee.server.store import database
from echappee.server.store.places import FILE, Place, SqlitePlace, read_place
from echappee.server.store.sqlite import SqliteStorage
from echappee.server.store.storage import Storage

if TYPE_CHECKING:
    from echappee.server.store.postgres import PostgresStorage


def place_of(settings: Settings) -> Place:
    """Where a server keeps its tables."""
    if settings.database:
        return read_place(settings.database)
    return SqlitePlace(settings.data / FILE)


def storage_at(place: Place) -> Storage:
    """The storage of a place; it is not opened yet."""
    if isinstance(place, SqlitePlace):
        return SqliteStorage(place.file)
    return _postgres()(place.url)


@contextmanager
def held(place: Place) -> Iterator[None]:
    """What a server holds while it serves a place: a file serves one, a database any number."""
    if isinstance(place, SqlitePlace):
        with database.locked(place.file):
            yield
    else:
        yield


def check(place: Place) -> None:
    """Refuse a place that can't be served; a file is not changed by this."""
    if isinstance(place, SqlitePlace):
        database.check(place.file)
    else:
        prepare(place)


def prepare(place: Place) -> None:
    """Make what there is to make at a place, and bring it up to date."""
    if isinstance(place, SqlitePlace):
        database.prepare(place.file)
    else:
        _postgres()
        from echappee.server.store import postgres

        asyncio.run(postgres.prepare(place.url))


def _postgres() -> type[PostgresStorage]:
    try:
        from echappee.server.store.postgres import PostgresStorage
    except ImportError as error:
        raise Refusal("no-driver") from error
    return PostgresStorage
