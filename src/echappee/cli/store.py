"""``echappee store``: copy, back up, restore, clear and verify what servers keep."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.progress import TaskID
from typer.core import TyperCommand

from echappee.cli.parameters import Lang
from echappee.cli.progress import prepare_games, progress_bar
from echappee.cli.speech import Speech, speech_for
from echappee.games import game_ids

if TYPE_CHECKING:
    from echappee.server.maintenance.checks import Problem
    from echappee.server.maintenance.progress import Progress
    from echappee.server.maintenance.verify import Report

store = typer.Typer(help="Copy, back up, restore, clear and verify what servers keep.")

_PLACE = "A folder, a file of SQLite, or postgresql://…"
Source = Annotated[
    str | None,
    typer.Argument(metavar="SOURCE", help=f"{_PLACE}; default: where a server keeps its tables."),
]
Anyway = Annotated[
    bool, typer.Option("--anyway", help="Take over what does not replay too, as it is.")
]
ShowCodes = Annotated[
    bool,
    typer.Option("--show-codes", help="Name tables by their codes, which are invitations."),
]
_AGE = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)(d|w|y)")
_DAYS = {"d": 1, "w": 7, "y": 365}
_DAY = 86_400_000
_MOST_SHOWN = 20
Result = TypeVar("Result")


@store.command()
def copy(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help=_PLACE)],
    target: Annotated[
        str, typer.Argument(metavar="TARGET", help="The same; there must be no tables in it yet.")
    ],
    anyway: Anyway = False,
    lang: Lang = None,
) -> None:
    """Copy a store into an empty one, of either kind, and verify every table by replay."""
    from echappee.server.maintenance.copy import copy as copy_store
    from echappee.server.store.places import read_place

    speech = speech_for(lang)
    found, to = read_place(source), read_place(target)
    with _bar(speech) as progress:
        report = _run(copy_store(found, to, progress, anyway=anyway))
    _say_counts("copied", report, speech, place=to.name)
    _say_unsound(report, speech)


class _SourceFirst(TyperCommand):
    """A command whose first argument may be left out."""

    def collect_usage_pieces(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        """How it is called."""
        return [self.options_metavar or "", "[SOURCE]", "FILE"]


@store.command(cls=_SourceFirst)
def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write.")],
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="SOURCE",
            help=f"Before it: {_PLACE[0].lower()}{_PLACE[1:]}; "
            "default: where a server keeps its tables.",
        ),
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Play every table of the backup again.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Back a store up into one file, whole at one moment, while people play."""
    from echappee.server.maintenance.backup import back_up, verify_backup
    from echappee.server.store.places import read_place

    speech = speech_for(lang)
    if source is not None:
        source, file = file, source
    path = Path(file)
    with _bar(speech) as progress:
        _run(back_up(read_place(source), path, progress))
        report = _run(verify_backup(path, progress)) if verify else None
    size = path.stat().st_size
    said = (
        speech.text("store", "kilobytes", size=f"{size / 1e3:.0f}")
        if size < 1e6
        else speech.text("store", "megabytes", size=f"{size / 1e6:.0f}")
    )
    speech.say("store", "backed-up", file=file, size=said, style="green")
    if report is not None:
        _say_verified(report, speech)


@store.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")],
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="TARGET", help=f"{_PLACE}; default: where a server keeps its tables."
        ),
    ] = None,
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Keep what is there aside, under a name with the date."),
    ] = False,
    anyway: Anyway = False,
    lang: Lang = None,
) -> None:
    """Put a backup in the place of a store that no server uses; it is verified first."""
    from echappee.server.maintenance.backup import restore as restore_store
    from echappee.server.store.places import read_place

    speech = speech_for(lang)
    to = read_place(target)
    with _bar(speech) as progress:
        report, aside = _run(restore_store(file, to, progress, replace=replace, anyway=anyway))
    _say_counts("restored", report, speech, place=to.name)
    if aside is not None:
        speech.say("store", "aside", file=str(aside))
    _say_unsound(report, speech)


