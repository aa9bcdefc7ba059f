"""From the command to a page that can be used: ``echappee serve``, and a browser that waits for it.

    python -m bench.start [--rounds 3] [--warm-ups 1] [--json]

The rules are compiled and the page is built beforehand, as on a machine that is set up; each round
starts a new server on the same file, and opens its first page in a fresh tab of a running Chromium.
The warm-ups before the rounds make the file and fill the browser's caches.
"""

from __future__ import annotations

import re
import statistics
import tempfile
import time
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, expect

from bench import program
from bench.browsing import browsing, in_words, served
from bench.host import call
from bench.processes import PATIENCE

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


def start(browser: Browser, data: Path) -> Start:
    """Start a server once, and wait for its page."""
    page = browser.new_page(locale="en-GB")
    page.set_default_timeout(1000 * PATIENCE)
    begun = time.perf_counter()
    try:
        with served(data) as server, in_words():
            call(server.port, "/house")
            answered = time.perf_counter() - begun
            page.goto(server.address)
            button = page.get_by_role("button", name=_PLAY).first
            button.wait_for()
            shown = time.perf_counter() - begun
            expect(button).to_be_enabled(timeout=1000 * PATIENCE)
            playable = time.perf_counter() - begun
            button.click()
            page.locator(_TURN).wait_for()
            return Start(answered, shown, playable, time.perf_counter() - begun)
    finally:
        page.close()


def main() -> None:
    """Start a few times and print the median."""
    parser = program.Parser("bench.start", __doc__)
    parser.add_argument("--rounds", type=program.whole(), default=3)
    parser.add_argument("--warm-ups", type=program.whole(0), default=1)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, browsing() as browser:
        data = Path(folder) / "data"
        for _ in range(chosen.warm_ups):
            start(browser, data)
        rounds = [start(browser, data) for _ in range(chosen.rounds)]
    median = Start(*(statistics.median(times) for times in zip(*map(_times, rounds), strict=True)))
    if chosen.json:
        print(msgspec.json.encode(median).decode())
        return
    for name, seconds in msgspec.to_builtins(median).items():
        print(f"{name:<10}{seconds:8.2f} s")


def _times(one: Start) -> tuple[float, ...]:
    return one.answers, one.shown, one.playable, one.board


if __name__ == "__main__":
    program.run(main)
