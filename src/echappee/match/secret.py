"""Where chance comes from at a table: HMAC-SHA256 of a secret and the number of the move.

The secret's hash is shown before the first card is dealt, and the secret is in the finished record:
anybody can then check that no shuffle was steered.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any

import numpy as np

from echappee import arguments

_SEED = b"echappee seed 1\0"
_CHANCE = b"echappee chance 1\0"
_BIG_ENDIAN = np.dtype(">u8")

UNKNOWN = bytes(range(32))
"""Stands for chance that is sealed: drawing from it is noticed."""


class Secret:
    """A 256-bit secret, from which the chance of every move follows."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    @classmethod
    def new(cls, seed: str | int | None = None) -> Secret:
        """A fresh secret; or always the same one for the same ``seed``."""
        given = arguments.seed(seed)
        if given is None:
            return cls(secrets.token_bytes(32))
        return cls(hashlib.sha256(_SEED + str(given).encode()).digest())

    @property
    def commitment(self) -> str:
        """The hash that is shown before the game begins."""
        return hashlib.sha256(self.key).hexdigest()

    def chance(self, number: int) -> bytes:
        """The 256 bits for entry ``number`` of the game; 0 is the deal."""
        return hmac.digest(self.key, _CHANCE + str(number).encode(), "sha256")


def chance_words(chance: bytes) -> Any:
    """256 bits as the rules take them."""
    return np.frombuffer(chance, _BIG_ENDIAN).astype(np.uint64)
