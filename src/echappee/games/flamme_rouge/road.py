"""Riding, blocking, slipstream and exhaustion: what happens on the road (§5, §6, §8, §10, §13).

These functions use the road's fields alone: squares counted from 0, lanes from 0 on the right. So
they serve the rules, and `events.py`, which rides a round again to tell of it. A rider is
2 × team + 0 (Sprinteur) or 1 (Rouleur).
"""

from __future__ import annotations

import numpy as np

from echappee.games.flamme_rouge.material import ASCENT, ATTACK, CROSSWIND, RAIN, WET
from echappee.rulebook.contract import Numbers, State

NOWHERE = 127  # the square of a rider who has not been placed
NO_CARD = 9  # the "kind" of a 2 that is played without a card (FR-07)
CLIMB_LIMIT, DESCENT_LEAST, SUPPLY_LEAST = 5, 5, 4
ATTACK_FRONT, ATTACK_REAR = 2, 9
FALL = 2  # what a card counts less for who gets up again
_TERRAIN, _LANES = 7, 3  # a square is its terrain + 8 × its lanes

# By kind of card, and for no card at all; an Attack's depends on the rider.
CARD_VALUE = np.array([2, 3, 4, 5, 6, 7, 9, 2, 0, 2], np.int64)
# By terrain: flat, ascent, descent, cobbles, supply, wet.
_LEAST = np.array([0, 0, DESCENT_LEAST, 0, SUPPLY_LEAST, 0], np.int64)
_GIVES = np.array([1, 0, 1, 0, 1, 1], np.int64)


def terrain_of(s: State, x: int) -> int:
    """The terrain of a square."""
    return int(s.road[x]) & _TERRAIN


def lanes_of(s: State, x: int) -> int:
    """How many riders a square holds."""
    return int(s.road[x]) >> _LANES


def on_road(s: State, r: int) -> bool:
    """Is the rider on the road? Those who have crossed the line leave it (FR-03)."""
    return bool(s.square[r] != NOWHERE and s.crossed[r] == 0)


def place_key(s: State, r: int) -> int:
    """Who is in front: the higher key. On one square the right lane is (summary, movement)."""
    return 4 * int(s.square[r]) + 3 - int(s.lane[r])


def race_order(s: State, order: Numbers) -> int:
    """Fill the riders on the road, the foremost first; return how many."""
    n = 0
    for r in range(2 * int(s.teams)):
        if on_road(s, r):
            key = place_key(s, r)
            i = n
            while i > 0 and place_key(s, order[i - 1]) < key:
                order[i] = order[i - 1]
                i -= 1
            order[i] = r
            n += 1
    return n


def enter(s: State, r: int, x: int) -> None:
    """Step onto a square: in the rightmost lane that is free (§3, §5)."""
    s.square[r] = x
    s.lane[r] = s.crowd[x]
    s.crowd[x] += 1


def leave(s: State, r: int) -> None:
    """Step off a square; riders to the left move over, so that no lane to their right is free."""
    x = int(s.square[r])
    s.crowd[x] -= 1
    if s.crowd[x] > 0:
        for other in range(2 * int(s.teams)):
            if s.square[other] == x and s.lane[other] > s.lane[r] and s.crossed[other] == 0:
                s.lane[other] -= 1


def card_value(s: State, r: int) -> int:
    """What the rider's card says; an Attack is 2 for the front rider, 9 for the rear one (§11)."""
    kind = int(s.sealed[r]) - 1
    if kind == ATTACK:
        return ATTACK_REAR if place_key(s, r) < place_key(s, r ^ 1) else ATTACK_FRONT
    return int(CARD_VALUE[kind])


def least_from(s: State, x: int) -> int:
    """§8b, §10a: starting downhill a card counts 5 at least, in a supply zone 4."""
    return int(_LEAST[terrain_of(s, x)])


def raised(s: State, r: int, value: int) -> int:
    """What a card counts where the rider starts, before any ascent; §13d: 2 less after a fall."""
    counts = max(value, least_from(s, int(s.square[r])))
    return max(counts - FALL, 0) if s.fallen[r] != 0 else counts


def capped(s: State, r: int, value: int) -> int:
    """§8a, FR-05, FR-06: then what the ascent ahead leaves of it."""
    return min(value, int(s.most[int(s.square[r])]))


