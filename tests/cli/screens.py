"""The full-screen table for the tests: somebody sits there, a script plays, the screen is read."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from io import StringIO
from typing import Any

from rich.console import Console
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

import echappee
from echappee.bots.registry import bot
from echappee.cli.kept_games import new_path
from echappee.cli.screen.table_app import TableApp
from echappee.cli.session import Session
from echappee.cli.speech import Speech
from echappee.errors import Language
from echappee.match.match import Match
from tests.generic.cases import brief

SMALL, LARGE = (80, 24), (120, 40)
PATIENCE = 300.0
Script = Callable[[TableApp, Pilot[Session | None]], Awaitable[None]]


def seated(
    game_id: str,
    players: int,
    people: int = 1,
    language: Language = "en",
    seed: int = 3,
    **options: str,
) -> Session:
    """A table of people in the first seats and greedy bots in the others."""
    match = echappee.game(game_id).start(players, {**dict(brief(game_id)), **options}, seed=seed)
    bots = {seat: bot("greedy") for seat in range(people, players)}
    speech = Speech(Console(file=StringIO()), language)
    return Session(match, bots, speech, new_path(game_id))


def run_script(session: Session, script: Script, size: tuple[int, int] = SMALL) -> TableApp:
    """Play a script at a table that waits for nothing."""
    app = TableApp(session, pace=0)

    async def played() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            await script(app, pilot)

    asyncio.run(played())
    return app


async def settled(app: TableApp, pilot: Pilot[Session | None]) -> None:
    """Until somebody here is to choose, or the game is over: bots think in a thread."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        await pilot.pause()
        asked = app._seat is not None or bool(app._offered) or len(app.screen_stack) > 1
        if asked or not app.is_running:
            return
        await asyncio.sleep(0.002)
    raise AssertionError("nobody was asked")


def text_of(app: TableApp) -> str:
    """All that is on the screen."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def shows(app: TableApp, dialog: type[Screen[Any]]) -> bool:
    """Is this in front of the table?"""
    return isinstance(app.screen, dialog)


async def type_in(pilot: Pilot[Session | None], text: str) -> None:
    app = pilot.app
    app.query_one("#typed", Input).value = text
    await pilot.pause()
    await pilot.press("enter")


def towards_the_end(match: Match, left: int) -> Match:
    """A game in its last moves."""
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, match.moves(seat)[-1])
    return match.at(match.number - left)
