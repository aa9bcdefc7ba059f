"""Whole stores in PostgreSQL: there and back with equal rows, in one piece, in one order."""

from __future__ import annotations

import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import pytest

from echappee.server.maintenance.backup import back_up, restore
from echappee.server.maintenance.copy import copy
from echappee.server.maintenance.progress import Progress
from echappee.server.maintenance.verify import verify
from echappee.server.refusals import Refusal
from echappee.server.store import facts as f
from echappee.server.store.backends import place_of
from echappee.server.store.places import Place, PostgresPlace, SqlitePlace
from echappee.server.store.prune import prune
from echappee.server.store.storage import Outrun
from echappee.server.store.transfer import fill, snapshot
from tests.cluster import cluster, new_database
from tests.server.both_stores import database_of
from tests.server.clients import party, serving
from tests.server.stores import START, Rows, all_rows, keep, made, some_of_everything

pytestmark = pytest.mark.anyio
STORES = ("postgres",)
SILENT = Progress()
ROWS = some_of_everything("tapas")


@pytest.fixture
def database(tmp_path: Path) -> PostgresPlace:
    """A database with nothing in it, not even a shape."""
    return PostgresPlace(new_database("copies"))


async def rows_of(place: Place) -> Rows:
    async with snapshot(place) as store:
        return await all_rows(store)


async def refused(code: str, work: Awaitable[object]) -> Refusal:
    with pytest.raises(Refusal) as found:
        await work
    assert found.value.code == code
    return found.value


async def test_there_and_back_with_equal_rows(database: PostgresPlace, tmp_path: Path) -> None:
    source = SqlitePlace(await keep(tmp_path / "a" / "tables.sqlite", ROWS))
    report = await copy(source, database, SILENT)
    assert not report.wrong
    assert await rows_of(database) == ROWS
    back = SqlitePlace(tmp_path / "b" / "tables.sqlite")
    await copy(database, back, SILENT)
    assert await rows_of(back) == ROWS
    await refused("target-not-empty", copy(source, database, SILENT))
    await refused("target-not-empty", copy(database, back, SILENT))
    file = tmp_path / "backup.sqlite"
    await back_up(database, file, SILENT)
    assert file.stat().st_mode & 0o077 == 0
    assert {path.name for path in tmp_path.iterdir()} == {"a", "b", "backup.sqlite"}
    assert await rows_of(SqlitePlace(file)) == ROWS
    await refused("target-not-empty", restore(file, database, SILENT))
    other = PostgresPlace(new_database("restored"))
    await restore(file, other, SILENT)
    assert await rows_of(other) == ROWS
    async with snapshot(other) as store:
        code = ROWS.tables[0].code
        assert not (await verify(store, SILENT, code=code)).wrong


async def test_an_interrupted_copy_leaves_nothing(database: PostgresPlace, tmp_path: Path) -> None:
    source = SqlitePlace(await keep(tmp_path / "tables.sqlite", ROWS))

    class Stopping(Progress):
        def expect(self, stage: str, total: int) -> None:
            if stage == "verify":
                raise KeyError("stop")

    with pytest.raises(KeyError):
        await copy(source, database, Stopping())
    async with snapshot(database) as store:
        assert (await store.counts()).empty
    await copy(source, database, SILENT)


async def test_nobody_sees_half_of_a_copy_nor_writes_into_it(
    database: PostgresPlace, tmp_path: Path
) -> None:
    async with fill(database) as filled:
        await filled.add_tables(ROWS.tables)
        assert await rows_of(database) == Rows()
        connection = await asyncpg.connect(database.url)
        with pytest.raises(asyncpg.LockNotAvailableError):
            async with connection.transaction():
                await connection.execute("LOCK TABLE tables IN ROW EXCLUSIVE MODE NOWAIT")
        await connection.close()
    assert (await rows_of(database)).tables == ROWS.tables


async def test_a_database_is_read_at_one_moment(database: PostgresPlace, tmp_path: Path) -> None:
    source = SqlitePlace(await keep(tmp_path / "tables.sqlite", ROWS))
    await copy(source, database, SILENT)
    async with snapshot(database) as store:
        await store.counts()
        connection = await asyncpg.connect(database.url)
        await connection.execute("DELETE FROM facts; DELETE FROM tables; DELETE FROM records")
        await connection.close()
        assert await all_rows(store) == ROWS


async def test_rows_have_one_order_whatever_that_of_the_database(
    database: PostgresPlace, tmp_path: Path
) -> None:
    """Words may be ordered as in a dictionary there, where small letters come before capitals."""
    connection = await asyncpg.connect(cluster().url())
    await connection.execute("DROP DATABASE IF EXISTS ordered")
    await connection.execute(
        "CREATE DATABASE ordered TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'fr' LOCALE 'C'"
    )
    await connection.close()
    place = PostgresPlace(cluster().url("ordered"))
    row = made("tapas", 1, "waiting")
    codes = ("BCDFGH", "bcdfgj", "Bcdfgk", "bCDFGH")
    tables = []
    for number, code in enumerate(codes):
        founding = msgspec.structs.replace(row.table.founding, code=code, watch=f"W{number}")
        tables.append(
            msgspec.structs.replace(
                row.row(), code=code, watch=f"W{number}", founding=msgspec.msgpack.encode(founding)
            )
        )
    rows = Rows(sorted(tables, key=lambda table: table.code))
    await copy(SqlitePlace(await keep(tmp_path / "tables.sqlite", rows)), place, SILENT)
    assert await rows_of(place) == rows


