"""Taking moves back: how far, and what stands in the way.

It is a right where nobody has learnt or done anything since. What was drawn or shown can't be
unlearnt, so it is taken back only if the others agree, or in a match that is practice anyway.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Literal

from echappee.errors import UndoRefused
from echappee.match.history import Played
from echappee.match.timeline import Timeline

UndoRight = Literal["right", "consent", "no"]


def depth(played: Sequence[Played], seat: int | None) -> int:
    """The index of the move to take back to: the last one of ``seat``, or of anybody."""
    for index in range(len(played) - 1, -1, -1):
        if seat is None or played[index].seat == seat:
            return index
    raise UndoRefused("nothing-to-undo")


def shown(undone: Sequence[Played]) -> str | None:
    """What these moves have let people learn; None if they neither drew nor showed anything."""
    if any(one.chance is not None for one in undone):
        return "undo-random"
    if any(one.reveals for one in undone):
        return "undo-hidden"
    return None


def bar(undone: Sequence[Played], practice: bool) -> str | None:
    """Why taking these moves back needs consent; None if it is a right.

    What was learnt weighs more than what others did: bots may let others act again, only people
    can forgive a look at the cards.
    """
    learnt = None if practice else shown(undone)
    if learnt is not None:
        return learnt
    return "undo-others" if any(one.seat != undone[0].seat for one in undone) else None


def right(played: Sequence[Played], seat: int, practice: bool) -> UndoRight:
    """May a seat take its last move back: by right, by consent of the others, or not at all?"""
    for back, one in enumerate(reversed(played)):
        if one.seat == seat:
            return "right" if not back and bar((one,), practice) is None else "consent"
    return "no"


def take_back(
    timeline: Timeline, seat: int | None, agreed: Set[int], players: int, practice: bool
) -> None:
    """Take back the last move of a seat, or of whoever moved last, and all after it."""
    back = depth(timeline.played, seat)
    undone = timeline.played[back:]
    asking = undone[0].seat
    why = bar(undone, practice)
    if why is not None and not set(range(players)) - {asking} <= agreed:
        raise UndoRefused(why)
    timeline.add_takeback(asking, back, by_consent=why is not None)
