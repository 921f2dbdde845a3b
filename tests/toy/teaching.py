"""The toy's teaching: a coach of a few sentences, one lesson, one kind of practice question."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import ClassVar, Final

from elric import games
from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.tutor.definition import Advice, Danger, Line, Teaching
from elric.tutor.question_kinds import Found, Kinds

from .definition import GAME, HEXES, HILL, STRENGTH, UNITS, strength
from .lab import LAB

WHY: Final = "Who stands on the hill at the end wins."


def stack_strength(rng: Random, edition: str) -> Found:
    game = TEACHING.backdrop(edition)
    h = rng.choice(GAME.stacks_of(game.state, 0))
    total = strength(game.state, h)
    return Found(
        game,
        total,
        {"at": HEXES.names[h]},
        {"heads": len(game.state.piles[h])},
        least=1,
        look=(HEXES.names[h],),
        facts={"hex": h},
    )


KINDS: Final = Kinds()
KINDS.read(
    {
        "stack-strength": {
            "title": "How strong is a stack?",
            "clauses": ["5"],
            "text": "How strong is your stack in {at}?",
            "why": "It adds up to {answer}.",
            "wrong": {"heads": "A counter counts by its strength, not as one."},
        }
    },
    {"stack_strength": stack_strength},
)


class HilltopTeaching(Teaching):
    """How Hilltop is taught."""

    game: ClassVar[type[Game]] = games.game_class("tests.toy")
    lessons_folder: ClassVar = Path(__file__).parent / "lessons"

    decisions: ClassVar = {
        "march": Advice("March", "Take a stack up to two hexes; beside an enemy it stops.", WHY, clauses=("2", "6")),
        "fight": Advice("Fight", "Each stack may attack one that stands beside it.", WHY, clauses=("4", "6")),
        "stance": Advice(
            "Press or hold", "Choose in secret: to press adds one, to hold stands fast.", WHY, clauses=("4", "6")
        ),
        "back": Advice("Fall back", "Choose a free hex, out of the enemy's reach.", WHY, clauses=("5", "6")),
    }

    def called(self, thing: str) -> str:
        return "the hill" if thing == HEXES.names[HILL] else thing

    def best(self, game: Game) -> Action:
        """A legal action that is no mistake: a good attack, else nearer to the hill, else on with the game."""
        for fight, answer in LAB.known(game):
            if answer.won > Fraction(1, 2):
                return fight.opens
        legal: list[Action] = game.legal_actions()
        ways = [(HEXES.distance(a.args[-1], HILL), a) for a in legal if a.verb in ("march", "back")]
        nearer = [(far, a) for far, a in ways if a.verb == "back" or far < HEXES.distance(a.args[0], HILL)]
        return min(nearer)[1] if nearer else next((a for a in legal if a.verb in ("end", "press")), legal[0])

    def risks(self, game: Game) -> list[Danger]:
        return [Danger(f"{f.title}: {a.says}", HEXES.names[f.opens.args[1]]) for f, a in LAB.known(game)]

    def lines(self, counter: str) -> list[Line]:
        return [Line(f"Strength {STRENGTH[UNITS.index(counter)]}.", "5")]

    def kinds(self) -> Kinds:
        return KINDS


TEACHING: Final = HilltopTeaching()
