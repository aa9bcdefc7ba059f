"""Chance: the generator is the published one, draws are even, streams are independent."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from echappee.games import rulebook
from echappee.rulebook.randomness import below, shuffle, start_stream, word

FAST, SLOW = rulebook("tapas").functions, rulebook("tapas").interpreted


def _words(*values: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.array(values, np.uint64)


def _reference(state: list[int], count: int) -> list[int]:
    """xoshiro256++ in whole numbers, from its published description."""
    mask = (1 << 64) - 1

    def rotate(x: int, k: int) -> int:
        return (x << k | x >> 64 - k) & mask

    found = []
    for _ in range(count):
        a, b, c, d = state
        found.append(rotate((a + d) & mask, 23) + a & mask)
        t = b << 17 & mask
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= t
        state = [a, b, c, rotate(d, 45)]
    return found


@pytest.mark.parametrize("functions", [FAST, SLOW], ids=["compiled", "interpreted"])
def test_word_is_xoshiro256_plus_plus(functions: object) -> None:
    start = [1, 2, 2**63 + 5, 2**64 - 9]
    chance = _words(*start)
    draw = functions.kernel(word)  # type: ignore[attr-defined]
    with np.errstate(over="ignore"):
        assert [int(draw(chance)) for _ in range(50)] == _reference(start, 50)


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 12, 48])
def test_below_is_even(n: int) -> None:
    draw, chance = FAST.kernel(below), _words(9, 8, 7, 6)
    size = 20_000
    counts = Counter(int(draw(chance, n)) for _ in range(size))
    assert set(counts) == set(range(n))
    chi = sum((counts[i] - size / n) ** 2 / (size / n) for i in range(n))
    assert chi < n - 1 + 5 * (2 * max(n - 1, 1)) ** 0.5


def test_shuffle_gives_every_order_equally_often() -> None:
    mix, chance = FAST.kernel(shuffle), _words(1, 2, 3, 4)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        cards = np.arange(4)
        mix(chance, cards, 4)
        counts[tuple(cards.tolist())] += 1
    assert set(counts) == set(itertools.permutations(range(4)))
    assert max(counts.values()) < 1000 + 6 * 32
    assert min(counts.values()) > 1000 - 6 * 32


def test_streams_of_neighbouring_games_have_nothing_in_common() -> None:
    start, draw = FAST.kernel(start_stream), FAST.kernel(word)
    seen: set[int] = set()
    for seed, number in itertools.product(range(20), range(50)):
        chance = _words(0, 0, 0, 0)
        start(chance, seed, number)
        seen |= {int(w) for w in chance} | {int(draw(chance)) for _ in range(4)}
    assert len(seen) == 20 * 50 * 8


def test_streams_are_the_same_at_both_speeds() -> None:
    for seed in (0, 1, 2**62):
        fast, slow = _words(0, 0, 0, 0), _words(0, 0, 0, 0)
        FAST.kernel(start_stream)(fast, seed, 5)
        with np.errstate(over="ignore"):
            SLOW.kernel(start_stream)(slow, seed, 5)
        assert (fast == slow).all()
