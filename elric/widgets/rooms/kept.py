"""What the page knows of games that are kept, and what it asks of whoever keeps them. No widgets, no database in here."""

from __future__ import annotations

import secrets
from typing import Final, Literal, NamedTuple, Protocol

__all__ = [
    "GAME",
    "SAID",
    "SEATS",
    "UNREAD",
    "WHEEL",
    "About",
    "Keeper",
    "KeptGame",
    "Link",
    "Role",
    "Ticket",
    "new_id",
]

GAME: Final = "game"
"""Under this name the text of a game is kept."""
UNREAD: Final = "unread"
"""Under this name a text stands that was found in a game's place and is none."""
SEATS: Final = "computers"
"""Under this name it stands which seats a computer plays."""
WHEEL: Final = "wheel"
"""Under this name it stands which page has the computer's acts in hand."""
SAID: Final = "said"
"""Under this name stand the reasons that computers gave for their last acts, as far as they are for everybody."""

Role = Literal["owner", "seat", "watch"]


class Ticket(NamedTuple):
    """What an address opens.

    Attributes:
        page: the game's own id, which only its owner's address holds; "" where the address opens nothing.
        role: whose address it is.  seat: the seat that a seat's address plays, -1 otherwise.
        missing: "" for a game that can be opened; "unknown", "deleted" or "revoked" otherwise.
        away: seats that are played from addresses of their own.
        version: grows with everything that happens to the game.
    """

    page: str
    role: Role = "owner"
    seat: int = -1
    missing: Literal["", "unknown", "deleted", "revoked"] = ""
    away: tuple[int, ...] = ()
    version: int = 0


class Link(NamedTuple):
    """An address that was given to somebody else: `seat` is -1 for one that only watches."""

    key: str
    seat: int


class KeptGame(NamedTuple):
    """A line of the list of games.

    Attributes:
        key: the address that opens it.  name: what its owner calls it, "" for nothing.
        about: what it was when it was last kept: see `About`.
        played: when it was last kept, in seconds since 1970.  deleted: when it was deleted, 0 for not.
        seat: the seat that the address plays; -1 where it only watches, None for the owner's own.
    """

    key: str
    name: str
    about: str
    played: float
    deleted: float = 0.0
    seat: int | None = None


class About(NamedTuple):
    """What a list says of a game without opening it: anybody at the table may know it.

    Attributes:
        game: the name of the game that is played.  title: the scenario's.  turn: how far it is, in words.
        whose: who decides, "" for nobody any more.  seat: the number of his colour, "" for none.
    """

    game: str = ""
    title: str = ""
    turn: str = ""
    whose: str = ""
    seat: str = ""

    def text(self) -> str:
        """As it is kept: one line."""
        return "\t".join(" ".join(part.split()) for part in self)

    @classmethod
    def read(cls, text: str) -> About:
        """What `text` wrote; whatever is missing is empty."""
        parts = text.split("\t")
        return cls(*parts[:5]) if all(part.isprintable() for part in parts) else cls()


class Keeper(Protocol):
    """Where games are kept: see elric.app.store. Each raises ValueError on an id that is none, KeepError when it cannot.

    `alone`: why nobody else can be given an address here, and what can be done instead; "" where somebody can.
    """

    alone: str

    def put(
        self, page: str, slot: str, text: str, over: str | None = None, *, fresh: bool = False, about: str = ""
    ) -> None:
        """Keep a text on top of `over`; BehindError where something else stands."""
        ...

    def get(self, page: str, slot: str) -> str | None:
        """The text kept there, None for none."""
        ...

    def tail(self, page: str, slot: str, start: int) -> str | None:
        """The text kept there from a character on, None for none."""
        ...

    def find(self, key: str) -> Ticket:
        """What an address opens."""
        ...

    def share(self, page: str, seat: int = -1) -> str:
        """A new address for one seat of a game, or for somebody who watches."""
        ...

    def links(self, page: str) -> list[Link]:
        """The addresses of a game that were given away and still hold."""
        ...

    def revoke(self, page: str, key: str) -> None:
        """Take back an address."""
        ...

    def shelve(self, shelf: str, key: str) -> None:
        """Put an address on somebody's list of games."""
        ...

    def shelf(self, shelf: str) -> list[KeptGame]:
        """Somebody's list of games, the last played first, deleted ones at the end."""
        ...

    def rename(self, page: str, name: str) -> None:
        """Give a game a name."""
        ...

    def delete(self, page: str) -> None:
        """Delete a game; for a while it can be restored."""
        ...

    def restore(self, page: str) -> None:
        """Bring a deleted game back."""
        ...


def new_id() -> str:
    """An id that nobody can guess: 128 bits of chance."""
    return secrets.token_hex(16)
