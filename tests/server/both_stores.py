"""The store that a test runs on: SQLite, or PostgreSQL in a database of the run's cluster."""

from __future__ import annotations

from pathlib import Path

import pytest

SQLITE, POSTGRES = "sqlite", "postgres"
on_sqlite = pytest.mark.parametrize("store", [SQLITE], ids=[pytest.HIDDEN_PARAM], indirect=True)
"""Marks a test that is long, and to which it is all the same where tables are kept."""
_chosen = SQLITE


def choose(store: str) -> None:
    """From now on, until another test chooses; the test is skipped if there is no such store."""
    global _chosen
    _chosen = store
    if store == POSTGRES:
        from tests.cluster import cluster, databases

        cluster()
        databases.begin()


def database_of(folder: Path) -> str:
    """What servers on this folder are told of their database: they share it, as a file would be."""
    if _chosen == SQLITE:
        return ""
    from tests.cluster import databases

    return databases.url(str(folder))
