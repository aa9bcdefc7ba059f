"""Bots think where somebody looks: whose turn it is, and what is dropped."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from echappee.bots import registry
from echappee.bots.chair import Chair
from echappee.rulebook.values import Advice, Advised
from echappee.server.table import bot_pool
from echappee.server.table.bot_driver import calls
from echappee.server.table.live import Live, Viewer
from echappee.server.table.projection import Eye
from tests.server.clients import PATIENCE, Client, World, serving, you

pytestmark = pytest.mark.anyio

GAME = "tapas"
DAYS = {"kind": "days", "days": 2}


class Gate:
    """A bot that thinks until the gate is opened, and remembers who was thought for."""

    name = "gate"

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.open = threading.Event()
        self.somebody = threading.Event()

    def choose(self, chair: Chair) -> str | None:
        self.begun.append(chair._match.commitment)
        self.somebody.set()
        assert self.open.wait(PATIENCE)
        return chair.moves[0]

    async def thinking(self) -> None:
        """Wait until the first one is thought for."""
        assert await asyncio.to_thread(self.somebody.wait, PATIENCE)

    def opens_at_the_end_of(self, world: World) -> None:
        """A server that is closed waits for whoever thinks: let him go when it begins no more."""
        thinkers = world.service.thinkers
        close = thinkers.close

        def closing() -> None:
            close()
            self.open.set()

        thinkers.close = closing  # type: ignore[method-assign]


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The bot, and one thread for all bots."""
    found = Gate()
    registry._loaded[found.name] = found
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    yield found
    found.open.set()


BOTS = [{"kind": "bot", "bot": "gate"}] * 2


async def _set(world: World, client: Client, seats: list[Any] = BOTS, **more: Any) -> Live:
    made = await client.set_table(GAME, seats, **more)
    await world.service.rules.compiled(GAME)
    return await world.live(made["table"]["code"])


def _name(live: Live) -> str:
    return live.table.commitment


async def _look(world: World, live: Live, address: str, seats: frozenset[int] = frozenset()) -> Any:
    viewer = Viewer(Eye(None, not seats), seats, False, address)
    await world.service.attendance.arrived(live, viewer)
    await _settle()
    return viewer


async def _settle() -> None:
    """Let everything on the loop happen that needs no thread."""
    for _ in range(20):
        await asyncio.sleep(0)


