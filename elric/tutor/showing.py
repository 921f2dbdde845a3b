"""Moves shown one after another on a game of their own: what each is, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from elric.young_kingdoms.components import words
from elric.young_kingdoms.components.notation import parse_action

from ..young_kingdoms.game import Game
from elric.young_kingdoms.teaching.phrases import phrase

# Moves of one verb that are shown at one go, and what is said of them.
_TOGETHER: Final = {"drop": "Leave {} behind", "lose": "Take {} off", "ready": ""}


@dataclass(frozen=True, slots=True)
class Shown:
    """One move that has been shown: `did` is the move, `came` what came of it, `look` the areas and units it is about."""

    did: str
    came: tuple[str, ...] = ()
    look: tuple[str, ...] = ()


class Showing:
    """Moves on their way to be shown. Whatever is shown, only `game` changes.

    Args:
        game: to be changed.  moves: actions, or "look <area or unit>".
        say: what to say of moves that are none of the game's ("answer 2").

    Attributes:
        count: how many there are to be shown.  shown: those that have been.
    """

    def __init__(self, game: Game, moves: Sequence[str], say: Callable[[str], str] = str) -> None:
        self.game = game
        self.shown: list[Shown] = []
        self._say = say
        self._ahead = _groups(moves)
        self.count = len(self._ahead)

    @property
    def over(self) -> bool:
        """Whether everything has been shown."""
        return not self._ahead

    def on(self) -> Shown:
        """Show the next move; after the last one, that one again."""
        if self._ahead:
            self.shown.append(self._play(self._ahead.pop(0)))
        return self.shown[-1]

    def to_the_end(self) -> None:
        """Show all that is left."""
        while self._ahead:
            self.on()

    def _play(self, moves: tuple[str, ...]) -> Shown:
        verb, _, rest = moves[0].partition(" ")
        if verb in ("look", "answer"):
            return Shown(self._say(moves[0]), look=(rest,) if verb == "look" else ())
        g, told = self.game, len(self.game.events)
        for text in moves:
            a = parse_action(text)
            said = g.verdict(a)
            if not said:
                looks = tuple(dict.fromkeys(x for r in said.reasons for x in r.look))
                return Shown(phrase(a), tuple(f"Refused: {r.words}" for r in said.reasons), looks)
            g.push(a)
        last = moves[-1].split()[-1]
        return Shown(_did(moves), tuple(tell(g, told)), (last,) if verb in _GOING else ())


_GOING: Final = ("step", "sail", "land", "attack", "march", "retreat", "withdraw", "fly", "fight", "sway", "search")


def tell(g: Game, since: int) -> list[str]:
    """What has happened since an event, as sentences."""
    return g.story_text(g.seat, since)


def _did(moves: tuple[str, ...]) -> str:
    actions = [parse_action(text) for text in moves]
    verb = actions[0].verb
    pattern = "Take up {}" if verb == "lead" else "Take {} along" if verb == "join" else _TOGETHER.get(verb, "")
    return pattern.format(words.units([a.args[0] for a in actions])) if pattern else phrase(actions[0])


def _groups(moves: Sequence[str]) -> list[tuple[str, ...]]:
    out: list[tuple[str, ...]] = []
    for text in moves:
        verb = text.split()[0]
        before = out[-1][0].split()[0] if out else ""
        if (verb == "join" and before in ("lead", "join")) or (verb in _TOGETHER and verb == before):
            out[-1] = (*out[-1], text)
        else:
            out.append((text,))
    return out


__all__ = ["Showing", "Shown", "tell"]
