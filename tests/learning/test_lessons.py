"""Lessons: every step is a real position, every answer the engine's, every word there twice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from echappee.errors import LANGUAGES, UsageError
from echappee.games import rulebook
from echappee.learning.course import Course, Step, course
from echappee.learning.tutor import Assessment, assess, find
from tests.learning.taught import TAUGHT

each_game = pytest.mark.parametrize("game", TAUGHT)


def lesson(game: str) -> Course:
    known = course(game)
    assert known is not None, f"{game} has no lesson"
    return known


def walk(game: str, step: Step) -> Iterator[tuple[list[str], Assessment]]:
    """Each stop on the model's way through a step: the moves so far, and what the tutor says."""
    for made in range(len(step.model) + 1):
        played = list(step.model[:made])
        yield played, assess(game, step.id, played)


@each_game
def test_a_lesson_takes_about_five_minutes_and_covers_the_rules(game: str) -> None:
    steps = lesson(game).steps
    assert 8 <= len(steps) <= 12
    assert len({step.id for step in steps}) == len(steps)
    assert steps[0].position is not None
    articles = {article.id for article in rulebook(game).words.articles}
    assert {step.article for step in steps} <= articles
    assert len({step.article for step in steps}) >= 6
    assert sum(len(step.goals) for step in steps) >= 8


@each_game
def test_the_model_reaches_every_goal_by_legal_moves(game: str) -> None:
    for step in lesson(game).steps:
        stops = list(walk(game, step))
        assert stops[0][1].verdict == "start"
        assert stops[0][1].frames[0].seat is None
        for played, assessed in stops[1:-1]:
            assert assessed.verdict == "on", (step.id, played)
        if not step.goals:
            assert not step.model
            assert stops[0][1].moves == ()
            continue
        last = stops[-1][1]
        assert last.verdict == "done", step.id
        assert last.reached == len(step.goals)
        assert last.words is not None
        assert last.words.en


@each_game
def test_the_coach_shows_moves_that_lead_on(game: str) -> None:
    for step in lesson(game).steps:
        for played, assessed in walk(game, step):
            if assessed.verdict == "done" or not step.goals:
                assert assessed.hint is None
                continue
            assert assessed.hint is not None, (step.id, played)
            after = assess(game, step.id, [*played, assessed.hint])
            assert after.verdict in ("on", "done"), (step.id, played, assessed.hint)


@each_game
def test_every_legal_move_gets_an_answer(game: str) -> None:
    """Whatever a learner does, the tutor knows what to say; and what is not wanted is not kept."""
    for step in lesson(game).steps:
        for played, assessed in walk(game, step):
            for text in assessed.moves:
                after = assess(game, step.id, [*played, text])
                assert after.verdict in ("on", "done", "other"), (step.id, text)
                assert after.frames
                assert after.frames[0].text == text
                if after.verdict == "other":
                    assert after.words is not None
                    assert after.words.en, (step.id, text)
                    assert after.words.fr, (step.id, text)
                    assert after.moves == assessed.moves


@each_game
def test_what_the_rules_refuse_is_refused_with_its_article(game: str) -> None:
    articles = {article.id for article in rulebook(game).words.articles}
    for step in lesson(game).steps:
        if not step.goals:
            continue
        assessed = assess(game, step.id, ["no move at all"])
        assert assessed.verdict == "refused"
        assert assessed.refusal is not None
        assert assessed.frames == ()
        for number, goal in enumerate(step.goals):
            if goal.refusal is None:
                continue
            tried = assess(game, step.id, step.model[: number + 1])
            assert tried.refusal is not None
            assert tried.refusal.code == goal.refusal
            assert tried.refusal.article in articles
            assert tried.refusal.words.fr


@each_game
def test_words_are_there_in_both_languages(game: str) -> None:
    known = lesson(game)
    english, french = (known.words[language] for language in LANGUAGES)
    assert len(english.names) == len(french.names) >= 2
    assert english.steps.keys() == french.steps.keys() == {step.id for step in known.steps}
    assert english.diagrams.keys() == french.diagrams.keys()
    assert english.rulings.keys() == french.rulings.keys()
    for step in known.steps:
        for words in (english.steps[step.id], french.steps[step.id]):
            assert len(words.title) > 3
            assert 60 < len(words.say) < 340, (step.id, len(words.say))
            assert bool(words.done) == bool(step.goals), step.id
            assert words.others.keys() == set(step.others.values()), step.id
            assert all(words.others.values())
        assert english.steps[step.id].say != french.steps[step.id].say


@each_game
def test_moves_that_leave_a_step_are_refused(game: str) -> None:
    step = next(one for one in lesson(game).steps if one.goals)
    with pytest.raises(UsageError) as left:
        assess(game, step.id, ["no move at all", step.model[0]])
    assert left.value.code == "step-left"
    with pytest.raises(UsageError) as after:
        assess(game, step.id, [*step.model, step.model[0]])
    assert after.value.code == "step-left"
    with pytest.raises(UsageError) as missing:
        find(game, "no-such-step")
    assert missing.value.code == "no-step"


@each_game
def test_the_tutor_remembers_nothing(game: str) -> None:
    """The same question gets the same answer, whatever was asked in between."""
    for step in lesson(game).steps:
        start = assess(game, step.id, [])
        for played, assessed in walk(game, step):
            again = assess(game, step.id, played)
            assert (again.verdict, again.frames, again.moves) == (
                assessed.verdict, assessed.frames, assessed.moves,
            )  # fmt: skip
        assert assess(game, step.id, []) == start


@each_game
def test_only_moves_without_draws_and_secrets_can_be_previewed(game: str) -> None:
    known = lesson(game)
    frames = [
        frame
        for step in known.steps
        for _, assessed in walk(game, step)
        for frame in assessed.frames
    ]
    moved = [frame for frame in frames if frame.seat is not None]
    assert moved
    for frame in moved:
        kinds = {event.kind for event in frame.events}
        if kinds & {"drawn-own", "draw-own", "risk", "reveal", "vitamin-seen", "turn-over"}:
            assert not frame.open, kinds
