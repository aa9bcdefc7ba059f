"""Who wants a game? What is listed, for how long, and that nothing else gets out."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from echappee.games import rulebook
from echappee.rulebook.options import Value
from echappee.server.config import Rate
from echappee.server.store.backends import place_of, storage_at
from echappee.server.table.open_tables import MOST, STALE, OpenTables, said_options
from echappee.server.table.tasks import Tasks
from tests.server.clients import JSON, OPEN, PATIENCE, Client, FakeTime, serving, you

pytestmark = pytest.mark.anyio
GAME = "tapas"
SEATS = [*you(1), OPEN]
KNOWN = {"code", "game", "options", "founder", "free", "players", "waiting"}


async def until(client: Client, codes: list[str]) -> list[JSON]:
    """Ask until exactly these tables are listed."""
    async with asyncio.timeout(PATIENCE):
        while True:
            listed: list[JSON] = (await client.get("/lobby")).json
            if [one["code"] for one in listed] == codes:
                return listed
            await asyncio.sleep(0.01)


async def test_a_public_table_is_listed_while_it_waits_and_somebody_is_there(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path) as world, world.client() as ana, world.client() as bob:
        made = await ana.set_table(GAME, SEATS, public=True, options={"extras": 3})
        code = made["table"]["code"]
        assert made["table"]["public"]
        assert await until(bob, []) == [], "nobody of it is connected"
        socket = await ana.connect(code)
        (found,) = await until(bob, [code])
        assert found["founder"] == made["table"]["seats"][0]["name"]
        assert (found["game"], found["free"], found["players"]) == (GAME, 1, 2)
        assert found["options"] == [{"en": "Red Mojo: 3 Extras", "fr": "Red Mojo\u00a0: 3 Extras"}]
        await socket.link.close()
        await until(bob, [])
        await ana.connect(code)
        await until(bob, [code])
        await bob.take(code, 1)
        assert await until(bob, []) == [], "it has begun"


async def test_a_table_by_link_is_never_listed_and_no_key_or_secret_gets_out(
    tmp_path: Path,
) -> None:
    secret = bytes(range(32))
    async with (
        serving(tmp_path, secret=secret) as world,
        world.client() as ana,
        world.client() as cy,
        world.client() as stranger,
    ):
        hidden = await ana.set_table(GAME, SEATS)
        assert not hidden["table"]["public"]
        await ana.connect(hidden["table"]["code"])
        shown = await cy.set_table(GAME, SEATS, public=True)
        await cy.connect(shown["table"]["code"])
        (found,) = await until(stranger, [shown["table"]["code"]])
        assert set(found) == KNOWN
        text = (await stranger.get("/lobby")).text
        kept = [key["token"] for made in (hidden, shown) for key in made["keys"]]
        for made in (hidden, shown):
            kept += [made["table"]["watch"], made["table"]["commitment"]]
        for word in (*kept, hidden["table"]["code"], secret.hex()):
            assert word not in text


async def test_what_somebody_wrote_is_not_said() -> None:
    written: dict[str, Value] = {"material": "lanes=3 secret plan", "squeeze": "straight"}
    said = said_options(rulebook("tour-de-france"), written)
    assert [phrase.en for phrase in said][-1].endswith("one of their own")
    assert not any("secret plan" in phrase.en + phrase.fr for phrase in said)
    assert len(said) == 2


async def test_an_offer_stands_while_it_is_confirmed_and_another_process_lists_it(
    tmp_path: Path,
) -> None:
    time = FakeTime()
    async with serving(tmp_path, time=time) as world, world.client() as ana:
        made = await ana.set_table(GAME, SEATS, public=True)
        code = made["table"]["code"]
        await ana.connect(code)
        await until(ana, [code])
        await time.pass_by(300)
        (found,) = await until(ana, [code])
        assert found["waiting"] == 300
        other = storage_at(place_of(world.service.settings))
        await other.open()
        try:
            elsewhere = OpenTables(other, time, Tasks())
            assert [one.code for one in await elsewhere.listed()] == [code]
            # A process that died confirms nothing any more.
            text = (await other.offers(0))[0][1]
            await other.offer("DIEDXX", text.replace(code.encode(), b"DIEDXX"), time.now())
            await until(ana, [code, "DIEDXX"])
            await time.pass_by(STALE / 1000 + 1)
            await until(ana, [code])
            for place in range(MOST + 5):
                await other.offer(f"T{place:05}", text, time.now())
            assert len(await elsewhere.listed()) == MOST
        finally:
            await other.close()


async def test_a_server_that_ends_takes_its_offers_back(tmp_path: Path) -> None:
    async with serving(tmp_path) as world, world.client() as ana:
        made = await ana.set_table(GAME, SEATS, public=True)
        await ana.connect(made["table"]["code"])
        await until(ana, [made["table"]["code"]])
        place = place_of(world.service.settings)
    storage = storage_at(place)
    await storage.open()
    assert await storage.offers(0) == []
    await storage.close()


async def test_who_leaves_as_a_server_ends_leaves_no_offer_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server ends before it has come to take the offer back."""
    async with serving(tmp_path) as world, world.client() as stranger:
        async with world.client() as ana:
            made = await ana.set_table(GAME, SEATS, public=True)
            await ana.connect(made["table"]["code"])
            await until(stranger, [made["table"]["code"]])
            tables, tasks = world.service.open_tables, world.service._tasks
            await tables._lock.acquire()
        while tables._offers:
            await asyncio.sleep(0.001)
        cancel = tasks.cancel

        async def cancelled() -> None:
            await cancel()
            tables._lock.release()

        monkeypatch.setattr(tasks, "cancel", cancelled)
        place = place_of(world.service.settings)
    storage = storage_at(place)
    await storage.open()
    assert await storage.offers(0) == []
    await storage.close()


async def test_what_is_being_written_as_a_server_ends_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An offer that is being kept is not kept after it was taken back."""
    begun, go_on = asyncio.Event(), asyncio.Event()
    async with serving(tmp_path) as world, world.client() as ana:
        made = await ana.set_table(GAME, SEATS, public=True)
        storage, tasks = world.service.storage, world.service._tasks
        keep, cancel = storage.offer, tasks.cancel

        async def slowly(code: str, text: bytes | None, at: int) -> None:
            if text is not None:
                begun.set()
                await go_on.wait()
            await keep(code, text, at)

        async def cancelled() -> None:
            await cancel()
            asyncio.get_running_loop().call_later(0.02, go_on.set)

        monkeypatch.setattr(storage, "offer", slowly)
        monkeypatch.setattr(tasks, "cancel", cancelled)
        await ana.connect(made["table"]["code"])
        await begun.wait()
        place = place_of(world.service.settings)
    left = storage_at(place)
    await left.open()
    assert await left.offers(0) == []
    await left.close()


async def test_the_list_has_the_limits_of_every_door(tmp_path: Path) -> None:
    async with serving(tmp_path, requests=Rate(0.0001, 2)) as world, world.client() as ana:
        assert (await ana.get("/lobby")).status == 200
        await ana.get("/lobby")
        assert (await ana.get("/lobby")).code == "too-fast"
