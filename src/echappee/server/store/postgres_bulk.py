"""Whole stores in PostgreSQL: one moment of a database, and a database that is filled.

Both are one transaction. Rows are ordered as SQLite orders them, whatever the database's own order
is: so two stores can be compared as they are read.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import asyncpg

from echappee.errors import reason_of
from echappee.server.refusals import Refusal
from echappee.server.store import postgres_migrate
from echappee.server.store.bulk import (
    BATCH,
    Counts,
    StoredOffer,
    StoredRecord,
    StoredTable,
    with_facts,
)
from echappee.server.store.migrate import newest_step
from echappee.server.store.places import PostgresPlace

_PATIENCE = 10.0
"""Seconds in which a database must answer a call."""
_MANNERS = {
    "application_name": "echappee store",
    "statement_timeout": "0",  # there may be very much of it
    "idle_in_transaction_session_timeout": "0",
}

_COUNT = "SELECT count(*) FROM "
_ONE = "SELECT code, watch, founding, due FROM tables WHERE code = $1 OR watch = $1"
_TABLES = 'SELECT code, watch, founding, due FROM tables ORDER BY code COLLATE "C"'
_RECORDS = 'SELECT id, at, text FROM records ORDER BY id COLLATE "C"'
_OFFERS = 'SELECT code, since, seen, offer FROM offers ORDER BY code COLLATE "C"'
_FACTS = "SELECT code, seq, at, fact FROM facts WHERE code = ANY($1::text[]) ORDER BY code, seq"
_STRAYS = "SELECT DISTINCT code FROM facts WHERE code NOT IN (SELECT code FROM tables)"
_LOCK = "LOCK TABLE tables, facts, records, offers IN EXCLUSIVE MODE"


class _Open:
    """A database within one transaction: what is read, and what is added."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def counts(self) -> Counts:
        """How much there is."""
        names = ("tables", "facts", "records", "offers")
        return Counts(*[await self._connection.fetchval(_COUNT + name) for name in names])

    async def tables(self, code: str | None = None) -> AsyncIterator[list[StoredTable]]:
        """All tables by their codes, in batches; or the one with this code, either of its two."""
        if code is not None:
            if found := await self._connection.fetch(_ONE, code):
                yield await self._with_facts(found)
            return
        async for rows in self._batches(_TABLES):
            yield await self._with_facts(rows)

    async def records(self) -> AsyncIterator[list[StoredRecord]]:
        """All records by their ids, in batches."""
        async for rows in self._batches(_RECORDS):
            yield [StoredRecord(*row) for row in rows]

    async def offers(self) -> AsyncIterator[list[StoredOffer]]:
        """All offers by their codes, in batches."""
        async for rows in self._batches(_OFFERS):
            yield [StoredOffer(*row) for row in rows]

    async def strays(self) -> list[str]:
        """The codes of facts without a table."""
        return [str(row[0]) for row in await self._connection.fetch(_STRAYS)]

    async def add_tables(self, tables: list[StoredTable]) -> None:
        """Add tables with their facts."""
        rows = [(one.code, one.watch, one.founding, one.due) for one in tables]
        await self._add("tables", ("code", "watch", "founding", "due"), rows)
        facts = [(one.code, fact.seq, fact.at, fact.fact) for one in tables for fact in one.facts]
        await self._add("facts", ("code", "seq", "at", "fact"), facts)

    async def add_records(self, records: list[StoredRecord]) -> None:
        """Add records."""
        rows = [(one.id, one.at, one.text) for one in records]
        await self._add("records", ("id", "at", "text"), rows)

    async def add_offers(self, offers: list[StoredOffer]) -> None:
        """Add offers."""
        rows = [(one.code, one.since, one.seen, one.offer) for one in offers]
        await self._add("offers", ("code", "since", "seen", "offer"), rows)

    async def _add(self, table: str, columns: tuple[str, ...], rows: list[Any]) -> None:
        await self._connection.copy_records_to_table(table, columns=columns, records=rows)

    async def _batches(self, query: str) -> AsyncIterator[list[Any]]:
        cursor = await self._connection.cursor(query)
        while rows := await cursor.fetch(BATCH):
            yield rows

    async def _with_facts(self, rows: list[Any]) -> list[StoredTable]:
        found = await self._connection.fetch(_FACTS, [row[0] for row in rows])
        return with_facts(rows, found)


@asynccontextmanager
async def snapshot(place: PostgresPlace) -> AsyncIterator[_Open]:
    """A database at this moment."""
    async with connected(place) as connection:
        with in_words(place):
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                await check_present(connection, place)
                yield _Open(connection)


@asynccontextmanager
async def fill(place: PostgresPlace) -> AsyncIterator[_Open]:
    """A database that is filled in one transaction; nodes that use it wait for that."""
    async with connected(place) as connection:
        with in_words(place):
            await postgres_migrate.migrate(connection, place.name)
            async with connection.transaction():
                await connection.execute(_LOCK)
                filled = _Open(connection)
                if not (await filled.counts()).empty:
                    raise Refusal("target-not-empty", file=place.name)
                await connection.execute("DELETE FROM offers")
                yield filled


async def check_present(connection: Any, place: PostgresPlace) -> None:
    """Refuse a database that is no store, or has not the present shape."""
    step = await postgres_migrate.check(connection, place.name)
    if step is None:
        raise Refusal("no-store", file=place.name)
    if step != newest_step():
        raise Refusal("data-older", file=place.name)


@asynccontextmanager
async def connected(place: PostgresPlace) -> AsyncIterator[Any]:
    """A connection to a database."""
    with in_words(place):
        connection = await asyncpg.connect(
            place.url, timeout=_PATIENCE, server_settings=_MANNERS, target_session_attrs="primary"
        )
    try:
        yield connection
    finally:
        connection.terminate()  # what was not committed is undone, whatever state it is in


@contextmanager
def in_words(place: PostgresPlace) -> Iterator[None]:
    """Whatever is wrong with a database, as a refusal."""
    try:
        yield
    except asyncpg.PostgresError as error:
        said = str(error).partition("\n")[0].rstrip(".")
        raise Refusal("no-database", database=place.name, reason=said, reason_fr=said) from error
    except (OSError, asyncpg.InterfaceError) as error:
        why = reason_of(error)
        raise Refusal(
            "no-database", database=place.name, reason=why.en, reason_fr=why.fr
        ) from error
