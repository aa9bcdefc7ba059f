"""However frames are cut, masked or mixed: the short way and the long way are one conversation."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.server.clients import PATIENCE, World, serving
from tests.server.test_limits import UPGRADE, Caller, calling

pytestmark = pytest.mark.anyio
MASK = b"\x01\x82\x03\x84"


def frame(text: bytes, opcode: int = 0x81, mask: bytes = MASK) -> bytes:
    """A frame as a browser sends it."""
    size = len(text)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(text))
    return bytes([opcode]) + length + mask + masked


def ping(number: int, width: int = 0) -> bytes:
    """A message that is answered by one with the same number."""
    text = json.dumps({"type": "ping", "id": f"p{number}"}, ensure_ascii=False)
    return (text + " " * width).encode()


async def heard(caller: Caller) -> tuple[int, bytes]:
    """The next frame of the server; now and then it asks by itself whether we are there."""
    async with asyncio.timeout(PATIENCE):
        while True:
            opcode, size = await caller.reader.readexactly(2)
            if size >= 126:
                more = await caller.reader.readexactly(2 if size == 126 else 8)
                size = int.from_bytes(more, "big")
            text = await caller.reader.readexactly(size)
            if opcode != 0x89:
                return opcode, text


async def pongs(caller: Caller, *numbers: int) -> None:
    """The answers to these, in order."""
    found: list[str] = []
    while len(found) < len(numbers):
        _, text = await heard(caller)
        lines = [json.loads(line) for line in text.splitlines()]
        found += [one["id"] for one in lines if one["type"] == "pong"]
    assert found == [f"p{number}" for number in numbers]


@asynccontextmanager
async def talking(world: World) -> AsyncIterator[Caller]:
    """A spectator's socket that has said hello."""
    async with world.client() as client:
        made = await client.set_table("tapas", [{"kind": "you", "name": "Ana"}, {"kind": "open"}])
    path = f"/api/tables/{made['table']['watch']}/live".encode()
    async with calling(world) as caller:
        await caller.says(b"GET " + path + b" HTTP/1.1\r\n" + UPGRADE + b"\r\n")
        await caller.reader.readuntil(b"\r\n\r\n")
        await caller.says(frame(b'{"type":"hello"}'))
        opcode, welcome = await heard(caller)
        assert opcode == 0x81
        assert json.loads(welcome.splitlines()[0])["type"] == "welcome"
        yield caller


async def test_frames_are_read_however_they_come(tmp_path: Path) -> None:
    async with serving(tmp_path) as world, talking(world) as caller:
        await caller.says(frame(ping(1)))
        await pongs(caller, 1)
        await caller.says(frame(ping(2)) + frame(ping(3, width=300)) + frame(ping(4)))
        await pongs(caller, 2, 3, 4)
        await caller.says(frame(b"alive", opcode=0x89) + frame(ping(5)))  # the socket's own ping
        assert await heard(caller) == (0x8A, b"alive")
        await pongs(caller, 5)
        await caller.says(frame(ping(6), opcode=0x82))  # as bytes
        await pongs(caller, 6)
        whole = frame(ping(7)) + frame(ping(8, width=2_000))
        for cut in (1, 3, 7, len(whole) - 5, len(whole)):  # and from here on, all the long way
            await caller.says(whole[:cut])
            whole = whole[cut:]
            await asyncio.sleep(0.01)
        await pongs(caller, 7, 8)
        await caller.says(frame(ping(9)) + frame(ping(10)))
        await pongs(caller, 9, 10)


async def test_a_message_in_pieces_is_one(tmp_path: Path) -> None:
    async with serving(tmp_path) as world, talking(world) as caller:
        text = ping(1)
        await caller.says(frame(text[:9], opcode=0x01))
        await caller.says(frame(b"", opcode=0x89) + frame(text[9:], opcode=0x80))
        assert await heard(caller) == (0x8A, b"")
        await pongs(caller, 1)
        await caller.says(frame(ping(2)))
        await pongs(caller, 2)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (b"\x81\x02{}", 1002),  # not masked
        (frame(b"{}", opcode=0xC1), 1002),  # compressed, which nobody has agreed to
        (frame(b"\xff\xfe"), 1007),
        (frame(b"{", opcode=0x01) + frame(b"{}"), 1002),  # a message within another
        (frame(b"\x03\xe8", opcode=0x88), 1000),  # goodbye
    ],
)
async def test_what_is_wrong_ends_the_socket(tmp_path: Path, said: bytes, code: int) -> None:
    async with serving(tmp_path) as world, talking(world) as caller:
        await caller.says(said + frame(ping(1)))
        while (found := await heard(caller))[0] != 0x88:
            assert b"pong" not in found[1], "what comes after is not served"
        assert int.from_bytes(found[1][:2], "big") == code
