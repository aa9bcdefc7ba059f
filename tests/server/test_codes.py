"""Codes can't be tried out, on no door; and those of games long over are no invitation."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
import websockets

from echappee.server.config import Rate
from tests.server.asgi import JSON, Door, door
from tests.server.clients import FakeTime, party, serving

pytestmark = pytest.mark.anyio

FEW = Rate(0.2, 5)
NOBODYS = b"/api/tables/BCDFGH"
DAY = 86_400


async def _set(asked: Door) -> str:
    seats = [{"kind": "you", "name": "Ana"}, {"kind": "open"}]
    body = json.dumps({"game": "tapas", "seats": seats}).encode()
    made = await asked.ask("POST", b"/api/tables", JSON, body=body)
    return str(msgspec.json.decode(made.body)["table"]["code"])


def _closed(sent: list[Any]) -> tuple[int, str | None]:
    """How a socket ended, and what it was told."""
    told = [json.loads(one["text"])["code"] for one in sent if one["type"] == "websocket.send"]
    return sent[-1].get("code"), told[0] if told else None


async def test_codes_that_nobody_has_count_against_the_address(tmp_path: Path) -> None:
    time = FakeTime()
    async with door(tmp_path, time, misses=FEW) as asked:
        code = (await _set(asked)).encode()
        for _ in range(20):  # a code that there is does not count
            assert (await asked.ask("GET", b"/api/tables/" + code)).status == 200
        doors = (NOBODYS, NOBODYS + b"/record", b"/api/records/BCDFGH", b"//api/%74ables/BCDFGH/")
        for path in doors:
            assert (await asked.ask("GET", path)).status == 404
        sent = await asked.knock(NOBODYS + b"/live")
        assert _closed(sent) == (4404, "no-table")
        for path in (*doors, b"/api/tables/" + code, b"/api/records/" + code):
            refused = await asked.ask("GET", path)
            assert (refused.status, refused.problem["code"]) == (429, "too-fast")
        for path in (NOBODYS, b"/api/tables/" + code):
            assert _closed(await asked.knock(path + b"/live")) == (4429, "too-fast")
        assert (await asked.ask("GET", b"/api/house")).status == 200
        assert (await asked.ask("GET", NOBODYS, address="192.0.2.2")).status == 404
        await time.pass_by(5)
        assert (await asked.ask("GET", b"/api/tables/" + code)).status == 200
        assert _closed(await asked.knock(NOBODYS + b"/live")) == (4404, "no-table")
        assert (await asked.ask("GET", NOBODYS)).status == 429


async def test_many_at_once_try_no_more_codes_than_one_after_the_other(tmp_path: Path) -> None:
    async with door(tmp_path, FakeTime(), misses=FEW) as asked:
        answers = await asyncio.gather(*(asked.ask("GET", NOBODYS) for _ in range(20)))
        assert sorted(answer.status for answer in answers) == 5 * [404] + 15 * [429]
    async with door(tmp_path, FakeTime(), misses=FEW) as asked:
        sent = await asyncio.gather(*(asked.knock(NOBODYS + b"/live") for _ in range(20)))
        assert sorted(_closed(one)[0] for one in sent) == 5 * [4404] + 15 * [4429]


async def test_sockets_at_tables_that_there_are_don_t_count(tmp_path: Path) -> None:
    async with serving(tmp_path, time=FakeTime(), misses=FEW) as world, world.client() as client:
        made = await client.set_table("tapas", [{"kind": "you", "name": "Ana"}, {"kind": "open"}])
        for _ in range(12):
            await client.connect(made["table"]["code"])
            await client.connect(made["table"]["watch"])
        assert (await client.get("/tables/BCDFGH")).status == 404


async def test_the_code_of_a_game_long_over_answers_only_those_who_hold_a_key(
    tmp_path: Path,
) -> None:
    time = FakeTime()
    async with (
        serving(tmp_path, time=time, code_days=30.0) as world,
        world.client() as stranger,
        party(world, "tapas") as table,
    ):
        await table.step()
        await table.sockets[0].done("resign", seat=0)
        code, watch, ana = table.code, table.watch, table.clients[0]
        paths = (f"/tables/{code}", f"/tables/{code}/record", f"/records/{code}")
        await time.pass_by(30 * DAY - 60)
        for path in paths:
            assert (await stranger.get(path)).status == 200
        for socket in table.sockets:
            await socket.close()
        await time.pass_by(120)
        for path in paths:
            answered = await stranger.get(path)
            assert answered.status == 404
            unknown = await stranger.get(path.replace(code, "BCDFGH"))
            assert answered.text == unknown.text.replace("BCDFGH", code), "as if there were none"
        with pytest.raises((AssertionError, websockets.ConnectionClosed), match="4404"):
            await stranger.connect(code)

        for path in (f"/tables/{watch}", f"/tables/{watch}/record", f"/records/{watch}"):
            assert (await stranger.get(path)).status == 200, "what is shared stays"
        assert (await stranger.connect(watch)).table["status"] == "over"

        assert (await ana.get(f"/tables/{code}")).json["you"] == [0]
        assert (await ana.get(f"/tables/{code}/record")).status == 200
        assert (await ana.get(f"/records/{code}/text")).status == 200
        assert (await ana.connect(code)).table["status"] == "over"
        async with world.client(Authorization=f"Bearer {table.keys[0]}") as device:
            assert (await device.get(f"/records/{code}")).status == 200
        async with world.client(Authorization="Bearer nonsense") as other:
            assert (await other.get(f"/records/{code}")).status == 404
        async with world.client() as device:  # a private link, on another device
            found = await device.post(f"/tables/{code}/recover", {"token": table.keys[1]})
            assert found.json["you"] == [1]
        wrong = await stranger.post(f"/tables/{code}/recover", {"token": "nonsense"})
        assert wrong.code == "no-table"
        assert (await ana.post(f"/tables/{code}/rematch")).status == 200


async def test_a_table_that_is_not_over_answers_to_its_code_for_ever(tmp_path: Path) -> None:
    time = FakeTime()
    async with serving(tmp_path, time=time) as world, world.client() as client:
        made = await client.set_table("tapas", [{"kind": "you", "name": "Ana"}, {"kind": "open"}])
        await time.pass_by(400 * DAY)
        async with world.client() as guest:
            assert (await guest.get(f"/tables/{made['table']['code']}")).status == 200
