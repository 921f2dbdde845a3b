"""Moves demonstrated one after another on a copy of a game, each with its description and its consequences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..kernel.game import Game
from ..kernel.steps import Action
from .definition import Teaching
from .facts import ANSWERING, POINTING, seated


@dataclass(frozen=True, slots=True)
class ShownMove:
    """One move that has been shown: `did` is the move, `came` what came of it, `look` the places and counters it is about."""

    did: str
    came: tuple[str, ...] = ()
    look: tuple[str, ...] = ()


class Showing:
    """A sequence of moves to demonstrate. Only `game` is changed.

    Args:
        game: to be changed.  moves: actions, or "look <place or counter>".
        teaching: says moves in words.
        say: describes moves that are not actions of the game ("answer 2").

    Attributes:
        count: how many there are to be shown.  shown: those that have been.
    """

    def __init__(self, game: Game, moves: Sequence[str], teaching: Teaching, say: Callable[[str], str] = str) -> None:
        self.game = game
        self.shown: list[ShownMove] = []
        self._teaching = teaching
        self._say = say
        self._ahead = self._groups(moves)
        self.count = len(self._ahead)

    @property
    def over(self) -> bool:
        """Whether everything has been shown."""
        return not self._ahead

    def on(self) -> ShownMove:
        """Show the next move; after the last one, that one again."""
        if self._ahead:
            self.shown.append(self._play(self._ahead.pop(0)))
        return self.shown[-1]

    def to_the_end(self) -> None:
        """Show all that is left."""
        while self._ahead:
            self.on()

    def _play(self, moves: tuple[str, ...]) -> ShownMove:
        verb, _, rest = moves[0].partition(" ")
        if verb in (POINTING, ANSWERING):
            return ShownMove(self._say(moves[0]), look=(rest,) if verb == POINTING else ())
        g, told, teaching = self.game, len(self.game.events), self._teaching
        played: list[Action] = []
        for text in moves:
            action, seat = seated(text)
            a = teaching.definition.notation.parse(action)
            said = g.verdict(a, seat)
            if not said:
                looks = tuple(dict.fromkeys(x for r in said.reasons for x in r.look))
                return ShownMove(teaching.phrase(a), tuple(f"Refused: {r.words}" for r in said.reasons), looks)
            g.push(a, seat)
            played.append(a)
        return ShownMove(teaching.phrase_all(played), tuple(tell(g, told)), teaching.looks(played[-1]))

    def _groups(self, moves: Sequence[str]) -> list[tuple[str, ...]]:
        out: list[tuple[str, ...]] = []
        for text in moves:
            if out and self._teaching.together(_verb(text), _verb(out[-1][0])):
                out[-1] = (*out[-1], text)
            else:
                out.append((text,))
        return out


def tell(g: Game, since: int) -> list[str]:
    """What has happened since an event, as sentences."""
    return g.story_text(g.seat, since)


def _verb(move: str) -> str:
    return seated(move)[0].split()[0]


__all__ = ["Showing", "ShownMove", "tell"]
