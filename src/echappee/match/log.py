"""A list that only grows at its end, and of which a copy costs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

Item = TypeVar("Item")


class _Shared(Generic[Item]):
    """The items of a log and of its copies, and the mark of the one that may add to them."""

    __slots__ = ("items", "mark")

    def __init__(self, items: list[Item], mark: object) -> None:
        self.items = items
        self.mark = mark


class Log(Sequence[Item]):
    """A list whose copies share its items: each knows how many of them are its own.

    A match is copied for every move, and the copy is what goes on. So the latest copy adds to the
    shared items in place; any other one takes its own items along before it adds to them.
    """

    __slots__ = ("_mark", "_shared", "_size")

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._mark = object()
        self._shared = _Shared(list(items), self._mark)
        self._size = len(self._shared.items)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Item]:
        return iter(self._shared.items[: self._size])

    def __reversed__(self) -> Iterator[Item]:
        items = self._shared.items
        return islice(reversed(items), len(items) - self._size, None)

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...

    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        size = self._size
        if isinstance(index, slice):
            return self._shared.items[slice(*index.indices(size))]
        if not -size <= index < size:
            raise IndexError(index)
        return self._shared.items[index if index >= 0 else index + size]

    def append(self, item: Item) -> None:
        """Add an item; no copy is changed."""
        shared = self._shared
        if shared.mark is not self._mark or len(shared.items) != self._size:
            shared = self._shared = _Shared(shared.items[: self._size], self._mark)
        shared.items.append(item)
        self._size += 1

    def cut(self, size: int) -> None:
        """Keep only the first items."""
        self._size = min(self._size, size)

    def copy(self) -> Log[Item]:
        """An independent log with the same items; from now on it is the one that adds in place."""
        twin: Log[Item] = Log.__new__(Log)
        twin._mark = self._shared.mark = object()
        twin._shared, twin._size = self._shared, self._size
        return twin
