"""The chance of each move of a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from echappee.errors import BadRecord
from echappee.match.secret import UNKNOWN, Secret, chance_words

Found = TypeVar("Found")
_UNKNOWN_WORDS = chance_words(UNKNOWN)
_UNTOUCHED = _UNKNOWN_WORDS.tobytes()


class ChanceSource:
    """Chance by number, from the secret; while that is sealed, as far as a record tells it."""

    def __init__(self, secret: Secret | str, start: bytes | None = None) -> None:
        """``secret`` may be its hash alone; ``start`` is the chance of the deal, where told."""
        self.secret = secret if isinstance(secret, Secret) else None
        self.commitment = secret.commitment if isinstance(secret, Secret) else secret
        self._told: dict[int, bytes] = {} if start is None else {0: start}

    def draw(self, number: int, act: Callable[[Any], Found]) -> tuple[Found, bytes | None]:
        """What ``act`` gives with the chance of that number, and that chance if any was drawn.

        Most moves draw nothing, and for those no chance is worked out. So ``act`` is tried without:
        if it draws, it is called again, and must begin anew.
        """
        words = _UNKNOWN_WORDS.copy()
        found = act(words)
        if words.tobytes() == _UNTOUCHED:
            return found, None
        chance = self._told.get(number) if self.secret is None else self.secret.chance(number)
        if chance is None:
            raise BadRecord("sealed")
        return act(chance_words(chance)), chance

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
