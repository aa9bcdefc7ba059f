"""What a match is played with: all that is settled before its first move."""

from __future__ import annotations

from dataclasses import dataclass

from echappee.rulebook.options import Options
from echappee.rulebook.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Setup:
    """A game with its players and options, and where and how it begins."""

    rulebook: Rulebook
    rules: int
    """The version of the rules that it plays by."""
    players: int
    options: Options
    names: dict[int, str]
    commitment: str
    """The hash of the secret."""
    position: str | None = None
    """Where it begins, if not with a deal."""
    redealt: int | None = None
    """The seat from whose eyes all hidden things of that position were drawn anew."""
    practice: bool = False
    by_entry: bool = False
    """Games of before numbered chance by the entries of the log, takebacks counted."""
