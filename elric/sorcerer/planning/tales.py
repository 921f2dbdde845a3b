"""Scenarios that are won otherwise: Periandrenn's tour of the cities [17.1], the Stones of Power [19.2]."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from elric.kernel.bits import ones
from elric.lab.say import surely
from elric.opponents.definition import Plan
from elric.sorcerer.combat.strength import Line, total
from elric.sorcerer.components.board import BOARD, CITIES, HEXES, INDEX
from elric.sorcerer.components.colors import GREEN, NAMES, WHITE, line
from elric.sorcerer.components.table import column
from elric.sorcerer.components.units import COLOR, DEMON, HUMAN, KIND, UNITS
from elric.sorcerer.lab.fills import faces
from elric.sorcerer.magic import mending
from elric.sorcerer.magic.conjuring import CONJURE, KINDS
from elric.sorcerer.movement.phase import HALT
from elric.sorcerer.movement.prices import TAKE, points_to_spend
from elric.sorcerer.movement.stacking import LIMIT
from elric.sorcerer.planning import words
from elric.sorcerer.planning.look import Look
from elric.sorcerer.planning.prey import Prey
from elric.sorcerer.position.notes import Conjured, Lying, Seals, Toured, free_stones, noted, sealed_stones
from elric.sorcerer.position.state import NOBODY, State, force, powers_of
from elric.sorcerer.position.steps import Action
from elric.sorcerer.stories.stones import BEST, GATE, NEAR, NEEDED, owns
from elric.sorcerer.stories.tour import Drawn

_HOME: Final = INDEX["0416"]
_SPENDS: Final = 5  # points for a Seal: with them it never costs a step
_MOST_CARRIED: Final = 3
_DEMON: Final = 5
_DEMONS: Final = KINDS.index(DEMON)
_ROAD: Final = 0.5  # what a hex of the way to the next city is worth, in the points of danger
_STEP, _HURT, _LOST = 2.0, 5.0, 12.0  # danger: a step lost, Periandrenn depleted, the end
_STORM: Final = 10.0  # of the vortex beside him
_STORMY: Final = 6  # hexes that it may run
_A_HEX: Final = 2  # points for a hex on the mean
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
    """To the next city, or as far towards it as is safe for the night; with all his guard, or only with those whom he must not leave."""
    s = look.s
    here = s.place[u]
    goals = [h for h in CITIES if Toured(h) not in noted(s, Toured)] or [_HOME]
    if Conjured not in s.notes and not look.mates(here):
        goals = list(ones((s.cells[GREEN] | s.cells[WHITE]) & ~look.foes)) or goals
    goal = min(goals, key=lambda h: (HEXES.distance(here, h), h))
    bound = tuple(v for v in guard if KIND[v] == HUMAN)
    hunters = _hunters(s)
    best, rated = (here, guard), -_ROAD * HEXES.distance(here, goal) - _danger(s, (u, *guard), here, hunters)
    for company in dict.fromkeys((guard, bound)):
        for h in ones(look.reach(u, *company).hexes & ~(1 << here | s.vortex)):
            rates = -_ROAD * HEXES.distance(h, goal) - _danger(s, (u, *company), h, hunters)
            if best[0] != goal and (h == goal or rates > rated):
                best, rated = (h, company), rates
    k, company = best
    if k != here:
        on = f"to {words.at(k)}" if k == goal else f"to {words.at(k)}, on the way to {words.at(goal)}"
        why = (
            "every city counts, and he has to come home" if BOARD.gray >> goal & 1 else "there he can conjure his guard"
        )
        text = f"I lead Periandrenn and his company {on}: {why}."
        yield words.plan((*look.reach(u, *company).way(s, k), HALT), text, 5.0)


def _hunters(s: State) -> dict[int, list[int]]:
    """Who hunts him in this turn, color by color: those on the map, and those drawn, who have not appeared yet [17.14]."""
    found: dict[int, list[int]] = {}
    for v in (*(one.unit for one in noted(s, Drawn)), *(v for side in s.of[1:] for v in ones(side) if s.place[v] >= 0)):
        found.setdefault(COLOR[v], []).append(v)
    return found


def _danger(s: State, stack: tuple[int, ...], h: int, hunters: dict[int, list[int]]) -> float:
    """What hunters may do to a stack that they find there at night, each color by itself [17.17], and vortexes near it: in points, more for
    a Sorcerer who is hurt, and most for one who is lost."""
    prey = Prey(s, stack, h)
    chances = {0: 1.0}  # of so many steps lost
    hurt = prey.falls.get(prey.lead, 1)  # the step that is his
    for color, units in hunters.items():
        able = [v for v in units if _comes(s, v, h)][:LIMIT]
        if able:
            attack = total(s, tuple(able), h, NOBODY)
            falls = faces(column(attack.sum - prey.defence.sum, line(color, prey.defence.color)))
            after: dict[int, float] = defaultdict(float)
            for lost, chance in chances.items():
                for face in falls:  # of him never more than one in a phase [12.17]
                    after[min(lost + max(0, face.result), max(lost + 1, hurt))] += chance / len(falls)
            chances = after
    last = hurt if s.depleted >> prey.lead & 1 else hurt + 1
    pain = sum(chance * (_STEP * n + _HURT * (n >= hurt) + _LOST * (n >= last)) for n, chance in chances.items())
    return pain + sum(_STORM / (1 + HEXES.distance(v, h)) for v in ones(s.vortex & HEXES.disc(h, _STORMY)))


def _comes(s: State, u: int, h: int) -> bool:
    """Whether a hunter reaches a hex this turn, as near as one can say without his way: a new one comes from the nearest hex of his color."""
    at, goes = s.place[u], UNITS[u].allowance[s.depleted >> u & 1] // _A_HEX
    if at >= 0:
        return at == h or (not s.pinned >> u & 1 and HEXES.distance(at, h) <= goes)
    return bool(HEXES.disc(h, goes) & s.cells[COLOR[u]])


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
