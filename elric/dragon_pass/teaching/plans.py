"""What to do with the armies: a march to a fight that is worth it or to a place that is wanted, and who attacks whom.

Only public things and the seat's own counters are read; every plan is tried on a copy before it is recommended.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from elric.dragon_pass.combat.reckoning import ground
from elric.dragon_pass.combat.table import COLUMNS, column
from elric.dragon_pass.combat_phase.dividing import DONE, waiting_stacks
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.notation import Action
from elric.dragon_pass.components.units import CF, COUNTS
from elric.dragon_pass.lab import Odds
from elric.dragon_pass.movement.going import POINT, pace
from elric.dragon_pass.movement.march import HALT, JOIN, LEAD, STEP
from elric.dragon_pass.movement.routes import routes
from elric.dragon_pass.movement.stacking import LIMIT
from elric.dragon_pass.movement.zones import barring_hexes, may_fight, targets_of
from elric.dragon_pass.position.state import State, foes
from elric.dragon_pass.teaching import seen
from elric.kernel import running
from elric.kernel.bits import bits, ones
from elric.kernel.game import Game

_PAIRS = 5  # own stacks and enemies that are looked at
_FAR = 7  # hexes
_COMBOS = 48


@dataclass(frozen=True, slots=True)
class PlannedMarch:
    """A march: who, from where to where, by which actions; and the attack it leads to, or the place it is for."""

    units: tuple[int, ...]
    start: int
    there: int
    actions: tuple[Action, ...]
    target: int = -1
    odds: Odds | None = None
    wanted: str = ""
    goal: int = -1


def legal_part(g: Game, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """The actions that can be carried out one after another by the seat that decides: cut where one is not legal, or where
    somebody else decides."""
    copy, done = g.copy(), []
    for a in actions:
        if copy.seat != g.seat or not running.allowed(copy.state, a):
            break
        done.append(a)
        copy.push(a)
    return tuple(done)


def halted(done: tuple[Action, ...], actions: tuple[Action, ...]) -> bool:
    """Whether all of some actions have been carried out but a last halt, which nobody needs who can go no farther."""
    return actions[len(done) :] == (HALT,) and len(done) > 1


def companies(s: State) -> list[tuple[int, tuple[int, ...]]]:
    """Own stacks that can march, each with those of it who can go together."""
    out = []
    for h in ones(s.at[s.player]):
        free = [u for u in s.piles[h] if not s.done >> u & 1]
        group: list[int] = []
        for u in free:
            if sum(COUNTS[v] for v in group) + COUNTS[u] <= LIMIT:
                group.append(u)
        if group:
            out.append((h, tuple(group)))
    return out


def _ways(s: State, units: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    t = s.copy()
    t.hand = units
    return routes(t)


def _go(s: State, units: tuple[int, ...], way: tuple[int, ...], halt: bool) -> tuple[Action, ...]:
    take = () if s.hand else (LEAD[units[0]], *(JOIN[u] for u in units[1:]))
    return (*take, *(STEP[h] for h in way), *((HALT,) if halt else ()))


def march(s: State) -> PlannedMarch | None:
    """The best march that the coach can stand for; None where he has none."""
    groups = [(s.place[s.hand[0]], s.hand)] if s.hand else companies(s)
    best: PlannedMarch | None = None
    for plan in _attacks(s, groups):
        if best is None or (plan.odds is not None and best.odds is not None and plan.odds.gain > best.odds.gain):
            best = plan
    return best or _towards(s, groups)


def _attacks(s: State, groups: list[tuple[int, tuple[int, ...]]]) -> Iterator[PlannedMarch]:
    enemy = foes(s, s.player)
    plain = bits(t for t in ones(enemy) if seen.open_to(s, s.player, t))
    pairs = sorted(
        (HEXES.distance(h, t), h, t, units)
        for h, units in groups
        if not enemy & AROUND[h]  # who stands beside an enemy already may fight where he is
        for t in ones(plain & HEXES.disc(h, _FAR))
    )
    for _, start, target, units in pairs[:_PAIRS]:
        ways = _ways(s, units)
        for there in sorted(ones(AROUND[target]), key=lambda n: len(ways.get(n, ())) or 99)[:2]:
            if there not in ways:
                continue
            found = seen.attack_after(s, units, there, target)
            if found is not None and found.gain > 0 and seen.likely(found.cleared):
                yield PlannedMarch(units, start, there, _go(s, units, ways[there], False), target, found)


@cache
def _far_from(goal: int) -> tuple[int, ...]:
    """How far every hex is from a place: goals are few, and stay."""
    return tuple(HEXES.distance(h, goal) for h in range(HEXES.size))


def _towards(s: State, groups: list[tuple[int, tuple[int, ...]]]) -> PlannedMarch | None:
    """A march towards what the scenario wants, that ends beside no enemy, behind walls or not [12.1], and leaves no walls empty."""
    wanted = seen.goals(s, s.player)
    if not wanted:
        return None
    bad = barring_hexes(s, s.player) | foes(s, s.player)
    held = {h for _, h in wanted}
    rows = []
    for h, units in groups:
        if h in held or (BOARD.walls >> h & 1 and len(units) == len(s.piles[h])):
            continue
        reach, strength = max(1, pace(s, units)), sum(CF[u] for u in units)
        for says, goal in wanted:
            far = _far_from(goal)[h]
            if far > 1:  # the fewest Moves over open ground come first, then the strongest
                rows.append((-(-far * POINT // reach), -strength, far, h, goal, says, units))
    for _, _, far, start, goal, says, units in sorted(rows)[:2]:
        ways = _ways(s, units)
        there = min(
            (n for n in ways if not bad >> n & 1), key=lambda n: (HEXES.distance(n, goal), len(ways[n])), default=-1
        )
        if there >= 0 and HEXES.distance(there, goal) < far:
            return PlannedMarch(units, start, there, _go(s, units, ways[there], True), wanted=says, goal=goal)
    return None


# ---- who attacks whom ------------------------------------------------------------------------------------------------


def dividing(s: State) -> tuple[Action, ...]:
    """The assignments that are still wanted: everybody who must fights, nobody who must be fought is left alone."""
    idle, spared = waiting_stacks(s)
    if not idle and not spared:
        return ()
    links = list(s.links)
    mine = ones(idle)
    choices = [[(a, t) for t in ones(targets_of(s, a))] for a in mine]
    if any(not rows for rows in choices):
        return ()
    best: tuple[float, tuple[tuple[int, int], ...]] | None = None
    for combo in _some(choices):
        whole = _complete(s, (*links, *combo), spared)
        worth = _worth(s, whole)
        if best is None or worth > best[0]:
            best = (worth, whole)
    if best is None:
        return ()
    return tuple(Action("assign", link) for link in best[1] if link not in s.links)


def _some(choices: list[list[tuple[int, int]]]) -> Iterator[tuple[tuple[int, int], ...]]:
    for k, combo in enumerate(product(*choices)):
        if k >= _COMBOS:
            return
        yield combo


def _complete(s: State, links: tuple[tuple[int, int], ...], spared: int) -> tuple[tuple[int, int], ...]:
    """The links, and more for each enemy stack that nobody attacks yet."""
    out = list(links)
    able = may_fight(s, s.player)
    for t in ones(spared):
        if any(d == t for _, d in out):
            continue
        near = [a for a in ones(AROUND[t] & able) if targets_of(s, a) >> t & 1]
        if near:
            out.append((max(near, key=lambda a: (BOARD.walls >> a & 1 == 0, seen.strength(s, s.player, a))), t))
    return tuple(out)


def _worth(s: State, links: tuple[tuple[int, int], ...]) -> float:
    """What a division promises, by the seat's guess: what the table destroys on average, on both sides."""
    total, left = 0.0, list(links)
    while left:
        group = [left.pop()]
        grown = True
        while grown:
            grown = False
            for link in left[:]:
                if any(link[0] == a or link[1] == d for a, d in group):
                    group.append(link)
                    left.remove(link)
                    grown = True
        ours = sum(seen.strength(s, s.player, a) for a in {a for a, _ in group})
        theirs = 0
        for d in {d for _, d in group}:
            here = ground(s, d, tuple(group))
            theirs += seen.strength(s, s.player, d) * here.times // (2 if here.halved else 1)
        total += _RATE[max(0, column(ours, theirs))] * theirs - _COST[max(0, column(ours, theirs))] * ours
    return total


# by column: how often the table destroys the defender, and the attacker (a trade counts half)
_RATE = (0.33, 0.25, 0.33, 0.42, 0.42, 0.58, 1.0)
_COST = (0.5, 0.42, 0.33, 0.25, 0.08, 0.08, 0.0)
assert len(_RATE) == len(_COST) == len(COLUMNS)

__all__ = ["DONE", "PlannedMarch", "companies", "dividing", "halted", "legal_part", "march"]
