"""The decks: drawing hands, sealing a card, the recycled pile, and what others can know of them.

A deck is counts by kind of card: nobody knows the order of its face-down part (FR-09), so drawing
any of its cards with equal chance is the same as shuffling it beforehand.

Three small counts go with each rider's deck: what the other players can tell of it. Exhaustion
taken since the last shuffle (``fresh``) lies in the recycled pile for certain. When a shuffle came
in the middle of a draw, the cards drawn before it (``old``) are none of those that were fresh then
(``late``). With them `knowledge` draws just the worlds that can be.
"""

from __future__ import annotations

import numpy as np

from echappee.games.flamme_rouge.material import EXHAUSTION, HEADWIND, KINDS, TAILWIND
from echappee.games.flamme_rouge.road import NO_CARD, NOWHERE
from echappee.rulebook.contract import State
from echappee.rulebook.randomness import Chance, below

HAND = 4


def take_from(pile: State, n: int) -> int:
    """Take the ``n``-th card out of a pile of counts; return its kind.

    All kinds are looked at: this has no branch, and is the hot spot of simulations.
    """
    kind = upto = 0
    for k in range(KINDS - 1):
        upto += int(pile[k])
        kind += 1 if n >= upto else 0
    pile[np.uint64(kind)] -= 1
    return kind


def hand_size(s: State, r: int) -> int:
    """§4: four cards; §13b: five for who starts in a tailwind; §13c: three in a headwind."""
    if s.meteo == 0 or s.square[r] == NOWHERE:
        return HAND
    weather = int(s.weather[int(s.square[r])])
    return HAND + (1 if weather == TAILWIND else 0) - (1 if weather == HEADWIND else 0)


def size_of(pile: State) -> int:
    """How many cards a pile holds."""
    total = 0
    for kind in range(KINDS):
        total += int(pile[kind])
    return total


def draw_hand(s: State, seat: int, rider: int, chance: Chance) -> None:
    """§4, §4a: draw four; if the deck runs out on the way, shuffle the recycled cards and go on.

    §13: in a wind five or three.
    """
    r = 2 * seat + rider
    deck, hand = s.deck[r], s.hand[seat]
    s.holding[seat] = rider + 1
    left = int(s.face_down[r])
    for drawn in range(hand_size(s, r)):
        if left == 0:
            left = _shuffle_recycled(s, r, drawn)
            if left == 0:
                break
        hand[np.uint64(take_from(deck, below(chance, left)))] += 1
        left -= 1
    s.face_down[r] = left


def _shuffle_recycled(s: State, r: int, drawn: int) -> int:
    """Turn the recycled pile over into the empty deck; return how many cards it has now."""
    deck, recycled = s.deck[r], s.recycled[r]
    total = 0
    for kind in range(KINDS):
        deck[kind] = recycled[kind]
        total += int(recycled[kind])
        recycled[kind] = 0
    if total > 0:
        s.mixed[r] = 1 if drawn > 0 else 0
        s.old[r] = drawn
        s.late[r] = s.fresh[r] if drawn > 0 else 0
        s.fresh[r] = 0
    return total


def seal(s: State, seat: int, rider: int, kind: int) -> None:
    """§4: lay one card face down and put the rest of the hand face up under the deck."""
    r = 2 * seat + rider
    hand, recycled = s.hand[seat], s.recycled[r]
    if kind != NO_CARD:
        hand[kind] -= 1
    for k in range(KINDS):
        recycled[k] += hand[k]
        hand[k] = 0
    s.sealed[r] = kind + 1
    s.holding[seat] = 0


def discard(s: State, r: int) -> None:
    """§6: a played card leaves the game; everybody has seen it, which tells of the rest."""
    kind = int(s.sealed[r]) - 1
    s.sealed[r] = 0
    if kind != NO_CARD:
        s.played[r, kind] += 1
    if kind == EXHAUSTION:
        if s.late[r] > 0:
            s.late[r] -= 1
    elif s.mixed[r] != 0 and s.old[r] > 0:
        s.old[r] -= 1
    s.mixed[r] = 0


def flip_dummies(s: State, chance: Chance) -> None:
    """§11: a Muscle team turns up a card for each rider, the Peloton team one for both.

    An empty deck gives 2s.
    """
    for r in range(2 * int(s.players), 2 * int(s.teams)):
        if s.peloton != 0 and r >> 1 == s.players:
            if r & 1 == 0 and (s.crossed[r] == 0 or s.crossed[r + 1] == 0):
                s.sealed[r] = _flip(s, r, chance)
                s.sealed[r + 1] = s.sealed[r]
        elif s.crossed[r] == 0:
            s.sealed[r] = _flip(s, r, chance)


def discard_all(s: State) -> None:
    """§6: all played cards leave the game, the Peloton team's one card once."""
    for r in range(2 * int(s.teams)):
        if s.sealed[r] != 0:
            if r & 1 == 1 and s.peloton != 0 and r >> 1 == s.players:
                s.sealed[r] = 0
            else:
                discard(s, r)


def _flip(s: State, r: int, chance: Chance) -> int:
    left = int(s.face_down[r])
    if left == 0:
        return NO_CARD + 1
    s.face_down[r] -= 1
    return take_from(s.deck[r], below(chance, left)) + 1
