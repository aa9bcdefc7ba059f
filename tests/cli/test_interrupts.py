"""Ctrl+C anywhere: status 130, no traceback, no half-written file."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.console import Console

from echappee import files
from echappee.calculator import new_race, save_race
from echappee.child_processes import worker_processes
from echappee.cli import progress
from echappee.games import rulebook
from echappee.lab import arena
from tests.generic.cases import Case, finished

Run = Callable[..., str]
WRITES = re.compile(r"\.write_(text|bytes)\(|\bopen\([^)]*[\"'][wax]b?\+?[\"']")


@pytest.fixture(autouse=True)
def _usual_handler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.signal(signal.SIGINT, before) is signal.default_int_handler


def press(*_: object, **__: object) -> None:
    """Somebody presses Ctrl+C."""
    signal.raise_signal(signal.SIGINT)


def _still(text: str) -> None:
    assert "Traceback" not in text


def test_at_a_question_of_the_menu(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Console, "input", press)
    _still(run(status=130))


def test_at_the_prompt_of_a_game_which_is_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Console, "input", press)
    _still(run("play", "tapas", "--seed", "7", "-o", "first_colour=j", status=130))


def test_in_a_replay(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "game").write_text(finished(Case("tapas", 2), 3).record(), encoding="utf-8")
    monkeypatch.setattr(Console, "rule", press)
    _still(run("replay", "game", status=130))


def test_at_a_question_of_the_calculator(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    save_race(Path("a.race"), new_race(("A", "B", "C")))
    monkeypatch.setattr(Console, "input", press)
    _still(run("calc", "a.race", status=130))
    _still(run("calc", "new", "b.race", status=130))
    assert [path.name for path in Path().glob("*.race")] == ["a.race"]


@pytest.mark.parametrize("begun", ["sim", "arena", "ladder", "bench", "prepare"])
def test_while_something_is_compiled(run: Run, monkeypatch: pytest.MonkeyPatch, begun: str) -> None:
    monkeypatch.setattr(progress, "unprepared", lambda ids: tuple(ids)[:1])
    monkeypatch.setattr(progress, "prepare_game", press)
    game = [] if begun == "prepare" else ["tapas"]
    _still(run(begun, *game, status=130))


def test_while_it_serves(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("echappee.server.run.serve", press)
    _still(run("serve", status=130))


def test_in_a_simulation_what_has_not_begun_is_not_waited_for(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[object] = []

    class Functions:
        @staticmethod
        def kernel(_: object) -> Callable[..., None]:
            return lambda *given: begun.append(given)

    rules = rulebook("tapas")
    monkeypatch.setitem(rules.__dict__, "functions", Functions())
    monkeypatch.setattr("rich.progress.Progress.advance", press)
    _still(run("sim", "tapas", "-n", str(256 * 5_000), "--threads", "1", status=130))
    assert len(begun) < 5_000


def test_in_a_contest_the_deals_before_are_kept_whole(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("arena", "tapas", "--bots", "random,random", "-n", "6", "--threads", "1", "--all",
               "--keep", "deals")  # fmt: skip
    play, count = arena.play_deal, 0

    def third(*given: object) -> object:
        nonlocal count
        count += 1
        if count > 2:
            raise KeyboardInterrupt
        return play(*given)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(arena, "play_deal", third)
        _still(run(*command, status=130))
    kept = Path("deals").read_bytes()
    assert kept.count(b"\n") == 2
    assert kept.endswith(b"\n")
    run(*command)
    assert Path("deals").read_bytes().startswith(kept)


def test_processes_that_work_for_another_are_ended_with_it() -> None:
    ids: list[int] = []

    def interrupted() -> None:
        with worker_processes() as pool:
            pool.submit(signal.pause)
            ids.extend(pool._processes)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert len(ids) == 1
    for one in ids:
        with pytest.raises(ProcessLookupError):
            os.kill(one, 0)


# ------------------------------------------------------------------------------------------ files


@pytest.mark.parametrize("moment", ["fsync", "chmod", "replace"])
def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    path = tmp_path / "file"
    files.write_file(path, b"before")
    owner: object = os if moment == "fsync" else Path
    with monkeypatch.context() as patch:
        patch.setattr(owner, moment, press)
        with pytest.raises(KeyboardInterrupt):
            files.write_file(path, b"after")
    assert path.read_bytes() == b"before"
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_no_half_of_a_line_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lines"
    files.add_line(path, b"one")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", press)
        with pytest.raises(KeyboardInterrupt):
            files.add_line(path, b"two")
    assert path.read_bytes() == b"one\n"


@pytest.mark.parametrize(
    ("command", "out"),
    [
        (("calc", "export", "a.race", "--to", "out.csv"), "out.csv"),
        (("calc", "export", "a.race", "--to", "out.svg"), "out.svg"),
        (("calc", "new", "out.race", "--names", "A,B,C"), "out.race"),
        (("ladder", "tapas", "-n", "2", "--only", "leader", "--budget", "1e-9", "--write", "out"),
         "out"),
        (("play", "tapas", "--seed", "1"), "data"),
    ],
    ids=lambda given: given if isinstance(given, str) else given[0],
)  # fmt: skip
def test_ctrl_c_in_the_middle_of_writing_leaves_no_file(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], out: str
) -> None:
    save_race(Path("a.race"), new_race(("A", "B", "C")))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", press)
        _still(run(*command, status=130))
    found = [path for path in Path().rglob("*") if path.is_file()]
    assert [str(path) for path in found] == ["a.race"], out


def test_every_file_of_people_is_written_by_one_function() -> None:
    """Whoever opens a file for writing on his own may leave half of it."""
    allowed = {"files.py", "server/store/database.py"}
    house = Path(files.__file__).parent
    for path in house.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if str(path.relative_to(house)) not in allowed:
            found = WRITES.search(text)
            assert found is None, f"{path} writes a file ({found[0]}): use files.write_file"
