"""The table of Tour de France drawn for a terminal: the road runs upwards, in stretches side by
side, so that the steps ``<`` ``^`` ``>`` look as they are typed.

A rider is the letter of his team and his number: small while he is turned round, on yellow or green
ground in a jersey. ``●`` is a red dot.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from echappee.errors import Language
from echappee.games.tour_de_france.notation import STEPS
from echappee.games.tour_de_france.view import TourRider, TourRisk, TourSeat, TourView
from echappee.rulebook.typed_words import TypedWords
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
_MARKED = "bold reverse"
_FIRST = -2  # the last row of the grid
_STRETCHES = 5
"""The road is cut into so many stretches beside each other, if they fit."""
_TYPED = TypedWords(Words(__package__ or ""))
_PATH = re.compile(r"[<^>]{2,}")
_NUMBER = re.compile(r"(\d)(\+?)>([1-3])")

Riders = dict[tuple[int | None, int | None], tuple[TourSeat, int, TourRider]]
Square = tuple[int | None, int | None]


def draw(
    view: View,
    moves: Sequence[str],
    names: Sequence[str],
    words: Words,
    language: Language,
    *,
    width: int = 100,
    marked: str | None = None,
) -> RenderableType:
    """The road, what is on the table, and every team."""
    table: TourView = view.table
    title = Text(f"── {_title(table, words, language)} ", "bold")
    title.append("─" * max(0, width - len(title) - 1), "dim")
    road = _road(table, width, _place_of(table, marked), words, language)
    teams = [
        _team(
            table.seats[seat], names[seat], words, language, on_turn=seat in view.awaited,
            marked=marked,
        )
        for seat in sorted(range(view.players), key=lambda seat: seat != view.seat)
    ]  # fmt: skip
    return Group(title, road, _table(table, words, language), *teams)


def _title(table: TourView, words: Words, language: Language) -> str:
    """The stage and its kind; where there is but one, its kind alone."""
    if len(table.kinds) > 1:
        return words.say("terminal", "stage", n=table.stage, kind=table.kind)[language]
    kind = words.get("kinds", table.kind)[language]
    return kind[:1].upper() + kind[1:]


def _place_of(table: TourView, marked: str | None) -> Square | None:
    """The square that a move is about: of a step where it leads, of a number who gets it."""
    if not marked or table.turn is None:
        return None
    riders = table.seats[table.turn].riders
    number = _NUMBER.fullmatch(marked)
    if number:
        rider = riders[int(number[3]) - 1]
        return rider.lane, rider.row
    if marked not in STEPS or table.now.mover is None:
        return None
    rider = riders[table.now.mover - 1]
    return (rider.lane or 0) + STEPS.index(marked) - 1, (rider.row or 0) + 1


def _road(
    table: TourView, width: int, marked: Square | None, words: Words, language: Language
) -> Table:
    """The road from the bottom to the top, and on at the bottom of the next stretch."""
    riders: Riders = {
        (rider.lane, rider.row): (seat, number, rider)
        for seat in table.seats
        for number, rider in enumerate(seat.riders, 1)
        if rider.where == "road"
    }
    stretch = 3 + 3 * len(table.board.lanes)
    count = max(1, min(_STRETCHES, width // stretch))
    rows = table.board.rows - _FIRST + 1
    each = -(-rows // count)
    grid = Table.grid()
    stretches = []
    for first in range(_FIRST, table.board.rows + 1, each):
        last = min(first + each - 1, table.board.rows)
        stretches.append(_stretch(table, riders, first, last, marked, words, language))
    for _ in stretches:
        grid.add_column(vertical="bottom", no_wrap=True)
    grid.add_row(*stretches)
    return grid


def _stretch(
    table: TourView,
    riders: Riders,
    first: int,
    last: int,
    marked: Square | None,
    words: Words,
    language: Language,
) -> Text:
    """Some rows of the road, the foremost on top; below them the lanes by number and colour."""
    board = table.board
    text = Text()
    for row in range(last, first - 1, -1):
        if row == board.rows:
            text.append_text(_line("finish", len(board.lanes), "bold", words, language))
        if row == board.green_after:
            text.append_text(_line("green", len(board.lanes), _GREEN, words, language))
        text.append(f"{row:>2} " if row > 0 else "   ", "dim")
        for lane in range(1, len(board.lanes) + 1):
            _square(text, table, lane, row, riders.get((lane, row)), (lane, row) == marked)
        text.append("\n")
    text.append("   ")
    for lane, colour in enumerate(board.lanes, 1):
        letter = colour[0] if colour else " "
        text.append(f"{lane}{letter} ", _STRIP[colour] if colour else "dim")
    return text


def _line(kind: str, lanes: int, style: str, words: Words, language: Language) -> Text:
    """A line across the road, with its name as far as there is room."""
    sign = "═" if kind == "finish" else "─"
    name = words.get("terminal", kind)[language]
    return Text("   " + f"{name[: 3 * lanes - 1]}".ljust(3 * lanes - 1, sign) + "\n", style)


def _square(
    text: Text,
    table: TourView,
    lane: int,
    row: int,
    on: tuple[TourSeat, int, TourRider] | None,
    marked: bool,
) -> None:
    if on is not None:
        seat, number, rider = on
        letter = seat.colour[0] if rider.turned else seat.colour[0].upper()
        style = _JERSEY[rider.jersey] if rider.jersey else _TEAM[seat.colour]
        text.append(f"{letter}{number}", style)
        text.append("◂" if marked else " ", "bold")
    elif row in table.board.dots[lane - 1]:
        text.append("◉  " if marked else "●  ", f"{_DOT} reverse" if marked else _DOT)
    elif marked:
        text.append("◇", _MARKED)
        text.append("  ")
    else:
        text.append("·  " if row > 0 else "▫  ", "dim")


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
        told = words.say("terminal", "riding", rider=now.mover, n=now.steps)[language]
        text.append(f"  → {told}", "bold")
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


def _team(
    seat: TourSeat,
    name: str,
    words: Words,
    language: Language,
    *,
    on_turn: bool,
    marked: str | None,
) -> Text:
    """A team: its points, its hand or how many cards, riders at home or turned, its kept card."""
    points = words.say(
        "terminal", "points", total=seat.individual + seat.team, individual=seat.individual,
        team=seat.team,
    )[language]  # fmt: skip
    colour = words.get("colours", seat.colour)[language]
    body = Text()
    body.append("▶ " if on_turn else "  ", _GREEN)
    body.append(name, "bold")
    body.append(f" · {colour}", _STRIP[seat.colour])
    body.append(f" · {points}")
    if seat.hand is None:
        body.append(f" · {words.say('terminal', 'cards', n=seat.cards)[language]}", "dim")
    else:
        body.append("\n  ")
    for card in seat.hand or ():
        body.append("▸" if marked and marked.removeprefix("drop:") == card else "")
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
        body.append(f"\n  {words.get('terminal', 'kept')[language]} ")
        body.append_text(_risk(seat.kept, words, language))
    return body


# -------------------------------------------------------------------------------------------- moves


def show_move(text: str, language: Language) -> str:
    """A move as it is typed here: words in the language of the player."""
    head, colon, tail = text.partition(":")
    return _TYPED.show(head, language) + colon + tail


def read_typed(typed: str, language: Language) -> list[str]:
    """The moves that a typed word means; steps may be written together: ``^^<``."""
    if _PATH.fullmatch(typed):
        return list(typed)
    head, colon, tail = typed.partition(":")
    return [_TYPED.read(head) + colon + tail]


def describe_move(
    text: str, view: View, names: Sequence[str], words: Words, language: Language
) -> str:
    """A move in words."""
    number = _NUMBER.fullmatch(text)
    if number:
        key = "number-extra" if number[2] else "number"
        return words.say("moves", key, number=number[1], rider=number[3])[language]
    if text in STEPS:
        return words.get("moves", ("left", "ahead", "right")[STEPS.index(text)])[language]
    head, _, tail = text.partition(":")
    if head == "grid":
        return words.say("moves", "grid", order=", ".join(tail))[language]
    if head == "drop":
        return words.say("moves", "drop", card=_card(tail).plain.strip())[language]
    if head == "declare" and tail:
        return words.say("moves", "declare-rider", rider=tail)[language]
    if head[:3].isdecimal():
        return words.say("moves", "card", card=_card(head).plain.strip())[language]
    return words.say("moves", head, rider=tail)[language]
