"""The players of the house: Novice, Captain, Sorcerer-King."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, ClassVar, Final

from .. import games
from .definition import Judgement, Opponent, Plan, Sight, UnknownOpponent, carry_out, unknown
from .search import Search


class Novice(Opponent):
    """Knows the rules and what each phase is for."""

    key: ClassVar = "novice"
    name: ClassVar = "Novice"
    says: ClassVar = "Knows the rules and what each phase is for, and goes where fancy takes it."

    def thinking(self, sight: Sight) -> Iterator[Plan]:
        yield self.judgement.casual(sight.dealt(), sight.rng())


class Captain(Opponent):
    """Takes what looks best now."""

    key: ClassVar = "captain"
    name: ClassVar = "Captain"
    says: ClassVar = "Reckons the odds of each battle, keeps the aim in mind, and takes what looks best now."

    def thinking(self, sight: Sight) -> Iterator[Plan]:
        yield self.judgement.plans(sight.dealt(), sight.rng())[0]


class SorcererKing(Opponent):
    """Searches ahead in many positions that could be the real one.

    Args:
        iterations: the largest number of playouts for one decision; 0 for as many as the game asks for.
    """

    key: ClassVar = "sorcerer-king"
    name: ClassVar = "Sorcerer-King"
    says: ClassVar = "Plays each plan on, again and again, in every world that could be the real one."

    def __init__(self, judgement: Judgement, iterations: int = 0) -> None:
        super().__init__(judgement)
        self.iterations = iterations
        self._search: Search | None = None  # the last
        self._plans: tuple[Plan, ...] = ()  # the rest of the course that was chosen
        self._then: Mapping[str, Any] | None = None  # the view of its seat in which the next of them is due

    def thinking(self, sight: Sight) -> Iterator[Plan]:
        if self._plans and self._then == sight.view:
            plan = self._plans[0]
            self._set_out(sight, self._plans)
            yield plan
            return
        search = self._search = Search(self.judgement, sight, self.iterations, self._search)
        while search.widen():
            if search.courses:
                yield search.best()
        if len(search.courses) > 1:
            for _ in range(search.lines):
                for _ in search.line():
                    yield search.best()
                yield search.best()
                if search.settled:
                    break
        course = search.course()
        if course.memory is not None:
            self.judgement = (course.then or self.judgement).remembering(course.memory)
        self._set_out(sight, course.plans)

    def _set_out(self, sight: Sight, plans: tuple[Plan, ...]) -> None:
        """Keep the plans after the first, and the view expected then: in any other view the search starts again."""
        self._plans, self._then = plans[1:], None
        if self._plans:
            game = sight.dealt()
            if not carry_out(game, plans[0].actions):
                self._then = game.view(sight.seat)


class Explorer(Captain):
    """A Captain who plays one turn in two as his judgement varied at random would, for games to learn from (Sutton and Barto,
    Reinforcement Learning, 2018, 2.2: exploration)."""

    key: ClassVar = "explorer"
    name: ClassVar = "Explorer"
    says: ClassVar = "Plays every other turn by other measures, to find out what they lead to."

    def __init__(self, judgement: Judgement) -> None:
        super().__init__(judgement)
        self._turn: tuple[int, int] | None = None  # and whose
        self._varied = self.judgement

    def thinking(self, sight: Sight) -> Iterator[Plan]:
        game, rng = sight.dealt(), sight.rng()
        turn = game.turn, game.state.player
        if turn != self._turn:
            self._turn = turn
            self._varied = self.judgement.varied(game, rng) if rng.random() < _EXPLORED else self.judgement
        yield self._varied.plans(game, rng)[0]


_EXPLORED: Final = 0.5  # of the turns
PLAYERS: Final[dict[str, type[Opponent]]] = {p.key: p for p in (Novice, Captain, SorcererKing)}
_ALL: Final[dict[str, type[Opponent]]] = {**PLAYERS, Explorer.key: Explorer}


def opponent(key: str, game: str = "", iterations: int = 0) -> Opponent:
    """A player of a game by its key.

    Args:
        key: one of `PLAYERS`, or "explorer"; "captain@package" is a Captain with the judgement of another package (its JUDGEMENT), such as a
            player kept from earlier times to be measured against.  game: the name of the game; "" for the first of the house.
        iterations: how long the Sorcerer-King looks ahead; 0 for its own measure.

    Raises:
        UnknownOpponent: no player has that name.
        UnknownGame: no game has that name.
    """
    key, _, package = key.partition("@")
    if key not in _ALL:
        raise unknown(key, tuple(PLAYERS))
    judgement = _judgement_of(package) if package else games.judgement(game) or Judgement(games.definition(game))
    kind = _ALL[key]
    return SorcererKing(judgement, iterations) if kind is SorcererKing else kind(judgement)


def _judgement_of(package: str) -> Judgement:
    try:
        found: Judgement = import_module(package).JUDGEMENT
    except (ImportError, AttributeError):
        raise UnknownOpponent(f"there is no package “{package}” with a JUDGEMENT") from None
    return found


__all__ = ["PLAYERS", "Captain", "Explorer", "Novice", "SorcererKing", "opponent"]
