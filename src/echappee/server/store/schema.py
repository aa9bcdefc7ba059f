"""The database: five tables. A table's facts are its record; the rest is there to find them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("code", String(6), primary_key=True),
    Column("watch", String(8), nullable=False, unique=True),
    Column("founding", LargeBinary, nullable=False),
    Column("due", BigInteger, nullable=True, index=True),
)

facts = Table(
    "facts",
    metadata,
    Column("code", String(6), ForeignKey("tables.code"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("fact", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

records = Table(
    "records",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
)

offers = Table(
    "offers",
    metadata,
    Column("code", String(6), primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("offer", LargeBinary, nullable=False),
)

nodes = Table(
    "nodes",
    metadata,
    Column("node", String(16), primary_key=True),
    Column("seen", BigInteger, nullable=False),
    Column("here", LargeBinary, nullable=False),
)
