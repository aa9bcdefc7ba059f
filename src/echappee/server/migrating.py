"""Bring a database file to the present shape: all steps, each whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, event

_STEPS = Path(__file__).with_name("migrations")


def migrate(database: Path, to: str = "head") -> None:
    """Run every step that this file has not seen; a crash in between leaves no half step."""
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
    config.set_main_option("script_location", str(_STEPS).replace("%", "%%"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            if to == "head":
                command.upgrade(config, to)
            else:
                command.downgrade(config, to)
    finally:
        engine.dispose()
