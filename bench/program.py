"""What every benchmark is as a program: its arguments, what it says when it cannot go on, its end.

Arguments that make no sense are refused in one sentence, with exit status 2; what stands in the way
of the figures (a server that does not start, a package that is missing) is told in words, with exit
status 1.
"""

from __future__ import annotations

import argparse
import math
import signal
import sys
from collections.abc import Callable, Iterable
from typing import NoReturn

from echappee.bots.prepare_games import prepare_game, unprepared
from echappee.errors import EchappeeError
from echappee.games import game_ids

_MOST = 10**12


class TroubleError(Exception):
    """What kept a benchmark from its figures, in words for a person."""


class Parser(argparse.ArgumentParser):
    """The arguments of a benchmark, by the name of its module."""

    def __init__(self, module: str, about: str | None) -> None:
        super().__init__(
            prog=f"python -m {module}",
            description=about,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Refuse in one sentence."""
        self.exit(2, f"{self.prog}: {message}\n")


def whole(least: int = 1) -> Callable[[str], int]:
    """A whole number, neither below ``least`` nor beyond all reason."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= _MOST:
            raise argparse.ArgumentTypeError(
                f"{text[:40]!r} is not a whole number from {least} to {_MOST:,}"
            )
        return number

    return read


def amount(text: str) -> float:
    """Seconds, or a share: a number above nought."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= _MOST or math.isnan(number):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number above 0")
    return number


def game(text: str) -> str:
    """The name of a game; argparse's own choices refuse an empty list in Python 3.11."""
    if text not in game_ids():
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is none of {', '.join(game_ids())}")
    return text


def compile_games(games: Iterable[str]) -> None:
    """Compile those games whose rules are not compiled yet: never while something is measured."""
    for game_id in unprepared(tuple(games)):
        prepare_game(game_id)


def run(main: Callable[[], None]) -> None:
    """Run a benchmark. Whoever ends it by a signal ends the processes that it started too."""
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        main()
    except EchappeeError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except TroubleError as error:
        sys.exit(str(error))
