"""Copies, backups and restored stores: the same bytes, whole or not at all, never over tables."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from echappee.errors import EchappeeError
from echappee.server.maintenance import copy as copying
from echappee.server.maintenance.backup import back_up, restore, verify_backup
from echappee.server.maintenance.copy import copy
from echappee.server.maintenance.progress import Progress
from echappee.server.refusals import Refusal
from echappee.server.store.backends import place_of
from echappee.server.store.bulk import StoredTable
from echappee.server.store.database import check, locked, marker_of, prepare
from echappee.server.store.migrate import migrate
from echappee.server.store.places import Place, PostgresPlace, SqlitePlace, read_place
from echappee.server.store.sqlite import SqliteStorage
from echappee.server.store.transfer import fill, snapshot
from tests.server.clients import party, serving
from tests.server.stores import Rows, all_rows, changed, keep, made, some_of_everything

pytestmark = pytest.mark.anyio
STORES = ("sqlite",)
SILENT = Progress()
ROWS = some_of_everything("tapas")


@pytest.fixture
async def source(tmp_path: Path) -> SqlitePlace:
    return SqlitePlace(await keep(tmp_path / "source" / "tables.sqlite", ROWS))


@pytest.fixture
def target(tmp_path: Path) -> SqlitePlace:
    return SqlitePlace(tmp_path / "target" / "tables.sqlite")


async def rows_of(place: Place) -> Rows:
    async with snapshot(place) as store:
        return await all_rows(store)


async def refused(code: str, work: Awaitable[object]) -> Refusal:
    with pytest.raises(EchappeeError) as found:
        await work
    assert found.value.code == code
    assert isinstance(found.value, Refusal)
    return found.value


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} if folder.exists() else set()


# ----------------------------------------------------------------------------------------- copying


async def test_a_copy_has_the_same_bytes(source: SqlitePlace, target: SqlitePlace) -> None:
    assert len(ROWS.tables) > 12
    report = await copy(source, target, SILENT)
    assert not report.wrong
    assert report.counts.tables == len(ROWS.tables)
    assert await rows_of(target) == await rows_of(source) == ROWS
    check(target.file)
    assert names(target.file.parent) == {"tables.sqlite", "tables.marker", "tables.lock"}
    assert {stat.S_IMODE(one.stat().st_mode) for one in target.file.parent.iterdir()} == {0o600}


async def test_a_copy_goes_into_a_store_that_was_never_used(
    source: SqlitePlace, target: SqlitePlace
) -> None:
    prepare(target.file)
    await copy(source, target, SILENT)
    assert await rows_of(target) == ROWS
    target.file.unlink()  # lost, but for the marker
    await copy(source, target, SILENT)
    assert await rows_of(target) == ROWS


async def test_nothing_is_copied_over_tables(source: SqlitePlace, target: SqlitePlace) -> None:
    other = Rows([made("tapas", 7).row()])
    await keep(target.file, other)
    await refused("target-not-empty", copy(source, target, SILENT))
    assert await rows_of(target) == other
    await refused("same-place", copy(source, source, SILENT))
    (target.file.parent / "notes.sqlite").write_bytes(b"not ours")
    place = SqlitePlace(target.file.parent / "notes.sqlite")
    await refused("data-broken", copy(source, place, SILENT))
    assert place.file.read_bytes() == b"not ours"


async def test_nothing_is_copied_to_where_a_server_serves(
    source: SqlitePlace, target: SqlitePlace
) -> None:
    with locked(target.file):
        await refused("data-in-use", copy(source, target, SILENT))
    assert not target.file.exists()


async def test_a_store_is_copied_as_it_is_at_one_moment_while_it_is_served(
    source: SqlitePlace, target: SqlitePlace
) -> None:
    storage = SqliteStorage(source.file)
    await storage.open()
    more = made("tapas", 99)

    class Meanwhile(Progress):
        begun = False

        def expect(self, stage: str, total: int) -> None:
            if not self.begun:
                self.begun = True
                with closing(sqlite3.connect(source.file)) as connection, connection:
                    row = more.row()
                    founding = (row.code, row.watch, row.founding, None)
                    connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?)", founding)

    await copy(source, target, Meanwhile())
    assert await storage.find(more.table.founding.code) is not None
    assert await rows_of(target) == ROWS
    await storage.close()


class StopError(Exception):
    """Whatever interrupts a copy."""


async def test_an_interrupted_copy_leaves_nothing_and_can_be_made_again(
    source: SqlitePlace, target: SqlitePlace
) -> None:
    class Stopping(Progress):
        stage = "copy"

        def expect(self, stage: str, total: int) -> None:
            if stage == self.stage:
                raise StopError

    for stage in ("copy", "verify"):
        Stopping.stage = stage
        with pytest.raises(StopError):
            await copy(source, target, Stopping())
        assert names(target.file.parent) <= {"tables.lock"}
    (target.file.parent / "tables.sqlite.part").write_bytes(b"as after kill -9")
    (target.file.parent / "tables.sqlite.part-wal").write_bytes(b"and this")
    await copy(source, target, SILENT)
    assert await rows_of(target) == ROWS
    assert names(target.file.parent) == {"tables.sqlite", "tables.marker", "tables.lock"}


async def test_a_copy_that_differs_is_thrown_away(
    source: SqlitePlace, target: SqlitePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = copying.pour

    async def spoilt(*given: object) -> None:
        await real(*given)  # type: ignore[arg-type]
        filled = given[1]
        filled._connection.execute("UPDATE facts SET at = at + 1 WHERE seq = 1")  # type: ignore[attr-defined]

    monkeypatch.setattr(copying, "pour", spoilt)
    await refused("copy-differs", copy(source, target, SILENT))
    assert not target.file.exists()


async def test_what_does_not_replay_is_copied_only_if_told_so(
    tmp_path: Path, target: SqlitePlace
) -> None:
    bad = changed(ROWS, 0, founding=b"\xc1")
    source = SqlitePlace(await keep(tmp_path / "bad.sqlite", bad))
    refusal = await refused("store-unsound", copy(source, target, SILENT))
    assert "--anyway" in refusal.words.fr
    assert not target.file.exists()
    report = await copy(source, target, SILENT, anyway=True)
    assert report.wrong == 1
    assert await rows_of(target) == bad


async def test_facts_without_a_table_are_not_left_behind_in_silence(
    source: SqlitePlace, target: SqlitePlace
) -> None:
    with closing(sqlite3.connect(source.file)) as connection, connection:
        connection.execute("INSERT INTO facts VALUES ('ZZZZZZ', 1, 1, x'00')")
    await refused("store-strays", copy(source, target, SILENT))


async def test_only_the_present_shape_is_copied(source: SqlitePlace, target: SqlitePlace) -> None:
    with closing(sqlite3.connect(source.file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    await refused("data-newer", copy(source, target, SILENT))
    with closing(sqlite3.connect(source.file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    await refused("data-older", copy(source, target, SILENT))
    assert not target.file.exists()


async def test_a_place_without_a_store_is_refused(tmp_path: Path, target: SqlitePlace) -> None:
    for place in (tmp_path / "nowhere", tmp_path / "empty.sqlite"):
        if place.suffix:
            place.touch()
        await refused("no-store", copy(read_place(str(place)), target, SILENT))
    assert not target.file.exists()


# ------------------------------------------------------------------------------------------ places


def test_places_as_people_write_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tables.sqlite"
    for text in (tmp_path, file, f"sqlite://{file}", f"sqlite://{tmp_path}"):
        assert read_place(str(text)) == SqlitePlace(file)
    file.with_name("backup").touch()
    assert read_place(str(file.with_name("backup"))) == SqlitePlace(file.with_name("backup"))
    place = read_place("postgresql://anna:secret@db.example.org:5433/tables?password=secret")
    assert isinstance(place, PostgresPlace)
    assert place.name == "postgresql://anna@db.example.org:5433/tables"
    monkeypatch.setenv("ECHAPPEE_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("ECHAPPEE_DATABASE", raising=False)
    assert read_place(None) == SqlitePlace(file)
    monkeypatch.setenv("ECHAPPEE_DATABASE", "postgresql:///tables")
    assert read_place(None) == PostgresPlace("postgresql:///tables")
    for text in ("", "mysql://x/y", "sqlite:x://", "postgresql://x:port/", "a\0b", "sqlite://"):
        with pytest.raises(Refusal) as found:
            read_place(text)
        assert found.value.code == "bad-place"


# ----------------------------------------------------------------------------------------- backups


async def test_a_backup_is_one_whole_file_for_its_owner(
    source: SqlitePlace, tmp_path: Path
) -> None:
    file = tmp_path / "backups" / "monday.sqlite"
    before = os.umask(0)
    try:
        await back_up(source, file, SILENT)
    finally:
        os.umask(before)
    assert names(file.parent) == {file.name}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert await rows_of(SqlitePlace(file)) == ROWS
    assert not (await verify_backup(file, SILENT)).wrong
    file.chmod(0o400)
    file.parent.chmod(0o500)  # it can be read where nothing can be written
    assert await rows_of(SqlitePlace(file)) == ROWS
    file.parent.chmod(0o700)


async def test_a_backup_is_of_one_moment_however_much_is_written(
    source: SqlitePlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step of it comes after another commit, which would make it begin anew for ever."""
    monkeypatch.setattr("echappee.server.store.sqlite_bulk._PAGES", 1)
    steps = []

    class Writing(Progress):
        def advance(self, done: int) -> None:
            steps.append(done)
            with closing(sqlite3.connect(source.file)) as connection, connection:
                row = (f"R{len(steps)}", 1, "x" * 9_000)
                connection.execute("INSERT INTO records VALUES (?, ?, ?)", row)

    file = tmp_path / "copy.sqlite"
    await back_up(source, file, Writing())
    assert len(steps) > 5
    assert await rows_of(SqlitePlace(file)) == ROWS


