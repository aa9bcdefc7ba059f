"""An attribute that is worked out when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

Found = TypeVar("Found")


class once(Generic[Found]):  # noqa: N801
    """As `functools.cached_property`, which takes a lock in older Pythons: a position has ten of
    these and lasts for a move. Two threads that ask at the same time may both work it out."""

    def __init__(self, work: Callable[[Any], Found]) -> None:
        self._work = work
        self.__doc__ = work.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, one: Any, owner: type | None = None) -> Found:
        found: Found = self._work(one)
        one.__dict__[self._name] = found
        return found
