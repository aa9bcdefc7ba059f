"""A screen of the page, how to get to one, and tables in the middle of things."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import expect

from echappee.match.match import Match
from tests.beside import beside_all
from tests.browser.desk import YOU, Table, keep_record
from tests.browser.moments import Holds, whole_game
from tests.browser.people import Person
from tests.browser.servers import Server

JSON = Any
MomentOf = tuple[str, int, JSON, Holds]
"""What a table plays, and up to when: game, players, options, and whether a moment is wanted."""
WholeGame = tuple[str, int, JSON]
"""What is played to its end: game, players and options."""


class Tables:
    """Tables and records in the middle of things, each set when it is first asked for.

    Nobody moves at them, and all is the same in every run, whoever asks first. What is played at
    them stands in ``MOMENTS`` and ``GAMES`` of the games' own ``browser.py``.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._at: dict[str, Table] = {}
        self._over: dict[str, Table] = {}
        self._records: dict[str, str] = {}
        self.url = server.url
        self._moments: dict[str, MomentOf] = {}
        self._games: dict[str, WholeGame] = {}
        for module in beside_all("browser"):
            self._moments |= module.MOMENTS
            self._games |= module.GAMES

    @property
    def whole(self) -> list[str]:
        """The names of all games that are played to their end."""
        return list(self._games)

    def at(self, name: str) -> Table:
        """A table at a moment."""
        if name not in self._at:
            game, players, options, moment = self._moments[name]
            with self._server.dealing(f"screens {name}"):
                self._at[name], _ = Table.at(self._server.url, game, players, options, moment)
        return self._at[name]

    def with_riders(self, game: str, players: int) -> Table:
        """A table with riders in all seats but seat 0."""
        name = f"{game} riders"
        if name not in self._at:
            seats = [YOU, *[{"kind": "bot", "bot": "sunday"}] * (players - 1)]
            with self._server.dealing(f"screens {name}"):
                self._at[name] = Table(self._server.url, game, seats)
        return self._at[name]

    def at_moment(self, name: str, match: Match, seat: int) -> Table:
        """A table at a moment that was found before."""
        if name not in self._at:
            with self._server.dealing(f"screens {name}"):
                self._at[name] = Table.at_moment(self._server.url, match, seat)
        return self._at[name]

    def over(self, name: str) -> Table:
        """A table at which a game has just ended."""
        if name not in self._over:
            with self._server.dealing(f"screens {name} over"):
                self._over[name] = Table.over(self._server.url, *self._games[name])
        return self._over[name]

    def match(self, name: str) -> Match:
        """A whole game."""
        game, players, options = self._games[name]
        return whole_game(game, players, json.dumps(options))

    def record(self, name: str) -> str:
        """The id of a whole game's record."""
        if name not in self._records:
            self._records[name] = keep_record(self._server.url, self.match(name))
        return self._records[name]


Way = Callable[[Person, Tables], None]


@dataclass(frozen=True)
class Picture:
    """A picture of the README: a screen at one size, in one theme."""

    name: str
    screen: str | None = None
    """One of those that the tests look at; or else…"""
    path: str = "/"
    size: str = "desktop"
    dark: bool = False


@dataclass(frozen=True)
class Screen:
    """One screen; ``still``: it fits the window and does not scroll.

    ``apart``: it has more to tell where there is a mouse, or is reached in another way there.
    ``like``: the screen that has the same layout and is looked at in every run; this one is looked
    at in `make explore`.
    """

    name: str
    open: Way
    still: bool = True
    apart: bool = False
    like: str = ""


def set_table(who: Person, game: str, seats: list[JSON]) -> None:
    """A table that this browser sets itself, so that it has all keys."""
    answer = who.context.request.post("/api/tables", data={"game": game, "seats": seats})
    who.go(f"/t/{answer.json()['table']['code']}")


def at_table(who: Person, table: Table) -> None:
    """Sit down at a table in play."""
    who.go(table.link())
    who.at_table()


def over(name: str) -> Way:
    """The result of a whole game."""

    def opened(who: Person, tables: Tables) -> None:
        who.go(tables.over(name).link())
        expect(who.result).to_be_visible()

    return opened


def replay(who: Person, record: str, number: int | None = None) -> None:
    """A record at one of its moments; by default at its end."""
    who.go(f"/r/{record}" + ("" if number is None else f"?at={number}"))
    slider = who.page.get_by_role("slider", name=who.words.timeline)
    slider.wait_for()
    if number is None:
        who.button(who.words.to_end).click()
    else:
        expect(slider).to_have_value(str(number))


def record_at(name: str, number: int) -> Way:
    """The record of a whole game, at a moment."""
    return lambda who, tables: replay(who, tables.record(name), number)


def panel(who: Person, name: str) -> None:
    """Log, score or analysis: a tab beside the board, or a button that opens it."""
    tab = who.page.get_by_role("tab", name=name, exact=True)
    (tab if tab.count() else who.button(name)).click()


def lesson(game: str, step: str) -> Way:
    """A step of a lesson that waits for its learner."""

    def opened(who: Person, _: Tables) -> None:
        who.go(f"/learn/{game}")
        frame = who.page.locator("[data-lesson]")
        expect(frame).to_have_attribute("data-complete", "true")
        progress = {"at": step, "done": ["aim"]}
        who.page.evaluate(
            "([game, at]) => localStorage.setItem(`echappee.lesson.${game}`, JSON.stringify(at))",
            [game, progress],
        )
        who.page.reload()
        expect(frame).to_have_attribute("data-lesson", step)
        expect(frame).to_have_attribute("data-ready", "true")

    return opened


def rulebook(game: str, query: str = "") -> Way:
    """The rules, or what was found in them."""

    def opened(who: Person, _: Tables) -> None:
        who.go(f"/rules/{game}")
        who.page.get_by_role("searchbox", name=who.words.look_up).fill(query)
        expect(who.page.locator("article[id]").first).to_be_visible()
        if query:
            expect(who.page.locator("article mark").first).to_be_visible()

    return opened
