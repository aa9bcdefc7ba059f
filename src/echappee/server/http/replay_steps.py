"""A record told for a page that plays it: many steps at once, and its course as a whole."""

from __future__ import annotations

from typing import Any

import msgspec

from echappee.match.match import Match
from echappee.match.moments import Moment
from echappee.rulebook.values import Heading, Standing
from echappee.server.http import types as b
from echappee.server.wire.json_patch import Patch, patch

MOST_STEPS = 128


def steps(match: Match, first: int, count: int, look: int | None) -> b.RecordSteps:
    """Up to ``count`` steps from entry ``first`` on: the first one whole, then what changes."""
    if look is not None:
        match.moves(look)  # refuses a seat that is not there
    match.at(first)  # and a number
    told: list[b.ReplayStep] = []
    whole: dict[str, Any] = {}
    before: dict[str, Any] = {}
    for moment in match.moments(first, first + count - 1):
        after = _document(moment, match.players, look)
        change: Patch | None = None
        if not told:
            whole = after
        else:
            change = patch(before, after)
        events = moment.events(look)
        told.append(b.ReplayStep(number=moment.number, events=events, change=change))
        before = after
    return b.RecordSteps(
        first=first,
        total=match.number,
        look=look,
        view=whole["view"],
        seats=whole["seats"],
        steps=told,
    )


def _document(moment: Moment, players: int, look: int | None) -> dict[str, Any]:
    """A view; where all is open, also how the view of each seat differs from it."""
    view = _plain(moment.view(look))
    seats = range(players) if look is None else ()
    return {"view": view, "seats": [patch(view, _plain(moment.view(seat))) for seat in seats]}


def _plain(value: msgspec.Struct) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def course(match: Match) -> b.RecordCourse:
    """Where the stages or rounds of a game begin, and how its standing changed."""
    chapters: list[b.Milestone] = []
    standings: list[b.StandingAt] = []
    heading: Heading | None = None
    standing: Standing | None = None
    for moment in match.moments():
        if moment.heading is not None and moment.heading != heading:
            heading = moment.heading
            chapters.append(
                b.Milestone(number=moment.number, kind=heading.kind, count=heading.number)
            )
        if moment.standing != standing:
            standing = moment.standing
            standings.append(
                b.StandingAt(number=moment.number, scores=standing.scores, places=standing.places)
            )
    return b.RecordCourse(
        total=match.number,
        low_wins=match.rulebook.low_wins,
        chapters=chapters,
        standings=standings,
    )