async def test_a_backup_replaces_an_older_one_only_when_it_is_whole(
    source: SqlitePlace, tmp_path: Path
) -> None:
    file = tmp_path / "copy.sqlite"
    file.write_bytes(b"the one of yesterday")

    class Stopping(Progress):
        def advance(self, done: int) -> None:
            raise StopError

    with pytest.raises(StopError):
        await back_up(source, file, Stopping())
    assert file.read_bytes() == b"the one of yesterday"
    assert not (tmp_path / "copy.sqlite.part").exists()
    await back_up(source, file, SILENT)
    assert await rows_of(SqlitePlace(file)) == ROWS


async def test_a_backup_never_takes_the_place_of_a_store(
    source: SqlitePlace, target: SqlitePlace
) -> None:
    await refused("backup-place", back_up(source, source.file, SILENT))
    prepare(target.file)
    await refused("backup-place", back_up(source, target.file, SILENT))
    with pytest.raises(EchappeeError):
        await back_up(source, target.file.parent, SILENT)


async def test_restoring_brings_a_lost_store_back(
    source: SqlitePlace, target: SqlitePlace, tmp_path: Path
) -> None:
    file = tmp_path / "copy.sqlite"
    await back_up(source, file, SILENT)
    prepare(target.file)
    target.file.unlink()
    with pytest.raises(Refusal, match="backup"):
        check(target.file)
    report, aside = await restore(file, target, SILENT)
    assert not report.wrong
    assert aside is None
    check(target.file)
    assert await rows_of(target) == ROWS
    assert stat.S_IMODE(target.file.stat().st_mode) == 0o600


