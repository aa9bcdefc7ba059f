"""Tape l'étape on the page: who plays it, what stands on its board, its screens."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass
from re import Pattern
from typing import Any

from playwright.sync_api import Locator, expect

from echappee.calculator import Race, add_stage, new_race, write_race
from echappee.rulebook.options import Options
from tests.browser.counting import NAMES, STAGES
from tests.browser.desk import BOT, OPEN, YOU, person
from tests.browser.learners import BoardLearner
from tests.browser.people import Person
from tests.browser.players import SHORT, pick, take
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
    set_table,
)  # fmt: skip

JSON = Any
GAME = "tape-letape"
SETTINGS: list[tuple[int, Options]] = [
    (3, {}), (4, {}), (5, {}), (6, {}), (6, {"race": "endurance"}),
]  # fmt: skip
LOUD = re.compile(r"[a-z]+>|gear$")
"""Jokers, which a quiet game does without."""


@dataclass(frozen=True)
class TapeWords:
    """Names on the board, as a person reads or hears them."""

    hand: str
    playable: Pattern[str]
    puncture: Pattern[str]
    puncture_whom: str
    choose_stage: str
    punctured: Pattern[str]


WORDS = {
    "en": TapeWords(
        hand="Your hand",
        playable=re.compile(r"can be laid"),
        puncture=re.compile(r"^Puncture, any time"),
        puncture_whom="Who gets the puncture?",
        choose_stage="Choose the stage",
        punctured=re.compile(r"\bpunctures\b"),
    ),
    "fr": TapeWords(
        hand="Votre main",
        playable=re.compile(r"peut être posé"),
        puncture=re.compile(r"^Crevaison, à tout moment"),
        puncture_whom="Qui crève ?",
        choose_stage="Choisissez l’étape",
        punctured=re.compile(r"fait crever"),
    ),
}


def tape_words(who: Person) -> TapeWords:
    """What somebody reads on the board."""
    return WORDS[who.words.locale[:2]]


class TapePlayer:
    """A profile, a card that stands up, or whatever the one button says."""

    def __init__(self, person: Person, seed: int = 1) -> None:
        self.person = person
        self.chance = random.Random(seed)
        words, page = tape_words(person), person.page
        hand = page.get_by_role("group", name=words.hand, exact=True)
        self.cards = hand.get_by_role("button", name=words.playable)
        self.action = page.locator('[data-action="primary"]:not([aria-disabled="true"])')
        self.go_on = page.locator(':not([inert]) > footer > [data-action="go-on"]')
        ceremony = page.get_by_role("region", name=words.choose_stage, exact=True)
        self.stages = ceremony.get_by_role("button", disabled=False)

    @property
    def offered(self) -> Locator:
        """Cards, profiles, the button, or the way on after a stage."""
        return self.cards.or_(self.stages).or_(self.action).or_(self.go_on)

    def try_move(self) -> None:
        """One card, one profile, the end of the turn, or one step further."""
        if self.go_on.is_visible():
            return self.go_on.click(timeout=SHORT)
        if self.stages.count():
            pick(self.stages, self.chance).click(timeout=SHORT)
        elif self.cards.count():
            take(pick(self.cards, self.chance))
        return self.action.click(timeout=SHORT)


class TapeLearner(BoardLearner):
    """A profile, a card, a joker, or the end of the turn."""

    def make(self, moves: list[str]) -> int:
        """One move of any kind."""
        text = moves[0]
        if text.startswith("stage:"):
            self.find(f'[data-stage="{text[6:]}"]').click()
        elif text == "gear":
            self.find('[data-joker="gear"]').click()
        elif text.startswith("puncture>"):
            self.find('[data-joker="puncture"]').click()
            self.find(f'[data-target="{text[9:]}"]').click()
        elif text.startswith("vitamin>"):
            target, card = text[8:].split(":")
            self.find('[data-joker="vitamin"]').click()
            take(self.find(f'[data-card="{card}"]'))
            self.find(f'[data-target="{target}"]').click()
        elif text != "end":
            held = self.find(f'[data-card="{text}"]')
            fits = tape_words(self.person).playable.search(held.get_attribute("aria-label") or "")
            take(held)
            if not fits:
                return 1
        self.confirm()
        return 1


Learner = TapeLearner

# Each road: its lowest and its highest card.
READER = """
() => [...document.querySelectorAll("main ul.hidden-visually li")]
  .map((one) => (one.textContent.match(/\\d+/g) ?? []).map(Number))
"""


def facts(table: Any) -> JSON:
    """The same, told from the engine's view."""
    spans = ([column.low, column.high] for column in table.columns)
    return [[] if low is None else [low] if low == high else [low, high] for low, high in spans]


def _stage(game: JSON) -> JSON:
    return game["view"]["table"]["profile"]


def in_full_swing(game: JSON) -> bool:
    """Seat 0 has cards to choose from, well into a stage."""
    table = game["view"]["table"]
    if not (_stage(game) and game["view"]["awaited"] == [0] and game["number"] > 20):
        return False
    cards = [move for move in game["moves"] if move[0] in "JVBR"]
    return len(cards) > 1 and len(table["riders"][0]["hand"]) > 3


MOMENTS: dict[str, MomentOf] = {
    "choice": (GAME, 4, {}, lambda game: game["view"]["awaited"] == [0] and not _stage(game)),
    "road": (GAME, 4, {}, in_full_swing),
}
GAMES: dict[str, WholeGame] = {"tape": (GAME, 4, {})}


def _lobby(who: Person, _: Tables) -> None:
    set_table(who, GAME, [YOU, OPEN, BOT, OPEN])
    expect(who.button(who.words.start_bots)).to_be_visible()


