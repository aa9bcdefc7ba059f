"""A server killed at any moment and started again has lost no move that it acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import websockets

from echappee.games import game_ids
from tests.server.clients import Client, Socket, fewest, you

pytestmark = pytest.mark.anyio

KILLS = int(os.environ.get("ECHAPPEE_KILLS", "15"))
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
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.server.launching", str(folder), str(port), cwd=ROOT,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
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


class Stubborn:
    """A hot seat that plays on and on, resending whatever was not acknowledged."""

    def __init__(self, client: Client, code: str) -> None:
        self.client, self.code = client, code
        self.acknowledged: dict[str, int] = {}
        self.pending: dict[str, Any] | None = None
        self.number = 0
        self.over = False

    async def play(self) -> None:
        """Play until the connection breaks or the game is over."""
        link = await self.client.connect(self.code)
        await self._check(link)
        while not self.over:
            if self.pending is None:
                view = link.game["view"]
                if view["over"]:
                    self.over = True
                    return
                seat = view["awaited"][0]
                await link.request("look", seat=seat)
                moves = link.game["moves"]
                self.number += 1
                self.pending = {
                    "id": f"m{self.number}", "seat": seat, "number": link.game["number"],
                    "text": moves[self.number % len(moves)],
                }  # fmt: skip
            answer = await link.request("move", **self.pending)
            assert answer["type"] == "ack", answer
            self.acknowledged[self.pending["id"]] = answer["seq"]
            self.pending = None
            await link.until(lambda seq=answer["seq"]: link.seq >= seq)  # type: ignore[misc]

    async def _check(self, link: Socket) -> None:
        """Every acknowledged move is there, once, under its number."""
        played = [item["seq"] for item in link.items if item["kind"] == "move"]
        assert len(set(played)) == len(played)
        for seq in self.acknowledged.values():
            assert seq in played
        extra = len(played) - len(self.acknowledged)
        assert extra in ((0, 1) if self.pending else (0,))


async def test_no_acknowledged_move_is_lost(tmp_path: Path) -> None:
    chance = random.Random(8)
    async with launcher(tmp_path) as server:
        await server.start()
        clients = [Client(server.address, {}) for _ in game_ids()]
        players = []
        for client, game in zip(clients, game_ids(), strict=True):
            made = await client.set_table(game, you(fewest(game)))
            players.append(Stubborn(client, made["table"]["code"]))
        for _ in range(KILLS):
            for place, player in enumerate(players):
                if player.over:
                    game = game_ids()[place]
                    made = await player.client.set_table(game, you(fewest(game)))
                    players[place] = Stubborn(player.client, made["table"]["code"])
            games = [asyncio.create_task(player.play()) for player in players]
            await asyncio.sleep(chance.uniform(0.05, 0.6))
            await server.kill()
            for task in games:
                try:
                    await task
                except (OSError, websockets.WebSocketException, AssertionError) as error:
                    assert not isinstance(error, AssertionError) or "closed" in str(error)
            await server.start()
        for player in players:
            link = await player.client.connect(player.code)
            await player._check(link)
        assert sum(len(player.acknowledged) for player in players) > 0
        for client in clients:
            await client.__aexit__()