async def test_restoring_keeps_what_was_there_aside(
    source: SqlitePlace, target: SqlitePlace, tmp_path: Path
) -> None:
    file = tmp_path / "copy.sqlite"
    await back_up(source, file, SILENT)
    old = Rows([made("tapas", 7).row()])
    await keep(target.file, old)
    await refused("restore-not-empty", restore(file, target, SILENT))
    assert await rows_of(target) == old
    _, aside = await restore(file, target, SILENT, replace=True)
    assert aside is not None
    assert aside.name.startswith("tables-20")
    assert await rows_of(SqlitePlace(aside)) == old
    assert await rows_of(target) == ROWS
    target.file.write_bytes(b"broken")  # twice within a second
    await refused("restore-not-empty", restore(file, target, SILENT))
    _, again = await restore(file, target, SILENT, replace=True)
    assert again is not None
    assert again != aside
    assert again.read_bytes() == b"broken"
    assert await rows_of(target) == ROWS


async def test_restoring_is_refused_where_a_server_serves_or_the_backup_is_bad(
    source: SqlitePlace, target: SqlitePlace, tmp_path: Path
) -> None:
    file = tmp_path / "copy.sqlite"
    await back_up(source, file, SILENT)
    with locked(target.file):
        await refused("data-in-use", restore(file, target, SILENT, replace=True))
    await refused("no-store", restore(tmp_path / "nowhere", target, SILENT))
    await refused("same-place", restore(source.file, source, SILENT, replace=True))
    await refused(
        "no-replace", restore(file, PostgresPlace("postgresql:///x"), SILENT, replace=True)
    )
    bad = await keep(tmp_path / "bad" / "tables.sqlite", changed(ROWS, 0, founding=b""))
    await refused("store-unsound", restore(bad, target, SILENT))
    file.write_bytes(file.read_bytes()[:5000])
    await refused("data-broken", restore(file, target, SILENT))
    assert not target.file.exists()


