"""Games against bots, through the page, by clicking what it offers.

In `make explore` they are played whole, else their first moves and their last ones.
"""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.desk import BOT, SHORT, YOU, Table
from tests.browser.moments import whole_game
from tests.browser.players import play, rush
from tests.browser.servers import Server
from tests.depth import deep
from tests.games.tapas.browser import TapasPlayer
from tests.games.tape_letape.browser import TapePlayer

JSON = Any


def towards_the_end(url: str, game: str, players: int, options: JSON, left: int) -> Table:
    """A table in the last moves of a game."""
    whole = whole_game(game, players, json.dumps(options))
    return Table.at_moment(url, whole.at(whole.number - left), 0)


def test_tapas_from_home_to_the_result(meet: Meet, server: Server) -> None:
    ana = meet(reduced_motion="no-preference")
    ana.home()
    ana.play("Tapas")
    player = TapasPlayer(ana)
    assert play(player, moves=3, hurry=False) == 3  # each shown to its end, in full motion
    ana.page.emulate_media(reduced_motion="reduce")
    if deep(True, False):
        ana.go(towards_the_end(server.url, "tapas", 2, {}, 8).link())
        ana.at_table()
    play(player)
    expect(ana.result).to_be_visible()
    assert ana.told("table")["status"] == "over"


def test_tape_letape_to_the_result(meet: Meet, server: Server) -> None:
    ana = meet(lang="fr", size="phone")
    table = Table(server.url, "tape-letape", [YOU, BOT, BOT], SHORT)
    ana.go(table.link())
    ana.at_table()
    play(TapePlayer(ana), moves=deep(3, 10))
    if deep(True, False):
        ana.go(towards_the_end(server.url, "tape-letape", 3, SHORT, 20).link())
        ana.at_table()
    rush(ana)
    expect(ana.result).to_be_visible()
    expect(ana.result.get_by_role("listitem")).to_have_count(3)
