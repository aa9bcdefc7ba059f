"""Two people in two browsers, who met by a link."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.desk import OPEN, YOU, Table, person
from tests.browser.people import Person
from tests.browser.players import play
from tests.browser.servers import Server
from tests.games.tapas.browser import TapasPlayer
from tests.games.tape_letape.browser import TapePlayer, tape_words

CARD = re.compile(r"[A-Z]\d+$")


def invite(host: Person, game: str, players: int | None = None) -> str:
    """From home to the lobby by clicks; returns the link that is shown there."""
    words = host.words
    host.home()
    host.poster(game).get_by_role("link", name=words.invite).click()
    if players is not None:
        host.page.get_by_role("radio", name=str(players), exact=True).check()
    host.page.get_by_role("textbox", name=words.your_name).fill("Ana")
    host.button(words.set_table).click()
    shown = host.page.get_by_role("textbox", name=words.share)
    expect(shown).to_be_visible()
    return shown.input_value()


def sit(guest: Person, link: str, name: str) -> None:
    """Open the link, say a name, take the first free seat."""
    guest.go(link)
    guest.page.get_by_role("textbox", name=guest.words.your_name).fill(name)
    guest.button(guest.words.sit).first.click()


def test_a_game_of_tapas_by_a_link(meet: Meet) -> None:
    ana, bruno = meet(), meet(lang="fr", size="phone")
    link = invite(ana, "Tapas")
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/t/[A-Z]{6}", link)
    sit(bruno, link, "Bruno <i>")
    for who in (ana, bruno):
        who.at_table()
    expect(ana.page.get_by_role("heading", name="Bruno <i>")).to_be_visible()
    assert play(TapasPlayer(ana, 2), TapasPlayer(bruno, 3), moves=4) == 4
    bruno.button(bruno.words.menu).click()
    bruno.button("Abandonner").click()
    bruno.button("Oui, j’abandonne").click()
    for who in (ana, bruno):
        expect(who.result).to_be_visible()
        expect(who.result.get_by_text("Bruno <i>", exact=True).first).to_be_visible()
    ended = [who.told("table")["end"] for who in (ana, bruno)]
    assert ended[0] == ended[1]


def test_who_is_invited_sees_to_what(meet: Meet, server: Server) -> None:
    clock = {"kind": "live", "move": 30, "bank": 300}
    options = {"stage": "la-classicissima"}
    table = Table(server.url, "flamme-rouge", [YOU, OPEN, OPEN], options, clock=clock)
    bruno = meet()
    bruno.go(f"/t/{table.code}")
    page = bruno.page
    expect(page.get_by_role("heading", name=re.compile(r"^Ana invites you"))).to_be_visible()
    for words in ("Flamme Rouge", "30 s a move, 5 min in the bank", "Stage La Classicissima"):
        expect(page.get_by_role("definition").filter(has_text=words)).to_be_visible()
    expect(bruno.button(bruno.words.sit)).to_have_count(1)
    for founders_only in (page.get_by_role("img", name="Or scan"), page.locator("[data-code]")):
        expect(founders_only).to_have_count(0)
    bruno.button(bruno.words.sit).click()
    expect(bruno.button("Leave")).to_be_visible()
    expect(page.locator("[data-code]")).to_have_count(0)
    assert not bruno.errors


def test_a_puncture_out_of_turn(meet: Meet, server: Server) -> None:
    ana, bruno = meet(), meet(lang="fr")
    table = Table(server.url, "tape-letape", [YOU, person("Bruno"), person("Chloé")])
    table.play(lambda game: game["view"]["seat"] == 0 and any(map(CARD.match, game["moves"])))
    for seat, who in enumerate((ana, bruno)):
        who.go(table.link(seat))
        who.at_table()
    players = TapePlayer(ana, 4), TapePlayer(bruno, 5)
    players[0].cards.first.wait_for()
    # It is Ana's turn, and she has a card in mind; Bruno gives her a puncture.
    bruno.page.get_by_role("button", name=tape_words(bruno).puncture).click()
    whom = bruno.page.get_by_role("region", name=tape_words(bruno).puncture_whom)
    whom.get_by_role("button", name="Ana").click()
    expect(bruno.my_turn).to_have_count(0)
    bruno.button("Crever Ana").click()
    for who in (ana, bruno):
        expect(
            who.open_tab(who.words.log).get_by_text(tape_words(who).punctured).first
        ).to_be_visible()
    moves = [item for item in bruno.moves() if item["seat"] == 1]
    kinds = [event["kind"] for event in moves[-1]["events"]]
    assert kinds[0] == "puncture"
    expect(ana.my_turn).to_have_count(0)
    assert play(players[1], moves=1) == 1
