"""The Scapegoat [18.1]: when a Best Friend has died, one of those who fought him answers for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from elric.dragon_pass.combat.deaths import alive
from elric.dragon_pass.components.notation import VERBS, Action
from elric.dragon_pass.components.units import COUNT, SUPERHEROES, UNITS
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.state import State
from elric.dragon_pass.position.steps import Context, Step, Why, drop, no

TO_BLAME: Final = VERBS.add("blame", "unit", "Blame {0}")

BLAME: Final = tuple(TO_BLAME(u) for u in range(COUNT))


def able(s: State, f: ScapegoatFrame) -> tuple[int, ...]:
    """Who may be chosen: the survivors of that battle."""
    return alive(s, f.fought)


def may_blame(s: State, f: ScapegoatFrame, args: tuple[int, ...], why: Why) -> bool:
    """[18.1]"""
    if args[0] in able(s, f):
        return True
    return no(
        why, "18.1", f"{UNITS[args[0]].name} did not fight in that battle, or did not live.", "Choose one that did."
    )


class ScapegoatFrame(NamedTuple):
    step: Step
    hero: int
    fought: tuple[int, ...]


class Scapegoat(Step):
    """Their ruler chooses."""

    name = "scapegoat"
    holds = ScapegoatFrame
    verbs: ClassVar = {"blame": may_blame}

    def live(self, s: State, f: ScapegoatFrame) -> bool:
        hero = f.hero
        return s.place[hero] >= 0 and bool(able(s, f)) and not any(hunter == hero for hunter, _ in s.goats)

    def seat(self, s: State, f: ScapegoatFrame) -> int:
        return s.owner[able(s, f)[0]]

    def legal(self, s: State, f: ScapegoatFrame) -> list[Action]:
        return [BLAME[u] for u in able(s, f)]

    def candidates(self, s: State, x: ScapegoatFrame) -> Iterable[Action]:
        return [BLAME[u] for u in x.fought]

    def do(self, s: State, f: ScapegoatFrame, a: Action, cx: Context) -> None:
        hero = f.hero
        drop(s)
        goat = a[1][0]
        if not SUPERHEROES >> goat & 1 or goat != hero:
            s.goats = (*s.goats, (hero, goat))
            cx.tell("scapegoat", unit=goat, hunter=hero, seat=s.owner[goat])


SCAPEGOAT = Scapegoat()


EVENTS.add(
    "scapegoat",
    "seat unit hunter",
    words=lambda event, names: (
        f"{UNITS[event['unit']].name} is the Scapegoat, and {UNITS[event['hunter']].name} will hunt it."
    ),
)
