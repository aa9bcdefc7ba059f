"""Nonsense on the command line: one sentence and status 2, whatever the command; no traceback."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from echappee.calculator import new_race, write_race
from echappee.server.store.database import prepare

Run = Callable[..., str]

LONG = "x" * 3_000
FILES = ("missing", "folder", "binary", "zeros", "empty", LONG, "binary/inside", "\udc80")
READERS: dict[str, tuple[str, ...]] = {
    "replay": ("replay", "FILE"),
    "verify": ("verify", "FILE"),
    "review": ("review", "FILE"),
    "resume": ("play", "tapas", "--resume", "FILE"),
    "code": ("play", "tapas", "--code", "FILE"),
    "material": ("play", "tour-de-france", "--material", "FILE"),
    "stage": ("play", "flamme-rouge", "--option", "stage=@FILE"),
    "calc": ("calc", "FILE"),
    "calc show": ("calc", "show", "FILE"),
    "calc export": ("calc", "export", "FILE", "--to", "out.txt"),
    "store verify": ("store", "verify", "FILE"),
    "store copy": ("store", "copy", "FILE", "to"),
    "store backup": ("store", "backup", "FILE", "to"),
    "store restore": ("store", "restore", "FILE", "to"),
    "store prune": ("store", "prune", "FILE", "--older-than", "9d"),
}
WRITERS: dict[str, tuple[str, ...]] = {
    "keep": ("arena", "tapas", "--bots", "random,random", "-n", "2", "--keep", "FILE"),
    "write": ("ladder", "tapas", "-n", "2", "--only", "leader", "--budget", "1e-9",
              "--write", "FILE"),
    "calc new": ("calc", "new", "FILE", "--names", "A,B,C"),
    "export to": ("calc", "export", "good.race", "--to", "FILE"),
    "restore to": ("store", "restore", "good.sqlite", "FILE"),
    "copy to": ("store", "copy", "good.sqlite", "FILE"),
    "backup to": ("store", "backup", "good.sqlite", "FILE"),
}  # fmt: skip
WRITABLE = {"missing", "empty"}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that is as it should be: to make one takes longer than a command."""
    prepare(file := tmp_path_factory.mktemp("good") / "good.sqlite")
    return file


