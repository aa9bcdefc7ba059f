"""The table of Tape l'étape drawn for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from echappee.errors import Language
from echappee.games.tape_letape.view import Rider, TapeView
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
_ROAD = {
    "flat": "▄▄▄▄▄▄▄▄▄▄▄▄",
    "mountain": "▁▁▂▂▃▃▄▅▅▆▇█",
    "downhill": "█▇▆▅▅▄▃▃▂▂▁▁",
    "time-trial": "▃▄▃▄▃▄▃▄▃▄▃▄",
    "broom-wagon": "▄▄▄▄▄▄▂▂▂▁▁▁",
}
_ICONS = (("vitamins", "V"), ("gears", "G"), ("punctures", "P"))


def draw(
    view: View, moves: Sequence[str], names: Sequence[str], words: Words, language: Language
) -> RenderableType:
    """The road with its columns, the riders with times and gaps, and the viewer's own hand."""
    table: TapeView = view.table
    parts: list[RenderableType] = [
        Panel(
            Group(_road(table, words, language), Text(), _columns(table)),
            title=_title(table, names, words, language),
            title_align="left",
            border_style="dim",
            expand=False,
        ),
        _riders(view, names, words, language),
    ]
    if view.seat is not None:
        parts.append(_hand(table.riders[view.seat], moves, words, language))
    return Group(*parts)


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


def _columns(table: TapeView) -> Text:
    """One line for each colour: laid cards in colour, the others as dots, the start value boxed."""
    text = Text()
    for i, column in enumerate(table.columns):
        text.append("\n" if i else "")
        text.append(f" {column.colour} ", _COLOUR[column.colour])
        text.append(" ")
        for value in range(table.low, table.high + 1):
            laid = column.low is not None and column.high is not None
            if laid and (column.low or 0) <= value <= (column.high or 0):
                text.append(f"{value:^4}", _COLOUR[column.colour])
            elif value == table.start:
                text.append(f"[{value}]".center(4), _OPEN)
            else:
                text.append(" ·  ", "dim")
    return text


def _riders(view: View, names: Sequence[str], words: Words, language: Language) -> Table:
    """Everybody's cards, jokers, stage cards, time and gap."""
    table: TapeView = view.table
    grid = Table(box=None, padding=(0, 1), header_style="dim")
    for key in ("rider", "cards", "jokers", "stages", "time", "gap", "last"):
        right = key in ("cards", "time", "gap", "last")
        grid.add_column(words.get("terminal", key)[language], justify="right" if right else "left")
    grid.add_column()
    last = table.last_stage.seconds if table.last_stage else [None] * len(table.riders)
    for seat, rider in enumerate(table.riders):
        on_turn = seat in view.awaited
        name = Text(f"{'▶' if on_turn else ' '} {seat} ", _OPEN if on_turn else "")
        name.append(names[seat], _YELLOW if rider.yellow else "")
        grid.add_row(
            name,
            str(rider.cards),
            "".join(letter * getattr(rider, field) for field, letter in _ICONS) or "–",
            " ".join(words.get("profiles", p)[language][:2] for p in rider.profiles) or "–",
            _seconds(rider.total),
            f"+{rider.gap}" if rider.gap else "·",
            _seconds(last[seat]),
            _marks(rider, words, language, gear=table.gear and seat == table.turn),
        )
    return grid


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
        notes.append(words.say("terminal", "known", cards=rider.known)[language])
    return Text(" · ".join(notes), "dim")


def _hand(rider: Rider, moves: Sequence[str], words: Words, language: Language) -> Text:
    """The viewer's cards; those that can be laid now are marked."""
    text = Text(words.get("terminal", "hand")[language] + "  ")
    for card in rider.hand or []:
        text.append(f" {card} ", _COLOUR[card[0]])
        text.append("▴ " if card in moves else "  ", _OPEN)
    return text
