"""Refusals, undo, hint, chat, rules, records, rematch."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import echappee
from tests.browser.conftest import Meet
from tests.browser.desk import BOT, OPEN, SHORT, YOU, Table, person
from tests.browser.players import move, play
from tests.browser.servers import Server
from tests.games.tapas.browser import TapasPlayer, tapas_words
from tests.games.tape_letape.browser import TapePlayer


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_illegal_push_is_explained_with_its_article(
    lang: str, meet: Meet, server: Server
) -> None:
    ana = meet(lang=lang)
    ana.go(Table(server.url, "tapas", [YOU, BOT]).link())
    player = TapasPlayer(ana)
    closed = ana.button(tapas_words(ana).entry_closed)
    player.entries.first.wait_for()
    while not closed.count():
        move(player)
        player.entries.first.wait_for()
    moves = len(ana.moves())
    box = closed.first.bounding_box()
    assert box is not None
    ana.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    told = ana.page.get_by_role("alert")
    expect(told).to_be_visible()
    article = told.get_by_role("button", name=re.compile(r"^Article \w+$"))
    number = article.inner_text().split()[1]
    words = echappee.game("tapas").articles
    assert number in {one.id for one in words}
    article.click()
    wanted = ana.page.locator(f'[data-article="{number}"]')
    expect(wanted).to_be_focused()
    expect(wanted).to_be_in_viewport()
    assert len(ana.moves()) == moves


def test_hint_and_undo(meet: Meet, server: Server) -> None:
    ana = meet()
    ana.go(Table(server.url, "tapas", [YOU, BOT]).link())
    player = TapasPlayer(ana)
    player.entries.first.wait_for()
    number = ana.page.get_by_role("radio", name=tapas_words(ana).tapas, disabled=False).count()
    ana.button(ana.words.hint).click()
    expect(ana.page.get_by_text(ana.words.hint_says).last).to_be_visible()
    board = tapas_words(ana)
    chosen = ana.page.get_by_role("button", pressed=True, name=board.entry_open)
    expect(chosen).to_have_count(1)
    ana.button(board.push).click()
    player.entries.first.wait_for()
    ana.button(ana.words.undo).click()
    log = ana.open_tab(ana.words.log)
    expect(log.get_by_text(ana.words.taken_back)).to_be_visible()
    player.entries.first.wait_for()
    assert ana.told("game")["view"]["awaited"] == [0]
    assert number == ana.page.get_by_role("radio", name=board.tapas, disabled=False).count()
    assert play(player, moves=1) == 1


def test_undo_by_consent(meet: Meet, server: Server) -> None:
    ana, bruno = meet(), meet(lang="fr")
    table = Table(server.url, "tapas", [YOU, person("Bruno")])
    table.play(lambda game: game["number"] > 1 and game["view"]["awaited"] == [0])
    for seat, who in enumerate((ana, bruno)):
        who.go(table.link(seat))
        who.at_table()
    entries = TapasPlayer(ana).entries
    entries.first.wait_for()
    ana.button(ana.words.undo).click()
    bruno.button(bruno.words.agree).click()
    for who in (ana, bruno):
        expect(who.open_tab(who.words.log).get_by_text(who.words.taken_back)).to_be_visible()
    entries.first.wait_for()


def test_chat_is_text_and_nothing_else(meet: Meet, server: Server) -> None:
    ana, eye = meet(), meet(size="phone", lang="fr")
    table = Table(server.url, "tapas", [YOU, BOT])
    ana.go(table.link())
    eye.go(f"/w/{table.watch}")
    ana.at_table()
    ana.open_tab(ana.words.chat)
    line = '<b>bold</b> & <img src=x onerror="document.title=1">'
    ana.page.get_by_role("textbox", name=ana.words.say).fill(line)
    ana.button(ana.words.send).click()
    ana.page.get_by_role("group", name="Quick phrases").get_by_role("button").first.click()
    eye.at_table()
    for who, phrase in ((ana, "Hello!"), (eye, "Bonjour !")):
        panel = who.open_tab(who.words.chat)
        expect(panel.get_by_text(line, exact=True)).to_be_visible()
        lines = panel.get_by_role("listitem")
        expect(lines).to_have_count(2)
        expect(lines.last).to_contain_text(phrase)
        assert lines.first.locator("span *").count() == 0
    expect(eye.page.get_by_text(eye.words.only_seated)).to_be_visible()
    assert eye.page.get_by_role("textbox", name=eye.words.say).count() == 0


def test_record_and_rematch(meet: Meet, server: Server, tmp_path: Path) -> None:
    ana = meet()
    table = Table(server.url, "tapas", [YOU, BOT])
    table.play(lambda game: game["view"]["over"])
    ana.go(table.link())
    expect(ana.result).to_be_visible()
    with ana.page.expect_download() as fetched:
        ana.link(ana.words.download).click()
    path = tmp_path / fetched.value.suggested_filename
    fetched.value.save_as(path)
    echappee.verify(path.read_text(encoding="utf-8"))
    ana.button(ana.words.rematch).click()
    ana.page.wait_for_url(lambda url: not url.endswith(table.code))
    ana.at_table()
    assert play(TapasPlayer(ana), moves=2) == 2
    # Back home, the games are listed and the file can be opened.
    ana.link(ana.words.home).click()
    mine = ana.page.get_by_role("region", name=ana.words.my_games)
    expect(mine.get_by_role("listitem")).to_have_count(2)
    ana.page.locator("input[type=file]").set_input_files(path)
    ana.page.wait_for_url("**/r/*")
    slider = ana.page.get_by_role("slider")
    expect(slider).to_have_value("0")
    ana.button(ana.words.to_end).click()
    entries = echappee.replay(path.read_text(encoding="utf-8")).number
    expect(slider).to_have_value(str(entries))
    path.write_text("echappee 1\nnonsense\n", encoding="utf-8")
    ana.go("/")
    ana.page.locator("input[type=file]").set_input_files(path)
    expect(ana.page.get_by_role("alert")).to_be_visible()


# What is shown would never end by itself.
FOR_EVER = """() => {
  const usual = globalThis.setTimeout;
  globalThis.setTimeout = (act, wait, ...more) => (wait > 250 ? 0 : usual(act, wait, ...more));
}"""


def test_escape_skips_the_last_move_and_leaves_the_result(meet: Meet, server: Server) -> None:
    ana = meet()
    table = Table(server.url, "tapas", [BOT, YOU])  # who begins does not have the last move
    table.play(
        lambda game: (
            len(game["view"]["table"]["seats"][1]["hand"]) == 1 and game["view"]["awaited"] == [1]
        )
    )
    ana.go(table.link(1))
    player = TapasPlayer(ana)
    player.offered.first.wait_for()
    ana.page.evaluate(FOR_EVER)
    move(player)
    ana.page.locator(".skip").wait_for()
    ana.page.keyboard.press("Escape")
    expect(ana.result).to_be_visible()
    ana.settle()
    expect(ana.result).to_be_visible()


def test_a_code_opens_the_table(meet: Meet, server: Server) -> None:
    ana = meet(size="phone")
    table = Table(server.url, "tape-letape", [YOU, OPEN, OPEN], SHORT)
    ana.home()
    code = ana.page.get_by_role("textbox", name=ana.words.code)
    code.fill("KDP")
    ana.button(ana.words.join).click()
    expect(ana.page.get_by_role("alert")).to_be_visible()
    code.fill(f"{table.code[:3].lower()}-{table.code[3:]}")
    ana.button(ana.words.join).click()
    ana.page.get_by_role("textbox", name=ana.words.your_name).fill("Chloé")
    ana.button(ana.words.sit).click()
    expect(ana.page.get_by_role("listitem").filter(has_text="Chloé")).to_be_visible()
    assert not TapePlayer(ana).cards.count()
