"""House rules on the page: a handicap in one tap, and sides that are swapped on the board."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from echappee.games import rulebook
from tests.browser.conftest import Meet
from tests.games.tapas.browser import GAME, TapasPlayer, tapas_words

FAIR = {
    one.level: str(one.value)
    for option in rulebook(GAME).options
    for one in option.suggested
    if one.options == {"extras": 0, "burning_head": False}
}


def test_the_fair_handicap_is_one_tap_and_sides_are_swapped_by_keyboard(meet: Meet) -> None:
    """Two at one screen: the form proposes what is fair, the second player takes the side."""
    ana = meet(size="phone")
    ana.go(f"/new/{GAME}?mode=bots")
    ana.page.locator('[data-level="leader"]').click()
    fair = ana.button(re.compile("^Fair at this strength"))
    expect(fair).to_have_attribute("aria-pressed", "false")
    fair.click()
    expect(fair).to_have_attribute("aria-pressed", "true")
    expect(ana.page.get_by_role("combobox", name=re.compile("^Handicap"))).to_have_value(
        FAIR["leader"]
    )
    ana.page.get_by_role("radio", name="On this screen").check(force=True)
    ana.page.get_by_role("switch", name="Swap sides").check(force=True)
    ana.button(ana.words.begin).click()
    ana.at_table()
    TapasPlayer(ana).try_move()
    sides = ana.page.get_by_role("group", name=tapas_words(ana).sides)
    expect(sides).to_be_visible()
    take = sides.get_by_role("button", name=re.compile("^Take "))
    colour = str(take.text_content()).split()[-1]
    take.focus()
    ana.page.keyboard.press("Enter")
    expect(sides).to_be_hidden()
    expect(ana.page.get_by_role("radiogroup")).to_be_visible()
    expect(ana.page.locator("[data-seat='1']").get_by_text("handicap").first).to_be_attached()
    assert colour in ("Jalapeños", "Croquetas")
