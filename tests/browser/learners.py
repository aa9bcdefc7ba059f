"""Learners who make a given move through the page, as a person would: by clicking."""

from __future__ import annotations

import re
from typing import Protocol

from playwright.sync_api import Locator, Page

from tests.browser.people import Person
from tests.browser.players import take


class Learner(Protocol):
    """Somebody who takes a lesson."""

    def make(self, moves: list[str]) -> int:
        """Make the first of these moves; returns how many of them that was."""


class _Board:
    def __init__(self, person: Person) -> None:
        self.person = person
        self.page: Page = person.page

    def find(self, what: str) -> Locator:
        return self.page.locator(f"main {what}")

    def confirm(self) -> None:
        """The board's one primary action."""
        self.find('[data-action="primary"]:not([aria-disabled="true"]):not(:disabled)').click()


class TapasLearner(_Board):
    """A tapas, an arrow, push; a closed arrow answers at once."""

    def make(self, moves: list[str]) -> int:
        """One push, or one that is refused."""
        entry, value = moves[0].split(":")
        self.find(f'[data-value="{value}"]').click()
        arrow = self.find(f'[data-entry="{entry}"]')
        closed = self.person.words.entry_closed.search(arrow.get_attribute("aria-label") or "")
        arrow.click(force=closed is not None)  # what is closed answers, too
        if not closed:
            self.person.button(self.person.words.push).click()
        return 1


class TapeLearner(_Board):
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
            fits = self.person.words.playable.search(held.get_attribute("aria-label") or "")
            take(held)
            if not fits:
                return 1
        self.confirm()
        return 1


class FlammeLearner(_Board):
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


class TourLearner(_Board):
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


LEARNERS: dict[str, type[_Board]] = {
    "tapas": TapasLearner,
    "tape-letape": TapeLearner,
    "flamme-rouge": FlammeLearner,
    "tour-de-france": TourLearner,
}


def learner(game: str, person: Person) -> Learner:
    """Who can play this game's board."""
    made = LEARNERS[game](person)
    assert isinstance(made, TapasLearner | TapeLearner | FlammeLearner | TourLearner)
    return made
