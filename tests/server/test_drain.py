"""A server that is told to end loses nothing and nobody, and ends."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from echappee.server.protocol.close_codes import RESTARTING
from echappee.server.table.service import TableService
from tests.server.clients import PATIENCE, World, party, serving

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM"),
]
STORES = ("sqlite",)
"""A drain is the same on either."""
ROOT = Path(__file__).parents[2]
QUICK = ("--head-start", "600", "--bot-delay", "0")


class Gate:
    """A storage that keeps writers waiting."""

    def __init__(self, service: TableService) -> None:
        self._append = service.storage.append
        self.waiting, self.open = asyncio.Event(), asyncio.Event()

    async def append(self, *given: Any) -> None:
        self.waiting.set()
        await self.open.wait()
        await self._append(*given)


async def test_a_move_in_flight_is_finished_and_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, head_start=600.0) as world, party(world, "tapas") as table:
        gate = Gate(world.service)
        monkeypatch.setattr(world.service.storage, "append", gate.append)
        seat = table.awaited[0]
        mover, other = table.sockets[seat], table.sockets[1 - seat]
        move = {"number": mover.game["number"], "text": mover.game["moves"][0]}
        await mover.send({"type": "move", "id": "mine", "seat": seat, **move})
        await gate.waiting.wait()
        draining = asyncio.create_task(world.service.drain.emptied())
        assert await other.until_closed() == RESTARTING
        assert mover.closed is None
        # What comes now is not begun any more: it is asked again elsewhere.
        await mover.send({"type": "chat", "id": "late", "seat": seat, "text": "late"})
        gate.open.set()
        assert await mover.until_closed() == RESTARTING
        await draining
        assert mover.answers["mine"]["type"] == "ack"
        assert mover.seq >= mover.answers["mine"]["seq"], "and its news"
        assert "late" not in mover.answers
        code, keys = table.code, table.keys
    async with serving(tmp_path, head_start=600.0) as world, world.client() as client:
        again = await client.connect(code, tokens=keys)
        assert again.game["number"] == move["number"] + 1
        assert not any("late" in message for message in again.messages)


async def test_who_has_not_said_hello_is_sent_away_too(tmp_path: Path) -> None:
    async with serving(tmp_path, head_start=600.0) as world, party(world, "tapas") as table:
        import websockets

        address = f"ws://{world.address}/api/tables/{table.code}/live"
        async with websockets.connect(address, compression=None) as silent:
            while world.service.counts.sockets < 3:
                await asyncio.sleep(0.01)
            await world.service.drain.emptied()
            async with asyncio.timeout(PATIENCE):
                await silent.wait_closed()
            assert silent.close_code == RESTARTING


class Process:
    """A server of its own."""

    def __init__(self, process: asyncio.subprocess.Process, world: World) -> None:
        self.process, self.world = process, world

    def tell(self, number: int) -> None:
        assert self.process.returncode is None
        os.kill(self.process.pid, number)

    async def ended(self) -> tuple[int, str]:
        """Its status and its log."""
        async with asyncio.timeout(PATIENCE):
            _, said = await self.process.communicate()
        assert self.process.returncode is not None
        return self.process.returncode, said.decode()


@asynccontextmanager
async def process(folder: Path, *options: str) -> AsyncIterator[Process]:
    """``echappee serve`` with these options."""
    command = (sys.executable, "-m", "echappee", "serve", "--port", "0", "--data", str(folder))
    child = await asyncio.create_subprocess_exec(
        *command, *QUICK, *options, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "ECHAPPEE_LANG": "en"},
    )  # fmt: skip
    try:
        assert child.stdout is not None
        async with asyncio.timeout(PATIENCE):
            said = (await child.stdout.readline()).decode()
        port = int(said.partition("127.0.0.1:")[2].partition("/")[0])
        service: Any = None
        yield Process(child, World(service, port))
    finally:
        if child.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            await child.communicate()


async def test_at_sigterm_sockets_are_told_to_come_again_and_it_ends_well(tmp_path: Path) -> None:
    told = process(tmp_path, "--log", "json", "--log-requests")
    async with told as server, party(server.world, "tapas") as table:
        await table.step()
        server.tell(signal.SIGTERM)
        closed = [await socket.until_closed() for socket in table.sockets]
        assert closed == [RESTARTING, RESTARTING]
        status, said = await server.ended()
        assert status == 0, said
        code, keys, number = table.code, table.keys, table.sockets[0].game["number"]
    lines = [msgspec.json.decode(line) for line in said.splitlines()]
    events = [line["message"].partition(":")[0] for line in lines if "route" not in line]
    assert events == ["serving", "draining", "ended"]
    assert {line.get("status") for line in lines if line["message"] == "socket"} == {RESTARTING}
    assert not any(secret in said for secret in (code, *keys))
    async with serving(tmp_path, head_start=600.0) as world, world.client() as client:
        assert (await client.connect(code, tokens=keys)).game["number"] == number


async def test_while_it_gives_notice_it_serves_but_is_not_ready_and_a_second_signal_ends_it(
    tmp_path: Path,
) -> None:
    told = process(tmp_path, "--drain-notice", "600")
    async with told as server, server.world.client() as client:
        assert (await client.http.get("/ready")).status_code == 200
        server.tell(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            while (await client.http.get("/ready")).status_code == 200:
                await asyncio.sleep(0.02)
        found = (await client.http.get("/ready")).json()
        assert (found["code"], found["draining"]) == ("not-ready-draining", True)
        assert (await client.http.get("/health")).status_code == 200
        server.tell(signal.SIGTERM)
        status, _ = await server.ended()
        assert status == 128 + signal.SIGTERM


async def test_at_ctrl_c_it_drains_without_notice(tmp_path: Path) -> None:
    told = process(tmp_path, "--drain-notice", "600")
    async with told as server, party(server.world, "tapas") as table:
        server.tell(signal.SIGINT)
        assert await table.sockets[0].until_closed() == RESTARTING
        status, said = await server.ended()
        assert status == 130, said
