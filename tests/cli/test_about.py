"""``echappee about`` and ``--version``: what is installed, without loading it."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest

import echappee
from echappee.cli import about
from echappee.games import game_ids, rulebook
from echappee.match.game_record import FORMAT
from tests.typed import as_typed

Run = Callable[..., str]


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")


def test_the_version_is_told(run: Run) -> None:
    assert run("--version") == f"echappee {echappee.__version__}\n"


@pytest.mark.parametrize(("language", "word"), [("en", "compiled"), ("fr", "compilé")])
def test_versions_of_program_and_rules_are_told(run: Run, language: str, word: str) -> None:
    text = run("about", "--lang", language)
    assert f"Échappée {echappee.__version__}" in text
    assert word in text
    assert f"numba {version('numba')}" in text
    for game_id in game_ids():
        rules = rulebook(game_id)
        name = as_typed(rules.name[language])  # type: ignore[index]
        row = next(line for line in text.splitlines() if line.startswith(name))
        assert str(rules.version) in row.split()


def test_the_same_as_json(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ECHAPPEE_DATA_DIR", str(tmp_path))
    found = json.loads(run("about", "--json"))
    assert found["version"] == echappee.__version__
    assert (found["records"], found["python"]) == (FORMAT, platform.python_version())
    assert found["data"] == str(tmp_path)
    games = {game["id"]: game for game in found["games"]}
    assert tuple(games) == game_ids()
    for game_id, game in games.items():
        assert game["rules"] == rulebook(game_id).version
        assert game["compiled"] is True
    assert found["extras"]["png"] is True


def test_the_cache_is_named_and_weighed(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ECHAPPEE_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(about, "unprepared", lambda ids: ())
    (tmp_path / "tapas" / "rules").mkdir(parents=True)
    (tmp_path / "tapas" / "rules" / "code").write_bytes(bytes(3_000_000))
    (tmp_path / "note").write_bytes(bytes(5))
    found = json.loads(run("about", "--json"))
    assert (found["cache"], found["cached"]) == (str(tmp_path), 3_000_005)
    assert {game["id"]: game["cached"] for game in found["games"]}["tapas"] == 3_000_000
    assert "3 Mo" in run("about", "--lang", "fr")


def test_what_is_not_compiled_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(about, "unprepared", lambda ids: ("tapas",))
    found = json.loads(run("about", "--json"))
    assert [game["id"] for game in found["games"] if not game["compiled"]] == ["tapas"]

    def broken(ids: object) -> tuple[str, ...]:
        raise PermissionError

    monkeypatch.setattr(about, "unprepared", broken)
    found = json.loads(run("about", "--json"))
    assert not any(game["compiled"] for game in found["games"])


def test_an_extra_that_is_missing_is_told_with_its_command(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = ["numpy>=2", "resvg-py>=0.5; extra == 'png'", "no-such-thing>=1; extra == 'operator'"]
    monkeypatch.setattr(about, "requires", lambda _: wanted)
    text = run("about")
    assert 'pip install "echappee[operator]"' in text
    assert 'pip install "echappee[png]"' not in text


def test_neither_compiler_nor_server_is_loaded() -> None:
    code = """
import sys
sys.argv[1:] = ["about"]
from echappee.cli.app import main
try:
    main()
except SystemExit:
    print(sorted({"numba", "litestar", "uvicorn"} & sys.modules.keys()))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ, check=True, capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
