"""The first moves at a table, timed: one of a person's, accepted, and one of a bot's."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import msgspec

from bench import program
from bench.host import call
from bench.links import Link, run_fast
from bench.processes import PATIENCE, Server
from echappee.games import rulebook

BOT = "champion"
"""The one who thinks longest."""


class FirstMoves(msgspec.Struct, frozen=True):
    """The moments, by ``time.perf_counter()``, when …"""

    human: float
    """a person's first move was accepted,"""
    bot: float
    """and a bot's first move was told."""


class _Player(Link):
    """Somebody who plays the first move that he is offered, whenever he is awaited."""

    def __init__(self, path: str, token: str) -> None:
        super().__init__(path)
        self._token = token
        self._number = -1
        self.human = 0.0
        self.bot = 0.0
        self.over = asyncio.get_running_loop().create_future()

    def opened(self) -> None:
        """Say hello."""
        self._send({"type": "hello", "look": 0, "tokens": [self._token]})

    def lost(self, why: str) -> None:
        """Without a socket there is no move."""
        if not self.over.done():
            self.over.set_exception(program.TroubleError(why))

    def heard(self, text: bytes) -> None:
        """Whatever is told; what counts is who moves."""
        for line in text.splitlines():
            message = json.loads(line)
            if message["type"] == "refused":
                self.lost(f"our server has refused: {message['words']['en']}")
            elif message["type"] == "ack":
                self.human = self.human or time.perf_counter()
            moves = [item for item in message.get("items", ()) if item["kind"] == "move"]
            if any(item["seat"] != 0 for item in moves):
                self.bot = self.bot or time.perf_counter()
            game = message.get("game")
            if game is not None:
                self._play(game)
        if self.human and self.bot and not self.over.done():
            self.over.set_result(None)

    def _play(self, game: dict[str, Any]) -> None:
        if game["moves"] and 0 in game["view"]["awaited"] and game["number"] > self._number:
            self._number = number = game["number"]
            move = {"type": "move", "id": f"n{number}", "seat": 0, "number": number}
            self._send({**move, "text": game["moves"][0]})

    def _send(self, message: dict[str, Any]) -> None:
        self.write(json.dumps(message).encode())


def first_moves(server: Server, game: str) -> FirstMoves:
    """Set a table for a person and bots, and play until both have moved."""
    players = max(2, rulebook(game).usual_players)
    seats = [{"kind": "you", "name": "P"}, *[{"kind": "bot", "bot": BOT}] * (players - 1)]
    made = call(server.port, "/tables", {"game": game, "seats": seats})
    path = f"/api/tables/{made['table']['code']}/live"
    token = next(key["token"] for key in made["keys"] if key["seat"] == 0)

    async def run() -> FirstMoves:
        player = _Player(path, token)
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: player, "127.0.0.1", server.port)
        try:
            await asyncio.wait_for(player.over, PATIENCE)
        except TimeoutError:
            raise program.TroubleError(
                f"within {PATIENCE:g} s, nobody has moved at a table of {game}"
            ) from None
        finally:
            player.close()
        return FirstMoves(player.human, player.bot)

    return run_fast(run())
