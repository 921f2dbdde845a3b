"""How the game at the table is kept: its address, what that opens, and what is in the way. No widgets in here.

A game goes only where the text stands that it was made from, and nothing counts as done before it is kept. What happens to
the game elsewhere (another tab, another device, another server) is noticed by its version.
"""

from __future__ import annotations

import re
import time
from contextlib import suppress
from typing import Final, Literal

from elric.kernel.record import BehindError, KeepError, body, is_sealed
from elric.widgets.rooms.kept import GAME, SAID, SEATS, UNREAD, WHEEL, Keeper, KeptGame, Link, Ticket, new_id

__all__ = ["EARLIER", "SHELF", "Keeper", "Keeping"]

SHELF: Final = "shelf"
"""Under this name the browser remembers which list of games is its own."""
EARLIER: Final = "games"
"""Under this name browsers remembered the addresses of earlier games before there were lists."""
_MOST_EARLIER: Final = 12
_SAYS_SO: Final = 1.5  # seconds between two signs of life of the page that acts for the computer
_SILENT: Final = 4.0  # seconds without a sign of life after which another page takes over
_AGAIN: Final = 3.0  # seconds from one attempt to the next, while nobody does anything
_ID: Final = re.compile(r"[0-9A-Za-z-]{8,40}")
_SHELF: Final = re.compile(r"[0-9a-f]{32}")

_NO_GAME: Final = (
    "There is no game at this address: perhaps a letter is missing, or it was thrown away after a long rest. "
    "A new one is set, at an address of its own."
)
_TAKEN_BACK: Final = (
    "This link opens no game any more: whoever gave it to you has taken it back, or made a new one. Ask for that. "
    "Meanwhile a game of your own is set."
)
_DELETED: Final = "The game at this address has been deleted. For a month it can be brought back under “Your games”."
_DELETED_BY_OWNER: Final = "The game of this link has been deleted by whoever gave it to you."


