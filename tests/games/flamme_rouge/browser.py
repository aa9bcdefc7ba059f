"""Flamme Rouge on the page: who plays it, what stands on its board, its screens."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Locator, expect

from echappee.rulebook.options import Options
from tests.browser.desk import OPEN, YOU, Table
from tests.browser.learners import BoardLearner
from tests.browser.people import Person
from tests.browser.players import SHORT, pick
from tests.browser.screen import (
    MomentOf,
    Picture,
    Screen,
    Tables,
    WholeGame,
    at_table,
    lesson,
    over,
    panel,
    record_at,
    replay,
    rulebook,
)  # fmt: skip

JSON = Any
GAME = "flamme-rouge"
SETTINGS: list[tuple[int, Options]] = [
    (1, {}), (2, {"teams": 4}), (3, {}), (4, {}), (5, {}), (6, {}),
]  # fmt: skip
STAGE = {"stage": "la-classicissima"}
SHORT_STAGE = {"stage": "A-L-g-3-B-j-5-D-u"}


class FlammePlayer:
    """A place behind the line, which rider first, a card, or whatever the one button says."""

    def __init__(self, person: Person, seed: int = 1) -> None:
        self.person = person
        self.chance = random.Random(seed)
        page = person.page
        self.spots = page.locator("[data-spot]")
        self.draws = page.locator("[data-draw]")
        self.cards = page.locator("[data-card]")
        self.action = page.locator('[data-action="primary"]:not([aria-disabled="true"])')

    @property
    def offered(self) -> Locator:
        """Places, riders, cards, or the button."""
        return self.spots.or_(self.draws).or_(self.cards).or_(self.action)

    def try_move(self) -> None:
        """One rider placed, one hand drawn, or one card sealed."""
        if self.draws.count():
            return pick(self.draws, self.chance).click(timeout=SHORT)
        if self.spots.count():
            pick(self.spots, self.chance).dispatch_event("click", timeout=SHORT)
        elif self.cards.count():
            pick(self.cards, self.chance).click(timeout=SHORT)
        return self.action.click(timeout=SHORT)


class FlammeLearner(BoardLearner):
    """A rider placed, a hand drawn, a card sealed."""

    def make(self, moves: list[str]) -> int:
        """One move of any kind."""
        text = moves[0]
        if "@" in text:
            rider = self.find(f'[data-placer="{text[0]}"]')
            if rider.count():
                rider.click()
            self.find(f'[data-spot="{text}"]').dispatch_event("click")
        elif len(text) == 1:
            self.find(f'[data-draw="{text}"]').click()
            return 1
        else:
            self.find(f'[data-hand="{text[0]}"] [data-card="{text[1:]}"]').first.click()
        self.confirm()
        return 1


Learner = FlammeLearner

# Each rider on the road by team and letter; and how far all have to go, from the score.
READER = """
() => ({
  road: [...document.querySelectorAll("main .view use")]
    .filter((one) => /^#fr-t[SR]$/.test(one.getAttribute("href")))
    .map((one) => one.parentNode.getAttribute("class").match(/fr-(\\w+)/)[1]
      + one.getAttribute("href").at(-1)).sort(),
  left: [...document.querySelectorAll("aside tbody tr:not(.why)")]
    .map((row) => [row.querySelector("th b").textContent,
      row.querySelectorAll("td")[1].textContent.trim()].join(" ")).sort(),
})
"""


def facts(table: Any) -> JSON:
    """The same, told from the engine's view."""
    colours = ("rouge", "bleu", "vert", "jaune", "orange", "blanc")
    riders = [(team, one) for team, side in enumerate(table.teams) for one in side.riders]
    road = [f"{colours[team]}{one.rider}" for team, one in riders if one.on_road and one.square]

    def left(square: int | None) -> str:
        if square is None:
            return "–"
        away = table.finish + 1 - square
        return str(away) if away > 0 else f"+{1 - away}"

    return {
        "road": sorted(road),
        "left": sorted(f"{one.rider} {left(one.square)}" for _, one in riders),
    }


def _round(game: JSON) -> int:
    return int(game["view"]["table"]["round"])


def _holds(game: JSON) -> bool:
    return game["view"]["table"]["teams"][0]["hand"] is not None


MOMENTS: dict[str, MomentOf] = {
    "start": (GAME, 2, STAGE, lambda game: 0 in game["view"]["awaited"]),
    "energy": (GAME, 4, STAGE, lambda game: _round(game) >= 5 and _holds(game)),
    "first": (GAME, 2, {**STAGE, "teams": 4},
              lambda game: _round(game) >= 3 and not _holds(game) and game["moves"]),
}  # fmt: skip
GAMES: dict[str, WholeGame] = {"flamme": (GAME, 3, SHORT_STAGE)}


def _start(who: Person, tables: Tables) -> None:
    at_table(who, tables.at("start"))
    FlammePlayer(who).spots.first.wait_for()
    FlammePlayer(who).spots.first.dispatch_event("click")
    expect(FlammePlayer(who).action).to_be_visible()


def _energy(who: Person, tables: Tables) -> None:
    at_table(who, tables.at("energy"))
    FlammePlayer(who).cards.nth(1).click()
    expect(FlammePlayer(who).action).to_be_visible()


def _first(who: Person, tables: Tables) -> None:
    at_table(who, tables.at("first"))
    FlammePlayer(who).draws.first.wait_for()


def _decks(who: Person, tables: Tables) -> None:
    at_table(who, tables.at("energy"))
    who.page.locator("[data-rider]").first.click()
    expect(who.page.get_by_role("dialog")).to_be_visible()


def _order(who: Person, tables: Tables) -> None:
    at_table(who, tables.at("energy"))
    who.open_tab(who.words.score)


def _gallery(who: Person, _: Tables) -> None:
    who.go("/stages")
    expect(who.page.locator("[data-stage]")).to_have_count(52)


def _builder(who: Person, _: Tables) -> None:
    who.go("/stages/build?tiles=aijDpcHBsfTLor")
    expect(who.page.locator("main [data-place]")).to_have_count(14)


def _record_log(who: Person, tables: Tables) -> None:
    replay(who, tables.record("flamme"), 20)
    panel(who, who.words.log)
    expect(who.page.locator("button[aria-current=step]")).to_be_in_viewport()


def _new(who: Person, _: Tables) -> None:
    who.go(f"/new/{GAME}?mode=friends")
    expect(who.page.locator("[data-stage]")).to_be_visible()
    who.page.locator("select:has([value=order])").select_option("order")
    who.page.locator("select:has([value=usual])").select_option("")


def _choosing(who: Person, tables: Tables) -> None:
    _new(who, tables)
    who.page.locator(".ways button").first.click()
    expect(who.page.get_by_role("dialog")).to_be_visible()


def _invited(who: Person, tables: Tables) -> None:
    options = {**STAGE, "order": "10", "exhaustion": "0/2"}
    table = Table(tables.url, GAME, [YOU, OPEN], options)
    who.go(f"/t/{table.code}")
    expect(who.page.get_by_role("definition").first).to_be_visible()


SCREENS = (
    Screen("invited", _invited, still=False),
    Screen("new-flamme", _new, still=False, like="new"),
    Screen("choosing-stage", _choosing, still=False),
    Screen("start", _start),
    Screen("energy", _energy),
    Screen("first", _first, like="start"),
    Screen("decks", _decks),
    Screen("order", _order, like="start"),
    Screen("flamme-over", over("flamme"), like="tape-over"),
    Screen("stages", _gallery, still=False),
    Screen("builder", _builder, still=False),
    Screen("record-flamme", record_at("flamme", 12), like="record-open"),
    Screen("record-log", _record_log),
    Screen("lesson-flamme", lesson(GAME, "slipstream"), like="lesson-tape"),
    Screen("rulebook-flamme", rulebook(GAME), still=False, like="rulebook-found"),
)
PICTURES = (
    Picture(GAME, "energy"),
    Picture("rules-phone", path=f"/rules/{GAME}", size="phone", dark=True),
)
