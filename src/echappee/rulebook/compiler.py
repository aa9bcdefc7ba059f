"""One rulebook, several speeds: the same plain functions, interpreted or compiled by Numba.

A game's ``rules.py`` is ordinary Python. `bind` rebuilds its functions with fresh globals in which
every function of this package that they call is rebuilt likewise, down to
`echappee.rulebook.randomness`; and it rebuilds generic kernels with that game's functions in the
places of the contract's placeholders. Nothing is a closure, so Numba caches everything, and two
games never share a cache entry.

Numba does not notice a change in a *called* function that lives in another file. So each module's
functions are cached in a folder named after a hash of all sources that they depend on: stale code
can never run. What the rules are made of shares one folder, and each module of kernels has its own,
so that a change in a bot compiles that bot anew and no rules.
"""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import platformdirs

Function = Callable[..., Any]

_PACKAGE = __name__.partition(".")[0]
_ROOT = Path(__file__).resolve().parents[1]
_KEPT_CACHES = 3
_TRIED = ("0.68.",)
"""The versions of Numba whose insides `echappee.rulebook.entry_points` knows; with others, each
function is compiled as Numba would: the same code, twice as long to come."""
_PARSER = threading.Lock()
"""Held while a source is parsed: Python 3.11 loses count, and raises, where two threads do it."""
_ROOMS = ("statistics", "remarks")
"""Rooms that a game may have, and that only some kernels know."""
RULES = "rules"
"""Stands for all modules that a game's rules and policy are made of."""


def jit_disabled() -> bool:
    """Has ``NUMBA_DISABLE_JIT`` asked for plain interpretation (a debugger, coverage)?"""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


@cache
def compiled_sources(package: str, module: str = RULES) -> tuple[Path, ...]:
    """Every file that compiled code of a game can depend on.

    For ``RULES`` these are the modules that hold its rules and its policy, all modules of ours that
    those import, and the game's data files, whose figures are frozen into the code. For a module of
    kernels, what that imports comes on top.
    """
    own = _ROOT.joinpath(*package.split(".")[1:])
    waiting = [own / "rules.py", own / "policy.py", Path(__file__).resolve()]
    rooms = {_file(f"echappee.rulebook.{room}"): own / f"{room}.py" for room in _ROOMS}
    if module != RULES:
        waiting.append(_file(module))
    doors = {_ROOT / "__init__.py", _ROOT / "games" / "__init__.py", own / "__init__.py"}
    found = set(doors)  # these import much that is never compiled
    while waiting:
        path = waiting.pop()
        if path in found or not path.exists():
            continue
        found.add(path)
        if path in rooms:  # who is compiled with its placeholders has the game's in them
            waiting.append(rooms[path])
        for name in _imported(path):
            place = _file(name)
            waiting += [place, place.with_suffix("") / "__init__.py"]
    found |= {path for path in own.iterdir() if path.is_file() and path.suffix != ".py"}
    return tuple(sorted(found - doors))


def is_ours(module: str) -> bool:
    """Is this a module of this package?"""
    return module.partition(".")[0] == _PACKAGE


def _file(module: str) -> Path:
    """Where a module of ours is written."""
    return _ROOT.joinpath(*module.split(".")[1:]).with_suffix(".py")


@cache
def _imported(path: Path) -> tuple[str, ...]:
    """The modules of ours that a file imports, and names that may be modules."""
    names: list[str] = []
    with _PARSER:
        tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += (alias.name for alias in node.names if is_ours(alias.name))
        elif isinstance(node, ast.ImportFrom) and is_ours(node.module or ""):
            names.append(str(node.module))
            names += (f"{node.module}.{alias.name}" for alias in node.names)
    return tuple(names)


