"""Nothing hidden leaves: every byte to every viewer, over whole games."""

from __future__ import annotations

import base64
import json
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from echappee.games import rulebook
from echappee.match.match import Match
from echappee.server.protocol import messages as m
from echappee.server.store.facts import GameEnded, MovePlayed, Stored
from echappee.server.table import projection
from echappee.server.table.live import Live
from echappee.server.table.projection import Eye
from echappee.server.table.table import Table, hashed
from tests.generic.cases import Stream, brief, imagined, state_of
from tests.server.both_stores import on_sqlite
from tests.server.clients import Party, fewest, party, serving

pytestmark = pytest.mark.anyio

SECRET = bytes(range(7, 39))


def _twin(table: Table, viewer: int, stream: Any) -> Table:
    """The same table in a world that ``viewer`` can't tell from it."""
    other = Table(table.founding)
    other.__dict__.update(table.__dict__)
    assert table.match is not None
    world = state_of(table.match).copy()
    table.rulebook.functions.redeal(world, viewer, stream)
    other.match = imagined(table.match, world)
    other.log, other.steps = table.log.copy(), table.steps.copy()
    other.seats, other.banks = list(table.seats), list(table.banks)
    return other


def _sent(table: Table, viewer: int | None, since: int) -> bytes:
    """The bytes that a viewer of this table is sent."""
    eye = Eye(viewer, by_watch=viewer is None)
    return msgspec.json.encode(
        (projection.news(table, eye, since), projection.game_now(table, viewer))
    )


def _compare_worlds(table: Table, seat: int, text: str, stream: Any) -> int:
    """In every world that a viewer can't tell apart, he is sent the same bytes by this move."""
    compared = 0
    real = table.match
    assert real is not None
    for viewer in range(table.founding.players):
        twin = _twin(table, viewer, stream)
        assert twin.match is not None
        for looks in (viewer, None):
            assert _sent(twin, looks, table.seq) == _sent(table, looks, table.seq)
        if text not in twin.match.moves(seat) or not _open(real, seat, text):
            continue
        if not _open(twin.match, seat, text):
            continue
        copies = []
        for world in (_twin_of(table), twin):
            assert world.match is not None
            after = world.match.copy()
            after.play(seat, text)
            fact = MovePlayed(seat=seat, text=text, check=after.check)
            world.fold(Stored(world.seq + 1, 0, fact), after)
            copies.append(_sent(world, viewer, table.seq))
        assert copies[0] == copies[1]
        compared += 1
    return compared


def _twin_of(table: Table) -> Table:
    other = Table(table.founding)
    other.__dict__.update(table.__dict__)
    assert table.match is not None
    other.match = table.match.copy()
    other.log, other.steps = table.log.copy(), table.steps.copy()
    return other


def _open(match: Match, seat: int, text: str) -> bool:
    """Does a move neither draw nor show anything hidden?"""
    move = match.rulebook.notation.read_move(state_of(match), seat, text)
    twin = match.copy()
    twin.play(seat, text)
    revealed = match.rulebook.functions.reveals(state_of(match), seat, move)
    return not revealed and twin.entries[-1].chance is None


async def _play_on(table: Party, live: Live, seed: int, stream: Any) -> int:
    """A whole random game over the wire, out-of-turn moves included."""
    chooser = np.random.default_rng(seed)
    compared = moves = 0
    while not table.sockets[0].game["view"]["over"]:
        awaited = table.awaited
        jokers = [
            seat
            for seat, socket in enumerate(table.sockets)
            if seat not in awaited and socket.game["moves"]
        ]
        pool = jokers if jokers and chooser.integers(8) == 0 else awaited
        seat = int(pool[chooser.integers(len(pool))])
        offered = table.sockets[seat].game["moves"]
        text = offered[int(chooser.integers(len(offered)))]
        rarely = 1 if moves < 200 else 5  # in a long game
        if moves < 25 or moves % (6 * rarely) == 0:
            compared += _compare_worlds(live.table, seat, text, stream)
        await table.step(seat, text)
        moves += 1
        if moves % (7 * rarely) == 0:
            for code in (table.code, table.watch):
                for path in (f"/tables/{code}/record", f"/records/{code}", f"/records/{code}/text"):
                    assert (await table.clients[0].get(path)).code == "not-over"
    return compared


