"""A server whose games are not compiled yet: they are played at once, and it says how far it is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from echappee.bots import win_chances
from echappee.bots.background_compiler import Compilation
from echappee.games import game_ids, rulebook
from echappee.match.game import Game
from echappee.rulebook.rulebook import Rulebook
from echappee.server.table import rules_loader
from echappee.server.table import win_chances as chances_on_server
from tests.left_alone import left_alone
from tests.server.clients import PATIENCE, Client, World, fewest, serving, you

pytestmark = pytest.mark.anyio
STORES = ("sqlite",)
"""Rules are compiled wherever tables are kept."""

BOT = {"kind": "bot", "bot": "champion"}
QUICK = {"kind": "bot", "bot": "greedy"}


class FakeCompiler:
    """Compiles nothing, and says what a test wants it to say."""

    made: FakeCompiler

    def __init__(self, ids: list[str], heard: Callable[[str], None]) -> None:
        self.games = dict.fromkeys(ids, Compilation())
        self.heard = heard
        self.preferred: list[str] = []
        self.running = False
        FakeCompiler.made = self

    def compilation(self, game_id: str) -> Compilation | None:
        return self.games.get(game_id)

    def start(self) -> None:
        self.running = True

    def close(self) -> None:
        self.running = False

    def prefer(self, game_id: str) -> None:
        self.preferred.append(game_id)

    def tell(self, game_id: str, state: Any, share: float = 0.0) -> None:
        self.games[game_id] = Compilation(state, share)
        self.heard(game_id)


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Nothing is compiled, as far as the server knows; what it has loaded is noted."""
    found: list[str] = []

    def load(game_id: str) -> bool:
        found.append(game_id)
        rulebook(game_id).settle_down()
        return True

    monkeypatch.setattr(rules_loader, "BackgroundCompiler", FakeCompiler)
    monkeypatch.setattr(rules_loader, "unprepared", lambda ids: tuple(ids))
    monkeypatch.setattr(rules_loader, "load_game", load)
    with left_alone(*map(rulebook, game_ids())):
        yield found


@asynccontextmanager
async def compiling(folder: Path) -> AsyncIterator[tuple[World, Client]]:
    """A server that is compiling, and somebody who calls it."""
    async with serving(folder, head_start=0.01) as world, world.client() as client:
        async with asyncio.timeout(PATIENCE):
            while world.service.rules.compiling() is None:
                await asyncio.sleep(0.005)
        yield world, client


async def _house(client: Client) -> Any:
    return (await client.get("/house")).json["compiling"]


async def test_every_game_is_at_hand_and_the_house_says_how_far_it_is(
    tmp_path: Path, loaded: list[str]
) -> None:
    async with compiling(tmp_path) as (_, client):
        games = (await client.get("/games")).json
        assert [one["ready"] for one in games] == [True] * len(game_ids())
        compiler = FakeCompiler.made
        assert compiler.running
        assert await _house(client) == {"percent": 0, "failed": False}
        first, *others = compiler.games
        assert [rulebook(one).state_dtype.itemsize for one in compiler.games] == sorted(
            rulebook(one).state_dtype.itemsize for one in game_ids()
        )
        compiler.tell(first, "compiling", 0.5)
        await asyncio.sleep(0)
        assert await _house(client) == {"percent": 12, "failed": False}
        for game_id in (first, *others):
            compiler.tell(game_id, "compiled", 1.0)
        async with asyncio.timeout(PATIENCE):
            while await _house(client) is not None:
                await asyncio.sleep(0.005)
        assert sorted(loaded) == sorted(game_ids())
        assert all(rulebook(one).functions.compiled for one in game_ids())
    assert not compiler.running


async def test_a_person_and_bots_play_at_once_and_go_on_when_it_is_compiled(
    tmp_path: Path, loaded: list[str], game: str
) -> None:
    """The table hears how far it is; its own game comes first."""
    async with compiling(tmp_path) as (world, client):
        players = fewest(game)
        made = await client.set_table(game, [*you(1), *[BOT] * (players - 1)])
        link = await client.connect(made["table"]["code"])
        compiler = FakeCompiler.made
        assert link.welcome["compiling"] == {"percent": 0, "failed": False}
        await _play_until(link, lambda log: {0, 1} <= {item["seat"] for item in log})
        assert game in compiler.preferred
        assert not rulebook(game).functions.compiled
        compiler.tell(game, "compiling", 0.4)
        await link.until(lambda: _rules(link) == [{"percent": 40, "failed": False}])
        compiler.tell(game, "compiled", 1.0)
        await link.until(lambda: _rules(link)[-1] is None)
        assert loaded == [game]
        assert rulebook(game).functions.compiled
        number = link.game["number"]
        await _play_until(link, lambda _: link.game["number"] > number)
        live = await world.live(made["table"]["code"])
        text = live.table.match.save()  # type: ignore[union-attr]
    assert _again(rulebook(game), text)


def _again(rules: Rulebook, text: str) -> bool:
    """Is it the same match, played by interpreted rules alone?"""
    from echappee.match.replay import replay

    rules.__dict__["functions"] = rules.interpreted
    return replay(text).save() == text


def _rules(link: Any) -> list[Any]:
    found = [json.loads(line) for line in link.messages]
    return [one["compiling"] for one in found if one["type"] == "rules"]


