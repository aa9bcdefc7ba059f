"""Players that know no rule: they choose among what the page offers, and click it."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Protocol

from playwright.sync_api import Locator, Position, TimeoutError

from tests.browser.people import Person

PATIENCE = 30_000
SHORT = 5_000


class Player(Protocol):
    """Somebody who plays through the page."""

    person: Person

    @property
    def offered(self) -> Locator:
        """What can be clicked to go on."""

    def try_move(self) -> None:
        """Make one move out of what is offered."""


class TapasPlayer:
    """A tapas out of the rack, an open arrow, push."""

    def __init__(self, person: Person, seed: int = 1) -> None:
        self.person = person
        self.chance = random.Random(seed)
        self.entries = person.button(person.words.entry_open)
        self.passing = person.button(person.words.pass_)

    @property
    def offered(self) -> Locator:
        """Open arrows, or the button to pass."""
        return self.entries.or_(self.passing)

    def try_move(self) -> None:
        """One push."""
        person = self.person
        if self.passing.is_visible():
            return self.passing.click(timeout=SHORT)
        rack = person.page.get_by_role("radio", name=person.words.tapas, disabled=False)
        pick(rack, self.chance).click(timeout=SHORT)
        pick(self.entries, self.chance).click(timeout=SHORT)
        return person.button(person.words.push).click(timeout=SHORT)


class TapePlayer:
    """A profile, a card that stands up, or whatever the one button says."""

    def __init__(self, person: Person, seed: int = 1) -> None:
        self.person = person
        self.chance = random.Random(seed)
        words, page = person.words, person.page
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


def pick(offers: Locator, chance: random.Random) -> Locator:
    """One of several."""
    return offers.nth(chance.randrange(max(1, offers.count())))


def take(card: Locator) -> None:
    """Click a card of a fan where it is not covered by its neighbour: at its left edge."""
    box = card.bounding_box(timeout=SHORT)
    if box is not None:
        corner = Position(x=box["width"] * 0.16, y=box["height"] * 0.3)
        card.click(position=corner, timeout=SHORT)


def move(player: Player) -> bool:
    """One move; False if what was offered went away meanwhile."""
    try:
        player.try_move()
    except TimeoutError:
        return False
    return True


def play(*players: Player, moves: int = 1_000, hurry: bool = True) -> int:
    """Let players move whenever their page offers something, until the end or so many moves."""
    done = 0
    while done < moves:
        for player in players:
            person = player.person
            skip = person.page.locator(".skip:not([inert])")
            end = person.result
            if len(players) == 1:
                player.offered.or_(end).or_(skip).first.wait_for(timeout=PATIENCE)
            if done >= moves or end.is_visible():
                return done
            if hurry and skip.is_visible():
                with suppress(TimeoutError):  # it goes by itself, too
                    skip.click(timeout=500)
            elif player.offered.count():
                done += move(player)
    return done
