"""The table of Tape l'étape drawn for a terminal, and its moves as people type them there.

Colours have the letters of the player's language, and seats are counted from 1: ``puncture>2`` hits
the rider who is shown as number 2, which the notation writes ``puncture>1``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from echappee.errors import LANGUAGES, Language
from echappee.games.tape_letape.material import COLOURS
from echappee.games.tape_letape.view import Rider, TapeView
from echappee.rulebook.typed_words import TypedWords
from echappee.rulebook.values import View
from echappee.rulebook.words import Words

_COLOUR = {
    "J": "bold black on rgb(245,205,60)",
    "V": "bold white on rgb(43,138,87)",
    "B": "bold white on rgb(48,102,190)",
    "R": "bold white on rgb(190,55,55)",
}
_OPEN = "bold rgb(43,138,87)"
_YELLOW = "bold rgb(245,205,60)"
_MARKED = "bold reverse"
_ROAD = {
    "flat": "▄▄▄▄▄▄▄▄▄▄▄▄",
    "mountain": "▁▁▂▂▃▃▄▅▅▆▇█",
    "downhill": "█▇▆▅▅▄▃▃▂▂▁▁",
    "time-trial": "▃▄▃▄▃▄▃▄▃▄▃▄",
    "broom-wagon": "▄▄▄▄▄▄▂▂▂▁▁▁",
}
_JOKERS = (("vitamins", "vitamin"), ("gears", "gear"), ("punctures", "puncture"))
_ROOMY = 100  # columns from which the last stage has one of its own
_WORDS = Words(__package__ or "")
_TYPED = TypedWords(_WORDS)
_CARD = re.compile(r"([A-Za-z])(\d{1,2})")
_TARGET = re.compile(r"([^>]+)>(\d)(?::(.+))?")


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
    """The road with its columns, the riders with times and gaps, and the viewer's own hand."""
    table: TapeView = view.table
    card = marked if marked and _CARD.fullmatch(marked) else None
    target = _TARGET.fullmatch(marked or "")
    road = Panel(
        Group(_road(table, words, language), _columns(table, card, language)),
        title=Text(_title(table, names, words, language)),
        title_align="left",
        border_style="dim",
        expand=False,
    )
    riders = _riders(
        view, names, words, language, roomy=width >= _ROOMY,
        aimed=int(target[2]) if target else None,
    )  # fmt: skip
    if view.seat is None:
        return Group(road, riders)
    chosen = target[3] if target else card
    return Group(road, _hand(table.riders[view.seat], moves, chosen, words, language), riders)


def _title(table: TapeView, names: Sequence[str], words: Words, language: Language) -> str:
    key = "final" if table.final else "stage"
    title = words.say("terminal", key, number=table.stage, stages=table.stages)[language]
    if table.profile is None:
        choosing = words.get("terminal", "choosing")[language]
        who = words.fill(language, choosing, {"seat": table.chooser}, names)
        return f"{title} · {who}"
    return f"{title} · {words.get('profiles', table.profile)[language]}"


def _road(table: TapeView, words: Words, language: Language) -> Text:
    """The profile of the road, and the value that opens columns."""
    if table.profile is None:
        return Text("┄" * 12, "dim")
    text = Text(_ROAD[table.profile], "dim")
    if table.start is None:
        text.append("  " + words.get("terminal", "any-start")[language])
    else:
        text.append("  " + words.say("terminal", "start", value=table.start)[language])
    return text


def _columns(table: TapeView, marked: str | None, language: Language) -> Text:
    """One line for each colour: laid cards in colour, the others as dots, the start value boxed,
    the card that is looked at in angles."""
    text = Text()
    for i, column in enumerate(table.columns):
        text.append("\n" if i else "")
        text.append(f" {_letter(column.colour, language)} ", _COLOUR[column.colour])
        text.append(" ")
        for value in range(table.low, table.high + 1):
            laid = column.low is not None and column.high is not None
            if marked == f"{column.colour}{value}":
                text.append(f"‹{value}›".center(4), _MARKED)
            elif laid and (column.low or 0) <= value <= (column.high or 0):
                text.append(f"{value:^4}", _COLOUR[column.colour])
            elif value == table.start:
                text.append(f"[{value}]".center(4), _OPEN)
            else:
                text.append(" ·  ", "dim")
    return text


def _riders(
    view: View,
    names: Sequence[str],
    words: Words,
    language: Language,
    *,
    roomy: bool,
    aimed: int | None,
) -> Table:
    """Everybody's cards, jokers, stage cards, time and gap."""
    table: TapeView = view.table
    grid = Table(box=None, padding=(0, 1), header_style="dim")
    columns = ["rider", "cards", "jokers", "stages", "time", "gap", *(["last"] if roomy else [])]
    for key in columns:
        right = key in ("cards", "time", "gap", "last")
        label = words.get("terminal", key)[language]
        grid.add_column(label, justify="right" if right else "left", no_wrap=True)
    grid.add_column()
    last = table.last_stage.seconds if table.last_stage else [None] * len(table.riders)
    for seat, rider in enumerate(table.riders):
        cells: list[RenderableType] = [
            _name(view, seat, names[seat], aimed=aimed),
            str(rider.cards),
            _jokers(rider, words, language),
            " ".join(words.get("profiles", p)[language][:2] for p in rider.profiles) or "–",
            _seconds(rider.total),
            f"+{rider.gap}" if rider.gap else "·",
        ]
        if roomy:
            cells.append(_seconds(last[seat]))
        gear = table.gear and seat == table.turn
        grid.add_row(*cells, _marks(rider, words, language, gear=gear))
    return grid


