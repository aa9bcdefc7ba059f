"""Players that know no rule: they choose among what the page offers, and click it."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Protocol

from playwright.sync_api import Locator, Position, TimeoutError

from tests.browser.people import Person

PATIENCE = 90_000
SHORT = 5_000


class Player(Protocol):
    """Somebody who plays through the page."""

    person: Person

    @property
    def offered(self) -> Locator:
        """What can be clicked to go on."""

    def try_move(self) -> None:
        """Make one move out of what is offered."""


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
    player.person.answered()
    return True


def play(*players: Player, moves: int = 1_000, hurry: bool = True) -> int:
    """Let players move whenever their page offers something, until the end or so many moves."""
    done = 0
    while done < moves:
        idle = len(players) > 1
        for player in players:
            person = player.person
            skip = person.page.locator(".skip:not([inert])")
            end = person.result
            if len(players) == 1:
                player.offered.or_(end).or_(skip).first.wait_for(timeout=PATIENCE)
            if done >= moves or end.is_visible():
                return done
            if hurry and skip.is_visible():
                idle = False
                with suppress(TimeoutError):  # it goes by itself, too
                    skip.click(timeout=500)
            elif player.offered.count():
                idle = False
                done += move(player)
                if done >= moves:
                    break
        if idle:  # asking without a rest would keep the browsers from their work
            players[0].person.page.wait_for_timeout(50)
    return done


RUSH = """async ([seed, most]) => {
  // A player inside the page: a race has too many moves for some calls of the browser each.
  let state = seed;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
  const below = (n) => Math.floor((next() / 2 ** 32) * n);
  const seen = (one) => one.checkVisibility();
  const find = (what) => [...document.querySelectorAll(what)].filter(seen);
  const press = (one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  let done = 0;
  while (done < most && !find("dialog[open], [role=dialog]").length) {
    if (document.querySelector("main[aria-busy=true]")) {
      await new Promise((resume) => setTimeout(resume, 4));
      continue;
    }
    const skip = find(".skip button")[0];
    const on = find('[data-action="go-on"]')[0];
    const squares = find("[data-target], [data-draw]");
    const others = find("[data-spot], [data-stage]:not(:disabled), [data-card]:not(:disabled)");
    const action = find('[data-action="primary"]:not(:disabled, [aria-disabled="true"])')[0];
    if (skip) press(skip);
    else if (on) press(on);
    else if (squares.length) press(squares[below(squares.length)]), done++;
    else if (others.length && !action) press(others[below(others.length)]);
    else if (action) press(action), done++;
    await new Promise((resume) => setTimeout(resume, 4));
  }
  return done;
}"""


def rush(person: Person, moves: int = 10_000, seed: int = 1) -> int:
    """Play a race to its end, or so many moves, by clicking what the page offers inside it."""
    return int(person.page.evaluate(RUSH, [seed, moves]))
