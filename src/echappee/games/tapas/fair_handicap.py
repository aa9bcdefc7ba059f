"""The handicaps with which equal players win as often first as second: measured, as data."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Final

from echappee.rulebook.options import Suggestion

_MEASURED = "fair_handicap.toml"
_LEVELS = "levels"


def _suggestions() -> tuple[Suggestion, ...]:
    """One for each level and each way to play that was measured."""
    written: dict[str, Any] = tomllib.loads(
        resources.files(__package__ or "").joinpath(_MEASURED).read_text(encoding="utf-8")
    )
    return tuple(
        Suggestion(level, {name: value for name, value in way.items() if name != _LEVELS}, points)
        for way in written["measured"]
        for level, points in way[_LEVELS].items()
    )


SUGGESTIONS: Final = _suggestions()
"""Where the other options are as each of them says, and the others do not matter."""
