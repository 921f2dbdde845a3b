"""Decisions outside a player's own movement: setting up, who takes part, whom to attack, whom to lose, which vortex goes first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from elric.kernel import running
from elric.kernel.bits import ones
from elric.kernel.sealed import choices_of
from elric.opponents.definition import Plan
from elric.sorcerer.combat.strength import bolt
from elric.sorcerer.components.board import BOARD, HEXES
from elric.sorcerer.components.colors import GRAY, NAMES, WHEEL, WHITE
from elric.sorcerer.components.units import FORTRESS, HUMAN, KIND, SORCERER
from elric.sorcerer.lab.battle import JoinedBolt, at_hand
from elric.sorcerer.lab.law import Law
from elric.sorcerer.lab.reach import Reach
from elric.sorcerer.lab.worth import step_costs
from elric.sorcerer.movement.stacking import crowds, fits
from elric.sorcerer.planning import errands, words
from elric.sorcerer.planning.look import Look, nearest
from elric.sorcerer.planning.prey import Prey
from elric.sorcerer.planning.words import Legal
from elric.sorcerer.position.notes import who_is_cloaked
from elric.sorcerer.position.state import COMBAT, State, force, here_of, powers_of
from elric.sorcerer.position.steps import Action
from elric.sorcerer.stories.hiding import beset

_QUIET: Final = ("fling", "wait", "halt", "end", "hold", "leave-vortex", "mend", "unpin")


def deploy(look: Look, may: Legal) -> Iterator[Plan]:
    """Where the next counter stands: Sorcerers in White or behind walls, infantry in cities, fortresses amid their own colors."""
    s = look.s
    u = s.to_place[0]
    for a in may.get("place", ()):
        h = a.args[0]
        text = f"I set up {words.the(u)} in {words.at(h)}: {_because(look, u, h)}."
        yield words.plan((a,), text, _place(look, u, h))
    for a in may.get("hide", ()):
        yield words.plan(
            (a,),
            f"I hide {words.the(u)} in {words.at(a.args[0])}: nobody else knows where it is until it comes out.",
            0.5 if s.scenario.story == "stones" else -9.0,
            True,
        )


def _place(look: Look, u: int, h: int) -> float:
    s = look.s
    there = force(s, look.seat, h)
    castle = any(KIND[v] == FORTRESS for v in there)
    if KIND[u] == SORCERER:
        white = s.ground[h] == WHITE and not any(KIND[v] == SORCERER for v in there)
        first = 2.0 if white and BOARD.white >> h & 1 else 0.0
        return (6.0 + first) * white + 4.0 * castle + 3.0 * (s.ground[h] == GRAY) - 0.05 * nearest(s.cells[WHITE], h)
    if KIND[u] == HUMAN:
        humans = sum(KIND[v] == HUMAN for v in there)
        city = BOARD.gray >> h & 1 and not humans
        free = BOARD.gray & ~look.mine
        return 6.0 * bool(city) + 1.0 * castle - 0.3 * nearest(free, h) - 1.5 * humans
    if KIND[u] == FORTRESS:
        own = sum(
            s.cells[c].bit_count() > 0 and bool(HEXES.disc(h, 2) & s.cells[c])
            for c in ones(s.powers[look.seat] & WHEEL)
        )
        return 0.2 * own - 0.1 * nearest(s.cells[WHITE], h)
    return 1.0 * castle - 0.1 * nearest(look.foes, h) * bool(look.foes)


def _because(look: Look, u: int, h: int) -> str:
    """What is good about a hex to begin in."""
    s = look.s
    if KIND[u] != FORTRESS and any(KIND[v] == FORTRESS for v in force(s, look.seat, h)):
        return "a fortress shields whoever is inside"
    if s.ground[h] == GRAY:
        return "it is Gray, where no magic wastes"
    if KIND[u] == SORCERER and s.ground[h] == WHITE and errands.points_for(look, h):
        return "it is White, where he may convert in his first phase"
    if KIND[u] in (FORTRESS, SORCERER):
        far = nearest(s.cells[WHITE], h)
        near = "it is White" if not far else "White is beside it"
        white = near if far <= 1 else f"the nearest White hex is {far} hexes away"
        return f"it never moves, and {white}" if KIND[u] == FORTRESS else white
    if KIND[u] == HUMAN:
        far = nearest(BOARD.gray & ~look.mine, h)
        return f"a city that it can go to is {far} hex{'es' if far > 1 else ''} away"
    return "there it is nearest to the enemy" if look.foes else "it may stand anywhere"


def declares(look: Look, may: Legal) -> Iterator[Plan]:
    """Who takes part, and the attack that brings most: no result ever harms who attacks [13.0]."""
    s = look.s
    for a in may.get("lead", ()):
        u = a.args[0]
        mine = force(s, look.seat, s.place[u])
        ours = Prey(s, mine, s.place[u], u)
        gain = 0.0
        for side in look.enemies(s.place[u]):
            theirs = look.prey(s.place[u], side)
            gain += theirs.loses(ours.attack()) - ours.loses(theirs.attack())
        yield words.plan(
            (a,),
            f"I let {words.the(u)} take part in {words.at(s.place[u])}: with him my force is worth {ours.attack().sum}.",
            100 + gain,
            True,
        )
    for a in may.get("attack", ()):
        h, side = a.args
        theirs = look.prey(h, side)
        gain = theirs.loses(Prey(s, force(s, look.seat, h), h).attack())
        text = f"I attack {words.units(theirs.units)} in {words.at(h)}: no attack ever harms who makes it."
        yield words.plan((a,), text, 1 + gain, True)
    for a in may.get("hold", ()):
        yield words.plan((a,), f"I hold in {words.at(a.args[0])}.", 0.0, True)


def shield(look: Look, may: Legal) -> Iterator[Plan]:
    """Who takes part against a Bolt: the one with whom the least is lost."""
    s, f = look.s, look.s.agenda[-1]
    for a in may.get("lead", ()):
        prey = Prey(s, force(s, look.seat, f.hex), f.hex, a.args[0])
        cost = prey.loses(bolt(s, f.throwers, f.hex, f.color))
        yield words.plan(
            (a,), f"I let {words.the(a.args[0])} take part against the Bolt: with him the least is lost.", -cost
        )


def loses(look: Look, may: Legal) -> Iterator[Plan]:
    """The step that costs least [13.6]."""
    for verb, what in (("lose", "lose a step of"), ("discard", "give up")):
        for a in may.get(verb, ()):
            text = f"I {what} {words.the(a.args[0])}: it costs me least."
            yield words.plan((a,), text, -step_costs(look.s, a.args[0]))


def volley(look: Look, may: Legal) -> Iterator[Plan]:
    """A Sorcerer joins where two together bring more than two Bolts one after the other."""
    s, f = look.s, look.s.agenda[-1]
    prey = look.prey(f.hex, f.side)
    alone = prey.loses(bolt(s, f.throwers, f.hex, f.color))
    law = Law(at_hand(s, look.seat, f.hex, f.side, (), (JoinedBolt(f.color, f.throwers),)))
    text = f"I fling it at {words.units(prey.units)} in {words.at(f.hex)}: {words.falls(law, f.side)}."
    yield words.plan((may["fling"][0],), text, alone)
    for a in may.get("join", ()):
        single = prey.loses(bolt(s, a.args, f.hex, f.color))
        both = prey.loses(bolt(s, (*f.throwers, *a.args), f.hex, f.color))
        if both > alone + single + 0.3:
            text = f"I let {words.the(a.args[0])} join in the Bolt: together they bring more than two Bolts apart."
            yield words.plan((a,), text, both - single)


def named(s: State) -> tuple[int, ...]:
    """The Sorcerers whom the seat that declares has named to take part [10.3]."""
    return tuple(a.args[0] for a in choices_of(s.agenda[-1], s.seat) if a.verb == "lead")


def paints(look: Look, may: Legal) -> Iterator[Plan]:
    """The color of a fortress [18.44]."""
    for a in may["paint"]:
        text = f"I choose {NAMES[a.args[0]].capitalize()} for it: the rules tell of no color that is better."
        yield words.plan((a,), text, 0.0, True)


def primes(look: Look, may: Legal) -> Iterator[Plan]:
    """The Prime Sorcerer [16.1]."""
    for a in may["prime"]:
        yield words.plan(
            (a,), f"I name {words.the(a.args[0])} as the Prime Sorcerer: all who can be named are as strong."
        )


def veils(look: Look, may: Legal) -> Iterator[Plan]:
    """Whether to begin under a Cloak [20.6]."""
    text = "I begin without a Cloak: whoever keeps one pays double for everything else."
    yield words.plan((may["start"][0],), text, 0.0, True)


def hides(look: Look, may: Legal) -> Iterator[Plan]:
    """Who hides waits for a Sorcerer to fall upon, in the Stones for any enemy: only then his strength is doubled [19.24, 23.3]."""
    s = look.s
    for a in may.get("spring", ()):
        text = f"I fall upon him with {words.the(a.args[0])}: its strength is doubled, and he loses a step before all others."
        yield words.plan((a,), text, 2.0, True)
    for a in may.get("reveal", ()) if s.phase == COMBAT else ():
        u, h = a.args[0], here_of(s, a.args[0])
        surprised = bool(look.enemies(h)) if s.scenario.story == "stones" else beset(s, look.seat, h) >= 0
        if surprised and u not in who_is_cloaked(s):
            text = f"I come out with {words.the(u)} in {words.at(h)}: an enemy is there, and a surprise strikes at double strength."
            yield words.plan((a,), text, 1.0, True)
    yield words.plan((may["wait"][0],), "I wait: who stays hidden can still take somebody by surprise.", 0.0, True)


def whirls(look: Look, may: Legal) -> Iterator[Plan]:
    """The vortex that is nearest to enemies runs first, before others can bar its way."""
    for a in may.get("whirl", ()):
        h = a.args[0]
        yield words.plan(
            (a,),
            f"I let the vortex in {words.at(h)} run first: of all it is nearest to enemies, or farthest from me.",
            nearest(look.mine, h) - nearest(look.foes, h),
        )


def usual(s: Any, may: Legal) -> Plan:
    """What is done where nothing better is known."""
    for verb in _QUIET:
        if verb in may:
            return words.doing(s, may[verb][0])
    return words.doing(s, next(iter(may.values()))[0])


def legal(s: Any) -> Legal:
    """The legal actions by verb."""
    may: Legal = {}
    for a in running.legal(s):
        may.setdefault(a.verb, []).append(a)
    return may


def crowd(look: Look, may: Legal) -> Iterator[Plan]:
    """Somebody has to leave a stack that is too large [10.1]: to the nearest hex with room."""
    s = look.s
    for h in crowds(s, look.seat):
        for u in force(s, look.seat, h):
            if Action("take", (u,)) not in may.get("take", ()) or KIND[u] == SORCERER:
                continue
            lone = look.reach(u)
            pairs: list[tuple[Reach, tuple[int, ...]]] = [(lone, (u,))]
            pairs += [(look.reach(v, u), (v, u)) for v in force(s, look.seat, h)
                      if KIND[v] == SORCERER and look.free(v) and not s.pinned >> v & 1 and powers_of(s, v)]  # fmt: skip
            for reach, hand in pairs:
                able = [k for k in ones(reach.hexes & ~(1 << h) & ~s.vortex) if fits(s, look.seat, u, k)]
                if able:
                    k = min(able, key=lambda x: (bool(look.foes >> x & 1), reach.cost[x]))
                    text = f"I send {words.units(hand)} to {words.at(k)}: only two, of one color, may stay in {words.at(h)}."
                    yield words.plan((*reach.way(s, k), Action("halt")), text, 40.0 - reach.cost[k] - 5 * len(hand))


__all__ = [
    "crowd",
    "declares",
    "deploy",
    "hides",
    "legal",
    "loses",
    "named",
    "paints",
    "primes",
    "shield",
    "usual",
    "veils",
    "volley",
    "whirls",
]
