"""A server killed at moments that nobody chose; with ``KILLS`` set, so many times."""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest

from tests.server.stubborn import Company, unless_closed
from tests.server.test_kill import launcher

pytestmark = pytest.mark.anyio

KILLS = int(os.environ.get("KILLS", "60"))


@pytest.mark.timeout(1800)
async def test_no_acknowledged_move_is_lost(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    async with launcher(tmp_path) as server:
        await server.start()
        async with Company(server.address) as company:
            for _ in range(KILLS):
                playing = await company.play()
                await asyncio.sleep(chance.uniform(0.0, 0.6))
                await server.kill()
                for task in playing:
                    await unless_closed(task)
                await server.start()
            await company.check()
