"""The house: dependencies point one way, and a game's folder has the same rooms as the others."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Container, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import echappee
from echappee.games import game_ids
from echappee.rulebook.contract import CONTRACT

ROOT = Path(echappee.__file__).parent
CHECKOUT = Path(__file__).parents[1]
MOST_LINES = 500
LONGER = ("web/src/protocol.ts",)
"""Files that may have more lines: the server writes it."""
FLOORS = {
    "french": 0,
    "child_processes": 0,
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
    "refusals": 1,
    "config": 1,
    "config_fields": 2,
    "config_values": 2,
    "config_sources": 2,
    "counts": 1,
    "draining": 1,
    "rate_limit": 2,
    "store": 2,
    "fanout": 2,
    "table": 3,
    "logs": 3,
    "maintenance": 4,
    "wire": 4,
    "http": 5,
    "uvicorn_config": 6,
    "drain_server": 6,
    "run": 7,
}
"""The rooms of the server: a move comes in by the wire, is decided at its table, and is stored."""
APART = {"server": {"lab", "calculator"}, "lab": {"calculator"}}
"""Neighbours that must not know each other."""
REQUIRED = {
    "material": set(),
    "state": {"STATE", "REFUSALS", "ENDINGS"},
    "options": {"OPTIONS", "longest"},
    "rules": {function.__name__ for function in CONTRACT},
    "observation": {"FEATURES", "fill_features"},
    "policy": {"policy"},
    "notation": {"write_move", "read_move"},
    "position": {"write_position", "read_position"},
    "view": {"look"},
    "events": {"happened"},
    "terminal": {"draw"},
}
"""The rooms of every game, and what is defined in each."""
OPTIONAL = {
    "cards", "knowledge", "moves", "position_checks", "refusals", "remarks", "road", "stages",
    "statistics", "turns",
}  # fmt: skip
"""Rooms that a game has where it has the subject; what else it has, its docstring declares."""

HOUSE = Path(__file__).parents[1]
KINDS = {".py", ".toml", ".ts", ".svelte", ".js", ".mjs", ".css", ".html", ".json", ".webmanifest"}
GENERATED = {"node_modules", "__pycache__", "page", "docs", "pictures", "records"}
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


@pytest.mark.parametrize("path", sorted((ROOT / "server").rglob("*.py")), ids=lambda p: p.stem)
def test_no_room_of_the_server_knows_one_above_it(path: Path) -> None:
    room = path.relative_to(ROOT / "server").parts[0].removesuffix(".py")
    if room in ("__init__", "page"):
        return
    modules = _all_modules()
    for name in _modules_imported(path, modules):
        if name.startswith("echappee.server."):
            other = name.split(".")[2]
            assert SERVER_FLOORS[other] <= SERVER_FLOORS[room], f"{room} must not know {other}"


@cache
def _all_modules() -> dict[str, Path]:
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
    modules = _all_modules()
    known = {name: _modules_imported(path, modules) - {name} for name, path in modules.items()}
    try:
        TopologicalSorter(known).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


def _folder(game_id: str) -> Path:
    return ROOT / "games" / game_id.replace("-", "_")


def _modules(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.py")} - {"__init__"}


def _own_rooms(folder: Path) -> set[str]:
    """The rooms that a game's package docstring declares as its own subjects."""
    docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8"))) or ""
    return set(re.findall(r"^- `(\w+)`: \S", docstring.partition("Rooms of its own:")[2], re.M))


def _defined(path: Path) -> set[str]:
    """The names that a module itself defines."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


@pytest.mark.parametrize("game_id", game_ids())
def test_each_game_has_the_rooms_that_every_game_has(game_id: str) -> None:
    folder = _folder(game_id)
    assert REQUIRED.keys() <= _modules(folder)
    for room, names in REQUIRED.items():
        missing = names - _defined(folder / f"{room}.py")
        assert not missing, f"{room}.py is where {sorted(missing)} belong"
    assert {path.name for path in (folder / "words").iterdir()} == {"en.toml", "fr.toml"}


@pytest.mark.parametrize("game_id", game_ids())
def test_every_other_room_has_a_name_that_all_games_share_or_is_declared(game_id: str) -> None:
    folder = _folder(game_id)
    own = _own_rooms(folder)
    assert _modules(folder) - REQUIRED.keys() - OPTIONAL == own
    assert not own & (REQUIRED.keys() | OPTIONAL)
    folders = {path.name for path in folder.iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders - {"learning"} == {"words"}


def test_a_room_of_one_game_is_in_no_other() -> None:
    """A subject that two games have gets a name in ``OPTIONAL``."""
    own = [room for game_id in game_ids() for room in _own_rooms(_folder(game_id))]
    assert len(own) == len(set(own))


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_knows_no_other_game(game_id: str) -> None:
    folder = _folder(game_id)
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                "echappee.games."
            ):
                assert node.module.split(".")[2] == folder.name  # type: ignore[union-attr]


def _sources() -> Iterator[Path]:
    """What people write: Python, and the page but for what the server writes."""
    for folder in ("src", "tests", "bench"):
        yield from (CHECKOUT / folder).rglob("*.py")
    for suffix in ("ts", "svelte", "css"):
        for folder in ("src", "test"):
            yield from (CHECKOUT / "web" / folder).rglob(f"*.{suffix}")


def test_no_file_is_out_of_hand() -> None:
    for path in _sources():
        if not any(path.match(pattern) for pattern in LONGER):
            assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, path


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
