"""How news of a table reaches everybody who shows it: the interface, and the one-process form.

A notice says only that a table has gone on to a number. Whoever shows that table reads what is new
from the storage if he has not got it, so any process can serve any table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[str, int], None]
"""Called with a table's code and its latest number."""


class Fanout(Protocol):
    """Carries notices between all who show tables."""

    def listen(self, listener: Listener) -> None:
        """Hear of every notice from now on."""

    def publish(self, code: str, seq: int) -> None:
        """Tell everybody that a table has gone on."""


class LocalFanout:
    """Notices within one process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Hear of every notice from now on."""
        self._listeners.append(listener)

    def publish(self, code: str, seq: int) -> None:
        """Tell everybody at once."""
        for listener in self._listeners:
            listener(code, seq)
