"""French and English: the browser's choice at first, then one's own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.desk import BOT, YOU, Table
from tests.browser.servers import Server
from tests.browser.speech import OTHER, WORDS
from tests.games.tapas.browser import TapasPlayer, tapas_words

NAMES = {"en": "English", "fr": "Français"}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_home_speaks_the_browsers_language_and_can_be_switched(lang: str, meet: Meet) -> None:
    ana = meet(lang=lang)
    ana.home()
    for spoken in (lang, OTHER[lang]):
        words = WORDS[spoken]
        if spoken != lang:
            ana.button(NAMES[spoken], exact=False).first.click()
        expect(ana.page.locator("html")).to_have_attribute("lang", spoken)
        expect(ana.page.get_by_text(words.slogan)).to_be_visible()
        expect(ana.page.get_by_role("heading", name=words.my_games)).to_be_visible()
        expect(ana.button(words.play_now).first).to_be_visible()
        expect(ana.page.get_by_role("textbox", name=words.code)).to_be_visible()
    ana.page.reload()
    expect(ana.page.get_by_text(WORDS[OTHER[lang]].slogan)).to_be_visible()


def test_the_table_speaks_both(meet: Meet, server: Server) -> None:
    ana = meet(lang="fr")
    ana.go(Table(server.url, "tapas", [YOU, BOT]).link())
    ana.at_table()
    for lang in ("fr", "en"):
        if lang != "fr":
            ana.button(ana.words.menu).click()
            ana.page.get_by_role("radio", name=NAMES[lang]).check()
            ana.button(WORDS[lang].close).click()
        ana.words = WORDS[lang]
        TapasPlayer(ana).entries.first.wait_for()
        expect(ana.turn).to_contain_text(ana.words.your_turn)
        expect(ana.button(tapas_words(ana).push)).to_be_visible()
        for tab in (ana.words.log, ana.words.score, ana.words.rules):
            expect(ana.page.get_by_role("tab", name=tab)).to_be_visible()
        said = ana.open_tab(ana.words.rules).inner_text()
        assert ("the plate" in said) == (lang == "en")
        assert ("l’assiette" in said) == (lang == "fr")


def test_other_windows_of_the_device_follow(meet: Meet, server: Server) -> None:
    ana = meet()
    ana.go(Table(server.url, "tapas", [YOU, BOT]).link())
    ana.at_table()
    other = ana.context.new_page()
    other.goto("/settings")
    other.get_by_role("radio", name=NAMES["fr"]).check()
    expect(ana.page.locator("html")).to_have_attribute("lang", "fr")
    expect(ana.turn).to_contain_text(WORDS["fr"].your_turn)
    other.get_by_role("radio", name="Sombre").check()
    expect(ana.page.locator("html")).to_have_attribute("data-theme", "dark")
