"""What nodes tell each other: hints, any of which may be lost, late or doubled.

A notice says that a table has gone on to a number; a presence says which seats have somebody at a
node. There is nothing else in them: what happened is read from the storage by whoever may.
"""

from __future__ import annotations

import msgspec


class Here(msgspec.Struct, frozen=True, array_like=True):
    """Who is connected to one table at one node."""

    seats: tuple[int, ...] = ()
    watchers: int = 0
    """Connections that hold no seat."""
    since: int = 0
    """Since when somebody has been at the table without a break, in milliseconds; 0: nobody is."""

    def __bool__(self) -> bool:
        return bool(self.seats) or self.watchers > 0


class NodeHere(msgspec.Struct, frozen=True, array_like=True):
    """Who is connected to a node. ``version`` grows with every change."""

    version: int
    tables: dict[str, Here]


class Hint(msgspec.Struct, frozen=True, array_like=True):
    """What a node says to all others."""

    node: str
    notices: list[tuple[str, int]] = []
    """Codes of tables, and the numbers that they have come to."""
    here: list[tuple[int, str, Here]] = []
    """Versions, codes of tables, and who is there now."""


_ENCODER = msgspec.json.Encoder()
_HINT = msgspec.json.Decoder(Hint)
_NODE = msgspec.json.Decoder(NodeHere)


def encode(hint: Hint | NodeHere) -> bytes:
    """A hint as it is sent."""
    return _ENCODER.encode(hint)


def read_hint(text: bytes) -> Hint | None:
    """What was sent; None for what we can't read, as of a later version."""
    try:
        return _HINT.decode(text)
    except (msgspec.DecodeError, UnicodeError):
        return None


def read_node(text: bytes) -> NodeHere | None:
    """Who is connected to a node; None for what we can't read."""
    try:
        return _NODE.decode(text)
    except (msgspec.DecodeError, UnicodeError):
        return None
