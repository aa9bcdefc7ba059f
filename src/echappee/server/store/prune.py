"""Clear away tables that were over long ago, while servers run.

A table goes if its game has ended and nothing at all has happened at it since a certain time. One
that is not over stays, however old it is, and so do imported records.
"""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from sqlite3 import Connection, connect

from echappee.server.store.database import in_words
from echappee.server.store.places import Place, SqlitePlace
from echappee.server.store.sqlite_bulk import check_present

ENDED = b"\xa2is\xa5ended"
"""How a fact that ends a game begins, after its first byte."""
AT_ONCE = 50
"""Tables that go in one transaction: nobody who writes waits for long."""
_BREATH = 0.01

_PAST = f"""
SELECT code FROM tables WHERE
    (SELECT at FROM facts WHERE facts.code = tables.code ORDER BY seq DESC LIMIT 1) <= ?
    AND EXISTS (
        SELECT 1 FROM facts WHERE facts.code = tables.code
        AND substr(fact, 2, {len(ENDED)}) = x'{ENDED.hex()}'
    )
"""


async def prune(place: Place, before: int, *, dry_run: bool = False) -> list[str]:
    """Clear a store of what was over before a time; the codes of the tables that are gone."""
    if isinstance(place, SqlitePlace):
        check_present(place.file)
        return prune_file(place.file, before, dry_run=dry_run)
    from echappee.server.store import postgres_bulk

    return await postgres_bulk.prune(place, before, dry_run=dry_run)


def prune_file(file: Path, before: int, *, dry_run: bool = False) -> list[str]:
    """The same for a file of SQLite."""
    gone: list[str] = []
    with in_words(file), closing(connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA busy_timeout=5000")
        connection.execute("PRAGMA foreign_keys=ON")
        past = [code for (code,) in connection.execute(_PAST, (before,))]
        if dry_run:
            return past
        for start in range(0, len(past), AT_ONCE):
            gone += _remove(connection, past[start : start + AT_ONCE], before)
            time.sleep(_BREATH)
    return gone


def _remove(connection: Connection, codes: list[str], before: int) -> list[str]:
    """Remove those of some tables at which nothing has happened meanwhile."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        among = f"({', '.join('?' * len(codes))})"
        still = connection.execute(f"{_PAST} AND code IN {among}", (before, *codes))
        found = [code for (code,) in still]
        among = f"({', '.join('?' * len(found))})"
        for table in ("facts", "offers", "tables"):
            connection.execute(f"DELETE FROM {table} WHERE code IN {among}", found)
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    return found
