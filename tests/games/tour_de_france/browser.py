"""The Tour de France on the page: who plays it, what stands on its board, its screens."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from echappee.rulebook.options import Options
from tests.browser.desk import Table
from tests.browser.learners import BoardLearner
from tests.browser.moments import first_moment
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
    record_at,
    rulebook,
)  # fmt: skip

JSON = Any
GAME = "tour-de-france"
SETTINGS: list[tuple[int, Options]] = [(2, {}), (3, {}), (4, {})]


class TourPlayer:
    """A card, then the squares that the road offers, then whatever the one button says."""

    def __init__(self, person: Person, seed: int = 1) -> None:
        self.person = person
        self.chance = random.Random(seed)
        page = person.page
        self.cards = page.locator("[data-card]:not(:disabled)")
        self.squares = page.locator("[data-target]")
        self.action = page.locator('[data-action="primary"]:not(:disabled)')
        self.go_on = page.locator('[data-action="go-on"]')

    @property
    def offered(self) -> Locator:
        """Squares, cards, the button, or the way on after a stage."""
        return self.squares.or_(self.cards).or_(self.action).or_(self.go_on)

    def try_move(self) -> None:
        """One card laid, one rider ridden to a square, or one step further."""
        if self.go_on.is_visible():
            return self.go_on.click(timeout=SHORT)
        if self.squares.count():
            return pick(self.squares, self.chance).dispatch_event("click", timeout=SHORT)
        if self.cards.count():
            pick(self.cards, self.chance).click(timeout=SHORT)
        return self.action.click(timeout=SHORT)


class TourLearner(BoardLearner):
    """A card, a number with the whole way of its rider, a step, a draw."""

    def make(self, moves: list[str]) -> int:
        """One card or one draw; a number with all the steps that follow it."""
        text = moves[0]
        gift = re.fullmatch(r"(\d)(\+?)>(\d)", text)
        if gift is not None:
            number, extra, rider = gift.groups()
            self.find(f'[data-number="{number}"]').first.click()
            self.find(f'button[data-rider$="-{rider}"]').click()
            if extra:
                self.find("button.extra").click()
            steps = 0
            while steps + 1 < len(moves) and moves[steps + 1] in "<^>":
                steps += 1
            way = "".join(moves[1 : steps + 1])
            self.find(f'[data-target="{way}"]').first.dispatch_event("click")
            return 1 + steps
        if text in "<^>":
            self.find(f'[data-step="{text}"]').dispatch_event("click")  # a closed way answers, too
            return 1
        if text not in ("draw", "risk"):
            self.find(f'[data-card="{text}"]').first.click()
        self.confirm()
        return 1


Learner = TourLearner

# Each rider by colour and number: the numbers of his lane and his row.
READER = """
() => Object.fromEntries([...document.querySelectorAll("main [data-rider]")].map((one) => [
  one.dataset.rider,
  (one.getAttribute("aria-label").match(/lane \\d+, row \\d+/)?.[0].match(/\\d+/g) ?? [])
    .map(Number),
]))
"""


def facts(table: Any) -> JSON:
    """The same, told from the engine's view."""
    return {
        f"{side.colour}-{number}": [rider.lane, rider.row] if (rider.row or 0) > 0 else []
        for side in table.seats
        for number, rider in enumerate(side.riders, 1)
        if rider.where != "off"
    }


def _deciding(phase: str, **wanted: JSON) -> Callable[[JSON], bool]:
    """Seat 0 decides something in the Tour, far enough into a stage of one kind."""

    def moment(game: JSON) -> bool:
        table = game["view"]["table"]
        rows = [rider["row"] or 0 for team in table["seats"] for rider in team["riders"]]
        return (
            0 in game["view"]["awaited"]
            and table["phase"] == phase
            and max(rows) >= 5
            and all(table[key] == value for key, value in wanted.items())
        )

    return moment


def _crowded(view: JSON, seat: int) -> bool:
    """Some riders have gone, one gets his number, and the team has three cards and a kept one."""
    table, team = view["table"], view["table"]["seats"][seat]
    return bool(
        table["phase"] == "assign"
        and len(table["now"]["riders"]) == 1
        and team["kept"] is not None
        and len(team["hand"]) == 3
    )


MOMENTS: dict[str, MomentOf] = {
    "tour-card": (GAME, 4, {}, _deciding("card")),
    "tour-assign": (GAME, 4, {}, _deciding("assign")),
    "tour-step": (GAME, 4, {}, _deciding("step")),
    "tour-trial": (GAME, 4, {}, _deciding("assign", kind="team-trial")),
    "tour-solo": (GAME, 4, {}, _deciding("seal")),
    "tour-alone": (GAME, 4, {"stages": "team-trial"}, _deciding("assign")),
}
GAMES: dict[str, WholeGame] = {"tour": (GAME, 2, {"material": "short"})}


def _tour_at(name: str, sight: str) -> Callable[[Person, Tables], None]:
    """A moment of the Tour, once what it is about can be seen."""

    def opened(who: Person, tables: Tables) -> None:
        at_table(who, tables.at(f"tour-{name}"))
        expect(who.page.locator(sight).first).to_be_visible()

    return opened


def _tour_ahead(who: Person, tables: Tables) -> None:
    """A card is chosen and not played yet: the road shows what it could do."""
    at_table(who, tables.at("tour-card"))
    who.page.locator("[data-card]:not(:disabled)").last.click()
    expect(who.page.locator("[data-ahead]").first).to_be_visible()


def _fullest(tables: Tables) -> tuple[Table, int]:
    """The fullest dock there is."""
    match, seat = first_moment(GAME, _crowded)
    return tables.at_moment("tour-kept", match, seat), seat


def _tour_kept(who: Person, tables: Tables) -> None:
    table, seat = _fullest(tables)
    who.go(table.link(seat))
    who.at_table()
    expect(who.page.locator("[data-number]").first).to_be_visible()


def _tour_score(name: str) -> Callable[[Person, Tables], None]:
    """The classifications at a moment of the Tour."""

    def opened(who: Person, tables: Tables) -> None:
        at_table(who, tables.at(name))
        who.open_tab(who.words.score)

    return opened


SCREENS = (
    Screen("tour-card", _tour_at("card", "[data-card]:not(:disabled)")),
    Screen("tour-ahead", _tour_ahead, like="tour-card"),
    Screen("tour-assign", _tour_at("assign", "[data-number]"), like="tour-step"),
    Screen("tour-kept", _tour_kept, like="tour-card"),
    Screen("tour-step", _tour_at("step", "[data-step]")),
    Screen("tour-trial", _tour_at("trial", "[data-number]"), like="tour-step"),
    Screen("tour-solo", _tour_at("solo", "[data-card]:not(:disabled)"), like="tour-card"),
    Screen("tour-score", _tour_score("tour-step")),
    Screen("tour-alone-score", _tour_score("tour-alone"), like="tour-score"),
    Screen("record-tour", record_at("tour", 400), like="record-open"),
    Screen("lesson-tour", lesson(GAME, "ride")),
    Screen("rulebook-tour", rulebook(GAME), still=False, like="rulebook-tapas"),
)
PICTURES = (Picture(GAME, "tour-assign"),)
