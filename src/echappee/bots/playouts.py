"""How a bot plays a world on in its head, and what the result is worth to each seat."""

from __future__ import annotations

import math

from echappee.rulebook.contract import (
    Moves,
    Numbers,
    State,
    apply,
    awaited,
    chapter,
    legal,
    offered,
    over,
    ranking,
    rollout,
    standing,
)
from echappee.rulebook.kernels import TO_THE_END
from echappee.rulebook.randomness import Chance, below
from echappee.rulebook.turn_order import WAIT, next_asked, waits

# What ``knobs`` holds.
WIN, RANK, MARGIN, SCALE, NOISE, TRUST, CURIOSITY, PLAYOUTS, SOFTNESS = range(9)
KNOBS = 9

_NOISE_STEPS = 1 << 16


def chapter_to_reach(s: State, chapters: int) -> int:
    """The last stage that a world is played on in."""
    return chapter(s) + chapters - 1 if chapters > 0 else TO_THE_END


def play_on(
    s: State, seat: int, step: int, players: int, last_chapter: int, knobs: Numbers, moves: Moves,
    chance: Chance,
) -> None:  # fmt: skip
    """Play to the end, or to the end of the last chapter, by the game's own cheap policy."""
    noise = int(knobs[NOISE] * _NOISE_STEPS)
    while over(s) == 0 and chapter(s) <= last_chapter:
        n = legal(s, seat, moves)
        if n == 1 and step == 0:
            place = 0
        elif noise >= _NOISE_STEPS or (noise > 0 and below(chance, _NOISE_STEPS) < noise):
            place = below(chance, n)
            if step > 0 and waits(chance):
                place = WAIT
        else:
            place = rollout(s, seat, moves, n, chance)
        if place != WAIT:
            apply(s, seat, int(moves[place]), chance)
            step = 0
        seat, step = next_asked(awaited(s), offered(s), step, players)


def put_worth(
    s: State, players: int, knobs: Numbers, scores: Numbers, places: Numbers, worth: Numbers
) -> None:
    """What a result, or the classification as it stands, is worth to each seat: 0 to 1."""
    standing(s, scores)
    ranking(s, places)
    total = 0.0
    for seat in range(players):
        total += float(scores[seat])
    for seat in range(players):
        own = float(scores[seat])
        lead = own if players == 1 else own - (total - own) / (players - 1.0)
        rank = 1.0  # behind rivals who are no players the last place can be beyond their number
        if places[seat] > 1:
            rank = max(0.0, (players - places[seat]) / max(1.0, players - 1.0))
        worth[seat] = (
            knobs[WIN] * share_of_win(places, players, seat)
            + knobs[RANK] * rank
            + knobs[MARGIN] / (1.0 + math.exp(-lead / knobs[SCALE]))
        )


def share_of_win(places: Numbers, players: int, seat: int) -> float:
    """A seat's share of the first place."""
    if places[seat] != 1:
        return 0.0
    winners = 0
    for other in range(players):
        winners += 1 if places[other] == 1 else 0
    return 1.0 / winners
