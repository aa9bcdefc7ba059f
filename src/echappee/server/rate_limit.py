"""How often something may be asked for."""

from __future__ import annotations

from collections import OrderedDict

from echappee.server.config import Rate, Timekeeper

_MOST_ADDRESSES = 10_000


class Bucket:
    """Allows so many things a second, and so many at once."""

    __slots__ = ("_full", "_left", "_rate", "_then")

    def __init__(self, rate: Rate | None, now: int) -> None:
        self._rate = rate
        self._full = float(rate.burst) if rate else 0.0
        self._left = self._full
        self._then = now

    def take(self, now: int) -> bool:
        """Is one more allowed?"""
        if self._rate is None:
            return True
        gained = (now - self._then) / 1000 * self._rate.per_second
        self._left = min(self._full, self._left + gained)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        """One that was taken does not count."""
        self._left = min(self._full, self._left + 1)


class Doorman:
    """Counts what each address asks for."""

    def __init__(self, rate: Rate | None, time: Timekeeper) -> None:
        self._rate = rate
        self._time = time
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def admits(self, address: str) -> bool:
        """May this address ask once more?"""
        if self._rate is None:
            return True
        now = self._time.now()
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, now)
            if len(self._buckets) > _MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(now)

    def give_back(self, address: str) -> None:
        """What this address asked for last does not count."""
        bucket = self._buckets.get(address)
        if bucket is not None:
            bucket.give_back()
