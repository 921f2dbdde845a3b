"""Where games are kept when there is no server: rows in memory, each change of which the browser writes down.

The browser's database can only be asked asynchronously, and a keeper answers at once. So all rows are read when the page
opens; a change is made here first and handed out by `changes`, and the browser writes it before it shows what came of it.
"""

from __future__ import annotations

import time
from typing import Any, Final, NamedTuple

from elric.kernel.record import BehindError, KeepError
from elric.widgets.rooms.kept import GAME, KeptGame, Link, Ticket

__all__ = ["BrowserKeeper", "RowChange"]

_LONGEST_NAME: Final = 80
_LONGEST_TEXT: Final = 4_000_000  # characters
_STORES: Final = ("texts", "games", "shelves")
_ALONE: Final = (
    "This page has no server, so nobody else can be given an address of your game. Save it as a file and send that; to play "
    "from two devices somebody has to run a host."
)

Row = dict[str, Any]


class RowChange(NamedTuple):
    """One row to be written.

    Attributes:
        store: "texts" (key: page/slot), "games" (page) or "shelves" (shelf/page).  key: of the row.
        row: what stands there from now on; its "stamp" tells two writings apart.
        over: the stamp of the row that it takes the place of, "" for none: where another one stands, another tab has written.
    """

    store: str
    key: str
    row: Row
    over: str


class BrowserKeeper:
    """A `Keeper` (see elric.widgets.rooms.kept) of one browser. There are no addresses for others, so a game's address is
    its page.

    Args:
        rows: what the browser has, by store and key.
        name: of this tab, no other's: the stamps begin with it.
    """

    alone: str = _ALONE

    def __init__(self, rows: dict[str, dict[str, Row]], name: str) -> None:
        self._rows = {store: dict(rows.get(store, {})) for store in _STORES}
        self._name = name
        self._count = 0
        self._changed: dict[tuple[str, str], str] = {}  # rows to be written: the stamp that they take the place of

    # ---- what the browser writes ------------------------------------------------------------------------------------

    def changes(self) -> list[RowChange]:
        """The rows that have changed since they were last written; they count as waiting until `written`."""
        return [RowChange(store, key, self._rows[store][key], over) for (store, key), over in self._changed.items()]

    def written(self) -> None:
        """The browser has what `changes` gave."""
        self._changed = {}

    def read_again(self, rows: dict[str, dict[str, Row]]) -> None:
        """Take over what another tab has written. What of ours was not written yet is dropped: theirs stands."""
        for store in _STORES:
            self._rows[store].update(rows.get(store, {}))
        for at in [(store, key) for store, key in self._changed if key in rows.get(store, {})]:
            del self._changed[at]

    def _set(self, store: str, key: str, **row: Any) -> None:
        there = self._rows[store].get(key)
        self._changed.setdefault((store, key), there["stamp"] if there else "")
        self._count += 1
        self._rows[store][key] = {**row, "stamp": f"{self._name} {self._count}"}

    # ---- texts ------------------------------------------------------------------------------------------------------

    def put(
        self, page: str, slot: str, text: str, over: str | None = None, *, fresh: bool = False, about: str = ""
    ) -> None:
        """Keep a text on top of `over` ("" for nothing, None for whatever stands there).

        Raises:
            BehindError: another text stands there; it stays.
            KeepError: the game has been deleted, or the text is too long.
        """
        if len(text) > _LONGEST_TEXT:
            raise KeepError(f"This is too long to keep ({len(text):,} characters; {_LONGEST_TEXT:,} at most).")
        game = self._rows["games"].get(page)
        if game and game["deleted"]:
            raise KeepError("This game has been deleted.")
        there = self._rows["texts"].get(f"{page}/{slot}")
        if there and over is not None and there["text"] not in (over, text):
            raise BehindError("Another text has been kept here meanwhile.")
        changes = there["changes"] + 1 if there else int(not fresh)
        self._set("texts", f"{page}/{slot}", text=text, kept=time.time(), changes=changes)
        if slot == GAME:
            known = game or {"name": "", "about": "", "deleted": 0.0, "version": 0}
            self._set_game(page, known, about=about or known["about"])

    def get(self, page: str, slot: str) -> str | None:
        """The text kept there, None for none."""
        there = self._rows["texts"].get(f"{page}/{slot}")
        return there["text"] if there else None

    def tail(self, page: str, slot: str, start: int) -> str | None:
        """The text kept there from a character on, None for none."""
        text = self.get(page, slot)
        return None if text is None else text[start:]

    # ---- addresses --------------------------------------------------------------------------------------------------

    def find(self, key: str) -> Ticket:
        """What an address opens."""
        game = self._rows["games"].get(key)
        if game is None:
            return Ticket(key, missing="unknown")
        return Ticket(key, version=game["version"], missing="deleted" if game["deleted"] else "")

    def share(self, page: str, seat: int = -1) -> str:
        """Nobody else can be given an address: KeepError says what to do instead."""
        raise KeepError(self.alone)

    def links(self, page: str) -> list[Link]:
        """The addresses that were given away: none."""
        return []

    def revoke(self, page: str, key: str) -> None:
        """Take back an address; there is none."""

    # ---- the list of games ------------------------------------------------------------------------------------------

    def shelve(self, shelf: str, key: str) -> None:
        """Put a game on the list of this browser's games."""
        if f"{shelf}/{key}" not in self._rows["shelves"]:
            self._set("shelves", f"{shelf}/{key}", added=time.time())

    def shelf(self, shelf: str) -> list[KeptGame]:
        """This browser's games, the last played first, deleted ones at the end."""
        listed = []
        for place in self._rows["shelves"]:
            mine, _, page = place.partition("/")
            game, text = self._rows["games"].get(page), self._rows["texts"].get(f"{page}/{GAME}")
            if mine == shelf and game and text:
                listed.append(KeptGame(page, game["name"], game["about"], text["kept"], game["deleted"]))
        return sorted(listed, key=lambda game: (game.deleted > 0, -game.played))

    def rename(self, page: str, name: str) -> None:
        """Give a game a name; "" takes it away. KeepError when there is no such game."""
        self._set_game(page, name=" ".join(name.split())[:_LONGEST_NAME])

    def delete(self, page: str) -> None:
        """Delete a game; it can be restored. KeepError when there is no such game."""
        self._set_game(page, deleted=time.time())

    def restore(self, page: str) -> None:
        """Bring a deleted game back. KeepError when there is no such game."""
        self._set_game(page, deleted=0.0)

    def _set_game(self, page: str, known: Row | None = None, **values: Any) -> None:
        game = known or self._rows["games"].get(page)
        if game is None:
            raise KeepError("There is no such game.")
        row = {**game, **values, "version": game["version"] + 1}
        row.pop("stamp", None)
        self._set("games", page, **row)
