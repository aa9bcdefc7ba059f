"""Back a store up into one file, whole at one moment while people play; and restore it.

A backup is a file of SQLite, whatever the store is: it can be looked into, verified, restored into
either kind of store, or served.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from echappee.files import check_place
from echappee.server.maintenance.copy import copy, pour
from echappee.server.maintenance.progress import Progress
from echappee.server.maintenance.verify import Report, verify
from echappee.server.refusals import Refusal
from echappee.server.store import sqlite_bulk
from echappee.server.store.database import in_words, locked, marker_of, prepare
from echappee.server.store.migrate import migrate
from echappee.server.store.places import Place, PostgresPlace, SqlitePlace
from echappee.server.store.transfer import snapshot

_BESIDE = ("", "-wal", "-shm")
_THERE_ALREADY = ("target-not-empty", "data-broken", "data-newer")


async def back_up(source: Place, file: Path, progress: Progress) -> None:
    """Make a backup, for its owner alone; one of this name is replaced when the new one is whole.

    It is checked page by page. `verify_backup` plays its tables again.
    """
    check_place(file)
    if marker_of(file).exists() or (isinstance(source, SqlitePlace) and _same(source.file, file)):
        raise Refusal("backup-place", file=file)
    with in_words(file):
        file.parent.mkdir(parents=True, exist_ok=True)
    with sqlite_bulk.new_file(file) as part:
        if isinstance(source, SqlitePlace):
            sqlite_bulk.copy_whole(source.file, part, _Pages(progress))
        else:
            async with snapshot(source) as store, sqlite_bulk.fill_new(part) as filled:
                await pour(store, filled, progress, "backup")
        sqlite_bulk.put_in_place(part, file)


class _Pages:
    """Pages of a file that is copied, as progress."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._done: int | None = None

    def __call__(self, done: int, total: int) -> None:
        if self._done is None:
            self._progress.expect("backup", total)
        self._progress.advance(done - (self._done or 0))
        self._done = done


async def verify_backup(file: Path, progress: Progress, processes: int | None = None) -> Report:
    """Play the tables of a backup again; one of an older version is brought up to date for that."""
    with brought_up(file) as fresh:
        async with snapshot(SqlitePlace(fresh)) as store:
            return await verify(store, progress, processes=processes)


async def restore(
    file: Path, target: Place, progress: Progress, *, replace: bool = False,
    anyway: bool = False, processes: int | None = None,
) -> tuple[Report, Path | None]:  # fmt: skip
    """Put a backup in the place of a store; it is verified first.

    Returns what was found, and where the store that was there before is kept.
    """
    if isinstance(target, PostgresPlace):
        if replace:
            raise Refusal("no-replace")
        with brought_up(file) as fresh:
            report = await copy(
                SqlitePlace(fresh), target, progress, anyway=anyway, processes=processes
            )
        return report, None
    if _same(file, target.file):
        raise Refusal("same-place", file=file)
    if not replace:
        _check_free(target.file)  # a place that is refused gets no lock, either
    with locked(target.file):
        if not replace:
            _check_free(target.file)
        with sqlite_bulk.new_file(target.file) as part:
            _bring_up(file, part)
            async with snapshot(SqlitePlace(part)) as store:
                report = await verify(store, progress, processes=processes)
            if report.wrong and not anyway:
                raise Refusal("store-unsound", file=file, count=report.wrong)
            aside = set_aside(target.file)
            sqlite_bulk.put_in_place(part, target.file)
        prepare(target.file)
    return report, aside


@contextmanager
def brought_up(file: Path) -> Iterator[Path]:
    """A copy of a backup in the present shape, for a while."""
    with TemporaryDirectory(prefix="echappee-") as folder:
        fresh = Path(folder) / "backup.sqlite"
        with sqlite_bulk.new_file(fresh) as part:
            _bring_up(file, part)
            sqlite_bulk.put_in_place(part, fresh)
        yield fresh


def _bring_up(file: Path, part: Path) -> None:
    """Copy a backup, and give the copy the present shape."""
    sqlite_bulk.copy_whole(file, part)
    with in_words(part):
        migrate(part)
        sqlite_bulk.fold_in(part)


def _check_free(file: Path) -> None:
    """Refuse a place where anything is that would be missed, whatever it is."""
    try:
        sqlite_bulk.check_empty(file)
    except Refusal as refusal:
        if refusal.code in _THERE_ALREADY:
            raise Refusal("restore-not-empty", file=file) from None
        raise


def set_aside(file: Path) -> Path | None:
    """Give a store another name, with what SQLite keeps beside it; None if there is none."""
    if not file.exists():
        return None
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    aside = file.with_name(f"{file.stem}-{stamp}{file.suffix}")
    with in_words(file):
        while aside.exists():
            aside = aside.with_name(f"{aside.stem}-again{aside.suffix}")
        for end in reversed(_BESIDE):
            beside = file.with_name(file.name + end)
            if beside.exists():
                beside.rename(aside.with_name(aside.name + end))
    return aside


def _same(one: Path, other: Path) -> bool:
    """Are these two names of one file?"""
    try:
        return one.resolve() == other.resolve() or one.samefile(other)
    except (OSError, ValueError):
        return False
