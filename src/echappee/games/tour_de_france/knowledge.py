"""The worlds that a seat can't tell from one another: the race cards that it can't see, dealt anew.

Exactly those deals are possible worlds in which the others still hold what is on the seat's list
(``s.known``, see `cards`): for two players all that can be known. (Not used with more: who of the
others has drawn how often since.)
"""

from __future__ import annotations

import numpy as np

from echappee.games.tour_de_france.cards import take
from echappee.games.tour_de_france.material import KINDS
from echappee.rulebook.contract import Numbers, State
from echappee.rulebook.randomness import Chance, below


def redeal_cards(s: State, seat: int, chance: Chance) -> None:
    """Deal anew the race cards that a seat can't see: those on the pile and in the other hands.

    The places in the other hands (a card laid face down is one) are filled at random, those that
    the seat knows to be there first. What others know is forgotten in a possible world.
    """
    players = int(s.players)
    pool = np.zeros(KINDS, np.int64)
    places = 0
    left = int(s.pile_size)
    for kind in range(5 * int(s.patterns)):
        pool[kind] = s.pile[kind]
    for other in range(players):
        if other != seat:
            for i in range(int(s.cards[other])):
                pool[int(s.hand[other, i])] += 1
            if s.sealed[other] > 0:
                pool[int(s.sealed[other]) - 1] += 1
                places += 1
            places += int(s.cards[other])
            s.known_size[other] = 0
            for i in range(s.known.shape[1]):
                s.known[other, i] = 0
    dealt = np.full(places + 1, -1, np.int64)
    for i in range(int(s.known_size[seat])):
        kind = int(s.known[seat, i])
        pool[kind] -= 1
        dealt[_nth_free(dealt, below(chance, places - i))] = kind
    left += places - int(s.known_size[seat])
    for i in range(places):
        if dealt[i] < 0:
            dealt[i] = _from_pool(pool, below(chance, left))
            left -= 1
    for kind in range(5 * int(s.patterns)):
        s.pile[kind] = pool[kind]
    _hand_out(s, seat, dealt)


def _nth_free(dealt: Numbers, n: int) -> int:
    i = 0
    while dealt[i] >= 0 or n > 0:
        if dealt[i] < 0:
            n -= 1
        i += 1
    return i


def _from_pool(pool: Numbers, place: int) -> int:
    kind = 0
    while place >= pool[kind]:
        place -= int(pool[kind])
        kind += 1
    pool[kind] -= 1
    return kind


def _hand_out(s: State, seat: int, dealt: Numbers) -> None:
    """Put the cards dealt anew into the hands of the others."""
    n = 0
    for other in range(int(s.players)):
        if other != seat:
            size = int(s.cards[other])
            s.cards[other] = 0
            for _ in range(size):
                take(s, other, int(dealt[n]))
                n += 1
            if s.sealed[other] > 0:
                s.sealed[other] = int(dealt[n]) + 1
                n += 1
