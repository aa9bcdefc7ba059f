"""The source distribution holds everything that git keeps, so that it passes its own tests."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder

ROOT = Path(__file__).parents[2]
LEFT_OUT: set[str] = set()
"""What git keeps and nobody needs who has the sources."""


@cache
def _packed() -> set[str]:
    found = SdistBuilder(str(ROOT)).recurse_included_files()
    return {Path(file.path).relative_to(ROOT).as_posix() for file in found}


def test_all_that_git_keeps_is_in_the_sources() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("these sources are no checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    kept = {name for name in listed.split("\0") if name and (ROOT / name).exists()}
    assert kept - _packed() == LEFT_OUT


def test_nothing_that_is_built_is_in_the_sources() -> None:
    built = ("web/node_modules/", "src/echappee/server/page/", ".venv/", "bench/node/")
    assert not [name for name in _packed() if name.startswith(built) or name.endswith(".pyc")]
