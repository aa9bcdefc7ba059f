"""What can be set about a server, as a table: read off `echappee.server.config`, words and all."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator

from echappee.server.config import Rate, Settings

_LIMITS = (
    "requests", "new_tables", "misses", "messages", "chats", "sockets", "connections", "half_open",
    "head_seconds", "body_seconds", "hello", "replays", "replays_each", "grace", "code_days",
    "prune_days", "idle", "kept_tables", "bot_delay", "bot_budget", "hint_seconds",
    "estimate_seconds",
)  # fmt: skip
"""Those that bound something, the nearest to a visitor first."""


def table() -> str:
    """Name, usual value and meaning of every limit."""
    words, usual = dict(_documented()), Settings()
    rows = ["| setting | usual | what it bounds |", "|---|---|---|"]
    for name in _LIMITS:
        rows.append(f"| `{name}` | {_written(getattr(usual, name))} | {words[name]} |")
    return "\n".join(rows)


def _documented() -> Iterator[tuple[str, str]]:
    """The fields of `Settings` with the words below each."""
    (body,) = ast.parse(inspect.getsource(Settings)).body
    assert isinstance(body, ast.ClassDef)
    for field, below in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            told = below.value if isinstance(below, ast.Expr) else None
            if isinstance(told, ast.Constant) and isinstance(told.value, str):
                yield field.target.id, re.sub(r"\s+", " ", told.value.replace("``", "`"))


def _written(value: object) -> str:
    if isinstance(value, Rate):
        return f"{value.per_second:g} a second, {value.burst} at once"
    return f"{value:g}" if isinstance(value, float) else str(value)
