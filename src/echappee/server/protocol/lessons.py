"""What REST takes and gives about learning: lessons and rulebooks; `docs/protocol.md` has it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from echappee.errors import Phrase
from echappee.learning.handbook import Chapter
from echappee.learning.tutor import Frame, Verdict
from echappee.server.protocol.rest import Answer, MoveText, Problem, Request

MOST_LESSON_MOVES = 60


class LessonStep(Answer, frozen=True, kw_only=True):
    """One step of a lesson, as the coach announces it."""

    id: str
    article: str
    title: Phrase
    say: Phrase
    seat: int
    """The learner's."""
    goals: int
    """How many things there are to do; 0: only to look."""


class LessonInfo(Answer, frozen=True, kw_only=True):
    """The first lesson of a game."""

    game: str
    names: list[Phrase]
    """Who sits there; the seats of a step may be fewer."""
    steps: list[LessonStep]


class LessonMoves(Request, frozen=True, kw_only=True):
    """All moves that the learner has made in a step, the latest last."""

    moves: Annotated[list[MoveText], Meta(max_length=MOST_LESSON_MOVES)] = field(
        default_factory=list
    )


class LessonAnswer(Answer, frozen=True, kw_only=True):
    """How the latest move went; without moves, how the step begins."""

    verdict: Verdict
    reached: int
    """Goals reached so far."""
    frames: list[Frame]
    """What was played, one after the other, as the learner sees it."""
    moves: list[str]
    """What he may play now."""
    hint: str | None
    """What the coach would play."""
    words: Phrase | None
    """What the coach says to it."""
    problem: Problem | None
    """Why the rules refuse it."""


class RulesInfo(Answer, frozen=True, kw_only=True):
    """The rulebook of a game, article by article."""

    game: str
    names: list[Phrase]
    """Who sits there in the pictures."""
    articles: list[Chapter]
