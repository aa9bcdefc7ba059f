"""Chance comes in from outside: one 256-bit number per move.

The rules hold no generator. Whoever plays a move hands in ``chance``: four 64-bit words, the state
of a xoshiro256++ generator (Blackman and Vigna). A table fills them with HMAC-SHA256 of its secret
and the move's number (`echappee.match.secret`); a simulation hands in its own running stream. The
rules draw from the words as often as they need, and a state never contains them: nobody can read
the future in a state.

These functions are compiled together with the rules that call them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

WORDS = 4

Chance = Any
"""Four ``uint64`` words; drawing from them moves them on."""

_ONE = np.uint64(1)
_LOW_32 = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(1 << 32)
_S17, _S23, _S32, _S41, _S45, _S19 = (np.uint64(n) for n in (17, 23, 32, 41, 45, 19))
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31 = (np.uint64(n) for n in (27, 30, 31))


def word(chance: Chance) -> Any:
    """The next 64 random bits."""
    a, b, c, d = chance[0], chance[1], chance[2], chance[3]
    total = a + d
    result = ((total << _S23) | (total >> _S41)) + a
    c ^= a
    d ^= b
    chance[1] = b ^ c
    chance[0] = a ^ d
    chance[2] = c ^ (b << _S17)
    chance[3] = (d << _S45) | (d >> _S19)
    return result


def below(chance: Chance, n: int) -> int:
    """A whole number from 0 to ``n - 1``, each exactly as likely (Lemire's rejection)."""
    bound = np.uint64(n)
    product = (word(chance) >> _S32) * bound
    if (product & _LOW_32) < bound:
        threshold = (_TWO_32 - bound) % bound
        while (product & _LOW_32) < threshold:
            product = (word(chance) >> _S32) * bound
    return np.int64(product >> _S32)  # type: ignore[return-value]


def shuffle(chance: Chance, cards: Any, n: int) -> None:
    """Shuffle the first ``n`` entries of ``cards`` in place (Fisher and Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(chance, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


def mixed(x: Any) -> Any:
    """SplitMix64's finaliser: 64 bits that look unlike ``x``."""
    z = (x ^ (x >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


def start_stream(chance: Chance, seed: int, number: int) -> None:
    """Fill ``chance`` for game ``number`` of the simulation ``seed`` (SplitMix64).

    Each game of a simulation has its own stream, so results don't depend on how the games were
    shared out among threads.
    """
    x = mixed(np.uint64(seed) + _GOLDEN) ^ mixed(np.uint64(number) * _MIX_2 + _GOLDEN)
    for i in range(WORDS):
        x = x + _GOLDEN
        chance[i] = mixed(x)
    chance[0] = chance[0] | _ONE  # all four words zero would stay zero for ever
