"""What somebody does who knows the rules and what each phase is for, and little more: the Novice."""

from __future__ import annotations

from random import Random
from typing import Final, TypeVar

from elric.dragon_pass.components.board import AROUND, BOARD
from elric.dragon_pass.description.phrases import phrase, within
from elric.dragon_pass.magic.casting import TO_CAST
from elric.dragon_pass.movement.zones import restless
from elric.dragon_pass.planning import words
from elric.dragon_pass.planning.battles import Legal
from elric.dragon_pass.planning.companies import companies
from elric.dragon_pass.planning.dividing import Division
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.marching import going, owed
from elric.kernel.steps import Action
from elric.opponents.definition import Plan

_RESTLESS: Final = 0.9  # how often a Novice takes up another company
_BOLD: Final = 0.25  # how often it goes where an enemy stands
_LAST: Final = ("roll", "cast", "done", "stay", "bare", "let", "pass", "halt")
_FIRST: Final = ("feed", "ask", "hail", "call")
_SAID: Final = {
    "stay": "I stay where I am.",
    "bare": "I leave the target uncovered.",
    "let": "I let it come.",
    "pass": "I let them pass.",
    "halt": "I halt here.",
}
_WALLED: Final = 0.4
_CASTS: Final = 0.5

T = TypeVar("T")


def one_of(rng: Random, these: list[T]) -> T:
    """One of these, each as likely."""
    return these[int(rng.random() * len(these))]


def casual(look: Look, may: Legal, step: str, rng: Random) -> Plan:
    """What a Novice does in any decision."""
    if step == "movement":
        return _wander(look, may, rng)
    if step == "combat":
        return _fight(look, may, rng)
    if step in ("setup", "muster"):
        return _put(look, may, rng)
    if step == "early":
        return _magic(look, may, rng) or _plain(may["done"][0], step)
    for verb in _FIRST:
        if verb in may:
            return _plain(one_of(rng, may[verb]), step)
    for verb in _LAST:
        if verb in may:
            return _plain(one_of(rng, may[verb]), step)
    verb = one_of(rng, sorted(may))
    return _plain(one_of(rng, may[verb]), step)


def _plain(a: Action, step: str = "") -> Plan:
    """An action that needs no reason; what names a counter is for its own player alone."""
    said = phrase(a, step)
    text = _SAID.get(a.verb) or f"My choice: {within(said)}."
    return Plan((a,), text, text if a.verb in _LAST else "")


def _wander(look: Look, may: Legal, rng: Random) -> Plan:
    """Any company goes anywhere that it can reach; now and then beside an enemy."""
    for verb in ("call", "summon"):
        if verb in may and rng.random() < _RESTLESS:
            return _plain(one_of(rng, may[verb]))
    left = companies(look, [])
    if "done" in may and (not left or rng.random() > _RESTLESS):
        text = "I have moved enough."
        return Plan((may["done"][0],), text, text)
    if "done" not in may and (forced := owed(look)) is not None:
        return forced
    if left:
        c = one_of(rng, left)
        bold = rng.random() < _BOLD
        routes = look.ways(c.units)
        open_ways = [h for h in sorted(routes) if bold or not look.enemy & AROUND[h]]
        if open_ways:
            h = one_of(rng, open_ways)
            actions, _ = going(look.s, c, routes[h])
            why = f"I march {words.units(c.units)} to {words.at(h)}, to see what is there."
            said = f"I march {words.stacks(1)} from {words.at(c.start)} to {words.at(h)}, to see what is there."
            return Plan(actions, why, said)
    if "done" in may:
        text = "I have moved enough."
        return Plan((may["done"][0],), text, text)
    return _plain(one_of(rng, may["lead"]))


def _fight(look: Look, may: Legal, rng: Random) -> Plan:
    """Whoever must fight fights the weakest beside him; spells are cast now and then."""
    for verb in _FIRST:
        if verb in may and rng.random() < _CASTS:
            return _plain(one_of(rng, may[verb]))
    if (spell := _magic(look, may, rng)) is not None:
        return spell
    if "roll" in may:
        return _plain(one_of(rng, may["roll"]))
    if "done" in may:
        return _plain(may["done"][0], "combat")
    wanted = sorted(Division(look, []).first() - set(look.s.links)) if "assign" in may else ()
    if wanted:
        where = words.places(to for _, to in wanted)
        text = f"I have to fight who stands beside me: I attack {where}."
        return Plan(tuple(Action("assign", link) for link in wanted), text, text)
    if "assign" in may:
        return _plain(one_of(rng, may["assign"]))
    wild = restless(look.s, look.seat)  # a Dragon beside an enemy has to fight
    owed = [a for a in may.get("dragonfight", ()) if wild >> look.s.place[a.args[0]] & 1]
    return _plain(one_of(rng, owed or may[one_of(rng, sorted(may))]))


def _magic(look: Look, may: Legal, rng: Random) -> Plan | None:
    """Some spell or other, when the mood is right."""
    if "cast" in may:
        return _plain(may["cast"][0])
    if "aim" in may and look.s.phase and rng.random() < _CASTS:
        a = one_of(rng, may["aim"])
        h, t = a.args
        text = f"I cast at {words.at(t)} from {words.at(h)}."
        return Plan((a, TO_CAST(t)), text, text)
    return None


def _put(look: Look, may: Legal, rng: Random) -> Plan:
    """Counters are placed where fancy has it, some of them behind walls."""
    able = may.get("place", [])
    walled = [a for a in able if BOARD.walls >> a.args[0] & 1]
    if walled and rng.random() < _WALLED:
        able = walled
    if not able:
        return _plain(one_of(rng, may["take"]))
    a = one_of(rng, able)
    text = f"I place it in {words.at(a.args[0])}."
    return Plan((a,), text, "" if look.s.turn == 0 else text)


__all__ = ["casual"]
