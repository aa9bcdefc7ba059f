"""What can be set about a server, as a table: read off `echappee.server.config`, words and all."""

from __future__ import annotations

from echappee.server.config import Settings
from echappee.server.config_fields import all_settings
from echappee.server.config_values import write_value


def table() -> str:
    """Key, option, variable, usual value and meaning of every setting."""
    usual = Settings()
    rows = [
        "| key | option | environment | usual | what it is |",
        "|---|---|---|---|---|",
    ]
    for one in all_settings():
        value = "" if one.name == "data" else f"`{write_value(getattr(usual, one.name))}`"
        told = f"`{one.name}` | `{one.flag}` | `{one.variable}`"
        rows.append(f"| {told} | {value} | {one.words} |")
    return "\n".join(rows)
