"""The games of a house at one page: a session for each game that was asked for, and the way from one to another.

A game is read when somebody first asks for it: by the page's address (`?game=`), by its door on the first page, by opening a
game that is kept, or by pasting one. A page that stays with one game reads no other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final
from urllib.parse import parse_qsl, urlencode

from elric import games
from elric.kernel.game import Game
from elric.widgets.definition import TableDef
from elric.widgets.messages import Message
from elric.widgets.panels.first import Other
from elric.widgets.rooms.kept import Keeper
from elric.widgets.rooms.table import Going, TableRoom
from elric.widgets.screen import Screen
from elric.widgets.session import Session

__all__ = ["House"]

_REPLAY: Final = "replay"


class House:
    """One page for all games of the house: takes messages and draws Screens, as a `Session` does.

    Args:
        keeper: where games are kept between visits; one for all of them.
        name: the game that is open where the address names none; "" for the first of the house. A game from outside the
            house stands alone.

    Attributes:
        session: the sitting at the game that is open.

    Raises:
        UnknownGame: no game has that name.
    """

    def __init__(self, keeper: Keeper | None = None, name: str = "") -> None:
        self._keeper = keeper
        kit: TableDef = games.table(name)
        self._first = kit.key
        self._games = tuple(game for game in games.GAMES if games.has(game, "table"))
        if self._first not in self._games or len(self._games) < 2:
            self._games = ()
        self.session = self._seat(Session(keeper=keeper, kit=kit))
        self._open = {self._first: self.session}
        self._hello = Message("hello")
        self._bar: dict[str, str | None] = {}  # changes of the address caused by opening another game
        self._turned = False  # whether it is a history entry of its own

    def _seat(self, session: Session) -> Session:
        key = session.table.kit.key
        session.table.house = [Other(game, *games.door(game), here=game == key) for game in self._games]
        return session

    @property
    def kit(self) -> TableDef:
        """The page of the game that is open."""
        return self.session.table.kit

    @property
    def table(self) -> TableRoom:
        """The table of the game that is open."""
        return self.session.table

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.session.game

    # ---- messages ---------------------------------------------------------------------------------------------------

    def take(self, m: Message) -> None:
        """Do what a message asks, at the table of the game that it asks for."""
        if m.kind == "hello":
            self._hello = m
        asked = self._asked(m)
        if asked and asked != self.kit.key:
            self._go_over(asked, m)
        elif not (m.kind == "do" and m.name == "game"):
            self.session.take(m)
        going, self.table.going = self.table.going, None
        if going is not None:
            self._follow_to(going, m)

    def _asked(self, m: Message) -> str:
        """The game of the house that a message names; "" where it names none. What a browser says names no other."""
        if m.kind == "do" and m.name == "address":
            name = dict(parse_qsl(m.value.lstrip("?"))).get("game", self._first)
        else:
            name = m.query.get("game", "") if m.kind == "hello" else m.value if m.name == "game" else ""
        return name if name in self._games else ""

    def _go_over(self, game: str, m: Message) -> None:
        """Open another game: at the place that the address names, or at its first page, by its door."""
        by_door = m.kind == "do" and m.name == "game"
        before, known = self._change(game)
        if m.kind == "hello":
            self.session.take(m)
            return
        search = "" if by_door else m.value
        if not known:
            self.session.take(self._greeting(search))
        elif by_door:
            self.session.take(Message("do", name="home"))
        else:
            self.session.take(m)
        if by_door:
            self._name_it(before, turned=True)

    def _follow_to(self, going: Going, m: Message) -> None:
        """Open a game that is kept or was pasted, which is of another game than the one on the table."""
        before, known = self._change(going.game)
        if going.text:
            if not known:
                self.session.take(self._greeting(""))
            self.session.take(Message("do", name="load", fields={"text": going.text}))
        elif known:
            self.session.room = self.table
            self.table.open_game(going.key)
        else:
            self.session.take(self._greeting(urlencode({"g": going.key})))
        if m.kind == "do" and m.name == _REPLAY:
            self.session.take(m)
        self._name_it(before, turned=m.kind != "hello")

    def _greeting(self, search: str) -> Message:
        """What the browser said when it came, for a session that was not there then."""
        return replace(self._hello, search=search)

    def _change(self, game: str) -> tuple[Session, bool]:
        """Put the session of a game in the place of the one that is open; returns that, and whether the new one was there."""
        before, known = self.session, game in self._open
        before.room = before.table
        if not known:
            self._open[game] = self._seat(Session(keeper=self._keeper, kit=games.table(game)))
        self.session = self._open[game]
        return before, known

    def _name_it(self, before: Session, *, turned: bool) -> None:
        """The address names the game that is open, its kept game, and no place of the one before."""
        key = self.kit.key
        self._bar = dict.fromkeys(before.left_behind())
        self._bar |= {"game": None if key == self._first else key}
        if page := self.table.keeping.key:
            self._bar["g"] = page
        self._turned = turned
        if turned:
            self.session.come_back()

    # ---- showing ----------------------------------------------------------------------------------------------------

    def draw(self) -> Screen:
        """What the page shows now."""
        screen = self.session.draw()
        if screen.remember:
            stored = {**self._hello.stored, **screen.remember}
            self._hello = replace(self._hello, stored={key: text for key, text in stored.items() if text})
        if self._bar:
            screen.query = {**self._bar, **screen.query}
            screen.push = screen.push or self._turned
            self._bar, self._turned = {}, False
        return screen

    def follow(self) -> bool:
        """Go along with what happened elsewhere to the game that is open; True when the page shows something else now."""
        return self.session.follow()

    @property
    def patience(self) -> float:
        """Seconds from one `follow` to the next."""
        return self.session.patience
