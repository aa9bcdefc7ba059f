"""What a move did, as `play` returns it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

from echappee.rulebook.values import Event


class Happened(Sequence[Event]):
    """What a move did, told when it is asked for."""

    def __init__(self, tell: Callable[[], list[Event]]) -> None:
        self._tell = tell
        self._told: list[Event] | None = None

    def _events(self) -> list[Event]:
        if self._told is None:
            self._told = self._tell()
        return self._told

    @overload
    def __getitem__(self, index: int) -> Event: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...

    def __getitem__(self, index: int | slice) -> Event | Sequence[Event]:
        return self._events()[index]

    def __len__(self) -> int:
        return len(self._events())

    def __repr__(self) -> str:
        return repr(self._events())
