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
from elric.tutor.definition import Advice, Card, Danger, Doubt, Line, Scene, Teaching
from elric.tutor.facts import Reading, Test, Vocabulary, event, never
from elric.tutor.question import Draft, Kinds, near

from .definition import GAME, HEXES, HILL, RESULTS, STRENGTH, UNITS, side
from .lab import LAB, Clash

_HEXES: Final = {name: k for k, name in enumerate(HEXES.names)}
_UNITS: Final = {name: k for k, name in enumerate(UNITS)}
_SAY: Final = {"march": "March from {} to {}", "top": "Turn up {}", "attack": "From {} attack {}", "back": "Fall back to {}",
               "end": "End the phase", "press": "Press", "hold": "Hold", "perish": "Give the stack up"}  # fmt: skip
_NOW: Final = {
    "march": ("March", "Take a stack up to two hexes; beside an enemy it stops.", "2"),
    "fight": ("Fight", "Each stack may attack one that stands beside it.", "4"),
    "stance": ("Press or hold", "Choose in secret: to press adds one, to hold stands fast.", "4"),
    "back": ("Fall back", "Choose a free hex, out of the enemy's reach.", "5"),
}


def _unit_at(where: str, value: object, reading: Reading) -> Test:
    v = reading.parts(where, value, 2, "counter, hex")
    if v is None:
        return never
    unit, h = reading.known(where, v[0], _UNITS, "counter"), reading.known(where, v[1], _HEXES, "hex")
    return lambda s: unit in s.game.state.piles.get(h, ())


def _fights(game: Game) -> list[tuple[Clash, Fraction]]:
    """The attacks that are legal now, each with the chance that the defender is driven away, the best first; none in which
    somebody takes part whom the seat cannot see, since the lab has to guess there."""
    open_now = set(game.legal_actions())
    known = [f for f in LAB.battles(game, game.seat) if not f.guessed]
    found = [(f, f.answer()) for f in known if Action("attack", (f.here, f.there)) in open_now]
    rated = [(f, a.chance(RESULTS["DE"]) + a.chance(RESULTS["DB"])) for f, a in found]
    return sorted(rated, key=lambda row: (-row[1], row[0].here, row[0].there))


def best(game: Game) -> Action:
    """A legal action that is no mistake: a good attack, else nearer to the hill, else on with the game."""
    for fight, won in _fights(game):
        if won > Fraction(1, 2):
            return Action("attack", (fight.here, fight.there))
    legal = game.legal_actions()
    ways = [(HEXES.distance(a.args[-1], HILL), a) for a in legal if a.verb in ("march", "back")]
    nearer = [(far, a) for far, a in ways if a.verb == "back" or far < HEXES.distance(a.args[0], HILL)]
    return min(nearer)[1] if nearer else next((a for a in legal if a.verb in ("end", "press")), legal[0])


KINDS: Final = Kinds()


@KINDS.kind("stack-strength", "How strong is a stack?", ("5",))
def stack_strength(rng: Random, edition: str) -> Draft | None:
    game = TEACHING.backdrop(edition)
    h = rng.choice([h for h in game.state.piles if side(game.state, h) == game.seat])
    pile = game.state.piles[h]
    total = sum(STRENGTH[u] for u in pile)
    wrong = near(rng, total, ((len(pile), "A counter counts by its strength, not as one."),), low=1)
    return Draft(f"How strong is your stack in {HEXES.names[h]}?", game, str(total), wrong, f"It adds up to {total}.",
                 look=(HEXES.names[h],), facts={"hex": h}, ordered=True)  # fmt: skip


class HilltopTeaching(Teaching):
    game: ClassVar[type[Game]] = games.game_class("tests.toy")
    lessons_folder: ClassVar = Path(__file__).parent / "lessons"
    vocabulary = Vocabulary(
        GAME, _HEXES, _UNITS,
        facts={"unit_at": _unit_at, "event": event({"hex": ("hex", _HEXES), "to_hex": ("hex", _HEXES)}, ("roll", "result"))},
        pointed="hex or counter",
    )  # fmt: skip

    def on_board(self, view: Mapping[str, Any]) -> set[str]:
        return {unit for pile in view["piles"].values() for unit in pile if unit}

    def called(self, thing: str) -> str:
        return "the hill" if thing == HEXES.names[HILL] else thing

    def phrase(self, action: Action) -> str:
        _, *objects = GAME.notation.text(action).split()
        return _SAY[action.verb].format(*map(self.called, objects))

    def advice(self, game: Game, hand_open: bool = False) -> Advice | None:
        if game.seat is None:
            return None
        title, now, clause = _NOW[game.step]
        tip = best(game)
        risks = tuple(Danger(f"{f.title}: {f.answer().says}", HEXES.names[f.there]) for f, _ in _fights(game))
        return Advice(title, now, "Who stands on the hill at the end wins.", clauses=(clause, "6"),
                      tip=f"Try this: {self.phrase(tip)}.", actions=(tip,), look=next(iter(self.looks(tip)), ""),
                      risks=risks)  # fmt: skip

    def example(self, game: Game, seed: int, names: Mapping[int, str] | None = None) -> list[Scene]:
        copy, scenes = game.resampled(game.seat, seed), list[Scene]()
        while copy.seat == game.seat is not None and len(scenes) < 8:
            copy.push(a := best(copy))
            scenes.append(Scene(copy.copy(), f"{self.phrase(a)}.", self.looks(a)))
        return scenes

    def doubts(self, game: Game, hand_open: bool = False) -> list[Doubt]:
        own = [h for h in game.state.piles if side(game.state, h) == game.seat]
        wishes = [*(Action("march", (h, HILL)) for h in own), *(Action("attack", (h, HILL)) for h in own)]
        return [Doubt(self.phrase(a), said.reasons) for a in wishes if not (said := game.verdict(a))][:4]

    def what(self, thing: str, view: Mapping[str, Any]) -> Card | None:
        kind, _, key = thing.partition(":")
        if kind != "unit" or key not in self.on_board(view):
            return None
        return Card(key, "counter", (Line(f"Strength {STRENGTH[_UNITS[key]]}.", "5"),))

    def kinds(self) -> Kinds:
        return KINDS


TEACHING = HilltopTeaching()
