"""Run by Alembic: the connection comes from `echappee.server.store.migrate`."""

from __future__ import annotations

from alembic import context

from echappee.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
