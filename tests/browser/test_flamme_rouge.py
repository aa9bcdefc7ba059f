"""Flamme Rouge through the page: whole races, sealed choices, reloads, keys; stages to build."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.desk import BOT, YOU, Table
from tests.browser.players import move, play, rush
from tests.browser.servers import Server
from tests.browser.test_keyboard import assert_focus_is_seen, tab_to
from tests.browser.test_whole_games import towards_the_end
from tests.depth import deep
from tests.games.flamme_rouge.browser import SHORT_STAGE, FlammePlayer

JSON = Any


def test_a_race_to_the_result(meet: Meet, server: Server) -> None:
    ana = meet(lang="fr", size="phone")
    ana.go(Table(server.url, "flamme-rouge", [YOU, BOT, BOT], SHORT_STAGE).link())
    ana.at_table()
    play(FlammePlayer(ana), moves=2)
    if deep(True, False):
        ana.go(towards_the_end(server.url, "flamme-rouge", 3, SHORT_STAGE, 12).link())
        ana.at_table()
    rush(ana)
    expect(ana.result).to_be_visible()
    expect(ana.result.locator("tbody tr:not(.why)")).to_have_count(6)  # two riders a team


# Where a finger may land: off the middle of a square, towards the one nearest to it.
OFF_THE_MIDDLE = """
() => {
  const middle = (spot) => {
    const { x, y, width, height } = spot.querySelector("path").getBoundingClientRect();
    return { name: spot.dataset.spot, x: x + width / 2, y: y + height / 2 };
  };
  const all = [...document.querySelectorAll("[data-spot]")].map(middle);
  return all.map((one) => {
    const far = (other) => Math.hypot(other.x - one.x, other.y - one.y);
    const next = all.filter((other) => other !== one).sort((a, b) => far(a) - far(b))[0];
    return [one.name, one.x + 0.4 * (next.x - one.x), one.y + 0.4 * (next.y - one.y)];
  });
}
"""


def test_a_finger_finds_the_nearest_place_to_start_from(meet: Meet, server: Server) -> None:
    ana = meet(size="phone")
    ana.go(Table(server.url, "flamme-rouge", [YOU, BOT], SHORT_STAGE).link())
    ana.at_table()
    FlammePlayer(ana).spots.first.wait_for()
    ana.button("Whole stage").first.click()  # the squares are smaller than a finger now
    ana.settle()
    places = ana.page.evaluate(OFF_THE_MIDDLE)
    for name, x, y in places:
        ana.page.mouse.click(x, y)
        expect(ana.page.locator(f'[data-spot="{name}"]')).to_have_attribute("aria-pressed", "true")


def test_a_round_is_shown_rider_by_rider(meet: Meet, server: Server) -> None:
    ana = meet(reduced_motion="no-preference")
    ana.context.add_init_script("localStorage.setItem('echappee.speed', '\"slow\"')")
    table, _ = Table.at(
        server.url, "flamme-rouge", 2, SHORT_STAGE,
        lambda game: game["view"]["table"]["round"] == 1 and 0 in game["view"]["awaited"],
    )  # fmt: skip
    ana.go(table.link())
    player = FlammePlayer(ana)
    for _ in range(3):
        player.offered.first.wait_for()
        move(player)
    story = ana.page.locator(".story")
    expect(story).to_have_text("Round 1: the cards are turned over.")
    expect(ana.turn).to_contain_text("Round 1 is on")
    expect(ana.my_turn).to_have_count(0)
    expect(ana.page.locator("[data-shown] li")).to_have_count(4)
    expect(ana.page.locator("[data-shown] li.on")).to_have_count(1)
    expect(story).to_have_text(re.compile("squares, on|stays on"))
    log = ana.open_tab(ana.words.log).get_by_text("Round 1", exact=False)
    expect(log).to_have_count(0)
    expect(ana.page.locator(".skip")).to_have_count(0, timeout=90_000)
    expect(player.draws.first).to_be_visible()
    expect(log.first).to_be_visible()
    expect(ana.my_turn).to_be_visible()


# What takes longer than a second would never end by itself.
FOR_EVER = """() => {
  const usual = globalThis.setTimeout;
  globalThis.setTimeout = (act, wait, ...more) => (wait > 1000 ? 0 : usual(act, wait, ...more));
}"""


def test_a_tap_on_the_road_skips_what_is_shown(meet: Meet, server: Server) -> None:
    ana = meet(reduced_motion="no-preference")
    table, _ = Table.at(
        server.url, "flamme-rouge", 2, SHORT_STAGE,
        lambda game: game["view"]["table"]["round"] == 1 and 0 in game["view"]["awaited"],
    )  # fmt: skip
    ana.go(table.link())
    player = FlammePlayer(ana)
    for _ in range(3):
        player.offered.first.wait_for()
        ana.page.evaluate(FOR_EVER)
        move(player)
    expect(ana.turn).to_contain_text("is on")
    ana.touch(".map")
    expect(player.draws.first).to_be_visible()
    expect(ana.my_turn).to_be_visible()


def test_a_reload_in_the_middle_of_a_choice(meet: Meet, server: Server) -> None:
    ana = meet()
    table, _ = Table.at(
        server.url, "flamme-rouge", 2, SHORT_STAGE,
        lambda game: game["view"]["table"]["teams"][0]["hand"] is not None,
    )  # fmt: skip
    ana.go(table.link())
    player = FlammePlayer(ana)
    player.cards.first.wait_for()
    held = player.cards.evaluate_all("all => all.map((one) => one.dataset.card)")
    player.cards.first.click()
    ana.page.reload()
    player.cards.first.wait_for()
    assert player.cards.evaluate_all("all => all.map((one) => one.dataset.card)") == held
    expect(player.action).to_have_count(0)
    move(player)
    expect(ana.page.locator("[data-rider] .sealed")).to_have_count(1)


def test_a_race_with_the_keyboard_alone(meet: Meet, server: Server) -> None:
    ana = meet()
    ana.go(Table(server.url, "flamme-rouge", [YOU, BOT], SHORT_STAGE).link())
    player, keys = FlammePlayer(ana), ana.page.keyboard
    for _ in range(2):
        player.spots.first.wait_for()
        tab_to(ana.page, re.compile(r"^(Sprinteur|Rouleur): square \d"))
        assert_focus_is_seen(ana)
        keys.press("Enter")
        expect(player.action).to_be_visible()
        keys.press("Enter")
        expect(player.action).to_have_count(0)
        ana.answered()
    player.draws.first.wait_for()
    tab_to(ana.page, re.compile("first$"))
    keys.press("Enter")
    ana.answered()
    for sealed in (1, 2):
        player.cards.first.wait_for()
        tab_to(ana.page, re.compile(r"to square \d"))
        keys.press("ArrowRight")
        assert_focus_is_seen(ana)
        keys.press("Enter")
        expect(player.action).to_be_visible()
        keys.press("Enter")
        ana.answered()
        if sealed == 1:
            expect(ana.page.locator("[data-rider] .sealed")).to_have_count(1)
    expect(ana.open_tab(ana.words.log).get_by_text(re.compile("Round 1: ")).first).to_be_visible()


def test_from_the_gallery_to_a_race_on_a_stage_of_my_own(meet: Meet) -> None:
    ana = meet()
    ana.home()
    ana.poster("Flamme Rouge").get_by_role("link", name="Stages").click()
    expect(ana.page.locator("[data-stage]")).to_have_count(52)
    ana.link("Build a stage").click()
    race = ana.button("Race")
    for tile in "abeu":
        lay = ana.page.locator(f'[data-tile="{tile}"]:not([aria-disabled="true"])')
        lay.dispatch_event("click")
        expect(ana.page.get_by_role("list", name="The stage").get_by_role("button")).to_have_count(
            "abeu".index(tile) + 1
        )
    expect(race).to_be_enabled()
    ana.button("Number 3, tile e").last.click()
    ana.button("Turn over").click()
    expect(ana.button("Number 3, tile E").first).to_be_visible()
    ana.button("Undo").click()
    expect(ana.button("Number 3, tile e").first).to_be_visible()
    ana.button("Redo").click()
    ana.page.get_by_role("textbox", name="Name of the stage").fill("Home roads")
    expect(race).to_be_enabled()
    ana.button("Save").click()
    with ana.page.expect_request(
        lambda sent: sent.method == "POST" and sent.url.endswith("/api/tables")
    ) as asked:
        race.click()
    assert json.loads(asked.value.post_data or "")["options"]["stage"] == "abEu"
    ana.at_table()  # straight to the line
    ana.go("/stages")
    expect(ana.page.get_by_role("heading", name="Home roads")).to_be_visible()


def test_a_crossing_is_told_and_shown(meet: Meet) -> None:
    ana = meet()
    ana.go("/stages/build?tiles=abegicu")
    expect(ana.page.get_by_role("status").get_by_text("The road crosses itself")).to_be_visible()
    expect(ana.button("Race")).to_be_disabled()
    expect(ana.page.locator("main .wrong")).to_have_count(2)


def test_on_a_phone_building_begins_in_sight(meet: Meet) -> None:
    ana = meet(lang="fr", size="phone")
    ana.go("/stages/build")
    start = ana.page.locator('[data-tile="a"]')
    expect(start).to_be_in_viewport(ratio=1)
    shut = ana.page.locator('[data-tile="u"]')
    expect(shut).to_have_accessible_name(re.compile(r"Un départ d’abord"))
    shut.click(force=True)  # what can't be laid says why
    expect(ana.page.get_by_text("Un départ d’abord").first).to_be_visible()
    start.click()
    expect(ana.page.locator('[data-tile="b"]')).to_be_visible()
    expect(ana.page.locator('[data-need="start"].met')).to_be_visible()
    expect(ana.page.locator("main .pencil path").first).to_be_visible()
    expect(ana.page.locator("[data-count=pieces]")).to_have_text(re.compile(r"1\s*pièces\s*sur 21"))


def test_notes_are_shown_whole_or_not_at_all(meet: Meet, server: Server) -> None:
    ana = meet()
    table = Table(server.url, "flamme-rouge", [YOU, BOT, BOT, BOT], {"stage": "la-classicissima"})
    ana.go(table.link())
    ana.at_table()
    heading = ana.page.get_by_role("heading", name="On this stage")
    whole = """(heading) => {
      const notes = heading.parentElement.getBoundingClientRect();
      const room = document.querySelector(".seats > .notes").getBoundingClientRect();
      if (notes.left >= room.right) return "away";
      return notes.top >= room.top && notes.bottom <= room.bottom ? "whole" : "cut";
    }"""
    found = []
    for height in (560, 600, 720, 760, 1000):
        ana.page.set_viewport_size({"width": 1280, "height": height})
        found.append(heading.evaluate(whole))
    assert set(found) == {"away", "whole"}, found
