"""Reviews of records: what a server could say of a game, and what the page makes of it."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Locator, expect

from echappee.match.match import Match
from tests.browser.people import Person
from tests.browser.screen import Tables, panel, replay

JSON = Any
SEAT = 0
LOSSES = {"slip": 0.07, "mistake": 0.14, "blunder": 0.33}
REASON = {"en": "It keeps two that fit together.", "fr": "On en garde deux qui vont ensemble."}
MOST = 4


def pretended(match: Match) -> JSON:
    """A review in which some moves are called slips, mistakes and blunders, at random."""
    chance = random.Random(1)
    found: list[JSON] = []
    for number, entry in enumerate(match.entries):
        moves = list(match.at(number).moves(SEAT)) if entry.seat == SEAT else []
        others = [move for move in moves if move != entry.text]
        if not others:
            continue
        best, (grade, loss) = chance.choice(others), chance.choice(list(LOSSES.items()))
        wins = dict.fromkeys(moves, 0.4) | {best: 0.6, entry.text: 0.6 - loss}
        found.append({
            "number": number, "seat": SEAT, "played": entry.text, "best": best, "line": [best],
            "loss": loss, "grade": grade, "reasons": [REASON], "proved": grade == "blunder",
            "choices": [{"text": text, "wins": chances} for text, chances in wins.items()],
        })  # fmt: skip
        if len(found) == MOST:
            break
    return {
        "seat": SEAT, "judged": 20, "total": 20, "done": True, "later": False, "moments": found,
    }  # fmt: skip


def begin(who: Person) -> Locator:
    """Open the analysis, and have the moves of the seat that is proposed looked at."""
    panel(who, who.words.analysis)
    who.page.locator(".review .who button").click()
    return who.page.locator(".review [data-marked]")


def practise(who: Person) -> Locator:
    """From the marked moves to the lesson of the worst ones."""
    who.button(who.words.practise, exact=False).click()
    return who.page.locator("[data-practice]")


def reviewed(who: Person, tables: Tables) -> None:
    """The moves of a whole game, marked."""
    name = tables.whole[0]
    told = pretended(tables.match(name))
    who.page.route("**/review?seat=*", lambda route: route.fulfill(json=told))
    replay(who, tables.record(name), told["moments"][0]["number"])
    expect(begin(who)).to_have_count(len(told["moments"]))


def practised(who: Person, tables: Tables) -> None:
    """A moment of the lesson, with the better move shown."""
    reviewed(who, tables)
    expect(practise(who)).to_have_attribute("data-practice", "0")
    who.button(who.words.show_me).click()
    expect(who.page.locator('[data-answer="shown"]')).to_be_visible()
