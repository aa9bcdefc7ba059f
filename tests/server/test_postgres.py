"""PostgreSQL away, killed or in doubt: nobody is told what is not so, and it goes on by itself."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import websockets

from bench import engines
from echappee.server.config import Settings
from echappee.server.protocol.close_codes import LATER
from echappee.server.refusals import Refusal
from echappee.server.run import serve
from echappee.server.store import backends, postgres
from echappee.server.store.places import PostgresPlace, SqlitePlace
from echappee.server.store.postgres import PostgresStorage
from echappee.server.store.sqlite import SqliteStorage
from echappee.server.store.storage import CodeInUse, Outrun
from tests.cluster import cluster, new_database
from tests.server.both_stores import POSTGRES, database_of
from tests.server.clients import PATIENCE, party, serving
from tests.server.stored import founding, opened, said, storage_in

pytestmark = pytest.mark.anyio
STORES = (POSTGRES,)
SHORT = 0.3
"""Seconds that are waited for a database of which the test knows that it is away."""


# --------------------------------------------------------------------------------------- in doubt


class Lossy:
    """The way to PostgreSQL, on which what was just done, or was about to be, gets lost."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._insert = postgres._insert
        self.faults: list[Callable[[Any], Awaitable[None]]] = []
        monkeypatch.setattr(postgres, "_insert", self)

    async def __call__(self, connection: Any, writes: Any) -> None:
        work = partial(self._insert, connection, writes)
        await (self.faults.pop(0)(work) if self.faults else work())


async def _lost_after(work: Callable[[], Awaitable[None]]) -> None:
    await work()
    raise ConnectionResetError


async def _lost_before(_: Callable[[], Awaitable[None]]) -> None:
    raise ConnectionResetError


