"""The table of Tour de France drawn for a terminal: the road from left to right, a line for a lane.

A rider is the letter of his team and his number: small while he is turned round, on yellow or green
ground in a jersey. ``●`` is a red dot, ``│`` the green line, ``║`` the finish.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from echappee.errors import Language
from echappee.games.tour_de_france.view import TourRider, TourRisk, TourSeat, TourView
from echappee.rulebook.values import View
from echappee.rulebook.words import Words

_TEAM = {
    "red": "bold white on rgb(210,64,43)",
    "blue": "bold white on rgb(37,99,168)",
    "orange": "bold black on rgb(224,118,43)",
    "white": "bold black on rgb(235,230,220)",
}
_STRIP = {
    "red": "rgb(210,64,43)",
    "blue": "rgb(37,99,168)",
    "orange": "rgb(224,118,43)",
    "white": "rgb(160,160,160)",
}
_JERSEY = {"yellow": "bold black on rgb(242,185,12)", "green": "bold white on rgb(43,138,87)"}
_GREEN = "bold rgb(43,138,87)"
_DOT = "bold rgb(210,64,43)"
_AT_ONCE = 36
"""Rows that fit beside each other; a longer road goes on below."""


def draw(
    view: View, moves: Sequence[str], names: Sequence[str], words: Words, language: Language
) -> RenderableType:
    """The road, what is on the table, and every team."""
    table: TourView = view.table
    title = words.say("terminal", "stage", n=table.stage, kind=table.kind)[language]
    road = Panel(
        _road(table), title=title, title_align="left", padding=(0, 1), expand=False,
        border_style="dim",
    )  # fmt: skip
    teams = [
        _team(table.seats[seat], names[seat], words, language, on_turn=seat in view.awaited)
        for seat in range(view.players)
    ]
    return Group(road, _table(table, words, language), *teams)


def _road(table: TourView) -> Text:
    riders = {
        (rider.lane, rider.row): (seat, number, rider)
        for seat in table.seats
        for number, rider in enumerate(seat.riders, 1)
        if rider.where == "road"
    }
    text = Text()
    first = -2
    while first <= table.board.rows:
        last = min(first + _AT_ONCE - 1, table.board.rows)
        _numbers(text, first, last)
        for lane, colour in enumerate(table.board.lanes, 1):
            text.append(f"{lane} ", _STRIP[colour] if colour else "dim")
            for row in range(first, last + 1):
                _square(text, table, lane, row, riders.get((lane, row)))
            text.append("║" if last == table.board.rows else "…", "bold")
            text.append("\n")
        first = last + 1
    text.rstrip()
    return text


def _numbers(text: Text, first: int, last: int) -> None:
    """Row numbers, every fifth one."""
    text.append("  ")
    for row in range(first, last + 1):
        shown = row if row == 1 or (row > 0 and row % 5 == 0) else ""
        text.append(f"{shown:<2} ", "dim")
    text.append("\n")


def _square(
    text: Text, table: TourView, lane: int, row: int, on: tuple[TourSeat, int, TourRider] | None
) -> None:
    if on is not None:
        seat, number, rider = on
        letter = seat.colour[0] if rider.turned else seat.colour[0].upper()
        style = _JERSEY[rider.jersey] if rider.jersey else _TEAM[seat.colour]
        text.append(f"{letter}{number}", style)
    elif row in table.board.dots[lane - 1]:
        text.append("● ", _DOT)
    else:
        text.append("· " if row > 0 else "▫ ", "dim")
    text.append("│" if row == table.board.green_after else " ", _GREEN)


def _table(table: TourView, words: Words, language: Language) -> Text:
    """The piles, the card that is being played and the risk card of this turn."""
    text = Text(" ")
    count = sum(table.discards.values())
    piles = words.say("terminal", "pile", pile=table.pile, discards=count, risks=table.risk_pile)[
        language
    ]
    text.append(piles, "dim")
    now = table.now
    if now.card is not None:
        text.append(f"\n {words.get('terminal', 'turn')[language]} ")
        text.append_text(_card(now.card))
        if now.numbers:
            left = words.get("terminal", "left")[language]
            extra = " +1" if now.extra else ""
            text.append(f"  {left} {'-'.join(map(str, now.numbers))}{extra}")
    if now.risk is not None:
        text.append("  ")
        text.append_text(_risk(now.risk, words, language))
    if now.mover is not None:
        text.append(f"  → {now.mover}: {now.steps}", "bold")
    return text


def _card(card: str) -> Text:
    """A race card on ground of its colour."""
    styles = {"r": "red", "b": "blue", "o": "orange", "w": "white"}
    style = _TEAM[styles[card[3]]] if len(card) == 4 else _JERSEY["yellow"]
    return Text(f" {'-'.join(card[:3])}{card[3:]} ", style)


def _risk(risk: TourRisk, words: Words, language: Language) -> Text:
    """A risk card: its name and what it does."""
    name = words.get("risks", risk.effect)[language]
    what = words.say("risk-texts", risk.effect, value=risk.value)[language]
    rider = f" ({risk.rider})" if risk.rider else ""
    text = Text(f" {name}{rider} ", _TEAM["red" if risk.red else "blue"])
    text.append(f" {what}", "dim")
    return text


def _team(seat: TourSeat, name: str, words: Words, language: Language, *, on_turn: bool) -> Panel:
    """A team: its hand or how many cards, riders at home or turned, its kept card, points."""
    body = Text(f"{words.get('terminal', 'hand')[language]:<6}")
    if seat.hand is None:
        body.append(words.say("terminal", "cards", n=seat.cards)[language], "dim")
    for card in seat.hand or ():
        body.append_text(_card(card))
        body.append(" ")
    if seat.sealed is not None:
        body.append("▾")
        body.append_text(_card(seat.sealed))
    elif seat.laid:
        body.append(" ▾", "bold")
    if seat.riding:
        body.append("  " + words.say("terminal", "used", n=seat.used)[language])
    for number, rider in enumerate(seat.riders, 1):
        if rider.where == "home" and rider.arrived:
            home = words.get("terminal", "home")[language]
            body.append(f"  {number} {home} {rider.arrived}", "bold")
        elif rider.turned:
            misses = words.say("terminal", "misses", n=rider.turned)[language]
            body.append(f"  {number} {misses}", _DOT)
    if seat.kept is not None:
        body.append(f"\n{words.get('terminal', 'kept')[language]:<6}")
        body.append_text(_risk(seat.kept, words, language))
    points = words.say(
        "terminal", "points", total=seat.individual + seat.team, individual=seat.individual,
        team=seat.team,
    )[language]  # fmt: skip
    colour = words.get("colours", seat.colour)[language]
    return Panel(
        body,
        title=f"{'▶ ' if on_turn else ''}{name} · {colour} · {points}",
        title_align="left",
        border_style=_STRIP[seat.colour] if on_turn else "dim",
        width=118,
    )
