"""The house: dependencies point one way, and a game's folder has the same rooms as the others."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import echappee
from echappee.games import game_ids

ROOT = Path(echappee.__file__).parent
FLOORS = {
    "errors": 0,
    "arguments": 1,
    "files": 1,
    "rulebook": 1,
    "games": 2,
    "match": 3,
    "bots": 4,
    "learning": 4,
    "lab": 5,
    "calculator": 5,
    "server": 6,
    "cli": 7,
}
APART = {"server": {"lab", "calculator"}, "lab": {"calculator"}}
"""Neighbours that must not know each other."""

HOUSE = Path(__file__).parents[1]
KINDS = {".py", ".toml", ".ts", ".svelte", ".js", ".mjs", ".css", ".html", ".json", ".webmanifest"}
GENERATED = {"node_modules", "__pycache__", "page", "pictures", "records"}
NAMED = {
    "src/echappee/__init__.py": "an example in the package's docstring",
    "src/echappee/match/game_record.py": "an example of a record in its docstring",
    "src/echappee/calculator": "it counts the real cards of one game",
    "tests/calculator": "so do its tests",
    "web/src/protocol.ts": "the server writes it, from each game's own types",
    "web/test/fixtures.ts": "a small table for the tests of the frame",
    "tests/generic/public_calls.py": "calls that need some game as an example",
    "tests/server/rest_fuzz.py": "addresses that need some game as an example",
    "tests/bench": "the tests of bench",
}
"""Where a game may be named although it is not its own, and why. Tests may take one as example."""


def _imports(path: Path) -> set[str]:
    """The parts of the package that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
            if node.module == "echappee":
                names = [f"echappee.{a.name}" for a in node.names if a.name != "__version__"]
        found |= {name.split(".")[1] for name in names if name.startswith("echappee.")}
    return found


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda p: str(p.relative_to(ROOT)))
def test_nothing_knows_what_is_above_it(path: Path) -> None:
    part = path.relative_to(ROOT).parts[0].removesuffix(".py")
    if part in ("__init__", "__main__"):
        return
    for imported in _imports(path):
        assert imported in FLOORS, imported
        allowed = FLOORS[imported] <= FLOORS[part] and imported not in APART.get(part, ())
        assert allowed, f"{part} must not know {imported}"


@pytest.mark.parametrize("game_id", game_ids())
def test_each_game_has_the_same_rooms_and_knows_no_other_game(game_id: str) -> None:
    folder = ROOT / "games" / game_id.replace("-", "_")
    rooms = {path.name for path in folder.iterdir()}
    assert rooms >= {
        "material.py", "rules.py", "notation.py", "view.py", "policy.py", "terminal.py", "words",
    }  # fmt: skip
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                "echappee.games."
            ):
                assert node.module.split(".")[2] == folder.name  # type: ignore[union-attr]


def test_no_file_is_out_of_hand() -> None:
    for path in ROOT.rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 520, path


def test_what_is_exported_is_documented_and_there() -> None:
    for name in echappee.__all__:
        value = getattr(echappee, name)
        assert name == "__version__" or value.__doc__, name


def _files() -> Iterator[tuple[str, Path]]:
    """Everything but prose and benchmarks, by its path."""
    for part in ("src", "web", "tests"):
        for folder, folders, names in os.walk(HOUSE / part):
            folders[:] = [one for one in folders if one not in GENERATED and one[0] != "."]
            for name in names:
                if Path(name).suffix in KINDS and name != "package-lock.json":
                    path = Path(folder, name)
                    yield path.relative_to(HOUSE).as_posix(), path


def _may_name(path: str, game_id: str) -> bool:
    folder = game_id.replace("-", "_")
    own = (f"src/echappee/games/{folder}/", f"web/src/games/{game_id}/", f"tests/games/{folder}/")
    test = re.fullmatch(r"test_\w+\.py|[\w.]+\.test\.ts", path.rsplit("/", 1)[-1]) is not None
    listed = any(path == one or path.startswith(f"{one}/") for one in NAMED)
    return path.startswith(own) or test or listed


def test_no_file_but_its_own_names_a_game() -> None:
    """A new game is a folder of rules and a folder of the page: nothing else is told of it."""
    words = {one: re.compile(rf"\b(?:{one}|{one.replace('-', '_')})\b") for one in game_ids()}
    found = []
    for path, file in _files():
        text = file.read_text(encoding="utf-8")
        found += [
            f"{path} names {game_id}"
            for game_id, word in words.items()
            if not _may_name(path, game_id) and word.search(text)
        ]
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize("path", NAMED)
def test_what_may_name_a_game_is_there(path: str) -> None:
    assert (HOUSE / path).exists()
