#!/usr/bin/env python3
"""Builds the documentation into a folder: ``python build_site.py [FOLDER]``.

By default it goes where `echappee serve` finds it and shows it under `/docs`. Needs Sphinx with
MyST and Furo, and what Échappée itself needs; nothing is fetched. A warning is an error. What was
read is kept in `build/site`, so that the next time only what has changed is read again.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent
DOCS = ROOT / "docs"
WORK = ROOT / "build" / "site"
TARGET = ROOT / "src" / "echappee" / "server" / "docs"
FONTS = ROOT / "web" / "node_modules" / "@fontsource"
"""Where npm puts them, if the page was built here; without them, the system's are used."""


def sources() -> Iterator[Path]:
    """All files that the site is made of: prose, docstrings, the words of the games, pictures."""
    yield ROOT / "build_site.py"
    yield ROOT / "CHANGELOG.md"
    yield from _below(DOCS)
    yield from _below(ROOT / "src" / "echappee")
    yield from sorted(FONTS.glob("*/package.json"))


def _below(folder: Path) -> Iterator[Path]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(set(folders) - {"__pycache__", "page", "node_modules"})
        if Path(here) == TARGET:
            folders.clear()
        else:
            yield from (Path(here, name) for name in sorted(names))


def build(target: Path = TARGET, work: Path = WORK) -> None:
    """Build the site into ``target``; ``work`` is a folder to keep what the next time may use.

    Raises `RuntimeError` if there was any warning.
    """
    for folder in (ROOT, ROOT / "src"):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
    from sphinx.cmd.build import main as sphinx

    from docs._sphinx.staging import stage

    source = work / "source"
    stage(source)
    arguments = [
        "-b", "html", "-q", "-W", "--keep-going", "-n", "-c", str(DOCS / "_sphinx"),
        "-d", str(work / "doctrees"), str(source), str(target),
    ]  # fmt: skip
    if sphinx(arguments) != 0:
        raise RuntimeError("The documentation has faults, told above.")


def _note_sources() -> None:
    """Say what the site in the package was made from, for those who pack it."""
    from build_hook import DIGEST, DOCS, digest

    (TARGET / DIGEST).write_text(digest(ROOT, DOCS) + "\n", encoding="utf-8")


def main(folder: str = "") -> int:
    """Build, and say where it is."""
    target = Path(folder).resolve() if folder else TARGET
    begun = time.perf_counter()
    try:
        build(target)
        if target == TARGET:
            _note_sources()
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    print(f"The documentation is in {target / 'index.html'} ({time.perf_counter() - begun:.1f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
