"""Play: one question, then a table with riders who are called the same everywhere."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from echappee.bots.riders import riders
from tests.browser.conftest import Meet
from tests.browser.desk import YOU, Table
from tests.browser.servers import Server

SUNDAY = {rider.name for rider in riders() if rider.level == "sunday"}


def test_play_asks_how_strong_and_remembers_it(meet: Meet) -> None:
    ana = meet(lang="fr", size="phone")
    ana.home()
    dialog = ana.wish("Tapas")
    expect(dialog.get_by_role("button", name=re.compile("^Équipier"))).to_be_focused()
    ana.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    ana.play("Tapas", level="sunday")
    name = ana.page.locator("[data-seat]").first.get_attribute("aria-label")
    assert name in SUNDAY
    told = ana.told("table")["seats"]
    assert [seat["name"] for seat in told if seat["kind"] == "bot"] == [name]
    ana.home()
    dialog = ana.wish("Tapas")
    expect(dialog.get_by_role("button", name=re.compile("^Cycliste du dimanche"))).to_be_focused()
    ana.page.keyboard.press("Escape")
    ana.go("/new/tapas?mode=bots")
    expect(ana.page.get_by_role("radio", name=re.compile("^Cycliste du dimanche"))).to_be_checked()


def test_a_rider_has_one_name_from_the_seat_to_the_record(meet: Meet, server: Server) -> None:
    table = Table(server.url, "tapas", [YOU, {"kind": "bot", "bot": "zelie"}])
    table.play(lambda game: game["view"]["over"])
    ana = meet()
    ana.go(table.link())
    expect(ana.result).to_be_visible()
    expect(ana.result.get_by_role("listitem").filter(has_text="Zélie")).to_have_count(1)
    ana.page.keyboard.press("Escape")
    expect(ana.open_tab(ana.words.log).get_by_text("Zélie").first).to_be_visible()
    ana.go(f"/r/{table.watch}")
    seats = ana.page.locator("[data-seat]")
    expect(seats).to_have_count(2)
    expect(seats.filter(has_text="Zélie")).to_have_count(1)


def test_a_face_tells_who_it_is(meet: Meet, server: Server) -> None:
    ana = meet(lang="fr")
    ana.go(Table(server.url, "tapas", [YOU, {"kind": "bot", "bot": "zelie"}]).link())
    ana.button("Qui est Zélie\u00a0?").click()
    dialog = ana.page.get_by_role("dialog", name="Zélie")
    expect(dialog.get_by_text("salue les vaches")).to_be_visible()
    expect(dialog.get_by_text("robot · cycliste du dimanche")).to_be_visible()
    dialog.get_by_role("button", name=ana.words.close).click()
    expect(dialog).to_be_hidden()
