"""What several commands take, and how options are written on a command line."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from typing import Annotated

import typer

from echappee.cli.completion import complete_game, complete_language, complete_setting
from echappee.errors import UsageError
from echappee.files import read_text

Lang = Annotated[
    str | None,
    typer.Option("--lang", help="Language: en or fr.", autocompletion=complete_language),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        help="An option of the game: NAME=VALUE, or NAME=@FILE.",
        autocompletion=complete_setting,
    ),
]
Material = Annotated[
    Path | None, typer.Option(help="A file with the game's material: short for -o material=@FILE.")
]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Number of players.")]
Record = Annotated[Path, typer.Argument(metavar="FILE", help="A recorded game.")]


class NoCountError(ValueError):
    """A text that is no whole number; whoever refuses it tells what was given."""

    def errors(self) -> list[dict[str, str]]:
        """The text, in the way that Typer's own refusals tell it."""
        return [{"input": str(self)}]


def count(text: str) -> int:
    """A whole number, written in any way that Python reads: 1000000, 1_000_000 or 1e6."""
    with suppress(ValueError):
        return int(text)
    with suppress(ArithmeticError):
        number = Decimal(text)
        if number == number.to_integral_value() and number.adjusted() < _MOST_DIGITS:
            return int(number)
    raise typer.BadParameter(text) from NoCountError(text)


_MOST_DIGITS = 30
GameId = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game's id; see `echappee games`.", autocompletion=complete_game
    ),
]


def read_settings(settings: Sequence[str], material: Path | None = None) -> dict[str, str]:
    """``NAME=VALUE`` texts as options; ``@FILE`` stands for the text of a file."""
    found = {}
    if material is not None:
        settings = [*settings, f"material=@{material}"]
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise UsageError("bad-setting", text=setting, example="extras=3")
        value = value.strip()
        text = read_text(Path(value[1:])) if value.startswith("@") else value
        found[name.strip().replace("-", "_")] = text
    return found
