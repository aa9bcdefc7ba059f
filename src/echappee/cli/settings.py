"""What several commands take, and how options are written on a command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from echappee.errors import UsageError

Lang = Annotated[str | None, typer.Option("--lang", help="Language: en or fr.")]
Settings = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="An option of the game: NAME=VALUE.")
]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Number of players.")]
GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id; see `echappee games`.")]


def read_settings(settings: Sequence[str]) -> dict[str, str]:
    """``NAME=VALUE`` texts as options."""
    found = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise UsageError("bad-setting", text=setting, example="extras=3")
        found[name.strip().replace("-", "_")] = value.strip()
    return found
