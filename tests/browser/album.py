"""The pictures of README and docs, taken of the real page: ``python -m tests.browser.album``.

With NAMES only those are taken anew: ``python -m tests.browser.album home posters rules/fr``.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.beside import beside_all
from tests.browser import figures
from tests.browser.conftest import FLAGS, NAMES
from tests.browser.people import Person
from tests.browser.screen import Picture, Tables
from tests.browser.screens import SCREENS
from tests.browser.servers import ROOT, Server
from tests.browser.speech import EN
from tests.browser.windows import SIZES

FOLDER = ROOT / "docs" / "pictures"
PATIENCE = 60_000


ALBUM: tuple[Picture, ...] = (
    Picture("home", "home"),
    Picture("replay", "record-analysis", dark=True),
    *(picture for module in beside_all("browser") for picture in module.PICTURES),
)


def main() -> None:
    """Take all pictures, or those named on the command line."""
    wanted = sys.argv[1:]
    ways: dict[str, Callable[[Person, Tables], None]] = {s.name: s.open for s in SCREENS}
    FOLDER.mkdir(exist_ok=True)
    browser_path = next(filter(None, map(shutil.which, NAMES)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=browser_path, args=list(FLAGS))
        try:
            tables = Tables(server)
            for picture in ALBUM:
                if wanted and picture.name not in wanted:
                    continue
                phone = picture.size == "phone"
                context = browser.new_context(
                    base_url=server.url, viewport=SIZES[picture.size], locale=EN.locale,
                    has_touch=phone, is_mobile=phone, reduced_motion="reduce",
                    color_scheme="dark" if picture.dark else "light", service_workers="block",
                )  # fmt: skip
                context.set_default_timeout(PATIENCE)
                who = Person(context, context.new_page(), EN)
                if picture.screen is None:
                    who.go(picture.path)
                    who.page.locator("main, h1").first.wait_for()
                else:
                    ways[picture.screen](who, tables)
                who.page.wait_for_load_state("networkidle")
                who.page.screenshot(path=FOLDER / f"{picture.name}.png", animations="disabled")
                print(f"docs/pictures/{picture.name}.png", flush=True)
                context.close()
            for path in figures.take(browser, server, wanted):
                print(path.relative_to(ROOT), flush=True)
        finally:
            browser.close()
            server.close()


if __name__ == "__main__":
    main()
