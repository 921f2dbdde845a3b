"""Spells [19-22]: who may cast at whom, how far, and how strong. Read by the phases, the coach and the lab."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.combat.factors import CANNON, DRAGON_RANGE, DWARF, GIFTS_OF, TRANSFORMER, immune
from elric.dragon_pass.combat.reckoning import lost_on, magical
from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.components.units import BY_ID, DRAGONS, MAGICIANS, NOBODY, RF, UNITS
from elric.dragon_pass.position.state import Segment, State, foes
from elric.kernel.bits import ones

ALONE, STRETCHED, WITH_SWORDS = range(3)
TROUPE: Final = BY_ID["puppeteer-troupe"]
ILLUSIONS: Final = tuple(u for u, unit in enumerate(UNITS) if unit.kind == "illusion")


def casters(s: State, h: int, attack: bool = True) -> tuple[int, ...]:
    """The magicians of a stack that may use their magic now: once a Move, not after walking on water [20.3, 21.6]. `attack`: to
    attack with it, or to cover friends."""
    spent = s.cast | s.waded | s.still | s.early
    out = []
    for u in s.piles.get(h, ()):
        if MAGICIANS >> u & 1 and not spent >> u & 1 and s.owner[u] != NOBODY:
            if attack and u == TROUPE and any(s.place[v] >= 0 for v in ILLUSIONS):
                continue  # [48.1]
            out.append(u)
    return tuple(out)


def reach(s: State, u: int) -> int:
    """How far a magician's spell goes: farther on a Dragon [38.3], twice with the Transformer [30.2]."""
    pile = s.piles[s.place[u]]
    found = RF[u]
    if TRANSFORMER in pile:
        found *= 2
    if GIFTS_OF >> u & 1 and DWARF in pile:
        found *= 2  # [29.1]
    if any(DRAGONS >> v & 1 for v in pile):
        found += DRAGON_RANGE
    return found


def shortest(s: State, units: tuple[int, ...]) -> int:
    """The range of magicians who cast together: as stacked magicians act as one [19.1], the shortest of theirs."""
    return min([reach(s, u) for u in units])


def stretched_range(s: State, units: tuple[int, ...]) -> int:
    """[21.4] The range of two to four magicians who add theirs up; 0 where they cannot."""
    if not 2 <= len(units) <= 4 or CANNON in units:
        return 0
    return sum([reach(s, u) for u in units])


def in_range(s: State, h: int, far: int) -> int:
    """The enemy stacks so near to a hex, as bits."""
    return foes(s, s.owner[s.piles[h][0]]) & HEXES.disc(h, far)


def casting_hexes(s: State, seat: int, attack: bool = True) -> list[int]:
    """The stacks of a seat with magicians who may cast, to attack or to cover."""
    free = s.of[seat] & MAGICIANS & ~(s.cast | s.waded | s.still | s.early)
    found = {s.place[u] for u in ones(free)}
    return sorted(h for h in found if casters(s, h, attack))


def spell_at(s: State, t: int) -> Segment:
    """The spell that all stacks aimed at a hex cast together."""
    group = []
    for h, target, how in s.spells:
        if target == t and how != WITH_SWORDS:
            units = casters(s, h)
            group.append((h, units, len(units) if how == STRETCHED else 1, t))
    return Segment((), ((t, s.piles[t]),), (), s.player, False, tuple(group))


def touchable(s: State, t: int) -> tuple[int, ...]:
    """The units of a stack that magic can touch at all."""
    pile = s.piles.get(t, ())
    return tuple(u for u in pile if not immune(s, u, pile))


def coverers(s: State, battle: Segment, whoever: bool = False) -> list[int]:
    """[21.5] The defender's stacks whose magicians may lend their magic to the target: in range, not spent, no target
    themselves in this phase [20.2]. A magical target is covered by nobody, nor one whom no magic touches; `whoever`: do not ask whether it is one."""
    bare = [t for t in battle.aims if t in s.piles and (whoever or not magical(s.piles[t]))]
    if not bare or lost_on(s, battle):
        return []
    taken = busy(s, battle)
    out = []
    for h in casting_hexes(s, s.owner[s.piles[bare[0]][0]], attack=False):
        units = who_may_cover(s, h)
        if units and h not in taken and min([HEXES.distance(h, t) for t in bare]) <= shortest(s, units):
            out.append(h)
    return out


def who_may_cover(s: State, h: int) -> tuple[int, ...]:
    """The magicians of a stack who may lend their magic: all but the Cannon Cult [30.1], and none who was a target [20.2]."""
    return tuple(u for u in casters(s, h, attack=False) if u != CANNON and not s.struck >> u & 1)


def busy(s: State, battle: Segment) -> set[int]:
    """The stacks that lend nothing to a target: who is in the battle himself, and who is aimed at [20.2]. A spell beside swords that is
    aimed elsewhere counts for other battles with swords alone: before those are divided it may be dropped with its attack."""
    aimed = {t for _, t, how in s.spells if how != WITH_SWORDS or battle.attackers}
    return aimed.union(d for d, _ in battle.defenders)
