"""A server of two processes, and a handle on it: ``python -m tests.server.together FOLDER``."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from echappee.cli.arena import load_bots
from echappee.server.config import Settings
from echappee.server.run import serve
from tests.server.clients import PATIENCE, QUICK, Client

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "mybot.py"
ADDED = "careful"
"""The bot of the example."""
PROCESSES = 2


class Together:
    """Several server processes behind one door."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self._process = process
        self.address = address
        self.porter = process.pid

    def client(self, **headers: str) -> Client:
        return Client(self.address, headers)

    def tenants(self) -> list[int]:
        """The processes that serve, by their numbers."""
        children = Path(f"/proc/{self.porter}/task/{self.porter}/children").read_text().split()
        commands = {int(one): Path(f"/proc/{one}/cmdline").read_bytes() for one in children}
        return [one for one, command in commands.items() if b"spawn_main" in command]

    async def ended(self) -> int:
        """Wait until the first one has ended; returns what it ended with."""
        async with asyncio.timeout(PATIENCE):
            return await self._process.wait()


@asynccontextmanager
async def together(folder: Path) -> AsyncIterator[Together]:
    """Start them, and see to it that none is left."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.server.together", str(folder), cwd=ROOT,
        stdout=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            said = (await process.stdout.readline()).decode().strip()
        yield Together(process, said.removeprefix("http://").removesuffix("/"))
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()


def main() -> None:
    """Serve until told to stop."""
    settings = Settings(data=Path(sys.argv[1]), **QUICK)  # type: ignore[arg-type]
    serve(
        settings, port=0, processes=PROCESSES, prepare=partial(load_bots, [EXAMPLE]),
        ready=lambda address: print(address, flush=True),
    )  # fmt: skip


if __name__ == "__main__":
    main()