class Keeping:
    """The game's side of a keeper.

    Attributes:
        key: what stands in the page's address.  ticket: what that opens.
        text: the game as it stands at its address, as far as this page knows; "" for none.
        behind: why nothing can be done at this table now: "unread", the game is there and cannot be read; "waiting", an
            act waits until it can be kept; "gone", the game was deleted or the link taken back; "" for nothing.
        moved: somebody else was quicker: what was to be kept was made from a text that stands there no more.
        trouble: why games cannot be kept or read now; "" when they can.
        unread: a text that was kept here and is no game.
        notice: what there is to say of the address that was opened.
    """

    def __init__(self, keeper: Keeper | None) -> None:
        self._keeper = keeper
        self.key = ""
        self.ticket = Ticket("")
        self.text: str | None = ""
        self.fresh = True
        self.behind: Literal["", "unread", "waiting", "gone"] = ""
        self.moved = False
        self.trouble = ""
        self.unread = ""
        self.notice = ""
        self._shelf = ""
        self._shelved: set[str] = set()
        self._earlier: list[str] = []
        self._sent: set[str] = set()  # saves sent to the store without an answer yet
        self._last_try = 0.0
        self._name = new_id()  # this page, among all that show the game
        self._seats = ""
        self._steers = False
        self._wheel, self._wheel_at, self._beat = "", 0.0, 0
        self._news: set[str] = set()  # what the browser is still to be told

    # ---- who sits here ----------------------------------------------------------------------------------------------

    @property
    def keeper(self) -> Keeper | None:
        """Whoever keeps the games; None where none are kept."""
        return self._keeper

    @property
    def page(self) -> str:
        """The game's own id; "" while it has none."""
        return self.ticket.page

    @property
    def owner(self) -> bool:
        """Whether this is the address of the game's owner, who may share and delete it."""
        return self.ticket.role == "owner"

    def plays(self, seat: int | None) -> bool:
        """Whether a seat is played from this page."""
        if seat is None:
            return False
        return seat not in self.ticket.away if self.owner else self.ticket.seat == seat

    @property
    def whole(self) -> bool:
        """Whether whoever sits here may have the text of the game, which tells everybody's secrets."""
        return self.owner and not self.ticket.away

    # ---- opening ----------------------------------------------------------------------------------------------------

    def opens(self, key: str) -> bool:
        """Whether this is an address that has not been opened."""
        return self._keeper is not None and (not self.key or key not in ("", self.key))

    def open(self, key: str) -> str:
        """Take an address; returns the text kept there, "" for none: then a game is to be set, if nothing is in the way."""
        assert self._keeper is not None
        self.behind, self.notice, self.trouble, self.text = "", "", "", ""
        self._steers = False
        if not key:
            self.settle()
            return ""
        self.key, self.ticket = key, Ticket(key)
        try:
            ticket = self._keeper.find(key)
            text = self._keeper.get(ticket.page, GAME) if ticket.page and not ticket.missing else None
            self.unread = self._keeper.get(key, UNREAD) or "" if text and ticket.role == "owner" else ""
        except ValueError:  # an address that somebody made up
            self.settle()
            self.notice = _NO_GAME
            return ""
        except KeepError as e:
            self.behind, self.trouble = "unread", str(e)
            self.text = None
            return ""
        if text:
            self.ticket = ticket
            return text
        if ticket.missing == "deleted" and ticket.role == "owner":
            self.notice = _DELETED
            self._shelve(key)
        else:
            self.notice = {"revoked": _TAKEN_BACK, "deleted": _DELETED_BY_OWNER}.get(ticket.missing, _NO_GAME)
        self.settle()
        return ""

    def stands(self, text: str, *, fresh: bool) -> None:
        """The text kept here was read, and its game is on the table."""
        self.text, self.fresh = text, fresh
        self._sent.clear()
        if not fresh:
            self._shelve(self.key)

    def set_aside(self, text: str) -> None:
        """Keep a text that is no game, before another takes its place; if that fails it stays where it is, and the game
        goes elsewhere."""
        assert self._keeper is not None
        self.unread = text
        if not self.owner:
            self.settle()
            return
        try:
            self._keeper.put(self.page, UNREAD, text, "")
        except KeepError:
            self.settle()
        else:
            self.text = text

    def settle(self) -> None:
        """Give what comes next an address of its own."""
        if self._keeper is None:
            return
        self.key = new_id()
        self.ticket = Ticket(self.key)
        self.text, self.fresh, self.behind, self.moved = "", True, "", False
        self._seats, self._steers = "", False
        self._sent.clear()
        self._news.add("g")

    # ---- keeping ----------------------------------------------------------------------------------------------------

    def keep(self, text: str, *, fresh: bool = False, about: str = "") -> bool:
        """Keep the game as it is to stand now; False when that cannot be done, and then it does not count as done."""
        if self._keeper is None or not self.page:
            return True
        self.moved, self._last_try = False, time.monotonic()
        try:
            self._put(text, fresh, about)
        except BehindError:
            self.moved, self.trouble = True, ""
            return False
        except KeepError as e:
            self._sent.add(text)
            self.trouble = str(e)
            return False
        self.stands(text, fresh=fresh)
        self.trouble = ""
        return True

    def _put(self, text: str, fresh: bool, about: str) -> None:
        assert self._keeper is not None
        try:
            self._keeper.put(self.page, GAME, text, self.text or "", fresh=fresh, about=about)
        except BehindError:
            # a save that seemed lost may have arrived: then the newer record is our own
            found = self._keeper.get(self.page, GAME) or ""
            if found not in self._sent:
                raise
            self._keeper.put(self.page, GAME, text, found, fresh=fresh, about=about)

    def due(self) -> bool:
        """Whether it is time to try again what could not be done."""
        return bool(self.trouble) and time.monotonic() - self._last_try > _AGAIN

    def look(self) -> str:
        """See what has happened to the game elsewhere; returns its text when that is another now."""
        if self._keeper is None or not self.key or self.behind == "unread":
            return ""
        try:
            ticket = self._keeper.find(self.key)
            if ticket == self.ticket:
                return ""
            if ticket.missing == "unknown":
                return self._put_back()
            text = self._later(ticket.page) if not ticket.missing else None
        except KeepError:
            return ""  # the next act on this page reports it
        self.ticket = ticket if ticket.page else self.ticket._replace(missing=ticket.missing)
        if ticket.missing:
            self.behind = "gone"
        elif self.behind == "gone":
            self.behind = ""
        return text if text and text != self.text else ""

    def _later(self, page: str) -> str | None:
        """The game as it stands now: only what is new is fetched, where nothing of what is known was taken back."""
        assert self._keeper is not None
        known = body(self.text or "")
        more = self._keeper.tail(page, GAME, len(known)) if known else None
        return known + more if more and is_sealed(known + more) else self._keeper.get(page, GAME)

    def _put_back(self) -> str:
        """The store was emptied: what this page knows of is kept again."""
        assert self._keeper is not None
        if self.owner and self.text:
            self.seat_computers(self._seats)
            self._keeper.put(self.page, GAME, self.text, "", fresh=self.fresh)
            self.ticket = self._keeper.find(self.key)
        return ""

    # ---- lists and links --------------------------------------------------------------------------------------------

    def recall(self, shelf: str, earlier: str) -> None:
        """What the browser remembers: which list of games is its own, and games from before there were lists. What makes
        no sense is left out."""
        if self._keeper is None or self._shelf:
            return
        self._shelf = shelf if _SHELF.fullmatch(shelf) else new_id()
        if self._shelf != shelf:
            self._news.add(SHELF)
        found = [line.partition(" ")[0] for line in earlier.split("\n")[:_MOST_EARLIER]]
        self._earlier = [page for page in found if _ID.fullmatch(page)]

    def games(self) -> list[KeptGame]:
        """The games of this browser. KeepError when they cannot be read."""
        if self._keeper is None or not self._shelf:
            return []
        for page in self._earlier:
            if self._keeper.find(page).missing == "":
                self._keeper.shelve(self._shelf, page)
        if self._earlier:
            self._earlier = []
            self._news.add(EARLIER)
        return self._keeper.shelf(self._shelf)

    def links(self) -> list[Link]:
        """The addresses that were given away. KeepError when they cannot be read."""
        return self._keeper.links(self.page) if self._keeper is not None and self.owner and self.page else []

    @property
    def alone(self) -> str:
        """Why nobody else can be given an address here; "" where somebody can."""
        return self._keeper.alone if self._keeper is not None else ""

    def share(self, seat: int) -> None:
        """Make an address for a seat, or (-1) for somebody who watches. KeepError."""
        if self._keeper is not None and self.owner and self.page and not self.behind:
            self._keeper.share(self.page, seat)
            self._shelve(self.key)
            self.ticket = self._keeper.find(self.key)

    def revoke(self, key: str) -> None:
        """Take an address back. KeepError."""
        if self._keeper is not None and self.owner and self.page and any(link.key == key for link in self.links()):
            self._keeper.revoke(self.page, key)
            self.ticket = self._keeper.find(self.key)

    def shelve(self) -> None:
        """Put the game on the list of this browser, though nobody has played yet."""
        self._shelve(self.key)

    def _shelve(self, key: str) -> None:
        if self._keeper is None or not self._shelf or key in self._shelved:
            return
        try:
            self._keeper.shelve(self._shelf, key)
        except KeepError:
            return  # kept with the next act
        self._shelved.add(key)

    # ---- the computer's seats ---------------------------------------------------------------------------------------

    def seat_computers(self, seats: str) -> None:
        """Keep which seats of the game a computer plays, with the game: they are the computer's wherever it is opened.
        KeepError."""
        self._seats = seats
        if self._keeper is not None and self.page and seats:
            self._keeper.put(self.page, SEATS, seats, fresh=True)

    def computers(self) -> str:
        """What was kept of the computer's seats; "" for nothing, or where it cannot be read."""
        if self._keeper is None or not self.page:
            return ""
        try:
            self._seats = self._keeper.get(self.page, SEATS) or ""
        except KeepError:
            return ""
        return self._seats

    def say(self, text: str) -> None:
        """Keep the reasons that computers gave, for the other pages that show the game. Nothing is lost where it fails."""
        if self._keeper is not None and self.page:
            with suppress(KeepError):
                self._keeper.put(self.page, SAID, text, fresh=True)

    def kept_reasons(self) -> str:
        """The reasons that were kept; "" for none, or where they cannot be read."""
        if self._keeper is not None and self.page:
            with suppress(KeepError):
                return self._keeper.get(self.page, SAID) or ""
        return ""

    def steers(self, *, at_once: bool = False) -> bool:
        """Whether this page is the one that acts for the computer: one of all that show the game, so that they do not play
        at cross purposes. It says so again and again; when it falls silent another takes its place, `at_once` in any case.
        Two that act all the same lose nothing: only one of both acts is kept."""
        if self._keeper is None or not self.page:
            return True
        now = time.monotonic()
        if self._steers and not at_once and now - self._wheel_at < _SAYS_SO:
            return True
        try:
            text = self._keeper.get(self.page, WHEEL) or ""
            if not text.startswith(self._name) and not at_once and text:
                if text != self._wheel:
                    self._wheel, self._wheel_at = text, now
                if now - self._wheel_at < _SILENT:
                    self._steers = False
                    return False
            self._beat += 1
            self._keeper.put(self.page, WHEEL, f"{self._name} {self._beat}", None if at_once else text)
        except BehindError:
            self._steers = False
        except KeepError:
            self._steers = True  # an act that cannot be stored is not carried out; the person at this page is told
        else:
            self._steers = True
        self._wheel_at = now
        return self._steers

    def tell_address(self) -> None:
        """The browser is to write the game's address into its bar."""
        self._news.add("g")

    def news(self) -> tuple[dict[str, str | None], dict[str, str]]:
        """What to change in the address and what the browser should keep, once."""
        news, self._news = self._news, set()
        query: dict[str, str | None] = {"g": self.key} if "g" in news else {}
        kept = {SHELF: self._shelf} if SHELF in news else {}
        if EARLIER in news:
            kept[EARLIER] = ""
        return query, kept
