"""The table of Tapas drawn for a terminal, and its moves as people type them there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from echappee.errors import Language
from echappee.games.tapas import material
from echappee.games.tapas.view import TapasSeat, TapasView
from echappee.rulebook.typed_words import TypedWords
from echappee.rulebook.values import Score, View
from echappee.rulebook.words import Words

_COLOUR = {"j": "bold white on rgb(43,138,87)", "c": "bold black on rgb(217,161,94)"}
_EXTRA = "bold white on rgb(178,58,42)"
_OPEN = "bold rgb(43,138,87)"
_MARKED = "bold white on rgb(178,58,42)"
_ARROWS = {"N": "↓", "S": "↑", "W": "→", "E": "←"}
_MARKS = {"N": "▼", "S": "▲", "W": "▶", "E": "◀"}
_ROOMY = 96  # columns from which the plate has room between its rows
_SIDE = 44  # columns of a player's side at most
_TYPED = TypedWords(Words(__package__ or ""))
_WEST = re.compile(r"[oO](?=[1-6]:[1-4])")  # ouest


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
    """The plate with arrows where the seat may enter, and both players' sides of the table."""
    table: TapasView = view.table
    roomy = width >= _ROOMY
    entries = {move.partition(":")[0] for move in moves}
    chosen = marked.partition(":")[0] if marked else None
    plate = Panel(
        _board(table, entries, chosen, roomy=roomy), padding=(0, 1), expand=False,
        border_style="dim",
    )  # fmt: skip
    left = 46 if roomy else 40
    sides = Group(
        *(
            _side(
                table.seats[seat], view.standing.scores[seat], names[seat], words, language,
                on_turn=seat in view.awaited, width=min(_SIDE, width - left),
            )
            for seat in (1, 0)
        )
    )  # fmt: skip
    grid = Table.grid(padding=(0, 1))
    grid.add_row(plate, sides)
    return grid


def _board(table: TapasView, entries: set[str], chosen: str | None, *, roomy: bool) -> Text:
    """The plate between its four sides, which are called by the points of the compass."""
    cell = 5 if roomy else 4
    text = Text()
    _edge(text, "N", table.last, entries, chosen, cell)
    for y, row in enumerate(table.board, 1):
        inner = y not in (1, 6)
        text.append("W " if y == 3 else "  ", "bold")
        text.append(f"{y} " if inner else "  ", "dim")
        text.append_text(_arrow(f"W{y}", table.last, entries, chosen))
        for x, piece in enumerate(row):
            if material.is_corner(x, y - 1):
                text.append(" " * cell)
            elif piece is None:
                text.append("·".center(cell), "dim")
            else:
                text.append(" ")
                text.append(f"{_shown(piece):^{cell - 2}}", _COLOUR.get(piece[0], _EXTRA))
                text.append(" ")
        text.append_text(_arrow(f"E{y}", table.last, entries, chosen))
        text.append(f" {y}" if inner else "  ", "dim")
        text.append(" E" if y == 3 else "  ", "bold")
        text.append("\n\n" if roomy and y < 6 else "\n")
    _edge(text, "S", table.last, entries, chosen, cell)
    return text


def _edge(
    text: Text, side: str, last: str | None, entries: set[str], chosen: str | None, cell: int
) -> None:
    """The top or bottom edge: its letter, column numbers and arrows."""
    margin = " " * (5 + cell)
    arrows = Text(margin)
    for x in range(2, 6):
        before = (cell - 1) // 2
        arrows.append(" " * before)
        arrows.append_text(_arrow(f"{side}{x}", last, entries, chosen))
        arrows.append(" " * (cell - before - 1))
    numbers = Text("  ", "bold")
    numbers.append(side, "bold")
    numbers.append(margin[3:] + "".join(str(x).center(cell) for x in range(2, 6)), "dim")
    first, second = (numbers, arrows) if side == "N" else (arrows, numbers)
    text.append_text(first)
    text.append("\n")
    text.append_text(second)
    if side == "N":
        text.append("\n")


def _arrow(entry: str, last: str | None, entries: set[str], chosen: str | None) -> Text:
    """An entry: an arrow where one may push, a bar where the last push came from."""
    if entry == chosen:
        return Text(_MARKS[entry[0]], _MARKED)
    if entry in entries:
        return Text(_ARROWS[entry[0]], _OPEN)
    return Text("▪" if entry == last else " ", "dim")


def _shown(piece: str) -> str:
    return piece.upper()


def _side(
    seat: TapasSeat,
    points: Score,
    name: str,
    words: Words,
    language: Language,
    *,
    on_turn: bool,
    width: int,
) -> Panel:
    """One player's tapas in hand, what he has taken, his handicap, and his points."""
    label = words.get("terminal", "hand")[language]
    taken = words.get("terminal", "taken")[language]
    body = Text(f"{label:<6}")
    _values(body, seat.hand, _COLOUR[seat.colour])
    body.append(f"\n{taken:<6}")
    _values(body, seat.taken, _COLOUR["c" if seat.colour == "j" else "j"])
    for extra in seat.extras:
        body.append(f" {words.get('pieces', extra)[language]} ", _EXTRA)
        body.append(" ")
    if seat.handicap:
        body.append(f" + {words.say('terminal', 'handicap', n=seat.handicap)[language]} ")
    body.append(f"= {words.say('terminal', 'points', n=points)[language]}", "bold")
    if seat.side:
        side = f"{seat.side}, {words.get('sides', seat.side)[language]}"
        body.append("\n" + words.say("terminal", "side", side=side)[language], "dim")
    colour = words.get("colours", seat.colour)[language]
    return Panel(
        body,
        title=Text(f"{'▶ ' if on_turn else ''}{name} · {colour}"),
        title_align="left",
        border_style=_OPEN if on_turn else "dim",
        width=width,
    )


def _values(body: Text, values: Sequence[int], style: str) -> None:
    """Each value once, with how many there are."""
    for value, count in sorted(Counter(values).items()):
        body.append(f" {value} ", style)
        body.append(f"×{count} " if count > 1 else " ")


# -------------------------------------------------------------------------------------------- moves


def show_move(text: str, language: Language) -> str:
    """A move as it is typed here: the notation, with a pass in the language of the player."""
    return _TYPED.show(text, language)


def read_typed(typed: str, language: Language) -> list[str]:
    """The move that a typed word means; the west may be called ouest."""
    return [_WEST.sub("W", _TYPED.read(typed))]


def describe_move(
    text: str, view: View, names: Sequence[str], words: Words, language: Language
) -> str:
    """A move in words."""
    entry, _, value = text.partition(":")
    if not value:
        return words.get("moves", text)[language]
    return words.say("moves", entry[0], line=entry[1], value=value)[language]
