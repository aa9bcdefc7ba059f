"""Lighthouse, as it comes: no page that people begin from may score less than 95 of 100."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import FLAGS, QUICK
from tests.browser.desk import Table
from tests.browser.servers import ROOT, Server

LIGHTHOUSE = ROOT / "web" / "node_modules" / "lighthouse" / "cli" / "index.js"
CATEGORIES = ("accessibility", "best-practices")
ENOUGH = 95
PATIENCE = 240


def _home(_: str) -> str:
    return "/"


def _calculator(_: str) -> str:
    return "/calculator/new"


def _table(game: str, players: int) -> Callable[[str], str]:
    """A seat whose turn it is, some moves into a game."""

    def opened(url: str) -> str:
        return Table.at(
            url, game, players, {},
            lambda game: game["number"] >= 12 and game["view"]["awaited"] == [0],
        )[0].link()  # fmt: skip

    return opened


PAGES: dict[str, Callable[[str], str]] = {
    "home": _home,
    "tape-letape": _table("tape-letape", 4),
}
MORE_PAGES: dict[str, Callable[[str], str]] = {
    "calculator": _calculator,
    "tapas": _table("tapas", 2),
    "flamme-rouge": _table("flamme-rouge", 4),
    "tour-de-france": _table("tour-de-france", 4),
}
"""Looked at by `make explore`; axe looks at all of them in every run."""


def _audit(url: str, report: Path) -> Any:
    """What Lighthouse says of a page as a phone shows it."""
    assert LIGHTHOUSE.exists(), f"{LIGHTHOUSE} is missing: run `make test`, which installs it."
    places = f"{os.environ['PATH']}{os.pathsep}{Path(sys.executable).parent}"
    node = shutil.which("node", path=places)  # the set-up may have put one beside Python
    assert node, "Node is missing: run `make test`, which installs it."
    chromium = next(filter(None, map(shutil.which, QUICK)), None)
    assert chromium, "No Chromium is installed. Run `make test`, which says how to get one."
    command = [
        node, str(LIGHTHOUSE), url, "--quiet", "--no-enable-error-reporting",
        f"--only-categories={','.join(CATEGORIES)}", "--disable-full-page-screenshot",
        "--output=json", f"--output-path={report}",
        f"--chrome-flags=--headless=new {' '.join(FLAGS)}",
    ]  # fmt: skip
    done = subprocess.run(
        command, env={**os.environ, "CHROME_PATH": chromium}, timeout=PATIENCE,
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(report.read_text(encoding="utf-8"))


def _faults(said: Any, category: str) -> list[str]:
    """The audits that cost points, and where."""
    found = []
    for part in said["categories"][category]["auditRefs"]:
        audit = said["audits"][part["id"]]
        if part["weight"] and audit["score"] is not None and audit["score"] < 1:
            places = audit.get("details", {}).get("items", [])
            found.append(f"{part['id']}: {audit['title']} {json.dumps(places)[:600]}")
    return found


def find_nothing_amiss(address: str, folder: Path) -> None:
    """Every category has its points."""
    said = _audit(address, folder / "report.json")
    assert "runtimeError" not in said, said["runtimeError"]
    for category in CATEGORIES:
        score = said["categories"][category]["score"]
        assert score is not None, f"Lighthouse could not judge {category}"
        assert 100 * score >= ENOUGH, "\n".join(_faults(said, category))


@pytest.mark.parametrize("page", PAGES)
def test_lighthouse_finds_nothing_amiss(page: str, server: Server, tmp_path: Path) -> None:
    find_nothing_amiss(server.url + PAGES[page](server.url), tmp_path)
