"""What the pages of the reference list, read off the pages and the package."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from sphinx.pycode import ModuleAnalyzer

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "reference"
_DIRECTIVE = re.compile(
    r"^\.\. auto(module|class|exception|function):: (\S+?)(\(\))?$((?:\n   .*)*)", re.M
)
_CURRENT = re.compile(r"^\.\. py:module:: (\S+)", re.M)
_ROW = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \| \S", re.M)


@dataclass(frozen=True)
class Listed:
    """Something that a page tells Sphinx to document."""

    name: str
    value: Any
    page: Path
    made_by_people: bool = True
    """Is it a class that callers make themselves?"""
    members: bool = True
    """Is all that is in it shown, too?"""


def listed() -> Iterator[Listed]:
    """Every module, class and function of the reference, by its full name."""
    for page in sorted(PAGES.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        inside = _CURRENT.search(text)
        for kind, name, unmade, told in _DIRECTIVE.findall(text):
            if kind == "module":
                yield from _public(importlib.import_module(name), page)
            else:
                full = name if "." in name or inside is None else f"{inside[1]}.{name}"
                module, _, last = full.rpartition(".")
                value = getattr(importlib.import_module(module), last)
                yield Listed(full, value, page, not unmade, ":members:" in told)


def _public(module: Any, page: Path) -> Iterator[Listed]:
    """What a module offers: its ``__all__``, or what it defines itself."""
    yield Listed(module.__name__, module, page)
    for name in getattr(module, "__all__", None) or vars(module):
        value = getattr(module, name)
        own = hasattr(module, "__all__") or getattr(value, "__module__", "") == module.__name__
        if own and not name.startswith("_") and callable(value):
            yield Listed(f"{module.__name__}.{name}", value, page)


def functions(one: Listed) -> Iterator[tuple[str, Any, str]]:
    """Name, function and words of all that can be called in something listed."""
    if inspect.isfunction(one.value):
        yield one.name, one.value, one.value.__doc__ or ""
    if not inspect.isclass(one.value):
        return
    made = one.made_by_people and not issubclass(one.value, msgspec.Struct | BaseException)
    for name, member in vars(one.value).items():
        found = getattr(member, "func", None) or getattr(member, "fget", None) or member
        if not inspect.isfunction(found):
            continue
        if name == "__init__" and made and not getattr(one.value, "_is_protocol", False):
            yield f"{one.name}.{name}", found, f"{one.value.__doc__} {found.__doc__}"
        elif not name.startswith("_") and one.members:
            yield f"{one.name}.{name}", found, found.__doc__ or ""


def bare_fields(one: Listed) -> list[str]:
    """The fields of a struct that have no words of their own."""
    if not inspect.isclass(one.value) or not issubclass(one.value, msgspec.Struct):
        return []
    told = _analysed(one.value.__module__).attr_docs
    own = vars(one.value).get("__annotations__", ())
    bare = [name for name in own if (one.value.__qualname__, name) not in told]
    return [name for name in bare if f"``{name}``" not in (one.value.__doc__ or "")]


@cache
def _analysed(module: str) -> ModuleAnalyzer:
    found = ModuleAnalyzer.for_module(module)
    found.analyze()
    return found


@cache
def known(page: Path) -> set[str]:
    """The names that a page, or the first one of the reference, explains once for all."""
    rows = [row for one in (PAGES / "index.md", page) for row in _ROW.findall(_text(one))]
    return set(re.findall(r"`(\w+)`", " ".join(rows)))


def _text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def unexplained(one: Listed, function: Any, words: str) -> list[str]:
    """The arguments of a function that neither its words nor a page explains."""
    return [
        name
        for name in inspect.signature(function).parameters
        if name not in ("self", "cls") and not name.startswith("_")
        if f"``{name}``" not in words and name not in known(one.page)
    ]
