"""Leaving, resting, coming back, looking on, playing again: what people do besides moving."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Meet
from tests.browser.desk import BOT, OPEN, SHORT, YOU, Table
from tests.browser.people import Person
from tests.browser.players import play
from tests.browser.servers import Server
from tests.browser.test_two_people import sit
from tests.depth import deep
from tests.games.tapas.browser import TapasPlayer
from tests.games.tape_letape.browser import TapePlayer

COUNT_TONES = """
globalThis.tones = [];
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  const tone = make.call(this);
  const set = tone.frequency.setValueAtTime.bind(tone.frequency);
  tone.frequency.setValueAtTime = (pitch, at) => (globalThis.tones.push(pitch), set(pitch, at));
  return tone;
};
"""


def menu(who: Person, name: str) -> None:
    """Choose something in the menu of the table."""
    who.button(who.words.menu).click()
    who.page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


def two(meet: Meet, server: Server) -> tuple[Person, Person, Table]:
    """Ana and Bruno at a table of Tapas; she speaks English, he French on a phone."""
    ana, bruno = meet(), meet(lang="fr", size="phone")
    table = Table(server.url, "tapas", [YOU, OPEN])
    ana.go(table.link())
    sit(bruno, f"/t/{table.code}", "Bruno")
    for who in (ana, bruno):
        who.at_table()
    return ana, bruno, table


def test_a_pause_rests_the_board_and_anybody_goes_on(meet: Meet, server: Server) -> None:
    ana, bruno, _ = two(meet, server)
    menu(ana, "Pause")
    for who, said in ((ana, "The game rests"), (bruno, "La partie se repose")):
        expect(who.page.get_by_role("heading", name=said)).to_be_visible()
        assert not TapasPlayer(who).entries.count()
    bruno.button("Reprendre").click()
    expect(ana.page.get_by_role("heading", name="The game rests")).to_have_count(0)
    assert play(TapasPlayer(ana), TapasPlayer(bruno), moves=1) == 1


def test_giving_up_asks_first_and_ends_the_duel(meet: Meet, server: Server) -> None:
    ana, bruno, _ = two(meet, server)
    menu(ana, "Give up")
    sheet = ana.page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name="Give this game up?")).to_be_visible()
    sheet.get_by_role("button", name="Cancel").click()
    sheet.get_by_role("button", name="Give up").click()
    sheet.get_by_role("button", name="Yes, I give up").click()
    expect(ana.page.get_by_role("heading", name="You lost")).to_be_visible()
    expect(bruno.page.get_by_role("heading", name="Vous gagnez !")).to_be_visible()


def test_out_of_time_a_bot_plays_until_one_is_back(meet: Meet, server: Server) -> None:
    ana, bruno = meet(size="phone"), meet(size="phone")
    table = Table(server.url, "tapas", [YOU, OPEN], clock={"kind": "live", "move": 6, "bank": 0})
    ana.go(table.link())
    sit(bruno, f"/t/{table.code}", "Bruno")
    for who in (ana, bruno):
        who.at_table()
    slow, name = (ana, "Ana") if ana.my_turn.is_visible() else (bruno, "Bruno")
    told = slow.page.get_by_role("heading", name="A bot plays for you")
    expect(told).to_be_visible()
    slow.button("I'm back").click()
    expect(told).to_have_count(0)
    expect(slow.open_tab(slow.words.log).get_by_text(f"{name} is back.")).to_be_visible()


def test_a_rematch_takes_both_to_the_next_table(meet: Meet, server: Server) -> None:
    ana, bruno, table = two(meet, server)
    menu(bruno, "Abandonner")
    bruno.page.get_by_role("button", name="Oui, j’abandonne").click()
    expect(ana.result).to_be_visible()
    ana.button("Rematch").click()
    ana.page.wait_for_url(lambda url: not url.endswith(table.code))
    bruno.button("À la table suivante").click()
    bruno.page.wait_for_url(lambda url: url.endswith(ana.code))
    for who in (ana, bruno):
        who.at_table()
    assert play(TapasPlayer(ana), TapasPlayer(bruno), moves=2) == 2


def copied(who: Person, name: str) -> str:
    """A link out of the sheet with links."""
    who.context.grant_permissions(["clipboard-read", "clipboard-write"])
    who.button("Invite").click()
    who.page.get_by_role("dialog").get_by_role("button", name=name).click()
    expect(who.page.get_by_text("Copied.").last).to_be_visible()
    link = str(who.page.evaluate("() => navigator.clipboard.readText()"))
    who.button(who.words.close).first.click()
    return link


def cards(who: Person) -> Locator:
    """The cards of the hand that is shown."""
    return who.page.locator("[data-card]")


def test_links_for_spectators_and_for_ones_own_other_device(meet: Meet, server: Server) -> None:
    ana, eye, phone = meet(), meet(), meet(size="phone")
    table, _ = Table.at(
        server.url, "tape-letape", 3, SHORT,
        lambda game: game["view"]["awaited"] == [0] and game["number"] > 2,
    )  # fmt: skip
    ana.go(table.link())
    cards(ana).first.wait_for()
    held = cards(ana).evaluate_all("(all) => all.map((card) => card.dataset.card)")
    eye.go(copied(ana, "Link for spectators"))
    eye.at_table()
    expect(eye.page.get_by_text("You are watching")).to_be_visible()
    assert not cards(eye).count()
    phone.go(copied(ana, "Your private link"))
    cards(phone).first.wait_for()
    assert cards(phone).evaluate_all("(all) => all.map((card) => card.dataset.card)") == held
    assert "#" not in phone.page.url
    assert play(TapePlayer(phone), moves=1) == 1


def test_who_comes_to_a_full_table_looks_on(meet: Meet, server: Server) -> None:
    ana = meet()
    table = Table(server.url, "tapas", [YOU, BOT])
    ana.go(f"/t/{table.code}")
    ana.at_table()
    expect(ana.page.get_by_text("You are watching")).to_be_visible()
    assert not TapasPlayer(ana).entries.count()


def test_an_unknown_table_says_so_and_shows_the_way(meet: Meet) -> None:
    ana = meet(lang="fr", size="phone")
    ana.go("/t/KDPQWR")
    expect(ana.page.get_by_role("heading", name="Aucune table n’a ce code.")).to_be_visible()
    ana.link("Aux jeux").click()
    expect(ana.button(ana.words.play_now).first).to_be_visible()


@pytest.mark.parametrize("skipped", deep([True], [False, True]))
def test_what_was_missed_is_shown_again_in_short(skipped: bool, meet: Meet, server: Server) -> None:
    ana, bruno, _ = two(meet, server)
    players = TapasPlayer(ana), TapasPlayer(bruno)
    if ana.my_turn.is_visible():
        play(players[0], moves=1)
    players[1].offered.first.wait_for()
    address = ana.page.url
    ana.go("/")
    expect(ana.button(ana.words.play_now).first).to_be_visible()
    assert play(players[1], moves=1) == 1
    expect(bruno.my_turn).to_have_count(0)
    ana.go(address)
    showing = ana.page.locator('[data-recap="showing"]')
    expect(showing).to_contain_text("Bruno pushes a")
    if skipped:
        ana.page.keyboard.press("Escape")
    told = ana.page.locator('[data-recap="told"]')
    expect(told.get_by_role("listitem").first).to_contain_text("Bruno pushes a")
    expect(showing).to_have_count(0)
    expect(players[0].offered.first).to_be_visible()
    told.get_by_role("button", name="All right").click()
    expect(told).to_have_count(0)


def test_sounds_are_small_and_can_be_switched_on_and_off(meet: Meet, server: Server) -> None:
    ana = meet()
    ana.page.add_init_script(COUNT_TONES)
    ana.go(Table(server.url, "tapas", [YOU, BOT]).link())
    player = TapasPlayer(ana)
    play(player, moves=1)
    player.entries.first.wait_for()
    assert ana.page.evaluate("tones") == []  # nobody has asked for them
    ana.button(ana.words.menu).click()
    ana.page.get_by_role("group", name="Sound").get_by_role("radio", name="On").check()
    ana.button(ana.words.close).click()
    play(player, moves=1)
    player.entries.first.wait_for()
    heard = ana.page.evaluate("tones")
    assert 310 in heard, "a move"
    assert 1318 in heard, "my turn"
    ana.button(ana.words.menu).click()
    ana.page.get_by_role("group", name="Sound").get_by_role("radio", name="Off").check()
    ana.button(ana.words.close).click()
    before = len(ana.page.evaluate("tones"))
    play(player, moves=1)
    player.entries.first.wait_for()
    assert len(ana.page.evaluate("tones")) == before
    ana.page.reload()
    player.entries.first.wait_for()
    ana.button(ana.words.menu).click()
    off = ana.page.get_by_role("group", name="Sound").get_by_role("radio", name="Off")
    expect(off).to_be_checked()


def test_a_record_shows_hands_and_standings(meet: Meet, server: Server) -> None:
    ana = meet()
    table = Table(server.url, "tape-letape", [YOU, BOT, BOT], SHORT)
    table.play(lambda game: game["view"]["over"])
    ana.go(f"/r/{table.code}")
    expect(ana.page.get_by_role("complementary", name="Score")).to_be_visible()
    hand = re.compile(r"(yellow|green|blue|red) \d+, ")
    seats = ana.page.get_by_role("region", name="Seats")
    expect(seats.get_by_role("img", name=hand)).to_have_count(3)
    assert not cards(ana).count()
    # Through one player's eyes, the others hold backs.
    ana.page.get_by_role("combobox", name="Seen by").select_option("Ana")
    cards(ana).first.wait_for()
    expect(seats.get_by_role("img", name=hand)).to_have_count(0)
    assert not ana.page.locator('[data-action="primary"]').count()
    ana.button(ana.words.to_end).click()
    expect(ana.page.get_by_text("All stages have been ridden.")).to_be_visible()
