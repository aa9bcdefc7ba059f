"""The command ``train``: a net learns a game by playing it against itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from echappee import arguments
from echappee.bots.nets.net import net_bytes
from echappee.cli.arena import Threads
from echappee.cli.parameters import GameId, Lang
from echappee.cli.progress import prepare_games, progress_bar
from echappee.cli.speech import Speech, speech_for
from echappee.errors import UsageError
from echappee.files import add_line, check_place, remove_file, write_file
from echappee.games import rulebook
from echappee.lab.envs import MissingExtra

_MOST_MINUTES = 100_000.0
_TOLD_EVERY = 20.0
"""So many seconds lie between lines of the log, at least, and between what is kept."""


def train_command(
    game: GameId,
    minutes: Annotated[
        float | None, typer.Option(help="How long; the first rounds are timed to count the others.")
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(help="So many rounds, instead of minutes: the same course every time."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The file of the net; default: GAME.net.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Go on from what another course kept, its file .course.")
    ] = None,
    device: Annotated[str, typer.Option(help="cpu, or cuda: play and learn on a GPU.")] = "cpu",
    games: Annotated[
        int | None, typer.Option(help="Games side by side; default: what suits the device.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same course.")] = 0,
    threads: Threads = None,
    lang: Lang = None,
) -> None:
    """Let a net learn a game from nothing, by playing it against itself."""
    speech = speech_for(lang)
    rules = rulebook(game)
    place = Path(f"{rules.id}.net") if out is None else out
    beside = {kind: place.with_suffix(f".{kind}") for kind in ("course", "log", "svg")}
    if place in beside.values():
        raise UsageError("net-suffix", path=place)
    for path in (place, *beside.values()):
        check_place(path)
    settled = [length for length in (minutes, rounds) if length is not None]
    if len(settled) > 1 or (not settled and resume is None):
        raise UsageError("minutes-or-rounds")
    if minutes is not None:
        minutes = arguments.real("minutes", minutes, 0.0, _MOST_MINUTES)
    try:
        from echappee.lab.train import course as courses
        from echappee.lab.train.chart import chart
    except ImportError as error:
        raise MissingExtra("missing-extra", needs="PyTorch", extra="train") from error
    if rounds is not None:
        rounds = arguments.whole("rounds", rounds, 1, courses.MOST_ROUNDS)
    prepare_games([rules.id], speech)
    if resume is not None:
        learning = courses.Course.resumed(resume, rounds, device, threads)
        if learning.plan.game != rules.id:
            raise UsageError("course-game", path=resume, game=rules.name.en)
        if minutes is not None:
            learning.rounds = None
    else:
        plan = courses.plan(rules.id, device, games, seed, rounds)
        learning = courses.Course(plan, rounds, device, threads)

    remove_file(beside["log"])
    tell = _teller(speech, beside["log"])
    kept_after = 0.0

    with progress_bar() as bar:
        task = bar.add_task(speech.text("train", "learning"), total=rounds)

        def told(one: courses.Round) -> None:
            nonlocal kept_after
            bar.update(task, completed=one.number, total=one.rounds or None)
            last = one.number == one.rounds
            if last or one.seconds >= kept_after:
                kept_after = one.seconds + _TOLD_EVERY
                tell(one)
                keep()

        def keep() -> None:
            learning.save(beside["course"])
            write_file(place, net_bytes(learning.net()))

        learning.run(minutes, told)
        keep()
    write_file(
        beside["svg"],
        chart(learning.log, lambda name: speech.text("train", name)),
    )
    speech.say("train", "written", path=place, course=beside["course"], log=beside["log"],
               chart=beside["svg"])  # fmt: skip


def _teller(speech: Speech, log: Path) -> Callable[[Any], None]:
    """What prints a line of the log and writes it into a file, below a line with their names."""
    names = (
        "round", "steps", "games", "minutes", "against", "greedy-short", "entropy-short",
        "loss-short",
    )  # fmt: skip
    heads = [speech.text("train", name) for name in names]
    widths = [max(9, len(head)) for head in heads]

    def write(cells: list[str]) -> None:
        line = "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        speech.console.print(line, markup=False, highlight=False, soft_wrap=True)
        add_line(log, line.encode())

    def tell(one: Any) -> None:
        if not told:
            write(heads)
        told.append(one.number)
        older, greedy = (
            "–" if one is None else f"×{one:.2f}" for one in (one.against_older, one.against_greedy)
        )
        write(
            [
                f"{one.number}/{one.rounds or '?'}", f"{one.steps / 1e6:.2f} M", f"{one.games:,}",
                f"{one.seconds / 60:.1f}", older, greedy, f"{one.entropy:.3f}",
                f"{one.value_loss:.4f}",
            ]
        )  # fmt: skip

    told: list[int] = []
    return tell
