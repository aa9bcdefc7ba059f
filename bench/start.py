"""From the command to a page that can be used: ``echappee serve``, and a browser that waits for it.

    python -m bench.start [--rounds 3] [--json]

The rules are compiled and the page is built beforehand, as on a machine that is set up; each round
starts a new server on the same file, and opens its first page in a fresh tab of a running Chromium.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import tempfile
import time
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, expect, sync_playwright

from bench.links import answers, free_port, serve
from echappee.games import game_ids
from echappee.lab.preparing import prepare_game

_PATIENCE = 60.0
_PLAY = re.compile(r"^Play .+ now")
_TURN = "[data-turn]"


class Start(msgspec.Struct, frozen=True):
    """Seconds from the command until …"""

    answers: float
    """the server answers,"""
    shown: float
    """the page shows the games,"""
    playable: float
    """a game can be begun,"""
    board: float
    """and one click further its board is there, and it says whose turn it is."""


def start(browser: Browser, data: str) -> Start:
    """Start a server once, and wait for its page."""
    port = free_port()
    address = f"http://127.0.0.1:{port}/"
    page = browser.new_page(locale="en-GB")
    begun = time.perf_counter()
    server = serve(port, data)
    try:
        while not answers(address):
            time.sleep(0.01)
        answered = time.perf_counter() - begun
        page.goto(address)
        button = page.get_by_role("button", name=_PLAY).first
        button.wait_for(timeout=1000 * _PATIENCE)
        shown = time.perf_counter() - begun
        expect(button).to_be_enabled(timeout=1000 * _PATIENCE)
        playable = time.perf_counter() - begun
        button.click()
        page.locator(_TURN).wait_for(timeout=1000 * _PATIENCE)
        return Start(answered, shown, playable, time.perf_counter() - begun)
    finally:
        page.close()
        server.terminate()
        server.wait()


def main() -> None:
    """Start a few times and print the median."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    for game_id in game_ids():
        prepare_game(game_id)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        data = str(Path(folder) / "data")
        start(browser, data)  # makes the file, and fills the browser's caches
        rounds = [start(browser, data) for _ in range(chosen.rounds)]
        browser.close()
    median = Start(*(statistics.median(times) for times in zip(*map(_times, rounds), strict=True)))
    if chosen.json:
        print(msgspec.json.encode(median).decode())
        return
    for name, seconds in msgspec.to_builtins(median).items():
        print(f"{name:<10}{seconds:8.2f} s")


def _times(one: Start) -> tuple[float, ...]:
    return one.answers, one.shown, one.playable, one.board


if __name__ == "__main__":
    main()
