"""Whatever is in a store comes out of its copies as it went in, through either kind of store."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from echappee.games import game_ids
from echappee.server.maintenance.copy import compare, copy, pour
from echappee.server.maintenance.progress import Progress
from echappee.server.store.bulk import StoredFact, StoredOffer, StoredRecord, StoredTable
from echappee.server.store.places import Place, PostgresPlace, SqlitePlace
from echappee.server.store.transfer import fill, snapshot
from tests.server.stores import Rows, all_rows, keep, made

SILENT = Progress()
_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
_TIMES = st.integers(0, 2**63 - 1)
_BYTES = st.binary(max_size=40)
_TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40)


def _codes(length: int) -> st.SearchStrategy[str]:
    return st.text(_LETTERS, min_size=length, max_size=length)


@st.composite
def _facts(draw: st.DrawFn) -> tuple[StoredFact, ...]:
    numbers = sorted(draw(st.sets(st.integers(1, 2**31 - 1), max_size=4)))
    return tuple(StoredFact(seq, draw(_TIMES), draw(_BYTES)) for seq in numbers)


@st.composite
def _rows(draw: st.DrawFn) -> Rows:
    """Rows of the right kinds with anything in them: a copy reads none of it."""
    tables = [
        StoredTable(code, f"{code}WW", draw(_BYTES), draw(st.none() | _TIMES), draw(_facts()))
        for code in sorted(draw(st.sets(_codes(6), max_size=5)))
    ]
    records = [
        StoredRecord(code, draw(_TIMES), draw(_TEXT))
        for code in sorted(draw(st.sets(_codes(12), max_size=3)))
    ]
    offers = [
        StoredOffer(code, draw(_TIMES), draw(_TIMES), draw(_BYTES))
        for code in sorted(draw(st.sets(_codes(6), max_size=3)))
    ]
    return Rows(tables, records, offers)


async def _poured(source: Place, target: Place) -> Rows:
    async with snapshot(source) as store, fill(target) as filled:
        await pour(store, filled, SILENT, "copy")
        await compare(store, filled)
    async with snapshot(target) as store:
        return await all_rows(store)


@settings(max_examples=10)
@given(_rows())
def test_any_rows_go_to_a_database_and_back(rows: Rows) -> None:
    from tests.cluster import databases

    databases.begin()
    database = PostgresPlace(databases.url("there"))
    with TemporaryDirectory() as folder:
        source = SqlitePlace(asyncio.run(keep(Path(folder, "a", "tables.sqlite"), rows)))
        assert asyncio.run(_poured(source, database)) == rows
        back = SqlitePlace(Path(folder, "b", "tables.sqlite"))
        assert asyncio.run(_poured(database, back)) == rows


@settings(max_examples=3)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(game_ids()),
            st.integers(0, 10_000),
            st.sampled_from(("waiting", "playing", "resigned")),
        ),
        min_size=4, max_size=4, unique=True,
    )
)  # fmt: skip
def test_any_tables_are_sound_in_a_copy(tables: list[tuple[str, int, str]]) -> None:
    rows = Rows([made(*one).row() for one in tables])
    with TemporaryDirectory() as folder:
        source = SqlitePlace(asyncio.run(keep(Path(folder, "a", "tables.sqlite"), rows)))
        target = SqlitePlace(Path(folder, "b", "tables.sqlite"))
        assert not asyncio.run(copy(source, target, SILENT)).wrong
