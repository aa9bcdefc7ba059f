"""Sets of cards as bit masks: 48 bits of an ``int64``, twelve for each colour.

The card of colour ``c`` and value ``v`` is bit ``12 * c + v - 1``. Compiled with the rules.
"""

from __future__ import annotations

import numpy as np

from echappee.games.tape_letape import material
from echappee.games.tape_letape.scoring import card_seconds, colour_count, high_value, low_value
from echappee.rulebook.contract import Numbers
from echappee.rulebook.randomness import Chance, below

VALUES = material.VALUES
_PRIME = 53  # 2 is a primitive root of it: the powers of two up to 2 ** 51 leave different rests


def _rests() -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    """By the rest modulo 53 of a single bit: which bit it is."""
    table = np.zeros(_PRIME, np.int8)
    for card in range(material.CARDS):
        table[(1 << card) % _PRIME] = card
    return table


def _rows() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """By number of players and value: the cards of that value in play; at 0 the whole deck."""
    rows = np.zeros((7, VALUES + 1), np.int64)
    for players in material.DECKS:
        for value in range(low_value(players), high_value(players) + 1):
            for colour in range(colour_count(players)):
                rows[players, value] |= 1 << (VALUES * colour + value - 1)
            rows[players, 0] |= rows[players, value]
    return rows


def _big() -> int:
    """All cards that cost 30 seconds."""
    return sum(
        1 << card
        for card in range(material.CARDS)
        if card_seconds(card % VALUES + 1) > card_seconds(1)
    )


_BIT = _rests()
_ROWS = _rows()
_BIG = _big()


def deck(players: int) -> int:
    """§3: the cards that are in play, all of which are dealt."""
    return int(_ROWS[players, 0])


def row(players: int, value: int) -> int:
    """The cards of one value that are in play; value 0 stands for the whole deck (TLE-07)."""
    return int(_ROWS[players, value])


def lowest(cards: int) -> int:
    """The first card of a set that is not empty."""
    return int(_BIT[(cards & -cards) % _PRIME])


def count(cards: int) -> int:
    """How many cards a set has."""
    n = 0
    while cards != 0:
        cards &= cards - 1
        n += 1
    return n


def count_big(cards: int) -> int:
    """How many cards of a set cost 30 seconds (7–12)."""
    return count(cards & _BIG)


def nth(cards: int, n: int) -> int:
    """The card with ``n`` smaller ones before it in the set."""
    for _ in range(n):
        cards &= cards - 1
    return lowest(cards)


def spread(cards: int, hands: Numbers, room: Numbers, places: int, chance: Chance) -> None:
    """Deal a set of cards out at random: ``room[seat]`` of them to each seat, ``places`` in all.

    Card after card goes to a place drawn among those still free, so every way to deal is equally
    likely; ``room`` is used up.
    """
    while places > 0:
        card = cards & -cards
        cards &= cards - 1
        place = below(chance, places)
        seat = 0
        while place >= room[seat]:
            place -= int(room[seat])
            seat += 1
        hands[seat] |= card
        room[seat] -= 1
        places -= 1
