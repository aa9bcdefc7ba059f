"""The house: dependencies point one way, and a game's folder has the same rooms as the others."""

from __future__ import annotations

import ast
from collections.abc import Container
from functools import cache
from graphlib import CycleError, TopologicalSorter
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
SERVER_FLOORS = {
    "protocol": 0,
    "shares": 0,
    "refusals": 1,
    "config": 1,
    "rate_limit": 2,
    "store": 2,
    "fanout": 2,
    "table": 3,
    "wire": 4,
    "http": 5,
    "uvicorn_config": 6,
    "processes": 7,
    "run": 8,
}
"""The rooms of the server: a move comes in by the wire, is decided at its table, and is stored."""
APART = {"server": {"lab", "calculator"}, "lab": {"calculator"}}
"""Neighbours that must not know each other."""


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


@pytest.mark.parametrize("path", sorted((ROOT / "server").rglob("*.py")), ids=lambda p: p.stem)
def test_no_room_of_the_server_knows_one_above_it(path: Path) -> None:
    room = path.relative_to(ROOT / "server").parts[0].removesuffix(".py")
    if room in ("__init__", "page"):
        return
    modules = _modules()
    for name in _modules_imported(path, modules):
        if name.startswith("echappee.server."):
            other = name.split(".")[2]
            assert SERVER_FLOORS[other] <= SERVER_FLOORS[room], f"{room} must not know {other}"


@cache
def _modules() -> dict[str, Path]:
    found = {}
    for path in ROOT.rglob("*.py"):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = path
    return found


def _modules_imported(path: Path, modules: Container[str]) -> set[str]:
    """The modules of the package that a file names, also where it does so for types alone."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                found.add(full if full in modules else node.module)
    return {name for name in found if name in modules}


def test_no_modules_know_each_other_in_a_circle() -> None:
    modules = _modules()
    known = {name: _modules_imported(path, modules) - {name} for name, path in modules.items()}
    try:
        TopologicalSorter(known).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


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
