"""A game to be played: the handle that `echappee.game` gives."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from echappee import arguments
from echappee.errors import Phrase, UsageError
from echappee.match.match import Adviser, Match
from echappee.match.secret import Secret
from echappee.rulebook.compile_ahead import Progress, is_prepared, prepare
from echappee.rulebook.compile_lock import compile_lock
from echappee.rulebook.options import Option, Options
from echappee.rulebook.rulebook import Rulebook
from echappee.rulebook.values import Event, Explanation, Outcome, Standing, View
from echappee.rulebook.words import Article


class Game:
    """One of the games: what it is, and the start of a match."""

    def __init__(self, rulebook: Rulebook, adviser: Adviser | None = None) -> None:
        """``adviser`` answers `Match.advise` in the matches of this game."""
        self.rulebook = rulebook
        self._adviser = adviser

    @property
    def id(self) -> str:
        """The id: the name of its folder, with dashes."""
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
        practice: bool = False,
    ) -> Match:
        """Set up and deal. The same ``seed`` always gives the same deal and the same chance.

        In a ``practice`` match one's own moves may be taken back even if they drew or showed
        something; its record says so.
        """
        arguments.flag("practice", practice)
        count = self.players[0] if players is None else self.rulebook.check_players(players)
        chosen = self.rulebook.settle(count, arguments.mapping("options", options))
        secret = Secret.new(seed)
        called = clean_names(names, count)
        self.prepare()
        return Match(
            self.rulebook, count, chosen, secret, names=called, practice=practice,
            adviser=self._adviser,
        )  # fmt: skip

    def position(self, text: str, seed: str | int | None = None, practice: bool = False) -> Match:
        """A match that begins in a position given as text; ``practice`` as in `start`."""
        arguments.flag("practice", practice)
        if not isinstance(text, str):
            raise UsageError("bad-position-type", kind=type(text).__name__)
        secret = Secret.new(seed)
        line = " ".join(arguments.text("text", text).split())
        _, players, options = self.rulebook.read_position(line)
        self.prepare()
        return Match(
            self.rulebook, players, options, secret, position=line, practice=practice,
            adviser=self._adviser,
        )  # fmt: skip

    def prepare(self, progress: Progress | None = None) -> None:
        """Compile the rules now, if this machine has not done so before; not while others are
        borrowed, since somebody does it already.

        Without ``progress``, a person at a terminal is told why it takes a while.
        """
        arguments.function("progress", progress)
        if self.rulebook.borrowed or is_prepared(self.rulebook):
            return
        if progress is None and sys.stderr.isatty():
            print(f"Compiling the rules of {self.name.en}, once …", file=sys.stderr)
        with compile_lock(self.rulebook.package):
            prepare(self.rulebook, progress=progress)

    def schema(self, what: str = "view") -> dict[str, Any]:
        """The JSON schema of ``what``: a view, event, explanation, standing or outcome."""
        if not isinstance(what, str) or what not in _SCHEMAS:
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
    for seat, name in enumerate(arguments.items("names", names)[:players]):
        if not isinstance(name, str):
            raise UsageError("bad-text", name="names", kind=type(name).__name__)
        text = " ".join("".join(c if c.isprintable() else " " for c in name).split())[:40]
        if text:
            clean[seat] = text
    return clean
