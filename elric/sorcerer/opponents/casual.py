"""What somebody does who knows the rules and what each phase is for, and little more: the Novice."""

from __future__ import annotations

from random import Random
from typing import Final, TypeVar

from elric.kernel import running
from elric.kernel.bits import ones
from elric.opponents.definition import Plan
from elric.sorcerer.components.units import FORTRESSES, SORCERERS
from elric.sorcerer.lab.reach import Reach
from elric.sorcerer.movement.prices import points_to_spend
from elric.sorcerer.movement.stacking import crowds
from elric.sorcerer.planning import words
from elric.sorcerer.planning.words import Legal
from elric.sorcerer.position.state import State, foes
from elric.sorcerer.position.steps import Action

_RESTLESS: Final = 0.92  # how often a Novice goes on moving
_MAGIC: Final = 0.45  # how often a Sorcerer tries some task before he goes anywhere
_BOLD: Final = 0.25  # how often it goes where an enemy stands
_TASKS: Final = ("convert", "bolt", "conjure", "mend", "unpin", "restore", "unseal", "lift", "vortex")
_QUIET: Final = ("fling", "halt", "wait", "hold", "end")

T = TypeVar("T")


def one_of(rng: Random, these: list[T]) -> T:
    """One of these, each as likely."""
    return these[int(rng.random() * len(these))]


def casual(s: State, may: Legal, step: str, rng: Random) -> Plan:
    """What a Novice does in any decision."""
    if step == "movement":
        return _wander(s, may, rng)
    if step == "march":
        return _in_hand(s, may, rng)
    if step == "declare":
        verb = "lead" if "lead" in may else "attack" if "attack" in may else "hold"
        return words.doing(s, one_of(rng, may[verb]))
    if step == "volley":
        return words.doing(s, may["fling"][0])
    for verb in ("wait",) if rng.random() < _RESTLESS else ():
        if verb in may:
            return words.doing(s, may[verb][0])
    verb = one_of(rng, sorted(may))
    return words.doing(s, one_of(rng, may[verb]))


def _wander(s: State, may: Legal, rng: Random) -> Plan:
    """Anybody who has points left goes somewhere; a Sorcerer may do some magic first."""
    able = [a.args[0] for a in may.get("take", ()) if not s.spent.get(a.args[0], 0)]
    crowd = crowds(s, s.player)
    if crowd:
        able = [
            u
            for h in crowd
            for u in s.piles[h]
            if s.owner[u] == s.player and points_to_spend(s, u) > 0 and not FORTRESSES >> u & 1
        ]
        able = [u for u in able if Action("take", (u,)) in may.get("take", ())]
    elif "end" in may and (not able or rng.random() > _RESTLESS):
        return words.plan((may["end"][0],), "I have moved enough.")
    if not able:
        return words.doing(s, may["end"][0] if "end" in may else one_of(rng, may["take"]))
    u = one_of(rng, able)
    if SORCERERS >> u & 1 and not crowd and rng.random() < _MAGIC:
        text = f"I take up {words.the(u)}, to see what he can do."
        return words.plan((Action("take", (u,)),), text)
    return _go(s, u, rng) or words.plan((Action("take", (u,)),), f"I take up {words.the(u)}.")


def _go(s: State, u: int, rng: Random) -> Plan | None:
    """One counter goes somewhere that it can reach."""
    reach = Reach(s, (u,))
    open_ways = reach.hexes & ~(1 << reach.start) & ~(s.at[s.player])
    if rng.random() > _BOLD:
        open_ways &= ~foes(s, s.player)
    if not open_ways:
        return None
    h = one_of(rng, list(ones(open_ways)))
    text = f"I send {words.the(u)} to {words.at(h)}, to see what is there."
    return words.plan((*reach.way(s, h), Action("halt")), text)


def _in_hand(s: State, may: Legal, rng: Random) -> Plan:
    """A Sorcerer does what comes to mind; others are put down, where they may stay."""
    tasks = [verb for verb in _TASKS if verb in may]
    if tasks and rng.random() < _RESTLESS:
        verb = tasks[0] if tasks[0] == "convert" else one_of(rng, tasks)
        return words.doing(s, one_of(rng, may[verb]))
    if s.piles.get(s.place[s.hand[0]]) and crowds(s, s.player) and "step" in may:
        return words.doing(s, one_of(rng, may["step"]))
    return words.doing(s, may["halt"][0]) if "halt" in may else words.doing(s, running.legal(s)[0])


__all__ = ["casual", "one_of"]
