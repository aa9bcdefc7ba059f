"""What a game's folder ``learning/`` holds: a lesson and diagrams as data, their words beside them.

A step of a lesson is a real position of the real engine and what the learner shall do in it. It
says no rule: whether a move is legal and what it does is asked of the rules, and the data only says
which of the legal moves (or which of the refusals) the coach is waiting for.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from echappee.errors import LANGUAGES, Language, Phrase
from echappee.french import typeset_all
from echappee.games import rulebook


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that shall happen: an event with at least these facts."""

    kind: str
    seat: int | None = None
    facts: dict[str, Any] = {}


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the coach waits for: a legal move of some shape, an event, or a refusal."""

    moves: tuple[str, ...] = ("*",)
    """Shapes of move texts, with ``*`` and ``?``."""
    event: Wanted | None = None
    wins: bool = False
    """It shall end the game, and win it."""
    refusal: str | None = None
    """The learner shall try what the rules refuse with this code."""
    patient: bool = False
    """Moves of that shape without the event are fine, too: the goal is still to come."""
    then: tuple[str, ...] = ()
    """What others do once it is reached: a seat and the shape of one of its legal moves."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a lesson."""

    id: str
    article: str
    """The article of the rules that it teaches."""
    seat: int = 0
    position: str | None = None
    """None: it goes on where the step before ended when its model was played."""
    seed: int = 1
    """Where the chance of a step with a position comes from."""
    before: tuple[str, ...] = ()
    """Moves that are shown first, as in ``Goal.then``."""
    goals: tuple[Goal, ...] = ()
    """One after the other; without any, there is only something to look at."""
    model: tuple[str, ...] = ()
    """Moves of the learner that reach all goals: what the coach shows to whoever asks him."""
    others: dict[str, str] = {}
    """Shapes of legal moves that get an answer of their own: shape → its key in the words."""


class Diagram(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture in the rulebook: a position as one seat (or a spectator) sees it."""

    id: str
    article: str
    position: str
    seat: int | None = None
    before: tuple[str, ...] = ()
    seed: int = 1
    moves: bool = False
    """Show what the seat may play."""


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    steps: tuple[Step, ...]
    diagrams: tuple[Diagram, ...]


class StepWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the coach says in one language."""

    title: str
    say: str
    done: str = ""
    other: str = ""
    """To a legal move that he was not waiting for."""
    others: dict[str, str] = {}


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    names: tuple[str, ...]
    steps: dict[str, StepWords]
    diagrams: dict[str, str]
    rulings: dict[str, str]


class Course(msgspec.Struct, frozen=True):
    """All there is to learn a game with."""

    game: str
    steps: tuple[Step, ...]
    diagrams: tuple[Diagram, ...]
    words: dict[Language, _Words]

    def place(self, step_id: str) -> int | None:
        """Where a step is in the lesson; None if it has no such step."""
        found = [place for place, step in enumerate(self.steps) if step.id == step_id]
        return found[0] if found else None

    def names(self, seat: int) -> Phrase:
        """Who sits there in a lesson."""
        return Phrase(*(self.words[language].names[seat] for language in LANGUAGES))

    def title(self, step: Step) -> Phrase:
        """The heading of a step."""
        return Phrase(*(self.words[language].steps[step.id].title for language in LANGUAGES))

    def say(self, step: Step) -> Phrase:
        """What the coach says at its beginning."""
        return Phrase(*(self.words[language].steps[step.id].say for language in LANGUAGES))

    def done(self, step: Step) -> Phrase:
        """What he says at its end."""
        return Phrase(*(self.words[language].steps[step.id].done for language in LANGUAGES))

    def other(self, step: Step, key: str | None) -> Phrase:
        """What he says to a legal move that he was not waiting for."""
        words = [self.words[language].steps[step.id] for language in LANGUAGES]
        return Phrase(*(one.other if key is None else one.others[key] for one in words))

    def caption(self, diagram: Diagram) -> Phrase:
        """The words under a picture."""
        return Phrase(*(self.words[language].diagrams[diagram.id] for language in LANGUAGES))

    def ruling(self, ruling_id: str) -> Phrase:
        """What was ruled where the rulebook is silent."""
        return Phrase(*(self.words[language].rulings[ruling_id] for language in LANGUAGES))


@cache
def course(game_id: str) -> Course | None:
    """The course of a game; None where it has none."""
    folder = files(rulebook(game_id).package).joinpath("learning")
    if not folder.is_dir():
        return None

    def read(name: str) -> dict[str, Any]:
        return tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8"))

    data = msgspec.convert(read("lesson.toml"), _Data)
    said = {"en": read("en.toml"), "fr": typeset_all(read("fr.toml"))}
    words = {language: msgspec.convert(said[language], _Words) for language in LANGUAGES}
    return Course(game_id, data.steps, data.diagrams, words)
