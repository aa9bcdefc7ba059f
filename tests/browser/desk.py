"""A second door to the server: sets tables and plays on, so that a test begins where it wants."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from echappee.match.match import Match
from tests.browser.moments import Holds, find, quiet, told

JSON = Any
PATIENCE = 120.0

YOU = {"kind": "you", "name": "Ana"}
BOT = {"kind": "bot", "bot": "random"}
OPEN = {"kind": "open"}
# Three stages and no final mountain: the shortest race there is.
SHORT = {"edition": "EN"}


def person(name: str) -> JSON:
    """A seat of this device."""
    return {"kind": "you", "name": name}


class Table:
    """A table that was set without a browser."""

    def __init__(
        self, url: str, game: str, seats: list[JSON], options: JSON = None, clock: JSON = None
    ) -> None:
        self.url = url
        body = {"game": game, "seats": seats, "options": options or {}, "start": "full"}
        if clock is not None:
            body["clock"] = clock
        self._sit(_post(f"{url}/api/tables", body))

    def _sit(self, made: JSON) -> None:
        self.code: str = made["table"]["code"]
        self.watch: str = made["table"]["watch"]
        self.tokens = {key["seat"]: key["token"] for key in made["keys"]}

    @classmethod
    def at_moment(cls, url: str, match: Match, seat: int) -> Table:
        """A table that goes on from where a match is, with bots in the other seats."""
        table = cls.__new__(cls)
        table.url = url
        record = keep_record(url, match)
        plan = {"number": match.number, "seat": seat, "name": YOU["name"], "bot": BOT["bot"]}
        table._sit(_post(f"{url}/api/records/{record}/branch", plan))
        # Bots move while somebody looks: let them, before a page is there.
        table.play(lambda game: set(game["view"]["awaited"]) <= {seat})
        return table

    @classmethod
    def at(
        cls, url: str, game: str, players: int, options: JSON, holds: Holds
    ) -> tuple[Table, JSON]:
        """A table at the first moment of which something holds, and what seat 0 sees of it."""
        match = find(game, players, json.dumps(options), holds)
        return cls.at_moment(url, match, 0), told(match)

    @classmethod
    def over(cls, url: str, game: str, players: int, options: JSON) -> Table:
        """A table at which a game has just ended, played by a person and bots."""
        table = cls(url, game, [YOU, *[BOT] * (players - 1)], options)
        table.play(lambda game: game["view"]["over"])
        return table

    def link(self, seat: int | None = 0) -> str:
        """The private link of a seat."""
        return f"/t/{self.code}#key={self.tokens[seat]}"

    def _connected(self, code: str) -> ClientConnection:
        address = f"{self.url.replace('http', 'ws')}/api/tables/{code}/live"
        return connect(address, compression=None)

    def seen(self) -> JSON:
        """What somebody who comes to look on is told first."""
        with self._connected(self.watch) as link:
            link.send(json.dumps({"type": "hello"}))
            return next(told for told in _messages(link) if told["type"] == "welcome")

    def play(self, until: Holds, seed: int = 1) -> JSON:
        """Play for all my seats until something holds of a game; returns that game.

        Bots that are awaited too go first, so that what comes of it is always the same. Only a bot
        that may act out of turn can come before or after a person: where that matters, `at` finds
        the moment without a server.
        """
        chance = random.Random(seed)
        seats = sorted(seat for seat in self.tokens if seat is not None)
        with self._connected(self.code) as link:
            link.send(json.dumps({"type": "hello", "tokens": list(self.tokens.values())}))
            messages = _messages(link)
            looks: int | None = None
            game: JSON = None
            asked = 0
            while True:
                if game is not None and until(game):
                    return game
                assert not (game and game["view"]["over"]), "the game ended without such a moment"
                awaited = game["view"]["awaited"] if game else []
                mine = awaited if set(awaited) <= set(seats) else []
                if mine and looks != mine[0]:
                    asked += 1
                    link.send(json.dumps({"type": "look", "id": f"l{asked}", "seat": mine[0]}))
                elif mine:
                    assert game is not None
                    asked += 1
                    text = chance.choice(quiet(game["view"]["game"], game["moves"]))
                    message = {"type": "move", "id": f"m{asked}", "seat": mine[0]}
                    link.send(json.dumps({**message, "number": game["number"], "text": text}))
                number = -1 if game is None else game["number"]
                while True:
                    heard = next(messages)
                    if heard["type"] == "refused":  # a bot's move came in between
                        assert heard["code"] in ("stale", "not-your-turn", "game-over"), heard
                        break
                    if heard["type"] == "welcome":
                        looks, game = heard["look"], heard["game"]
                        break
                    if heard["type"] == "news" and heard["game"]:
                        game = heard["game"]
                        if game["number"] > number:
                            break


def keep_record(url: str, match: Match) -> str:
    """Hand a record in; returns its id."""
    return str(_post(f"{url}/api/records", {"text": match.save()})["id"])


def _post(address: str, body: JSON) -> JSON:
    answer = httpx.post(address, json=body, timeout=PATIENCE)
    assert answer.status_code == 201, answer.text
    return answer.json()


def _messages(link: ClientConnection) -> Iterator[JSON]:
    """What the server says, one by one."""
    while True:
        frame = link.recv(timeout=PATIENCE)
        assert isinstance(frame, str)
        yield from map(json.loads, frame.split("\n"))
