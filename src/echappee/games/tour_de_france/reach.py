"""What a race card could do on the road, told to the one who holds it before he lays it.

Nothing of the rules is said anew here: the card is laid on a copy of the state, each of its numbers
is given to each rider on copies of that, and the road tells where he could stop.
"""

from __future__ import annotations

import msgspec

from echappee.games.tour_de_france.state import (
    CARD,
    HOME,
    M_ASSIGN,
    M_CARD,
    M_DROP,
    STEP,
)
from echappee.games.tour_de_france.view import ways
from echappee.rulebook.contract import State
from echappee.rulebook.rulebook import Rulebook, new_chance
from echappee.rulebook.state_layout import plain


class TourReach(msgspec.Struct, frozen=True):
    """The squares on which a rider could stop with one number, if he went first."""

    rider: int
    """From 1."""
    number: int
    extra: bool
    """With the extra square of one's own colour?"""
    to: list[list[int]]
    """Lane and row of each."""
    home: bool
    """Could he cross the finish?"""


class TourAhead(msgspec.Struct, frozen=True):
    """What a race card could do, as the road lies now."""

    reach: list[TourReach]
    """Of each rider whom it could move, with each of its numbers."""


def ahead(rulebook: Rulebook, s: State, seat: int, move: int) -> TourAhead | None:
    """What a legal move could lead to; None unless it lays a race card face up.

    Laying one draws nothing, and shows nothing that its own player does not see.
    """
    if s.phase != CARD or not M_CARD <= move < M_DROP:
        return None
    laid = _after(rulebook, s, seat, move)
    moves = rulebook.buffer()
    count = rulebook.functions.legal(laid, seat, moves)
    gifts = [int(gift) for gift in moves[:count] if gift >= M_ASSIGN]
    found = [_reach(rulebook, laid, seat, gift) for gift in gifts]
    return TourAhead([one for one in found if one.to or one.home])


def _reach(rulebook: Rulebook, laid: State, seat: int, gift: int) -> TourReach:
    rider, number = divmod(gift - M_ASSIGN, 20)
    given = _after(rulebook, laid, seat, gift)
    squares: list[list[int]]
    if given.phase == STEP:
        ends = ways(plain(given))
        squares = [way.to for way in ends if way.to is not None]
        home = any(way.to is None for way in ends)
    else:  # he went all the way at once, or not at all
        row, lane = int(given.row[seat, rider]), int(given.lane[seat, rider])
        home = row == HOME
        squares = [] if home or row == laid.row[seat, rider] else [[lane + 1, row]]
    return TourReach(rider + 1, number // 2, bool(number % 2), squares, home)


def _after(rulebook: Rulebook, s: State, seat: int, move: int) -> State:
    """A copy of the state, one move later; none of these moves needs chance."""
    after = rulebook.state_from(s.tobytes())
    rulebook.functions.apply(after, seat, move, new_chance())
    return after
