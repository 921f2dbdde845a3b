"""What could be done otherwise in a battle: who joins or stays away, magic, cover, another day. The lab puts the best first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from elric.dragon_pass.combat.factors import DAYS
from elric.dragon_pass.components.board import AROUND, HEXES
from elric.dragon_pass.components.units import HEROES, UNITS
from elric.dragon_pass.lab.odds import Odds
from elric.dragon_pass.lab.prospects import casters_at, spell_from
from elric.dragon_pass.lab.tell import does, named
from elric.dragon_pass.lab.walk import Plan, fighters_of
from elric.dragon_pass.magic.spells import coverers, who_may_cover
from elric.dragon_pass.movement.zones import may_fight, targets_of, unable
from elric.dragon_pass.position.state import Segment, State, move
from elric.kernel.bits import ones

HEROES_ASKED: Final = 2  # the heroes of the attacker that are nearest are tried in his stacks


class Change(NamedTuple):
    """One change: in words, the position and the battle that come of it, and how decisions are made there."""

    words: str
    state: State
    battle: Segment
    plan: Plan | None


def changes(found: Odds, hidden: int = 0) -> list[Change]:
    """Every change that could be tried, by the names of those who do something else. `hidden`: counters whose names are not told,
    as bits."""
    s, battle = found.state, found.battle
    plan = found.plan if found.plan.covers else None
    out = [Change(words, s, other, None) for words, other in _company(s, battle, hidden)]
    out += [Change(words, s, battle, other) for words, other in _covers(s, battle, found.plan, hidden)]
    out += [Change(words, after, battle, plan) for words, after in _days(s, battle)]
    out += [Change(words, after, other, None) for words, after, other in _heroes(s, battle, hidden)]
    return out


def _company(s: State, battle: Segment, hidden: int) -> Iterator[tuple[str, Segment]]:
    """Stacks that join with swords or magic, and those that stay away."""
    targets = [d for d, _ in battle.defenders]
    if battle.attackers and not battle.sally:
        there = {a for a, _ in battle.attackers}
        bound = unable(s)
        for a in ones(may_fight(s, battle.attacker)):
            if a in there or not any(AROUND[t] >> a & 1 and targets_of(s, a) >> t & 1 for t in targets):
                continue
            group = (a, tuple(u for u in s.piles[a] if not bound >> u & 1))
            links = tuple((a, t) for t in targets if AROUND[a] >> t & 1)
            yield (does(group[1], hidden, "attacks as well", "attack as well"),
                   battle._replace(attackers=tuple(sorted((*battle.attackers, group))), links=tuple(sorted((*battle.links, *links)))))  # fmt: skip
        if len(there) > 1:
            for a in sorted(there):
                rest = tuple(link for link in battle.links if link[0] != a)
                if {t for _, t in rest} >= set(targets):
                    kept = tuple(x for x in battle.attackers if x[0] != a)
                    gone = next(units for h, units in battle.attackers if h == a)
                    yield f"without {named(gone, hidden)}", battle._replace(attackers=kept, links=rest)
    if battle.sally:
        return
    casting = [h for h, *_ in battle.casters]
    for t in battle.aims or targets:
        where = f" at {HEXES.names[t]}" if len(targets) > 1 else ""
        for h in casters_at(s, t, battle.attacker):
            if h not in casting:
                more = spell_from(s, (h,), t).casters
                words = does(more[0][1], hidden, f"casts{where} as well", f"cast{where} as well")
                yield words, battle._replace(casters=tuple(sorted((*battle.casters, *more))))
    for h, units, *_ in battle.casters if len(casting) > 1 or battle.attackers else ():
        kept_spells = tuple(x for x in battle.casters if x[0] != h)
        yield f"without the magic of {named(units, hidden)}", battle._replace(casters=kept_spells)
    if len(casting) > 1 and battle.attackers:
        yield "with swords alone", battle._replace(casters=())
    if len(battle.aims) == 1 and battle.attackers:
        alone = tuple(stack for stack in battle.defenders if stack[0] in battle.aims)
        yield "with magic alone", battle._replace(attackers=(), links=(), defenders=alone)


def _covers(s: State, battle: Segment, plan: Plan, hidden: int) -> Iterator[tuple[str, Plan]]:
    """The target with and without cover."""
    able = coverers(s, battle) if battle.casters else []
    if plan.covers:
        yield "nobody covers the target", plan._replace(covers=())
    for h in able:
        if (h,) != plan.covers:
            yield does(who_may_cover(s, h), hidden, "covers the target", "cover the target"), plan._replace(covers=(h,))


def _days(s: State, battle: Segment) -> Iterator[tuple[str, State]]:
    """The same on each other day of the moon."""
    if s.day < 0 or not battle.casters or not any(UNITS[u].moon for u in fighters_of(battle)):
        return
    for day, name in enumerate(DAYS):
        if day != s.day:
            t = s.copy()
            t.day = day
            yield f"on the {name} day", t


def _heroes(s: State, battle: Segment, hidden: int) -> Iterator[tuple[str, State, Segment]]:
    """A hero of the attacker's who is not there, in the first of his stacks."""
    if battle.sally or not battle.attackers:
        return
    there = fighters_of(battle)
    first, units = battle.attackers[0]
    free = [u for u in ones(s.of[battle.attacker] & HEROES & ~unable(s)) if u not in there]
    free.sort(key=lambda u: HEXES.distance(s.place[u], first))
    for u in free[:HEROES_ASKED]:
        t = s.copy()
        move(t, (u,), first)
        groups = ((first, (u, *units)), *battle.attackers[1:])
        yield f"{UNITS[u].name} joins {named(units, hidden)}", t, battle._replace(attackers=groups)


__all__ = ["Change", "changes"]
