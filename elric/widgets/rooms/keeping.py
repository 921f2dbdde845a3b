"""How the game at the table is kept: its address, what stands there, and what is in the way. No widgets in here.

A save goes only where the text stands that it was made from. Whatever else is found there stays, and the page asks; what
cannot be kept now waits and is tried again.
"""

from __future__ import annotations

import re
import secrets
import time
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, Protocol

from elric.kernel.record import BehindError, KeepError

__all__ = ["EARLIER", "Earlier", "Keeper", "Keeping"]

EARLIER: Final = "games"
"""Under this name the browser remembers the addresses of earlier games."""
_MOST_EARLIER: Final = 12
_AGAIN: Final = 5.0  # seconds from one attempt to the next, while nobody does anything
_PAGE: Final = re.compile(r"[0-9A-Za-z-]{8,40}")
_GAME: Final = "game"
_UNREAD: Final = "unread"


class Keeper(Protocol):
    """Where saves go: see elric.app.store. Each raises ValueError on an id that is none, KeepError when it cannot."""

    def put(self, page: str, slot: str, text: str, over: str | None = None, *, fresh: bool = False) -> None: ...

    def get(self, page: str, slot: str) -> str | None: ...


class Earlier(NamedTuple):
    """A game that was left at this page: its address's id, and what it was."""

    page: str
    title: str


@dataclass(slots=True)
class _Place:
    """An address, and what belongs there.

    Attributes:
        stands: the text that is known to stand there, "" for none; None where that is not known.
        text: the text that should stand there.
        fresh: nobody has played this game yet.
        sent: texts of which it is not known whether they arrived.
    """

    page: str = ""
    stands: str | None = None
    text: str = ""
    fresh: bool = False
    sent: set[str] = field(default_factory=set)

    @property
    def kept(self) -> bool:
        return not self.text or self.text == self.stands


