"""A race as text to print or send, as a CSV table, and by the ending of a file's name."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from echappee import arguments
from echappee.calculator.chart import draw_png, draw_svg
from echappee.calculator.race import WORDS, CalculatorError, Race
from echappee.calculator.state import Cell, RaceState, Row, race_state
from echappee.errors import Language
from echappee.french import NO_BREAK
from echappee.games.tape_letape import RULEBOOK

KINDS = (".txt", ".csv", ".svg", ".png")
CSV_COLUMNS = (
    "stage", "profile", "chooser", "player", "winner", "finished", "small", "big", "cards",
    "seconds", "total", "gap", "place", "yellow",
)  # fmt: skip


def export(race: Race, path: Path, language: Language) -> bytes:
    """The race in the format that the name of a file asks for."""
    path, language = arguments.path("path", path), arguments.language(language)
    kind = path.suffix.lower()
    state = race_state(race)
    if kind == ".txt":
        return write_text(state, language).encode()
    if kind == ".csv":
        return write_csv(state).encode()
    if kind == ".svg":
        return draw_svg(state, language).encode()
    if kind == ".png":
        return draw_png(state, language)
    raise CalculatorError("export-kind", name=path.name, known=" ".join(KINDS))


def write_csv(state: RaceState) -> str:
    """The ``state`` of a race with one line for each player in each stage.

    Seconds are whole numbers, seats are names.
    """
    arguments.instance("state", state, RaceState)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(CSV_COLUMNS)
    for row in state.stages:
        chooser = "" if row.chooser is None else state.names[row.chooser]
        for cell in row.cells:
            table.writerow([
                row.number, row.profile, chooser, state.names[cell.seat],
                "yes" if cell.winner else "no", cell.finished or "", cell.small, cell.big,
                " ".join(cell.cards), cell.seconds, cell.total, cell.gap, cell.place,
                "yes" if cell.yellow else "no",
            ])  # fmt: skip
    return text.getvalue()


def write_text(state: RaceState, language: Language) -> str:
    """The ``state`` of a race in columns: classification, stages, where each second comes from."""
    arguments.instance("state", state, RaceState)
    language = arguments.language(language)

    def say(*path: str, **facts: object) -> str:
        return WORDS.say(*path, **facts)[language]

    name = RULEBOOK.name[language]
    colon = f"{NO_BREAK}:" if language == "fr" else ":"
    title = f"{name}{colon} {state.title}" if state.title else name
    progress = say("table", "progress", done=state.done, stages=state.length)
    lines = [title, f"{state.kind[language]} · {progress}", ""]
    lines += [sentence[language] for sentence in state.news]
    lines += ["", say("table", "general")]
    lines += _columns(classification_rows(state, language), "rlrrr")
    if state.stages:
        lines += ["", say("table", "by-stage")]
        lines += _columns(stage_rows(state, language), "rll" + "r" * len(state.names))
        lines += ["", say("table", "why")]
        for row in state.stages:
            lines.append(f"{row.number}  {stage_name(row, language)}")
            pairs = [[state.names[cell.seat], reasons(cell, language)] for cell in row.cells]
            lines += [f"   {line}" for line in _columns(pairs, "ll")]
            if row.refuel and row.number < state.length:
                lines.append(f"   – {say('table', 'refuel')} –")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def classification_rows(state: RaceState, language: Language) -> list[list[str]]:
    """The general classification as a table, with its heading."""
    heads = [WORDS.get("table", key)[language] for key in ("rider", "total", "gap", "wins")]
    rows = [["", *heads]]
    for line in state.classification:
        rows.append([
            f"{line.place}", line.name, line.total_clock, line.gap_clock, f"{line.wins}",
        ])  # fmt: skip
    return rows


def stage_rows(state: RaceState, language: Language) -> list[list[str]]:
    """The stages as a table: seconds of each player in each, and the sums."""
    heads = [WORDS.get("table", key)[language] for key in ("profile", "chooser")]
    rows = [["", *heads, *state.names]]
    for row in state.stages:
        chooser = state.names[row.chooser] if row.chooser is not None else "–"
        cells = [f"{cell.seconds_clock}{'*' if cell.winner else ' '}" for cell in row.cells]
        rows.append([f"{row.number}", stage_name(row, language), chooser, *cells])
    totals = [f"{cell.total_clock} " for cell in state.stages[-1].cells] if state.stages else []
    rows.append(["", WORDS.get("table", "total")[language], "", *totals])
    return rows


def stage_name(row: Row, language: Language) -> str:
    """The profile of a stage, and whether it was the final."""
    name = row.profile_name[language]
    return f"{name}, {WORDS.get('table', 'final')[language]}" if row.final else name


def reasons(cell: Cell, language: Language) -> str:
    """Where the seconds of one player in one stage come from."""
    return ", ".join(part.words[language] for part in cell.why)


def _columns(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    widths = [max(_width(row[i]) for row in rows) for i in range(len(sides))]
    lines = []
    for row in rows:
        cells = []
        for text, side, width in zip(row, sides, widths, strict=True):
            blanks = " " * (width - _width(text))
            cells.append(blanks + text if side == "r" else text + blanks)
        lines.append("  ".join(cells))
    return lines


def _width(text: str) -> int:
    """How many columns a text takes where all letters are equally wide."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return len(text) + wide - sum(bool(unicodedata.combining(sign)) for sign in text)
