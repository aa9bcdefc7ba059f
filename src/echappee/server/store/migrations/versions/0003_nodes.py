"""Nodes: several servers on one database, and who is connected to each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the list of nodes; tables stay as they are."""
    op.create_table(
        "nodes",
        sa.Column("node", sa.String(16), primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("here", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Forget who is where."""
    op.drop_table("nodes")
