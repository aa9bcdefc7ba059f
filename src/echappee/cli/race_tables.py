"""A race with real cards as tables in the terminal."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from echappee.calculator.exports import reasons, stage_name, stage_rows
from echappee.calculator.names import profile_name
from echappee.calculator.race import PROFILE_NUMBERS
from echappee.calculator.state import RaceState
from echappee.cli.race_talk import Talk


def show_standing(state: RaceState, talk: Talk) -> None:
    """The general classification and what comes next."""
    progress = talk.text("table", "progress", done=state.done, stages=state.length)
    table = Table(title=f"{talk.text('table', 'general')} · {progress}", title_justify="left")
    table.add_column("", justify="right")
    table.add_column(talk.text("table", "rider"))
    for key in ("total", "gap", "wins"):
        table.add_column(talk.text("table", key), justify="right")
    table.add_column(talk.text("table", "profiles"))
    for line in state.classification:
        profiles = [profile_name(profile)[talk.language] for profile in line.profiles]
        if len(profiles) == len(PROFILE_NUMBERS):
            profiles = [talk.text("table", "all-profiles")]
        table.add_row(
            str(line.place), Text(line.name), line.total_clock, line.gap_clock, str(line.wins),
            ", ".join(profiles) if line.to_choose else "–",
            style="bold yellow" if line.yellow else "",
        )  # fmt: skip
    talk.console.print(table)
    for sentence in state.news:
        talk.console.print(sentence[talk.language], style="bold", markup=False, highlight=False)


def show_race(state: RaceState, talk: Talk) -> None:
    """All stages with their seconds, where each comes from, and the classification."""
    if state.stages:
        heads, *rows = stage_rows(state, talk.language)
        table = Table(title=talk.text("table", "by-stage"), title_justify="left")
        for place, head in enumerate(heads):
            table.add_column(Text(head), justify="left" if place in (1, 2) else "right")
        for row in rows[:-1]:
            table.add_row(*(Text(cell) for cell in row))
        table.add_section()
        table.add_row(*(Text(cell) for cell in rows[-1]))
        talk.console.print(table)
        for stage in state.stages:
            talk.console.print(
                f"{stage.number}  {stage_name(stage, talk.language)}", style="bold", markup=False
            )
            for cell in stage.cells:
                talk.console.print(
                    f"   {state.names[cell.seat]}  {reasons(cell, talk.language)}",
                    markup=False, highlight=False,
                )  # fmt: skip
    show_standing(state, talk)
