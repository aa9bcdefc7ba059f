"""Clearing away: only what was over long ago, while a server runs, which does not trip over it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from echappee.server.maintenance.progress import Progress
from echappee.server.maintenance.verify import verify
from echappee.server.store import facts as f
from echappee.server.store import prune as pruning
from echappee.server.store.backends import place_of
from echappee.server.store.bulk import StoredRecord
from echappee.server.store.places import SqlitePlace
from echappee.server.store.prune import ENDED, prune
from echappee.server.store.sqlite import SqliteStorage
from echappee.server.store.transfer import snapshot
from tests.server.clients import FakeTime, party, serving
from tests.server.stores import START, Making, Rows, all_rows, keep, made

pytestmark = pytest.mark.anyio
STORES = ("sqlite",)
DAY = 86_400_000


def _last(table: Making) -> int:
    return table.facts[-1].at


@pytest.fixture
def tables() -> dict[str, Making]:
    return {
        **{state: made("tapas", 1, state) for state in ("waiting", "playing", "resigned", "over")},
        "long": made("tape-letape", 2, "over"),
    }


@pytest.fixture
async def place(tmp_path: Path, tables: dict[str, Making]) -> SqlitePlace:
    rows = Rows([one.row() for one in tables.values()], [StoredRecord("R" * 12, START, "text")])
    return SqlitePlace(await keep(tmp_path / "tables.sqlite", rows))


async def _codes(place: SqlitePlace) -> set[str]:
    async with snapshot(place) as store:
        rows = await all_rows(store)
        assert len(rows.records) == 1  # what was imported stays
        assert not await store.strays()
        return {row.code for row in rows.tables}


def test_the_end_of_a_game_begins_as_the_query_wants_it() -> None:
    for one in (
        f.GameEnded(why="played", winners=[0]),
        f.GameEnded(id="x", why="resigned", winners=[]),
    ):
        assert msgspec.msgpack.encode(one)[1:].startswith(ENDED)
    for other in (f.Began(), f.Spoken(seat=0, text="ended"), f.GamePaused(seat=0)):
        assert not msgspec.msgpack.encode(other)[1:].startswith(ENDED)


async def test_only_what_was_over_long_ago_goes(
    place: SqlitePlace, tables: dict[str, Making]
) -> None:
    codes = {name: one.table.founding.code for name, one in tables.items()}
    before = max(_last(tables["over"]), _last(tables["resigned"]))
    assert before < _last(tables["long"])
    assert await prune(place, START - 1) == []
    listed = await prune(place, before, dry_run=True)
    assert set(listed) == {codes["over"], codes["resigned"]}
    assert await _codes(place) == set(codes.values())
    assert set(await prune(place, before)) == set(listed)
    assert await _codes(place) == {codes["waiting"], codes["playing"], codes["long"]}
    assert await prune(place, 10 * START) == [codes["long"]]
    assert await _codes(place) == {codes["waiting"], codes["playing"]}


async def test_a_table_at_which_something_happens_meanwhile_stays(
    place: SqlitePlace, tables: dict[str, Making], monkeypatch: pytest.MonkeyPatch
) -> None:
    over = tables["over"]
    real = pruning._remove

    def spoken(connection: sqlite3.Connection, codes: list[str], before: int) -> list[str]:
        said = msgspec.msgpack.encode(f.Spoken(seat=0, text="well played"))
        with closing(sqlite3.connect(place.file)) as other, other:
            row = (over.table.founding.code, over.table.seq + 1, 5 * START, said)
            other.execute("INSERT INTO facts VALUES (?, ?, ?, ?)", row)
        return real(connection, codes, before)

    monkeypatch.setattr(pruning, "_remove", spoken)
    gone = await prune(place, 2 * START)
    assert over.table.founding.code not in gone
    assert tables["resigned"].table.founding.code in gone
    assert over.table.founding.code in await _codes(place)


async def test_many_go_in_several_transactions(tmp_path: Path) -> None:
    rows = Rows([made("tapas", seed, "resigned").row() for seed in range(pruning.AT_ONCE + 5)])
    place = SqlitePlace(await keep(tmp_path / "tables.sqlite", rows))
    assert len(await prune(place, 2 * START)) == pruning.AT_ONCE + 5
    async with snapshot(place) as store:
        assert (await store.counts()).empty


async def test_a_server_that_runs_does_not_trip(tmp_path: Path) -> None:
    """What it has in memory is gone, too: for REST at once, for who is connected when he acts."""
    time = FakeTime()
    async with serving(tmp_path, time=time) as world, party(world, "tapas") as table:
        await table.sockets[0].done("resign", seat=0)
        code, watch = table.code, table.watch
        assert (await table.clients[0].get(f"/tables/{watch}")).status == 200
        await time.pass_by(10 * 86_400)
        place = place_of(world.service.settings)
        assert await prune(place, time.now() - DAY) == [code]
        answer = await table.sockets[0].request("chat", seat=0, text="still here?")
        assert answer["code"] == "no-table"
        async with world.client() as client:
            for name in (code, watch):
                found = await client.get(f"/tables/{name}")
                assert (found.status, found.code) == (404, "no-table")
                assert (await client.get(f"/records/{name}")).status == 404
            made_anew = await client.set_table("tapas", [{"kind": "you", "name": "A"}] * 2)
            assert made_anew["table"]["code"] in world.service.tables
    async with snapshot(place) as store:
        assert not (await verify(store, Progress())).wrong


async def test_rest_says_not_found_for_a_table_in_memory(tmp_path: Path) -> None:
    time = FakeTime()
    async with serving(tmp_path, time=time) as world:
        async with party(world, "tapas") as table:
            await table.sockets[0].done("resign", seat=0)
            code, watch = table.code, table.watch
        await time.pass_by(2 * 86_400)
        async with world.client() as client:
            assert (await client.get(f"/tables/{watch}")).status == 200
            assert code in world.service.tables
            await prune(place_of(world.service.settings), time.now() - DAY)
            assert (await client.get(f"/tables/{watch}")).code == "no-table"
            assert code not in world.service.tables


async def test_a_server_clears_away_by_itself_only_if_told_so(tmp_path: Path) -> None:
    for days, left in ((0, True), (5, False)):
        time = FakeTime()
        async with serving(tmp_path / str(days), time=time, prune_days=days) as world:
            async with party(world, "tapas") as table:
                await table.sockets[0].done("resign", seat=0)
            await world.service.prune()
            assert await world.service.storage.find(table.code) is not None
            await time.pass_by(6 * 86_400)
            await world.service.prune()
            assert (await world.service.storage.find(table.code) is not None) is left


async def test_a_store_that_is_away_does_not_end_the_sweep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise OSError("away")

    async with serving(tmp_path, prune_days=1) as world:
        monkeypatch.setattr(SqliteStorage, "prune", away)
        await world.service.prune()
