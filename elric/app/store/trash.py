"""Throwing old games away: into a trash from which they can be brought back, and never by surprise.

A machine's clock may be wrong, and a wrong clock makes every game old. So what is thrown away is a small share of what is
played, in a round that finds the clock as it should be; it is noted in the host's log; and it lies in the trash for a month.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, delete, exists, func, insert, select, update

from elric.app.clock import CLOCK
from elric.app.journal import note
from elric.app.store.database import Database
from elric.app.store.tables import games, links, saves, shelves, trash
from elric.app.store.words import DELETED_DAYS, MOST_BYTES, UNTOUCHED_DAYS, StoreError

__all__ = ["Bounds", "PruningRefused", "Thrown", "bring_back", "lying", "prune", "prune_daily"]

DAY: Final = 86_400.0
FIRST_SECONDS: Final = 3600.0
"""Nothing is thrown away in a server's first hour: what it began with was perhaps a wrong clock."""
TRASH_DAYS: Final = 30.0
ROUNDS: Final = 20
"""So many rounds a game lies in the trash at least, whatever the clock says; there is one a day."""
SHARE: Final = 10
"""At most one of so many games that were played goes in one round; or one, where there are few."""
_BACK_SECONDS: Final = 3600.0
"""A game that was kept so long after now was kept under another clock."""
_JUMP_SECONDS: Final = 3600.0
_GAP: Final = 60 * DAY
"""Where nobody has kept anything for so long either the house was closed or the clock is wrong."""


class PruningRefused(StoreError):
    """Games are old by the clock, and nothing was thrown away; the message says why, to the host."""


class Bounds(NamedTuple):
    """What may stay: `days` without an act (0: any number), `games` and `bytes` of them (0: any number), and `untouched` days
    for a game that nobody has played (None: as for the others)."""

    days: float = 365.0
    games: int = 0
    bytes: int = 0
    untouched: float | None = UNTOUCHED_DAYS


class Thrown(NamedTuple):
    """A game in the trash: its id, when it was thrown there, why, and what it is called."""

    page: str
    when: float
    why: str
    name: str


class _Page(NamedTuple):
    page: str
    kept: float
    played: bool
    bytes: int


