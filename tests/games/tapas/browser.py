"""Tapas on the page: who plays it, what stands on its board, its screens."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from re import Pattern
from typing import Any

from playwright.sync_api import Locator, expect

import echappee
from echappee.rulebook.options import Options
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
    replay,
    rulebook,
)  # fmt: skip

JSON = Any
GAME = "tapas"
SETTINGS: list[tuple[int, Options]] = [(2, {}), (2, {"extras": 5})]


@dataclass(frozen=True)
class TapasWords:
    """Names on the board, as a person reads or hears them."""

    entry_open: Pattern[str]
    entry_closed: Pattern[str]
    tapas: Pattern[str]
    push: str
    pass_: str
    sides: str


WORDS = {
    "en": TapasWords(
        entry_open=re.compile(r": open$"),
        entry_closed=re.compile(r": closed$"),
        tapas=re.compile(r"^Tapas of \d"),
        push="Push",
        pass_="Pass",
        sides="Which side do you play?",
    ),
    "fr": TapasWords(
        entry_open=re.compile(r": ouverte$"),
        entry_closed=re.compile(r": fermée$"),
        tapas=re.compile(r"^Tapas de \d"),
        push="Pousser",
        pass_="Passer",
        sides="Quel camp jouez-vous\u00a0?",
    ),
}


def tapas_words(who: Person) -> TapasWords:
    """What somebody reads on the board."""
    return WORDS[who.words.locale[:2]]


class TapasPlayer:
    """A tapas out of the rack, an open arrow, push."""

    def __init__(self, person: Person, seed: int = 1) -> None:
        self.person = person
        self.chance = random.Random(seed)
        self.entries = person.button(tapas_words(person).entry_open)
        self.passing = person.button(tapas_words(person).pass_)

    @property
    def offered(self) -> Locator:
        """Open arrows, or the button to pass."""
        return self.entries.or_(self.passing)

    def try_move(self) -> None:
        """One push."""
        person = self.person
        if self.passing.is_visible():
            return self.passing.click(timeout=SHORT)
        rack = person.page.get_by_role("radio", name=tapas_words(person).tapas, disabled=False)
        pick(rack, self.chance).click(timeout=SHORT)
        pick(self.entries, self.chance).click(timeout=SHORT)
        return person.button(tapas_words(person).push).click(timeout=SHORT)


class TapasLearner(BoardLearner):
    """A tapas, an arrow, push; a closed arrow answers at once."""

    def make(self, moves: list[str]) -> int:
        """One push, or one that is refused."""
        entry, value = moves[0].split(":")
        self.find(f'[data-value="{value}"]').click()
        arrow = self.find(f'[data-entry="{entry}"]')
        closed = tapas_words(self.person).entry_closed.search(
            arrow.get_attribute("aria-label") or ""
        )
        arrow.click(force=closed is not None)  # what is closed answers, too
        if not closed:
            self.person.button(tapas_words(self.person).push).click()
        return 1


Learner = TapasLearner

# Pieces in the order in which they are read: row by row from the top.
READER = """
() => [...document.querySelectorAll("main .piece:not(.gone)")]
  .map((one) => {
    const [x, y] = one.style.transform.match(/-?[\\d.]+/g).map(Number);
    return [Math.round(y), Math.round(x), one.dataset.piece];
  })
  .sort((a, b) => a[0] - b[0] || a[1] - b[1])
  .map((one) => one[2])
"""


def facts(table: Any) -> JSON:
    """The same, told from the engine's view."""
    return [piece for row in table.board for piece in row if piece is not None]


MOMENTS: dict[str, MomentOf] = {
    "tapas": (GAME, 2, {"extras": 5},
              lambda game: game["number"] >= 8 and game["view"]["awaited"] == [0]),
}  # fmt: skip
GAMES: dict[str, WholeGame] = {"tapas": (GAME, 2, {"extras": 3})}


def _tapas(who: Person, tables: Tables) -> None:
    at_table(who, tables.at("tapas"))
    player = TapasPlayer(who)
    player.entries.first.wait_for()
    player.entries.first.click()
    expect(who.page.locator(".ghost")).to_be_visible()


def _sides(who: Person, tables: Tables) -> None:
    match = echappee.game(GAME).start(
        options={"first_colour": "j", "handicap": "2.5", "swap": True}, seed="sides"
    )
    match.play(0, "N3:1")
    who.go(tables.at_moment("tapas sides", match, 1).link(1))
    who.at_table()
    expect(who.page.get_by_role("group", name=tapas_words(who).sides)).to_be_visible()


def _new(who: Person, _: Tables) -> None:
    who.go(f"/new/{GAME}?mode=bots")
    expect(who.button(who.words.begin)).to_be_visible()


def _rules(who: Person, tables: Tables) -> None:
    at_table(who, tables.at("tapas"))
    who.open_tab(who.words.rules)
    expect(who.page.get_by_role("tabpanel").get_by_role("heading").first).to_be_visible()


def _menu(who: Person, tables: Tables) -> None:
    at_table(who, tables.at("tapas"))
    who.button(who.words.menu).click()
    expect(who.page.get_by_role("dialog")).to_be_visible()


def _record(who: Person, tables: Tables) -> None:
    replay(who, tables.record("tapas"))


def _record_keep(who: Person, tables: Tables) -> None:
    replay(who, tables.record("tapas"), 5)
    who.button(who.words.keep).click()
    expect(who.button(who.words.share_moment)).to_be_visible()


def _shown(who: Person, tables: Tables) -> None:
    lesson(GAME, "value")(who, tables)
    who.button(who.words.show_me).click()
    expect(who.page.locator("aside [role=status]")).to_be_visible()


def _lesson_over(who: Person, tables: Tables) -> None:
    lesson(GAME, "end")(who, tables)
    TapasLearner(who).make(["W5:2"])
    who.button(who.words.go_on).click()
    expect(who.button(who.words.play_lesson)).to_be_visible()


SCREENS = (
    Screen("new", _new, still=False),
    Screen("tapas", _tapas, apart=True),
    Screen("tapas-sides", _sides, apart=True),
    Screen("rules", _rules, apart=True),
    Screen("menu", _menu),
    Screen("tapas-over", over("tapas"), like="tape-over"),
    Screen("record", _record, like="record-open"),
    Screen("record-keep", _record_keep),
    Screen("lesson-tapas", lesson(GAME, "value"), apart=True),
    Screen("lesson-shown", _shown, apart=True, like="lesson-tapas"),
    Screen("lesson-over", _lesson_over),
    Screen("rulebook-tapas", rulebook(GAME), still=False),
    Screen("rulebook-found", rulebook(GAME, "serviette"), still=False),
)
PICTURES = (Picture("tapas-phone", "tapas", size="phone"),)
