"""Hand-made tables of Tape l'étape: the hands, the profile, and the rest as a person would say it.

Laid cards are those in nobody's hand, so a short hand means long columns. With three players the
deck is J V B 3–10.
"""

from __future__ import annotations

from typing import Any

import pytest

import echappee
from echappee.games.tape_letape import scoring
from echappee.games.tape_letape.material import CARD_OF
from echappee.match.match import Match
from echappee.rulebook.values import Event

GAME = echappee.game("tape-letape")
RULES = GAME.rulebook
COUNTS = (3, 4, 5, 6)
ENDURANCE = "FR,endurance:2,must,shared"

LATE = "B5.B9/B4.B10/B3"
"""Three players, all yellow and green cards laid, and blue ones from 6 to 8."""


def table(
    hands: str = LATE,
    profile: str = "flat",
    turn: str = "0>0",
    *,
    race: str = "FR,sprint,must,shared",
    done: int = 0,
    totals: str | None = None,
    wins: str | None = None,
    profiles: str | None = None,
    jokers: str | None = None,
    marks: str | None = None,
    last: str | None = None,
    lacks: str = "-",
    known: str = "-",
) -> Match:
    """A match that begins on a hand-made table; ``done`` stages are ridden, all won by seat 0.

    Nobody has jokers left unless ``jokers`` says so.
    """
    hands = "/".join(".".join(sorted(part.split("."), key=_place)) for part in hands.split("/"))
    players = hands.count("/") + 1
    edition, kind = race.split(",")[:2]
    each = int(kind.partition(":")[2] or 1)
    stages = scoring.stage_count(players, edition == "EN", each > 1, each)
    zeros = ["0"] * (players - 1)
    fields = (
        race,
        f"{done + 1}/{stages}",
        profile,
        turn,
        hands,
        totals or "/".join(["0", *zeros]),
        wins or "/".join([str(done), *zeros]),
        profiles or "/".join(["fmdtb"] * players),
        jokers or "/".join(["-"] * players),
        marks or "/".join(["-"] * players),
        last or ("/".join(["flat@0:-40", *zeros]) if done else "-"),
        lacks,
        known,
    )
    return GAME.position(" ".join(fields), seed="hand-made")


def _place(card: str) -> int:
    return CARD_OF.get(card, -1)


def state(match: Match) -> Any:
    """The state behind a match: only tests of the rules may look at it."""
    return match._state


def rider(match: Match, seat: int, viewer: int | None = None) -> Any:
    """One player as a viewer sees him."""
    return match.typed_view(viewer).table.riders[seat]


def board(match: Match, viewer: int | None = None) -> Any:
    """The game's own part of a view."""
    return match.typed_view(viewer).table


def on_turn(match: Match) -> int:
    """The one seat that the game waits for."""
    (seat,) = match.awaited
    return seat


def play(match: Match, *moves: str) -> list[Event]:
    """Play moves for whoever is on turn; what the last one did."""
    events: list[Event] = []
    for move in moves:
        events = list(match.play(on_turn(match), move))
    return events


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def moves(match: Match, seat: int | None = None) -> set[str]:
    """The legal moves of a seat, or of the one on turn."""
    return set(match.moves(on_turn(match) if seat is None else seat))


def assert_refused(
    match: Match, move: str, code: str, article: str, seat: int | None = None
) -> None:
    """A seat, or the one on turn, may not play ``move``, for this reason; and nothing changes."""
    seat = on_turn(match) if seat is None else seat
    before = match.position()
    assert move not in list(match.moves(seat))
    explanation = match.explain(seat, move)
    assert (explanation.legal, explanation.code, explanation.article) == (False, code, article)
    with pytest.raises(echappee.IllegalMove) as refused:
        match.play(seat, move)
    assert (refused.value.code, refused.value.article) == (code, article)
    assert match.position() == before


def hand(match: Match, seat: int) -> str:
    """A hand as the position text writes it."""
    return match.position().split(" ")[4].split("/")[seat]


def result(events: list[Event]) -> dict[str, Any]:
    """The facts of the stage that has just ended."""
    (over,) = [event for event in events if event.kind == "stage-over"]
    return over.facts


def full_hands(first: str, second: str) -> str:
    """Three full hands: two are given, the third has the rest."""
    used = set(first.split(".")) | set(second.split("."))
    rest = [f"{c}{v}" for c in "JVB" for v in range(3, 11) if f"{c}{v}" not in used]
    return f"{first}/{second}/{'.'.join(rest)}"


FULL = full_hands("J3.J5.J6.J7.V3.V9.B4.B10", "J4.J8.V4.V5.V6.V10.B5.B9")
"""A whole deck for three, nothing laid: seat 0 has J6, seat 1 V6, seat 2 B6."""
