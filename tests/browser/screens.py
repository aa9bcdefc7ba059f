"""Every screen of the page: those of the frame, and those of each game."""

from __future__ import annotations

from playwright.sync_api import expect

from echappee.games import game_ids
from tests.beside import beside_all
from tests.browser.people import Person
from tests.browser.reviews import practised, reviewed
from tests.browser.screen import Screen, Tables


def _home(who: Person, _: Tables) -> None:
    who.home()


def _how_strong(who: Person, _: Tables) -> None:
    who.home()
    who.page.locator("[data-game] .play").first.click()
    expect(who.page.locator("dialog [data-level]").first).to_be_visible()


def _somebody_waits(who: Person, tables: Tables) -> None:
    offer = {
        "code": "KDPQWR", "game": game_ids()[0], "founder": "Ana", "free": 1, "players": 2,
        "waiting": 130, "options": [{"en": "Rules: of old", "fr": "Règles : anciennes"}],
    }  # fmt: skip
    who.page.route("**/api/lobby", lambda route: route.fulfill(json=[offer]))
    who.home()
    expect(who.page.locator("[data-open]")).to_be_visible()


def _numbers(who: Person, tables: Tables) -> None:
    for name in tables.whole[:2]:
        who.go(tables.over(name).link())
        expect(who.result).to_be_visible()
    who.go("/me")
    expect(who.page.locator("[data-game]")).to_have_count(2)


def _no_numbers(who: Person, _: Tables) -> None:
    who.go("/me")
    expect(who.page.get_by_role("heading", name=who.words.my_numbers)).to_be_visible()


def _share(who: Person, tables: Tables) -> None:
    who.go(tables.over(tables.whole[0]).link())
    who.result.locator("[data-share]").click()
    expect(who.page.locator("img[data-picture]")).to_be_visible()


def _unknown(who: Person, _: Tables) -> None:
    who.go("/t/KDPQWR")
    expect(who.page.get_by_role("link").first).to_be_visible()


def _settings(who: Person, _: Tables) -> None:
    who.go("/settings")
    expect(who.page.get_by_role("radio").first).to_be_attached()


def _home_alone(who: Person, _: Tables) -> None:
    who.page.route("**/api/**", lambda route: route.abort())
    who.go("/")
    expect(who.page.get_by_role("status").filter(has_text=".").first).to_be_visible()


def _nothing(who: Person, _: Tables) -> None:
    who.go("/nowhere/at/all")
    expect(who.page.get_by_role("link").first).to_be_visible()


SCREENS = (
    Screen("home", _home, still=False),
    Screen("how-strong", _how_strong, still=False),
    Screen("somebody-waits", _somebody_waits, still=False),
    *(screen for module in beside_all("browser") for screen in module.SCREENS),
    Screen("review", reviewed, still=False, apart=True),
    Screen("practice", practised),
    Screen("settings", _settings, still=False),
    Screen("home-alone", _home_alone, still=False),
    Screen("numbers", _numbers, still=False),
    Screen("numbers-none", _no_numbers, still=False),
    Screen("share", _share, still=False),
    Screen("unknown", _unknown, still=False),
    Screen("nothing", _nothing, still=False),
)
