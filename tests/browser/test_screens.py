"""Every screen: it fits, its targets are large enough, and axe agrees.

Each is opened in one language and theme, and then shown in the other ones too: the phone begins in
French, the longer words, and dark; the desktop in English, and light. With the variable
``PICTURES`` set, both sizes are opened in both languages and themes, axe looks at all of them
instead of the phone's alone, and pictures are kept.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.looking import axe_problems, layout_problems
from tests.browser.people import Person
from tests.browser.screens import SCREENS, Screen, Tables
from tests.browser.servers import Server
from tests.browser.speech import OTHER

PICTURES = bool(os.environ.get("PICTURES"))
Theme = Literal["light", "dark"]
USUAL: dict[str, list[tuple[str, Theme]]] = {
    "phone": [("fr", "dark")],
    "desktop": [("en", "light")],
}
OTHER_THEME: dict[Theme, Theme] = {"light": "dark", "dark": "light"}
THEMES: tuple[Theme, ...] = ("light", "dark")
AT_ONCE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, *::before, *::after { transition: none !important; }");
  document.adoptedStyleSheets.push(sheet);
}"""
"""The colours of the other theme need not fade in."""
ALL = [(lang, theme) for lang in ("en", "fr") for theme in THEMES]


@pytest.fixture(scope="package")
def tables(server: Server) -> Tables:
    """Tables to look at."""
    return Tables(server)


def _look(
    who: Person, screen: Screen, size: str, lang: str, theme: Theme, pictures: Path
) -> list[str]:
    """Take a picture, and say what does not fit."""
    who.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    root = who.page.locator("html")
    expect(root).to_have_attribute("data-theme", theme)
    expect(root).to_have_attribute("lang", lang)
    who.settle()
    name = f"{screen.name}-{size}-{lang}-{theme}"
    problems = layout_problems(who.page, size=size, still=screen.still)
    if problems or PICTURES:
        who.page.screenshot(path=pictures / f"{name}.png")
    return [f"{name}: {one}" for one in problems]


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_screen(screen: Screen, size: str, meet: Meet, tables: Tables, pictures: Path) -> None:
    found: list[str] = []
    for lang, theme in ALL if PICTURES else USUAL[size]:
        who = meet(lang=lang, size=size)
        screen.open(who, tables)
        found += _look(who, screen, size, lang, theme, pictures)
        if size == "phone" or PICTURES:
            name = f"{screen.name}-{size}-{lang}-{theme}"
            found += [f"{name}: {one}" for one in axe_problems(who.page)]
        if not PICTURES:
            who.page.evaluate(AT_ONCE)
            who.speak(OTHER[lang])
            found += _look(who, screen, size, OTHER[lang], OTHER_THEME[theme], pictures)
    assert not found, "\n".join(found)
