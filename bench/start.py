"""From the command to a game that is played: ``echappee serve``, a browser, a person and bots.

    python -m bench.start [--game GAME]... [--cold | --warm] [--rounds 3] [--warm-ups 1]
                          [--clone] [--json]

Each figure is the median, over the rounds, of the seconds since the command was given. ``--cold``:
nothing is compiled on this machine, each server starts with an empty cache and compiles in the
background while it is measured; ``--warm``: all is compiled; without either, both. The first page
is opened in a fresh tab of a running Chromium; the first moves are made over sockets: a person's at
a table of people, then a bot's at one of a person and the strongest bots. The warm-ups make the
file and fill the browser's caches.

``--clone`` starts from nothing but what is committed here: a fresh clone, then `make play` in it,
until the page answers. Packages come from wherever pip, uv and npm find them, so run it twice.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
from playwright.sync_api import Browser, expect

from bench import program
from bench.browsing import browsing, in_words, served
from bench.first_moves import first_moves
from bench.host import call
from bench.processes import PATIENCE, ROOT, running
from echappee.games import game_ids

_PLAY = re.compile(r"^Play .+ now")
_TURN = "[data-turn]"
_USUAL = "dialog [data-level=teammate]"
_OURS = ("VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME")


class Start(msgspec.Struct, frozen=True):
    """Seconds from the command until …"""

    answers: float
    """the server answers,"""
    shown: float
    """the page shows the games,"""
    playable: float
    """a game can be begun,"""
    board: float
    """and two clicks further its board is there, and it says whose turn it is."""


class Moves(msgspec.Struct, frozen=True):
    """Seconds from the command until …"""

    human: float
    """a person's first move is accepted,"""
    bot: float
    """and a bot has moved."""


class State(msgspec.Struct, frozen=True):
    """All that was measured, cold or warm."""

    start: Start
    games: dict[str, Moves]


def first_page(browser: Browser, data: Path, cache: Path | None) -> Start:
    """Start a server once, and wait for its page."""
    page = browser.new_page(locale="en-GB")
    page.set_default_timeout(1000 * PATIENCE)
    begun = time.perf_counter()
    try:
        with served(data, cache) as server, in_words():
            call(server.port, "/house")
            answered = time.perf_counter() - begun
            page.goto(server.address)
            button = page.get_by_role("button", name=_PLAY).first
            button.wait_for()
            shown = time.perf_counter() - begun
            expect(button).to_be_enabled(timeout=1000 * PATIENCE)
            playable = time.perf_counter() - begun
            button.click()
            page.locator(_USUAL).click()
            page.locator(_TURN).wait_for()
            return Start(answered, shown, playable, time.perf_counter() - begun)
    finally:
        page.close()


def first_moves_of(game: str, data: Path, cache: Path | None) -> Moves:
    """Start a server once, and play a game's first moves."""
    begun = time.perf_counter()
    with served(data, cache) as server:
        found = first_moves(server, game)
    return Moves(found.human - begun, found.bot - begun)


@contextmanager
def _cache(cold: bool) -> Iterator[Path | None]:
    """Where what is compiled lies: nowhere yet, or where it always does."""
    if not cold:
        yield None
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def pages(browser: Browser, data: Path, cold: bool, rounds: int, warm_ups: int) -> Start:
    """The median of some first pages, after some that don't count."""
    found: list[Start] = []
    for _ in range(warm_ups + rounds):
        with _cache(cold) as cache:
            found.append(first_page(browser, data, cache))
    return _median(Start, found[warm_ups:])


def moves(game: str, data: Path, cold: bool, rounds: int) -> Moves:
    """The median of some first moves."""
    found: list[Moves] = []
    for _ in range(rounds):
        with _cache(cold) as cache:
            found.append(first_moves_of(game, data, cache))
    return _median(Moves, found)


Times = TypeVar("Times", Start, Moves)


def _median(kind: type[Times], rounds: Sequence[Times]) -> Times:
    times = zip(*(msgspec.structs.astuple(one) for one in rounds), strict=True)
    return kind(*(round(statistics.median(one), 3) for one in times))


def from_clone() -> float:
    """Seconds from a fresh clone, and `make play` in it, to a page that answers."""
    environment = {name: value for name, value in os.environ.items() if name not in _OURS}
    python: str = getattr(sys, "_base_executable", sys.executable)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        clone, own = Path(folder) / "clone", Path(folder) / "own"
        try:
            subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True, timeout=PATIENCE)
        except subprocess.SubprocessError as error:
            raise program.TroubleError(f"nothing could be cloned: {error}") from error
        environment["ECHAPPEE_CACHE_DIR"] = str(own / "compiled")
        play: list[str | Path] = ["play", "serve", "--port", "0", "--data", own]
        begun = time.perf_counter()
        with running(
            "a fresh clone", [python, "bootstrap.py", *play], clone, environment=environment
        ) as server:
            with urllib.request.urlopen(server.address, timeout=PATIENCE) as answer:
                answer.read()
            return round(time.perf_counter() - begun, 1)


def main() -> None:
    """Start a few times and print the medians."""
    parser = program.Parser("bench.start", __doc__)
    parser.add_argument("--game", type=program.game, action="append")
    parser.add_argument("--cold", action="store_true", help="only with nothing compiled")
    parser.add_argument("--warm", action="store_true", help="only with everything compiled")
    parser.add_argument("--rounds", type=program.whole(), default=3)
    parser.add_argument("--warm-ups", type=program.whole(0), default=1)
    parser.add_argument("--clone", action="store_true", help="also from a fresh clone")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    both = chosen.cold == chosen.warm
    states = [name for name in ("cold", "warm") if both or getattr(chosen, name)]
    games = chosen.game or list(game_ids())
    found: dict[str, State | float] = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        data = Path(folder) / "data"
        with browsing(compiled="warm" in states) as browser:
            shown = {
                name: pages(browser, data, name == "cold", chosen.rounds, chosen.warm_ups)
                for name in states
            }
        for name in states:
            played = {game: moves(game, data, name == "cold", chosen.rounds) for game in games}
            found[name] = State(shown[name], played)
    if chosen.clone:
        found["clone"] = from_clone()
    if chosen.json:
        print(msgspec.json.encode(found).decode())
        return
    for name, state in found.items():
        if isinstance(state, float):
            print(f"{name}\n  {'page':<24}{state:8.2f} s")
            continue
        print(name)
        for what, seconds in msgspec.to_builtins(state.start).items():
            print(f"  {what:<24}{seconds:8.2f} s")
        for game, first in state.games.items():
            for what, seconds in msgspec.to_builtins(first).items():
                print(f"  {game + ', ' + what:<24}{seconds:8.2f} s")


if __name__ == "__main__":
    program.run(main)