async def _play_until(link: Any, enough: Callable[[list[Any]], bool]) -> None:
    """Play the first move whenever it is my turn, until enough has happened."""
    async with asyncio.timeout(PATIENCE):
        while not enough([item for item in link.items if item["kind"] == "move"]):
            game = link.game
            if 0 in game["view"]["awaited"] and game["moves"]:
                number = game["number"]
                await link.done("move", seat=0, number=number, text=game["moves"][0])
                await link.until(lambda number=number: link.game["number"] > number)
            else:
                await link.until(lambda number=game["number"]: link.game["number"] > number)


async def test_a_compiler_that_fails_is_told_and_play_goes_on(
    tmp_path: Path, loaded: list[str]
) -> None:
    async with compiling(tmp_path) as (_, client):
        made = await client.set_table("tapas", [*you(1), QUICK])
        link = await client.connect(made["table"]["code"])
        for game_id in game_ids():
            FakeCompiler.made.tell(game_id, "failed")
        await link.until(lambda: _rules(link) == [{"percent": 0, "failed": True}])
        assert await _house(client) == {"percent": 0, "failed": True}
        await _play_until(link, lambda log: {0, 1} <= {item["seat"] for item in log})
        assert loaded == []


async def test_what_is_compiled_but_cannot_be_loaded_is_interpreted(
    tmp_path: Path, loaded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules_loader, "load_game", lambda _: False)
    monkeypatch.setattr(rules_loader, "unprepared", lambda _: ())
    async with serving(tmp_path, head_start=0.01) as world, world.client() as client:
        made = await client.set_table("tapas", [*you(1), QUICK])
        link = await client.connect(made["table"]["code"])
        await _play_until(link, lambda log: {0, 1} <= {item["seat"] for item in log})
        assert not rulebook("tapas").functions.compiled
        async with asyncio.timeout(PATIENCE):
            while await _house(client) is None:
                await asyncio.sleep(0.005)


async def test_a_hint_that_cannot_be_had_yet_is_told_to_nobody(
    tmp_path: Path, loaded: list[str], game: str
) -> None:
    async with compiling(tmp_path) as (world, client):
        players = fewest(game)
        made = await client.set_table(game, you(players), hints=True)
        link = await client.connect(made["table"]["code"])
        seat = link.welcome["game"]["view"]["awaited"][0]
        await link.request("look", seat=seat)
        answer = await link.request("hint", seat=seat)
        assert (answer["type"], answer["code"]) == ("refused", "advice-later")
        live = await world.live(made["table"]["code"])
        assert not [fact for fact in live.table.log if "hint" in type(fact).__name__.lower()]


def _begun() -> str:
    """The record of a game whose rules are not loaded any more."""
    rules = rulebook("tapas")
    match = Game(rules).start(2, {}, "chances")
    for _ in range(3):
        match.play(match.awaited[0], match.moves(match.awaited[0])[0])
    text = match.save()
    rules.__dict__.pop("functions", None)
    return text


async def _where_chances_are(client: Client, text: str) -> str:
    kept = await client.call("POST", "/records", {"text": text})
    assert kept.status == 201, kept.text
    return f"/records/{kept.json['id']}/chances"


async def test_winning_chances_come_later_where_there_is_no_net(
    tmp_path: Path, loaded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(win_chances, "own_net", lambda _: None)
    monkeypatch.setattr(chances_on_server, "own_net", lambda _: None)
    text = _begun()
    async with compiling(tmp_path) as (_, client):
        path = await _where_chances_are(client, text)
        assert (await client.get(path)).json == {
            "done": False, "later": True, "net": False, "points": [], "turns": [],
        }  # fmt: skip
        FakeCompiler.made.tell("tapas", "compiled", 1.0)
        async with asyncio.timeout(PATIENCE):
            while not (await client.get(path)).json["points"]:
                await asyncio.sleep(0.02)


async def test_a_net_tells_its_chances_while_rules_are_compiled(
    tmp_path: Path, loaded: list[str]
) -> None:
    text = _begun()
    async with compiling(tmp_path) as (_, client):
        path = await _where_chances_are(client, text)
        async with asyncio.timeout(PATIENCE):
            while not (told := (await client.get(path)).json)["points"]:
                assert not told["later"]
                assert told["net"]
                await asyncio.sleep(0.02)
        assert [point["number"] for point in told["points"]] == [0, 1, 2, 3]
        assert not told["done"]
        FakeCompiler.made.tell("tapas", "compiled", 1.0)
        async with asyncio.timeout(PATIENCE):
            while not (finer := (await client.get(path)).json)["done"]:
                await asyncio.sleep(0.02)
        pairs = zip(finer["points"], told["points"], strict=True)
        assert all(late["games"] > early["games"] for late, early in pairs)


async def test_lessons_and_rules_wait_for_no_compiler(
    tmp_path: Path, loaded: list[str], game: str
) -> None:
    async with compiling(tmp_path) as (_, client):
        assert (await client.get(f"/games/{game}/rules")).status == 200
        lesson = (await client.get(f"/games/{game}/lesson")).json
        step = lesson["steps"][0]["id"]
        answer = await client.call("POST", f"/games/{game}/lesson/{step}", {"moves": []})
        assert answer.status == 200
    assert loaded == []
