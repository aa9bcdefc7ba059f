"""Somebody who plays on whatever becomes of the server, and counts what was acknowledged."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable
from typing import Any

import websockets

from tests.server.clients import Client, Socket


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


async def unless_closed(playing: Awaitable[None]) -> None:
    """Wait for somebody to play on; a connection that breaks is all that may stop him."""
    with contextlib.suppress(OSError, websockets.WebSocketException):
        try:
            await playing
        except AssertionError as error:
            assert "closed" in str(error)
