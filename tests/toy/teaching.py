"""The toy's teaching: a coach of a few sentences, one lesson, one kind of practice question."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final

from elric import games
from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.tutor.definition import Advice, Card, Danger, Line, Teaching
from elric.tutor.question import Draft, Kinds, near

from .definition import GAME, HEXES, HILL, STRENGTH, UNITS
from .lab import LAB

_NOW: Final = {
    "march": ("March", "Take a stack up to two hexes; beside an enemy it stops.", "2"),
    "fight": ("Fight", "Each stack may attack one that stands beside it.", "4"),
    "stance": ("Press or hold", "Choose in secret: to press adds one, to hold stands fast.", "4"),
    "back": ("Fall back", "Choose a free hex, out of the enemy's reach.", "5"),
}


def fights(game: Game) -> list[tuple[Action, Fraction, Danger]]:
    """The attacks that are legal now, each with the chance that the defender is driven away, the best first; none in which
    somebody takes part whom the seat cannot see, since the lab has to guess there."""
    legal = game.legal_actions()
    known = [(f, f.answer()) for f in LAB.battles(game, game.seat) if f.opens in legal and not f.guessed]
    rated = [
        (f.opens, sum((row.chance for row in a.rows if row.good > 0), Fraction(0)),
         Danger(f"{f.title}: {a.says}", HEXES.names[f.opens.args[1]]))
        for f, a in known
    ]  # fmt: skip
    return sorted(rated, key=lambda row: (-row[1], row[0]))


def best(game: Game) -> Action:
    """A legal action that is no mistake: a good attack, else nearer to the hill, else on with the game."""
    for attack, won, _ in fights(game):
        if won > Fraction(1, 2):
            return attack
    legal: list[Action] = game.legal_actions()
    ways = [(HEXES.distance(a.args[-1], HILL), a) for a in legal if a.verb in ("march", "back")]
    nearer = [(far, a) for far, a in ways if a.verb == "back" or far < HEXES.distance(a.args[0], HILL)]
    return min(nearer)[1] if nearer else next((a for a in legal if a.verb in ("end", "press")), legal[0])


KINDS: Final = Kinds()


@KINDS.kind("stack-strength", "How strong is a stack?", ("5",))
def stack_strength(rng: Random, edition: str) -> Draft | None:
    game = TEACHING.backdrop(edition)
    h, pile = rng.choice([(h, pile) for h, pile in game.state.piles.items() if GAME.owner(game.state, h) == game.seat])
    total = sum(STRENGTH[u] for u in pile)
    wrong = near(rng, total, ((len(pile), "A counter counts by its strength, not as one."),), low=1)
    return Draft(f"How strong is your stack in {HEXES.names[h]}?", game, str(total), wrong, f"It adds up to {total}.",
                 look=(HEXES.names[h],), facts={"hex": h}, ordered=True)  # fmt: skip


class HilltopTeaching(Teaching):
    """How Hilltop is taught."""

    game: ClassVar[type[Game]] = games.game_class("tests.toy")
    lessons_folder: ClassVar = Path(__file__).parent / "lessons"

    def called(self, thing: str) -> str:
        return "the hill" if thing == HEXES.names[HILL] else thing

    def advice(self, game: Game, hand_open: bool = False) -> Advice | None:
        if game.seat is None:
            return None
        title, now, clause = _NOW[game.step]
        tip = best(game)
        return Advice(title, now, "Who stands on the hill at the end wins.", clauses=(clause, "6"),
                      tip=f"Try this: {self.phrase(tip)}.", actions=(tip,), look=next(iter(self.looks(tip)), ""),
                      risks=tuple(risk for _, _, risk in fights(game)))  # fmt: skip

    def what(self, thing: str, view: Mapping[str, Any]) -> Card | None:
        kind, _, key = thing.partition(":")
        if kind != "unit" or key not in self.on_board(view):
            return None
        return Card(key, "counter", (Line(f"Strength {STRENGTH[UNITS.index(key)]}.", "5"),))

    def kinds(self) -> Kinds:
        return KINDS


TEACHING: Final = HilltopTeaching()
