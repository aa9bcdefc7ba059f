"""The pictures of the terminal in the docs, taken of the real table: ``python -m
tests.cli.recording``.

One short game of each kind from a fixed seed against a bot that plays without thinking: the same
pictures in every run. ``terminal.svg`` shows some of them one after the other.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from textual.pilot import Pilot
from textual.widgets import Input

import echappee
from echappee.bots.registry import bot
from echappee.cli.screen.table_app import TableApp
from echappee.cli.session import Session
from echappee.cli.speech import Speech
from echappee.errors import LANGUAGES, Language
from echappee.games import game_ids, rulebook

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SECONDS = 2.5  # that a picture of the recording stays
SMALL, LARGE = (80, 24), (120, 40)
PLAYED: tuple[list[str], ...] = (
    [],
    ["down", "down"],
    ["enter"],
    ["E", "3"],
    ["enter"],
    ["escape", "f1"],
    ["escape"],
)
"""The keys before each picture of the recording."""


async def pictures(
    game_id: str,
    players: int,
    language: Language,
    size: tuple[int, int],
    keys: Sequence[Sequence[str]],
    folder: Path,
) -> list[str]:
    """The table after each handful of keys, as SVG."""
    match = echappee.game(game_id).start(players, seed=3)
    bots = {seat: bot("greedy") for seat in range(1, players)}
    speech = Speech(Console(file=StringIO()), language)
    session = Session(match, bots, speech, folder / f"{game_id}.echappee")
    app = TableApp(session, pace=0)
    found = []
    async with app.run_test(size=size) as pilot:
        app.query_one(Input).cursor_blink = False
        await _settled(app, pilot)
        for handful in keys:
            for key in handful:
                await pilot.press(key)
                await _settled(app, pilot)
            await _settled(app, pilot)
            taken = app.export_screenshot(title=match.rulebook.name[language])
            # Letters of the reader's own: a picture asks no other machine for any.
            found.append(re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->", "", taken, flags=re.S))
    return found


async def _settled(app: TableApp, pilot: Pilot[Session | None]) -> None:
    while app._seat is None and not app._offered and len(app.screen_stack) == 1:
        await pilot.pause(0.01)
    await pilot.pause()


def recording(frames: Sequence[str]) -> str:
    """Pictures of one size as one that moves: each is seen in its turn."""
    total = SECONDS * len(frames)
    head = re.search(r'viewBox="([^"]+)"', frames[0])
    assert head is not None
    box = head[1]
    _, _, width, height = box.split()
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">', "<style>"]
    share = 100 / len(frames)
    parts.append(
        f"@keyframes turn {{ 0%, {share:.3f}% {{ visibility: visible }} "
        f"{share + 0.001:.3f}%, 100% {{ visibility: hidden }} }}"
    )
    parts.append(f".frame {{ visibility: hidden; animation: turn {total}s step-end infinite }}")
    parts.append("</style>")
    for place, frame in enumerate(frames):
        # Ids and classes of a picture are its own.
        own = re.sub(r"terminal-\d+", f"frame{place}", frame)
        own = own.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1)
        delay = place * SECONDS
        parts.append(f'<g class="frame" style="animation-delay: {delay}s">{own}</g>')
    parts.append("</svg>")
    return "\n".join(parts)


def main() -> None:
    """Take all pictures."""
    with TemporaryDirectory() as name:
        folder = Path(name)

        def take(
            game_id: str,
            players: int,
            language: Language,
            size: tuple[int, int],
            keys: Sequence[Sequence[str]],
        ) -> list[str]:
            return asyncio.run(pictures(game_id, players, language, size, keys, folder))

        shots = {}
        for place, game_id in enumerate(game_ids()):
            rules = rulebook(game_id)
            language, size = LANGUAGES[place % 2], LARGE if place == 0 else SMALL
            taken = take(game_id, rules.usual_players, language, size, [["enter"] * 3])
            shots[f"terminal-{game_id}"] = taken[-1]
        open_game = next(one for one in game_ids() if not rulebook(one).hidden)
        shots["terminal"] = recording(take(open_game, 2, "en", SMALL, PLAYED))
    for picture, text in shots.items():
        path = FOLDER / f"{picture}.svg"
        lines = (line.rstrip() for line in text.splitlines())
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"docs/pictures/{path.name}  {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