async def _until(holds: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


async def test_nobody_thinks_where_nobody_looks(tmp_path: Path, gate: Gate) -> None:
    """Neither bots alone nor those who play with somebody; and they go on when somebody comes."""
    gate.open.set()
    async with serving(tmp_path) as world, world.client() as client:
        tables = [await _set(world, client), await _set(world, client, [*you(1), BOTS[0]])]
        await _settle()
        for live in tables:
            assert live.driver is None
        assert gate.begun == []
        viewer = await _look(world, tables[0], "here")
        await _until(lambda: tables[0].table.number >= 2)
        world.service.attendance.left(tables[0], viewer)
        await _until(lambda: not tables[0].busy)
        number = tables[0].table.number
        assert number >= 2
        await _settle()
        assert tables[0].table.number == number
        if tables[0].table.status == "playing":
            await _look(world, tables[0], "here")
            await _until(lambda: tables[0].table.number > number)


async def test_bots_go_on_after_a_restart_when_somebody_looks(tmp_path: Path, gate: Gate) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        live = await _set(world, client)
        code = live.table.founding.code
        gate.opens_at_the_end_of(world)
        await _look(world, live, "here")
        await gate.thinking()
    assert len(gate.begun) == 1
    gate.begun.clear()
    gate.open.clear()
    async with serving(tmp_path) as world:
        live = await world.live(code)
        await _settle()
        assert live.driver is None
        gate.open.set()
        await _look(world, live, "here")
        await _until(lambda: live.table.number >= 2)


async def test_where_moves_take_days_bots_play_by_themselves(tmp_path: Path, gate: Gate) -> None:
    gate.open.set()
    async with serving(tmp_path) as world, world.client() as client:
        live = await _set(world, client, clock=DAYS)
        await _until(lambda: live.table.number >= 2)


async def test_a_thought_is_dropped_when_all_have_gone(tmp_path: Path, gate: Gate) -> None:
    """Also while it waits for its turn: it never begins."""
    async with serving(tmp_path) as world, world.client() as client:
        first, second = await _set(world, client), await _set(world, client)
        await _look(world, first, "here")
        await gate.thinking()
        viewer = await _look(world, second, "there")
        await _settle()
        assert world.service.thinkers.waiting == 1
        world.service.attendance.left(second, viewer)
        await _settle()
        assert world.service.thinkers.waiting == 0
        assert not second.busy
        gate.open.set()
        await _until(lambda: first.table.number >= 2)
        assert _name(second) not in gate.begun
        assert second.table.number == 0


async def test_a_thought_is_dropped_when_the_game_stops(tmp_path: Path, gate: Gate) -> None:
    async with serving(tmp_path) as world, world.client() as client:
        first = await _set(world, client)
        await _look(world, first, "here")
        await gate.thinking()
        second = await _set(world, client, [*BOTS[:1], *you(1)])
        link = await client.connect(second.table.founding.code)
        await _until(lambda: world.service.thinkers.waiting == 1)
        await link.done("pause", seat=1)
        await _settle()
        assert world.service.thinkers.waiting == 0
        await link.done("resume", seat=1)
        await _until(lambda: world.service.thinkers.waiting == 1)
        gate.open.set()
        await link.until(lambda: link.game["number"] >= 1)


async def test_thirty_tables_of_one_don_t_make_another_wait(
    tmp_path: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    def advise(_: Any, chair: Chair) -> Advice:
        gate.begun.append("hint")
        best = Advised(text=chair.moves[0], wins=1.0, score=None, weight=1.0, proved=False)
        return Advice(seat=chair.seat, number=chair.number, bot="x", moves=(best,))

    monkeypatch.setattr(bot_pool, "advice_of", advise)
    async with serving(tmp_path) as world, world.client() as client:
        many = [await _set(world, client) for _ in range(30)]
        for live in many:
            await _look(world, live, "many")
        await gate.thinking()
        guest = await _set(world, client)
        await _look(world, guest, "guest")
        asker = await _set(world, client, you(2))
        link = await client.connect(asker.table.founding.code)
        seat = link.welcome["game"]["view"]["awaited"][0]
        await link.request("look", seat=seat)
        asked = asyncio.create_task(link.request("hint", seat=seat))
        await _until(lambda: world.service.thinkers.waiting == 31)
        gate.open.set()
        assert (await asked)["type"] == "hint"
        await _until(lambda: guest.table.number >= 1)
        assert gate.begun[:3] == [_name(many[0]), "hint", _name(guest)]


async def test_what_took_too_long_is_not_thought_later(tmp_path: Path, gate: Gate) -> None:
    """A simple bot moves instead, and nothing is left in the queue for nobody."""
    async with serving(tmp_path, bot_budget=0.02) as world, world.client() as client:
        first, second = await _set(world, client), await _set(world, client)
        gate.opens_at_the_end_of(world)
        await _look(world, first, "here")
        await gate.thinking()
        await _look(world, second, "there")
        await _until(lambda: first.table.number >= 3 and second.table.number >= 3)
        assert gate.begun == [_name(first)]
        assert world.service.thinkers.waiting <= 2  # what is thought about now, one for a table


def test_a_bot_waits_when_its_turn_comes_and_not_before_each_move() -> None:
    assert calls(1, awaited=[1], called=[0]) == 1
    assert calls(1, awaited=[1], called=[1]) == 0, "the same turn goes on"
    assert calls(2, awaited=[1], called=[1]) == 1, "out of turn"


def test_those_who_choose_at_the_same_time_wait_for_the_round_together() -> None:
    everybody = [0, 1, 2, 3]
    assert calls(0, everybody, called=[3]) == 4
    rest = [(0, everybody), (1, [1, 2, 3]), (2, [2, 3]), (3, [3])]
    assert [calls(seat, awaited, called=everybody) for seat, awaited in rest] == [0, 0, 0, 0]
