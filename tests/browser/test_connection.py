"""Reloading, losing the socket, losing the server: nothing is lost, nothing happens twice."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Meet
from tests.browser.desk import BOT, SHORT, YOU, Table, person
from tests.browser.people import Person
from tests.browser.players import play
from tests.browser.servers import Server
from tests.depth import deep
from tests.games.tapas.browser import TapasPlayer, tapas_words
from tests.games.tape_letape.browser import TapePlayer


def hand_of(who: Person) -> list[str | None]:
    """The cards that the page shows."""
    return [card.get_attribute("data-card") for card in who.page.locator("[data-card]").all()]


def test_reload_in_mid_game(meet: Meet, server: Server) -> None:
    """Among people who wait for her: a bot could puncture her before or after."""
    ana = meet()
    table = Table(server.url, "tape-letape", [YOU, person("Bruno"), person("Chloé")], SHORT)
    table.play(lambda game: game["number"] > 6 and game["view"]["awaited"] == [0])
    ana.go(table.link())
    player = TapePlayer(ana)
    player.offered.first.wait_for()
    ana.settle()
    held, told = hand_of(ana), [item["seq"] for item in ana.moves()]
    ana.page.reload()
    player.offered.first.wait_for()
    assert hand_of(ana) == held
    assert [
        item["seq"] for item in ana.messages("welcome")[-1]["items"] if item["kind"] == "move"
    ] == told
    assert "#key" not in ana.page.url
    assert play(player, moves=1) == 1


class Cable:
    """The wire between page and server; a message can be lost on it, once."""

    def __init__(self, who: Person, lose: str) -> None:
        self.lose: str | None = None
        self._kind = lose
        self.lost: list[str] = []
        self.moves: list[str] = []
        who.page.route_web_socket("**/live", self._join)

    def cut(self) -> None:
        """Lose the next message of that kind, and the connection with it."""
        self.lose = self._kind

    def _join(self, near: WebSocketRoute) -> None:
        far = near.connect_to_server()

        def carry(message: str | bytes, on: WebSocketRoute) -> None:
            text = str(message)
            kinds = [json.loads(line)["type"] for line in text.split("\n")]
            if "move" in kinds:
                self.moves.append(text)
            if self.lose in kinds:
                self.lose = None
                self.lost.append(text)
                near.close(code=3001)
                far.close(code=3001)
            else:
                on.send(message)

        near.on_message(lambda message: carry(message, far))
        far.on_message(lambda message: carry(message, near))


@pytest.mark.parametrize("lost", ["move", "ack"])
def test_a_move_that_is_lost_on_the_way_is_played_once(
    lost: str, meet: Meet, server: Server
) -> None:
    ana, eye = meet(), meet()
    cable = Cable(ana, lost)
    table = Table(server.url, "tapas", [YOU, BOT])
    ana.go(table.link())
    player = TapasPlayer(ana)
    play(player, moves=1)
    player.entries.first.wait_for()
    cable.cut()
    assert play(player, moves=1) == 1
    player.entries.first.wait_for()
    assert len(cable.lost) == 1
    again = [json.loads(text) for text in cable.moves[-2:]]
    assert again[0] == again[1], "the same message under the same id"
    play(player, moves=1)
    player.entries.first.wait_for()
    eye.go(f"/w/{table.watch}")
    eye.at_table()
    played = [item for item in eye.messages("welcome")[-1]["items"] if item["kind"] == "move"]
    assert [item["number"] for item in played] == list(range(1, len(played) + 1))
    assert len([item for item in played if item["seat"] == 0]) == 3


def test_offline_the_page_says_so_and_comes_back(meet: Meet, server: Server) -> None:
    ana = meet()
    ana.go(Table(server.url, "tapas", [YOU, BOT]).link())
    player = TapasPlayer(ana)
    play(player, moves=1)
    player.entries.first.wait_for()
    server.kill()
    lost = ana.page.get_by_text(ana.words.lost)
    expect(lost).to_be_visible()
    # A move made meanwhile is kept, and sent once the server is back.
    before = own_moves(ana)
    push(ana)
    server.start()
    expect(lost).to_have_count(0)
    player.entries.first.wait_for()
    assert own_moves(ana) == before + 1


def push(ana: Person) -> None:
    """One push, whatever becomes of it."""
    ana.button(tapas_words(ana).entry_open).first.click()
    ana.button(tapas_words(ana).push).click()


def own_moves(ana: Person) -> int:
    """How many moves of Ana's the server has told of."""
    return len([item for item in ana.moves() if item["seat"] == 0])


def test_a_server_that_stands_still_is_noticed_and_nothing_is_lost(
    meet: Meet, server: Server
) -> None:
    ana = meet()
    ana.go(Table(server.url, "tapas", [YOU, BOT]).link())
    player = TapasPlayer(ana)
    play(player, moves=1)
    player.entries.first.wait_for()
    before = own_moves(ana)
    with server.standing_still():
        push(ana)
        expect(ana.turn).to_contain_text("on its way")
        expect(ana.page.get_by_text(ana.words.lost)).to_be_visible()
        expect(ana.page.locator("main.cut")).to_be_visible()
    expect(ana.page.get_by_text(ana.words.lost)).to_have_count(0)
    expect(ana.page.locator("main.cut")).to_have_count(0)
    player.entries.first.wait_for()
    assert own_moves(ana) == before + 1


def test_a_cut_network_is_noticed_at_once_and_the_move_kept(meet: Meet, server: Server) -> None:
    ana = meet()
    ana.go(Table(server.url, "tapas", [YOU, BOT]).link())
    player = TapasPlayer(ana)
    play(player, moves=1)
    player.entries.first.wait_for()
    before = own_moves(ana)
    ana.context.set_offline(True)
    expect(ana.page.get_by_text("You are offline")).to_be_visible()
    push(ana)
    ana.context.set_offline(False)
    expect(ana.page.get_by_text(ana.words.lost)).to_have_count(0)
    player.entries.first.wait_for()
    assert own_moves(ana) == before + 1


def test_a_killed_server_loses_nothing_that_it_acknowledged(meet: Meet, server: Server) -> None:
    ana, eye = meet(), meet(lang="fr")
    table = Table(server.url, "tape-letape", [YOU, BOT, BOT], SHORT)
    eye.go(f"/w/{table.watch}")
    ana.go(table.link())
    player = TapePlayer(ana, 7)
    for moves in deep((2, 1), (2, 1, 3)):
        play(player, moves=moves)
        server.kill()  # right after a click, whatever has become of it
        acknowledged = {answer["seq"] for answer in ana.messages("ack")}
        told = {item["seq"]: item for item in ana.moves()}
        expect(ana.page.get_by_text(ana.words.lost)).to_be_visible()
        server.start()
        expect(ana.page.get_by_text(ana.words.lost)).to_have_count(0)
        expect(eye.page.get_by_text(eye.words.lost)).to_have_count(0)
        player.offered.or_(ana.result).first.wait_for()
        now = {item["seq"]: item for item in ana.moves()}
        stored = {item["seq"] for item in table.seen()["items"]}
        assert acknowledged <= stored
        assert set(told) <= stored
        assert all(now[seq] == item for seq, item in told.items())
