"""``echappee store``: what it says in both languages, and what it refuses in one sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from echappee.server.store.database import locked
from tests.server.stores import Rows, keep, made

Run = Callable[..., str]
OVER = made("tapas", 1, "over")
ROW = OVER.row()
FACTS = len(ROW.facts)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store with one table that is over and one that is not."""
    rows = Rows([ROW, made("tapas", 1).row()])
    asyncio.run(keep(tmp_path / "data" / "tables.sqlite", rows))
    return tmp_path / "data"


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A store in which a fact is missing."""
    row = msgspec.structs.replace(ROW, facts=(*ROW.facts[:3], *ROW.facts[4:]))
    asyncio.run(keep(tmp_path / "broken" / "tables.sqlite", Rows([row])))
    return tmp_path / "broken"


def test_verify_says_that_all_is_well(folder: Path, run: Run) -> None:
    said = run("store", "verify", folder)
    assert "Everything is sound: 2 tables with" in said
    assert "Tout est en ordre : 2 tables avec" in run("store", "verify", folder, "--lang", "fr")
    assert "The table is sound" in run("store", "verify", folder, "--table", ROW.watch)


def test_verify_lists_what_is_wrong_without_an_invitation(broken: Path, run: Run) -> None:
    def verified(*more: str) -> str:
        return run("store", "verify", broken, *more, status=1)

    printed = verified()
    assert "1 thing is not sound:" in printed
    assert ": fact 4 is missing" in printed
    assert ROW.code not in printed
    assert ROW.watch not in printed
    assert f"table {ROW.code}: fact 4 is missing" in verified("--show-codes")
    assert "l'événement 4 manque" in verified("--lang", "fr")
    assert "fact 4" in verified("--table", ROW.code.lower())
    assert "no table" in run("store", "verify", broken, "--table", "NOTONE", status=2)


def test_a_store_is_copied_backed_up_and_restored(folder: Path, tmp_path: Path, run: Run) -> None:
    to, file, back = tmp_path / "to", tmp_path / "backup.sqlite", tmp_path / "back"
    said = run("store", "copy", folder, f"sqlite://{to}")
    assert f"Copied to {to / 'tables.sqlite'}: 2 tables with" in said.replace("\n", "")
    assert "the copy has the same bytes as its source." in said.replace("\n", " ")
    assert "Il y a déjà des tables" in run("store", "copy", folder, to, "--lang", "fr", status=2)
    assert f"Backed up into {file}" in run("store", "backup", to, file).replace("\n", "")
    assert "2 tables avec" in run("store", "backup", to, file, "--verify", "--lang", "fr")
    said = run("store", "restore", file, back)
    assert f"Restored to {back / 'tables.sqlite'}: 2 tables" in said.replace("\n", "")
    assert "--replace" in run("store", "restore", file, back, status=2)
    said = run("store", "restore", file, back, "--replace", "--lang", "fr")
    assert "Ce qui s'y trouvait est gardé dans" in said
    with locked(back / "tables.sqlite"):
        run("store", "restore", file, back, "--replace", status=2)


def test_the_place_of_a_server_that_is_told_nothing_is_taken(
    folder: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ECHAPPEE_DATA_DIR", str(folder))
    file = tmp_path / "backup.sqlite"
    run("store", "backup", file)
    assert file.exists()
    assert "2 tables" in run("store", "verify")
    assert "1 table has been over for 1 day" in run(
        "store", "prune", "--older-than", "1d", "--dry-run"
    )
    run("store", "restore", file, "--replace")


def test_what_is_not_sound_is_told_and_taken_over_only_if_wanted(
    broken: Path, tmp_path: Path, run: Run
) -> None:
    to, file = tmp_path / "to", tmp_path / "backup.sqlite"
    assert "--anyway" in run("store", "copy", broken, to, status=2)
    assert "1 thing is not sound" in run("store", "copy", broken, to, "--anyway")
    assert "1 thing is not sound" in run("store", "backup", broken, file, "--verify", status=1)
    assert file.exists()  # a backup of what is broken is better than none
    assert "--anyway" in run("store", "restore", file, tmp_path / "back", status=2)
    run("store", "restore", file, tmp_path / "back", "--anyway")


def test_prune_says_how_many(folder: Path, run: Run) -> None:
    line = ("store", "prune", folder, "--older-than", "90d")
    assert "1 table has been over for 90 days. Nothing was changed." in run(*line, "--dry-run")
    assert "1 table est terminée depuis 90 jours" in run(*line, "--dry-run", "--lang", "fr")
    assert "1 table that was over for 90 days is gone." in run(*line)
    assert "0 tables" in run(*line)
    for age in ("90", "d", "0.5d", "-3d", "1m", "", "999999999d"):
        said = run("store", "prune", folder, f"--older-than={age}", status=2)
        assert "90d, 12w, 1y" in said.replace("\n", " ")
    assert "--older-than" in run("store", "prune", folder, status=2)


@pytest.mark.parametrize(
    "line",
    [
        "verify nowhere", "verify mysql://x/y", "copy nowhere to", "copy . .", "backup nowhere f",
        "backup . .", "restore nowhere to", "restore . to", "prune nowhere --older-than 9d",
        "verify /dev/null", "backup . f/g/h", "verify text.sqlite", "copy text.sqlite to",
        "restore text.sqlite to", "backup text.sqlite f", "prune text.sqlite --older-than 9d",
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "fr"])
def test_nonsense_is_one_sentence(
    line: str, language: str, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.sqlite").write_text("no database", encoding="utf-8")
    before = {path.name for path in tmp_path.iterdir()}
    printed = run("store", *line.split(), "--lang", language, status=2)
    assert "Traceback" not in printed
    assert printed.count("\n") == 1, printed
    left = {path.name for path in tmp_path.iterdir()} - before
    assert not {path for path in left if path.endswith((".sqlite", ".part"))}