def _name(view: View, seat: int, name: str, *, aimed: int | None) -> Text:
    """A rider's number, unless his name ends in it, and his name."""
    on_turn = seat in view.awaited
    number = "" if name.endswith(f" {seat + 1}") else f"{seat + 1} "
    text = Text(f"{'▶' if on_turn else ' '} {number}", _OPEN if on_turn else "")
    text.append(name, _YELLOW if view.table.riders[seat].yellow else "")
    if seat == aimed:
        text.append(" ◂", _MARKED)
    return text


def _jokers(rider: Rider, words: Words, language: Language) -> str:
    """The jokers left, each by its letter."""
    letters = [
        words.get("joker-letters", joker)[language] * getattr(rider, field)
        for field, joker in _JOKERS
    ]
    return "".join(letters) or "–"


def _seconds(seconds: int | None) -> str:
    """Seconds as a rider's time: minutes and seconds, negative ones included."""
    if seconds is None:
        return "–"
    sign = "−" if seconds < 0 else ""
    return f"{sign}{abs(seconds) // 60}:{abs(seconds) % 60:02}"


def _marks(rider: Rider, words: Words, language: Language, *, gear: bool) -> Text:
    """What else is to be known of a rider: turns to miss, high gear, cards seen, an open hand."""
    notes = []
    if gear:
        notes.append(words.get("terminal", "gear")[language])
    if rider.skips:
        notes.append(words.say("terminal", "skips", n=rider.skips)[language])
    if rider.known:
        cards = [show_move(card, language) for card in rider.known]
        notes.append(words.say("terminal", "known", cards=cards)[language])
    return Text(" · ".join(notes), "dim")


def _hand(
    rider: Rider, moves: Sequence[str], chosen: str | None, words: Words, language: Language
) -> Text:
    """The viewer's cards; those that can be laid now are marked."""
    text = Text(words.get("terminal", "hand")[language] + " ")
    for card in rider.hand or []:
        sign = "▲" if card == chosen else "▴" if card in moves else " "
        text.append(f" {show_move(card, language)} ", _COLOUR[card[0]])
        text.append(f"{sign} ", _OPEN)
    return text


# -------------------------------------------------------------------------------------------- moves


def _letter(colour: str, language: Language) -> str:
    """The letter of a colour in this language."""
    return _WORDS.get("colours", colour)[language][0].upper()


def _colour(letter: str) -> str | None:
    """The colour that a letter means in any language."""
    for colour in COLOURS:
        if letter.upper() in {colour, *(_letter(colour, language) for language in LANGUAGES)}:
            return colour
    return None


def show_move(text: str, language: Language) -> str:
    """A move as it is typed here: words and colours of the language, seats counted from 1."""
    found = _CARD.fullmatch(text)
    if found:
        return _letter(found[1], language) + found[2]
    found = _TARGET.fullmatch(text)
    if found:
        told = f"{_TYPED.show(found[1], language)}>{int(found[2]) + 1}"
        return f"{told}:{show_move(found[3], language)}" if found[3] else told
    head, colon, tail = text.partition(":")
    return _TYPED.show(head, language) + colon + _TYPED.show(tail, language)


def read_typed(typed: str, language: Language) -> list[str]:
    """The move that a typed word means."""
    return [_read(typed)]


def _read(typed: str) -> str:
    found = _CARD.fullmatch(typed)
    if found:
        colour = _colour(found[1])
        return typed if colour is None else f"{colour}{int(found[2])}"
    found = _TARGET.fullmatch(typed)
    if found:
        told = f"{_TYPED.read(found[1])}>{int(found[2]) - 1}"
        return f"{told}:{_read(found[3])}" if found[3] else told
    head, colon, tail = typed.partition(":")
    return _TYPED.read(head) + colon + _TYPED.read(tail)


def show_facts(facts: Mapping[str, Any], language: Language) -> dict[str, Any]:
    """The facts of an event with cards in the letters of the language."""
    return {
        name: show_move(value, language)
        if isinstance(value, str) and _CARD.fullmatch(value)
        else value
        for name, value in facts.items()
    }


def describe_move(
    text: str, view: View, names: Sequence[str], words: Words, language: Language
) -> str:
    """A move in words."""
    found = _CARD.fullmatch(text)
    if found:
        return words.say("moves", "card", colour=found[1], value=found[2])[language]
    found = _TARGET.fullmatch(text)
    if found:
        card = show_move(found[3] or "", language)
        template = words.get("moves", found[1])[language]
        return words.fill(language, template, {"seat": int(found[2]), "card": card}, names)
    head, _, profile = text.partition(":")
    return words.say("moves", head, profile=profile)[language]
