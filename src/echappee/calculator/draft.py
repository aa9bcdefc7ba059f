"""A stage that is half entered, kept in a small file beside its race until it is whole.

It is only good for the race as it was then: where that has changed, the draft is forgotten.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from echappee.calculator.race import Race
from echappee.calculator.race_file import write_race
from echappee.errors import UsageError
from echappee.files import read_if_there, remove_file, write_file

Kind: TypeAlias = Literal["add", "correct", "insert"]


class Draft(msgspec.Struct, frozen=True):
    """The answers about one stage so far, as they were typed."""

    kind: Kind
    number: int
    answers: tuple[str, ...] = ()


class _Kept(msgspec.Struct, frozen=True):
    race: str
    drafts: tuple[Draft, ...]


def draft_path(path: Path) -> Path:
    """Where the draft of a race lies."""
    return path.with_name(f".{path.name}.draft")


def save_drafts(path: Path, race: Race, drafts: Sequence[Draft]) -> None:
    """Keep what is half entered; a place that can't be written to has no draft."""
    with suppress(UsageError):
        if any(draft.answers for draft in drafts):
            kept = _Kept(_digest(race), tuple(drafts))
            write_file(draft_path(path), msgspec.json.encode(kept))
        else:
            remove_file(draft_path(path))


def load_drafts(path: Path, race: Race) -> list[Draft]:
    """What was half entered when this race was as it is; a correction after what it interrupted."""
    try:
        kept = msgspec.json.decode(read_if_there(draft_path(path)), type=_Kept)
    except (UsageError, msgspec.DecodeError):
        return []
    return list(kept.drafts) if kept.race == _digest(race) else []


def _digest(race: Race) -> str:
    return hashlib.sha256(write_race(race).encode()).hexdigest()[:16]
