"""Games that are kept: each in a file of its own, until it is over; none is ever overwritten.

Beside a game's record lies who sits at its table, and the series that it is part of: a record
knows neither.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import platformdirs

from echappee.errors import BadRecord, UsageError
from echappee.files import is_there, read_if_there, read_text, write_file
from echappee.games import game_ids
from echappee.match.match import Match
from echappee.match.replay import replay

SUFFIX = ".echappee"
_NUMBERED = re.compile(r"(?P<game>.+?)(?:-(?P<number>\d{1,6}))?")
_MOST = 999_999


class Seating(msgspec.Struct, frozen=True):
    """Who sits at a kept table, and what it is part of."""

    bots: dict[int, str] = {}
    """By seat; the others are people."""
    series: str | None = None
    """The series that its match is part of, as it stood before it: JSON of the game's own."""
    seed: str | None = None
    """Of the series: each of its matches has its own from it."""


def saves_folder() -> Path:
    """Where games are kept."""
    return Path(platformdirs.user_data_dir("echappee")) / "games"


def load(path: Path) -> Match:
    """The match saved in a file."""
    return replay(read_text(path))


def new_path(game_id: str) -> Path:
    """Where a game that begins now is kept: a file that is not there yet."""
    folder = saves_folder()
    taken = [_number(path) for path in unfinished(game_id)]
    number = max(taken, default=0) + 1
    while is_there(folder / f"{game_id}-{number}{SUFFIX}") and number < _MOST:
        number += 1
    return folder / f"{game_id}-{number}{SUFFIX}"


def unfinished(game_id: str | None = None) -> list[Path]:
    """The kept games, of one game or of all, the one that was played last first."""
    folder = saves_folder()
    if not is_there(folder):
        return []
    found = [
        path
        for path in folder.glob(f"*{SUFFIX}")
        if (parts := _NUMBERED.fullmatch(path.stem)) and _is_kept(parts, game_id)
    ]
    return sorted(found, key=lambda path: (path.stat().st_mtime_ns, _number(path)), reverse=True)


def newest(game_id: str | None = None) -> Path:
    """The kept game that was played last; refused where there is none."""
    found = unfinished(game_id)
    if not found:
        raise UsageError("nothing-kept" if game_id is None else "nothing-kept-of", game=game_id)
    return found[0]


def finished_path(kept: Path, match: Match) -> Path:
    """Where the record of a game that is over is written: beside its kept file, never over
    another record."""
    stem = kept.stem
    if kept.parent == saves_folder() and (parts := _NUMBERED.fullmatch(stem)):
        stem = parts["game"]
    stem = f"{stem}-{match.commitment[:8]}"
    path, copy = kept.with_name(stem + SUFFIX), 2
    while is_there(path) and read_if_there(path) != match.record():
        path, copy = kept.with_name(f"{stem}-{copy}{SUFFIX}"), copy + 1
    return path


def keep(path: Path, match: Match, seating: Seating) -> None:
    """Write a game that goes on, and who plays it."""
    write_file(path, match.save().encode())
    write_file(_seating_path(path), msgspec.json.encode(seating))


def forget(path: Path) -> None:
    """Keep a game no longer: it is over, or nobody has done anything in it."""
    path.unlink(missing_ok=True)
    _seating_path(path).unlink(missing_ok=True)


def read_seating(path: Path) -> Seating | None:
    """Who sits at a kept table; None where that was not written down."""
    text = read_if_there(_seating_path(path))
    if not text:
        return None
    try:
        return msgspec.json.decode(text, type=Seating)
    except msgspec.DecodeError as error:
        raise BadRecord("bad-seating", path=_seating_path(path)) from error


def _seating_path(path: Path) -> Path:
    return path.with_name(f"{path.stem}.seats.json")


def _is_kept(parts: re.Match[str], game_id: str | None) -> bool:
    """Is this the name of a game that goes on? Records of finished ones end in a hash."""
    return parts["game"] == game_id if game_id is not None else parts["game"] in game_ids()


def _number(path: Path) -> int:
    parts = _NUMBERED.fullmatch(path.stem)
    return int(parts["number"] or 0) if parts else 0
