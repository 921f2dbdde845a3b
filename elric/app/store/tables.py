"""The database schema, and its migrations."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Double,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    func,
    insert,
    inspect,
    literal,
    select,
    text,
    update,
)

from elric.app.store.words import StoreError

__all__ = ["VERSION", "games", "links", "migrate", "saves", "shelves", "trash"]

VERSION: Final = 3
"""1 was a table of texts alone, without a number that says so; 2 had no trash."""

metadata = MetaData()

saves = Table(
    "saves",
    metadata,
    Column("page", Text, primary_key=True),
    Column("slot", Text, primary_key=True),
    Column("text", Text, nullable=False),
    Column("kept", Double, nullable=False),
    Column("changes", Integer, nullable=False, server_default=text("1")),
    sqlite_with_rowid=False,
)
games = Table(
    "games",
    metadata,
    Column("page", Text, primary_key=True),
    Column("version", Integer, nullable=False, server_default=text("1")),
    Column("name", Text, nullable=False, server_default=""),
    Column("about", Text, nullable=False, server_default=""),
    Column("deleted", Double, nullable=False, server_default=text("0")),
    sqlite_with_rowid=False,
)
links = Table(
    "links",
    metadata,
    Column("key", Text, primary_key=True),
    Column("page", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("made", Double, nullable=False),
    Column("revoked", Double, nullable=False, server_default=text("0")),
    Index("links_by_page", "page"),
    sqlite_with_rowid=False,
)
shelves = Table(
    "shelves",
    metadata,
    Column("shelf", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("added", Double, nullable=False),
    Index("shelves_by_key", "key"),
    sqlite_with_rowid=False,
)
trash = Table(
    "trash",
    metadata,
    Column("page", Text, primary_key=True),
    Column("thrown", Double, nullable=False),
    Column("why", Text, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("held", Text, nullable=False),  # all rows that belonged to it, as JSON
    sqlite_with_rowid=False,
)
schema = Table("elric_schema", metadata, Column("version", Integer, nullable=False))

_LOCK: Final = 0x656C726963  # key of the advisory lock that serialises migrations in PostgreSQL


def migrate(base: Connection) -> None:
    """Bring the schema of a database to this version, within the transaction of `base`.

    Raises:
        StoreError: a later version of this program has written it.
    """
    if base.dialect.name == "postgresql":
        # two servers that start at the same moment create the tables one after the other
        base.execute(select(func.pg_advisory_xact_lock(literal(_LOCK, BigInteger))))
    there = inspect(base)
    found = base.execute(select(func.max(schema.c.version))).scalar() if there.has_table(schema.name) else None
    if found is not None and found > VERSION:
        raise StoreError("The games here were kept by a later version of this program.")
    if found == VERSION and all(there.has_table(name) for name in metadata.tables):
        return
    if there.has_table(saves.name) and "changes" not in {column["name"] for column in there.get_columns(saves.name)}:
        base.execute(text("ALTER TABLE saves ADD COLUMN changes INTEGER NOT NULL DEFAULT 1"))
    metadata.create_all(base)
    # every game saved by an earlier version gets its row
    lacking = (
        select(saves.c.page)
        .where(saves.c.slot == "game", ~select(games.c.page).where(games.c.page == saves.c.page).exists())
        .distinct()
    )
    base.execute(insert(games).from_select(["page"], lacking))
    if found is None:
        base.execute(insert(schema).values(version=VERSION))
    else:
        base.execute(update(schema).values(version=VERSION))
