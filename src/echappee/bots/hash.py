"""Positions as numbers, so that they are found again: FNV-1a, compiled with what calls it."""

from __future__ import annotations

from typing import Any

import numpy as np

from echappee.rulebook.contract import Numbers

START_KEY = np.uint64(0xCBF29CE484222325)
_PRIME = np.uint64(0x100000001B3)


def with_word(key: Any, word: Any) -> Any:
    """A key that has taken in one more word."""
    return (key ^ word) * _PRIME


def of_bytes(raw: Numbers) -> Any:
    """The key of a row of bytes."""
    key = START_KEY
    for i in range(raw.size):
        key = with_word(key, np.uint64(raw[i]))
    return key
