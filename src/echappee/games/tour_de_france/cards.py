"""Race cards and risk cards: hands, piles, and the list of what is known of the cards of others.

The race pile is a number of cards of each kind: which one comes next is drawn when it is drawn, so
nothing of it is fixed in advance. Discards lie open.

When the pile is empty the discards become the new pile (TDF-07). Whoever has watched then knows the
cards in the hands of all others together: all that is neither on the new pile nor in his own hand.
``s.known[viewer]`` lists them; a card played by another is struck off it as long as it is on it.
`knowledge` draws the worlds that agree with the list.

Risk cards go under their pile in an order that all see (§1.5h); only those not yet drawn since the
first shuffle are unknown, to everybody alike.
"""

from __future__ import annotations

from echappee.games.tour_de_france.state import MOST_HAND
from echappee.rulebook.contract import State
from echappee.rulebook.randomness import Chance, below

HAND = 4
"""§1.2a: race cards in hand; in the individual time trial `MOST_HAND` (§4.4)."""


# -------------------------------------------------------------------------------------- race cards


def gather(s: State) -> None:
    """TDF-07: all race cards back on the pile."""
    size = 0
    for kind in range(5 * int(s.patterns)):
        s.pile[kind] = s.deck[kind]
        s.discards[kind] = 0
        size += int(s.deck[kind])
    s.pile_size = size
    for seat in range(int(s.players)):
        s.cards[seat] = 0
        s.sealed[seat] = 0
        s.known_size[seat] = 0
        for i in range(MOST_HAND):
            s.hand[seat, i] = -1
        for i in range(s.known.shape[1]):
            s.known[seat, i] = 0


def draw_kind(s: State, chance: Chance) -> int:
    """Take a card off the race pile, which is made anew from the discards when it is empty."""
    if s.pile_size == 0:
        _turn_over(s)
    place = below(chance, int(s.pile_size))
    kind = 0
    while place >= s.pile[kind]:
        place -= int(s.pile[kind])
        kind += 1
    s.pile[kind] -= 1
    s.pile_size -= 1
    return kind


def _turn_over(s: State) -> None:
    """TDF-07: the discards are the new pile; everybody knows what all the others hold together."""
    size = 0
    for kind in range(5 * int(s.patterns)):
        s.pile[kind] = s.discards[kind]
        s.discards[kind] = 0
        size += int(s.pile[kind])
    s.pile_size = size
    players = int(s.players)
    for viewer in range(players):
        n = 0
        for seat in range(players):
            if seat != viewer:
                for i in range(int(s.cards[seat])):
                    s.known[viewer, n] = s.hand[seat, i]
                    n += 1
        s.known_size[viewer] = n
        _sort_known(s, viewer)


def _sort_known(s: State, viewer: int) -> None:
    for i in range(1, int(s.known_size[viewer])):
        kind = int(s.known[viewer, i])
        j = i
        while j > 0 and s.known[viewer, j - 1] > kind:
            s.known[viewer, j] = s.known[viewer, j - 1]
            j -= 1
        s.known[viewer, j] = kind


def take(s: State, seat: int, kind: int) -> None:
    """Put a card into a hand, which stays in order."""
    i = int(s.cards[seat])
    while i > 0 and s.hand[seat, i - 1] > kind:
        s.hand[seat, i] = s.hand[seat, i - 1]
        i -= 1
    s.hand[seat, i] = kind
    s.cards[seat] += 1


def refill(s: State, seat: int, size: int, chance: Chance) -> None:
    """§1.2e: draw until the hand has ``size`` cards."""
    while s.cards[seat] < size:
        take(s, seat, draw_kind(s, chance))


def give_up(s: State, seat: int, kind: int) -> None:
    """Take a card out of a hand."""
    n = int(s.cards[seat])
    i = 0
    while s.hand[seat, i] != kind:
        i += 1
    while i < n - 1:
        s.hand[seat, i] = s.hand[seat, i + 1]
        i += 1
    s.hand[seat, n - 1] = -1
    s.cards[seat] = n - 1


def show(s: State, seat: int, kind: int) -> None:
    """Lay a card open on the discards; nobody needs to reckon with it in that hand any more."""
    s.discards[kind] += 1
    for viewer in range(int(s.players)):
        n = int(s.known_size[viewer])
        if n > 0 and viewer != seat:
            i = 0
            while i < n and s.known[viewer, i] != kind:
                i += 1
            if i < n:
                while i < n - 1:
                    s.known[viewer, i] = s.known[viewer, i + 1]
                    i += 1
                s.known[viewer, n - 1] = 0
                s.known_size[viewer] = n - 1


def total(s: State, kind: int) -> int:
    """§4.5: the three numbers of a card together."""
    p = kind // 5
    return int(s.numbers[p, 0]) + int(s.numbers[p, 1]) + int(s.numbers[p, 2])


# -------------------------------------------------------------------------------------- risk cards


def draw_risk(s: State, chance: Chance) -> int:
    """§1.5a: the top risk card: one never seen while there are any, then those put under."""
    unseen = 0
    for risk in range(int(s.risks)):
        unseen += int(s.unseen[risk])
    if unseen > 0:
        place = below(chance, unseen)
        risk = 0
        while place >= s.unseen[risk]:
            place -= int(s.unseen[risk])
            risk += 1
        s.unseen[risk] -= 1
        return risk
    risk = int(s.under[0])
    n = int(s.under_size) - 1
    for i in range(n):
        s.under[i] = s.under[i + 1]
    s.under[n] = 0
    s.under_size = n
    return risk


def put_under(s: State, risk: int) -> None:
    """§1.5h: a risk card that was played goes under the pile."""
    s.under[int(s.under_size)] = risk
    s.under_size += 1
