"""Whole games against bots, through the page, by clicking what it offers."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.desk import BOT, SHORT, YOU, Table
from tests.browser.players import play, rush
from tests.browser.servers import Server
from tests.games.tapas.browser import TapasPlayer
from tests.games.tape_letape.browser import TapePlayer


def test_tapas_from_home_to_the_result(meet: Meet) -> None:
    ana = meet(reduced_motion="no-preference")
    ana.home()
    ana.play("Tapas")
    player = TapasPlayer(ana)
    assert play(player, moves=4, hurry=False) == 4  # each shown to its end, in full motion
    ana.page.emulate_media(reduced_motion="reduce")
    play(player)
    expect(ana.result).to_be_visible()
    assert ana.told("table")["status"] == "over"


def test_tape_letape_to_the_result(meet: Meet, server: Server) -> None:
    ana = meet(lang="fr", size="phone")
    table = Table(server.url, "tape-letape", [YOU, BOT, BOT], SHORT)
    ana.go(table.link())
    ana.at_table()
    play(TapePlayer(ana), moves=10)
    rush(ana)
    expect(ana.result).to_be_visible()
    expect(ana.result.get_by_role("listitem")).to_have_count(3)