@cache
def sources_digest(package: str, module: str = RULES) -> str:
    """A hash of all that compiled code of a game can depend on: sources, Python, the compiler."""
    compiler = " ".join(version(name) for name in ("numba", "llvmlite"))
    digest = hashlib.sha256(f"{sys.version} {compiler}".encode())
    for path in compiled_sources(package, module):
        digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where all that is compiled lies."""
    chosen = os.environ.get("ECHAPPEE_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir(_PACKAGE)) / "compiled"


@cache
def cache_folder(package: str, module: str = RULES) -> Path:
    """Where code compiled from exactly these sources lies; older ones are cleared."""
    base = cache_root() / package.rpartition(".")[2] / module.removeprefix(_PACKAGE + ".")
    folder = base / sources_digest(package, module)
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    by_age = sorted(base.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in by_age[_KEPT_CACHES:]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def _jitted(function: FunctionType, folder: Path, kind: str) -> Function:
    """Compile lazily, cached in ``folder``, with the GIL released while it runs.

    Which kinds there are is told in `echappee.rulebook.entry_points`.
    """
    import numba
    from numba.core import config

    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)  # read once, while the function is being decorated
    try:
        jitted: Function
        if numba.__version__.startswith(_TRIED):
            from echappee.rulebook import entry_points

            jitted = getattr(entry_points, kind)(function)
        else:
            jitted = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = before
    return jitted


def _names(code: CodeType) -> Iterator[str]:
    """Every global name that a function's code mentions."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


class Binder:
    """Rebuilds functions for one game: each once, all with one another's rebuilt versions.

    ``package`` is the game's. ``compiled=False`` gives plain Python functions that share nothing
    with the compiled ones. ``stand_ins`` maps placeholders to the functions that take their places.
    """

    def __init__(
        self, package: str, *, compiled: bool, stand_ins: Mapping[Function, Function] | None = None
    ) -> None:
        self._label = package.rpartition(".")[2]
        self._package = package
        self._compiled = compiled
        self._namespaces: dict[str, dict[str, Any]] = {}
        self._entries: dict[Function, Function] = {}
        self._parts: dict[Function, Function] = {}
        self._calls: dict[Function, list[Function]] = {}
        self._stand_ins = dict(stand_ins or {})
        self._doors = frozenset(self._stand_ins.values())

    def bind(self, function: Function) -> Function:
        """``function``, rebuilt, for Python to call; what it calls is rebuilt with it."""
        function = self._stand_ins.get(function, function)
        if function not in self._entries:
            self._rebuild(function, self._entries)
        return self._entries[function]

    def reach(self, bound: Function) -> set[Function]:
        """A rebuilt function, and all rebuilt ones that it can call."""
        found, waiting = {bound}, [bound]
        while waiting:
            new = set(self._calls[waiting.pop()]) - found
            found |= new
            waiting += new
        return found

    def _part(self, function: Function) -> Function:
        """``function``, rebuilt, for rebuilt ones to call: what Python calls too is the same."""
        if function in self._doors or function in self._stand_ins or function in self._entries:
            return self.bind(function)
        if function not in self._parts:
            self._rebuild(function, self._parts)
        return self._parts[function]

    def _rebuild(self, function: Function, found: dict[Function, Function]) -> None:
        """Rebuild a function, and all that it calls, and put it among those ``found``."""
        assert isinstance(function, FunctionType)
        namespace = self._namespaces.get(function.__module__)
        if namespace is None:
            namespace = dict(function.__globals__)
            self._namespaces[function.__module__] = namespace
        rebuilt = FunctionType(function.__code__, namespace, function.__name__)
        rebuilt.__qualname__ = f"{function.__qualname__}__{self._label}"
        rebuilt.__module__ = function.__module__
        rebuilt.__doc__ = function.__doc__
        entry = "rule" if function in self._doors else "kernel"
        kind = "part" if found is self._parts else entry
        bound = self._made(rebuilt, self._folder(function), kind)
        found[function] = bound
        calls = self._calls.setdefault(bound, [])
        for name in _names(function.__code__):
            value = function.__globals__.get(name)
            stand_in = self._stand_in(value)
            if stand_in is not value:
                namespace[name] = stand_in
                calls.append(stand_in)

    def _made(self, rebuilt: FunctionType, folder: Path, kind: str) -> Function:
        """A rebuilt function at the speed that is asked for."""
        return _jitted(rebuilt, folder, kind) if self._compiled else rebuilt

    def _stand_in(self, value: Any) -> Any:
        """What rebuilt functions find in place of a global value of their module."""
        if isinstance(value, FunctionType) and is_ours(value.__module__):
            return self._part(value)
        return value

    def _folder(self, function: FunctionType) -> Path:
        """Where the code of ``function`` is cached."""
        file = _file(function.__module__)
        if file in compiled_sources(self._package):
            return cache_folder(self._package)
        return cache_folder(self._package, function.__module__)
