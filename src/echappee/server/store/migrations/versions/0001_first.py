"""Tables, facts and records."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From an empty file."""
    op.create_table(
        "tables",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column("watch", sa.String(8), nullable=False, unique=True),
        sa.Column("founding", sa.LargeBinary, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=True),
    )
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_table(
        "facts",
        sa.Column("code", sa.String(6), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("fact", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "records",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Back to an empty file."""
    op.drop_table("records")
    op.drop_table("facts")
    op.drop_index("ix_tables_due", "tables")
    op.drop_table("tables")
