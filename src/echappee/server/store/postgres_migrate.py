"""Bring a database of PostgreSQL to the present shape: the same steps as a file of SQLite.

Alembic writes the steps down as SQL, and the one driver that we have carries them out in one
transaction. So a step may not look at what it changes other than by SQL itself. Of several nodes
that start at once, one takes the steps and the others wait for it.
"""

from __future__ import annotations

import asyncio
import threading
from io import StringIO
from typing import Any

from echappee.server.refusals import Refusal
from echappee.server.store.migrate import STEPS, known_steps, newest_step

_LOCK = 0x0E_C4A9_9EE0
"""The number of the lock that a node holds while it takes steps."""
_HAS_STEPS = """
SELECT EXISTS (
    SELECT FROM pg_catalog.pg_tables
    WHERE tablename = 'alembic_version' AND schemaname = ANY (current_schemas(FALSE))
)"""
"""Not ``to_regclass``: a session that found nothing there remembers that, and after it has waited
for another's steps it would still find nothing."""
_STEP = "SELECT version_num FROM alembic_version"
_writing = threading.Lock()  # Alembic keeps what it works on in one place for all threads


async def step_of(connection: Any) -> str | None:
    """The last step that a database has seen; None if it has seen none."""
    if not await connection.fetchval(_HAS_STEPS):
        return None
    step = await connection.fetchval(_STEP)
    return None if step is None else str(step)


async def check(connection: Any, name: str) -> str | None:
    """The last step of a database; refused if it is one that we do not know."""
    step = await step_of(connection)
    if step is not None and step not in known_steps():
        raise Refusal("data-newer", file=name)
    return step


async def migrate(connection: Any, name: str, to: str = "head") -> None:
    """Take every step that this database has not seen, all or none; ``name`` is for people."""
    if to == "head" and await check(connection, name) == newest_step():
        return
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        step = await check(connection, name)
        if to == "head" and step == newest_step():
            return
        await connection.execute(await asyncio.to_thread(steps_as_sql, step, to))


def steps_as_sql(step: str | None, to: str) -> str:
    """All statements that lead from one step to another."""
    from alembic import command  # these are slow to load, and seldom needed
    from alembic.config import Config

    with _writing:
        config = Config(output_buffer=(written := StringIO()))
        config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
        config.attributes["dialect"] = "postgresql"
        if to == "head":
            command.upgrade(config, f"{step}:{to}" if step else to, sql=True)
        else:
            command.downgrade(config, f"{step}:{to}", sql=True)
    return written.getvalue()
