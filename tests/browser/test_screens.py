"""Every screen: it fits, its targets are large enough, and axe agrees.

Each is opened on a phone in English and shown in French, the longer words, where axe looks at it;
it is looked at in French once more after the window has grown to a desktop's. A screen that is
another one with a mouse is opened on the desktop, too. Every other screen is dark: colours are what
axe looks at, and no theme moves anything (`test_themes_change_colours_alone`). A screen with the
layout of another one (``like``) is left to `make explore`. There, and where ``PICTURES`` is
set, all are opened in both sizes, languages and themes, and axe looks at all of them; with it,
pictures are kept.
"""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.looking import axe_problems, layout_problems
from tests.browser.people import Person
from tests.browser.screen import Screen, Tables
from tests.browser.screens import SCREENS
from tests.browser.servers import Server
from tests.browser.windows import Windows
from tests.depth import deep

PICTURES = bool(os.environ.get("PICTURES"))
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
LOOKED_AT = [one for one in SCREENS if deep(PICTURES, True) or not one.like]
AT_ONCE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, *::before, *::after { transition: none !important; }");
  document.adoptedStyleSheets.push(sheet);
}"""
"""The colours of the other theme need not fade in."""
BOXES = """() => [...document.querySelectorAll("body *:not(svg *)")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.localName, x, y, width, height];
})"""
"""Where everything is, but for the insides of drawings: the button for the theme has another."""


@pytest.fixture(scope="package")
def tables(server: Server) -> Tables:
    """Tables to look at."""
    return Tables(server)


class Visit:
    """Somebody at a screen, and what does not fit there."""

    def __init__(self, who: Person, screen: Screen, tables: Tables, theme: Theme) -> None:
        self.who = who
        self.screen = screen
        self.problems: list[str] = []
        self._shine(theme)
        screen.open(who, tables)

    def _shine(self, theme: Theme) -> None:
        self.theme = theme
        self.who.page.emulate_media(color_scheme=theme, reduced_motion="reduce")

    def boxes(self) -> Any:
        """Where everything is."""
        self.who.settle()
        return self.who.page.evaluate(BOXES)

    def shine_else(self) -> None:
        """Go on in other colours."""
        self.who.page.evaluate(AT_ONCE)
        self._shine("light" if self.theme == "dark" else "dark")
        expect(self.who.page.locator("html")).to_have_attribute("data-theme", self.theme)

    def look(self, size: str, pictures: Path, *, axe: bool = False) -> None:
        """Take a picture, and note what does not fit."""
        who = self.who
        lang = who.words.locale[:2]
        dressed = f'html[data-theme="{self.theme}"][lang="{lang}"]'
        who.page.locator(dressed).wait_for(state="attached")
        who.settle()
        name = f"{self.screen.name}-{size}-{lang}-{self.theme}"
        problems = layout_problems(who.page, size=size, still=self.screen.still)
        if problems or PICTURES:
            who.page.screenshot(path=pictures / f"{name}.png")
        if axe:
            problems += axe_problems(who.page)
        self.problems += [f"{name}: {one}" for one in problems]


def _in_usual_dress(
    screen: Screen, meet: Meet, tables: Tables, windows: Windows, pictures: Path
) -> list[str]:
    """The phone in both languages, and then the desktop."""
    theme = THEMES[SCREENS.index(screen) % 2]
    phone = Visit(meet(lang="en", size="phone"), screen, tables, theme)
    phone.look("phone", pictures)
    phone.who.speak("fr")
    phone.look("phone", pictures, axe=True)
    if screen.apart:
        desktop = Visit(meet(lang="fr"), screen, tables, theme)
        desktop.look("desktop", pictures)
        return phone.problems + desktop.problems
    windows.resize(phone.who.page, "desktop")
    phone.look("desktop", pictures)
    windows.give_back(phone.who.page, "phone")
    return phone.problems


def _in_every_dress(screen: Screen, meet: Meet, tables: Tables, pictures: Path) -> list[str]:
    """Each size, language and theme opened by itself."""
    found: list[str] = []
    for size, lang, theme in product(["phone", "desktop"], ["en", "fr"], THEMES):
        visit = Visit(meet(lang=lang, size=size), screen, tables, theme)
        visit.look(size, pictures, axe=True)
        found += visit.problems
    return found


@pytest.mark.parametrize("screen", LOOKED_AT, ids=lambda screen: screen.name)
def test_screen(
    screen: Screen, meet: Meet, tables: Tables, windows: Windows, pictures: Path
) -> None:
    if deep(PICTURES, True):
        found = _in_every_dress(screen, meet, tables, pictures)
    else:
        found = _in_usual_dress(screen, meet, tables, windows, pictures)
    assert not found, "\n".join(found)


def test_screens_are_like_others_that_are_looked_at() -> None:
    assert len({one.name for one in SCREENS}) == len(SCREENS)
    seen = {one.name for one in SCREENS if not one.like}
    assert {one.like for one in SCREENS if one.like} <= seen


@pytest.mark.parametrize(
    ("name", "size"),
    deep(
        [("home", "phone"), ("road", "desktop"), ("rulebook-tapas", "phone")],
        list(product(["home", "road", "rulebook-tapas"], ["phone", "desktop"])),
    ),
)
def test_themes_change_colours_alone(name: str, size: str, meet: Meet, tables: Tables) -> None:
    screen = next(one for one in SCREENS if one.name == name)
    visit = Visit(meet(lang="fr", size=size), screen, tables, "light")
    light = visit.boxes()
    visit.shine_else()
    assert visit.boxes() == light
