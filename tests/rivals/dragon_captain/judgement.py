"""What is worth doing in *White Bear and Red Moon*: the coach's plans and the lab's odds, weighed by what the scenario asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from elric.dragon_pass.definition import GAME
from elric.dragon_pass.position.state import State
from elric.kernel import running
from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.opponents.definition import Judgement, Plan
from tests.rivals.dragon_captain import battles, casual, gathering, magic, marching, powers, words
from tests.rivals.dragon_captain import standing as stands
from tests.rivals.dragon_captain.battles import Legal
from tests.rivals.dragon_captain.look import Look

__all__ = ["JUDGEMENT", "DragonPassJudgement"]

_USUAL: Final = (
    "roll",
    "cast",
    "done",
    "halt",
    "stay",
    "bare",
    "let",
    "pass",
    "strike",
    "place",
    "back",
    "lose",
    "blame",
)
_OTHERS: Final = 3


class DragonPassJudgement(Judgement):
    """Judgement in *White Bear and Red Moon*."""

    def standing(self, state: Any, seat: int) -> float:
        return stands.standing(state, seat)

    def plans(self, game: Game, rng: Random) -> Sequence[Plan]:
        s: State = game.state
        look, may = Look(s, s.seat), battles.listed(game)
        found = list(_found(look, may, game.step))
        found.sort(key=lambda p: -p.worth)
        return found or [usual(may, game.step)]

    def casual(self, game: Game, rng: Random) -> Plan:
        s: State = game.state
        return casual.casual(Look(s, s.seat), battles.listed(game), game.step, rng)

    def ahead(self, game: Game, rng: Random) -> Plan:
        """Without marches: what is fought and cast as armies stand now."""
        step = game.step
        if step in ("movement", "march", "setup", "muster"):
            return Plan((self.quick(game.state, rng),))
        return self.plans(game, rng)[0]

    def alternatives(self, game: Game, plans: Sequence[Plan]) -> Sequence[Plan]:
        """Of attacks: each that is worth it, and to make none. All else is done as the Captain does it."""
        if game.step != "movement" or plans[0].worth < _ATTACK:
            return plans[:1]
        attacks = [p for p in plans if p.worth >= _ATTACK]
        quiet = next((p for p in plans if p.worth < _ATTACK), None)
        return [*attacks[:_OTHERS], *([quiet] if quiet is not None else [])]

    def quick(self, state: Any, rng: Random) -> Action:
        may: Legal = {}
        for a in running.legal(state):
            may.setdefault(a.verb, []).append(a)
        return usual(may, "").actions[0]


_ATTACK: Final = 10.0  # the worth from which a plan of the Movement Phase is an attack


def _found(look: Look, may: Legal, step: str) -> Iterator[Plan]:
    """What could be done in any decision."""
    if step == "setup":
        yield from gathering.army(look)
    elif step == "movement":
        yield from _movement(look, may)
    elif step == "march":
        yield from marching.in_hand(look)
    elif step == "combat":
        yield from _combat(look, may)
    elif step == "early":
        yield from magic.spells(look, may)
        yield from powers.powers(look, may)
        if "done" in may:
            text = "I keep my magic for later."
            yield words.plan(may["done"][0], text, text, 0.0)
    else:
        give = _STEPS.get(step)
        if give is not None:
            yield from give(look, may)


def _movement(look: Look, may: Legal) -> Iterator[Plan]:
    yield from powers.moving(look, may)
    if "done" not in may and (first := marching.owed(look)) is not None:
        yield first._replace(worth=50.0)
    yield from marching.marches(look)
    if "done" in may:
        text = "Nothing more is worth moving."
        yield words.plan(may["done"][0], text, text, 0.0)


def _combat(look: Look, may: Legal) -> Iterator[Plan]:
    yield from magic.spells(look, may)
    yield from powers.powers(look, may)
    yield from battles.division(look, may)
    if "done" in may:
        text = "I end the combat." if look.s.locked else "I fight no battle now."
        yield words.plan(may["done"][0], text, text, 0.0)


_STEPS: Final = {
    "muster": gathering.arrivals,
    "choose day": gathering.day,
    "envoys": gathering.envoys,
    "capital": gathering.capital,
    "friend": gathering.friend,
    "sally": battles.sally,
    "back": battles.drive,
    "pay": battles.pay,
    "price": battles.pay,
    "advance": battles.advance,
    "scapegoat": battles.blame,
    "cover": magic.cover,
    "fracture": powers.crack,
    "dragon cancel": powers.cancel,
}


def usual(may: Legal, step: str) -> Plan:
    """What is done where nothing better is known."""
    for verb in _USUAL:
        if verb in may:
            return Plan((may[verb][0],), words.doing(may[verb][0], step), "")
    a = next(iter(may.values()))[0]
    return Plan((a,), words.doing(a, step), "")


JUDGEMENT: Final = DragonPassJudgement(GAME)
