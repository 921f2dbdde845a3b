"""The store of games: texts by (page id, slot), the addresses that open them, and the players' lists of games."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, case, delete, exists, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from elric.app.clock import CLOCK
from elric.app.places import database_address, saves_folder
from elric.app.store import trash
from elric.app.store.database import Database, FileDatabase, database
from elric.app.store.tables import games, links, saves, shelves
from elric.app.store.words import MOST_BYTES, MOST_CHARACTERS, StoreError, check, check_text
from elric.kernel.record import BehindError
from elric.widgets.rooms.kept import GAME, KeptGame, Link, Ticket, new_id

__all__ = ["SaveStore"]

_LONGEST_NAME: Final = 80
_MOST_LINKS: Final = 24
_MOST_SHELVED: Final = 500
_LISTED: Final = (games.c.name, games.c.about, saves.c.kept, games.c.deleted)


class SaveStore:
    """The games of everybody. It caches nothing between calls: many processes may use one database at the same time.

    Args:
        place: a folder for an SQLite file, or the address of a PostgreSQL database (postgresql+psycopg://...). Without
            one, what ELRIC_DATABASE or ELRIC_SAVES says, or the user's data folder.

    Raises:
        ValueError: the address is no database's that this program can speak to.
    """

    alone: str = ""

    def __init__(self, place: Path | str | None = None) -> None:
        self.database: Database = database(place or database_address() or saves_folder())

    @property
    def path(self) -> Path:
        """The SQLite file."""
        assert isinstance(self.database, FileDatabase)
        return self.database.path

    # ---- texts ------------------------------------------------------------------------------------------------------

    def put(
        self, page: str, slot: str, text: str, over: str | None = None, *, fresh: bool = False, about: str = ""
    ) -> None:
        """Keep `text`.

        Args:
            page, slot: where.
            text: what.
            over: the text that stands there, as far as the caller knows; "" for nothing, None for whatever it is. Where
                nothing stands any more, nothing can be lost, and the text is kept.
            fresh: it is a game that nobody has played yet: `prune` may forget it sooner.
            about: what the list of games says of it.

        Raises:
            ValueError: a malformed id or slot.
            BehindError: another text stands there; it stays.
            StoreError: the text is longer than MOST_CHARACTERS, cannot be written, or belongs to a deleted game.
        """
        check(page, slot)
        if len(text) > MOST_CHARACTERS:
            raise StoreError(f"This is too long to keep ({len(text):,} characters; {MOST_CHARACTERS:,} at most).")
        check_text(text, about)

        def work(base: Connection) -> bool:
            found = base.execute(select(games.c.deleted).where(games.c.page == page)).scalar()
            if found:
                raise StoreError("This game has been deleted.")
            row = _upsert(base, saves).values(page=page, slot=slot, text=text, kept=CLOCK.now(), changes=int(not fresh))
            stands = None if over is None else or_(saves.c.text == over, saves.c.text == text)
            done = base.execute(
                # one statement, so that no other write comes between the comparison and the update
                row.on_conflict_do_update(
                    index_elements=[saves.c.page, saves.c.slot],
                    set_={"text": row.excluded.text, "kept": row.excluded.kept, "changes": saves.c.changes + 1},
                    where=stands,
                ).returning(saves.c.changes)
            ).first()
            if done is not None and slot == GAME:
                _bump(base, page, about=about)
            return done is not None

        if not self.database.write(work):
            raise BehindError("Another text has been kept here meanwhile.")

    def get(self, page: str, slot: str) -> str | None:
        """The text kept there, or None. Errors as `put`."""
        check(page, slot)
        wanted = select(saves.c.text).where(saves.c.page == page, saves.c.slot == slot)
        return self.database.read(lambda base: base.execute(wanted).scalar())

    def tail(self, page: str, slot: str, start: int) -> str | None:
        """The text kept there from a character on, or None: for a caller who knows what comes before. Errors as `put`."""
        check(page, slot)
        wanted = select(func.substr(saves.c.text, start + 1)).where(saves.c.page == page, saves.c.slot == slot)
        return self.database.read(lambda base: base.execute(wanted).scalar())

    def drop(self, page: str, slot: str | None = None) -> None:
        """Delete one slot of a page, or all of them."""
        check(page, slot or GAME)

        def work(base: Connection) -> None:
            if slot is not None:
                base.execute(delete(saves).where(saves.c.page == page, saves.c.slot == slot))
            else:
                _forget(base, page)

        self.database.write(work)

    def about(self, page: str) -> str:
        """What the list of games says of a game; "" where there is none. Errors as `put`."""
        check(page)
        wanted = select(games.c.about).where(games.c.page == page, games.c.deleted == 0)
        return self.database.read(lambda base: base.execute(wanted).scalar()) or ""

    # ---- addresses --------------------------------------------------------------------------------------------------

    def find(self, key: str) -> Ticket:
        """What an address opens. Errors as `put`."""
        check(key)

        def work(base: Connection) -> Ticket:
            link = base.execute(select(links).where(links.c.key == key)).first()
            page = link.page if link is not None else key
            row = base.execute(select(games.c.version, games.c.deleted).where(games.c.page == page)).first()
            away = base.execute(
                select(links.c.seat).where(links.c.page == page, links.c.seat >= 0, links.c.revoked == 0).distinct()
            ).scalars()
            known = Ticket(page, away=tuple(sorted(away)), version=row.version if row is not None else 0)
            if link is not None:
                known = known._replace(role="watch" if link.seat < 0 else "seat", seat=link.seat)
                if link.revoked:
                    return known._replace(page="", missing="revoked")
            if row is None:
                return known._replace(missing="unknown", page="" if link is not None else key)
            return known._replace(missing="deleted") if row.deleted else known

        return self.database.read(work)

    def share(self, page: str, seat: int = -1) -> str:
        """A new address for one seat of a game, or (-1) for a spectator; it replaces the seat's earlier address.
        StoreError when there is no such game, or it has too many addresses."""
        check(page)
        key = new_id()

        def work(base: Connection) -> None:
            live = (links.c.page == page) & (links.c.revoked == 0)
            if not base.execute(select(exists().where(games.c.page == page, games.c.deleted == 0))).scalar():
                raise StoreError("There is no such game.")
            if seat >= 0:
                base.execute(update(links).where(live, links.c.seat == seat).values(revoked=CLOCK.now()))
            if (base.execute(select(func.count()).where(live)).scalar() or 0) >= _MOST_LINKS:
                raise StoreError(f"A game has {_MOST_LINKS} links at most: take one back first.")
            base.execute(insert(links).values(key=key, page=page, seat=seat, made=CLOCK.now()))
            _bump(base, page)

        self.database.write(work)
        return key

    def links(self, page: str) -> list[Link]:
        """The addresses of a game that were shared and are still valid, the oldest first."""
        check(page)
        wanted = (
            select(links.c.key, links.c.seat)
            .where(links.c.page == page, links.c.revoked == 0)
            .order_by(links.c.made, links.c.key)
        )
        return self.database.read(lambda base: [Link(row.key, row.seat) for row in base.execute(wanted)])

    def revoke(self, page: str, key: str) -> None:
        """Revoke an address of a game; whoever uses it is told so."""
        check(page)
        check(key)

        def work(base: Connection) -> None:
            mine = (links.c.page == page) & (links.c.key == key) & (links.c.revoked == 0)
            base.execute(update(links).where(mine).values(revoked=CLOCK.now()))
            _bump(base, page)

        self.database.write(work)

    # ---- lists of games ---------------------------------------------------------------------------------------------

    def shelve(self, shelf: str, key: str) -> None:
        """Add an address to a player's list of games; beyond its limit the oldest are removed."""
        check(shelf)
        check(key)

        def work(base: Connection) -> None:
            row = _upsert(base, shelves).values(shelf=shelf, key=key, added=CLOCK.now())
            base.execute(row.on_conflict_do_nothing())
            kept = select(shelves.c.key).where(shelves.c.shelf == shelf)
            oldest = kept.order_by(shelves.c.added.desc()).offset(_MOST_SHELVED).limit(_MOST_SHELVED)
            base.execute(delete(shelves).where(shelves.c.shelf == shelf, shelves.c.key.in_(oldest)))

        self.database.write(work)

    def shelf(self, shelf: str) -> list[KeptGame]:
        """A player's list of games, the last played first, deleted ones at the end."""
        check(shelf)
        wanted = (
            select(shelves.c.key, *_LISTED, links.c.seat)
            .select_from(shelves)
            .join(links, links.c.key == shelves.c.key, isouter=True)
            .join(games, games.c.page == func.coalesce(links.c.page, shelves.c.key))
            .join(saves, (saves.c.page == games.c.page) & (saves.c.slot == GAME))
            .where(shelves.c.shelf == shelf, func.coalesce(links.c.revoked, 0) == 0)
        )
        return self._list(wanted)

    def every(self) -> list[KeptGame]:
        """All saved games that have been played, for the host."""
        wanted = (
            select(games.c.page, *_LISTED)
            .join(saves, (saves.c.page == games.c.page) & (saves.c.slot == GAME))
            .where(saves.c.changes > 0)
        )
        return self._list(wanted)

    def _list(self, wanted: Any) -> list[KeptGame]:
        last = case((games.c.deleted > 0, 1), else_=0)
        ordered = wanted.order_by(last, saves.c.kept.desc(), games.c.page)
        return self.database.read(lambda base: [KeptGame(*row) for row in base.execute(ordered)])

    def rename(self, page: str, name: str) -> None:
        """Give a game a name; "" takes it away. StoreError when there is no such game."""
        check_text(name)
        self._change(page, name=" ".join(name.split())[:_LONGEST_NAME])

    def delete(self, page: str) -> None:
        """Delete a game; for DELETED_DAYS it can be restored. StoreError when there is no such game."""
        self._change(page, deleted=CLOCK.now())

    def restore(self, page: str) -> None:
        """Bring a deleted game back. StoreError when there is no such game."""
        self._change(page, deleted=0.0)

    def _change(self, page: str, **values: Any) -> None:
        check(page)

        def work(base: Connection) -> bool:
            changed = update(games).where(games.c.page == page).values(version=games.c.version + 1, **values)
            return base.execute(changed.returning(games.c.version)).first() is not None

        if not self.database.write(work):
            raise StoreError("There is no such game.")

    # ---- throwing away ----------------------------------------------------------------------------------------------

    def prune(
        self, days: float = 365.0, most: int = 0, untouched: float | None = None, *, size: int = 0, sure: bool = False
    ) -> dict[str, int]:
        """Throw old pages into the trash, and games that were deleted long ago.

        Args:
            days: pages without a save for so long go; 0 for none.
            most: the number of pages to keep, 0 for all: those never played go first, then the oldest.
            untouched: the number of days for pages that were never played; None for the same as `days`.
            size: the characters to keep, 0 for all.
            sure: many may go at once, and whatever the clock says.

        Returns:
            how many pages went, by cause.

        Raises:
            PruningRefused: too many would go, or the clock is odd; nothing went.
        """
        bounds = trash.Bounds(days, most, size, untouched)
        return self.database.write(lambda base: trash.prune(base, bounds, now=CLOCK.now(), sure=sure))

    def thrown(self) -> list[trash.Thrown]:
        """The games in the trash, the last thrown first."""
        return self.database.read(trash.lying)

    def bring_back(self, pages: list[str] | None = None) -> int:
        """Put games out of the trash where they were, all of them without `pages`; returns how many."""
        return self.database.write(lambda base: trash.bring_back(base, pages))

    def prune_daily(self, days: float, most: int, size: int = MOST_BYTES) -> threading.Thread:
        """Prune every day from an hour on, in the background, as long as this process lives."""
        bounds = trash.default_bounds(days, most, size)
        worker = threading.Thread(
            target=trash.prune_daily, args=(self.database, bounds), name="elric-prune", daemon=True
        )
        worker.start()
        return worker

    def size(self) -> int:
        """Characters of all games that are kept."""
        return self.database.read(trash.size)


def _upsert(base: Connection, table: Any) -> Any:
    """INSERT with ON CONFLICT, which both databases support though it is not standard SQL."""
    return (postgresql.insert if base.dialect.name == "postgresql" else sqlite.insert)(table)


def _bump(base: Connection, page: str, about: str = "") -> None:
    """Increase the version of a game, and update what the list says of it."""
    row = _upsert(base, games).values(page=page, about=about)
    told = {"about": row.excluded.about} if about else {}
    base.execute(
        row.on_conflict_do_update(index_elements=[games.c.page], set_={"version": games.c.version + 1, **told})
    )


def _forget(base: Connection, page: str) -> None:
    given = select(links.c.key).where(links.c.page == page)
    base.execute(delete(shelves).where((shelves.c.key == page) | shelves.c.key.in_(given)))
    for table in (saves, games, links):
        base.execute(delete(table).where(table.c.page == page))
