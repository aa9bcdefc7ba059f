"""Run by Alembic for `echappee.server.store.migrate`, which brings a connection, and for
`echappee.server.store.postgres_migrate`, which wants the steps written down as SQL."""

from __future__ import annotations

from alembic import context

from echappee.server.store.schema import metadata

if context.is_offline_mode():
    context.configure(
        dialect_name=context.config.attributes["dialect"],
        target_metadata=metadata,
        literal_binds=True,
        transactional_ddl=False,  # who carries it out has a transaction of its own
    )
else:
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        transactional_ddl=True,
    )
with context.begin_transaction():
    context.run_migrations()
