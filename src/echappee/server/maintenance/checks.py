"""Is what is stored of a table, a record or an offer sound? Each row is read as a server reads it.

A table is played again from its first fact: every move is judged by the rules, and every checksum
that was stored is compared with the position that it belongs to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from echappee.errors import EchappeeError
from echappee.games import game_ids
from echappee.match.replay import replay
from echappee.server.protocol.rest import OpenTable
from echappee.server.store import facts as f
from echappee.server.store.bulk import StoredFact, StoredOffer, StoredRecord, StoredTable
from echappee.server.table.codes import record_code
from echappee.server.table.table import Table

_FOUNDING = msgspec.msgpack.Decoder(f.Founding)
_FACT: msgspec.msgpack.Decoder[f.AnyFact] = msgspec.msgpack.Decoder(f.AnyFact)
_OFFER = msgspec.json.Decoder(OpenTable)

Kind = Literal[
    "founding", "misplaced", "game", "numbers", "fact", "replay", "end", "stray", "record",
    "record-id", "offer",
]  # fmt: skip
"""What can be wrong."""


class Problem(msgspec.Struct, frozen=True):
    """Something stored that is not sound."""

    kind: Kind
    code: str
    """Of the table or the record."""
    number: int | None = None
    """Of the fact where it shows."""


def check_tables(tables: Sequence[StoredTable]) -> list[Problem]:
    """What is wrong with some tables: one problem of each that has any."""
    return [found for found in map(check_table, tables) if found is not None]


def check_table(row: StoredTable) -> Problem | None:
    """The first thing that is wrong with a table."""
    try:
        founding = _FOUNDING.decode(row.founding)
    except (msgspec.MsgspecError, TypeError, ValueError):
        return Problem("founding", row.code)
    if (founding.code, founding.watch) != (row.code, row.watch):
        return Problem("misplaced", row.code)
    if founding.game not in game_ids():
        return Problem("game", row.code)
    table = Table(founding)
    for number, stored in enumerate(row.facts, 1):
        if stored.seq != number:
            return Problem("numbers", row.code, number)
        try:
            fact = _fact(stored)
        except (msgspec.MsgspecError, TypeError, ValueError):
            return Problem("fact", row.code, number)
        try:
            table.fold(fact)
        except Exception:  # whatever stops a server from reading the table
            return Problem("replay", row.code, number)
        if isinstance(fact.fact, f.GameEnded) and not _ended_so(table, fact.fact):
            return Problem("end", row.code, number)
    over = table.match is not None and table.match.over
    return Problem("end", row.code) if over and table.end is None else None


def _fact(stored: StoredFact) -> f.Stored:
    if not isinstance(stored.at, int):
        raise TypeError(stored.at)
    return f.Stored(stored.seq, stored.at, _FACT.decode(stored.fact))


def _ended_so(table: Table, end: f.GameEnded) -> bool:
    """Did the game end as the fact says?"""
    if table.match is None:
        return False
    outcome = table.match.outcome
    if end.why == "played":
        return outcome is not None and list(outcome.winners) == end.winners
    return outcome is None and all(0 <= seat < table.founding.players for seat in end.winners)


def check_records(records: Sequence[StoredRecord]) -> list[Problem]:
    """What is wrong with some records: each must replay, and have the id of its text."""
    found = []
    for one in records:
        try:
            replay(one.text)
        except EchappeeError:
            found.append(Problem("record", one.id))
        else:
            if record_code(one.text) != one.id:
                found.append(Problem("record-id", one.id))
    return found


def check_offers(offers: Sequence[StoredOffer]) -> list[Problem]:
    """What is wrong with some offers: who opens the list of tables would trip over them."""
    found = []
    for one in offers:
        try:
            _OFFER.decode(one.offer)
        except (msgspec.MsgspecError, TypeError, ValueError):
            found.append(Problem("offer", one.code))
    return found