async def test_what_cant_be_reached_is_told_without_a_password(tmp_path: Path) -> None:
    source = SqlitePlace(await keep(tmp_path / "tables.sqlite", ROWS))
    there = cluster().url("nowhere").replace("postgres@", "postgres:secret@")
    for url in (there, "postgresql://anna:secret@127.0.0.1:1/tables"):
        refusal = await refused("no-database", copy(source, PostgresPlace(url), SILENT))
        for said in (refusal.words.en, refusal.words.fr):
            assert "secret" not in said
    empty = PostgresPlace(new_database("nothing"))
    target = SqlitePlace(tmp_path / "to" / "tables.sqlite")
    await refused("no-store", copy(empty, target, SILENT))
    await refused("no-store", prune(empty, 1))


async def _ask(place: PostgresPlace, statement: str) -> Any:
    connection = await asyncpg.connect(place.url)
    try:
        return await connection.execute(statement)
    finally:
        await connection.close()


async def test_only_the_present_shape_is_read(database: PostgresPlace, tmp_path: Path) -> None:
    source = SqlitePlace(await keep(tmp_path / "tables.sqlite", ROWS))
    await copy(source, database, SILENT)
    target = SqlitePlace(tmp_path / "to" / "tables.sqlite")
    for step, code in (("9999", "data-newer"), ("0001", "data-older")):
        await _ask(database, f"UPDATE alembic_version SET version_num = '{step}'")
        await refused(code, copy(database, target, SILENT))
        if step == "9999":
            await refused(code, copy(source, database, SILENT))


# -------------------------------------------------------------------------------------- clearing


async def test_only_what_was_over_long_ago_goes(database: PostgresPlace, tmp_path: Path) -> None:
    source = SqlitePlace(await keep(tmp_path / "tables.sqlite", ROWS))
    await copy(source, database, SILENT)
    assert await prune(database, START) == []
    for before in (START + 9_000, 2 * START):
        listed = await prune(source, before, dry_run=True)
        assert set(await prune(database, before, dry_run=True)) == set(listed)
    assert set(await prune(database, 2 * START)) == set(await prune(source, 2 * START))
    assert await rows_of(database) == await rows_of(source)
    assert len((await rows_of(database)).records) == 1


async def test_a_table_at_which_somebody_acts_is_left_alone(
    database: PostgresPlace, tmp_path: Path
) -> None:
    over = made("tapas", 1, "over")
    code = over.table.founding.code
    await copy(
        SqlitePlace(await keep(tmp_path / "tables.sqlite", Rows([over.row()]))), database, SILENT
    )
    said = msgspec.msgpack.encode(f.Spoken(seat=0, text="well played"))
    add = "INSERT INTO facts VALUES ($1, $2, $3, $4)"
    connection = await asyncpg.connect(database.url)
    async with connection.transaction():
        await connection.execute(add, code, over.table.seq + 1, 3 * START, said)
        assert await prune(database, 2 * START) == []  # nor is it waited for
    await connection.close()
    assert await prune(database, 2 * START) == []
    assert await prune(database, 4 * START) == [code]


async def test_a_node_hears_that_a_table_is_gone(tmp_path: Path) -> None:
    async with serving(tmp_path) as world, party(world, "tapas") as table:
        await table.sockets[0].done("resign", seat=0)
        storage = world.service.storage
        assert await storage.prune(int(time.time() * 1000) + 10_000) == [table.code]
        assert await storage.find(table.code) is None
        with pytest.raises(Outrun):
            await storage.append(table.code, [f.Stored(99, 1, f.Spoken(seat=0, text="x"))], None)
        answer = await table.sockets[0].request("chat", seat=0, text="still here?")
        assert answer["code"] == "no-table"


# -------------------------------------------------------------------------------------- going on


async def test_nodes_on_a_copied_database_go_on_with_the_game(tmp_path: Path) -> None:
    async with serving(tmp_path / "first") as world, party(world, "tapas") as table:
        await table.step()
        other = PostgresPlace(database_of(tmp_path / "second"))
        await copy(place_of(world.service.settings), other, SILENT)
        number, code, keys = table.sockets[0].game["number"], table.code, table.keys
    async with serving(tmp_path / "second") as world, world.client() as client:
        again = await client.connect(code, tokens=keys)
        assert again.game["number"] == number
        seat = again.game["view"]["awaited"][0]
        await again.request("look", seat=seat)
        await again.move(seat)
        assert again.game["number"] == number + 1
