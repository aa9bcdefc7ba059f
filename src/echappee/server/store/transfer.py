"""Open whole stores of either kind: to read one as it is at one moment, or to fill one."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from types import ModuleType

from echappee.server.refusals import Refusal
from echappee.server.store import sqlite_bulk
from echappee.server.store.bulk import Snapshot, Target
from echappee.server.store.places import Place, SqlitePlace


def snapshot(place: Place) -> AbstractAsyncContextManager[Snapshot]:
    """A store at this moment; refused if there is none, or it has not the present shape."""
    if isinstance(place, SqlitePlace):
        return sqlite_bulk.snapshot(place.file)
    found: AbstractAsyncContextManager[Snapshot] = postgres_bulk().snapshot(place)
    return found


def fill(place: Place) -> AbstractAsyncContextManager[Target]:
    """A store to fill, which is there whole when the block ends, and not at all if that fails.

    Refused if there are tables in it, or somebody serves it.
    """
    if isinstance(place, SqlitePlace):
        return sqlite_bulk.fill(place.file)
    found: AbstractAsyncContextManager[Target] = postgres_bulk().fill(place)
    return found


def postgres_bulk() -> ModuleType:
    """What only PostgreSQL needs: an installation may lack its driver."""
    try:
        from echappee.server.store import postgres_bulk as found
    except ImportError as error:
        raise Refusal("no-driver") from error
    return found