class Keeping:
    """The game's side of a keeper.

    Attributes:
        behind: "moved": the game has gone on elsewhere; "found": the address had a game that could not be read in time.
        trouble: why the game cannot be kept now; "" when it is.
        unread: a text that was kept here and is no game.
        earlier: games that were left, the last first.
    """

    def __init__(self, keeper: Keeper | None) -> None:
        self._keeper = keeper
        self._place = _Place()
        self._waiting: list[_Place] = []  # games that were left before they could be kept
        self._last_try = 0.0
        self._news: set[str] = set()  # what the browser is still to be told
        self.behind: Literal["", "moved", "found"] = ""
        self.trouble = ""
        self.unread = ""
        self.earlier: list[Earlier] = []

    @property
    def page(self) -> str:
        """The id in the game's address; "" while it has none."""
        return self._place.page

    @property
    def fresh(self) -> bool:
        """Whether nobody has played the game at this address yet, as far as this page knows."""
        return self._place.fresh

    # ---- opening ----------------------------------------------------------------------------------------------------

    def opens(self, page: str) -> bool:
        """Whether this is an address that has not been opened."""
        return self._keeper is not None and page not in ("", self.page)

    def open(self, page: str) -> str:
        """Take an address; returns the text kept there, "" for none. What is there is not written over before `stands`
        says that it was read."""
        assert self._keeper is not None
        self._leave("")
        self._place = _Place(page)
        self.behind = ""
        try:
            text = self._keeper.get(page, _GAME) or ""
            self.unread = self._keeper.get(page, _UNREAD) or ""
        except ValueError:  # an address that somebody made up: the game gets a proper one
            self._settle()
            return ""
        except KeepError as e:
            self.trouble = str(e)
            return ""
        if not text:
            self._place.stands = ""
        return text

    def stands(self, text: str, *, fresh: bool) -> None:
        """The text kept here was read, and its game is on the table."""
        self._place.stands = self._place.text = text
        self._place.fresh = fresh
        self._place.sent.clear()
        self.behind = ""

    def set_aside(self, text: str) -> None:
        """Keep a text that is no game, before another takes its place; if that fails it stays where it is, and the game
        goes elsewhere."""
        assert self._keeper is not None
        self.unread = text
        try:
            self._keeper.put(self.page, _UNREAD, text, "")
        except KeepError:
            self._settle()
        else:
            self._place.stands = text

    def read(self) -> str:
        """What stands at the address now. Raises KeepError."""
        assert self._keeper is not None
        return self._keeper.get(self.page, _GAME) or ""

    # ---- keeping ----------------------------------------------------------------------------------------------------

    def keep(self, text: str, *, fresh: bool = False) -> None:
        """Keep the game as it stands now, as soon as that can be done."""
        if self._keeper is None or not self.page:
            return
        self._place.text, self._place.fresh = text, fresh
        self.retry(at_once=True)

    def retry(self, *, at_once: bool = False) -> None:
        """Try again what could not be kept."""
        todo = [place for place in (*self._waiting, self._place) if not place.kept]
        if not todo:
            self.trouble = ""
        if self.behind or not todo or not (at_once or time.monotonic() - self._last_try > _AGAIN):
            return
        self.trouble = ""
        for place in todo:
            try:
                self._write(place)
            except BehindError:
                if place is self._place:
                    self.behind = "moved" if place.stands is not None else "found"
                else:
                    self._own_address(place)
            except KeepError as e:
                self.trouble = str(e)
                break
        self._waiting = [place for place in self._waiting if not place.kept]
        self._last_try = time.monotonic()

    def look(self) -> None:
        """See whether the game has gone on elsewhere, before anything is done here."""
        if self._keeper is None or not self.page or self.behind:
            return
        if not self._place.kept:
            self.retry(at_once=True)
            return
        try:
            found = self._keeper.get(self.page, _GAME)
        except KeepError:
            return  # `keep` will tell
        if found and found != self._place.stands:
            self.behind = "moved"

    def _write(self, place: _Place) -> None:
        assert self._keeper is not None
        if place.stands is None:
            if self._keeper.get(place.page, _GAME):
                raise BehindError("There is a game that was never read.")
            place.stands = ""
        try:
            self._put(place, place.stands)
        except BehindError:
            # what counted as lost may have arrived: then we are behind nobody but ourselves
            found = self._keeper.get(place.page, _GAME) or ""
            if found not in place.sent:
                raise
            self._put(place, found)
        place.stands = place.text
        place.sent.clear()

    def _put(self, place: _Place, over: str) -> None:
        assert self._keeper is not None
        try:
            self._keeper.put(place.page, _GAME, place.text, over, fresh=place.fresh)
        except BehindError:
            raise
        except KeepError:
            place.sent.add(place.text)
            raise

    # ---- addresses --------------------------------------------------------------------------------------------------

    def move(self, title: str) -> None:
        """Give what comes next an address of its own; `title` tells of the game that stays at the old one."""
        if self._keeper is not None and self.page:
            self._leave(title)
            self._settle()

    def split(self) -> None:
        """Give the game on the table an address of its own; what it is behind of stays where it is."""
        if self.page:
            self._own_address(self._place)
            self._place.fresh = False
            self.behind = ""
            self._news.add("g")
            self.retry(at_once=True)

    def leave_branch(self, title: str) -> None:
        """Keep what was played here, if anything was, before the page goes over to what stands at its address."""
        place = self._place
        self._place = _Place(place.page)
        if not place.kept and not place.fresh:
            self._own_address(place)
            self._waiting.append(place)
            self._remember(place.page, title)

    def _settle(self) -> None:
        self._place = _Place(_new_id(), "", self._place.text, self._place.fresh)
        self.behind = ""
        self._news.add("g")

    def _leave(self, title: str) -> None:
        """Get up from a game that may still have to be kept."""
        place = self._place
        if not place.page:
            return
        if not place.kept and not place.fresh:
            if self.behind:
                self._own_address(place)
            self._waiting.append(place)
        if title and not place.fresh:
            self._remember(place.page, title)

    @staticmethod
    def _own_address(place: _Place) -> None:
        place.page, place.stands = _new_id(), ""
        place.sent.clear()

    # ---- what the browser keeps -------------------------------------------------------------------------------------

    def recall(self, text: str) -> None:
        """What the browser remembers of earlier games; lines that make no sense are left out."""
        found = [Earlier(*line.partition(" ")[::2]) for line in text.split("\n")[:_MOST_EARLIER]]
        self.earlier = [
            game for game in found if _PAGE.fullmatch(game.page) and game.title.isprintable() and len(game.title) < 100
        ]

    def _remember(self, page: str, title: str) -> None:
        others = [game for game in self.earlier if game.page != page]
        self.earlier = [Earlier(page, " ".join(title.split())[:90]), *others][:_MOST_EARLIER]
        self._news.add(EARLIER)

    def news(self) -> tuple[dict[str, str | None], dict[str, str]]:
        """What to change in the address and what the browser should keep, once."""
        news, self._news = self._news, set()
        query: dict[str, str | None] = {"g": self.page} if "g" in news else {}
        kept = "\n".join(f"{game.page} {game.title}" for game in self.earlier)
        return query, {EARLIER: kept} if EARLIER in news else {}


def _new_id() -> str:
    return secrets.token_hex(12)
