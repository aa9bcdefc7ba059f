"""The door between a node and an engine: open, shut, mute."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from bench.faults.nemesis import ALONE, WEIGHTS, WORDS, plan
from bench.faults.proxy import Door

pytestmark = pytest.mark.anyio
PATIENCE = 60.0
MOMENT = 0.05
Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def door_to_an_echo() -> AsyncIterator[Door]:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(100):
                writer.write(data.upper())
        writer.close()

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    door = Door(server.sockets[0].getsockname()[1])
    await door.open()
    try:
        yield door
    finally:
        await door.close()
        server.close()
        await asyncio.sleep(MOMENT)  # what was dropped is gone by then


async def _ask(ends: Ends, text: bytes) -> bytes:
    ends[1].write(text)
    async with asyncio.timeout(PATIENCE):
        return await ends[0].read(100)


async def _is_dropped(ends: Ends) -> bool:
    try:
        async with asyncio.timeout(PATIENCE):
            return await ends[0].read(100) == b""
    except ConnectionError:
        return True
    finally:
        ends[1].close()


async def test_what_comes_in_at_an_open_door_goes_out_and_back() -> None:
    async with door_to_an_echo() as door:
        ends = await asyncio.open_connection("127.0.0.1", door.port)
        assert await _ask(ends, b"one") == b"ONE"
        assert await _ask(ends, b"two") == b"TWO"
        ends[1].close()


async def test_a_door_that_is_shut_drops_who_is_there_and_who_comes() -> None:
    async with door_to_an_echo() as door:
        ends = await asyncio.open_connection("127.0.0.1", door.port)
        assert await _ask(ends, b"one") == b"ONE"
        door.set("shut")
        assert await _is_dropped(ends)
        assert await _is_dropped(await asyncio.open_connection("127.0.0.1", door.port))
        door.set("open")
        ends = await asyncio.open_connection("127.0.0.1", door.port)
        assert await _ask(ends, b"two") == b"TWO"
        ends[1].close()


async def test_through_a_mute_door_nothing_passes_then_or_later() -> None:
    async with door_to_an_echo() as door:
        before = await asyncio.open_connection("127.0.0.1", door.port)
        assert await _ask(before, b"one") == b"ONE"
        door.set("mute")
        during = await asyncio.open_connection("127.0.0.1", door.port)
        for ends in (before, during):
            ends[1].write(b"two")
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(MOMENT):
                    await ends[0].read(100)
        door.set("open")
        assert await _is_dropped(before)
        assert await _is_dropped(during)


async def test_who_asked_nothing_at_a_mute_door_hears_nothing_new_either_and_goes_on() -> None:
    async with door_to_an_echo() as door:
        ends = await asyncio.open_connection("127.0.0.1", door.port)
        assert await _ask(ends, b"one") == b"ONE"
        door.set("mute")
        door.set("open")
        assert await _ask(ends, b"two") == b"TWO"
        ends[1].close()


def test_every_kind_of_fault_is_planned_and_has_words() -> None:
    planned = plan(seed=1, faults=20, nodes=3)
    assert set(planned) == set(WEIGHTS)
    assert len(planned) == 20
    assert planned == plan(seed=1, faults=20, nodes=3) != plan(seed=2, faults=20, nodes=3)
    assert WORDS.keys() == WEIGHTS.keys() | {"long-stop"}
    assert set(plan(seed=1, faults=20, nodes=1)) == set(ALONE)
    assert len(plan(seed=1, faults=3, nodes=3)) == 3
