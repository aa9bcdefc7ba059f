"""Heads, time and connections have bounds: nobody stops the server by asking without end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
import resource
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from echappee.server.config import Settings
from echappee.server.http import limits as http_limits
from echappee.server.http.limits import (
    LONGEST_HEAD,
    LONGEST_LINE,
    MOST_LINES,
    Connections,
    most_connections,
)
from echappee.server.protocol.rest import LARGEST_BODY
from tests.server.clients import PATIENCE, World, serving

pytestmark = pytest.mark.anyio
STORES = ("sqlite",)
"""Limits are counted before anything is kept."""

GET = b"GET /api/house HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = (
    b"Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
OTHER = "127.0.0.2"


class Caller:
    """A connection on which any bytes are sent."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def says(self, data: bytes) -> None:
        """Send; whoever was hung up on can't."""
        self.writer.write(data)
        try:
            await self.writer.drain()
        except OSError:
            return

    async def hears(self) -> bytes:
        """All until the server hangs up."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self.reader.read()
        except ConnectionResetError:
            return b""

    async def answer(self) -> tuple[int, bytes]:
        """One answer; the connection stays."""
        async with asyncio.timeout(PATIENCE):
            head = await self.reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            return int(head.split(b" ")[1]), await self.reader.readexactly(length)


@asynccontextmanager
async def calling(world: World, address: str = "127.0.0.1") -> AsyncIterator[Caller]:
    """A connection from an address of this machine."""
    host, port = world.address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(address, 0))
    try:
        yield Caller(reader, writer)
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


def code_of(answer: bytes) -> tuple[int, str]:
    """Status and code of a refusal in words."""
    head, _, body = answer.partition(b"\r\n\r\n")
    problem = json.loads(body)
    assert problem["words"]["en"]
    assert problem["words"]["fr"]
    return int(head.split(b" ")[1]), problem["code"]


# --------------------------------------------------------------------------------------- the head


HEADS = (
        GET + b"X: " + (LONGEST_LINE + 1) * b"a" + b"\r\n\r\n",
        GET + 4 * (b"X: " + (LONGEST_LINE - 10) * b"a" + b"\r\n") + b"\r\n",
        GET + MOST_LINES * b"X: a\r\n" + b"\r\n",
        b"GET /" + (LONGEST_LINE + 1) * b"a" + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /?" + 40 * LONGEST_HEAD * b"a",
        GET + b"X: " + 40 * LONGEST_HEAD * b"a",
        40 * LONGEST_HEAD * b"\r\n",
        b"POST /api/house HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        b"0\r\n" + 2 * MOST_LINES * b"X: a\r\n" + b"\r\n",
)  # fmt: skip


async def test_a_head_beyond_its_bounds_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path, head_start=600.0) as world:
        for head in HEADS:
            async with calling(world) as caller:
                await caller.says(head)
                assert await _refused(caller) == (431, "long-head"), head[:60]
        async with calling(world) as caller:
            await caller.says(GET + b"\r\n")
            assert (await caller.answer())[0] == 200


async def _refused(caller: Caller) -> tuple[int, str]:
    status, body = await caller.answer()
    return status, json.loads(body)["code"]


async def test_a_body_in_chunks_has_bounds_whatever_they_hold(tmp_path: Path) -> None:
    async with serving(tmp_path, head_start=600.0) as world, calling(world) as caller:
        await caller.says(b"POST /api/house HTTP/1.1\r\nHost: localhost\r\n")
        await caller.says(b"Transfer-Encoding: chunked\r\n\r\n")
        assert (await caller.answer())[0] == 405
        await caller.says(b"1;x=" + 3 * LARGEST_BODY * b"a")
        await caller.hears()  # it ends: he was hung up on


async def test_heads_of_all_sizes_within_the_bounds_are_served(tmp_path: Path) -> None:
    async with serving(tmp_path, head_start=600.0) as world, calling(world) as caller:
        for length in (0, 100, LONGEST_LINE - 10):
            await caller.says(GET + b"X: " + length * b"a" + b"\r\n\r\n")
            assert (await caller.answer())[0] == 200
        await caller.says(GET + (MOST_LINES - 1) * b"X: a\r\n" + b"\r\n")
        assert (await caller.answer())[0] == 200
        body = json.dumps({"text": 390_000 * "x"}).encode()
        await caller.says(b"POST /api/records HTTP/1.1\r\nHost: localhost\r\n")
        await caller.says(b"Content-Type: application/json\r\n")
        await caller.says(b"Content-Length: %d\r\n\r\n" % len(body))
        await caller.says(body)
        assert (await caller.answer())[0] == 400
        await caller.says(GET + b"\r\n" + GET + b"\r\n")
        assert [(await caller.answer())[0], (await caller.answer())[0]] == [200, 200]


# --------------------------------------------------------------------------------------- the time


async def test_a_head_must_be_there_in_time(tmp_path: Path) -> None:
    async with serving(tmp_path, head_start=600.0, head_seconds=0.05) as world:
        for said in (b"", b"\r\n", b"GET", GET, GET + b"X: a"):
            async with calling(world) as caller:
                await caller.says(said)
                assert code_of(await caller.hears()) == (408, "too-slow"), said


async def test_the_next_head_must_be_there_in_time_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[type[http_limits.LimitedHttp]] = []

    def limited(settings: Settings, *_: object) -> type[http_limits.LimitedHttp]:
        made.append(original(settings))
        return made[0]

    original = http_limits.limited
    monkeypatch.setattr(http_limits, "limited", limited)
    async with serving(tmp_path, head_start=600.0) as world, calling(world) as caller:
        await caller.says(GET + b"\r\n")
        assert (await caller.answer())[0] == 200
        limits = made[0].limits
        limits.settings = msgspec.structs.replace(limits.settings, head_seconds=0.05)
        await caller.says(b"\r\n")
        assert code_of(await caller.hears()) == (408, "too-slow")


async def test_a_body_must_be_there_in_time(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, head_start=600.0, body_seconds=0.05) as world,
        calling(world) as caller,
    ):
        await caller.says(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n")
        await caller.says(b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{")
        assert await caller.hears() == b""


# -------------------------------------------------------------------------------------- the count


async def test_half_open_connections_are_counted_by_address(tmp_path: Path) -> None:
    async with serving(tmp_path, head_start=600.0, half_open=5) as world, AsyncExitStack() as held:
        silent = [await held.enter_async_context(calling(world)) for _ in range(5)]
        async with calling(world) as caller:
            assert code_of(await caller.hears()) == (429, "too-many")
        async with calling(world, OTHER) as caller:
            await caller.says(GET + b"\r\n")
            assert (await caller.answer())[0] == 200
        await silent[0].says(GET + b"\r\n")
        assert (await silent[0].answer())[0] == 200
        async with calling(world) as caller:
            await caller.says(GET + b"\r\n")
            assert (await caller.answer())[0] == 200


async def test_connections_are_counted_by_address(tmp_path: Path) -> None:
    async with serving(tmp_path, head_start=600.0, connections=3) as world:
        for _ in range(3):  # those that have gone count no more
            async with AsyncExitStack() as held:
                open_ones = [await held.enter_async_context(calling(world)) for _ in range(3)]
                for caller in open_ones:
                    await caller.says(GET + b"\r\n")
                    assert (await caller.answer())[0] == 200
                async with calling(world) as caller:
                    assert code_of(await caller.hears()) == (429, "too-many")
                for caller in open_ones:
                    await caller.says(GET + b"Connection: close\r\n\r\n")
                    await caller.hears()


async def test_sockets_count_as_connections_until_they_end(tmp_path: Path) -> None:
    goodbye = b"\x88\x80\x00\x00\x00\x00"  # a closing frame, masked with zeros
    async with serving(tmp_path, head_start=600.0, connections=1) as world:
        for _ in range(3):
            async with calling(world) as caller:
                await caller.says(b"GET /api/tables/KDPQWR/live HTTP/1.1\r\n" + UPGRADE + b"\r\n")
                await caller.reader.readuntil(b"no-table")
                async with calling(world) as other:
                    assert code_of(await other.hears()) == (429, "too-many")
                await caller.says(goodbye)
                await caller.hears()


async def test_all_connections_leave_descriptors_for_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_limits, "most_connections", lambda: 4)
    async with serving(tmp_path, head_start=600.0) as world, AsyncExitStack() as held:
        for _ in range(4):
            await held.enter_async_context(calling(world))
        async with calling(world, OTHER) as caller:
            assert code_of(await caller.hears()) == (429, "too-many")


def test_the_bound_of_all_connections_is_below_the_system_s(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for allowed, most in (
        (1_024, 896),
        (20_000, 17_500),
        (100, 16),
        (resource.RLIM_INFINITY, None),
    ):
        monkeypatch.setattr(resource, "getrlimit", lambda _, a=allowed: (a, a))
        assert most_connections() == most


def test_a_proxy_calls_for_many() -> None:
    limits = Connections(Settings(connections=1, proxies=("10.0.0.0/8",)), 3)
    who = limits.counted("10.1.2.3")
    for _ in range(3):
        assert limits.admits(who)
        limits.open(who, 1)
    assert not limits.admits(who), "but not for more than there is room"
    home = limits.counted("2001:db8:1:2::1")
    assert home == limits.counted("2001:db8:1:2:ffff::9") != limits.counted("2001:db8:1:3::1")
    assert limits.counted("::ffff:192.0.2.1") == limits.counted("192.0.2.1") == "192.0.2.1"


# ----------------------------------------------------------------------------------- what is none


NONE = (
        b"nonsense\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /api/tables/KDPQWR/live\xff HTTP/1.1\r\n" + UPGRADE + b"\r\n",
        b"POST /api/tables/KDPQWR/live HTTP/1.1\r\n" + UPGRADE + b"\r\n",
        b"GET /api/tables/KDPQWR/live HTTP/1.1\r\n" + UPGRADE + b"Content-Length: 1\r\n\r\nx",
        b"GET /api/tables/KDPQWR/live HTTP/1.1\r\n" + UPGRADE + b"X: " + 7_999 * b"a" + b"\r\n\r\n",
        b"GET /api/tables/KDPQWR/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
        b"Upgrade: websocket\r\n\r\n",
        b"GET /%00 HTTP/1.1\r\n" + UPGRADE + b"\r\n",
        b"GET /api/house HTTP/1.1\r\n" + UPGRADE + b"\r\n",
        b"GET /nothing HTTP/1.1\r\n" + UPGRADE + b"\r\n",
        b"CONNECT example.org:443 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET /api/house HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
        b"GET /api/house HTTP/1.1\r\nHost: \xff\r\nConnection: close\r\n\r\n",
        b"GET /api/house HTTP/1.0\r\n\r\n",
        b"GET /api/house?%ff=%ff&value=%00 HTTP/1.1\r\nHost: a.local\r\nConnection: close\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
)  # fmt: skip


async def test_bytes_that_are_no_request_write_no_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path, head_start=600.0, head_seconds=0.5) as world:
        for said in NONE:
            async with calling(world) as caller:
                await caller.says(said)
                heard = await caller.hears()
                assert re.match(rb"HTTP/1.1 (2|4)", heard), (said, heard)
    assert [record for record in caplog.records if record.exc_info] == []
    assert [record for record in caplog.records if record.levelno > logging.WARNING] == []


async def test_a_text_that_is_none_writes_no_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        made = await client.set_table("tapas", [{"kind": "you", "name": "Ana"}, {"kind": "open"}])
        path = f"/api/tables/{made['table']['code']}/live".encode()
        async with calling(world) as caller:
            await caller.says(b"GET " + path + b" HTTP/1.1\r\n" + UPGRADE + b"\r\n")
            await caller.reader.readuntil(b"\r\n\r\n")
            await caller.says(b"\x81\x82\x00\x00\x00\x00\xff\xfe")  # two bytes, masked with zeros
            assert b"\x03\xef" in await caller.hears()  # 1007
    assert [record for record in caplog.records if record.exc_info] == []
