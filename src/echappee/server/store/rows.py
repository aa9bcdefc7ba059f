"""Tables and facts as rows of a database, and back: the same bytes in every one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from echappee.server.store.facts import AnyFact, Founding, Stored

TableRow = tuple[str, str, bytes, int | None]
"""Code, spectators' code, founding, when something is due."""
FactRow = tuple[str, int, int, bytes]
"""Code, number, time, fact."""

_ENCODER = msgspec.msgpack.Encoder()
_FACT: msgspec.msgpack.Decoder[AnyFact] = msgspec.msgpack.Decoder(AnyFact)
_FOUNDING = msgspec.msgpack.Decoder(Founding)


def table_row(founding: Founding, due: int) -> TableRow:
    """A new table."""
    return founding.code, founding.watch, _ENCODER.encode(founding), due or None


def fact_rows(code: str, facts: Sequence[Stored]) -> list[FactRow]:
    """Facts of a table."""
    return [(code, one.seq, one.at, _ENCODER.encode(one.fact)) for one in facts]


def read_founding(row: bytes) -> Founding:
    """What never changes about a table."""
    return _FOUNDING.decode(row)


def read_fact(seq: int, at: int, fact: bytes) -> Stored:
    """A fact under its number."""
    return Stored(seq, at, _FACT.decode(fact))
