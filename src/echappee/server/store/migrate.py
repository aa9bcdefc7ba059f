"""Bring a database file to the present shape: all steps, each whole or not at all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

STEPS = Path(__file__).with_name("migrations")


def migrate(database: Path, to: str = "head") -> None:
    """Run every step that this file has not seen; a crash in between leaves no half step."""
    if to == "head" and step_of(database) == newest_step():
        return
    from alembic import command  # these are slow to load, and seldom needed
    from alembic.config import Config
    from sqlalchemy import create_engine, event

    database.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(f"sqlite:///{database}")

    @event.listens_for(engine, "connect")
    def _leave_transactions_to_us(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    config = Config()
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            if to == "head":
                command.upgrade(config, to)
            else:
                command.downgrade(config, to)
    finally:
        engine.dispose()


def step_of(database: Path) -> str | None:
    """The last step that a file has seen; None if it has seen none. Raises if it is no database."""
    if not database.exists():
        return None
    with closing(sqlite3.connect(database)) as connection:
        begun = "SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'"
        if connection.execute(begun).fetchone() is None:
            return None
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else str(row[0])


def known_steps() -> list[str]:
    """All steps in order: their files are named by number."""
    files = (STEPS / "versions").glob("[0-9]*.py")
    return sorted(path.name.partition("_")[0] for path in files)


def newest_step() -> str:
    """The last of all steps."""
    return known_steps()[-1]