async def test_a_backup_of_an_older_version_is_brought_up_to_date(
    tmp_path: Path, target: SqlitePlace
) -> None:
    old = await keep(tmp_path / "old" / "tables.sqlite", Rows(ROWS.tables, ROWS.records))
    migrate(old, "0001")
    file = tmp_path / "copy.sqlite"
    await back_up(SqlitePlace(old), file, SILENT)
    await refused("data-older", copy(SqlitePlace(file), target, SILENT))
    assert not (await verify_backup(file, SILENT)).wrong
    await restore(file, target, SILENT)
    assert await rows_of(target) == Rows(ROWS.tables, ROWS.records)


# ------------------------------------------------------------------------------------ going on


async def test_a_server_on_a_copied_store_goes_on_with_the_game(
    tmp_path: Path, target: SqlitePlace
) -> None:
    async with serving(tmp_path / "first") as world, party(world, "tapas") as table:
        await table.step()
        await copy(place_of(world.service.settings), target, SILENT)
        number, code, keys = table.sockets[0].game["number"], table.code, table.keys
        await table.step()
    async with serving(target.file.parent) as world, world.client() as client:
        again = await client.connect(code, tokens=keys)
        assert again.game["number"] == number
        seat = again.game["view"]["awaited"][0]
        await again.request("look", seat=seat)
        await again.move(seat)
        assert again.game["number"] == number + 1


async def test_what_root_makes_belongs_to_the_account_of_the_folder(
    source: SqlitePlace, target: SqlitePlace
) -> None:
    if os.geteuid() != 0:
        pytest.skip("needs root, who may give files away")
    target.file.parent.mkdir(parents=True)
    os.chown(target.file.parent, 1234, 1234)
    await copy(source, target, SILENT)
    assert {one.stat().st_uid for one in target.file.parent.iterdir()} == {1234}


async def test_a_large_store_needs_no_more_memory_than_its_batches(
    tmp_path: Path, target: SqlitePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [made("tapas", seed, "waiting").row() for seed in range(230)]
    rows = Rows(sorted(many, key=lambda row: row.code))
    source = SqlitePlace(await keep(tmp_path / "many.sqlite", rows))
    sizes: list[int] = []
    async with snapshot(source) as store, fill(target) as filled:

        async def noted(tables: list[StoredTable], add: Callable = filled.add_tables) -> None:  # type: ignore[type-arg]
            sizes.append(len(tables))
            await add(tables)

        monkeypatch.setattr(filled, "add_tables", noted)
        await copying.pour(store, filled, SILENT, "copy")
        await copying.compare(store, filled)
    assert sizes == [100, 100, 30]
    assert await rows_of(target) == rows
    await asyncio.sleep(0)
    assert marker_of(target.file).exists()