def _choice(who: Person, tables: Tables) -> None:
    at_table(who, tables.at("choice"))
    TapePlayer(who).stages.first.wait_for()


def _riders(who: Person, tables: Tables) -> None:
    at_table(who, tables.with_riders(GAME, 4))
    expect(who.my_turn).to_be_visible()


def _preview(who: Person, tables: Tables) -> None:
    _choice(who, tables)
    stages = TapePlayer(who).stages
    who.settle()
    stages.nth(min(1, stages.count() - 1)).click()
    expect(TapePlayer(who).action).to_be_visible()


def _road(who: Person, tables: Tables) -> None:
    at_table(who, tables.at("road"))
    cards = TapePlayer(who).cards
    cards.first.wait_for()
    take(cards.first)


def _puncture(who: Person, tables: Tables) -> None:
    at_table(who, tables.at("road"))
    who.page.get_by_role("button", name=tape_words(who).puncture).click()
    expect(who.page.get_by_role("region", name=tape_words(who).puncture_whom)).to_be_visible()


def _chat(who: Person, tables: Tables) -> None:
    at_table(who, tables.at("road"))
    who.open_tab(who.words.chat)
    expect(who.page.get_by_role("textbox", name=who.words.say)).to_be_visible()


def _score(who: Person, tables: Tables) -> None:
    at_table(who, tables.at("road"))
    who.open_tab(who.words.score)


def _hand_over(who: Person, _: Tables) -> None:
    seats = [person(name) for name in ("Ana", "Bruno", "Chloé")]
    set_table(who, GAME, seats)
    expect(who.button(who.words.i_am)).to_be_visible()


def _watched(who: Person, tables: Tables) -> None:
    who.go(f"/w/{tables.at('road').watch}")
    who.at_table()


def _record_analysis(who: Person, tables: Tables) -> None:
    replay(who, tables.record("tape"), 40)
    panel(who, who.words.analysis)
    expect(who.page.get_by_role("heading", name=who.words.turning)).to_be_visible()
    for table in who.page.locator("summary").all():
        table.click()


def _record_what_if(who: Person, tables: Tables) -> None:
    replay(who, tables.record("tape"), 30)
    who.button(who.words.what_if).click()
    expect(who.button(who.words.play_on)).to_be_visible()


def _table_alone(who: Person, tables: Tables) -> None:
    who.page.route_web_socket("**/live", lambda socket: socket.close())
    who.go(f"/w/{tables.at('road').watch}")
    expect(who.page.get_by_role("heading", level=1)).to_be_visible()


def _holding(who: Person, race: Race) -> None:
    """Put a race on somebody's device."""
    kept = json.dumps({"now": write_race(race), "past": ["?"], "earlier": [write_race(race)]})
    who.go("/favicon.svg")
    who.page.evaluate("(kept) => localStorage.setItem('echappee.race', kept)", kept)


def _ridden(stages: int, **options: JSON) -> Race:
    race = new_race(NAMES, **options)
    for stage in STAGES[:stages]:
        race = add_stage(race, stage)
    return race


def _setup(who: Person, _: Tables) -> None:
    who.go("/calculator/new")
    who.page.locator("summary").click()
    expect(who.page.locator(".names input")).to_have_count(4)


def _race(who: Person, _: Tables) -> None:
    _holding(who, _ridden(4, mode="endurance", stages_each=2, title="Chez Mémé"))
    who.go("/calculator")
    expect(who.page.locator("[data-stage]")).to_have_count(4)


def _race_over(who: Person, _: Tables) -> None:
    _holding(who, _ridden(5))
    who.go("/calculator")
    expect(who.page.locator("[data-stage]")).to_have_count(5)


def _race_stage(who: Person, _: Tables) -> None:
    _holding(who, _ridden(2))
    who.go("/calculator/stage/1")
    expect(who.page.locator("[data-rider]")).to_have_count(4)


def _race_share(who: Person, tables: Tables) -> None:
    _race(who, tables)
    who.page.locator("footer button").last.click()
    expect(who.page.get_by_role("dialog").get_by_role("textbox")).not_to_have_value("")


def _race_menu(who: Person, tables: Tables) -> None:
    _race(who, tables)
    who.button(who.words.menu).click()
    expect(who.page.get_by_role("dialog")).to_be_visible()


SCREENS = (
    Screen("lobby", _lobby, still=False),
    Screen("choice", _choice),
    Screen("riders", _riders, like="choice"),
    Screen("preview", _preview, like="road"),
    Screen("road", _road),
    Screen("puncture", _puncture),
    Screen("chat", _chat),
    Screen("score", _score),
    Screen("hand-over", _hand_over),
    Screen("watched", _watched, like="road"),
    Screen("tape-over", over("tape")),
    Screen("record-open", record_at("tape", 30)),
    Screen("record-analysis", _record_analysis, still=False, apart=True),
    Screen("record-what-if", _record_what_if),
    Screen("race-new", _setup, still=False),
    Screen("race", _race, still=False),
    Screen("race-over", _race_over, still=False, like="race"),
    Screen("race-stage", _race_stage, still=False),
    Screen("race-share", _race_share, still=False),
    Screen("race-menu", _race_menu, still=False, like="race-share"),
    Screen("table-alone", _table_alone),
    Screen("lesson-tape", lesson(GAME, "gap")),
    Screen("rulebook-tape", rulebook(GAME), still=False, like="rulebook-tapas"),
)
PICTURES = (
    Picture(GAME, "road"),
    Picture("calculator-phone", path="/calculator", size="phone"),
)
