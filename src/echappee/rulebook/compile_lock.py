"""One compiler for each game, however many processes want it: the others wait and look on.

The lock is the system's own, on a file beside what is compiled: it is gone with whoever held it,
however that ended. What the file says is how far he is.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from echappee.rulebook.compiler import cache_root

_BEYOND = 1 << 20  # Windows lets nobody read what is locked: so that is no part of the text
_HELD = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
_AGAIN = 0.25
_LONGEST = 64

Told = Callable[[int, int], None]
"""Called with (steps done, steps in all)."""

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        os.lseek(descriptor, _BEYOND, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_of(package: str) -> Path:
    """The file that is locked by who compiles a game."""
    return cache_root() / f"{package.rpartition('.')[2]}.lock"


@contextmanager
def compile_lock(package: str, waiting: Told | None = None) -> Iterator[Told]:
    """Be the only one who compiles a game; gives what tells the others how far that is.

    While another does, ``waiting`` is told how far he is.
    """
    path = lock_of(package)
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)

    def tell(done: int, total: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, f"{done} {total}\n".encode().ljust(_LONGEST))

    try:
        last = None
        while _is_held(descriptor):
            found = _read(descriptor)
            if waiting is not None and found is not None and found != last:
                waiting(*found)
                last = found
            time.sleep(_AGAIN)
        os.ftruncate(descriptor, 0)
        yield tell
    finally:
        os.close(descriptor)


def _is_held(descriptor: int) -> bool:
    """Has another one the lock? If not, it is ours, as far as this file system knows of locks."""
    try:
        _take(descriptor)
    except OSError as error:
        return error.errno in _HELD
    return False


def _read(descriptor: int) -> tuple[int, int] | None:
    os.lseek(descriptor, 0, os.SEEK_SET)
    words = os.read(descriptor, _LONGEST).split()
    if len(words) != 2 or not all(word.isdigit() for word in words):
        return None
    return int(words[0]), int(words[1])