@store.command()
def prune(
    source: Source = None,
    older_than: Annotated[
        str,
        typer.Option("--older-than", metavar="AGE", help="How long ago: 90d, 12w or 1y."),
    ] = ...,  # type: ignore[assignment]
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how many.")] = False,
    lang: Lang = None,
) -> None:
    """Clear away tables that were over long ago; imported records stay. Servers may run."""
    from echappee.server.store.places import read_place
    from echappee.server.store.prune import prune as prune_store

    speech = speech_for(lang)
    days = _days(older_than)
    before = int(time.time() * 1000 - days * _DAY)
    gone = _run(prune_store(read_place(source), before, dry_run=dry_run))
    what = "prunable" if dry_run else "pruned"
    speech.say("store", what, count=len(gone), days=int(days) if days == int(days) else days)


@store.command()
def verify(
    source: Source = None,
    table: Annotated[
        str | None, typer.Option("--table", metavar="CODE", help="This table alone.")
    ] = None,
    show_codes: ShowCodes = False,
    lang: Lang = None,
) -> None:
    """Play every table again: is all that is stored sound? Servers may run."""
    from echappee.server.maintenance.verify import verify as verify_store
    from echappee.server.store.places import read_place
    from echappee.server.store.transfer import snapshot
    from echappee.server.table.codes import read_code

    speech = speech_for(lang)
    place, code = read_place(source), None if table is None else read_code(table)

    async def look(progress: Progress) -> Report:
        async with snapshot(place) as found:
            return await verify_store(found, progress, code=code)

    with _bar(speech) as progress:
        report = _run(look(progress))
    _say_verified(report, speech, show_codes, alone=code is not None)


def _run(work: Coroutine[Any, Any, Result]) -> Result:
    import asyncio  # every command would wait for it

    return asyncio.run(work)


def _days(text: str) -> float:
    """An age as it is written, in days."""
    from echappee.server.refusals import Refusal

    found = _AGE.fullmatch(text.strip().lower())
    days = float(found[1]) * _DAYS[found[2]] if found else 0.0
    if days < 1:
        raise Refusal("bad-age", text=text)
    return days


@contextmanager
def _bar(speech: Speech) -> Iterator[Progress]:
    """A bar for each thing that is done."""
    from echappee.server.maintenance.progress import Progress, Stage

    bar = progress_bar()
    task: TaskID | None = None

    class Shown(Progress):
        def expect(self, stage: Stage, total: int) -> None:
            nonlocal task
            if task is not None:
                bar.remove_task(task)
            task = bar.add_task(speech.text("store", f"{stage}-bar"), total=total or 1)
            bar.start()

        def advance(self, done: int) -> None:
            if task is not None:
                bar.advance(task, done)

        def compile_rules(self) -> None:
            bar.stop()
            prepare_games(game_ids(), speech)

    try:
        yield Shown()
    finally:
        bar.stop()


def _say_counts(what: str, report: Report, speech: Speech, place: str) -> None:
    counts = report.counts
    speech.say(
        "store", what, place=place, tables=counts.tables, facts=counts.facts,
        records=counts.records, style="green",
    )  # fmt: skip
    if not report.wrong:
        speech.say("store", f"sound-{what}", style="green")


def _say_verified(
    report: Report, speech: Speech, show_codes: bool = False, *, alone: bool = False
) -> None:
    counts = report.counts
    if not report.wrong and alone:
        speech.say("store", "sound-table", style="green")
    elif not report.wrong:
        speech.say(
            "store", "verified", tables=counts.tables, facts=counts.facts,
            records=counts.records, style="green",
        )  # fmt: skip
    else:
        _list_problems(report, speech, show_codes)
        raise typer.Exit(1)


def _say_unsound(report: Report, speech: Speech) -> None:
    """What was taken over although it is not sound."""
    if report.wrong:
        _list_problems(report, speech, show_codes=False)


def _list_problems(report: Report, speech: Speech, show_codes: bool) -> None:
    speech.say("store", "unsound", count=report.wrong, style="red")
    shown = report.problems if show_codes else report.problems[:_MOST_SHOWN]
    for one in shown:
        name = one.code if show_codes else hashlib.sha256(one.code.encode()).hexdigest()[:8]
        said = speech.text("store-problems", one.kind, name=name, number=_number(one))
        speech.console.print(f"  {said}", markup=False, highlight=False)
    if report.wrong > len(shown):
        speech.say("store", "more", count=report.wrong - len(shown))
    if not show_codes:
        speech.say("store", "hidden", style="dim")


def _number(problem: Problem) -> int:
    return problem.number or 0