def prune(base: Connection, bounds: Bounds, *, now: float, sure: bool = False) -> dict[str, int]:
    """Throw old games into the trash, and what has lain there long away. Returns how many pages went, by cause.

    Args:
        sure: a person has asked for it, and has seen how many.

    Raises:
        PruningRefused: the clock is odd, or too many would go.
    """
    size = func.sum(func.length(saves.c.text))
    rows = base.execute(
        select(saves.c.page, func.max(saves.c.kept), func.sum(saves.c.changes), size).group_by(saves.c.page)
    ).all()
    pages = sorted(
        (_Page(page, kept, bool(n), int(length)) for page, kept, n, length in rows), key=lambda p: (p.played, p.kept)
    )
    newest = max((p.kept for p in pages), default=now)
    if not sure and newest > now + _BACK_SECONDS:
        raise PruningRefused("some games were kept later than it is now by the clock of this machine")
    goes = _chosen(base, pages, bounds, now)
    played = [p for p in pages if p.played]
    many = [p for p in played if p.page in goes and goes[p.page] != "deleted"]
    if not sure and many and now - newest > _GAP:
        raise PruningRefused(
            f"nothing was kept for {(now - newest) / DAY:.0f} days: either nobody came, or the clock is wrong"
        )
    if not sure and len(many) > max(1, len(played) // SHARE):
        raise PruningRefused(f"{len(many)} of {len(played)} games would go at once")
    for page in goes:
        _throw(base, page, goes[page], now)
    gone = _empty(base, now) if not sure else 0
    for table in (games, links):
        base.execute(delete(table).where(~exists().where(saves.c.page == table.c.page)))
    opens = exists().where(games.c.page == shelves.c.key) | exists().where(links.c.key == shelves.c.key)
    base.execute(delete(shelves).where(~opens))
    told = {why: sum(1 for other in goes.values() if other == why) for why in dict.fromkeys(goes.values())}
    return told | ({"gone for good": gone} if gone else {})


def _chosen(base: Connection, pages: list[_Page], bounds: Bounds, now: float) -> dict[str, str]:
    """The pages that go, and why. `pages`: in the order in which they go when there are too many."""
    untouched = bounds.days if bounds.untouched is None else bounds.untouched
    ends = [now - (days * DAY if days else float("inf")) for days in (bounds.days, untouched)]
    goes = {p.page: "old" for p in pages if p.kept < (ends[0] if p.played else max(ends))}
    long_ago = games.c.deleted.between(1e-9, now - DELETED_DAYS * DAY)
    goes |= dict.fromkeys(base.execute(select(games.c.page).where(long_ago)).scalars(), "deleted")
    stay = [p for p in pages if p.page not in goes]
    number, size = len(stay), sum(p.bytes for p in stay)
    for p in stay:
        if not (bounds.games and number > bounds.games) and not (bounds.bytes and size > bounds.bytes):
            break
        goes[p.page] = "too many" if bounds.games and number > bounds.games else "too much"
        number, size = number - 1, size - p.bytes
    return goes


def _throw(base: Connection, page: str, why: str, now: float) -> None:
    """Move all that belongs to a game into the trash."""
    keys = [page, *base.execute(select(links.c.key).where(links.c.page == page)).scalars()]
    held = {
        table.name: [dict(row._mapping) for row in base.execute(select(table).where(where))]
        for table, where in _parts(page, keys)
    }
    for table, where in _parts(page, keys):
        base.execute(delete(table).where(where))
    base.execute(delete(trash).where(trash.c.page == page))
    base.execute(insert(trash).values(page=page, thrown=now, why=why, rounds=0, held=json.dumps(held)))


def _parts(page: str, keys: Iterable[str]) -> list[tuple[Table, Any]]:
    own: list[tuple[Table, Any]] = [(table, table.c.page == page) for table in (saves, games, links)]
    return [*own, (shelves, shelves.c.key.in_(list(keys)))]


def _empty(base: Connection, now: float) -> int:
    """Count a round for each game in the trash, and delete those that have lain there for long, by clock and by rounds."""
    base.execute(update(trash).values(rounds=trash.c.rounds + 1))
    long = (trash.c.thrown < now - TRASH_DAYS * DAY) & (trash.c.rounds > ROUNDS)
    return len(base.execute(delete(trash).where(long).returning(trash.c.page)).all())


def lying(base: Connection) -> list[Thrown]:
    """The games in the trash, the last thrown first."""
    found = []
    for row in base.execute(select(trash).order_by(trash.c.thrown.desc(), trash.c.page)):
        held = json.loads(row.held)
        told = held["games"][0] if held["games"] else {}
        found.append(Thrown(row.page, row.thrown, row.why, told.get("name") or told.get("about", "").split("\t")[0]))
    return found


def bring_back(base: Connection, pages: Iterable[str] | None = None) -> int:
    """Put games out of the trash where they were; all of them without `pages`. A game that was deleted by its owner can be
    brought back by him again. Returns how many.

    A page that stands again meanwhile stays as it is, and its trash too."""
    wanted = select(trash) if pages is None else select(trash).where(trash.c.page.in_(list(pages)))
    back = 0
    for row in base.execute(wanted).all():
        if base.execute(select(exists().where(saves.c.page == row.page))).scalar():
            continue
        held = json.loads(row.held)
        for table in (saves, games, links, shelves):
            rows = held[table.name]
            if table is saves:
                # it is not to be thrown away again with the next round
                rows = [one | {"kept": max(one["kept"], CLOCK.now())} for one in rows]
            if table is games:
                rows = [
                    one | {"version": one["version"] + 1, "deleted": one["deleted"] and CLOCK.now()} for one in rows
                ]
            if rows:
                base.execute(insert(table), rows)
        base.execute(delete(trash).where(trash.c.page == row.page))
        back += 1
    return back


def size(base: Connection) -> int:
    """Characters of all games that are kept."""
    return int(base.execute(select(func.coalesce(func.sum(func.length(saves.c.text)), 0))).scalar() or 0)


def prune_daily(database: Database, bounds: Bounds) -> None:
    """Prune every day as long as this process lives, not in its first hour; for a thread of its own."""
    CLOCK.wait(FIRST_SECONDS)
    while True:
        now, steady = CLOCK.now(), CLOCK.steady()
        try:
            told = database.write(lambda base, now=now: prune(base, bounds, now=now))  # type: ignore[misc]
        except PruningRefused as refused:
            note("pruning", level=logging.WARNING, refused=str(refused), by_hand="elric games prune")
        except StoreError:
            pass  # the failure is logged; it is tried again tomorrow
        else:
            if told:
                words = ", ".join(f"{number} {why}" for why, number in told.items())
                note("pruning", level=logging.WARNING, thrown=words, back="elric games bring-back")
        CLOCK.wait(DAY)
        # a clock that was set while we waited is asked again a day later, when it has proved to be steady
        while abs((CLOCK.now() - now) - (CLOCK.steady() - steady)) > _JUMP_SECONDS:
            note("pruning", level=logging.WARNING, refused="the clock of this machine was set")
            now, steady = CLOCK.now(), CLOCK.steady()
            CLOCK.wait(DAY)


def default_bounds(days: float, games_: int, bytes_: int = MOST_BYTES) -> Bounds:
    """The bounds of a server."""
    return Bounds(days, games_, bytes_, UNTOUCHED_DAYS if days else None)