@pytest.fixture
def folder(tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with files of every wrong kind."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "zeros").write_bytes(bytes(100))
    (tmp_path / "empty").write_text("")
    for kept in store.parent.iterdir():
        shutil.copy(kept, tmp_path)
    (tmp_path / "good.race").write_text(write_race(new_race(("A", "B", "C"))), encoding="utf-8")
    return tmp_path


def _sentence(printed: str) -> None:
    assert "Traceback" not in printed
    assert printed.strip()
    assert len(printed) < 2_000
    assert LONG[:1_000] not in printed.replace("\n", "")


@pytest.mark.parametrize("file", FILES, ids=lambda file: ascii(file)[:16])
@pytest.mark.parametrize("command", READERS)
def test_a_file_that_is_none_is_one_sentence(
    run: Run, folder: Path, command: str, file: str
) -> None:
    arguments = [part.replace("FILE", file) for part in READERS[command]]
    _sentence(run(*arguments, status=2))


@pytest.mark.parametrize(
    "file", [f for f in FILES if f not in WRITABLE], ids=lambda f: ascii(f)[:16]
)
@pytest.mark.parametrize("command", WRITERS)
def test_what_is_written_leaves_other_files_alone(
    run: Run, folder: Path, command: str, file: str
) -> None:
    if (command, file) == ("write", "zeros"):
        return  # zeros are text, and the page is put after them
    if file == "folder" and command in ("restore to", "copy to"):
        return  # the place of a store
    if command == "backup to" and file in ("binary", "zeros"):
        return  # as by cp, the file of that name is replaced
    if file == "\udc80" and command != "export to":
        return  # a name like any other to the system
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    arguments = [part.replace("FILE", file) for part in WRITERS[command]]
    _sentence(run(*arguments, status=2))
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("number", ["-1", "nan", "inf", "1e400", "x", ""])
@pytest.mark.parametrize(
    "arguments",
    [
        ("bench", "tapas", "--seconds"),
        ("arena", "tapas", "--bots", "random,random", "-n", "2", "--seconds"),
        ("arena", "tapas", "--bots", "random,random", "-n", "2", "--budget"),
        ("arena", "tapas", "--bots", "random,random", "-n", "2", "--claim"),
        ("arena", "tapas", "--bots", "random,random", "-n", "2", "--threads"),
        ("arena", "tapas", "--bots", "random,random", "-n", "2", "--seed"),
        ("arena", "tapas", "--bots", "random,random", "-n"),
        ("ladder", "tapas", "-n", "2", "--budget"),
        ("ablation", "tapas", "-n", "2", "--budget"),
        ("ablation", "tapas", "-n", "2", "--seconds"),
        ("sim", "tapas", "-n"),
        ("sim", "tapas", "-n", "1", "--threads"),
        ("sim", "tapas", "-n", "1", "--players"),
        ("sim", "tapas", "-n", "1", "--seed"),
        ("play", "tapas", "--seat"),
        ("serve", "--port"),
    ],
    ids=lambda arguments: f"{arguments[0]} {arguments[-1]}",
)
def test_a_number_that_makes_no_sense_is_one_sentence(
    run: Run, folder: Path, arguments: tuple[str, ...], number: str
) -> None:
    _sentence(run(*arguments, number, status=2))


@pytest.mark.parametrize(
    "line",
    [
        "bench tapas --seconds 0",
        "bench tapas --seconds 1e9",
        "arena tapas --bots random,random --claim 7",
        "arena tapas --bots random,random --seconds 0",
        "arena tapas --bots random,random --seconds 1 --budget 1",
        "arena tapas --bots random,random --threads 0",
        "arena tapas --bots random",
        "arena tapas --bots ,",
        "sim tapas -n 0",
        "sim tapas -n 100000000000000",
        "sim tapas --threads 0",
        "sim tapas --bots champion",
        "sim tapas --seed 9999999999999999999999",
        "serve --port 99999",
        "serve --port 80000000000000000000",
        "serve --host 999.1.1.1",
        "serve --host \udc80",
        "serve --code missing.py",
        "play tapas --bot nobody",
        "play tapas --bot 99999999999999999999",
        "play tapas --seat 9",
        "play tapas -o extras",
        "play tapas -o extras=99999999999999999999",
        "play \udc80",
        "play tapas --seed \udc80",
        "rules tapas \udc80",
        "calc new r --names ,",
        "calc new r --names A,B,C --edition \udc80",
        "calc new r --names A,B,C --title \udc80",
        "calc new r --names A,B,\udc80",
        "calc new r --names A,B,C --stages-each 9",
        "calc new r --names A,B,C --first 99999999999999999999",
        "calc export good.race --to out.pdf",
        "calc export good.race --to out",
        "games --lang \udc80",
    ],
    ids=ascii,
)
def test_a_command_that_makes_no_sense_is_one_sentence(run: Run, folder: Path, line: str) -> None:
    _sentence(run(*line.split(), status=2))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise SystemExit(3)", "SystemExit"),
        ("class Bot:\n    name = 'b'\n    def __init__(self): 1 / 0\n    def choose(self, c): 0",
         "ZeroDivisionError"),
        ("def bot(:", "SyntaxError"),
    ],
)  # fmt: skip
def test_a_bot_that_can_not_be_made_is_one_sentence(
    run: Run, folder: Path, body: str, said: str
) -> None:
    (folder / "bot.py").write_text(body)
    printed = run("play", "tapas", "--code", "bot.py", status=2)
    _sentence(printed)
    assert said in printed


@pytest.mark.parametrize("chosen", ["None", "'nonsense'", "5", "'x' * 10 ** 6"])
def test_a_bot_that_does_not_move_is_one_sentence(run: Run, folder: Path, chosen: str) -> None:
    body = f"class Bot:\n    name = 'odd'\n    def choose(self, chair):\n        return {chosen}\n"
    (folder / "bot.py").write_text(body)
    _sentence(
        run("arena", "tapas", "--code", "bot.py", "--bots", "odd,random", "-n", "2", status=2)
    )


def test_a_line_of_a_ledger_that_was_cut_short_is_no_reason_to_refuse_it(
    run: Run, folder: Path
) -> None:
    command = ("arena", "tapas", "--bots", "random,random", "-n", "2", "--keep", "deals", "--json")
    first = run(*command)
    kept = (folder / "deals").read_text()
    (folder / "deals").write_text(kept[: len(kept) // 2])
    assert run(*command) == first
    assert (folder / "deals").read_text() == kept
