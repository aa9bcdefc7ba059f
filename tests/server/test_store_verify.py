"""Verifying a store finds whatever was tampered with, and names nobody's invitation."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from echappee.errors import EchappeeError
from echappee.games import game_ids
from echappee.server.maintenance.checks import Problem, check_table
from echappee.server.maintenance.progress import Progress
from echappee.server.maintenance.verify import Report, verify
from echappee.server.store import facts as f
from echappee.server.store.bulk import StoredTable
from echappee.server.store.places import SqlitePlace
from echappee.server.store.transfer import snapshot
from tests.server.stores import Rows, keep, made, some_of_everything, with_fact

pytestmark = pytest.mark.anyio
STORES = ("sqlite",)
SILENT = Progress()
OVER = made("tapas", 1, "over")
ROW = OVER.row()
LAST = len(ROW.facts)
replace = msgspec.structs.replace
encode = msgspec.msgpack.encode


def _fact(number: int) -> f.AnyFact:
    return OVER.facts[number - 1].fact


def _first(kind: type) -> int:
    return next(one.seq for one in OVER.facts if isinstance(one.fact, kind))


def _other_fact(number: int, **fields: object) -> StoredTable:
    return replace(ROW, facts=with_fact(ROW, number, encode(replace(_fact(number), **fields))))


def _founding(**fields: object) -> StoredTable:
    return replace(ROW, founding=encode(replace(OVER.table.founding, **fields)))


MOVE, END = _first(f.MovePlayed), _first(f.GameEnded)
CHECKED = next(one.seq for one in OVER.facts if getattr(one.fact, "check", None))
TAMPERED: dict[str, tuple[StoredTable, str, int | None]] = {
    "founding cut": (replace(ROW, founding=ROW.founding[:-3]), "founding", None),
    "founding empty": (replace(ROW, founding=b""), "founding", None),
    "another founding": (_founding(code="QQQQQQ"), "misplaced", None),
    "another watch": (replace(ROW, watch="QQQQQQQQ"), "misplaced", None),
    "unknown game": (_founding(game="chess"), "game", None),
    "newer rules": (_founding(rules=99), "replay", _first(f.Began)),
    "fact missing": (replace(ROW, facts=(*ROW.facts[:3], *ROW.facts[4:])), "numbers", 4),
    "first missing": (replace(ROW, facts=ROW.facts[1:]), "numbers", 1),
    "fact cut": (replace(ROW, facts=with_fact(ROW, 3, ROW.facts[2].fact[:-1])), "fact", 3),
    "fact of no kind": (replace(ROW, facts=with_fact(ROW, 3, encode({"is": "x"}))), "fact", 3),
    "text in its place": (replace(ROW, facts=with_fact(ROW, 3, "text")), "fact", 3),  # type: ignore[arg-type]
    "no move": (_other_fact(MOVE, text="zz"), "replay", MOVE),
    "another seat": (_other_fact(MOVE, seat=7), "replay", MOVE),
    "another check": (_other_fact(CHECKED, check="00000000"), "replay", CHECKED),
    "another winner": (_other_fact(END, winners=[0, 1]), "end", END),
    "another end": (_other_fact(END, why="resigned"), "end", END),
    "end missing": (replace(ROW, facts=ROW.facts[: END - 1]), "end", None),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_whatever_is_tampered_with_is_found(what: str) -> None:
    row, kind, number = TAMPERED[what]
    found = check_table(row)
    assert found is not None
    assert found.kind == kind
    assert found.code == ROW.code
    if number is not None:
        assert found.number == number


def test_a_table_in_every_state_of_every_game_is_sound() -> None:
    assert check_table(ROW) is None
    assert LAST > 20
    for seed in range(3):
        for game in game_ids():
            for state in ("waiting", "playing", "resigned"):
                assert check_table(made(game, seed, state).row()) is None


async def _verified(file: Path, code: str | None = None, processes: int | None = None) -> Report:
    async with snapshot(SqlitePlace(file)) as store:
        return await verify(store, SILENT, code=code, processes=processes)


async def test_all_kinds_of_rows_are_looked_at(tmp_path: Path) -> None:
    rows = some_of_everything("tapas")
    rows.tables[0] = replace(rows.tables[0], founding=b"")
    rows.records.append(replace(rows.records[0], id="RRRRRRRRRRRR"))
    rows.records.append(replace(rows.records[0], id="SSSSSSSSSSSS", text="not a record"))
    rows.offers.append(replace(rows.offers[0], code="QQQQQQ", offer=b"{"))
    file = await keep(tmp_path / "tables.sqlite", rows)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("INSERT INTO facts VALUES ('ZZZZZZ', 1, 1, x'00')")
    report = await _verified(file)
    assert set(report.problems) == {
        Problem("founding", rows.tables[0].code),
        Problem("record-id", "RRRRRRRRRRRR"),
        Problem("record", "SSSSSSSSSSSS"),
        Problem("offer", "QQQQQQ"),
        Problem("stray", "ZZZZZZ"),
    }
    assert report.wrong == 5
    assert (await _verified(file, rows.tables[0].code)).wrong == 1
    assert (await _verified(file, rows.tables[1].watch)).wrong == 0
    with pytest.raises(EchappeeError) as refused:
        await _verified(file, "QQQQQQ")
    assert refused.value.code == "no-table"


async def test_several_processes_find_the_same(tmp_path: Path) -> None:
    rows = Rows(sorted((made("tapas", n).row() for n in range(9)), key=lambda row: row.code))
    rows.tables[5] = replace(rows.tables[5], facts=rows.tables[5].facts[1:])
    rows.tables[7] = replace(rows.tables[7], founding=b"")
    file = await keep(tmp_path / "tables.sqlite", rows)
    assert await _verified(file, processes=2) == await _verified(file, processes=1)
