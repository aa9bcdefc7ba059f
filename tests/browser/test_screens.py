"""Every screen: it fits, its targets are large enough, axe agrees.

With the variable ``PICTURES`` set, each is looked at in both languages and themes on both sizes,
and kept as a picture. Otherwise the phone speaks French, the longer words, and is dark; the desktop
speaks English, and is light.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.looking import axe_problems, layout_problems
from tests.browser.screens import SCREENS, Screen, Tables
from tests.browser.servers import Server

PICTURES = bool(os.environ.get("PICTURES"))
Theme = Literal["light", "dark"]
USUAL: dict[str, list[tuple[str, Theme]]] = {
    "phone": [("fr", "dark")],
    "desktop": [("en", "light")],
}
THEMES: tuple[Theme, ...] = ("light", "dark")
ALL = [(lang, theme) for lang in ("en", "fr") for theme in THEMES]


@pytest.fixture(scope="package")
def tables(server: Server) -> Tables:
    """Tables to look at."""
    return Tables(server.url)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_screen(screen: Screen, size: str, meet: Meet, tables: Tables, pictures: Path) -> None:
    found: list[str] = []
    for lang, theme in ALL if PICTURES else USUAL[size]:
        who = meet(lang=lang, size=size)
        screen.open(who, tables)
        who.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        expect(who.page.locator("html")).to_have_attribute("data-theme", theme)
        who.settle()
        name = f"{screen.name}-{size}-{lang}-{theme}"
        if PICTURES:
            who.page.screenshot(path=pictures / f"{name}.png")
        problems = layout_problems(who.page, finger=size == "phone", still=screen.still)
        found += [f"{name}: {one}" for one in [*problems, *axe_problems(who.page)]]
        who.context.close()
    assert not found, "\n".join(found)
