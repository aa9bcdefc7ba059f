"""What a server counts of itself: plain numbers, since a move must not wait for them.

`http.metrics` reads them when somebody asks. Nothing here tells a table, a name or an address.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict

MOVE_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds: a move is usually acknowledged within a few thousandths."""
WAIT_BOUNDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Seconds that a thought waits for a thread."""


class Histogram:
    """How many values fell up to each bound, and beyond the last."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        """Count one more."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class Commits:
    """What a storage has committed."""

    __slots__ = ("commits", "facts")

    def __init__(self) -> None:
        self.commits = 0
        self.facts = 0

    def add(self, facts: int) -> None:
        """One commit with so many facts is stored."""
        self.commits += 1
        self.facts += facts


class Counts:
    """What happened since the process began."""

    def __init__(self) -> None:
        self.moves: Counter[str] = Counter()
        """Moves stored here, by game; bots' too."""
        self.move_seconds = Histogram(MOVE_BOUNDS)
        """From a person's message to its acknowledgement."""
        self.refusals: Counter[str] = Counter()
        """By code; of requests and of sockets."""
        self.requests: Counter[tuple[str, str, int]] = Counter()
        """By method, route and status."""
        self.request_seconds: defaultdict[tuple[str, str], float] = defaultdict(float)
        """Seconds that they took, by method and route."""
        self.sockets = 0
        """Open now."""
        self.sockets_opened = 0
        self.messages = 0
        """That came in at sockets."""

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self.requests[method, route, status] += 1
        self.request_seconds[method, route] += seconds
