"""What to do now: the same for coach and Captain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Final

from elric.kernel import running
from elric.kernel.bits import ones
from elric.kernel.chance import ScriptedChance
from elric.kernel.context import Context
from elric.lab.say import surely
from elric.opponents.definition import Plan
from elric.sorcerer.components.scenarios import TOUR
from elric.sorcerer.components.words import capital
from elric.sorcerer.lab.battle import at_hand
from elric.sorcerer.lab.law import Law
from elric.sorcerer.movement.phase import HALT, put_down
from elric.sorcerer.planning import answers, assaults, errands, tales, words
from elric.sorcerer.planning.look import Look
from elric.sorcerer.planning.words import Legal
from elric.sorcerer.position.state import State, enemies_in, force
from elric.sorcerer.position.steps import Action

MOVES: Final = ("movement", "march")
_RESTS: Final = "Periandrenn is safer here than farther on"
_IDLE: Final = ("take", "halt")
_NO_LUCK: Final = ScriptedChance()
_MOVING: Final = ("take", "step", "teleport", "conjure", "halt", "lift")


def plans(s: State, step: str) -> list[Plan]:
    """What could be done in the decision that waits, what is worth most first; never empty.

    Args:
        s: a position as the seat that decides knows it.
        step: the decision, by name.
    """
    may, open_handed = answers.legal(s), s
    if s.hand and step in MOVES:
        open_handed = s.copy()
        put_down(open_handed)
    found = sorted(_found(Look(open_handed, s.seat), may, step), key=lambda p: -p.worth)
    if step == "march":
        found = [p._replace(actions=_from_hand(s, p.actions)) for p in found]
    while found and not _works(s, found[0].actions):
        found = found[1:]
    return found or [answers.usual(s, may)]


def with_odds(s: State, plan: Plan) -> Plan:
    """A plan whose reason tells the odds of the fights that its moves lead to, or of the attack that it declares [13.0].

    Args:
        s: a position as the seat that decides knows it.
    """
    said = [_odds(s, a.args[0], a.args[1], answers.named(s)) for a in plan.actions if a.verb == "attack"]
    t = _after(s, plan.actions)
    ends = {t.place[u] for u in ones(t.of[s.seat]) if t.place[u] != s.place[u]}
    said += [_fight(t, s.seat, h, side) for h in sorted(ends) for side in enemies_in(t, s.seat, h)]
    why = " ".join([plan.why, *said])
    return plan._replace(why=why, said=why if plan.said else "")


def _odds(s: State, h: int, side: int, leads: tuple[int, ...]) -> str:
    """What comes of an attack that is declared, with the Sorcerers who have been named."""
    law = Law(replace(at_hand(s, s.seat, h, side), leads=leads))
    return f"{capital(words.falls(law, side))}."


def _fight(s: State, seat: int, h: int, side: int) -> str:
    """What comes of a fight with a side that waits at the end of a movement phase, attrition before it counted."""
    law = Law(at_hand(s, seat, h, side, (), (), True))
    hit, back = law.struck(side), law.struck(seat)
    theirs = f"a step {surely(hit)}" if hit else "no step"
    mine = f"one {surely(back)}" if back else "none"
    return f"The fight there, with {words.units(force(s, side, h))}, costs them {theirs}, and me {mine}."


def _after(s: State, actions: tuple[Action, ...]) -> State:
    """The position after the moves of a plan, as far as no die falls and nobody else is asked."""
    t = s.copy()
    for a in actions:
        if t.seat != s.seat or a.verb not in _MOVING or not running.allowed(t, a):
            return t
        running.apply(t, a, Context(_NO_LUCK, None))
    return t


def _found(look: Look, may: Legal, step: str) -> Iterator[Plan]:
    """What could be done in any decision."""
    if step in MOVES:
        yield from _moving(look, may, step)
    elif step in _STEPS:
        yield from _STEPS[step](look, may)


def _moving(look: Look, may: Legal, step: str) -> Iterator[Plan]:
    """A movement phase: what is best of everything, with nobody in hand."""
    story = list(tales.all_of(look))
    found = (
        story
        if story or look.s.scenario.story == TOUR
        else [*assaults.all_of(look), *errands.all_of(look), *tales.relief(look)]
    )
    if "end" not in may and step == "movement":
        found += answers.crowd(look, may)
    yield from (p for p in found if p.worth > 0)
    if step == "march":
        yield words.plan((HALT,), "I halt here.", 0.0)
    elif "end" in may:
        why = _RESTS if look.s.scenario.story == TOUR else "nothing more is worth moving"
        yield words.plan((may["end"][0],), f"I end the phase: {why}.", 0.0)


def _works(s: State, actions: tuple[Action, ...]) -> bool:
    """Whether the first thing that is really done is legal: to take somebody up and put him down again is nothing."""
    t = s
    for a in actions:
        if not running.allowed(t, a):
            return False
        if a.verb not in _IDLE or len(actions) == 1:
            return True
        t = s.copy() if t is s else t
        running.apply(t, a, Context(_NO_LUCK, None))
    return False


def _from_hand(s: State, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Actions that begin by taking somebody up, where some are in hand: these go on if they are among them, with the
    Stones that they carry, and halt first if they are not."""
    taken = tuple(a.args[0] for a in takewhile(lambda a: a.verb == "take", actions))
    rest = actions[len(s.hand) :]
    lifted = tuple(a.args[0] for a in takewhile(lambda a: a.verb == "lift", rest))
    if taken[: len(s.hand)] == s.hand and s.load == lifted[: len(s.load)]:
        return rest[len(s.load) :]
    return actions if actions == (HALT,) else (HALT, *actions)


_STEPS: Final[dict[str, Callable[[Look, Legal], Iterator[Plan]]]] = {
    "paint": answers.paints,
    "prime": answers.primes,
    "deploy": answers.deploy,
    "declare": answers.declares,
    "shield": answers.shield,
    "losses": answers.loses,
    "veil": answers.veils,
    "ambush": answers.hides,
    "emerge": answers.hides,
    "lurk": answers.hides,
    "spoil": answers.hides,
    "excess": answers.loses,
    "volley": answers.volley,
    "whirl": answers.whirls,
}

__all__ = ["MOVES", "plans", "with_odds"]
