"""A server that is still compiling, or says so: the page tells it quietly, and moves nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import Meet
from tests.browser.desk import BOT, YOU, Table
from tests.browser.servers import Server
from tests.games.tapas.browser import TapasPlayer

SENTENCES = {"en": "Compiling the rules, 40 %", "fr": "Compilation des règles, 40 %"}
BRIEF = {"en": "Rules compiled: 40 %", "fr": "Règles compilées : 40 %"}


class Pretended:
    """What the server is made to say of its rules."""

    def __init__(self, page: Page) -> None:
        self.compiling: Any = {"percent": 40, "failed": False}
        self.sockets: list[WebSocketRoute] = []
        page.route("**/api/house", self._house)
        page.route_web_socket("**/live", self._join)

    def _house(self, route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "compiling": self.compiling})

    def _join(self, near: WebSocketRoute) -> None:
        far = near.connect_to_server()
        self.sockets.append(near)

        def tell(frame: str | bytes) -> None:
            lines = [json.loads(line) for line in str(frame).split("\n")]
            for message in lines:
                if message["type"] == "welcome":
                    message["compiling"] = self.compiling
            near.send("\n".join(map(json.dumps, lines)))

        far.on_message(tell)

    def done(self) -> None:
        """All is compiled."""
        self.compiling = None
        for socket in self.sockets:
            socket.send(json.dumps({"type": "rules", "compiling": None}))


def _places(page: Page) -> Any:
    """Where everything is that can be seen."""
    return page.evaluate(
        """[...document.querySelectorAll("header, main, article, section, nav, h2")]
           .map((one) => Object.values(one.getBoundingClientRect().toJSON()).map(Math.round))"""
    )


def _plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize(("lang", "size"), [("en", "desktop"), ("fr", "phone")])
def test_home_says_how_far_it_is_and_nothing_moves_when_it_is_done(
    lang: str, size: str, meet: Meet
) -> None:
    ana = meet(lang=lang, size=size)
    pretended = Pretended(ana.page)
    ana.home()
    line, status = ana.page.get_by_role("progressbar"), ana.page.locator("[data-compiling]")
    expect(line).to_have_attribute("aria-valuenow", "40")
    told = ana.page.locator("header p[aria-hidden]")
    assert SENTENCES[lang] in _plain(told.inner_text())
    assert told.evaluate("(one) => one.scrollWidth <= one.clientWidth")  # all of it can be read
    before = _places(ana.page)
    pretended.done()
    expect(status).to_have_attribute("data-compiling", "no")
    expect(line).to_have_count(0)
    expect(told).to_have_count(0)
    assert _places(ana.page) == before


@pytest.mark.parametrize(("lang", "size"), [("fr", "desktop"), ("en", "phone")])
def test_a_table_says_it_while_others_are_on_turn_and_can_be_played(
    lang: str, size: str, meet: Meet, server: Server
) -> None:
    ana = meet(lang=lang, size=size)
    pretended = Pretended(ana.page)
    table = Table(server.url, "tapas", [YOU, {"kind": "you", "name": "Bea"}])
    ana.go(f"/w/{table.watch}")
    turn = ana.page.locator("[data-turn]")
    turn.wait_for()
    wanted = BRIEF if size == "phone" else SENTENCES
    assert wanted[lang] in _plain(turn.inner_text())
    pretended.done()
    expect(ana.page.get_by_role("progressbar")).to_have_count(0)
    assert wanted[lang] not in _plain(turn.inner_text())


def test_my_own_turn_is_not_talked_over(meet: Meet, server: Server) -> None:
    ana = meet()
    Pretended(ana.page)
    ana.go(Table(server.url, "tapas", [YOU, BOT]).link())
    ana.at_table()
    TapasPlayer(ana).entries.first.wait_for()
    expect(ana.turn).to_contain_text(ana.words.your_turn)
    expect(ana.turn).not_to_contain_text(SENTENCES["en"])
    expect(ana.page.get_by_role("progressbar")).to_be_visible()
