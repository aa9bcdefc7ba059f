"""Many champions at once: each thinks less, nobody starves, and the page is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from echappee.bots.levels import level_bots
from echappee.bots.registry import bot
from echappee.games import rulebook
from echappee.server.table import bot_pool
from echappee.server.table.bot_pool import fair_seconds, hurried
from tests.server.clients import serving
from tests.server.test_bot_driver import GAME, Gate, _look, _set, _until, gate

__all__ = ["gate"]  # a fixture
pytestmark = pytest.mark.anyio

RULES = rulebook(GAME)
CHAMPION = level_bots()[-1]


def test_all_who_wait_have_a_thought_within_a_round() -> None:
    """Alone a bot has more time than it takes; among many, all of them together have a round."""
    usual = CHAMPION.effort(RULES).seconds
    assert usual is not None
    assert fair_seconds(0, 1) > usual
    for workers in (1, 3):
        for waiting in (5, 50, 150):
            together = (waiting + 1) * fair_seconds(waiting, workers) / workers
            assert together == pytest.approx(fair_seconds(0, 1))
    assert fair_seconds(5_000, 1) == fair_seconds(50_000, 1) > 0, "some thought is always given"


def test_only_who_thinks_by_the_clock_is_hurried() -> None:
    seats = {0: CHAMPION, 1: bot("greedy"), 2: level_bots()[0]}
    assert hurried(seats, RULES, 60.0) == {}
    less = hurried(seats, RULES, 0.25)
    assert less.keys() == {0}
    found: Any = less[0]
    effort, usual = found.effort(RULES), CHAMPION.effort(RULES)
    assert effort.seconds == 0.25
    assert effort.exact < usual.exact, "what can be solved in less time is less"
    assert effort.simulations == usual.simulations
    assert found.name == CHAMPION.name


async def test_the_page_is_told_while_bots_are_hurried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First they have hardly any time, later plenty: told once each time, and to newcomers."""
    allowed = [0.001]
    monkeypatch.setattr(bot_pool, "fair_seconds", lambda *_: allowed[0])
    champions = [{"kind": "bot", "bot": CHAMPION.name}] * 2
    async with serving(tmp_path, bot_delay=0.0) as world, world.client() as client:
        live = await _set(world, client, champions)
        viewer = await _look(world, live, "here")
        await _until(lambda: live.hurried)
        told = [json.loads(one) for one in live.due(viewer, 0)]
        assert [one["hurried"] for one in told if one["type"] == "rules"] == [True]
        live.welcome(viewer, None, None, 0)
        (welcome,) = [json.loads(one) for one in viewer.replies]
        assert welcome["hurried"] is True
        viewer.replies.clear()
        live.bots_hurried(True)
        assert not viewer.rules_due, "nothing new"
        live.bots_hurried(False)
        assert viewer.rules_due
        world.service.attendance.left(live, viewer)


async def test_a_bot_that_was_too_long_in_coming_was_hurried(tmp_path: Path, gate: Gate) -> None:
    """Then a simple one decides in its place."""
    async with serving(tmp_path, bot_budget=0.01, bot_delay=0.0) as world, world.client() as client:
        live = await _set(world, client)
        gate.opens_at_the_end_of(world)
        viewer = await _look(world, live, "here")
        await _until(lambda: live.table.number >= 1)
        assert live.hurried
        world.service.attendance.left(live, viewer)
