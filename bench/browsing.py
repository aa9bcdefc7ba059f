"""A server as a person starts it, and a Chromium, for what is measured on the page."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from bench.links import answers, free_port, serve
from echappee.lab.preparing import prepare_game

PATIENCE = 120.0


@contextmanager
def browsing(games: Iterable[str]) -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of a server that answers; the games are compiled."""
    for game_id in games:
        prepare_game(game_id)
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = serve(port, data)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        try:
            _wait_for(address)
            yield browser, address
        finally:
            browser.close()
            server.terminate()
            server.wait()


def _wait_for(address: str) -> None:
    end = time.monotonic() + PATIENCE
    while not answers(f"{address}/api/house"):
        if time.monotonic() > end:
            raise SystemExit("the server does not answer")
        time.sleep(0.05)
