"""Open tables that everybody may join."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the list of offers; tables stay as they are."""
    op.create_table(
        "offers",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("offer", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Forget who waits."""
    op.drop_table("offers")
