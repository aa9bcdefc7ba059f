"""Progress bars, on the error stream so that results can be piped."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from echappee.bots.background_compiler import BackgroundCompiler, compiled_in_background
from echappee.bots.prepare_games import prepare_game, unprepared
from echappee.child_processes import deaf_children, worker_processes
from echappee.cli.speech import Speech
from echappee.games import rulebook
from echappee.lab.cluster import Cluster


class _Bar(Progress):
    """On a screen alone: into a log it writes nothing, no empty line at its end either."""

    def start(self) -> None:
        """Show it."""
        if self.console.is_terminal:
            super().start()

    def stop(self) -> None:
        """Take it away."""
        if self.live.is_started:
            super().stop()


def progress_bar() -> Progress:
    """A bar that vanishes when it is done."""
    return _Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )


@contextmanager
def bar_once_prepared(
    game_id: str | None, speech: Speech, cluster: Cluster | None = None
) -> Iterator[tuple[Progress, Callable[[], None]]]:
    """A bar, and what compiles the game, if any is to be, and then shows it: one bar at a time.

    Where a cluster is to play, it is called first; workers elsewhere compile for themselves.
    """
    progress = progress_bar()

    def begin() -> None:
        if cluster is not None:
            cluster.connect()
        if game_id is not None and (cluster is None or cluster.here):
            prepare_games([game_id], speech)
        progress.start()

    try:
        yield progress, begin
    finally:
        progress.stop()


@contextmanager
def at_once(ids: Sequence[str], speech: Speech) -> Iterator[BackgroundCompiler]:
    """Play these games now; what is not compiled is compiled in the background."""
    with compiled_in_background(ids) as compiler:
        if not compiler.done:
            speech.say("prepare", "background", style="dim")
        yield compiler


def prepare_games(ids: Sequence[str], speech: Speech) -> None:
    """Compile what is not compiled yet, behind progress bars: several games side by side."""
    waiting = unprepared(ids)
    if not waiting:
        return
    # The games that take longest first: those with most to keep in a state.
    waiting = tuple(sorted(waiting, key=lambda game: -rulebook(game).state_dtype.itemsize))
    with progress_bar() as progress:
        if not progress.console.is_terminal:  # a log shows no bars
            for game_id in waiting:
                name = rulebook(game_id).name[speech.language]
                progress.console.print(speech.text("prepare", "log", game=name))
        tasks = {
            game_id: progress.add_task(
                speech.text("prepare", "compiling", game=rulebook(game_id).name[speech.language]),
                total=None,
            )
            for game_id in waiting
        }
        if len(waiting) == 1 or (os.cpu_count() or 1) == 1:
            for game_id, task in tasks.items():

                def step(what: str, done: int, total: int, task: TaskID = task) -> None:
                    progress.update(task, completed=done, total=total)

                prepare_game(game_id, step)
            return
        # Python compiles in one thread only, so each game gets a process; all share the cache.
        with worker_processes() as pool:
            with deaf_children():
                compiled = {pool.submit(prepare_game, game_id): game_id for game_id in waiting}
            for future in as_completed(compiled):
                future.result()
                progress.update(tasks[compiled[future]], completed=1, total=1)
