"""A record told for a page that plays it: many steps at once, and its course as a whole."""

from __future__ import annotations

from typing import Any

import msgspec

from echappee.match.match import Match
from echappee.match.moments import Moment
from echappee.rulebook.values import Heading, Standing
from echappee.server.protocol import records as rt
from echappee.server.protocol.json_patch import Patch, patch

MOST_STEPS = 128


def steps(match: Match, first: int, count: int, look: int | None) -> rt.RecordSteps:
    """Up to ``count`` steps from entry ``first`` on: the first one whole, then what changes."""
    if look is not None:
        match.moves(look)  # refuses a seat that is not there
    match.at(first)  # and a number
    told: list[rt.ReplayStep] = []
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
        told.append(rt.ReplayStep(number=moment.number, events=events, change=change))
        before = after
    return rt.RecordSteps(
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


def course(match: Match) -> rt.RecordCourse:
    """Where the stages or rounds of a game begin, and how its standing changed."""
    chapters: list[rt.Milestone] = []
    standings: list[rt.StandingAt] = []
    heading: Heading | None = None
    standing: Standing | None = None
    for moment in match.moments():
        if moment.heading is not None and moment.heading != heading:
            heading = moment.heading
            chapters.append(
                rt.Milestone(number=moment.number, kind=heading.kind, count=heading.number)
            )
        if moment.standing != standing:
            standing = moment.standing
            standings.append(
                rt.StandingAt(number=moment.number, scores=standing.scores, places=standing.places)
            )
    return rt.RecordCourse(
        total=match.number,
        low_wins=match.rulebook.low_wins,
        chapters=chapters,
        standings=standings,
    )
