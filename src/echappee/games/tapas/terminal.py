"""The table of Tapas drawn for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from echappee.errors import Language
from echappee.games.tapas import material
from echappee.games.tapas.view import TapasSeat, TapasView
from echappee.rulebook.values import View
from echappee.rulebook.words import Words

_COLOUR = {"j": "bold white on rgb(43,138,87)", "c": "bold black on rgb(217,161,94)"}
_EXTRA = "bold white on rgb(178,58,42)"
_OPEN = "bold rgb(43,138,87)"
_ARROWS = {"N": "↓", "S": "↑", "W": "→", "E": "←"}


def draw(
    view: View, moves: Sequence[str], names: Sequence[str], words: Words, language: Language
) -> RenderableType:
    """The plate with arrows where the seat may enter, and both players' sides of the table."""
    table: TapasView = view.table
    entries = {move.partition(":")[0] for move in moves}
    board = Panel(_board(table, entries), padding=(0, 1), expand=False, border_style="dim")
    sides = Group(
        *(
            _side(table.seats[seat], view.standing.scores[seat], names[seat], words, language,
                  on_turn=seat in view.awaited)
            for seat in (1, 0)
        )
    )  # fmt: skip
    return Columns([board, sides], padding=(0, 2))


def _board(table: TapasView, entries: set[str]) -> Text:
    text = Text()
    _edge(text, "N", table.last, entries)
    for y, row in enumerate(table.board, 1):
        text.append("   " if y in (1, 6) else f" {y}")
        text.append_text(_arrow(f"W{y}", table.last, entries))
        for x, piece in enumerate(row):
            if material.is_corner(x, y - 1):
                text.append("     ")
            elif piece is None:
                text.append("  ·  ", "dim")
            else:
                text.append(" ")
                text.append(f"{_shown(piece):^3}", _COLOUR.get(piece[0], _EXTRA))
                text.append(" ")
        text.append_text(_arrow(f"E{y}", table.last, entries))
        text.append("\n\n" if y < 6 else "\n")
    _edge(text, "S", table.last, entries)
    return text


def _edge(text: Text, side: str, last: str | None, entries: set[str]) -> None:
    """The top or bottom edge: column numbers and arrows."""
    arrows = Text("        ")
    for x in range(2, 6):
        arrows.append("  ")
        arrows.append_text(_arrow(f"{side}{x}", last, entries))
        arrows.append("  ")
    numbers = Text("        " + "".join(f"  {x}  " for x in range(2, 6)), "dim")
    first, second = (numbers, arrows) if side == "N" else (arrows, numbers)
    text.append_text(first)
    text.append("\n")
    text.append_text(second)
    if side == "N":
        text.append("\n")


def _arrow(entry: str, last: str | None, entries: set[str]) -> Text:
    """An entry: an arrow where one may push, a bar where the last push came from."""
    if entry in entries:
        return Text(_ARROWS[entry[0]], _OPEN)
    return Text("▪" if entry == last else " ", "dim")


def _shown(piece: str) -> str:
    return piece.upper()


def _side(
    seat: TapasSeat, points: int, name: str, words: Words, language: Language, *, on_turn: bool
) -> Panel:
    """One player's tapas in hand, what he has taken, and his points."""
    label = words.get("terminal", "hand")[language]
    taken = words.get("terminal", "taken")[language]
    body = Text(f"{label:<7}")
    for value in seat.hand:
        body.append(f" {value} ", _COLOUR[seat.colour])
        body.append(" ")
    body.append(f"\n{taken:<7}")
    other = "c" if seat.colour == "j" else "j"
    for value in seat.taken:
        body.append(f" {value} ", _COLOUR[other])
        body.append(" ")
    for extra in seat.extras:
        body.append(f" {words.get('pieces', extra)[language]} ", _EXTRA)
        body.append(" ")
    if seat.side:
        body.append("\n" + words.say("terminal", "side", side=seat.side)[language], "dim")
    colour = words.get("colours", seat.colour)[language]
    score = words.say("terminal", "points", n=points)[language]
    return Panel(
        body,
        title=f"{'▶ ' if on_turn else ''}{name} · {colour} · {score}",
        title_align="left",
        border_style=_OPEN if on_turn else "dim",
        width=58,
    )