def reach(s: State, r: int, value: int) -> int:
    """The square that a card leads to if it is free; nobody rides beyond the last one (FR-01)."""
    return min(int(s.square[r]) + capped(s, r, raised(s, r, value)), int(s.length) - 1)


def ride(s: State, r: int, value: int) -> None:
    """§5, §5a: ride through everybody; if the target is full, stop behind it, even on the spot.

    §13d: who stops on a wet road for that reason falls.
    """
    here = int(s.square[r])
    target = reach(s, r, value)
    x = target
    if s.slippery != 0:
        s.fallen[r] = 0
        x = _to_the_fallen(s, here, target)
    while x > here and int(s.crowd[x]) >= lanes_of(s, x):
        x -= 1
    if x > here:
        leave(s, r)
        enter(s, r, x)
    if s.slippery != 0 and x < target and wet(s, x):
        s.fallen[r] = 1


def wet(s: State, x: int) -> bool:
    """§13d: is the road of this square wet, by rain or by its tile?"""
    return bool(s.weather[x] == RAIN or terrain_of(s, x) == WET)


def fallen_on(s: State, x: int) -> int:
    """How many riders lie on a square."""
    count = 0
    for r in range(2 * int(s.teams)):
        count += 1 if s.fallen[r] != 0 and s.square[r] == x else 0
    return count


def _to_the_fallen(s: State, here: int, target: int) -> int:
    """§13d, FR-18: nobody rides across a square on whose every lane somebody lies."""
    for x in range(here + 1, target + 1):
        if wet(s, x) and int(s.crowd[x]) >= lanes_of(s, x) and fallen_on(s, x) >= lanes_of(s, x):
            return x - 1
    return target


def sheltered(s: State, x: int) -> bool:
    """Can riders here give and take slipstream? Not on ascents (§8a) or cobbles (§10a).

    Nor in a crosswind (§13a), nor where somebody lies on the road (§13d, FR-17).
    """
    if _GIVES[terrain_of(s, x)] == 0 or s.weather[x] == CROSSWIND:
        return False
    return bool(s.slippery == 0 or fallen_on(s, x) == 0)


def next_slipstream(s: State, x: int) -> int:
    """§6a: the front of the next pack, from square ``x`` on, that slipstream pulls; -1 if none.

    One square must be free before it, and the square after that belong to a pack; both ends of the
    gap on terrain that gives slipstream. None across the line, and none from there (FR-02).
    """
    for front in range(x, int(s.finish) - 2):
        if (
            s.crowd[front] > 0
            and s.crowd[front + 1] == 0
            and s.crowd[front + 2] > 0
            and sheltered(s, front)
            and sheltered(s, front + 2)
        ):
            return front
    return -1


def pull(s: State, front: int) -> None:
    """§6a: the pack moves up one square, from its front back to the first rider on an ascent.

    FR-04: what stands on an ascent or behind it stays. FR-15: where the road narrows, everybody
    moves up who has room ahead of him, front to back, the right lane first.
    """
    x = front
    while x >= 0 and s.crowd[x] > 0 and sheltered(s, x):
        while s.crowd[x] > 0 and int(s.crowd[x + 1]) < lanes_of(s, x + 1):
            r = _right_rider(s, x)
            leave(s, r)
            enter(s, r, x + 1)
        x -= 1


def _right_rider(s: State, x: int) -> int:
    """Who rides in the right lane of a square."""
    for r in range(2 * int(s.teams)):
        if s.square[r] == x and s.lane[r] == 0 and s.crossed[r] == 0:
            return r
    return -1


def tires(s: State, r: int) -> bool:
    """§6b: is the whole square before the rider empty? Never once across the line."""
    x = int(s.square[r])
    return bool(x < int(s.finish) and s.crowd[x + 1] == 0)


def most_from(s: State) -> None:
    """FR-05: for each square the longest move that the next ascent allows.

    ``d`` squares to the first ascent square (0 on one): up to 5, at most 5; else up to before it.
    """
    d = NOWHERE
    for x in range(int(s.length) - 1, -1, -1):
        d = 0 if terrain_of(s, x) == ASCENT else min(d + 1, NOWHERE)
        s.most[x] = CLIMB_LIMIT if d <= CLIMB_LIMIT else d - 1
