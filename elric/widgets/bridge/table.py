"""The table as a widget: map, panel and game. `Table()` in a notebook cell is the whole page."""

from __future__ import annotations

from elric import games
from elric.kernel.game import Game
from elric.widgets.bridge.page import Page
from elric.widgets.house import House
from elric.widgets.session import Keeper, Session

__all__ = ["HouseTable", "Table"]


class Table(Page):
    """A game to play, with the coach beside it, the course and the lab behind their doors.

    Args:
        game: the game to sit down to; without one a new game of the first scenario is set.
        keeper: where the game is kept between visits (see elric.app.store.SaveStore); without one it is not kept.
        name: which game a new one is of; "" for the first of the house.

    Raises:
        UnknownGame: no game has that name.
    """

    session: Session

    def __init__(self, game: Game | None = None, keeper: Keeper | None = None, name: str = "") -> None:
        kit = games.table(games.name_of(game.definition) if game is not None else name)
        super().__init__(Session(game, keeper, kit), kit)

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.session.game


class HouseTable(Page):
    """The page of a house with several games: each is read when it is first asked for.

    Args:
        keeper, name: as for `Table`; `name` is the game that is open where the address names none.

    Raises:
        UnknownGame: no game has that name.
    """

    session: House

    def __init__(self, keeper: Keeper | None = None, name: str = "") -> None:
        house = House(keeper, name)
        super().__init__(house, house.kit)

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.session.game
