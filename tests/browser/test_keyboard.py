"""Everything without a mouse, and the focus can be seen."""

from __future__ import annotations

import re
from re import Pattern

from playwright.sync_api import Page, expect

from tests.browser.conftest import Meet
from tests.browser.desk import SHORT, Table
from tests.browser.people import Person
from tests.browser.players import move
from tests.browser.servers import Server
from tests.games.tapas.browser import tapas_words
from tests.games.tape_letape.browser import TapePlayer, tape_words

FOCUSED = """() => {
  const at = document.activeElement;
  return at?.getAttribute("aria-label") || at?.textContent?.trim() || "";
}"""


def tab_to(page: Page, name: Pattern[str], key: str = "Tab", most: int = 60) -> None:
    """Press a key until something of that name has the focus."""
    for _ in range(most):
        page.keyboard.press(key)
        if name.search(page.evaluate(FOCUSED)):
            return
    raise AssertionError(f"{name.pattern} can't be reached with {key}")


def assert_focus_is_seen(who: Person) -> None:
    """The same place looks different once the focus has gone."""
    who.settle()
    place = who.page.evaluate(
        """() => {
          const box = document.activeElement.getBoundingClientRect();
          return { x: Math.max(0, box.x - 6), y: Math.max(0, box.y - 6),
                   width: box.width + 12, height: box.height + 12 };
        }"""
    )
    seen = who.page.screenshot(clip=place)
    who.page.evaluate("() => { globalThis.was = document.activeElement; was.blur(); }")
    who.settle()
    gone = who.page.screenshot(clip=place)
    who.page.evaluate("() => was.focus()")
    assert seen != gone, "the focus can't be seen"


def test_tapas_from_home_to_a_push(meet: Meet) -> None:
    ana = meet()
    ana.home()
    keys = ana.page.keyboard
    tab_to(ana.page, re.compile("^Play Tapas now"))
    assert_focus_is_seen(ana)
    keys.press("Enter")
    expect(ana.page.locator('[data-level="teammate"]')).to_be_focused()
    assert_focus_is_seen(ana)
    keys.press("Enter")
    ana.at_table()
    expect(ana.button(tapas_words(ana).entry_open).first).to_be_visible()
    before = len([item for item in ana.moves() if item["seat"] == 0])
    tab_to(ana.page, re.compile(r"(column|row) \d, from"))
    assert_focus_is_seen(ana)
    keys.press("3")
    expect(ana.page.get_by_role("radio", name="Tapas of 3")).to_be_checked()
    tab_to(ana.page, tapas_words(ana).entry_open, key="ArrowRight")
    keys.press("Enter")
    pressed = ana.page.get_by_role("button", pressed=True, name=tapas_words(ana).entry_open)
    expect(pressed).to_be_focused()
    keys.press("Enter")
    expect(ana.my_turn.or_(ana.turn).first).to_be_visible()
    expect(ana.open_tab(ana.words.log).get_by_text(re.compile("pushes a 3")).first).to_be_visible()
    mine = [item for item in ana.moves() if item["seat"] == 0]
    assert len(mine) == before + 1
    assert mine[-1]["events"][0]["facts"]["value"] == 3


def test_tape_letape_a_stage_and_a_card(meet: Meet, server: Server) -> None:
    ana = meet()
    table, _ = Table.at(
        server.url, "tape-letape", 3, SHORT,
        lambda game: game["view"]["awaited"] == [0] and not game["view"]["table"]["profile"],
    )  # fmt: skip
    ana.go(table.link())
    player = TapePlayer(ana)
    player.stages.first.wait_for()
    keys = ana.page.keyboard
    tab_to(ana.page, re.compile("^(Flat|Mountain|Downhill)$"))
    assert_focus_is_seen(ana)
    keys.press("Enter")
    expect(ana.page.get_by_role("button", name=re.compile("^Ride: "))).to_be_visible()
    keys.press("Enter")
    chosen = ana.page.get_by_role("region", name=tape_words(ana).choose_stage)
    expect(chosen).to_have_count(0)
    while not player.cards.count():
        player.offered.first.wait_for()
        if not player.cards.count():
            move(player)
    expect(ana.page.locator(".skip")).to_have_count(0)
    held = len(ana.page.locator("[data-card]").all())
    tab_to(ana.page, re.compile(r"^(yellow|green|blue|red) \d+"))
    if not tape_words(ana).playable.search(ana.page.evaluate(FOCUSED)):
        tab_to(ana.page, tape_words(ana).playable, key="ArrowRight", most=12)
    assert_focus_is_seen(ana)
    name = ana.page.evaluate(FOCUSED).split(",")[0]
    keys.press("Enter")
    card = ana.page.locator("[data-card]", has_text=re.compile(r"\d")).and_(
        ana.page.get_by_role("button", pressed=True)
    )
    expect(card).to_have_count(1)
    keys.press("Enter")
    expect(ana.page.locator("[data-card]")).to_have_count(held - 1)
    expect(ana.page.get_by_role("button", name=re.compile(f"^{name}"))).to_have_count(0)
