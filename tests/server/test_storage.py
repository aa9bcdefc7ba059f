"""The storage: migrations, commits that are shared, writers that are outrun, and rebuilding."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import create_engine, inspect

from echappee.games import game_ids, rulebook
from echappee.server.protocol.rest import NoClock
from echappee.server.store import facts as f
from echappee.server.store.migrate import migrate, newest_step, step_of
from echappee.server.store.schema import metadata
from echappee.server.store.sqlite import SqliteStorage
from echappee.server.store.storage import CodeInUse, Outrun
from echappee.server.table.table import Table
from tests.server.clients import fewest, party, serving, you

pytestmark = pytest.mark.anyio


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


def _founding(code: str) -> f.Founding:
    game = game_ids()[0]
    rules = rulebook(game)
    return f.Founding(
        code=code, watch=f"{code}WW", game=game, rules=rules.version, players=fewest(game),
        options=dict(rules.read_options({})), clock=NoClock(), start="full", secret=bytes(32),
        created=1,
    )  # fmt: skip


def _said(seq: int) -> f.Stored:
    return f.Stored(seq, seq, f.Spoken(seat=0, text=f"line {seq}"))


async def test_many_writers_share_commits_and_the_slower_one_loses(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "tables.sqlite")
    await storage.open()
    codes = [f"TABLE{letter}" for letter in "BCDFGHJK"]
    await asyncio.gather(*(storage.create(_founding(code), [], 0) for code in codes))
    with pytest.raises(CodeInUse):
        await storage.create(_founding(codes[0]), [], 0)
    for seq in range(1, 6):
        results = await asyncio.gather(
            *(storage.append(code, [_said(seq)], None) for code in codes for _ in range(2)),
            return_exceptions=True,
        )
        assert sum(isinstance(result, Outrun) for result in results) == len(codes)
        assert sum(result is None for result in results) == len(codes)
    for code in codes:
        assert await storage.facts(code) == [_said(seq) for seq in range(1, 6)]
        assert await storage.facts(code, 3) == [_said(4), _said(5)]
    with pytest.raises(Outrun):
        await storage.append(codes[0], [_said(6), _said(3)], None)
    assert len(await storage.facts(codes[0])) == 5
    assert await storage.find("NOTHING") is None
    found = await storage.find(f"{codes[0]}WW")
    assert found == _founding(codes[0])
    await storage.append(codes[1], [], 50)
    assert await storage.due(49) == []
    assert await storage.due(50) == [codes[1]]
    await storage.append(codes[1], [], 0)
    assert await storage.due(99) == []
    await storage.create(_founding("EMPTYY"), [], 0)
    assert await storage.latest([codes[0], "EMPTYY"]) == {codes[0]: 5, "EMPTYY": 0}
    assert await storage.latest([]) == {}
    await storage.close()


async def test_nodes_announce_themselves(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "tables.sqlite")
    await storage.open()
    await storage.announce("one", b"1", 100)
    await storage.announce("two", b"2", 200)
    assert sorted(await storage.announced(100)) == [("one", b"1"), ("two", b"2")]
    assert await storage.announced(101) == [("two", b"2")]
    await storage.announce("one", b"", 300)
    assert sorted(await storage.announced(150)) == [("one", b""), ("two", b"2")]
    await storage.announce("one", None, 300)
    assert await storage.announced(0) == [("two", b"2")]
    await storage.close()


async def test_two_servers_on_one_file_never_lose_a_move(tmp_path: Path, game: str) -> None:
    """A second process at the same table: who is outrun reads, and then retries."""
    async with (
        serving(tmp_path) as world,
        serving(tmp_path) as elsewhere,
        party(world, game) as table,
        elsewhere.client() as client,
    ):
        far = await client.connect(table.code, tokens=[table.keys[1]])
        await table.sockets[0].done("chat", seat=0, text="here")
        await far.request("chat", seat=1, text="there")
        await table.sockets[0].done("chat", seat=0, text="here again")
        stored = await world.service.storage.facts(table.code)
        said = [one.fact.text for one in stored if isinstance(one.fact, f.Spoken)]
        assert said == ["here", "there", "here again"]
        heard = [item["text"] for item in table.sockets[0].items if item["kind"] == "chat"]
        assert heard == said


async def test_a_table_can_be_forgotten_and_rebuilt(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path, kept_tables=1) as world, party(world, game) as table:
        for _ in range(4):
            await table.step()
        first = table.awaited[0]
        await table.sockets[first].done("chat", seat=first, text="x")
        live = (await world.live(table.code)).table
        rebuilt = Table(live.founding)
        for stored in await world.service.storage.facts(table.code):
            rebuilt.fold(stored)
        assert rebuilt.match is not None
        assert live.match is not None
        assert rebuilt.match.save() == live.match.save()
        assert rebuilt.seats == live.seats
        assert rebuilt.seq == live.seq
        for socket in table.sockets:
            await socket.close()
        async with world.client() as client:
            for _ in range(3):
                await client.set_table(game, you(fewest(game)))
            assert len(world.service.tables) <= 2
            socket = await client.connect(table.code, tokens=[table.keys[0]])
            assert socket.game["number"] == 4


async def test_a_stored_game_that_the_rules_lead_elsewhere_is_not_served(tmp_path: Path) -> None:
    """Not every move has a checksum: what differs once stays different, up to the next one."""
    async with serving(tmp_path) as world, party(world, "tapas") as table:
        for _ in range(40):
            if not table.sockets[0].game["view"]["over"]:
                await table.step()
        live, _ = await world.service.tables.find(table.code)
        founding = live.table.founding
        stored = await world.service.storage.facts(table.code)
    checks = [one.fact.check for one in stored if isinstance(one.fact, f.MovePlayed)]
    assert any(checks)
    assert not all(checks)
    for replaced in (None, "00000000"):
        rebuilt = Table(founding)
        try:
            for one in stored:
                fact = one.fact
                if isinstance(fact, f.MovePlayed) and fact.check and replaced:
                    fact = msgspec.structs.replace(fact, check=replaced)
                rebuilt.fold(msgspec.structs.replace(one, fact=fact))
        except ValueError:
            assert replaced
        else:
            assert not replaced
            assert rebuilt.number == live.table.number
