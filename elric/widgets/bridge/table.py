"""The table as a widget: map, panel and game. `Table()` in a notebook cell is the whole page."""

from __future__ import annotations

from elric.widgets.bridge.page import Page
from elric.widgets.session import Keeper, Session
from elric.young_kingdoms.game import Game

__all__ = ["Table"]


class Table(Page):
    """A game to play, with the coach beside it, the course and the lab behind their doors.

    Args:
        game: the game to sit down to; without one a new game of the first scenario is set.
        keeper: where the game is kept between visits (see elric.app.store.SaveStore); without one it is not kept.
    """

    session: Session

    def __init__(self, game: Game | None = None, keeper: Keeper | None = None) -> None:
        super().__init__(Session(game, keeper))

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.session.game
