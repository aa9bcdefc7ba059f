"""Why a move is better than another: what a player would see change, in the game's own words."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from echappee.bots.chair import Chair
from echappee.bots.remark_kernels import notice
from echappee.errors import Phrase
from echappee.rulebook.remarks import Trait
from echappee.rulebook.rulebook import new_chance
from echappee.rulebook.values import Score

_WORLDS = 64
_FEWEST_WORLDS = 16
_CLEAR = 2.5
"""Standard errors by which a difference is no accident."""
_TELLING = 0.5
"""A difference counts from so much of the trait's own spread on."""
_LEAST = 0.5
"""No smaller difference is worth a word."""
_MOST_REASONS = 2


def reasons(chair: Chair, best: int, played: int) -> tuple[Phrase, ...]:
    """What speaks for the ``best`` move against the one that was ``played``, the clearest first.

    Moves are as the rules number them, -1 is waiting. Both are followed into worlds that the seat
    can't tell from the real one, the same for both; the game's traits of what comes of them are
    compared. Two reasons at most; none where nothing that it has a word for tells them apart.
    """
    traits = chair.rulebook.remarks.traits
    if not traits:
        return ()
    one, one_ended = _noticed(chair, best)
    other, other_ended = _noticed(chair, played)
    both_go_on = ~(one_ended | other_ended)
    found: list[tuple[float, Phrase]] = []
    for number, trait in enumerate(traits):
        worlds = slice(None) if trait.lasting else both_go_on
        a, b = one[worlds, number], other[worlds, number]
        weight = _weight(trait, a, b)
        if weight > 0:
            words = chair.rulebook.words.say(
                "remarks", trait.name, best=_figure(a, b), played=_figure(b, a)
            )
            found.append((weight, words))
    found.sort(key=lambda one: -one[0])  # equal ones stay in the game's own order
    return tuple(words for _, words in found[:_MOST_REASONS])


def _noticed(chair: Chair, move: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The traits after a move, world by world; and in which worlds a stage was over by then."""
    rules = chair.rulebook
    states = rules.blank(2)
    states[0] = chair.worlds(1)[0]
    found = np.zeros((_WORLDS, len(rules.remarks.traits)), np.int64)
    ended = np.zeros(_WORLDS, np.int64)
    rules.functions.kernel(notice)(
        states, chair.seat, chair.step, chair.players, move, chair.seed + chair.number,
        rules.buffer(), new_chance(), found, ended,
    )  # fmt: skip
    return found, ended > 0


def _weight(trait: Trait, best: NDArray[np.int64], played: NDArray[np.int64]) -> float:
    """How much a trait speaks for the best move, in units of its spread; 0: it does not."""
    if best.size < _FEWEST_WORLDS:
        return 0.0
    gains = (best - played) if trait.more else (played - best)
    gain = float(gains.mean())
    error = float(gains.std(ddof=1)) / float(np.sqrt(gains.size))
    if gain < _LEAST or gain < _CLEAR * error or _figure(best, played) == _figure(played, best):
        return 0.0
    weight = gain / float(np.concatenate((best, played)).std())
    return weight if weight >= _TELLING else 0.0


def _figure(values: NDArray[np.int64], others: NDArray[np.int64]) -> Score:
    """A mean as it is said: a whole number where both are whole, or far enough apart."""
    mean, other = float(values.mean()), float(others.mean())
    if abs(mean - other) >= 1 or (mean.is_integer() and other.is_integer()):
        return round(mean)
    return _tenths(mean)


def _tenths(mean: float) -> Score:
    """A number with one decimal, or without one that says nothing."""
    told: Any = round(mean, 1)
    return int(told) if told.is_integer() else float(told)
