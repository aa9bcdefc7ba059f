"""Remember that games are compiled, so that a start need not read all their sources again.

What is compiled is known by a hash of sources, and to find those takes half a second. As long as no
file has changed since, by its time and size, the answer is still the same.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from echappee.files import write_file
from echappee.rulebook.compiler import cache_root

_ROOT = Path(__file__).resolve().parents[1]
_FOLDERS = ("rulebook", "games", "bots")
"""All that can be compiled is in these."""


def known_as_prepared(ids: Sequence[str]) -> bool:
    """Were these games compiled when all files were as they are?"""
    try:
        markers = _note(ids).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError):
        return False
    return bool(markers) and all(Path(marker).exists() for marker in markers)


def remember_prepared(ids: Sequence[str], markers: Iterable[Path]) -> None:
    """These games are compiled; the markers lie where that is."""
    note = _note(ids)
    for old in note.parent.glob(f"{note.stem.partition('-')[0]}-*{note.suffix}"):
        old.unlink(missing_ok=True)
    write_file(note, "\n".join(map(str, markers)).encode())


def _note(ids: Sequence[str]) -> Path:
    """The file that remembers it, named after the files as they are."""
    seen = [sys.version, version("numba"), version("llvmlite"), str(_ROOT), *_files()]
    digest = hashlib.sha256("\n".join(seen).encode()).hexdigest()[:16]
    games = hashlib.sha256(" ".join(ids).encode()).hexdigest()[:8]
    return cache_root() / f"{games}-{digest}.note"


def _files() -> Iterator[str]:
    """Every file with its time and size, in a fixed order."""
    for folder in _FOLDERS:
        for here, folders, names in os.walk(_ROOT / folder):
            folders[:] = sorted(set(folders) - {"__pycache__"})
            for name in sorted(names):
                path = Path(here, name)
                told = path.stat()
                yield f"{path} {told.st_mtime_ns} {told.st_size}"
