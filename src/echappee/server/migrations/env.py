"""Run by Alembic: the connection comes from `echappee.server.migrating`."""

from __future__ import annotations

from alembic import context

from echappee.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
