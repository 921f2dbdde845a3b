"""Scenarios that are won otherwise: Periandrenn's tour of the cities [17.1], the Stones of Power [19.2]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from elric.kernel.bits import ones
from elric.opponents.definition import Plan
from elric.sorcerer.components.board import CITIES, HEXES, INDEX
from elric.sorcerer.components.colors import NAMES
from elric.sorcerer.components.units import HUMAN, KIND
from elric.sorcerer.magic import mending
from elric.sorcerer.movement.prices import left
from elric.sorcerer.opponents import words
from elric.sorcerer.opponents.look import Look
from elric.sorcerer.position.state import force, powers_of
from elric.sorcerer.position.steps import Action
from elric.sorcerer.stories.stones import GATE, NEAR, NEEDED, controlled, lying

HALT: Final = Action("halt")
_HOME: Final = INDEX["0416"]
_SPENDS: Final = 5  # points for a Seal: with them it never costs a step
_MOST_CARRIED: Final = 3


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
        points = left(s, u)
        up = () if u in s.hand else (Action("take", (u,)),)
        if mending.freed(s, u) and points >= mending.PINS:
            yield words.plan((*up, mending.UNPIN, HALT), "Periandrenn frees himself and his guard.", 9.0)
        if not look.foes >> here & 1:
            if s.depleted >> u & 1 and not s.mending >> u & 1 and points >= mending.SELF:
                yield words.plan((*up, mending.MEND, HALT), "Periandrenn restores himself.", 8.0)
            tired = [v for v in force(s, 0, here) if KIND[v] == HUMAN and s.depleted >> v & 1]
            if tired and points >= mending.OTHERS and not s.spent.get(tired[0], 0):
                yield words.plan((*up, mending.RESTORE[tired[0]], HALT), "Periandrenn restores his guard.", 7.0)
        if s.pinned >> u & 1:
            continue
        goals = [h for h in CITIES if h not in s.marks.get("toured", ())] or [_HOME]
        guard = [v for v in force(s, 0, here) if KIND[v] == HUMAN]
        reach = look.reach(u, *guard)
        able = ones(reach.hexes & ~s.vortex)
        goal = min(goals, key=lambda h: (HEXES.distance(here, h), h))
        k = min(able, key=lambda h: (HEXES.distance(h, goal), bool(look.foes >> h & 1), reach.cost[h]))
        if k != here and HEXES.distance(k, goal) < HEXES.distance(here, goal):
            yield words.plan((*reach.way(s, k), HALT), f"I go on to {words.at(goal)}.", 5.0)


# ---- the Stones of Power


def stones(look: Look) -> Iterator[Plan]:
    """A Sorcerer breaks Seals where they never wound him, and carries the Stones that he seeks home, as far as a phase goes."""
    s = look.s
    seeks = s.scenario.sides[look.seat].seeks
    for u in look.sorcerers:
        here, points = s.place[u], left(s, u)
        up = () if u in s.hand else (Action("take", (u,)),)
        who = words.name(u)
        if mending.freed(s, u) and points >= mending.PINS:
            yield words.plan((*up, mending.UNPIN, HALT), f"{who} frees himself.", 12.0)
        if s.pinned >> u & 1:
            continue
        if s.depleted >> u & 1 and not s.mending >> u & 1 and points >= mending.SELF and not look.foes >> here & 1:
            yield words.plan((*up, mending.MEND, HALT), f"{who} restores himself.", 11.0)
        home = _home(look, u)
        mine = [c for c in lying(s, here) if c == seeks]
        at_home = controlled(s, look.seat).get(home, 0) if home >= 0 else 0
        loose = at_home + sum(lying(s, h).count(seeks) for h in CITIES)
        if s.marks.get("stones", {}).get(here) and points >= _SPENDS and not s.load:
            spent = min(points, _SPENDS + 1)
            yield words.plan(
                (*up, Action("unseal", (spent,))), f"{who} breaks a Seal in {words.at(here)} with {spent} points.", 10.0
            )
        elif mine and here != home and home >= 0 and (loose >= NEEDED or len(mine) >= _MOST_CARRIED - 1):
            yield from _carry(look, u, home, len(mine[:_MOST_CARRIED]), seeks, up, who)
        else:
            yield from _seek(look, u, seeks, home, who)


def _home(look: Look, u: int) -> int:
    """The hex to which he brings them: of his color near the gate, the one where most lie already."""
    s = look.s
    able = [h for h in ones(HEXES.disc(GATE, NEAR)) if powers_of(s, u) >> s.ground[h] & 1]
    seeks = s.scenario.sides[look.seat].seeks
    return max(able, key=lambda h: (lying(s, h).count(seeks), -h), default=-1)


def _carry(look: Look, u: int, home: int, most: int, color: int, up: tuple[Action, ...], who: str) -> Iterator[Plan]:
    """Steps towards home with as many as he can take some way: each Stone costs as much again for every point [19.26]."""
    s = look.s
    reach = look.reach(u)
    for n in range(most, 0, -1):
        far = left(s, u) // (1 + n)
        able = [h for h in ones(reach.hexes & ~look.foes & ~s.vortex) if reach.cost[h] <= far]
        k = min(able, key=lambda h: (HEXES.distance(h, home), reach.cost[h]), default=s.place[u])
        if HEXES.distance(k, home) < HEXES.distance(s.place[u], home):
            steps = tuple(a for a in reach.way(s, k) if a.verb == "step")
            text = f"{who} carries {n} {NAMES[color].capitalize()} Stones towards {words.at(home)}."
            yield words.plan((*up, *(Action("lift", (color,)) for _ in range(n)), *steps, HALT), text, 9.0)
            return


def _seek(look: Look, u: int, seeks: int, home: int, who: str) -> Iterator[Plan]:
    """To the nearest city with Seals, or to Stones that he has left on the way."""
    s = look.s
    here = s.place[u]
    sealed = [h for h, pile in s.marks.get("stones", {}).items() if pile]
    left_lying = [h for h, pile in s.marks.get("lying", {}).items() if seeks in pile and h not in (home, here)]
    goals = (
        (left_lying or sealed)
        if sum(lying(s, h).count(seeks) for h in s.marks.get("lying", {})) >= NEEDED
        else sealed or left_lying
    )
    if not goals:
        return
    reach = look.reach(u)
    goal = min(goals, key=lambda h: (HEXES.distance(here, h), h))
    able = ones(reach.hexes & ~s.vortex)
    k = min(able, key=lambda h: (HEXES.distance(h, goal), bool(look.foes >> h & 1), reach.cost[h]))
    if k != here and HEXES.distance(k, goal) < HEXES.distance(here, goal):
        seals = "Seals" if goal in sealed else "Stones"
        yield words.plan((*reach.way(s, k), HALT), f"{who} goes to {words.at(goal)}, where {seals} lie.", 6.0)


__all__ = ["all_of"]
