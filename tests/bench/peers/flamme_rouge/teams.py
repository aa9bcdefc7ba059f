"""Teams that have a name, and nothing to ride."""

from __future__ import annotations


class Regular:
    """A team."""

    def __init__(self, name: str) -> None:
        self.name = name
