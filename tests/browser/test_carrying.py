"""Pieces and cards that are carried where they belong, with a mouse and with a finger."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.desk import Table
from tests.browser.fingers import centre, drag, drag_until, grip, played
from tests.browser.servers import Server
from tests.depth import deep
from tests.games.tapas.browser import tapas_words
from tests.games.tape_letape.browser import in_full_swing

JSON = Any


def sizes(usual: str) -> pytest.MarkDecorator:
    """With a mouse or with a finger; `make explore` tries both."""
    return pytest.mark.parametrize("size", deep([usual], ["desktop", "phone"]))


@sizes("phone")
def test_a_tapas_is_carried_to_an_arrow(meet: Meet, server: Server, size: str) -> None:
    ana = meet(size=size)
    table, _ = Table.at(server.url, "tapas", 2, {}, lambda game: game["view"]["awaited"] == [0])
    ana.go(table.link())
    ana.my_turn.wait_for()
    ana.settle()
    arrow = ana.button(tapas_words(ana).entry_open).first
    entry = arrow.get_attribute("data-entry")
    tapas = ana.page.locator('[data-value="2"]')
    drag_until(ana, tapas, arrow, lambda: bool(played(ana)))
    assert played(ana) == [f"{entry}:2"]
    expect(ana.page.locator(".carried")).to_have_count(0)


def some_closed(game: JSON) -> bool:
    """Seat 0 is on turn, and some arrows are closed."""
    entries = {move.partition(":")[0] for move in game["moves"]}
    return game["view"]["awaited"] == [0] and len(entries) < 16


@sizes("desktop")
def test_a_tapas_that_cannot_go_in_says_why(meet: Meet, server: Server, size: str) -> None:
    """Nothing is played, neither at a closed arrow nor far from all of them."""
    ana = meet(size=size)
    table, _ = Table.at(server.url, "tapas", 2, {}, some_closed)
    ana.go(table.link())
    ana.my_turn.wait_for()
    ana.settle()
    tapas = ana.page.locator('[data-value="1"]')
    drag(ana, tapas, centre(ana.page.locator(".plate")))
    why = ana.page.get_by_role("alert")
    expect(why).to_have_count(0)
    drag_until(ana, tapas, ana.button(tapas_words(ana).entry_closed).first, why.is_visible)
    assert played(ana) == []


@sizes("phone")
def test_a_card_is_carried_onto_the_road(meet: Meet, server: Server, size: str) -> None:
    ana = meet(size=size)
    table, game = Table.at(server.url, "tape-letape", 3, {}, in_full_swing)
    name = next(move for move in game["moves"] if move[0] in "JVBR")
    ana.go(table.link())
    ana.my_turn.wait_for()
    ana.settle()
    card = ana.page.locator(f'button[data-card="{name}"]')
    x, y = grip(card)
    drag(ana, card, (x, y + 20))  # not out of the hand: it stays there
    assert played(ana) == []
    drag_until(ana, card, ana.page.locator("main svg").first, lambda: bool(played(ana)))
    assert played(ana) == [name]
