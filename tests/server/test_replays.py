"""Records for a page that plays them: many steps at once, their course, chances, and what if."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

import echappee
from echappee.match.match import Match
from echappee.rulebook.values import View
from echappee.server.protocol.json_patch import patch, patched
from tests.generic.cases import Case, finished
from tests.server.clients import PATIENCE, Client, World, fewest, serving

pytestmark = pytest.mark.anyio

JSON = Any


def _game(game: str) -> Match:
    """A short game with company."""
    short = {"flamme-rouge": (("stage", "A-L-g-3-B-j-5-D-u"),)}
    short["tour-de-france"] = (("material", "short"),)
    return finished(Case(game, fewest(game), short.get(game, ())), 5)


async def _imported(client: Client, whole: Match) -> str:
    answered = await client.post("/records", {"text": whole.record()})
    assert answered.status == 201, answered.text
    return str(answered.json["id"])


def _plain(view: View) -> JSON:
    return msgspec.json.decode(msgspec.json.encode(view))


def _views(told: JSON) -> list[tuple[JSON, list[JSON]]]:
    """The views of a batch, made as the page makes them."""
    document = {"view": told["view"], "seats": told["seats"]}
    found = []
    for step in told["steps"]:
        document = patched(document, step["change"])
        view = document["view"]
        found.append((view, [patched(view, change) for change in document["seats"]]))
    return found


async def test_batches_give_every_step_as_it_was(tmp_path: Path, game: str) -> None:
    whole = _game(game)
    async with serving(tmp_path) as world, world.client() as client:
        record = await _imported(client, whole)
        for look in (None, 1):
            eyes = "" if look is None else f"&look={look}"
            numbers = []
            for first in (0, 64, max(0, whole.number - 5)):
                if first > whole.number:
                    continue
                answered = await client.get(f"/records/{record}/steps/{first}?count=64{eyes}")
                assert answered.status == 200, answered.text
                told = answered.json
                assert (told["first"], told["total"], told["look"]) == (first, whole.number, look)
                moments = list(whole.moments(first, first + 63))
                assert len(told["steps"]) == len(moments) == min(64, whole.number - first + 1)
                for step, moment, (view, seats) in zip(
                    told["steps"], moments, _views(told), strict=True
                ):
                    numbers.append(step["number"])
                    assert step["number"] == moment.number
                    assert view == _plain(moment.view(look))
                    events = msgspec.json.encode(moment.events(look))
                    assert step["events"] == msgspec.json.decode(events)
                    open_seats = range(whole.players) if look is None else ()
                    assert seats == [_plain(moment.view(seat)) for seat in open_seats]
            assert {0, whole.number} <= set(numbers)


async def test_a_batch_is_much_smaller_than_its_views(tmp_path: Path, game: str) -> None:
    whole = _game(game)
    async with serving(tmp_path) as world, world.client() as client:
        record = await _imported(client, whole)
        batch = await client.get(f"/records/{record}/steps/0?count=128")
        single = await client.get(f"/records/{record}/at/1")
        steps = len(batch.json["steps"])
        assert len(batch.text) < 0.5 * steps * len(single.text)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("steps/99999", "bad-number"),
        ("steps/-1", "bad-number"),
        ("steps/0?count=0", "bad-request"),
        ("steps/0?count=129", "bad-request"),
        ("steps/0?look=11", "bad-seat"),
        ("steps/0?look=x", "bad-request"),
        ("steps/x", "not-found"),
    ],
)
async def test_bad_batches_are_refused(tmp_path: Path, path: str, code: str) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        record = await _imported(client, _game("tapas"))
        assert (await client.get(f"/records/{record}/{path}")).code == code


@pytest.mark.parametrize("what", ["steps/0", "course", "chances"])
async def test_there_is_nothing_to_tell_of_no_record(tmp_path: Path, what: str) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        assert (await client.get(f"/records/BCDFGHJKLMNP/{what}")).code == "no-record"


async def test_a_running_game_tells_nothing(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        you = [{"kind": "you", "name": "Ana"}] * fewest(game)
        code = (await client.set_table(game, you))["table"]["code"]
        for what in ("", "/steps/0", "/course", "/chances", "/at/0", "/text"):
            assert (await client.get(f"/records/{code}{what}")).code == "not-over"
        wanted = {"number": 0, "seat": 0, "name": "Ana", "bot": "random"}
        assert (await client.post(f"/records/{code}/branch", wanted)).code == "not-over"


async def test_the_course_has_every_chapter_and_standing(tmp_path: Path, game: str) -> None:
    whole = _game(game)
    async with serving(tmp_path) as world, world.client() as client:
        record = await _imported(client, whole)
        told = (await client.get(f"/records/{record}/course")).json
        words = (await client.get(f"/games/{game}/words/en")).json
    assert told["total"] == whole.number
    for chapter in told["chapters"]:
        assert words["headings"][chapter["kind"]]
    assert bool(told["chapters"]) == (whole.rulebook.heading is not None)
    numbers = [chapter["number"] for chapter in told["chapters"]]
    assert numbers == sorted(set(numbers))
    standings = {one["number"]: one for one in told["standings"]}
    current = None
    for moment in whole.moments():
        current = standings.get(moment.number, current)
        assert current is not None
        assert tuple(current["scores"]) == moment.standing.scores
        assert tuple(current["places"]) == moment.standing.places


async def test_chances_get_done_and_keep(tmp_path: Path, game: str) -> None:
    whole = _game(game)
    async with serving(tmp_path, estimate_seconds=0.05) as world, world.client() as client:
        record = await _imported(client, whole)
        async with asyncio.timeout(PATIENCE):
            while not (told := (await client.get(f"/records/{record}/chances")).json)["done"]:
                await asyncio.sleep(0.05)
        assert told["points"][0]["number"] == 0
        assert told["points"][-1]["number"] == whole.number
        assert len(told["points"]) <= 60
        for point in told["points"]:
            assert len(point["wins"]) == whole.players
            assert sum(point["wins"]) == pytest.approx(1.0, abs=0.01)
        assert (await client.get(f"/records/{record}/chances")).json == told


async def _branched(client: Client, record: str, number: int, seat: int) -> JSON:
    wanted = {"number": number, "seat": seat, "name": "Ana", "bot": "random"}
    answered = await client.post(f"/records/{record}/branch", wanted)
    assert answered.status == 201, answered.text
    return answered.json


def _same(view: JSON) -> JSON:
    """What a seat sees, but for what tells one table from another."""
    return {key: value for key, value in view.items() if key not in ("number", "commitment")}


async def test_what_if_begins_with_what_the_seat_could_know(tmp_path: Path, game: str) -> None:
    """Through the whole server: every byte the new seat gets tells of one world it could be in."""
    whole = _game(game)
    number = whole.number // 2
    seat = whole.at(number).awaited[0]
    async with serving(tmp_path) as world, world.client() as client:
        record = await _imported(client, whole)
        hidden = set()
        for _ in range(4):
            made = await _branched(client, record, number, seat)
            table = made["table"]
            assert table["branch_of"] == {"record": record, "number": number, "seat": seat}
            assert made["you"] == [seat]
            assert table["seats"][seat]["name"] == "Ana"
            assert [one["kind"] for one in table["seats"]].count("bot") == whole.players - 1
            live = (await world.live(table["code"])).table
            assert live.match is not None
            start = live.match.at(0)
            assert _same(start.view(seat)) == _same(whole.at(number).view(seat))
            hidden.add(start.position())
            position = whole.at(number).position()
            assert all(position not in text for text in client.received)
        assert (len(hidden) > 1) == whole.rulebook.hidden


async def test_what_if_is_played_stored_and_recorded(tmp_path: Path, game: str) -> None:
    whole = _game(game)
    number = whole.number - 2
    async with serving(tmp_path) as world, world.client() as client:
        record = await _imported(client, whole)
        code = (await _branched(client, record, number, 0))["table"]["code"]
        await _play_out(client, code)
        text = (await client.get(f"/tables/{code}/record")).text
        assert echappee.verify(text).game == game
        again = await client.get(f"/records/{code}/steps/0")
        assert again.json["total"] == echappee.replay(text).number
        # A branch of a branch.
        assert (await _branched(client, code, 0, 0))["table"]["branch_of"]["record"] != code
    async with serving(tmp_path) as later, later.client() as client:
        assert (await client.get(f"/tables/{code}/record")).text == text


async def _play_out(client: Client, code: str) -> None:
    socket = await client.connect(code)
    async with asyncio.timeout(PATIENCE):
        while socket.table["status"] != "over":
            game = socket.game
            if 0 in game["view"]["awaited"] and game["moves"]:
                at = game["number"]
                await socket.request("move", seat=0, number=at, text=game["moves"][0])
                await socket.until(
                    lambda at=at: (  # type: ignore[misc]
                        socket.game["number"] > at or socket.table["status"] == "over"
                    )
                )
            else:
                seen = socket.seq
                await socket.until(lambda seen=seen: socket.seq > seen)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"number": 20}, "branch-over"),
        ({"number": 21}, "bad-number"),
        ({"number": -1}, "bad-request"),
        ({"seat": 2}, "no-seat"),
        ({"seat": 12}, "bad-request"),
        ({"bot": "nobody"}, "unknown-bot"),
        ({"name": "\u200b"}, "bad-name"),
        ({"more": 1}, "bad-request"),
    ],
)
async def test_a_bad_what_if_is_refused(tmp_path: Path, change: JSON, code: str) -> None:
    whole = _game("tapas")
    assert whole.number == 20
    async with serving(tmp_path) as world, world.client() as client:
        record = await _imported(client, whole)
        wanted = {"number": 3, "seat": 0, "name": "Ana", "bot": "random", **change}
        assert (await client.post(f"/records/{record}/branch", wanted)).code == code
        nothing = await client.post("/records/BCDFGHJKLMNP/branch", wanted)
        assert nothing.status in (400, 404)


async def test_what_if_counts_as_a_new_table(tmp_path: Path) -> None:
    from echappee.server.config import Rate

    async with (
        serving(tmp_path, new_tables=Rate(0.0001, 2)) as world,
        world.client() as client,
    ):
        record = await _imported(client, _game("tapas"))
        await _branched(client, record, 3, 0)
        wanted = {"number": 3, "seat": 0, "name": "Ana", "bot": "random"}
        assert (await client.post(f"/records/{record}/branch", wanted)).code == "too-fast"


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]}, {"b": {"1": [3]}}),
        ({"a": 1}, {"b": None}, {"a": [], "b": [None]}),
        ([1, 2], [1, 2, 3], [[1, 2, 3]]),
        ({"a": {"b": []}}, {"a": {"b": []}}, None),
        (1, True, [True]),
        ({"a": []}, {"a": {}}, {"a": [{}]}),
        ([{"x": 0}, {"x": 1}], [{"x": 0}, {"x": None}], {"1": {"x": [None]}}),
    ],
)
async def test_patches_say_what_changed(old: JSON, new: JSON, change: JSON) -> None:
    assert patch(old, new) == change
    again = patched(old, change)
    assert again == new
    assert type(again) is type(new)


async def test_a_table_that_never_branched_says_so(tmp_path: Path, game: str) -> None:
    async with serving(tmp_path) as world:
        assert await _branch_of(world, game) is None


async def _branch_of(world: World, game: str) -> JSON:
    async with world.client() as client:
        you = [{"kind": "you", "name": "Ana"}] * fewest(game)
        return (await client.set_table(game, you))["table"]["branch_of"]
