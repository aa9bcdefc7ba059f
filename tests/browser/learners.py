"""Learners who make a given move through the page, as a person would: by clicking."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Locator, Page

from tests.beside import beside
from tests.browser.people import Person


class Learner(Protocol):
    """Somebody who takes a lesson."""

    def make(self, moves: list[str]) -> int:
        """Make the first of these moves; returns how many of them that was."""


class BoardLearner:
    """Somebody in front of a board."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page: Page = person.page

    def find(self, what: str) -> Locator:
        """Something on the board."""
        return self.page.locator(f"main {what}")

    def confirm(self) -> None:
        """The board's one primary action."""
        self.find('[data-action="primary"]:not([aria-disabled="true"]):not(:disabled)').click()


def learner(game: str, person: Person) -> Learner:
    """Who can play this game's board."""
    module = beside(game, "browser")
    assert module is not None, f"nobody knows the board of {game}"
    made: Learner = module.Learner(person)
    return made
