"""How news of a table reaches everybody who shows it: the interface, and the one-process form.

A notice says only that a table has gone on to a number. Whoever shows that table reads what is new
from the storage if he has not got it, so any node can serve any table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from echappee.server.fanout.hints import Here

Listener = Callable[[str, int], None]
"""Called with a table's code and its latest number."""
PresenceListener = Callable[[str, int, str, Here], None]
"""Called with a node, its version, a table's code and who is there at that node."""


class Fanout(Protocol):
    """Carries hints between all who show tables."""

    async def open(self, node: str) -> None:
        """Begin, as this node; whoever can't be reached is tried again."""

    async def close(self) -> None:
        """End."""

    def listen(self, listener: Listener) -> None:
        """Hear of every notice from now on."""

    def listen_presence(self, listener: PresenceListener) -> None:
        """Hear from now on who comes and goes at other nodes."""

    def publish(self, code: str, seq: int, nodes: Iterable[str] = ()) -> None:
        """Tell everybody here that a table has gone on, and these other nodes."""

    def tell(self, version: int, code: str, here: Here) -> None:
        """Tell other nodes who is at a table here now."""

    async def announce(self, here: bytes | None) -> None:
        """Say that this node serves, and who is connected to it; None: it ends."""

    async def announced(self) -> dict[str, bytes]:
        """The other nodes that have announced themselves lately."""


class LocalFanout:
    """Notices within one process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self._presence_listeners: list[PresenceListener] = []

    async def open(self, node: str) -> None:
        """There is nobody to be reached."""

    async def close(self) -> None:
        """There was nobody."""

    def listen(self, listener: Listener) -> None:
        """Hear of every notice from now on."""
        self._listeners.append(listener)

    def listen_presence(self, listener: PresenceListener) -> None:
        """Hear from now on who comes and goes at other nodes."""
        self._presence_listeners.append(listener)

    def publish(self, code: str, seq: int, nodes: Iterable[str] = ()) -> None:
        """Tell everybody at once; there are no other nodes."""
        for listener in self._listeners:
            listener(code, seq)

    def tell(self, version: int, code: str, here: Here) -> None:
        """Nobody else wants to know."""

    async def announce(self, here: bytes | None) -> None:
        """Nobody else wants to know."""

    async def announced(self) -> dict[str, bytes]:
        """There are no others."""
        return {}
