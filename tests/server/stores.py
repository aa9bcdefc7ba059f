"""Stores with tables of every kind, made without a server: the same ones in every run."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import msgspec

from echappee.errors import EchappeeError
from echappee.games import game_ids, rulebook
from echappee.server.protocol.rest import Clock, DaysClock, LiveClock, NoClock, OpenTable
from echappee.server.store import facts as f
from echappee.server.store.bulk import Snapshot, StoredFact, StoredOffer, StoredRecord, StoredTable
from echappee.server.store.database import prepare
from echappee.server.store.sqlite_bulk import _Open
from echappee.server.table import codes, commands
from echappee.server.table.table import Table, hashed

START = 1_700_000_000_000
STEP = 1_000
"""Milliseconds between two facts."""
_ENCODER = msgspec.msgpack.Encoder()
_CLOCKS: tuple[Clock, ...] = (NoClock(), LiveClock(move=60, bank=600), DaysClock(days=2))
_SAID = ("Bonjour !", "é 🚴", "\N{NO-BREAK SPACE}", "a" * 200)


class Making:
    """A table that is being made, fact by fact."""

    def __init__(self, game: str, chance: random.Random) -> None:
        rules = rulebook(game)
        players = chance.randint(*rules.players) if rules.players[0] > 1 else rules.fewest_rivals
        options, series = dict(rules.settle(players, {}, rules.version)), None
        if rules.series is not None:
            begun = rules.series.begin(rules.series.EXAMPLES[0][:2], players, options)
            series = msgspec.json.encode(begun).decode()
            options = dict(rules.settle(players, {**options, **begun.options()}))
        self.chance = chance
        self.table = Table(
            f.Founding(
                code=_code(chance, codes.TABLE), watch=_code(chance, codes.WATCH), game=game,
                rules=rules.version, players=players,
                options=options,
                clock=chance.choice(_CLOCKS), start="full", secret=chance.randbytes(32),
                created=START, series=series, practice=chance.random() < 0.3,
                public=chance.random() < 0.3, by_entry=chance.random() < 0.3,
            )
        )  # fmt: skip
        self.facts: list[f.Stored] = []

    @property
    def people(self) -> int:
        return self.table.founding.players

    def add(self, *facts: f.AnyFact) -> None:
        for fact in facts:
            seq = self.table.seq + 1
            stored = f.Stored(seq, START + STEP * seq, fact)
            self.table.fold(stored)
            self.facts.append(stored)

    def sit(self, count: int | None = None) -> None:
        self.add(f.KeyGiven(seat=None, key=hashed("host")))
        for seat in range(self.people if count is None else count):
            self.add(f.SeatSet(seat=seat, kind="person", name=f"P{seat}", key=hashed(f"{seat}")))

    def begin(self) -> None:
        self.sit()
        self.add(f.Began())

    def play(self, moves: int | None = None) -> None:
        """Play at random, with some talk and second thoughts; to the end, if not told how far."""
        table, chance = self.table, self.chance
        while table.end is None and moves != 0:
            match = table.match
            assert match is not None
            seat = chance.choice(match.awaited)
            text = chance.choice(match.moves(seat).texts())
            self.add(
                *commands.play(table, seat, match.number, text, request_id=f"r{table.seq}").facts
            )
            if table.end is None and chance.random() < 0.1:
                self._other(seat)
            moves = None if moves is None else moves - 1

    def _other(self, seat: int) -> None:
        table = self.table
        try:
            match self.chance.randrange(4):
                case 0:
                    said = self.chance.choice(_SAID[:2])
                    self.add(*commands.say(table, seat, said, None, "x").facts)
                case 1:
                    self.add(*commands.pause(table, seat, "p").facts)
                    self.add(*commands.resume(table, seat, "q").facts)
                case 2:
                    self.add(*commands.undo(table, seat, "u").facts)
                case _:
                    self.add(f.BotStoodIn(seat=seat, why="left", bot="random"))
                    self.add(*commands.come_back(table, seat, "b").facts)
        except EchappeeError:
            pass  # not now

    def resign(self) -> None:
        for seat in range(self.people - 1):
            self.add(*commands.resign(self.table, seat, f"away{seat}").facts)

    def row(self) -> StoredTable:
        founding = self.table.founding
        due = START + 7 if self.table.by_days and self.table.end is None else None
        facts = tuple(StoredFact(s.seq, s.at, _ENCODER.encode(s.fact)) for s in self.facts)
        return StoredTable(founding.code, founding.watch, _ENCODER.encode(founding), due, facts)


def _code(chance: random.Random, length: int) -> str:
    return "".join(chance.choice(codes.LETTERS) for _ in range(length))


def made(game: str, seed: int, state: str = "playing") -> Making:
    """A table that waits, is played, is resigned, or is over by its rules."""
    table = Making(game, random.Random(f"{game} {seed} {state}"))
    if state == "waiting":
        table.sit(1)
        return table
    table.begin()
    table.play(None if state == "over" else 6)
    if state == "resigned":
        table.resign()
    return table


class Rows(msgspec.Struct):
    """All that is in a store."""

    tables: list[StoredTable] = []
    records: list[StoredRecord] = []
    offers: list[StoredOffer] = []


def some_of_everything(quick: str, seed: int = 1) -> Rows:
    """Tables of all games in every state, one of a quick game played out, a record, an offer."""
    making = [
        made(game, seed + number, state)
        for game in game_ids()
        for number, state in enumerate(("waiting", "playing", "resigned"))
    ]
    short = made(quick, seed, "over")
    making.append(short)
    assert short.table.match is not None
    text = short.table.match.record()
    waiting = making[0].table.founding
    offer = OpenTable(
        code=waiting.code, game=waiting.game, options=[], founder="P0", free=1,
        players=waiting.players, waiting=0,
    )  # fmt: skip
    return Rows(
        sorted((one.row() for one in making), key=lambda row: row.code),
        [StoredRecord(codes.record_code(text), START, text)],
        [StoredOffer(waiting.code, START, START + 1, msgspec.json.encode(offer))],
    )


async def keep(file: Path, rows: Rows) -> Path:
    """A file of SQLite with these rows."""
    prepare(file)
    with closing(connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        store = _Open(connection)
        await store.add_tables(rows.tables)
        await store.add_records(rows.records)
        await store.add_offers(rows.offers)
        connection.execute("COMMIT")
    return file


async def all_rows(store: Snapshot) -> Rows:
    """All that is in a store, as it is read."""
    return Rows(
        [row async for batch in store.tables() for row in batch],
        [row async for batch in store.records() for row in batch],
        [row async for batch in store.offers() for row in batch],
    )


def changed(rows: Rows, index: int, **fields: object) -> Rows:
    """The same rows, with one table that differs."""
    tables = list(rows.tables)
    tables[index] = msgspec.structs.replace(tables[index], **fields)
    return msgspec.structs.replace(rows, tables=tables)


def with_fact(table: StoredTable, number: int, fact: bytes) -> Sequence[StoredFact]:
    """The facts of a table with another one in the place of one."""
    return tuple(
        msgspec.structs.replace(one, fact=fact) if one.seq == number else one for one in table.facts
    )
