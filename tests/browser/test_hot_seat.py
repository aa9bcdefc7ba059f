"""Several people at one screen: hands stay hidden until the next one says that he is there."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.players import move, play
from tests.depth import deep
from tests.games.tapas.browser import TapasPlayer
from tests.games.tape_letape.browser import TapePlayer, tape_words

CARD = re.compile(r"\b(yellow|green|blue|red) \d+", re.IGNORECASE)


def test_hands_are_hidden_until_the_device_has_changed_hands(meet: Meet) -> None:
    ana = meet()
    words = ana.words
    ana.home()
    ana.poster("Tape l'étape").get_by_role("link", name=words.one_screen).click()
    names = ana.page.get_by_role("textbox", name=words.player)
    expect(names).to_have_count(3)
    people = ["Ana", "Bruno", "Chloé"]
    for place, name in enumerate(people):
        names.nth(place).fill(name)
    ana.button(words.begin).click()
    hand = ana.page.get_by_role("group", name=tape_words(ana).hand, exact=True)
    player = TapePlayer(ana)
    handed = []
    for _ in range(deep(4, 6)):
        ready = ana.button(words.i_am)
        expect(ready).to_be_visible()
        expect(ready).to_be_focused()
        expect(hand).to_have_count(0)
        assert not ana.page.locator("[data-card], [data-place]").count()
        assert not CARD.search(ana.page.locator("main").inner_html())
        name = ready.inner_text().removeprefix("I am ")
        handed.append(name)
        looked = [message["look"] for message in ana.messages("welcome")][-1]
        assert looked is None or people[looked] != name
        ready.click()
        expect(hand).to_be_visible()
        shown = ana.messages("welcome")[-1]
        assert people[shown["look"]] == name
        while not ready.is_visible():
            player.offered.or_(ready).first.wait_for()
            if not ready.is_visible():
                move(player)
    assert set(handed) == set(people)


def test_an_open_game_needs_no_screen_in_between(meet: Meet) -> None:
    ana = meet(lang="fr", size="phone")
    ana.home()
    ana.poster("Tapas").get_by_role("link", name=ana.words.one_screen).click()
    ana.button(ana.words.begin).click()
    ana.at_table()
    assert play(TapasPlayer(ana), moves=4) == 4
    expect(ana.page.get_by_role("dialog")).to_have_count(0)
    assert {item["seat"] for item in ana.moves()} == {0, 1}
