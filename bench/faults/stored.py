"""What a database holds of every table in the end, read by queries of our own."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import msgspec

from echappee.games import rulebook
from echappee.match.match import Match
from echappee.match.secret import Secret
from echappee.server.store import facts as f

_CODES = "SELECT code, founding FROM tables ORDER BY code"
_FACTS = "SELECT seq, at, fact FROM facts WHERE code = {} ORDER BY seq"
_FOUNDING = msgspec.msgpack.Decoder(f.Founding)
_FACT: msgspec.msgpack.Decoder[f.AnyFact] = msgspec.msgpack.Decoder(f.AnyFact)

Kept = tuple[f.Founding, list[f.Stored]]


async def stored_tables(database: str) -> AsyncIterator[Kept]:
    """Every table with its facts, from a file of SQLite or a server of PostgreSQL."""
    if not database.startswith("postgresql:"):
        for kept in _from_file(Path(database)):
            yield kept
        return
    import asyncpg

    connection = await asyncpg.connect(database)
    try:
        for code, founding in await connection.fetch(_CODES):
            rows = await connection.fetch(_FACTS.format("$1"), code)
            yield _FOUNDING.decode(founding), [_stored(*row) for row in rows]
    finally:
        await connection.close()


def _from_file(path: Path) -> list[Kept]:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        return [
            (_FOUNDING.decode(founding), [_stored(*row) for row in rows])
            for code, founding in connection.execute(_CODES).fetchall()
            for rows in [connection.execute(_FACTS.format("?"), (code,)).fetchall()]
        ]


def dealt(founding: f.Founding) -> Match:
    """The game of a table as it begins."""
    return Match(
        rulebook(founding.game), founding.players, founding.options, Secret(founding.secret),
        rules=founding.rules, practice=founding.practice, by_entry=founding.by_entry,
    )  # fmt: skip


def seat_of(fact: f.AnyFact) -> int | None:
    """Whose fact it is, if a seat's."""
    return getattr(fact, "seat", None)


def kind_of(fact: f.AnyFact) -> str:
    """The word by which a fact is stored."""
    return str(type(fact).__struct_config__.tag)


def _stored(seq: int, at: int, fact: bytes) -> f.Stored:
    return f.Stored(seq, at, _FACT.decode(fact))