@on_sqlite
async def test_whole_games_leak_nothing(tmp_path: Path, game: str) -> None:
    rules = rulebook(game)
    count = max(fewest(game), min(3, rules.players[1]))
    async with (
        serving(tmp_path, secret=SECRET) as world,
        party(world, game, count, watchers=2, options=dict(brief(game))) as table,
    ):
        live = await world.live(table.code)
        stream = Stream(rules, 5).words
        compared = await _play_on(table, live, 3, stream)
        if rules.hidden:
            assert compared
        ended = next(one for one in live.table.log if isinstance(one.fact, GameEnded))
        position = live.table.match
        assert position is not None
        _inspect(table, ended.seq, live.table)
        for socket in table.everybody:
            await socket.request("look", seat=0)
            assert socket.welcome["game"]["view"]["seat"] == 0
        record = await table.clients[0].get(f"/tables/{table.code}/record")
        assert record.status == 200
        assert SECRET.hex() in record.text


def _inspect(table: Party, ended: int, stored: Table) -> None:
    """Look at every frame: no key, no secret, no position, no move's text, no other's view."""
    assert stored.match is not None
    spellings = [
        SECRET.hex(),
        base64.b64encode(SECRET).decode().rstrip("="),
        base64.urlsafe_b64encode(SECRET).decode().rstrip("="),
        *table.keys,
        *(hashed(key) for key in table.keys),
        *stored.host_keys,
    ]
    positions = [stored.match.at(n).position() for n in range(0, stored.match.number, 5)]
    low, high = min(positions), max(positions)
    same = takewhile(lambda pair: pair[0] == pair[1], zip(low, high, strict=False))
    common = "".join(letter for letter, _ in same)  # where this is not, none of them is
    hidden = stored.rulebook.hidden
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(m.ServerMessage)
    for socket in table.everybody:
        look = socket.welcome["look"]
        own = None if socket in table.watchers else look
        for frame in socket.messages:
            decoder.decode(frame)
            message = json.loads(frame)
            for spelling in spellings:
                assert spelling not in frame
            if hidden and common in frame:
                for position in positions:
                    assert position not in frame
            if own is None:
                assert table.code not in frame
            if message["type"] not in ("welcome", "news") or message["seq"] >= ended:
                continue
            game = message["game"]
            if game is not None:
                assert game["view"]["seat"] == own
                assert own is not None or game["moves"] == []
            for item in message["items"]:
                assert "text" not in item or item["kind"] == "chat"
                assert "id" not in item


async def test_after_the_end_everything_is_open(tmp_path: Path, game: str) -> None:
    options = dict(brief(game))
    async with (
        serving(tmp_path) as world,
        party(world, game, watchers=1, options=options) as table,
    ):
        chooser = np.random.default_rng(4)
        while not table.sockets[0].game["view"]["over"]:
            moves = table.sockets[table.awaited[0]].game["moves"]
            await table.step(text=moves[int(chooser.integers(len(moves)))])
        watcher = table.watchers[0]
        assert watcher.table["end"]["why"] == "played"
        assert watcher.items[-1]["kind"] == "ended"
        client = table.clients[0]
        text = (await client.get(f"/tables/{table.watch}/record")).text
        info = (await client.get(f"/records/{table.watch}")).json
        assert info["verified"]
        assert info["names"] == [f"P{seat}" for seat in range(len(table.sockets))]
        for look in (None, 0, 1):
            query = "" if look is None else f"?look={look}"
            for number in (0, 1, len(info["entries"])):
                path = f"/records/{table.watch}/at/{number}{query}"
                step = (await client.get(path)).json
                assert step["view"]["seat"] == look
                assert [seen["seat"] for seen in step["seats"]] == list(range(len(table.sockets)))
                assert look is None or step["seats"][look] == step["view"]
                assert step["number"] == number
                assert bool(step["events"]) == bool(number)
        beyond = await client.get(f"/records/{table.watch}/at/{len(info['entries']) + 1}")
        assert beyond.code == "bad-number"
        assert (await client.get(f"/records/{table.watch}/at/0?look=11")).code == "bad-seat"
        imported = await client.post("/records", {"text": text})
        assert imported.status == 201
        assert imported.json["verified"]
        again = await client.post("/records", {"text": text})
        assert again.json["id"] == imported.json["id"]
        shared = (await client.get(f"/records/{imported.json['id']}/text")).text
        assert shared == text
        edited = text.replace("result ", "result x")
        assert (await client.post("/records", {"text": edited})).status == 400
        lines = text.splitlines()
        cut = "\n".join(lines[:-2])
        assert (await client.post("/records", {"text": cut})).code == "record-truncated"
        assert (await client.post("/records", {"text": "hello"})).code == "record-unreadable"
        assert (await client.get("/records/BCDFGHJKLMNP")).code == "no-record"
