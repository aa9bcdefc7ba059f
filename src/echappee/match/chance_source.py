"""The chance of each move of a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from echappee.errors import BadRecord
from echappee.match.secret import UNKNOWN, Secret, chance_words


class ChanceSource:
    """Chance by number, from the secret; while that is sealed, as far as a record tells it."""

    def __init__(self, secret: Secret | str, start: bytes | None = None) -> None:
        """``secret`` may be its hash alone; ``start`` is the chance of the deal, where told."""
        self.secret = secret if isinstance(secret, Secret) else None
        self.commitment = secret.commitment if isinstance(secret, Secret) else secret
        self._told: dict[int, bytes] = {} if start is None else {0: start}

    def draw(self, number: int, act: Callable[[Any], None]) -> bytes | None:
        """Run ``act`` with the chance of that number; return it if anything was drawn."""
        if self.secret is not None:
            chance: bytes | None = self.secret.chance(number)
        else:
            chance = self._told.get(number)
        words = chance_words(chance or UNKNOWN)
        before = words.tobytes()
        act(words)
        if words.tobytes() == before:
            return None
        if chance is None:
            raise BadRecord("sealed")
        return chance

    def learn(self, number: int, chance: bytes, entry: int) -> None:
        """A record tells the chance of a number at an entry: it is always the same."""
        if self.secret is None:
            known = self._told.setdefault(number, chance)
            if known != chance:
                raise BadRecord(
                    "record-mismatch", number=entry, found=known.hex(), written=chance.hex()
                )

    def copy(self) -> ChanceSource:
        """An independent source of the same chance."""
        twin = ChanceSource.__new__(ChanceSource)
        twin.secret, twin.commitment, twin._told = self.secret, self.commitment, dict(self._told)
        return twin
