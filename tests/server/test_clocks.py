"""Clocks, presence and bots that stand in, with time that passes when the test says so."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.clients import BOT, FakeTime, Party, fewest, party, serving, you

pytestmark = pytest.mark.anyio

LIVE = {"kind": "live", "move": 30, "bank": 60}


def _clock(table: Party, seat: int) -> dict[str, int]:
    found: dict[str, int] = table.sockets[0].clocks["seats"][seat]
    return found


async def test_a_move_has_its_own_time_and_then_the_bank(tmp_path: Path, game: str) -> None:
    time = FakeTime()
    async with serving(tmp_path, time=time) as world, party(world, game, clock=LIVE) as table:
        mover = table.awaited[0]
        await time.pass_by(20)
        await table.step()
        await table.sockets[0].until(lambda: _clock(table, mover)["bank"] == 60_000)
        while table.awaited == [mover]:
            await table.step()
        slow = table.awaited[0]
        await time.pass_by(45)
        await table.step()
        await table.sockets[0].until(lambda: _clock(table, slow)["bank"] == 45_000)
        live = await world.live(table.code)
        assert live.table.banks[slow] == 45_000
        assert table.sockets[0].clocks["resting"] is False


async def test_who_runs_out_is_replaced_and_comes_back_by_moving(tmp_path: Path, game: str) -> None:
    time = FakeTime()
    async with serving(tmp_path, time=time) as world, party(world, game, clock=LIVE) as table:
        late = table.awaited[0]
        socket = table.sockets[late]
        await time.pass_by(89)
        assert socket.table["seats"][late]["stand_in"] is None
        await time.pass_by(2)
        await socket.until(lambda: socket.table["seats"][late]["stand_in"] == "time")
        await socket.until(lambda: socket.game["number"] >= 1)
        stand_in = next(item for item in socket.items if item["kind"] == "stand-in")
        assert stand_in["seat"] == late
        assert stand_in["why"] == "time"
        await socket.done("back", seat=late)
        assert socket.table["seats"][late]["stand_in"] is None
        assert (await socket.request("back", seat=late))["code"] == "nothing-to-return"
        live = await world.live(table.code)
        assert live.table.banks[late] == 0


async def test_pauses_and_empty_tables_stop_the_clocks(tmp_path: Path, game: str) -> None:
    time = FakeTime()
    async with serving(tmp_path, time=time) as world, party(world, game, clock=LIVE) as table:
        mover = table.awaited[0]
        await time.pass_by(10)
        await table.sockets[0].done("pause", seat=0)
        await table.sockets[0].until(lambda: table.sockets[0].clocks["resting"])
        await time.pass_by(1_000)
        await table.sockets[0].done("resume", seat=0)
        await time.pass_by(5)
        for socket in table.sockets:
            await socket.close()
        live = await world.live(table.code)
        while live.viewers:
            await time.pass_by(0)
            await asyncio.sleep(0.01)
        await time.pass_by(10_000)
        assert live.table.seats[mover].stand_in is None
        back = await table.clients[mover].connect(table.code)
        left = back.welcome["clocks"]["seats"][mover]
        assert left["running"]
        assert left["bank"] == 60_000
        assert left["move"] > 20_000


async def test_who_leaves_is_replaced_while_others_wait_and_returns(
    tmp_path: Path, game: str
) -> None:
    time = FakeTime()
    async with serving(tmp_path, time=time) as world, party(world, game) as table:
        gone = table.awaited[0]
        stays = (gone + 1) % len(table.sockets)
        watching = table.sockets[stays]
        await table.sockets[gone].close()
        await watching.until(lambda: {"seat": gone, "here": False} in watching.presence["seats"])
        await time.pass_by(29)
        assert watching.table["seats"][gone]["stand_in"] is None
        await time.pass_by(2)
        await watching.until(lambda: watching.table["seats"][gone]["stand_in"] == "left")
        await watching.until(lambda: watching.game["number"] >= 1)
        back = await table.clients[gone].connect(table.code)
        await watching.until(lambda: watching.table["seats"][gone]["stand_in"] is None)
        assert back.welcome["table"]["seats"][gone]["stand_in"] is None
        assert {"seat": gone, "here": True} in back.welcome["presence"]["seats"]
        kinds = [item["kind"] for item in watching.items]
        assert kinds.index("stand-in") < kinds.index("returned")


async def test_nobody_is_replaced_while_nobody_waits(tmp_path: Path, game: str) -> None:
    time = FakeTime()
    async with serving(tmp_path, time=time) as world, world.client() as client:
        made = await client.set_table(game, [*you(1), *[BOT] * (fewest(game) - 1)])
        socket = await client.connect(made["table"]["code"])
        await socket.until(lambda: 0 in socket.game["view"]["awaited"])
        await socket.close()
        await time.pass_by(10_000)
        live = await world.live(made["table"]["code"])
        assert live.table.seats[0].stand_in is None


async def test_days_run_by_the_calendar_even_over_a_restart(tmp_path: Path, game: str) -> None:
    time = FakeTime()
    clock = {"kind": "days", "days": 2}
    async with serving(tmp_path, time=time) as world, party(world, game, clock=clock) as table:
        late, code, key = table.awaited[0], table.code, table.keys[table.awaited[0]]
        await time.pass_by(86_400)
        await world.service.sweep()
        assert table.sockets[0].table["seats"][late]["stand_in"] is None
        await table.sockets[late].close()
        await time.pass_by(3_600)
        assert table.sockets[late].table["seats"][late]["stand_in"] is None
    later = FakeTime()
    await later.pass_by(2 * 86_400 + 60)
    async with serving(tmp_path, time=later) as world, world.client() as client:
        await world.service.rules.compiled(game)
        await world.service.sweep()
        await later.pass_by(1)
        socket = await client.connect(code)
        await socket.until(lambda: socket.table["seats"][late]["stand_in"] == "time")
        await socket.until(lambda: socket.game["number"] >= 1)
        back = await client.connect(code, tokens=[key])
        await back.until(lambda: back.table["seats"][late]["stand_in"] is None)
        assert back.welcome["clocks"]["seats"][late]["move"] <= 2 * 86_400_000
