"""A server as a person starts it, and a Chromium, for what is measured on the page."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

from bench import program
from bench.processes import PATIENCE, PYTHON, Server, running
from echappee.games import game_ids

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_WAIT = 1000 * PATIENCE


@contextmanager
def served(data: Path | None = None, cache: Path | None = None) -> Iterator[Server]:
    """``echappee serve`` as a person starts it, with tables of its own unless told otherwise.

    ``cache``: where it finds and keeps what is compiled, if not in the usual place.
    """
    environment = {**os.environ}
    if cache is not None:
        environment["ECHAPPEE_CACHE_DIR"] = str(cache)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        command = [*PYTHON, "echappee", "serve", "--port", "0", "--data", data or folder]
        with running("our server", command, environment=environment) as server:
            yield server


@contextmanager
def browsing(*, compiled: bool = True) -> Iterator[Browser]:
    """A Chromium; the games are compiled before, if wanted, and the page must be built."""
    found = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if found is None:
        raise program.TroubleError("no Chromium is installed: `make browser` says how to get one")
    if compiled:
        program.compile_games(game_ids())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        try:
            with in_words():
                yield browser
        finally:
            browser.close()


@contextmanager
def in_words() -> Iterator[None]:
    """What goes wrong in the browser is told as any other trouble."""
    try:
        yield
    except (Error, AssertionError) as error:
        raise program.TroubleError(f"in the browser: {error}") from error


def in_time(work: str) -> str:
    """A function of the page's that is given up when it takes too long: the page has no limit."""
    return f"""
        (given) => Promise.race([
          ({work})(given),
          new Promise((_, fail) =>
            setTimeout(() => fail(new Error("the page does not follow")), {_WAIT:.0f})),
        ])
    """
