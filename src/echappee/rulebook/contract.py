"""What every game's ``rules.py`` fulfils: these functions, with these meanings, in this order.

The functions here are placeholders with the right names. Generic kernels (`echappee.rulebook.
kernels`) and bots are written against them; `echappee.rulebook.compiler` puts a game's own
functions in their places when it builds the kernels for that game.

A state is one record of the game's ``STATE`` dtype. Seats are numbered from 0 clockwise, and a set
of seats is a bit mask. A move is a small whole number that only the rules and the notation know.
"""

from __future__ import annotations

from typing import Any

from echappee.rulebook.randomness import Chance

State = Any
"""One record of a game's ``STATE`` dtype: a ``numpy.record`` or, compiled, a Numba record."""

Moves = Any
"""A buffer of ``int32`` move codes, at least ``most_moves`` long."""

Numbers = Any
"""A one-dimensional array to be filled in."""


def setup(s: State, players: int, options: Numbers, chance: Chance) -> None:
    """Lay out the table and deal. ``options`` are in their declared order.

    ``s`` is blank: all zeros, but for its ``version``, if the game's rules ever changed.
    """
    raise NotImplementedError


def awaited(s: State) -> int:
    """The seats that the game waits for (their clocks run), as a bit mask. 0 when it is over."""
    raise NotImplementedError


def actors(s: State) -> int:
    """The seats that may act now, out of turn included, as a bit mask. Contains ``awaited``."""
    raise NotImplementedError


def offered(s: State) -> int:
    """The seats to ask now whether they want to act out of turn, as a bit mask.

    A person may use ``actors`` at any time. Players who are asked one after the other (bots, RL
    agents) are asked when a seat is in this mask, clockwise from the seat on turn, and may wait.
    """
    raise NotImplementedError


def legal(s: State, seat: int, moves: Moves) -> int:
    """Fill ``moves`` with the legal moves of ``seat``; return how many. Any seat, at any time."""
    raise NotImplementedError


def judge(s: State, seat: int, move: int) -> int:
    """0 if ``move`` is legal for ``seat`` now, else the number of the refusal (``REFUSALS``)."""
    raise NotImplementedError


def reveals(s: State, seat: int, move: int) -> bool:
    """Would this legal move show anybody something that was hidden from him? (Bars undo.)"""
    raise NotImplementedError


def apply(s: State, seat: int, move: int, chance: Chance) -> None:
    """Play a legal move."""
    raise NotImplementedError


def over(s: State) -> int:
    """0 while the game runs, else the number of the reason why it ended (``ENDINGS``)."""
    raise NotImplementedError


def standing(s: State, scores: Numbers) -> None:
    """Fill each seat's score as it stands now; at the end it is the result.

    Where points have halves it is counted in these: ``Rulebook.score_parts`` for each point.
    """
    raise NotImplementedError


def ranking(s: State, places: Numbers) -> None:
    """Fill each seat's place as it stands now, from 1, tie-breaks applied; equal seats share.

    Where the game has rivals who are no players, and one of them is first, places begin at 2.
    """
    raise NotImplementedError


def redeal(s: State, seat: int, chance: Chance) -> None:
    """Turn ``s`` into a world that ``seat`` can't tell from it: all it can't see is drawn anew."""
    raise NotImplementedError


def observe(s: State, seat: int, features: Numbers) -> None:
    """Fill what ``seat`` can see as numbers; the game's ``FEATURES`` name the slices."""
    raise NotImplementedError


def policy(s: State, seat: int, moves: Moves, n: int, chance: Chance) -> int:
    """A game's own cheap choice among ``n`` moves (its ``policy.py``); -1 waits out of turn."""
    raise NotImplementedError


def rollout(s: State, seat: int, moves: Moves, n: int, chance: Chance) -> int:
    """Like `policy`, for playing a world on in a bot's head: as cheap as it can be."""
    raise NotImplementedError


def chapter(s: State) -> int:
    """The number of the stage being played; scores are settled where it goes up."""
    raise NotImplementedError


def one_chapter(s: State) -> int:
    """The `chapter` of a game without stages."""
    return 0


CONTRACT = (
    setup, awaited, actors, offered, legal, judge, reveals, apply, over, standing, ranking, redeal,
    observe,
)  # fmt: skip
