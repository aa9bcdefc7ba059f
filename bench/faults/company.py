"""Those who sit at one table, and at another once its game is over."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec

from bench.faults.client import PATIENCE, Client, Run
from bench.faults.history import Pen
from echappee.games import rulebook

_AGAIN = 0.3


class Seating(msgspec.Struct, frozen=True):
    """What is played, by how many people and bots, and how many look on."""

    game: str
    people: int
    bots: int
    watchers: int
    clock: dict[str, object]


_NO_CLOCK: dict[str, object] = {"kind": "none"}
_CLOCKS: tuple[dict[str, object], ...] = (
    _NO_CLOCK, _NO_CLOCK, {"kind": "live", "move": 300, "bank": 600}, {"kind": "days", "days": 1},
)  # fmt: skip
"""Nobody is ever so slow: if a clock runs out, it was wrong."""


def seating(game: str, place: int, *, clocks: bool) -> Seating:
    """The company at a place: most are as small as can be, some have bots, some are looked at."""
    fewest, most = rulebook(game).players
    players = min(most, max(fewest, 2) + (place % 5 == 3))
    bots = 1 if place % 6 == 5 else 0
    clock = _CLOCKS[place % len(_CLOCKS)] if clocks else _NO_CLOCK
    return Seating(game, players - bots, bots, int(place % 3 == 1), clock)


class Company:
    """Clients of one table at a time, each with his history in a file."""

    def __init__(self, run: Run, seating: Seating, folder: Path) -> None:
        self._run, self._seating = run, seating
        self._pens: list[Pen] = []
        self.clients: list[Client] = []
        for place in range(seating.people + seating.watchers):
            plays = place < seating.people
            name = f"seat-{place}" if plays else f"watcher-{place - seating.people}"
            self._pens.append(Pen(folder / f"{name}.jsonl"))
            self.clients.append(Client(run, self._pens[-1], place if plays else None))

    async def play(self) -> None:
        """Game after game, until the run closes."""
        try:
            while not self._run.closing:
                made = await self._table()
                if made is not None:
                    await self._game(made)
        finally:
            for pen in self._pens:
                pen.close()

    async def _game(self, made: dict[str, Any]) -> None:
        table, keys = made["table"], {key["seat"]: key["token"] for key in made["keys"]}
        async with asyncio.TaskGroup() as group:
            for client in self.clients:
                shown = table["code"] if client.seat is not None else table["watch"]
                path, token = f"/api/tables/{shown}/live", keys.get(client.seat)
                token = token if client.seat is not None else None
                group.create_task(client.play(table["code"], path, token))

    async def _table(self) -> dict[str, Any] | None:
        """A new table, as soon as somebody can set one."""
        people = [{"kind": "you", "name": f"P{seat}"} for seat in range(self._seating.people)]
        bots = [{"kind": "bot", "bot": "random"}] * self._seating.bots
        body = {
            "game": self._seating.game,
            "seats": [*people, *bots],
            "clock": self._seating.clock,
        }
        while not self._run.closing:
            try:
                async with asyncio.timeout(PATIENCE):
                    status, answer = await post(self._run.port, "/api/tables", body)
                if status == 201:
                    return msgspec.json.decode(answer, type=dict[str, Any])
            except (OSError, TimeoutError, ValueError, EOFError):
                pass
            await asyncio.sleep(_AGAIN)
        return None


async def post(port: int, path: str, body: object) -> tuple[int, bytes]:
    """One REST call: its status and what was answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        text = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
        )
        writer.write(head.encode() + text)
        answer_head = await reader.readuntil(b"\r\n\r\n")
        return int(answer_head.split(b" ", 2)[1]), await reader.read()
    finally:
        writer.close()
