"""REST: the first lesson of a game and its rulebook. Nothing is kept: a lesson is its moves."""

from __future__ import annotations

import asyncio

from litestar import get, post
from litestar.params import FromPath, JSONBody

from echappee.errors import Phrase
from echappee.games import rulebook
from echappee.learning.course import Course, course
from echappee.learning.handbook import chapters
from echappee.learning.tutor import assess
from echappee.server.http.auth import REFUSED, TheService
from echappee.server.protocol import lessons
from echappee.server.refusals import Refusal, problem


@get("/games/{game:str}/lesson", summary="The first lesson of a game", responses=REFUSED)
async def lesson(game: FromPath[str]) -> lessons.LessonInfo:
    """Its steps with the words of the coach; not every game has a lesson."""
    known = _course(game)
    return lessons.LessonInfo(
        game=game,
        names=_names(known),
        steps=[
            lessons.LessonStep(
                id=step.id,
                article=step.article,
                title=known.title(step),
                say=known.say(step),
                seat=step.seat,
                goals=len(step.goals),
            )
            for step in known.steps
        ],
    )


@post(
    "/games/{game:str}/lesson/{step:str}",
    summary="Go through a step of a lesson",
    status_code=200,
    responses=REFUSED,
)
async def lesson_step(
    service: TheService,
    game: FromPath[str],
    step: FromPath[str],
    data: JSONBody[lessons.LessonMoves],
) -> lessons.LessonAnswer:
    """Where the moves lead by the real rules, and what the coach says to the latest one."""
    if _course(game).place(step) is None:
        raise Refusal("not-found")
    await service.rules.best(game)
    assessed = await asyncio.to_thread(assess, game, step, data.moves)
    return lessons.LessonAnswer(
        verdict=assessed.verdict,
        reached=assessed.reached,
        frames=list(assessed.frames),
        moves=list(assessed.moves),
        hint=assessed.hint,
        words=assessed.words,
        problem=problem(assessed.refusal) if assessed.refusal else None,
    )


@get("/games/{game:str}/rules", summary="The rulebook of a game", responses=REFUSED)
async def rules(service: TheService, game: FromPath[str]) -> lessons.RulesInfo:
    """Every article with its rulings, and positions for the board to draw."""
    known = course(rulebook(game).id)
    await service.rules.best(game)
    articles = await asyncio.to_thread(chapters, game)
    names = _names(known) if known else []
    return lessons.RulesInfo(game=game, names=names, articles=list(articles))


def _course(game: str) -> Course:
    known = course(rulebook(game).id)
    if known is None:
        raise Refusal("not-found")
    return known


def _names(known: Course) -> list[Phrase]:
    return [known.names(seat) for seat in range(len(known.words["en"].names))]


HANDLERS = (lesson, lesson_step, rules)
