"""Progress bars, on the error stream so that results can be piped."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from echappee.cli.speech import Speech
from echappee.games import rulebook
from echappee.lab.preparing import prepare_game, unprepared


def progress_bar() -> Progress:
    """A bar that vanishes when it is done."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )


def prepare_games(ids: Sequence[str], speech: Speech) -> None:
    """Compile what is not compiled yet, behind a progress bar."""
    waiting = unprepared(ids)
    if not waiting:
        return
    with progress_bar() as progress:
        for game_id in waiting:
            name = rulebook(game_id).name[speech.language]
            task = progress.add_task(speech.text("prepare", "compiling", game=name), total=None)

            def step(what: str, done: int, total: int, task: TaskID = task) -> None:
                progress.update(task, completed=done, total=total)

            prepare_game(game_id, step)
