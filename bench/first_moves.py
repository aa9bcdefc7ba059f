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
    """Somebody who holds some seats and plays the first move that he is offered, until it is over:
    when one of his has been accepted, or one of a bot's was told."""

    def __init__(self, path: str, tokens: dict[int, str], *, until_bot: bool) -> None:
        super().__init__(path)
        self._tokens = tokens
        self._until_bot = until_bot
        self._number = -1
        self.over: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def opened(self) -> None:
        """Say hello."""
        self._send({"type": "hello", "look": 0, "tokens": list(self._tokens.values())})

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
            moves = [item for item in message.get("items", ()) if item["kind"] == "move"]
            bots = [item for item in moves if item["seat"] not in self._tokens]
            if (bots if self._until_bot else message["type"] == "ack") and not self.over.done():
                self.over.set_result(time.perf_counter())
            if message.get("game") is not None:
                self._play(message["game"])

    def _play(self, game: dict[str, Any]) -> None:
        view, number = game["view"], game["number"]
        mine = [seat for seat in view["awaited"] if seat in self._tokens]
        if not mine:
            return
        if view["seat"] != mine[0]:
            self._send({"type": "look", "id": f"l{number}", "seat": mine[0]})
        elif number > self._number:
            self._number = number
            move = {"type": "move", "id": f"n{number}", "seat": mine[0], "number": number}
            self._send({**move, "text": game["moves"][0]})

    def _send(self, message: dict[str, Any]) -> None:
        self.write(json.dumps(message).encode())


def first_moves(server: Server, game: str) -> FirstMoves:
    """Play at a table of people until one has moved, then at one of a person and bots."""
    players = max(2, rulebook(game).usual_players)
    people = [{"kind": "you", "name": f"P{seat}"} for seat in range(players)]
    bots = [{"kind": "bot", "bot": BOT}] * (players - 1)
    human = run_fast(_first(server, game, people, until_bot=False))
    return FirstMoves(human, run_fast(_first(server, game, [people[0], *bots], until_bot=True)))


async def _first(
    server: Server, game: str, seats: list[dict[str, str]], *, until_bot: bool
) -> float:
    """The moment of the first move that counts."""
    made = call(server.port, "/tables", {"game": game, "seats": seats})
    tokens = {key["seat"]: key["token"] for key in made["keys"] if key["seat"] is not None}
    player = _Player(f"/api/tables/{made['table']['code']}/live", tokens, until_bot=until_bot)
    loop = asyncio.get_running_loop()
    await loop.create_connection(lambda: player, "127.0.0.1", server.port)
    try:
        return await asyncio.wait_for(player.over, PATIENCE)
    except TimeoutError:
        raise program.TroubleError(
            f"within {PATIENCE:g} s, nobody has moved at a table of {game}"
        ) from None
    finally:
        player.close()
