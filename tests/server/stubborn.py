"""Somebody who plays on whatever becomes of the server, and counts what was acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import Any

import websockets

from echappee.games import game_ids
from tests.server.clients import PATIENCE, Client, Socket, fewest, you


class Stubborn:
    """A hot seat that plays on and on, resending whatever was not acknowledged."""

    def __init__(self, client: Client, code: str, noted: asyncio.Event | None = None) -> None:
        self.client, self.code = client, code
        self._noted = noted or asyncio.Event()
        self.acknowledged: dict[str, int] = {}
        self.pending: dict[str, Any] | None = None
        self.number = 0
        self.over = False

    async def play(self) -> None:
        """Play until the connection breaks or the game is over."""
        link = await self.client.connect(self.code)
        await self.check(link)
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
            self._noted.set()
            self.pending = None
            await link.until(lambda seq=answer["seq"]: link.seq >= seq)  # type: ignore[misc]

    async def check(self, link: Socket) -> None:
        """Every acknowledged move is there, once, under its number."""
        played = [item["seq"] for item in link.items if item["kind"] == "move"]
        assert len(set(played)) == len(played)
        for seq in self.acknowledged.values():
            assert seq in played
        extra = len(played) - len(self.acknowledged)
        assert extra in ((0, 1) if self.pending else (0,))


class Company:
    """A stubborn table of each game; a game that is over is followed by another."""

    def __init__(self, address: str) -> None:
        self._clients = {game: Client(address, {}) for game in game_ids()}
        self._players: dict[str, Stubborn] = {}
        self._before = 0
        self._noted = asyncio.Event()

    async def __aenter__(self) -> Company:
        return self

    async def __aexit__(self, *_: object) -> None:
        for client in self._clients.values():
            await client.__aexit__()

    @property
    def acknowledged(self) -> int:
        """How many moves were acknowledged, in all games."""
        return self._before + sum(len(one.acknowledged) for one in self._players.values())

    async def play(self) -> list[asyncio.Task[None]]:
        """All play on, each until the connection breaks or a game is over."""
        for game, client in self._clients.items():
            known = self._players.get(game)
            if known is None or known.over:
                self._before += len(known.acknowledged) if known else 0
                made = await client.set_table(game, you(fewest(game)))
                self._players[game] = Stubborn(client, made["table"]["code"], self._noted)
        return [asyncio.create_task(player.play()) for player in self._players.values()]

    async def until(self, more: int) -> None:
        """Wait until so many more moves have been acknowledged."""
        wanted = self.acknowledged + more
        async with asyncio.timeout(PATIENCE):
            while self.acknowledged < wanted:
                self._noted.clear()
                await self._noted.wait()

    async def check(self) -> None:
        """Everything that was ever acknowledged is there."""
        assert self.acknowledged > 0
        for player in self._players.values():
            await player.check(await player.client.connect(player.code))


async def unless_closed(playing: Awaitable[None]) -> None:
    """Wait for somebody to play on; a connection that breaks is all that may stop him."""
    with contextlib.suppress(OSError, websockets.WebSocketException):
        try:
            await playing
        except AssertionError as error:
            assert "closed" in str(error)
