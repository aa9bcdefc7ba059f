"""What `bench.faults` says in the end: its figures, and whether all is well."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bench import engines
from bench.faults import __main__ as program_faults
from bench.faults.checker import Fault
from bench.faults.client import Back, Run
from bench.faults.history import Pen
from bench.faults.nemesis import Happened
from bench.faults.report import Verdict, after_kills, during, judge, lines, percentile
from bench.program import TroubleError
from echappee.server.store.sqlite import SqliteStorage
from tests.bench.recorded import MOVES, Recorded

pytestmark = pytest.mark.anyio


async def _kept(recorded: Recorded, folder: Path) -> tuple[str, list[Path]]:
    """A table in a file of SQLite, and the histories of its clients in a folder."""
    storage = SqliteStorage(folder / "tables.sqlite")
    await storage.open()
    await storage.create(recorded.founding, recorded.stored, 0)
    await storage.close()
    for client, entries in recorded.heard.items():
        pen = Pen(folder / "heard" / "0" / f"{client}.jsonl")
        for entry in entries:
            pen.write(entry)
        pen.close()
    return str(folder / "tables.sqlite"), sorted((folder / "heard").iterdir())


async def test_what_is_stored_is_judged_by_what_was_heard(tmp_path: Path) -> None:
    verdict = await judge(*await _kept(Recorded(), tmp_path))
    assert verdict.faults == []
    assert (verdict.tables, verdict.acknowledged, verdict.stored_moves) == (1, MOVES, MOVES)


async def test_a_fault_is_found_in_what_was_really_stored(tmp_path: Path) -> None:
    recorded = Recorded()
    recorded.restore(recorded.facts[:-1])
    verdict = await judge(*await _kept(recorded, tmp_path))
    assert verdict.count("lost") == 1


async def test_a_whole_table_that_is_lost_is_a_fault(tmp_path: Path) -> None:
    _, histories = await _kept(Recorded(), tmp_path)
    empty = SqliteStorage(tmp_path / "empty.sqlite")
    await empty.open()
    await empty.close()
    verdict = await judge(str(tmp_path / "empty.sqlite"), histories)
    assert [fault.words for fault in verdict.faults] == ["the whole table is not stored"]


def _run() -> tuple[Run, list[Happened]]:
    run = Run(0, seed=1, pause=0)
    run.answered = [(1.0, 1.25), (10.5, 11.0), (30.0, 30.5)]
    run.backs = [Back(5.0, "node-1", 6.5), Back(5.1, "node-2", 9.0), Back(20.0, "node-1", 29.0)]
    happened = [
        Happened("kill", "node-1", 4.9, 5.5, 6.6),
        Happened("rolling", "", 10.0, 12.0, 12.1),
        Happened("long-stop", "node-3", 13.0, 73.0, 73.1),
    ]
    return run, happened


def test_the_figures_are_about_whom_they_say() -> None:
    run, happened = _run()
    assert after_kills(run, happened) == [pytest.approx(1.6)]
    assert during(run, happened, "rolling") == [0.5]
    assert percentile([3, 1, 2], 0.5) == 2
    assert percentile([], 0.99) == 0


def _verdict(*faults: Fault) -> Verdict:
    return Verdict(
        faults=list(faults), tables=1, facts=5, stored_moves=4, acknowledged=4, resent=1, stood_in=0
    )


def test_the_report_says_what_was_found() -> None:
    run, happened = _run()
    told = "\n".join(lines(run, happened, _verdict()))
    assert "3 faults:" in told
    assert "0 lost, 0 doubled" in told
    assert "node-3 slept for 60 s and was woken: nothing stale is stored" in told
    assert told.endswith("the checker found nothing")
    told = "\n".join(lines(run, happened, _verdict(Fault("lost", "KDPQWR", "gone"))))
    assert "1 lost, 0 doubled" in told
    assert told.endswith("the checker found: 1 × lost")


def test_who_finds_a_fault_ends_with_words_and_keeps_the_histories(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play(*_: object) -> object:
        return (*_run(), _verdict(Fault("doubled", "KDPQWR", "request 7 is stored 2 times")))

    monkeypatch.setattr(program_faults, "play", play)
    monkeypatch.setattr(engines, "missing", lambda *_: None)
    monkeypatch.setattr(sys, "argv", ["bench", "--folder", str(tmp_path)])
    with pytest.raises(TroubleError, match=str(tmp_path)):
        program_faults.main()
    assert "KDPQWR doubled: request 7 is stored 2 times" in capsys.readouterr().out
    assert tmp_path.exists()


def test_without_engines_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "missing", lambda *_: "needs a drum")
    monkeypatch.setattr(sys, "argv", ["bench"])
    with pytest.raises(TroubleError, match="needs a drum"):
        program_faults.main()
