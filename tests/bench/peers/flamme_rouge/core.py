"""A race that is over at once."""

from __future__ import annotations

from collections.abc import Sequence


class Game:
    """A race of some teams."""

    def __init__(self, track: str, teams: Sequence[object]) -> None:
        assert track == "avenue-corso-paseo"
        assert len(teams) == 4
        self.finished = False

    def play(self) -> None:
        """Ride to the end."""
        self.finished = True
