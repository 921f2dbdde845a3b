"""A game as moments to go through: what was done, what came of it in words, and the position then. No widgets in here.

While a game goes on, only what one viewer may know is in it, and an act of which he could see nothing makes no moment of its
own. When it has ended, everything may be laid open.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

from elric.kernel.game import Game
from elric.kernel.replay import Act, Past
from elric.widgets.definition import TableDef
from elric.widgets.score import Ledger, LedgerBattle

__all__ = ["Moment", "Reel", "StoryLine"]

_TURNS: Final = ("game-turn", "player-turn")
_NOTHING_KEPT: Final = Ledger((), (), ())


class StoryLine(NamedTuple):
    """One sentence of the story: with the clause it rests on ("" for none), and whether a turn begins with it."""

    words: str
    clause: str = ""
    turn: bool = False


class Moment(NamedTuple):
    """One moment of a game.

    Attributes:
        number: how many actions had been played.  told: how many events anybody reads had been told.
        turn, phase, player: where the game stood.  seat: who decided, -1 for nobody.
        action: what was done in the notation of the game; "" where the viewer may not know it.
        lines: what came of it.  named: units and areas that it is about.
    """

    number: int
    told: int
    turn: int
    phase: str
    player: int
    seat: int
    action: str
    lines: tuple[StoryLine, ...]
    named: tuple[str, ...]

    @property
    def telling(self) -> bool:
        """Whether there is anything to read at this moment."""
        return bool(self.lines)


class Reel:
    """All moments of a game as one viewer may see them.

    Args:
        game: it may be over or not.  kit: the game's half of the page.
        viewer: the seat whose secrets may be shown, None for an onlooker.
        everything: whether all hands lie open; only of a game that is over.

    Raises:
        ValueError: everything is asked of a game that is not over.
    """

    def __init__(self, game: Game, kit: TableDef, viewer: int | None = None, *, everything: bool = False) -> None:
        if everything and game.seat is not None:
            raise ValueError("the game is not over")
        self.kit, self.viewer, self.everything = kit, viewer, everything
        self._game, self._last = game, _last(game)
        self.over = game.seat is None
        self.past = Past(game)
        self.scenario = game.scenario
        open_view = kit.view(game, None)
        self.players: list[Mapping[str, Any]] = list(open_view["players"])
        self.names: dict[int, str] = {player["seat"]: player["name"] for player in self.players}
        self.turns: int = open_view["turns"]
        found = list(self._found(game))
        # acts without a visible effect for this viewer are shown as the last visible moment
        self.moments: tuple[Moment, ...] = (*found[:-1], found[-1]._replace(number=len(self.past)))
        self._numbers = [moment.number for moment in self.moments]
        self._told = [moment.told for moment in self.moments]
        self._then: tuple[int, Game] | None = None
        self._view: tuple[int, dict[str, Any]] | None = None

    def __len__(self) -> int:
        return len(self.moments)

    def holds(self, game: Game, viewer: int | None, everything: bool) -> bool:
        """Whether these are still the moments of that game, for that viewer."""
        same = self._game is game and self._last is _last(game)
        return same and self.viewer == viewer and self.everything == everything

    # ---- what happened ----------------------------------------------------------------------------------------------

    def _found(self, game: Game) -> Iterator[Moment]:
        kit, before, read = self.kit, 0, 0
        lines: list[StoryLine] = []
        named: dict[str, None] = {}
        for act in self.past.acts:
            raw = self.past.events[before : act.told]
            before = act.told
            read += len(game.definition.redact(raw, None))
            for event in self._read(game, raw):
                named.update(dict.fromkeys(kit.named(event)))
                if words := kit.sentence(event, self.names):
                    lines.append(StoryLine(words, self._cited(game, event), event["kind"] in _TURNS))
            text = self._text(game, act)
            if not (lines or text or not act.number):
                continue  # not visible to this viewer
            yield Moment(act.number, read, act.turn, act.phase, act.player, act.seat, text, tuple(lines), tuple(named))
            lines, named = [], {}

    def _read(self, game: Game, raw: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Events as the viewer may read them; as all seats together may, where everything lies open."""
        redact = game.definition.redact
        if not self.everything:
            return redact(raw, self.viewer)
        merged = redact(raw, None)
        for seat in range(game.scenario.seats):
            for row, more in zip(merged, redact(raw, seat), strict=True):
                row.update(more)
        return merged

    def _text(self, game: Game, act: Act) -> str:
        if act.action is None:
            return ""
        own = self.viewer is not None and act.seat == self.viewer
        may = self.everything or own or self.kit.game.verbs[act.action.verb].shown
        return str(game.definition.notation.text(act.action)) if may else ""

    def _cited(self, game: Game, event: Mapping[str, Any]) -> str:
        found = self.kit.clause(event)
        return game.cite(tuple(found)) if found else ""

    # ---- finding a moment -------------------------------------------------------------------------------------------

    def after(self, number: int) -> int:
        """The moment in which the game stands after so many actions: an index."""
        return max(0, bisect_right(self._numbers, number) - 1)

    def first_with(self, told: int) -> int:
        """The first moment in which so many events had been told: an index. That number is the same for every viewer."""
        return min(len(self.moments) - 1, bisect_left(self._told, told))

    def when(self, event: int) -> int:
        """The moment in which an event of the story, as anybody reads it, was told."""
        return min(len(self.moments) - 1, bisect_right(self._told, event))

    def next_telling(self, index: int, step: int) -> int:
        """The next moment, forwards or backwards, at which there is something to read."""
        index += step
        while 0 < index < len(self.moments) - 1 and not self.moments[index].telling:
            index += step
        return max(0, min(len(self.moments) - 1, index))

    @cached_property
    def ledger(self) -> Ledger:
        """Luck, battles and turning points, by what anybody could see; empty where the game keeps none."""
        return self.kit.ledger(self._game, self.names) or _NOTHING_KEPT

    @cached_property
    def fights(self) -> dict[int, LedgerBattle]:
        """The battles by the moment in which their dice fell."""
        return {self.when(fight.at): fight for fight in self.ledger.fights}

    @cached_property
    def turn_starts(self) -> dict[int, int]:
        """The first moment of each turn."""
        found: dict[int, int] = {}
        for index, moment in enumerate(self.moments):
            found.setdefault(moment.turn, index)
        return found

    @cached_property
    def things(self) -> dict[str, list[int]]:
        """The moments of each unit and area."""
        found: dict[str, list[int]] = {}
        for index, moment in enumerate(self.moments):
            for thing in moment.named:
                found.setdefault(thing, []).append(index)
        return found

    @cached_property
    def clauses(self) -> dict[str, list[int]]:
        """The moments in which each clause applied, by its number."""
        found: dict[str, list[int]] = {}
        for index, moment in enumerate(self.moments):
            for number in dict.fromkeys(line.clause for line in moment.lines if line.clause):
                found.setdefault(number, []).append(index)
        return found

    @cached_property
    def units(self) -> dict[str, str]:
        """The names of all that ever stood on the board and whose moments can be told, personalities first; of several who are
        called alike each with a number."""
        found: dict[str, tuple[bool, str]] = {}
        for start in (*self.turn_starts.values(), len(self.moments) - 1):
            for key, unit in self.view(start)["units"].items():
                if key in self.things:
                    found[key] = (unit["kind"] != "hero", str(unit["name"]))
        alike = Counter(name for _, name in found.values())
        told: dict[str, str] = {}
        met: Counter[str] = Counter()
        for key, (_, name) in sorted(found.items(), key=lambda item: item[1]):
            met[name] += 1
            told[key] = f"{name} no. {met[name]}" if alike[name] > 1 else name
        return told

    # ---- looking ----------------------------------------------------------------------------------------------------

    def game_then(self, index: int) -> Game:
        """The game as it stood, to be looked at only: it holds what the viewer may not know."""
        number = self.moments[index].number
        if self._then is None or self._then[0] != number:
            self._then = (number, self.past.at(number))
        return self._then[1]

    def view(self, index: int) -> dict[str, Any]:
        """The position as the viewer saw it then; every counter face up where everything lies open."""
        if self._view is None or self._view[0] != index:
            self._view = (index, self._looked(self.game_then(index)))
        return self._view[1]

    def _looked(self, g: Game) -> dict[str, Any]:
        if not self.everything:
            return self.kit.view(g, self.viewer)
        seen = dict(self.kit.view(g, None))
        units = {key: unit for key, unit in seen["units"].items() if unit.get("owner") not in self.names}
        for seat in self.names:
            own = self.kit.view(g, seat)["units"]
            units |= {key: unit for key, unit in own.items() if unit.get("owner") == seat}
        return seen | {"units": units}

    def open_view(self, index: int) -> dict[str, Any]:
        """The position as anybody could see it then."""
        return self.kit.view(self.game_then(index), None)

    def hands(self, index: int) -> list[tuple[int, list[tuple[str, tuple[str, ...]]]]]:
        """What was held hidden, by seat: of every seat where everything lies open, else of the viewer."""
        seats = list(self.names) if self.everything else [] if self.viewer is None else [self.viewer]
        g = self.game_then(index)
        held = ((seat, [(who, tuple(what)) for who, what in self.kit.hands(self.kit.view(g, seat))]) for seat in seats)
        return [(seat, hand) for seat, hand in held if hand]

    def heading(self, index: int) -> str:
        """The turn, whose it is, and the phase."""
        moment = self.moments[index]
        if not moment.turn:
            return "Setting up"
        of = f" of {self.turns}" if self.turns else ""
        phase = dict(self.kit.phases).get(moment.phase, "the end" if moment.phase == "over" else moment.phase)
        return " · ".join(filter(None, (f"Turn {moment.turn}{of}", self.names.get(moment.player, ""), phase)))


def _last(game: Game) -> object:
    return game.record[-1] if game.record else None
