"""The steps that lead a database to its present shape: the same ones for SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect

from echappee.server.refusals import Refusal
from echappee.server.store.migrate import known_steps, migrate, newest_step, step_of
from echappee.server.store.schema import metadata
from tests.server.both_stores import on_sqlite
from tests.server.stored import founding, opened, said

pytestmark = pytest.mark.anyio


@on_sqlite
def test_migrations_lead_from_nothing_to_the_schema_and_back(tmp_path: Path) -> None:
    path = tmp_path / "new" / "tables.sqlite"
    assert step_of(path) is None
    migrate(path)
    assert step_of(path) == newest_step()
    migrate(path)
    engine = create_engine(f"sqlite:///{path}")
    found = inspect(engine)
    for table in metadata.sorted_tables:
        columns = {column["name"]: column for column in found.get_columns(table.name)}
        assert set(columns) == set(table.columns.keys())
        for column in table.columns:
            assert columns[column.name]["nullable"] == column.nullable
    assert set(found.get_table_names()) == {*metadata.tables, "alembic_version"}
    engine.dispose()
    migrate(path, "base")
    with sqlite3.connect(path) as connection:
        names = {row[0] for row in connection.execute("select name from sqlite_master")}
    connection.close()
    assert not names & set(metadata.tables)
    assert step_of(path) is None


def test_the_newest_step_is_that_of_alembic() -> None:
    """A file at this step is not looked at by Alembic any more."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "echappee.server.store:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == newest_step()


# ------------------------------------------------------------------------------------- PostgreSQL


@pytest.fixture
def url() -> str:
    """A database with nothing in it."""
    from tests.cluster import new_database

    return new_database("migrated")


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[Any]:
    import asyncpg

    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        await connection.close()


_COLUMNS = """
SELECT table_name, column_name, is_nullable FROM information_schema.columns
WHERE table_schema = 'public'"""
_KEYS = """
SELECT relname, array_agg(attname::text ORDER BY attnum) FROM pg_index
JOIN pg_class ON pg_class.oid = indrelid
JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
WHERE indisprimary AND relnamespace = 'public'::regnamespace GROUP BY relname"""


async def test_postgres_is_led_from_nothing_to_the_schema_and_back(url: str) -> None:
    from echappee.server.store import postgres_migrate

    async with _connected(url) as connection:
        assert await postgres_migrate.step_of(connection) is None
        await postgres_migrate.migrate(connection, "it")
        assert await postgres_migrate.step_of(connection) == newest_step()
        await postgres_migrate.migrate(connection, "it")
        found = {
            (table, name): yes == "YES" for table, name, yes in await connection.fetch(_COLUMNS)
        }
        del found["alembic_version", "version_num"]
        assert found == {
            (table.name, column.name): column.nullable
            for table in metadata.sorted_tables
            for column in table.columns
        }
        keys = dict(map(tuple, await connection.fetch(_KEYS)))
        assert keys["facts"] == ["code", "seq"]
        assert keys["tables"] == keys["offers"] == ["code"]
        await postgres_migrate.migrate(connection, "it", "base")
        assert await postgres_migrate.step_of(connection) is None
        left = {table for table, _, _ in await connection.fetch(_COLUMNS)}
        assert not left & set(metadata.tables)


async def test_an_older_database_takes_the_steps_it_has_not_seen(url: str) -> None:
    from echappee.server.store import postgres_migrate
    from echappee.server.store.postgres import PostgresStorage

    first = known_steps()[0]
    async with _connected(url) as connection:
        await connection.execute(postgres_migrate.steps_as_sql(None, "head"))
        await connection.execute("INSERT INTO records VALUES ('X', 1, 'kept')")
        await connection.execute(postgres_migrate.steps_as_sql(newest_step(), first))
        assert await postgres_migrate.step_of(connection) == first
    async with opened(PostgresStorage(url)) as storage:
        assert await storage.record("X") == "kept"
        await storage.offer("TABLEB", b"offer", 1)


async def test_nodes_that_start_at_once_on_an_empty_database_are_not_in_each_others_way(
    url: str,
) -> None:
    from echappee.server.store.postgres import PostgresStorage

    nodes = [PostgresStorage(url) for _ in range(3)]
    await asyncio.gather(*(node.open() for node in nodes))
    await nodes[0].create(founding("TABLEB"), [said(1)], 0)
    assert await nodes[2].facts("TABLEB") == [said(1)]
    await asyncio.gather(*(node.close() for node in nodes))


async def test_a_newer_database_is_refused_and_left_as_it_is(url: str) -> None:
    from echappee.server.store.postgres import PostgresStorage, prepare

    await prepare(url)
    async with _connected(url) as connection:
        await connection.execute("UPDATE alembic_version SET version_num = '9999'")
    storage = PostgresStorage(url)
    for start in (prepare(url), storage.open()):
        with pytest.raises(Refusal) as refused:
            await start
        assert refused.value.code == "data-newer"
    await storage.close()
    async with _connected(url) as connection:
        assert await connection.fetchval("SELECT version_num FROM alembic_version") == "9999"
