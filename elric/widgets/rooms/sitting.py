"""A sitting at the table: the game, and what the person who sits there looks at. Deeds are in `table`, drawing in `table_screen`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from elric import games
from elric.kernel.chance import ChanceError
from elric.kernel.game import Game
from elric.kernel.scripts import left_over
from elric.kernel.steps import Action
from elric.kernel.verdict import Reason
from elric.tutor.definition import Doubt, Scene
from elric.widgets.choice import Choice, Parting
from elric.widgets.definition import TableDef
from elric.widgets.map.geometry import Geometry
from elric.widgets.panels.first import Other
from elric.widgets.rooms.keeping import Keeping
from elric.widgets.rooms.kept import Keeper
from elric.widgets.screen import Seen

__all__ = ["Going", "Keeper", "Sitting"]

_MOST_MOOT: Final = 60  # decisions in a row with a single legal action


class Going(NamedTuple):
    """Another game of the house is to be opened.

    Attributes:
        game: which one.  key: the address of a kept game, or "".  text: a saved game that was pasted, or "".
    """

    game: str
    key: str = ""
    text: str = ""


class Leaving(NamedTuple):
    """A player's turn is over, and he has not got up: what he is shown, and what is needed to take his last action back.

    Attributes:
        seat, phase: whose turn it was, and where it ended.
        before: the game before the action that ended it; None where luck has fallen since.
        clicks: how many actions each click before it played.
    """

    seat: int
    phase: str
    shown: Parting
    before: Game | None
    clicks: tuple[int, ...]


class Sitting:
    """What one page knows of a game being played.

    Args:
        game: the game.
        kit: the game's own half of the page.
        keeper: where the game is kept between visits; without one it is not kept.

    Attributes:
        begun: whether this game is more than the one that is set for whoever comes first.
        chart: the map.  said: what a screen reader should say next.  look: an area to bring into sight.
        humans: the seats that people at this screen decide for; None: all of them. The others are played elsewhere.
        at: the seat that sits at the screen; None before anybody has sat down.
        settled: whether nobody but the seat that sits there looks on: not while seats take turns without a cover between.
        curtain: the seat that is asked to sit down; until then the page is covered.
        leaving: while a player looks at what his turn has brought.
        aim: what is aimed at the map, in the words of the game's table.
        house: the games of the house, where this page can go over to another (`house.House`); else none.
        going: the other game that was asked for, until the page has gone over to it.
    """

    house: Sequence[Other] = ()
    going: Going | None = None

    def __init__(self, game: Game, kit: TableDef, keeper: Keeper | None = None) -> None:
        self.kit = kit
        self.chart: Geometry = kit.chart()
        self.keeping = Keeping(keeper)
        self.said = ""
        self.humans: frozenset[int] | None = None
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
        self.opened = False  # set for the next drawing only
        self.arrived = False  # so is this
        self.curtain: int | None = None
        self.at: int | None = game.seat
        self.settled = True
        self.leaving: Leaving | None = None
        self.aim = ""
        self.battle_away = -1
        self.end_away = False  # whether the score sheet has been put aside
        self.acted = len(game.events)  # events there were before the last deed: what came since is news
        self.clicks: list[int] = []
        self.left: dict[int, int] = {}  # number of events when a seat last ended its turn
        self.welcome = False
        self.note = ""
        self.more = ""
        self.sought = ""
        self.look = ""
        self.sure = False

    def elsewhere(self, text: str) -> str:
        """The other game of the house that a saved text is of; "" where it is none that this page could go over to."""
        game = games.of_save(text)
        return game if game != self.kit.key and any(other.key == game for other in self.house) else ""

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

    @property
    def persons(self) -> frozenset[int]:
        """The seats of the people at this screen: not those that are played from another page."""
        people = range(self.game.scenario.seats) if self.humans is None else self.humans
        return frozenset(seat for seat in people if self.keeping.plays(seat))

    @property
    def whose(self) -> int | None:
        """The seat whose screen this is now; None behind a curtain, and when the game is over."""
        if self.leaving is not None:
            return self.leaving.seat
        if self.curtain is not None or self.game.seat is None:
            return None
        persons = self.persons
        if self.game.seat in persons:
            return self.game.seat
        if self.looker_alone:
            return next(iter(persons))
        return self.at if self.at in persons else None

    @property
    def deciding(self) -> bool:
        """Whether somebody who sits here may decide something now."""
        away = self.curtain is not None or self.leaving is not None or bool(self.keeping.behind)
        return not away and self.game.seat in self.persons

    @property
    def looker_alone(self) -> bool:
        """Whether one seat of several is played at this page, so that nobody else looks over its shoulder."""
        return self.game.scenario.seats > 1 and len(self.persons) == 1

    @property
    def looker(self) -> int | None:
        """The seat whose secrets this page shows; None when it shows what anybody may see."""
        own = self.kit.own_open and (self.settled or self.looker_alone)
        return self.whose if self.hand_open or own else None

    def ask(self) -> None:
        """Whoever decides now sits down: at once where he sits here already or plays alone, or where his decision shows nothing
        that the others may not see; else the page is covered."""
        seat, g = self.game.seat, self.game
        if seat is None or seat not in self.persons:
            self.curtain = None
            return
        waits = seat != self.at or not self.settled
        if not (waits and len(self.persons) > 1 and self.kit.hands_over(g)):
            self.at = seat
        elif self.kit.lies_open(g):
            if seat != self.at:
                self.cover()
            self.at, self.curtain, self.settled = seat, None, False
        else:
            self.curtain = seat
            self.cover()

    def cover(self) -> None:
        """Put away whatever is one player's own."""
        self.hand_open = False
        self.aim = ""
        self.selected = None
        self.scenes = []
        self.refused = self.doubts = None
        self.clicks.clear()
        self.more = "" if self.more == "keep" else self.more  # the save as text contains both players' secrets

    def sit_down(self) -> None:
        """The player who was asked for is here."""
        if self.curtain is not None:
            self.at, self.curtain, self.settled = self.curtain, None, True

    def answer_for_them(self) -> int:
        """Give the answers that are the only ones there are, and say so. Returns how many actions that took."""
        g, given = self.game, 0
        while g.seat is not None and g.seat in self.persons and given < _MOST_MOOT and (why := self.kit.moot(g)):
            self.push(g.legal_actions()[0])
            given += 1
            self.note = f"{self.note} {why}".strip()
        return given

    def push(self, action: Action) -> None:
        """Carry out a legal action; luck that was chosen for it and does not fit is put aside, and falls by itself."""
        g = self.game
        luck = g.chance.copy() if left_over(g.chance) else None
        try:
            g.push(action)
        except ChanceError as e:
            if luck is None:
                raise
            luck.script.clear()  # type: ignore[attr-defined]
            g.chance = luck
            g.push(action)
            self.note = (
                f"The luck that was chosen does not fit here ({e}). It is put aside, and luck falls by itself again."
            )

    def way_back(self, before: Game) -> Game | None:
        """The game as it stood; None where luck has fallen since: what it gave is known then."""
        fell = any(entry.results for entry in self.game.record[len(before.record) :])
        return None if fell else before

    def players(self) -> dict[int, str]:
        """The seats by name."""
        return {player["seat"]: player["name"] for player in self.seen[None]["players"]}

    def choice(self) -> Choice:
        """What can be done now, worked out once for a position; nothing behind a curtain, in an example, where another page
        decides, or while the game cannot be kept."""
        g = self.game
        if not self.deciding or self.scenes:
            return Choice()
        asked = (self.seen, self.selected, self.hand_open, self.aim, self.sought if self.aim else "")
        if self._offer is None or self._offer[0] != asked:
            view = self.seen[g.seat]
            found = (
                self.kit.aimed(g, view, self.aim, self.sought)
                if self.aim and (self.hand_open or self.kit.own_open)
                else None
            )
            if found is None:
                self.aim = ""
                found = self.kit.choice(g, view, self.selected, hand_open=self.hand_open)
            self._offer = (asked, found)
        return self._offer[1]
