"""Every screen: it fits, its targets are large enough, axe agrees.

With the variable ``PICTURES`` set, each is also kept as a picture, in both languages and themes.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.looking import axe_problems, layout_problems
from tests.browser.screens import SCREENS, Screen, Tables
from tests.browser.servers import Server

PICTURES = bool(os.environ.get("PICTURES"))
# Words are measured in both languages, colours in both themes.
CHECKED = {
    ("en", "light"): ("layout", "axe"),
    ("en", "dark"): (),
    ("fr", "light"): ("layout",),
    ("fr", "dark"): ("axe",),
}


@pytest.fixture(scope="package")
def tables(server: Server) -> Tables:
    """Tables to look at."""
    return Tables(server.url)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_screen(screen: Screen, size: str, meet: Meet, tables: Tables, pictures: Path) -> None:
    found: list[str] = []
    for lang in ("en", "fr"):
        who = meet(lang=lang, size=size)
        screen.open(who, tables)
        for theme in ("light", "dark"):
            checks = CHECKED[lang, theme]
            if not checks and not PICTURES:
                continue
            who.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            expect(who.page.locator("html")).to_have_attribute("data-theme", theme)
            who.settle()
            name = f"{screen.name}-{size}-{lang}-{theme}"
            if PICTURES:
                who.page.screenshot(path=pictures / f"{name}.png")
            if "layout" in checks:
                problems = layout_problems(who.page, finger=size == "phone", still=screen.still)
                found += [f"{name}: {one}" for one in problems]
            if "axe" in checks:
                found += [f"{name}: {one}" for one in axe_problems(who.page)]
        who.context.close()
    assert not found, "\n".join(found)
