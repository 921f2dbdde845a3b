"""Scenarios that are won otherwise: Periandrenn's tour of the cities [17.1], the Stones of Power [19.2]."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from elric.kernel.bits import ones
from elric.lab.say import surely
from elric.opponents.definition import Plan
from elric.sorcerer.combat.strength import Line, Total
from elric.sorcerer.components.board import BOARD, CITIES, HEXES, INDEX
from elric.sorcerer.components.colors import GRAY, GREEN, NAMES, VALUE, WHITE
from elric.sorcerer.components.table import column
from elric.sorcerer.components.units import DEMON, HUMAN, KIND
from elric.sorcerer.lab.fills import faces
from elric.sorcerer.magic import mending
from elric.sorcerer.magic.conjuring import CONJURE, KINDS
from elric.sorcerer.movement.phase import HALT
from elric.sorcerer.movement.prices import TAKE, points_to_spend
from elric.sorcerer.planning import words
from elric.sorcerer.planning.look import Look
from elric.sorcerer.planning.prey import Prey
from elric.sorcerer.position.notes import Conjured, Lying, Seals, Toured, free_stones, noted, sealed_stones
from elric.sorcerer.position.state import force, powers_of
from elric.sorcerer.position.steps import Action
from elric.sorcerer.stories.stones import BEST, GATE, NEAR, NEEDED, owns

_HOME: Final = INDEX["0416"]
_SPENDS: Final = 5  # points for a Seal: with them it never costs a step
_MOST_CARRIED: Final = 3
_DEMON: Final = 5
_DEMONS: Final = KINDS.index(DEMON)
_FEAR: Final = 1.5  # hexes of way that a night in danger is worth
_ANY: Final = Line("", 0, "")


def all_of(look: Look) -> Iterator[Plan]:
    """What is done in such a scenario; nothing in others."""
    if look.s.scenario.story == "tour":
        yield from tour(look)
    elif look.s.scenario.story == "stones":
        yield from stones(look)


def tour(look: Look) -> Iterator[Plan]:
    """On to the nearest city that he has not seen, both together; when all are seen, home."""
    s = look.s
    for u in look.sorcerers:
        here = s.place[u]
        points = points_to_spend(s, u)
        if mending.whom_to_free(s, u) and points >= mending.PINS:
            freed = words.freed(u, mending.whom_to_free(s, u))
            yield words.plan(
                (TAKE[u], mending.UNPIN, HALT), f"I let Periandrenn free {freed}, so that they can go on.", 9.0
            )
        if not look.foes >> here & 1:
            if s.depleted >> u & 1 and not s.mending >> u & 1 and points >= mending.SELF:
                yield words.plan((TAKE[u], mending.MEND, HALT), words.mends(u), 8.0)
            tired = [v for v in force(s, 0, here) if KIND[v] == HUMAN and s.depleted >> v & 1]
            if tired and points >= mending.OTHERS and not s.spent.get(tired[0], 0):
                yield words.plan(
                    (TAKE[u], mending.RESTORE[tired[0]], HALT), "I let Periandrenn restore his guard.", 7.0
                )
        if s.pinned >> u & 1:
            continue
        mates = look.mates(here)
        if (
            not mates
            and Conjured not in s.notes
            and points >= _DEMON
            and s.ground[here] in (GREEN, WHITE)
            and not look.foes >> here & 1
        ):
            text = "I let Periandrenn conjure Green demonic infantry, to guard him: he may do so once in the game."
            yield words.plan((TAKE[u], CONJURE[_DEMONS, GREEN], HALT), text, 6.0)
        yield from _on_tour(look, u, (*[v for v in force(s, 0, here) if KIND[v] == HUMAN], *mates))


def _on_tour(look: Look, u: int, guard: tuple[int, ...]) -> Iterator[Plan]:
    """As far towards the next city as he can go and still sleep well: in Gray, where magic is weak, or on ground that is good for Green."""
    s = look.s
    here = s.place[u]
    goals = [h for h in CITIES if Toured(h) not in noted(s, Toured)] or [_HOME]
    if Conjured not in s.notes and not look.mates(here):
        goals = list(ones((s.cells[GREEN] | s.cells[WHITE]) & ~look.foes)) or goals
    goal = min(goals, key=lambda h: (HEXES.distance(here, h), h))
    reach = look.reach(u, *guard)
    able = ones((reach.hexes | 1 << here) & ~(s.vortex & ~(1 << here)))

    def rates(h: int) -> float:
        return -HEXES.distance(h, goal) - _FEAR * _risk(look, (u, *guard), h) - 0.5 * bool(look.foes >> h & 1)

    k = max(able, key=lambda h: (rates(h), -reach.cost[h]))
    if k != here:
        on = f"to {words.at(k)}" if k == goal else f"to {words.at(k)}, on the way to {words.at(goal)}"
        why = (
            "every city counts, and he has to come home" if BOARD.gray >> goal & 1 else "there he can conjure his guard"
        )
        text = f"I lead Periandrenn and his company {on}: {why}."
        yield words.plan((*reach.way(s, k), HALT), text, 5.0)


def _risk(look: Look, stack: tuple[int, ...], h: int) -> float:
    """How likely demonic infantry of any color would wound him there, on average over the colors."""
    s = look.s
    ground = s.ground[h]
    prey = Prey(s, stack, h)
    steps = prey.falls.get(prey.lead, 9)
    strength = 1 if ground == GRAY else _DEMON
    return sum(prey.hit(Total(strength + VALUE[c][ground], c, (_ANY,)), max(1, steps - 2)) for c in range(6)) / 6


# ---- the Magic Tide


def relief(look: Look) -> Iterator[Plan]:
    """A Sorcerer goes where infantry in a city is pinned, depleted or hard pressed [17.26]: a city falls with the last human in it."""
    s = look.s
    for u in look.sorcerers if s.scenario.story == "tide" else ():
        here, reach = s.place[u], look.reach(u)
        best = _need(look, here), here
        for h in ones(reach.hexes & BOARD.gray & ~s.vortex & ~(1 << here)):
            left_then = points_to_spend(s, u) - reach.cost[h]
            need = _need(look, h) * (1.0 if left_then >= mending.PINS else 0.5) - 0.05 * reach.cost[h]
            best = max(best, (need, h))
        need, h = best
        if h != here and need > _need(look, here) + 0.5 and look.now(here) < 1:
            text = f"I send {words.the(u)} to {words.at(h)}, where infantry needs him: a city falls with the last human in it."
            yield words.plan((*reach.way(s, h), HALT), text, 2.0 + need)


def _need(look: Look, h: int) -> float:
    """How much the infantry in a city needs a Sorcerer; one is enough for each."""
    s = look.s
    humans = [v for v in force(s, 0, h) if KIND[v] == HUMAN]
    if not humans or not BOARD.gray >> h & 1:
        return 0.0
    pressed = 1.5 if look.foes >> h & 1 else 0.0
    hurt = sum(1.0 * (s.pinned >> v & 1) + 1.5 * (s.depleted >> v & 1 and not look.foes >> h & 1) for v in humans)
    others = sum(s.place[u] == h for u in look.sorcerers)
    return (pressed + hurt) / (1 + others)


# ---- the Stones of Power


def stones(look: Look) -> Iterator[Plan]:
    """A Sorcerer breaks Seals where they never wound him, and carries the Stones that he seeks home, as far as a phase goes."""
    s = look.s
    seeks = s.scenario.sides[look.seat].seeks
    for u in look.sorcerers:
        here, points = s.place[u], points_to_spend(s, u)
        who = words.the(u)
        if mending.whom_to_free(s, u) and points >= mending.PINS:
            freed = words.freed(u, mending.whom_to_free(s, u))
            yield words.plan((TAKE[u], mending.UNPIN, HALT), f"I let {who} free {freed}.", 12.0)
        if s.pinned >> u & 1:
            continue
        if s.depleted >> u & 1 and not s.mending >> u & 1 and points >= mending.SELF and not look.foes >> here & 1:
            yield words.plan((TAKE[u], mending.MEND, HALT), words.mends(u), 11.0)
        home = _home(look, u)
        mine = [c for c in free_stones(s, here) if c == seeks and owns(s, look.seat, here, c)]
        if sealed_stones(s, here) and points >= _SPENDS and not s.load:
            spent = min(points, _SPENDS + 1)
            costs = Fraction(sum(face.result > 0 for face in faces(column(-spent, BEST))), 6)
            harm = f"it takes a step from him {surely(costs)}" if costs else "with so many it never harms him"
            text = f"I let {who} break a Seal in {words.at(here)} with {spent} points: {harm}."
            yield words.plan((TAKE[u], Action("unseal", (spent,))), text, 10.0)
        elif mine and here != home and home >= 0 and (_gathers(look, seeks) or len(mine) >= _MOST_CARRIED - 1):
            yield from _carry(look, u, home, len(mine[:_MOST_CARRIED]), seeks, who)
        else:
            yield from _seek(look, u, seeks, home, who)


def _gathers(look: Look, seeks: int) -> bool:
    """Whether it is time to bring Stones home: enough of his color lie free, or no Seal is left."""
    s = look.s
    free = sum(one.stones.count(seeks) for one in noted(s, Lying))
    return free >= NEEDED or not any(one.stones for one in noted(s, Seals))


def _home(look: Look, u: int) -> int:
    """The hex to which he brings them: of his color near the gate, the one where most lie already."""
    s = look.s
    able = [h for h in ones(HEXES.disc(GATE, NEAR)) if powers_of(s, u) >> s.ground[h] & 1]
    seeks = s.scenario.sides[look.seat].seeks
    return max(able, key=lambda h: (free_stones(s, h).count(seeks), -h), default=-1)


def _carry(look: Look, u: int, home: int, most: int, color: int, who: str) -> Iterator[Plan]:
    """Steps towards home with as many as he can take some way: each Stone costs as much again for every point [19.26]."""
    s = look.s
    reach = look.reach(u)
    for n in range(most, 0, -1):
        far = points_to_spend(s, u) // (1 + n)
        able = [h for h in ones(reach.hexes & ~look.foes & ~s.vortex) if reach.cost[h] <= far]
        k = min(able, key=lambda h: (HEXES.distance(h, home), reach.cost[h]), default=s.place[u])
        if HEXES.distance(k, home) < HEXES.distance(s.place[u], home):
            steps = tuple(a for a in reach.way(s, k) if a.verb == "step")
            what = f"{n} {NAMES[color].capitalize()} Stone{'s' if n > 1 else ''}"
            text = f"I let {who} carry {what} to {words.at(k)}, on the way to {words.at(home)}: {NEEDED} of them win there."
            yield words.plan((TAKE[u], *(Action("lift", (color,)) for _ in range(n)), *steps, HALT), text, 9.0)
            return


def _seek(look: Look, u: int, seeks: int, home: int, who: str) -> Iterator[Plan]:
    """To the nearest city with Seals, or to Stones that he has left on the way."""
    s = look.s
    here = s.place[u]
    unbroken = [one.city for one in noted(s, Seals) if one.stones]
    free = {one.hex: one.stones.count(seeks) for one in noted(s, Lying) if seeks in one.stones}
    left_lying = [h for h in free if h not in (home, here)]
    goals = left_lying or unbroken if _gathers(look, seeks) else unbroken or left_lying
    if not goals:
        return
    reach = look.reach(u)
    goal = min(goals, key=lambda h: (HEXES.distance(here, h), h))
    able = ones(reach.hexes & ~s.vortex)
    k = min(able, key=lambda h: (HEXES.distance(h, goal), bool(look.foes >> h & 1), reach.cost[h]))
    if k != here and HEXES.distance(k, goal) < HEXES.distance(here, goal):
        seals = "Seals" if goal in unbroken else "Stones"
        on = f"to {words.at(k)}" if k == goal else f"to {words.at(k)}, on the way to {words.at(goal)}"
        yield words.plan((*reach.way(s, k), HALT), f"I send {who} {on}, where {seals} lie.", 6.0)


__all__ = ["all_of"]
