"""Somebody to play with: who waits is seen by everybody on the home page."""

from __future__ import annotations

from playwright.sync_api import expect

from echappee.bots.riders import riders
from tests.browser.conftest import Meet

CHAMPIONS = {rider.name for rider in riders() if rider.level == "champion"}
WAIT = "Tapas: wait for somebody"


def test_two_strangers_meet(meet: Meet) -> None:
    ana, bruno = meet(), meet(lang="fr", size="phone")
    bruno.home()
    waiting = bruno.page.locator("[data-open]")
    ana.home()
    ana.button(WAIT).click()
    expect(ana.page.get_by_text("Waiting for somebody")).to_be_visible()
    code = ana.page.locator("[data-code]").inner_text()
    expect(waiting.filter(has_text="Tapas")).to_be_visible()
    assert waiting.get_attribute("data-open") == code
    waiting.get_by_role("link").click()
    bruno.button(bruno.words.sit).click()
    for who in (ana, bruno):
        who.at_table()
    bruno.home()
    expect(bruno.page.get_by_role("heading", name="Qui veut jouer")).to_be_visible()
    expect(waiting).to_have_count(0)
    for who in (ana, bruno):
        assert not who.errors


def test_a_bot_offers_itself_after_a_minute(meet: Meet) -> None:
    ana = meet(color_scheme="light")
    ana.page.clock.install()
    ana.home()
    ana.page.evaluate("""() => localStorage.setItem("echappee.level", '"champion"')""")
    ana.home()
    ana.button(WAIT).click()
    expect(ana.page.get_by_text("Waiting for somebody")).to_be_visible()
    take = ana.button("Play with a bot")
    ana.page.clock.run_for(50_000)
    expect(take).to_have_count(0)
    ana.page.clock.run_for(15_000)
    expect(take).to_be_visible()
    take.click()
    ana.page.locator("[data-turn]").wait_for()
    seats = ana.told("table")["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot"]
    assert seats[1]["name"] in CHAMPIONS, "as strong as those who were met last"
