"""The battles at hand: as they are assigned, as they wait, and each enemy in reach with all who could attack him."""

from __future__ import annotations

from elric.dragon_pass.combat_phase.dividing import join_battles
from elric.dragon_pass.components.board import AROUND, HEXES
from elric.dragon_pass.magic.spells import casters, casting_hexes, in_range, shortest, stretched_range, touchable
from elric.dragon_pass.movement.zones import may_fight, targets_of, unable
from elric.dragon_pass.position.state import Segment, State, foes, spread
from elric.kernel import running
from elric.kernel.bits import ones


def swords_at(s: State, target: int, stacks: tuple[int, ...] = ()) -> Segment | None:
    """The battle of some stacks against one: of all that could attack it, where none are named. None where nobody can."""
    seat = _attacker(s, target)
    able = may_fight(s, seat) & AROUND[target]
    mine = [a for a in (stacks or ones(able)) if able >> a & 1 and targets_of(s, a) >> target & 1]
    if not mine:
        return None
    bound = unable(s)
    groups = tuple((a, tuple(u for u in s.piles[a] if not bound >> u & 1)) for a in sorted(mine))
    return Segment(groups, ((target, s.piles[target]),), tuple((a, target) for a in sorted(mine)), seat)


def spell_from(s: State, stacks: tuple[int, ...], target: int) -> Segment:
    """The spell of some stacks at one; each stretches its range where it must [21.4]."""
    group = []
    for h in stacks:
        units = casters(s, h)
        far = HEXES.distance(h, target) > shortest(s, units)
        group.append((h, units, len(units) if far else 1, target))
    return Segment((), ((target, s.piles[target]),), (), s.owner[s.piles[stacks[0]][0]], False, tuple(group))


def casters_at(s: State, target: int, seat: int) -> tuple[int, ...]:
    """The stacks of a seat from which a spell reaches a hex without being stretched."""
    if not s.scenario.magic or not touchable(s, target):
        return ()
    return tuple(h for h in casting_hexes(s, seat) if HEXES.distance(h, target) <= shortest(s, casters(s, h)))


def together(s: State, battle: Segment, spell: Segment) -> Segment:
    """Swords and magic as one [21.3]."""
    return battle._replace(casters=spell.casters)


def _attacker(s: State, target: int) -> int:
    """Who would attack a stack: the mover; where it is his own, his first enemy who stands beside it."""
    owner = s.owner[s.piles[target][0]]
    if owner != s.player:
        return s.player
    return next((k for k in s.order if k != owner and s.at[k] & AROUND[target]), s.order[s.order.index(owner) - 1])


def prospects(s: State, seat: int | None = None) -> list[Segment]:
    """Every battle that could be fought now.

    Args:
        s: the position.
        seat: whose attacks; by default the mover's.

    Returns:
        What waits first, then each enemy stack in reach: by swords, by magic, by both.
    """
    found = _under_way(s)
    mine = s.player if seat is None or seat < 0 else seat
    known = {tuple(d for d, _ in battle.defenders) for battle in found}
    enemy = foes(s, mine)
    beside = enemy & spread(may_fight(s, mine))
    far = 0
    if s.scenario.magic:
        for h in casting_hexes(s, mine):
            units = casters(s, h)
            far |= in_range(s, h, max(shortest(s, units), stretched_range(s, units)))
    for t in ones(beside | far):
        swords = swords_at(s, t) if mine == _attacker(s, t) and beside >> t & 1 and not s.locked else None
        if swords is not None and (t,) not in known:
            found.append(swords)
        spells = casters_at(s, t, mine)
        if spells:
            spell = spell_from(s, spells, t)
            found.append(spell)
            if swords is not None:
                found.append(together(s, swords, spell))
    return found


def _under_way(s: State) -> list[Segment]:
    """Battles that wait: divided, assigned, or stopped at a question."""
    out: list[Segment] = []
    if s.agenda:
        step, f = running.top(s)
        if step.name == "cover":
            out.append(f.battle)
        elif step.name == "sally":
            wall, passing, going = f.wall, f.passing, f.going
            foe = s.hand or s.piles.get(passing, ())
            sent = going or s.piles[wall][1:]
            if foe and sent:
                out.append(Segment(((wall, sent),), ((passing, foe),), ((wall, passing),), s.owner[sent[0]], True))
    if s.segments:
        out += [b for b in s.segments if any(s.place[u] >= 0 for _, units in b.defenders for u in units)]
    elif s.links and not s.locked:
        out += join_battles(s, tuple(x for x in s.links if x[0] in s.piles and x[1] in s.piles), s.player)
    return out
