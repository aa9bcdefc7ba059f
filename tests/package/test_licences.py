"""What others made and the page contains ships with its licence."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
SECTION = re.compile(r"^={72}\n(\S+) (\S+) \((\S+)\)\n={72}\n\n(.*?)(?=^={72}\n|\Z)", re.M | re.S)
KNOWN = {"MIT", "OFL-1.1"}
"""Licences that let us ship this beside our own, as long as their text comes along."""


def _sections() -> dict[str, tuple[str, str, str]]:
    text = (WEB / "public" / "licences.txt").read_text(encoding="utf-8")
    return {name: (version, kind, body) for name, version, kind, body in SECTION.findall(text)}


def _used() -> set[str]:
    """The packages that the page's own sources name: what they import, and their fonts."""
    named = re.compile(r"""(?:\bfrom |\bimport |url\()["']((?:@[\w-]+/)?[\w-]+)(?:/[^"']*)?["']""")
    found: set[str] = set()
    for path in (WEB / "src").rglob("*"):
        if path.suffix in (".ts", ".svelte", ".css") and ".test." not in path.name:
            found |= set(named.findall(path.read_text(encoding="utf-8")))
    return found


def test_everything_that_the_page_uses_is_listed_with_its_licence() -> None:
    used = _used()
    assert {"svelte", "@fontsource/barlow-condensed", "@fontsource/source-sans-3"} <= used
    assert used <= _sections().keys()


def test_what_svelte_brings_along_and_the_tools_add_is_listed_too() -> None:
    assert {"clsx", "vite"} <= _sections().keys()


@pytest.mark.parametrize("name", sorted(_sections()))
def test_a_licence_is_that_of_the_locked_version_and_has_its_text(name: str) -> None:
    version, kind, body = _sections()[name]
    locked = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert locked[f"node_modules/{name}"]["version"] == version
    assert kind in KNOWN
    assert "Copyright" in body or "Google Inc." in body
    assert ("Permission is hereby granted" if kind == "MIT" else "SIL OPEN FONT LICENSE") in body


def test_the_page_that_is_built_has_them() -> None:
    page = ROOT / "src" / "echappee" / "server" / "page"
    if not page.exists():
        pytest.skip("there is no page here")
    assert (page / "licences.txt").read_bytes() == (WEB / "public" / "licences.txt").read_bytes()
    assert "licences.txt" not in (page / "sw.js").read_text()  # nobody needs it without network
