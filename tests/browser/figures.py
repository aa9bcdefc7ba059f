"""The small pictures of the documentation: each game's poster, and the boards of its rulebook.

They are WebP, which a browser writes itself: a tenth of what the same picture takes as PNG.
"""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page

from echappee.games import game_ids
from echappee.learning.course import course
from tests.browser.servers import ROOT, Server
from tests.browser.speech import EN, FR

FOLDER = ROOT / "docs" / "pictures"
_QUALITY = 74
_POSTER_SCALE, _BOARD_SCALE = 1.5, 1.0
_SETTLED = "[...document.images].every((one) => one.complete) && document.fonts.status === 'loaded'"


def take(browser: Browser, server: Server, wanted: Collection[str]) -> Iterator[Path]:
    """Take those whose name begins with a wanted one, or all."""

    def is_wanted(name: str) -> bool:
        return not wanted or any(name.startswith(one) for one in wanted)

    if any(is_wanted(f"posters/{game_id}") for game_id in game_ids()):
        page = _opened(browser, server, EN.locale, 1280, 900)
        page.goto("/")
        for game_id in game_ids():
            poster = page.locator(f'article[data-game="{game_id}"] .picture')
            if is_wanted(f"posters/{game_id}") and poster.locator("svg").count():
                yield _keep(page, poster, f"posters/{game_id}", _POSTER_SCALE)
        page.context.close()
    for words in (EN, FR):
        page = _opened(browser, server, words.locale, 470, 900)
        for game_id in game_ids():
            known = course(game_id)
            names = {
                one.id: f"rules/{words.locale[:2]}/{game_id}-{one.id}"
                for one in (known.diagrams if known else ())
            }
            if not any(map(is_wanted, names.values())):
                continue
            page.goto(f"/rules/{game_id}")
            for diagram, name in names.items():
                figure = page.locator(f'figure[data-picture="{diagram}"]')
                figure.scroll_into_view_if_needed()
                page.locator(f'figure[data-picture="{diagram}"][data-drawn="true"]').wait_for()
                figure.locator("svg:visible").first.wait_for()
                if is_wanted(name):
                    yield _keep(page, figure.locator("> .board"), name, _BOARD_SCALE)
        page.context.close()


def _opened(browser: Browser, server: Server, locale: str, width: int, height: int) -> Page:
    context = browser.new_context(
        base_url=server.url, viewport={"width": width, "height": height}, locale=locale,
        reduced_motion="reduce", color_scheme="light", service_workers="block",
    )  # fmt: skip
    context.set_default_timeout(60_000)
    return context.new_page()


def _keep(page: Page, what: Locator, name: str, scale: float) -> Path:
    """A picture of a part of the page, once everything in it is there."""
    what.scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    page.wait_for_function(_SETTLED)
    box = what.evaluate(
        "(node) => { const { x, y, width, height } = node.getBoundingClientRect();"
        " return { x: x + scrollX, y: y + scrollY, width, height }; }"
    )
    session = page.context.new_cdp_session(page)
    shot = session.send(
        "Page.captureScreenshot",
        {
            "format": "webp", "quality": _QUALITY, "captureBeyondViewport": True,
            "clip": {**box, "scale": scale},
        },
    )  # fmt: skip
    session.detach()
    path = FOLDER / f"{name}.webp"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(base64.b64decode(shot["data"]))
    return path
