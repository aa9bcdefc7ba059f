"""The database file as it lies on disk: whose it is, who uses it, and whether it is sound.

Everything that is wrong with it is told in one sentence, before anything is served.

- Only its owner can read it: it holds the secrets of games that run.
- A server holds a lock beside it. The kernel lets go of it when the process ends, however it ends.
- A marker beside it tells that there were tables here. Should the file be gone or empty then, it
  was lost: to begin anew without a word would bury what a backup could bring back.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import (
    SQLITE_CANTOPEN,
    SQLITE_CORRUPT,
    SQLITE_NOTADB,
    SQLITE_PERM,
    SQLITE_READONLY,
    Connection,
    DatabaseError,
    connect,
)

from echappee.errors import reason_of
from echappee.server.refusals import Refusal
from echappee.server.store.migrate import known_steps, migrate, step_of

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_OURS_ALONE = 0o600
_FOLDER = 0o700
_BROKEN = (SQLITE_CORRUPT, SQLITE_NOTADB)
_CLOSED = (SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM)
_NOT_ALLOWED = (errno.EACCES, errno.EPERM, errno.EROFS)
_MARK = """\
Échappée keeps its tables in {name}, beside this file.
If that file is gone or empty, the server does not start: put it back from a backup.
To begin anew without the tables that were there, delete this file.

Échappée garde ses tables dans {name}, à côté de ce fichier.
Si ce fichier-là a disparu ou s’il est vide, le serveur ne démarre pas\u00a0: remettez-le depuis une
sauvegarde. Pour repartir de zéro, sans les tables qui s’y trouvaient, supprimez ce fichier-ci.
"""


def lock_of(database: Path) -> Path:
    """The file that a server locks while it serves."""
    return database.with_suffix(".lock")


def marker_of(database: Path) -> Path:
    """The file that tells that there were tables here."""
    return database.with_suffix(".marker")


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Be the only server on this file; refused if there is another."""
    with _in_words(database):
        _make_folder(database)
        descriptor = os.open(lock_of(database), os.O_RDWR | os.O_CREAT, _OURS_ALONE)
    try:
        try:
            _take(descriptor)
        except OSError:
            raise Refusal("data-in-use", folder=database.parent) from None
        yield
    finally:
        os.close(descriptor)


def check(database: Path) -> None:
    """Refuse a file that can't be served, before anything is changed; cheap where all is well."""
    with _in_words(database):
        _check_kept(database)
        if not database.exists() or database.stat().st_size == 0:
            return
        step = step_of(database)
        if step is None and marker_of(database).exists():
            raise _lost(database)
        if step is not None and step not in known_steps():
            raise Refusal("data-newer", file=database)
        os.close(os.open(database, os.O_RDWR))
        if not os.access(database.parent, os.W_OK):  # SQLite has files of its own beside it
            raise Refusal("data-read-only", file=database)
        with closing(connect(database)) as connection:
            _check_readable(connection)


def prepare(database: Path) -> None:
    """Make the file if there is none, keep it to its owner, and bring it up to date."""
    check(database)
    with _in_words(database):
        _make_folder(database)
        os.close(os.open(database, os.O_RDWR | os.O_CREAT, _OURS_ALONE))
        _keep_to_owner(database)
        migrate(database)
        marker = marker_of(database)
        if not marker.exists():
            marker.touch(_OURS_ALONE)
            marker.write_text(_MARK.format(name=database.name), encoding="utf-8")


def _make_folder(database: Path) -> None:
    """What we make ourselves is for nobody else; a folder that is there and holds more than our
    own files stays as it is."""
    folder = database.parent
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=_FOLDER, exist_ok=True)
    ours = {path.name for path in _files(database)}
    if _is_open(folder) and all(path.name in ours for path in folder.iterdir()):
        with contextlib.suppress(PermissionError):  # somebody else's
            folder.chmod(_FOLDER)


def _keep_to_owner(database: Path) -> None:
    """SQLite makes its files beside this one as open as this one is."""
    for path in _files(database):
        with contextlib.suppress(FileNotFoundError):
            if _is_open(path):
                path.chmod(_OURS_ALONE)


def _files(database: Path) -> tuple[Path, ...]:
    """Everything that a server keeps."""
    beside = (database.with_name(database.name + end) for end in ("-wal", "-shm"))
    return (database, *beside, lock_of(database), marker_of(database))


def _is_open(path: Path) -> bool:
    """May others than its owner look into it?"""
    return bool(path.stat().st_mode & 0o077)


def _check_kept(database: Path) -> None:
    if marker_of(database).exists() and (not database.exists() or database.stat().st_size == 0):
        raise _lost(database)


def _lost(database: Path) -> Refusal:
    return Refusal("data-lost", file=database, marker=marker_of(database).name)


def _check_readable(connection: Connection) -> None:
    """Look at the beginning of every table."""
    names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (name,) in names:
        connection.execute(f'SELECT * FROM "{name}" LIMIT 1').fetchone()


@contextmanager
def _in_words(database: Path) -> Iterator[None]:
    """Whatever is wrong with the file or its folder, as a refusal."""
    try:
        yield
    except OSError as error:
        if error.errno in _NOT_ALLOWED:
            raise Refusal("data-read-only", file=database) from error
        why = reason_of(error)
        raise Refusal("data-unusable", file=database, reason=why.en, reason_fr=why.fr) from error
    except Exception as error:
        found = getattr(error, "orig", error)  # SQLAlchemy, which the steps use, wraps it
        if not isinstance(found, DatabaseError):
            raise
        raise _refusal(database, found) from error


def _refusal(database: Path, error: DatabaseError) -> Refusal:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest is finer than we need
    if code in _BROKEN:
        return Refusal("data-broken", file=database)
    if code in _CLOSED:
        return Refusal("data-read-only", file=database)
    return Refusal("data-unusable", file=database, reason=error, reason_fr=error)
