"""A server killed at any moment and started again has lost no move that it acknowledged."""

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

import pytest

from bench import engines
from tests.depth import deep
from tests.server.both_stores import database_of
from tests.server.stubborn import Company, unless_closed

pytestmark = pytest.mark.anyio

KILLS = deep((1, 2, 5, 13), (1, 2, 3, 5, 8, 13, 21, 34))
"""How many more moves are acknowledged before each kill; at any moment: `make explore`."""
ROOT = Path(__file__).parents[2]


class Launcher:
    """Starts servers, one after the other, on the same file and port."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process = process
        self.address = f"127.0.0.1:{port}"
        self.server = 0

    async def _line(self) -> str:
        assert self._process.stdout is not None
        async with asyncio.timeout(120):
            return (await self._process.stdout.readline()).decode().strip()

    async def start(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(b"start\n")
        self.server = int(await self._line())
        host, port = self.address.split(":")
        async with asyncio.timeout(60):
            while True:
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection(host, int(port))
                    writer.close()
                    await writer.wait_closed()
                    return
                await asyncio.sleep(0.02)

    async def kill(self) -> None:
        os.kill(self.server, signal.SIGKILL)
        assert await self._line() == "gone"


@asynccontextmanager
async def launcher(folder: Path) -> AsyncIterator[Launcher]:
    port = engines.free_port()  # one that nobody is given while the server is away
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.server.launching", str(folder), str(port),
        database_of(folder), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    found = Launcher(process, port)
    try:
        assert await found._line() == "ready"
        yield found
    finally:
        assert process.stdin is not None
        process.stdin.close()
        if found.server:
            with contextlib.suppress(ProcessLookupError):
                os.kill(found.server, signal.SIGKILL)
        await process.wait()


async def test_no_acknowledged_move_is_lost(tmp_path: Path) -> None:
    async with launcher(tmp_path) as server:
        await server.start()
        async with Company(server.address) as company:
            for more in KILLS:
                playing = await company.play()
                await company.until(more)
                await server.kill()
                for task in playing:
                    await unless_closed(task)
                await server.start()
            await company.check()
