"""A game to be played: the handle that `echappee.game` gives."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from echappee.errors import Phrase, UsageError
from echappee.match.match import Match
from echappee.match.secret import Secret
from echappee.rulebook.game import Rulebook
from echappee.rulebook.options import Option, Options
from echappee.rulebook.preparing import Progress, is_prepared, prepare
from echappee.rulebook.values import Event, Explanation, Outcome, Standing, View
from echappee.rulebook.words import Article


class Game:
    """One of the games: what it is, and the start of a match."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook

    @property
    def id(self) -> str:
        """The id, such as ``tapas``."""
        return self.rulebook.id

    @property
    def name(self) -> Phrase:
        """The name, in English and French."""
        return self.rulebook.name

    @property
    def tagline(self) -> Phrase:
        """The game in one line."""
        return self.rulebook.words.get("tagline")

    @property
    def players(self) -> tuple[int, int]:
        """Fewest and most players."""
        return self.rulebook.players

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that `start` takes."""
        return self.rulebook.options

    @property
    def articles(self) -> tuple[Article, ...]:
        """The rules in our own words, by article."""
        return self.rulebook.words.articles

    def start(
        self,
        players: int | None = None,
        options: Options | None = None,
        seed: str | int | None = None,
        names: Sequence[str] = (),
    ) -> Match:
        """Set up and deal. The same ``seed`` always gives the same deal and the same chance."""
        count = self.players[0] if players is None else players
        chosen = self.rulebook.settle(count, options or {})
        secret = Secret.new(seed)
        self.prepare()
        return Match(self.rulebook, count, chosen, secret, names=clean_names(names, count))

    def position(self, text: str, seed: str | int | None = None) -> Match:
        """A match that begins in a position given as text."""
        if not isinstance(text, str):
            raise UsageError("bad-position-type", kind=type(text).__name__)
        secret = Secret.new(seed)
        line = " ".join(text.split())
        _, players, options = self.rulebook.read_position(line)
        self.prepare()
        return Match(self.rulebook, players, options, secret, position=line)

    def prepare(self, progress: Progress | None = None) -> None:
        """Compile the rules now, if this machine has not done so before.

        Without ``progress``, a person at a terminal is told why it takes a while.
        """
        if is_prepared(self.rulebook):
            return
        if progress is None and sys.stderr.isatty():
            print(f"Compiling the rules of {self.name.en}, once …", file=sys.stderr)
        prepare(self.rulebook, progress=progress)

    def schema(self, what: str = "view") -> dict[str, Any]:
        """The JSON schema of ``view``, ``event``, ``explanation``, ``standing`` or ``outcome``."""
        if what not in _SCHEMAS:
            raise UsageError("unknown-schema", name=what, known=", ".join(sorted(_SCHEMAS)))
        schema = msgspec.json.schema(_SCHEMAS[what])
        if what == "view":
            (_,), parts = msgspec.json.schema_components(
                [self.rulebook.view_type], ref_template="#/$defs/{name}"
            )
            schema["$defs"] |= parts
            schema["$defs"]["View"]["properties"]["table"] = {
                "$ref": f"#/$defs/{self.rulebook.view_type.__name__}"
            }
        return schema

    def __repr__(self) -> str:
        return f"echappee.game({self.id!r})"


_SCHEMAS: Mapping[str, Any] = {
    "view": View,
    "event": Event,
    "explanation": Explanation,
    "standing": Standing,
    "outcome": Outcome,
}


def clean_names(names: Sequence[str], players: int) -> dict[int, str]:
    """Names for the seats: one line each, no control characters, at most 40 letters."""
    clean = {}
    for seat, name in enumerate(names[:players]):
        text = " ".join("".join(c if c.isprintable() else " " for c in name).split())[:40]
        if text:
            clean[seat] = text
    return clean
