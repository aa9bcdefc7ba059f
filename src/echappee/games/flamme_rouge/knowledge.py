"""The worlds that a seat can't tell from one another: the decks of its rivals, dealt anew.

What everybody can tell of a deck is counted beside it, see `cards`: ``fresh``, ``late``, ``old``.
"""

from __future__ import annotations

import numpy as np

from echappee.games.flamme_rouge.cards import size_of, take_from
from echappee.games.flamme_rouge.material import EXHAUSTION, KINDS
from echappee.games.flamme_rouge.road import NO_CARD, NOWHERE
from echappee.rulebook.contract import State
from echappee.rulebook.randomness import Chance, below

_NONE = NOWHERE


def redeal_rider(s: State, r: int, chance: Chance) -> None:
    """Deal a rival's cards anew into deck, recycled pile, hand and sealed card, sizes as they are.

    Any card may be anywhere, but for what everybody can tell.
    """
    seat, rider = r >> 1, r & 1
    deck, recycled, hand = s.deck[r], s.recycled[r], s.hand[seat]
    holds = s.holding[seat] == rider + 1
    mixed = s.mixed[r] != 0
    has_card = s.sealed[r] != 0 and s.sealed[r] != NO_CARD + 1
    in_recycled, in_hand = size_of(recycled), size_of(hand) if holds else 0
    fresh, late, old = int(s.fresh[r]), int(s.late[r]), int(s.old[r])
    pool = np.zeros(KINDS, np.int64)
    for kind in range(KINDS):
        pool[kind] = int(deck[kind]) + int(recycled[kind])
        if holds:
            pool[kind] += int(hand[kind])
            hand[kind] = 0
        deck[kind] = 0
        recycled[kind] = 0
    if has_card:
        pool[int(s.sealed[r]) - 1] += 1
    recycled[EXHAUSTION] = fresh
    pool[EXHAUSTION] -= fresh + late
    card = _NONE
    together = in_recycled + 1  # after a shuffle: the sealed card and those laid aside with it
    in_recycled -= fresh
    for slot in range(old):
        kind = take_from(pool, below(chance, size_of(pool)))
        if holds and mixed:
            hand[kind] += 1
            in_hand -= 1
        elif has_card and mixed and card == _NONE and below(chance, together - slot) == 0:
            card = kind
        else:
            recycled[kind] += 1
            in_recycled -= 1
    pool[EXHAUSTION] += late
    if has_card:
        if card == _NONE:
            card = take_from(pool, below(chance, size_of(pool)))
        s.sealed[r] = card + 1
    for _ in range(in_hand):
        hand[take_from(pool, below(chance, size_of(pool)))] += 1
    for _ in range(in_recycled):
        recycled[take_from(pool, below(chance, size_of(pool)))] += 1
    for kind in range(KINDS):
        deck[kind] = pool[kind]
