"""The tutor: takes a learner's moves through a step by the real rules, and says how it went.

He remembers nothing. Each question carries the moves that the learner has made in the step, and
they are played anew from its position: so a lesson needs no table, no store and no clean-up.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import cache
from typing import Literal

import msgspec

from echappee.errors import EchappeeError, MoveError, Phrase, UndoRefused, UsageError
from echappee.games import rulebook
from echappee.learning.course import Course, Goal, Step, Wanted, course
from echappee.match.game import Game
from echappee.match.match import Match
from echappee.rulebook.values import Event, View

Verdict = Literal["start", "on", "done", "other", "refused"]


class Frame(msgspec.Struct, frozen=True):
    """One move of a lesson as the learner sees it."""

    seat: int | None
    """Who moved; None: the position that a step begins with."""
    text: str | None
    events: tuple[Event, ...]
    view: View
    open: bool
    """Did it neither draw nor show anything hidden? Only then may it be previewed."""


class Assessment(msgspec.Struct, frozen=True):
    """How it went."""

    verdict: Verdict
    reached: int
    """Goals reached so far."""
    frames: tuple[Frame, ...]
    """What the latest move led to; at the start, what led to the position."""
    moves: tuple[str, ...]
    """What the learner may play now."""
    hint: str | None
    """The next move of the model, for whoever asks."""
    words: Phrase | None
    refusal: EchappeeError | None = None


def find(game_id: str, step_id: str) -> tuple[Course, Step]:
    """A step of a lesson; refuses what is none."""
    known = course(game_id)
    place = None if known is None else known.place(step_id)
    if known is None or place is None:
        raise UsageError("no-step", step=step_id[:40], game=rulebook(game_id).name.en)
    return known, known.steps[place]


def assess(game_id: str, step_id: str, played: Sequence[str]) -> Assessment:
    """Take a learner through a step by the moves that he has made in it."""
    known, step = find(game_id, step_id)
    match, frames = _opened(game_id, step_id)
    walk = _Walk(known, step, match.copy())
    if not played:
        return walk.assessment("start", frames, None)
    for number, text in enumerate(played, 1):
        assessment = walk.move(text)
        if number < len(played) and assessment.verdict in ("other", "refused", "done"):
            raise UsageError("step-left", step=step.id, number=number)
    return assessment


class _Walk:
    """One way through a step."""

    def __init__(self, known: Course, step: Step, match: Match) -> None:
        self._course = known
        self._step = step
        self.match = match
        self._reached = 0
        self._made = 0

    def move(self, text: str) -> Assessment:
        """One move of the learner; whatever is not wanted leaves the match as it was."""
        goal = self._goal()
        if goal is None:
            raise UsageError("step-left", step=self._step.id, number=self._made)
        before = self.match.copy()
        try:
            first = _play(self.match, self._step.seat, text, self._step.seat)
        except MoveError as error:
            if goal.refusal == error.code:
                return self._went_on((), error)
            return self.assessment("refused", (), error.words, error)
        fits = any(fnmatchcase(first.text or "", shape) for shape in goal.moves)
        happened = goal.event is None or any(_is(goal.event, event) for event in first.events)
        outcome = self.match.outcome
        if goal.wins and (outcome is None or self._step.seat not in outcome.winners):
            happened = False
        if goal.refusal is not None or not fits or not (happened or goal.patient):
            self.match = before
            return self.assessment("other", (first,), self._other(first.text or ""))
        if not happened:
            self._made += 1
            return self.assessment("on", (first,), None)
        return self._went_on((first, *perform(self.match, goal.then, self._step.seat)))

    def _goal(self) -> Goal | None:
        goals = self._step.goals
        return goals[self._reached] if self._reached < len(goals) else None

    def _went_on(
        self, frames: tuple[Frame, ...], refusal: EchappeeError | None = None
    ) -> Assessment:
        self._reached += 1
        self._made += 1
        if self._goal() is None:
            return self.assessment("done", frames, self._course.done(self._step), refusal)
        return self.assessment("on", frames, None, refusal)

    def _other(self, text: str) -> Phrase:
        keys = [key for shape, key in self._step.others.items() if fnmatchcase(text, shape)]
        return self._course.other(self._step, keys[0] if keys else None)

    def assessment(
        self,
        verdict: Verdict,
        frames: tuple[Frame, ...],
        words: Phrase | None,
        refusal: EchappeeError | None = None,
    ) -> Assessment:
        """What to tell the learner now."""
        goal = self._goal()
        if goal is None:
            return Assessment(verdict, self._reached, frames, (), None, words, refusal)
        moves = tuple(self.match.moves(self._step.seat))
        hint = self._hint(goal, moves)
        return Assessment(verdict, self._reached, frames, moves, hint, words, refusal)

    def _hint(self, goal: Goal, moves: tuple[str, ...]) -> str | None:
        """The model's next move; where the learner took another way, any move of that shape."""
        next_one = self._step.model[self._made : self._made + 1]
        if next_one and (goal.refusal is not None or next_one[0] in moves):
            return next_one[0]
        fitting = (m for m in moves if any(fnmatchcase(m, shape) for shape in goal.moves))
        return next(fitting, None)


@cache
def _opened(game_id: str, step_id: str) -> tuple[Match, tuple[Frame, ...]]:
    """The match at the beginning of a step, and what led there."""
    known, step = find(game_id, step_id)
    if step.position is None:
        last = known.steps[(known.place(step_id) or 0) - 1]
        walk = _Walk(known, last, _opened(game_id, last.id)[0].copy())
        for text in last.model:
            walk.move(text)
        match = walk.match
    else:
        match = Game(rulebook(game_id)).position(step.position, seed=step.seed)
    start = Frame(None, None, (), match.typed_view(step.seat), True)
    return match, (start, *perform(match, step.before, step.seat))


def perform(match: Match, script: Sequence[str], viewer: int | None) -> tuple[Frame, ...]:
    """Play what others do: each a seat and the shape of a move, the first legal one of which."""
    frames = []
    for line in script:
        seat, shape = line.split(" ", 1)
        text = next(move for move in match.moves(int(seat)) if fnmatchcase(move, shape))
        frames.append(_play(match, int(seat), text, viewer))
    return tuple(frames)


def _play(match: Match, seat: int, text: str, viewer: int | None) -> Frame:
    """Play a move, and see it through the eyes of the viewer."""
    match.play(seat, text)
    step, entry = match.last_step, match.last_entry
    assert step is not None
    assert entry is not None
    try:
        match.copy().undo(seat)
        plain = True
    except UndoRefused:
        plain = False
    return Frame(seat, entry.text, tuple(step.events(viewer)), match.typed_view(viewer), plain)


def _is(wanted: Wanted, event: Event) -> bool:
    """Is this what was wanted?"""
    return (
        event.kind == wanted.kind
        and (wanted.seat is None or event.seat == wanted.seat)
        and all(event.facts.get(name) == value for name, value in wanted.facts.items())
    )
