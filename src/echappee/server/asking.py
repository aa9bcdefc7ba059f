"""Questions about the game that change nothing: why, what if, and what would you do."""

from __future__ import annotations

from echappee.errors import UndoRefused
from echappee.match.match import Match
from echappee.server import messages as m
from echappee.server.refusals import Refusal
from echappee.server.table import Table
from echappee.server.thinking import Thinkers, seed_of, strongest


def explain(table: Table, asked: m.AskWhy) -> m.Explained:
    """Is this move legal, and why (not)?"""
    match = _match(table)
    explanation = match.explain(asked.seat, asked.text)
    return m.Explained(id=asked.id, number=match.number, text=asked.text, explanation=explanation)


def preview(table: Table, asked: m.AskPreview) -> m.Previewed:
    """What would this move do?

    Only for a move that its player could take back by right: one that neither draws nor shows
    anything. Otherwise asking would be peeking.
    """
    match = _match(table)
    after = match.copy()
    events = after.play(asked.seat, asked.text)
    try:
        after.copy().undo(asked.seat)
    except UndoRefused:
        raise Refusal("no-preview") from None
    return m.Previewed(
        id=asked.id,
        number=match.number,
        text=asked.text,
        events=list(events),
        view=after.typed_view(asked.seat),
    )


async def hint(thinkers: Thinkers, table: Table, asked: m.AskHint) -> m.Hinted:
    """What would the strongest bot play here?"""
    match = _match(table)
    if asked.seat not in match.actors or not match.moves(asked.seat):
        raise Refusal("no-moves")
    text = await thinkers.hint(match.copy(), asked.seat, seed_of(table))
    return m.Hinted(id=asked.id, number=match.number, seat=asked.seat, bot=strongest(), text=text)


def _match(table: Table) -> Match:
    if table.match is None:
        raise Refusal("not-started")
    if table.status == "over":
        raise Refusal("game-over")
    return table.match
