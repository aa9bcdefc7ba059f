"""``echappee about``: what is installed here, and what of it is compiled.

It says all that a report of a fault should say, and loads neither the compiler nor the server.
"""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import msgspec
import platformdirs
import typer
from rich.table import Table

from echappee import __version__
from echappee.bots.prepare_games import unprepared
from echappee.cli.parameters import Lang
from echappee.cli.speech import Speech, speech_for
from echappee.errors import Phrase
from echappee.games import game_ids, rulebook
from echappee.match.game_record import FORMAT
from echappee.rulebook.compiler import cache_root

_COMPILERS = ("numba", "llvmlite", "numpy")
_EXTRA = re.compile(r"([A-Za-z0-9._-]+).*\bextra == ['\"]([\w-]+)['\"]")


class GameAbout(msgspec.Struct, frozen=True):
    """A game as it is here."""

    id: str
    name: Phrase
    rules: int
    """The version of its rules that new matches are played by."""
    compiled: bool
    cached: int
    """Bytes of compiled code, older versions included."""


class About(msgspec.Struct, frozen=True):
    """What is installed here."""

    version: str
    records: int
    """The newest format of records that is written and read."""
    python: str
    system: str
    packages: dict[str, str]
    games: tuple[GameAbout, ...]
    cache: str
    cached: int
    data: str
    page: str | None
    """The digest of the sources that the page was built from; None: there is no page."""
    extras: dict[str, bool]


def about() -> About:
    """What is installed here; nothing is loaded or compiled for it."""
    root = cache_root()
    waiting = set(_unprepared())
    games = tuple(
        GameAbout(
            rules.id,
            rules.name,
            rules.version,
            rules.id not in waiting,
            _size(root / rules.package.rpartition(".")[2]),
        )
        for rules in map(rulebook, game_ids())
    )
    return About(
        version=__version__,
        records=FORMAT,
        python=platform.python_version(),
        system=platform.platform(terse=True),
        packages={name: version(name) for name in _COMPILERS},
        games=games,
        cache=str(root),
        cached=_size(root),
        data=os.environ.get("ECHAPPEE_DATA_DIR") or platformdirs.user_data_dir("echappee"),
        page=_page(),
        extras=_extras(),
    )


def about_command(
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
    lang: Lang = None,
) -> None:
    """Versions of the program and of each game's rules, and what is compiled here."""
    speech = speech_for(lang)
    found = about()
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    _show(found, speech)


def _show(found: About, speech: Speech) -> None:
    speech.console.print(f"[bold]Échappée {found.version}[/bold]", highlight=False)
    speech.say("about", "licence", style="dim")
    speech.console.print()
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column(speech.text("about", "game"))
    table.add_column(speech.text("about", "rules"), justify="right")
    table.add_column(speech.text("about", "compiled"))
    for game in found.games:
        state = "yes" if game.compiled else "no"
        size = speech.text("about", "size", size=_megabytes(game.cached))
        told = speech.text("games", state) + (f", {size}" if game.cached else "")
        table.add_row(game.name[speech.language], str(game.rules), told)
    speech.console.print(table)
    speech.console.print()
    packages = " · ".join(f"{name} {number}" for name, number in found.packages.items())
    size = speech.text("about", "size", size=_megabytes(found.cached))
    page = speech.text("about", "built", digest=found.page[:12]) if found.page else None
    rows = {
        "python": f"{found.python} · {packages}",
        "system": found.system,
        "records": speech.text("about", "format", number=found.records),
        "cache": f"{found.cache} ({size})",
        "data": found.data,
        "page": page or speech.text("about", "no-page"),
    }
    lines = Table(box=None, show_header=False, pad_edge=False, padding=(0, 3, 0, 0))
    lines.add_column(style="dim", no_wrap=True)
    lines.add_column(overflow="fold")
    for name, value in rows.items():
        lines.add_row(speech.text("about", name), value)
    for extra, there in found.extras.items():
        told = speech.text("about", "there") if there else f'pip install "echappee\\[{extra}]"'
        lines.add_row(speech.text("about", "extra", name=extra), told)
    speech.console.print(lines, highlight=False)


def _megabytes(size: int) -> int:
    return round(size / 1_000_000)


def _unprepared() -> tuple[str, ...]:
    """The games that are not compiled; all of them where the cache can't even be looked at."""
    try:
        return unprepared(game_ids())
    except OSError:
        return game_ids()


def _size(folder: Path) -> int:
    """The bytes of all files in a folder."""

    def sizes() -> Iterator[int]:
        for here, _, names in os.walk(folder):
            for name in names:
                try:
                    yield Path(here, name).stat().st_size
                except OSError:  # another process has just cleared it
                    continue

    return sum(sizes())


def _page() -> str | None:
    """The digest of the page's sources, if it was built into the package."""
    folder = files("echappee").joinpath("server", "page")
    if not folder.joinpath("index.html").is_file():
        return None
    try:
        return folder.joinpath("sources.sha256").read_text(encoding="utf-8").strip()
    except OSError:
        return "?"


def _extras() -> dict[str, bool]:
    """The extras that this package has, and whether all that they bring is there."""
    try:
        wanted = requires("echappee") or []
    except PackageNotFoundError:  # run from its sources
        wanted = []
    found: dict[str, bool] = {}
    for line in wanted:
        if told := _EXTRA.match(line):
            name, extra = told.groups()
            found[extra] = found.get(extra, True) and _is_installed(name)
    return dict(sorted(found.items()))


def _is_installed(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True
