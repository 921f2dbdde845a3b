"""A sitting at the table: the game, and what the person who sits there looks at. Deeds are in `table`, drawing in `table_screen`."""

from __future__ import annotations

from collections.abc import Sequence

from elric.kernel.game import Game
from elric.kernel.verdict import Reason
from elric.tutor.definition import Doubt, Scene
from elric.widgets.choice import Choice
from elric.widgets.definition import TableDef
from elric.widgets.map.geometry import Geometry
from elric.widgets.rooms.keeping import Keeper, Keeping
from elric.widgets.screen import Seen

__all__ = ["Keeper", "Sitting"]


class Sitting:
    """What one page knows of a game being played.

    Args:
        game: the game.
        kit: the game's own half of the page.
        keeper: where the game is kept between visits; without one it is not kept.

    Attributes:
        begun: whether this game is more than the one that is set for whoever comes first.
        chart: the map.  said: what a screen reader should say next.  look: an area to bring into sight.
    """

    def __init__(self, game: Game, kit: TableDef, keeper: Keeper | None = None) -> None:
        self.kit = kit
        self.chart: Geometry = kit.chart()
        self.keeping = Keeping(keeper)
        self.said = ""
        self._seen: Seen | None = None
        self._offer: tuple[object, Choice] | None = None
        self.begun = False
        self.start(game)

    def start(self, game: Game) -> None:
        """Sit down to a game."""
        self.game = game
        self.selected: str | None = None
        self.refused: tuple[str, Sequence[Reason]] | None = None
        self.scenes: list[Scene] = []
        self.scene = 0
        self.paused = False
        self.doubts: list[Doubt] | None = None
        self.form = False
        self.hand_open = False
        self.curtain: int | None = None
        self.battle_away = -1
        self.clicks: list[int] = []
        self.left: dict[int, int] = {}  # events there were when a seat last got up
        self.welcome = False
        self.note = ""
        self.more = ""
        self.sought = ""
        self.look = ""
        self.sure = False

    @property
    def shown(self) -> Game:
        """The game on the map: the one being played, or the example."""
        return self.scenes[self.scene].game if self.scenes else self.game

    @property
    def seen(self) -> Seen:
        """The game being played as each seat sees it, worked out once for a position."""
        if self._seen is None or not self._seen.holds(self.game):
            self._seen = Seen(self.game, self.kit)
        return self._seen

    def players(self) -> dict[int, str]:
        """The seats by name."""
        return {player["seat"]: player["name"] for player in self.seen[None]["players"]}

    def choice(self) -> Choice:
        """What can be done now, worked out once for a position; nothing behind a curtain, in an example, or on a page that is
        behind."""
        g = self.game
        if g.seat is None or self.curtain is not None or self.scenes or self.keeping.behind:
            return Choice()
        asked = (self.seen, self.selected, self.hand_open)
        if self._offer is None or self._offer[0] != asked:
            found = self.kit.choice(g, self.seen[g.seat], self.selected, hand_open=self.hand_open)
            self._offer = (asked, found)
        return self._offer[1]
