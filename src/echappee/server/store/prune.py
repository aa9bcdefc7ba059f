"""Clear away tables that were over long ago, while servers run.

A table goes if its game has ended and nothing at all has happened at it since a certain time. One
that is not over stays, however old it is, and so do imported records.
"""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from sqlite3 import Connection, connect
from typing import Any

from echappee.server.store import database
from echappee.server.store.places import Place, SqlitePlace
from echappee.server.store.sqlite_bulk import check_present
from echappee.server.store.transfer import postgres_bulk

ENDED = b"\xa2is\xa5ended"
"""How a fact that ends a game begins, after its first byte."""
AT_ONCE = 50
"""Tables that go in one transaction: nobody who writes waits for long."""
_LOOKED_AT = 200
_BREATH = 0.01

_PAST_IN_FILE = f"""
SELECT code FROM tables WHERE
    (SELECT at FROM facts WHERE facts.code = tables.code ORDER BY seq DESC LIMIT 1) <= ?
    AND EXISTS (
        SELECT 1 FROM facts WHERE facts.code = tables.code
        AND substr(fact, 2, {len(ENDED)}) = x'{ENDED.hex()}'
    )
"""

_PAST = f"""
SELECT code FROM tables WHERE code = ANY($2::text[]) AND
    (SELECT at FROM facts WHERE facts.code = tables.code ORDER BY seq DESC LIMIT 1) <= $1
    AND EXISTS (
        SELECT 1 FROM facts WHERE facts.code = tables.code
        AND substring(fact FROM 2 FOR {len(ENDED)}) = '\\x{ENDED.hex()}'::bytea
    )
"""
_SOME = "SELECT code FROM tables WHERE code > $1 ORDER BY code LIMIT $2"
_HOLD = "SELECT code FROM tables WHERE code = ANY($1::text[]) ORDER BY code FOR UPDATE SKIP LOCKED"


async def prune(place: Place, before: int, *, dry_run: bool = False) -> list[str]:
    """Clear a store of what was over before a time; the codes of the tables that are gone."""
    if isinstance(place, SqlitePlace):
        check_present(place.file)
        return prune_file(place.file, before, dry_run=dry_run)
    postgres = postgres_bulk()
    async with postgres.connected(place) as connection:
        with postgres.in_words(place):
            await postgres.check_present(connection, place)
            return await prune_database(connection, before, dry_run=dry_run)


def prune_file(file: Path, before: int, *, dry_run: bool = False) -> list[str]:
    """The same for a file of SQLite."""
    gone: list[str] = []
    with database.in_words(file), closing(connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA busy_timeout=5000")
        connection.execute("PRAGMA foreign_keys=ON")
        past = [code for (code,) in connection.execute(_PAST_IN_FILE, (before,))]
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
        still = connection.execute(f"{_PAST_IN_FILE} AND code IN {among}", (before, *codes))
        found = [code for (code,) in still]
        among = f"({', '.join('?' * len(found))})"
        for table in ("facts", "offers", "tables"):
            connection.execute(f"DELETE FROM {table} WHERE code IN {among}", found)
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    return found


async def prune_database(connection: Any, before: int, *, dry_run: bool = False) -> list[str]:
    """The same for a database of PostgreSQL."""
    gone: list[str] = []
    last = ""
    while codes := [row[0] for row in await connection.fetch(_SOME, last, _LOOKED_AT)]:
        last = codes[-1]
        past = [row[0] for row in await connection.fetch(_PAST, before, codes)]
        if dry_run or not past:
            gone += past
            continue
        async with connection.transaction():
            # Who holds a table is the only one who can say that nothing happens at it.
            held = [row[0] for row in await connection.fetch(_HOLD, past)]
            still = [row[0] for row in await connection.fetch(_PAST, before, held)]
            for table in ("facts", "offers", "tables"):
                await connection.execute(f"DELETE FROM {table} WHERE code = ANY($1::text[])", still)
        gone += still
    return gone
