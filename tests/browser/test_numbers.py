"""My numbers: what a finished game leaves on the device, and how it is taken away again."""

from __future__ import annotations

import csv
import io
import json

from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.desk import BOT, YOU, Table
from tests.browser.players import play
from tests.browser.servers import Server
from tests.depth import deep
from tests.games.tapas.browser import TapasPlayer


def test_a_game_that_was_played_is_counted(meet: Meet, server: Server) -> None:
    who = meet()
    who.page.emulate_media(reduced_motion="reduce")
    table = Table(server.url, "tapas", [YOU, BOT])
    game = table.play(
        lambda game: game["number"] >= deep(17, 14) and game["view"]["awaited"] == [0]
    )
    assert not game["view"]["over"]
    who.go(table.link())
    who.at_table()
    play(TapasPlayer(who))
    expect(who.result).to_be_visible()
    record = who.context.request.get(f"/api/records/{table.code}").json()
    scores, winners = record["end"]["standing"]["scores"], record["end"]["winners"]

    who.go("/")
    who.link(who.words.my_numbers).click()
    card = who.page.locator('[data-game="tapas"]')
    share = 100 if winners == [0] else 0
    expect(card).to_contain_text(f"{share // 100} of 1 won · {share} %")
    best = card.get_by_role("link").first
    expect(best).to_have_text(str(scores[0]))
    expect(who.page.get_by_role("table", name="Bots")).to_be_visible()
    best.click()
    expect(who.page.get_by_role("slider").first).to_be_visible()
    assert f"/r/{table.code}" in who.page.url


def test_numbers_can_be_saved_and_deleted(meet: Meet, server: Server) -> None:
    table = Table.over(server.url, "tapas", 2, {})
    who = meet()
    who.go(table.link())
    expect(who.result).to_be_visible()
    who.go("/me")
    expect(who.page.locator('[data-game="tapas"]')).to_be_visible()
    with who.page.expect_download() as saved:
        who.button("Save as CSV").click()
    rows = list(csv.DictReader(io.StringIO(saved.value.path().read_text(encoding="utf-8"))))
    assert [row["code"] for row in rows] == [table.code]
    assert rows[0]["names"] == "Ana / @random"
    with who.page.expect_download() as kept:
        who.button("Save as JSON").click()
    assert json.loads(kept.value.path().read_text(encoding="utf-8"))[0]["code"] == table.code
    who.button("Delete all").click()
    who.page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(who.page.get_by_role("heading", name="No finished game yet")).to_be_visible()
    who.page.reload()
    expect(who.page.get_by_role("heading", name="No finished game yet")).to_be_visible()


def test_a_game_that_ended_unseen_is_looked_up(meet: Meet, server: Server) -> None:
    """Its result was noted without its last view: the page asks the record for it."""
    table = Table.over(server.url, "flamme-rouge", 2, {"stage": "A-L-g-3-B-j-5-D-u"})
    who = meet()
    who.go(table.link())
    expect(who.result).to_be_visible()
    who.page.evaluate(
        """() => {
          const list = JSON.parse(localStorage.getItem("echappee.results"));
          const bare = list.map((one) => ({ ...one, facts: null, course: null }));
          localStorage.setItem("echappee.results", JSON.stringify(bare));
        }"""
    )
    who.go("/me")
    card = who.page.locator('[data-game="flamme-rouge"]')
    expect(card.get_by_role("link").first).to_be_visible()
    expect(card.get_by_text("A-L-g-3-B-j-5-D-u".replace("-", ""))).to_be_visible()
