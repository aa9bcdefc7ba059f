"""Tables in a storage: two servers on one, and what is rebuilt from it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NoReturn

import msgspec
import pytest

from echappee.games import game_ids
from echappee.server.refusals import Refusal
from echappee.server.store import facts as f
from echappee.server.table.table import Table
from tests.server.both_stores import on_sqlite
from tests.server.clients import PATIENCE, fewest, party, serving, you

pytestmark = pytest.mark.anyio


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


@on_sqlite
async def test_a_storage_that_is_away_ends_no_sweep_and_hinders_no_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    async def away(*given: object) -> NoReturn:
        asked.append(given)
        raise Refusal("store-away")

    async with serving(tmp_path, sweep=0.01) as world, world.client() as client:
        made = await client.set_table(game_ids()[0], [*you(1), {"kind": "open"}], public=True)
        await client.connect(made["table"]["code"])
        monkeypatch.setattr(world.service.storage, "due", away)
        async with asyncio.timeout(PATIENCE):
            while len(asked) < 3:
                await asyncio.sleep(0.01)
        monkeypatch.setattr(world.service.storage, "offer", away)
    with pytest.raises(RuntimeError):  # it has closed everything
        await world.service.storage.find(made["table"]["code"])
