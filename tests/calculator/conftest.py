"""Shared by the tests of the calculator in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where an evening's race is kept."""
    return tmp_path / "evening.race"


@pytest.fixture
def calc(run: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Run ``echappee calc`` with typed-in lines; returns what it printed."""
    monkeypatch.setenv("COLUMNS", "140")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return partial(run, "calc")
