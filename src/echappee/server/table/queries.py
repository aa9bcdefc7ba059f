"""Questions about the game that change nothing: why, what if, and what would you do."""

from __future__ import annotations

from echappee.bots.search_bot import check_advice
from echappee.match.match import Match
from echappee.server.protocol import messages as m
from echappee.server.refusals import Refusal
from echappee.server.table.bot_pool import Thinkers, claim_of, seed_of
from echappee.server.table.table import Table


def explain(table: Table, asked: m.AskWhy) -> m.Explained:
    """Is this move legal, and why (not)?"""
    match = _match(table)
    explanation = match.explain(asked.seat, asked.text)
    return m.Explained(id=asked.id, number=match.number, text=asked.text, explanation=explanation)


def preview(table: Table, asked: m.AskPreview) -> m.Previewed:
    """What would this move do?

    Only for a move that neither draws nor shows anything, at a practice table too. Otherwise asking
    would be peeking. Where the game looks ahead of a move, it shows only what its own seat sees.
    """
    match = _match(table)
    ahead, after = match.ahead(asked.seat, asked.text), match.copy()
    events = after.play(asked.seat, asked.text)
    if ahead is None and not after.learnt_nothing:
        raise Refusal("no-preview")
    return m.Previewed(
        id=asked.id,
        number=match.number,
        text=asked.text,
        events=list(events),
        view=after.typed_view(asked.seat),
        ahead=ahead,
    )


_SHORT = 12
"""A replay in short: so many moves at most, the latest."""


def since(table: Table, asked: m.AskSince) -> m.Replayed:
    """The latest moves again, as the one who asks saw them or would have seen them then."""
    match, look = _match(table), asked.seat
    first = min(match.number, max(asked.number, match.number - _SHORT))
    return m.Replayed(
        id=asked.id,
        number=match.number,
        before=match.at(first).typed_view(look),
        steps=[_step(match, number, look) for number in range(first + 1, match.number + 1)],
    )


def _step(match: Match, number: int, look: int | None) -> m.Step:
    then = match.at(number)
    return m.Step(
        number=number,
        seat=then.entries[-1].seat,
        events=[event for _, event in then.events(look, number - 1)],
        view=then.typed_view(look),
    )


def check_hint(table: Table) -> None:
    """Refuse a hint for which the rules are not fast enough yet, before anybody is told of it."""
    check_advice(_match(table).rulebook)


async def hint(thinkers: Thinkers, table: Table, asked: m.AskHint, address: str) -> m.Hinted:
    """What does the strongest bot think of the moves here?"""
    match = _match(table)
    if asked.seat not in match.actors or not match.moves(asked.seat):
        raise Refusal("no-moves")
    advice = await thinkers.hint(
        match.copy(), asked.seat, seed_of(table), claim_of(table, [address])
    )
    return m.Hinted(
        id=asked.id,
        number=match.number,
        seat=asked.seat,
        bot=advice.bot,
        text=advice.best,
        advised=list(advice.moves),
    )


def _match(table: Table) -> Match:
    if table.match is None:
        raise Refusal("not-started")
    if table.status == "over":
        raise Refusal("game-over")
    return table.match