@pytest.mark.parametrize("faults", [[_lost_before], [_lost_after], [_lost_before, _lost_after] * 2])
async def test_what_is_in_doubt_is_stored_once_and_acknowledged(
    faults: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    way = Lossy(monkeypatch)
    async with opened(storage_in(tmp_path)) as storage:
        way.faults = list(faults)
        await storage.create(founding("TABLEB"), [said(1), said(2)], 5)
        assert len(way.faults) < len(faults)
        way.faults = list(faults)
        await asyncio.gather(
            storage.create(founding("TABLEC"), [], 0),
            storage.append("TABLEB", [said(3), said(4)], 9),
        )
        assert len(way.faults) < len(faults)
        assert await storage.facts("TABLEB") == [said(seq) for seq in (1, 2, 3, 4)]
        assert await storage.find("TABLEC") == founding("TABLEC")
        assert await storage.due(9) == ["TABLEB"]


async def test_in_doubt_another_s_facts_are_not_taken_for_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever was faster while the connection was away has the number."""
    way = Lossy(monkeypatch)
    async with opened(storage_in(tmp_path)) as storage, opened(storage_in(tmp_path)) as other:
        await storage.create(founding("TABLEB"), [said(1)], 0)

        async def outrun(_: Callable[[], Awaitable[None]]) -> None:
            await other.append("TABLEB", [said(2, "another's")], None)
            await other.create(founding("TABLEC", watch="ANOTHERS"), [], 0)
            raise ConnectionResetError

        way.faults = [outrun]
        results = await asyncio.gather(
            storage.append("TABLEB", [said(2, "ours"), said(3)], None),
            storage.create(founding("TABLEC"), [], 0),
            storage.create(founding("TABLED"), [said(1)], 0),
            return_exceptions=True,
        )
        assert [type(one) for one in results] == [Outrun, CodeInUse, type(None)]
        assert await storage.facts("TABLEB") == [said(1), said(2, "another's")]


async def test_who_never_was_in_doubt_is_outrun_even_by_the_same_fact(tmp_path: Path) -> None:
    async with opened(storage_in(tmp_path)) as storage, opened(storage_in(tmp_path)) as other:
        await storage.create(founding("TABLEB"), [said(1)], 0)
        with pytest.raises(Outrun):
            await other.append("TABLEB", [said(1)], None)


# ------------------------------------------------------------------------------------------- away


@pytest.fixture(scope="module")
def own() -> Iterator[engines.Postgres]:
    """A cluster of these tests' own, to be killed; it keeps what it has acknowledged."""
    if why := engines.missing("postgres"):
        pytest.skip(why)
    with engines.postgres() as found:
        yield found


@asynccontextmanager
async def _patient(own: engines.Postgres, name: str) -> AsyncIterator[PostgresStorage]:
    """A storage in a new database, that waits for as long as a busy machine may take."""
    connection = await asyncpg.connect(own.url())
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    storage = PostgresStorage(own.url(name), wait=PATIENCE)
    async with opened(storage):
        yield storage


async def test_killed_and_started_again_it_has_all_that_was_acknowledged(
    own: engines.Postgres,
) -> None:
    """Without a restart of ours: whoever waits is served when it is back."""
    codes = [f"TABLE{letter}" for letter in "BCDFGH"]
    async with _patient(own, "killed") as storage:
        await asyncio.gather(*(storage.create(founding(code), [], 0) for code in codes))
        acknowledged = dict.fromkeys(codes, 0)
        goes_on = True

        async def play(code: str) -> None:
            while goes_on:
                await storage.append(code, [said(acknowledged[code] + 1)], None)
                acknowledged[code] += 1

        async def reach(more: int) -> None:
            wanted = {code: number + more for code, number in acknowledged.items()}
            async with asyncio.timeout(PATIENCE):
                while any(acknowledged[code] < wanted[code] for code in codes):
                    await asyncio.sleep(0.01)

        playing = [asyncio.create_task(play(code)) for code in codes]
        await reach(3)
        await asyncio.to_thread(own.kill)
        await asyncio.to_thread(own.start)
        await reach(3)
        goes_on = False
        await asyncio.gather(*playing)
        for code in codes:
            kept = await storage.facts(code)
            assert kept == [said(seq) for seq in range(1, acknowledged[code] + 1)]


async def test_while_it_is_away_every_call_is_refused(own: engines.Postgres) -> None:
    async with _patient(own, "away") as storage:
        await storage.create(founding("TABLEB"), [said(1)], 0)
        await asyncio.to_thread(own.kill)
        storage._wait = SHORT
        for call in (
            storage.append("TABLEB", [said(2)], None),
            storage.create(founding("TABLEC"), [], 0),
            storage.find("TABLEB"), storage.facts("TABLEB"), storage.due(1),
            storage.offer("TABLEB", b"x", 1), storage.record("X"), storage.keep_record("X", "", 1),
        ):  # fmt: skip
            with pytest.raises(Refusal) as refused:
                await call
            assert refused.value.code == "store-away"
            assert refused.value.status == 503
        storage._wait = PATIENCE
        coming = asyncio.create_task(storage.append("TABLEB", [said(2)], None))
        await asyncio.to_thread(own.start)
        await coming
        assert await storage.facts("TABLEB") == [said(1), said(2)]
        assert await storage.find("TABLEC") is None


async def test_one_that_is_frozen_is_not_waited_for_for_ever(own: engines.Postgres) -> None:
    """Connections stay, but nothing comes back: what was asked may be done when it wakes."""
    async with _patient(own, "frozen") as storage:
        await storage.create(founding("TABLEB"), [said(1)], 0)
        assert await storage.find("TABLEB")
        own.freeze()
        storage._wait = SHORT
        for call in (storage.append("TABLEB", [said(2)], None), storage.find("TABLEB")):
            with pytest.raises(Refusal) as refused:
                await call
            assert refused.value.code == "store-away"
        storage._wait = PATIENCE
        own.wake()
        number = len(await storage.facts("TABLEB")) + 1
        while number < 4:  # what had been asked may come true only now
            try:
                await storage.append("TABLEB", [said(number)], None)
            except Outrun:
                assert number == 2
            number += 1
        assert await storage.facts("TABLEB") == [said(1), said(2), said(3)]


async def test_a_game_goes_on_when_the_database_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks meanwhile hears why not, by REST and by socket; nobody has to start anything."""
    monkeypatch.setattr(postgres, "WAIT", PATIENCE)
    async with serving(tmp_path) as world, party(world, "tapas") as table:
        first = table.awaited[0]
        socket = table.sockets[first]
        async with world.client() as client:
            name = PostgresPlace(database_of(tmp_path)).name.rpartition("/")[2]
            admin = await asyncpg.connect(cluster().url())
            try:
                await admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
                cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1"
                await admin.execute(cut, name)
                monkeypatch.setattr(world.service.storage, "_wait", SHORT)
                said_now = await socket.request("chat", seat=first, text="lost?")
                assert (said_now["type"], said_now["code"]) == ("refused", "store-away")
                answer = await client.get("/records/ABSENTABSENT")
                assert (answer.status, answer.code) == (503, "store-away")
                assert answer.json["words"]["fr"]
                live = f"ws://{world.address}/api/tables/ABSENT/live"
                async with websockets.connect(live, compression=None) as link:
                    assert json.loads(await link.recv())["code"] == "store-away"
                    await link.wait_closed()
                assert link.close_code == LATER
            finally:
                monkeypatch.setattr(world.service.storage, "_wait", PATIENCE)
                await admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
                await admin.close()
        await socket.done("chat", seat=first, text="found")
        await table.step()
        texts = [item["text"] for item in socket.items if item["kind"] == "chat"]
        assert texts[-1] == "found"


async def test_a_locked_table_is_not_waited_for_when_due(tmp_path: Path) -> None:
    async with opened(storage_in(tmp_path)) as storage:
        for code in ("TABLEB", "TABLEC"):
            await storage.create(founding(code), [], 5)
        another = await asyncpg.connect(database_of(tmp_path))
        async with another.transaction():
            await another.execute("SELECT 1 FROM tables WHERE code = 'TABLEB' FOR UPDATE")
            assert await storage.due(5) == ["TABLEC"]
        await another.close()
        assert await storage.due(5) == ["TABLEB"]


# --------------------------------------------------------------------------------------- starting


def _refused(settings: Settings) -> Refusal:
    with pytest.raises(Refusal) as refused:
        serve(settings, port=0)
    return refused.value


def test_a_server_says_in_words_why_it_can_t_use_a_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "WAIT", 0.2)
    absent = cluster().url("absent").replace("postgres@", "postgres:secret@")
    away = f"postgresql://user:secret@127.0.0.1:{engines.free_port()}/x"
    odd = "postgresql://user:secret@127.0.0.1/x?sslmode=odd"
    for url, code, part in (
        (absent, "no-database", 'database "absent" does not exist'),
        (away, "no-database", "127.0.0.1"),
        (odd, "bad-place", "postgresql://user@127.0.0.1/x"),
        ("mysql://x/y", "bad-place", "mysql"),
    ):
        refusal = _refused(Settings(data=tmp_path, database=url))
        assert refusal.code == code
        for language in (refusal.words.en, refusal.words.fr):
            assert part in language
            assert "secret" not in language
            assert "\n" not in language
    assert list(tmp_path.iterdir()) == []


def test_without_its_driver_a_server_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    monkeypatch.delitem(sys.modules, "echappee.server.store.postgres")
    refusal = _refused(Settings(data=tmp_path, database="postgresql://127.0.0.1/x"))
    assert refusal.code == "no-driver"
    assert "echappee[operator]" in refusal.words.fr


def test_the_address_tells_which_storage_it_is(tmp_path: Path) -> None:
    def chosen(**given: Any) -> tuple[Any, Any]:
        place = backends.place_of(Settings(data=tmp_path, **given))
        return place, backends.storage_at(place)

    place, storage = chosen()
    assert place == SqlitePlace(tmp_path / "tables.sqlite")
    assert isinstance(storage, SqliteStorage)
    place, storage = chosen(database=f"sqlite://{tmp_path}/other.sqlite")
    assert storage.path == tmp_path / "other.sqlite"
    place, storage = chosen(database=str(tmp_path / "third.sqlite"))
    assert storage.path == tmp_path / "third.sqlite"
    place, storage = chosen(database="postgresql://me:secret@db/tables")
    assert isinstance(storage, PostgresStorage)
    assert place.name == "postgresql://me@db/tables"


async def test_a_node_prepares_an_empty_database() -> None:
    url = new_database("fresh")
    await asyncio.to_thread(backends.prepare, PostgresPlace(url))
    async with opened(PostgresStorage(url)) as storage:
        assert await storage.find("TABLEB") is None
