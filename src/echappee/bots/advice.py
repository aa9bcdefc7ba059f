"""Advice for a seat: what the best bot thinks of its moves, from what the seat may know."""

from __future__ import annotations

import math

from echappee.bots.chair import Chair
from echappee.bots.levels import level_bots
from echappee.bots.search_bot import ThinkingBot
from echappee.match.match import Match
from echappee.rulebook.turn_order import WAIT
from echappee.rulebook.values import Advice, Advised

_MOST_MOVES = 8


def advise(match: Match, seat: int, seed: int = 0) -> Advice:
    """The advice of the strongest level."""
    return advice_of(level_bots()[-1], Chair(match, seat, seed))


def advice_of(bot: ThinkingBot, chair: Chair) -> Advice:
    """The moves that a bot looked at, the best first; the least likely ones are left out."""
    found = bot.consider(chair)
    codes = chair.moves.codes()
    total = sum(c.visits for c in found) or 1
    return Advice(
        seat=chair.seat,
        number=chair.number,
        bot=bot.name,
        moves=tuple(
            Advised(
                text=None if c.move == WAIT else chair.moves[codes.index(c.move)],
                wins=round(c.wins, 4),
                score=None if math.isnan(c.score) else round(c.score, 2),
                weight=round(c.visits / total, 4),
                proved=c.proved,
            )
            for c in found[:_MOST_MOVES]
        ),
    )
