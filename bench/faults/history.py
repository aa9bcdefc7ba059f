"""What a client writes down: everything it asks and everything it hears, a line of JSON each.

Views are long: of each, the digest of its bytes is kept, which tells whether two are the same.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

import msgspec


class Entry(
    msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True, tag_field="is"
):
    """Something that a client did or heard at a table."""

    at: float
    """Seconds since the run began."""
    code: str


class Sent(Entry, frozen=True, kw_only=True, tag="sent"):
    """A request, for the first time or again."""

    id: str
    kind: str
    seat: int
    number: int | None = None
    text: str | None = None


class Acked(Entry, frozen=True, kw_only=True, tag="ack"):
    """A request was acknowledged."""

    id: str
    seq: int


class Refused(Entry, frozen=True, kw_only=True, tag="refused"):
    """A request was refused; unless that is ``final``, it is sent again."""

    id: str
    why: str
    final: bool


class Shown(Entry, frozen=True, kw_only=True, tag="shown"):
    """What the server told about the table: a welcome, or news."""

    seq: int
    look: int | None
    welcome: bool = False
    since: int | None = None
    """Of a welcome: after which number it goes on; None: it begins afresh."""
    items: list[tuple[int, str]] = []
    """The number and the kind of everything that has happened."""
    number: int | None = None
    view: str | None = None
    """The digest of the view, as it came."""
    game: str | None = None
    """The same of all that was told of the game: its moves, too."""


class Opened(Entry, frozen=True, kw_only=True, tag="opened"):
    """A socket is open; its hello is on its way."""

    node: str = ""
    """The node at its other end, where the balancer tells."""


class Lost(Entry, frozen=True, kw_only=True, tag="lost"):
    """The socket is no more."""

    why: str


AnyEntry = Sent | Acked | Refused | Shown | Opened | Lost
_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def digest(text: bytes) -> str:
    """What stands for bytes: equal only where they are."""
    return hashlib.blake2b(text, digest_size=12).hexdigest()


class Pen:
    """Writes the history of one client; what was written is in the file at once."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO = path.open("ab", buffering=0)

    def write(self, entry: AnyEntry) -> None:
        """One more line."""
        self._file.write(_ENCODER.encode(entry) + b"\n")

    def close(self) -> None:
        """No more lines."""
        self._file.close()


def read(path: Path) -> list[AnyEntry]:
    """The history of a client."""
    return _DECODER.decode_lines(path.read_bytes())


def by_table(histories: Iterable[Path]) -> dict[str, dict[str, list[AnyEntry]]]:
    """What each client did and heard at each table."""
    found: dict[str, dict[str, list[AnyEntry]]] = defaultdict(lambda: defaultdict(list))
    for path in histories:
        for entry in read(path):
            found[entry.code][path.stem].append(entry)
    return found
