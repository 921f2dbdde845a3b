"""Attacks that several companies make together: who can come beside an enemy in this Move, and what the battle would be worth.

Beside an enemy one has to fight him [12.1], and every enemy beside whom one stands [14.2]: so what is weighed is the whole
battle that a step would bring about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from elric.dragon_pass.components.board import AROUND, BESIDE, BOARD, HEXES
from elric.dragon_pass.components.units import HEROES, SUPERHEROES
from elric.dragon_pass.movement.going import pace
from elric.dragon_pass.movement.stacking import fits
from elric.dragon_pass.movement.zones import may_fight, must_fight, targets_of, unable
from elric.dragon_pass.planning.aims import ALARM, ASK, TAKE, Post, prize
from elric.dragon_pass.planning.companies import Company
from elric.dragon_pass.planning.duels import duel, last_hero
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.weighing import CERTAIN, Outlook, outlook
from elric.dragon_pass.position.state import Segment, State, foes, move
from elric.kernel.bits import ones

_TARGETS: Final = 5  # enemies that are looked at closely
_MUCH: Final = 4.0  # the weight of a place for which one column less is dared
_SURE: Final = 0.6  # how likely the defenders are gone for their own answer to be left aside
_SPOTS: Final = 8  # hexes beside enemies that are looked at for a forlorn hope
_HOPE: Final = 2.6  # so much stronger must be all who could come, for a closer look


class Assault(NamedTuple):
    """An attack: who goes where, and what is expected of it.

    Attributes:
        target: the hex of the enemy.
        marches: companies with the hexes where they end.
        battle: as it would be fought.
        promise: what it promises.  gain: with the prize of the place.
    """

    target: int
    marches: tuple[tuple[Company, int], ...]
    battle: Segment
    promise: Outlook
    gain: float


def melee(s: State, seat: int, target: int) -> Segment | None:
    """The battle around an enemy stack if all who stand beside each other fight in one; None where nobody has to or may."""
    must, able = must_fight(s, seat), may_fight(s, seat)
    enemy = foes(s, seat)
    hit, sent, todo = 1 << target, 0, [target]
    while todo:
        t = todo.pop()
        for a in ones(AROUND[t] & (able if t == target else must) & ~sent):
            if not targets_of(s, a) >> t & 1:
                continue
            sent |= 1 << a
            if must >> a & 1:
                for other in ones(enemy & AROUND[a] & ~hit & targets_of(s, a)):
                    hit |= 1 << other
                    todo.append(other)
    if not sent:
        return None
    bound = unable(s)
    groups = tuple((a, tuple(u for u in s.piles[a] if not bound >> u & 1)) for a in ones(sent))
    links = tuple((a, t) for a in ones(sent) for t in ones(hit & AROUND[a]))
    return Segment(groups, tuple((t, s.piles[t]) for t in ones(hit)), links, seat)


def weighed(look: Look, s: State, target: int, posts: Sequence[Post]) -> tuple[Segment, Outlook, float] | None:
    """The battle around a target, what it promises, and that with its prizes; None where there is none."""
    battle = melee(s, look.seat, target)
    if battle is None:
        return None
    found = outlook(look, s, battle)
    gain = found.gain + found.clears * sum([prize(look, list(posts), t) for t, _ in battle.defenders])
    ends = duel(look, battle, found.column)
    return battle, found, gain + (ends.gain if ends is not None else 0.0)


def assaults(
    look: Look, able: Sequence[Company], posts: Sequence[Post], first: Company | None = None, most: int = _TARGETS
) -> list[Assault]:
    """Attacks worth making, the best first.

    Args:
        able: who can march.  first: a company on the march, without which none is made.  most: enemies that are looked at closely.
    """
    fighters = [c for c in able if not c.magic]
    reaches = [(c, HEXES.disc(c.start, _reach(look, c) + 1)) for c in fighters]
    rows: list[tuple[float, int, list[Company]]] = []
    hero = last_hero(look)
    last = look.s.place[hero] if hero >= 0 else -1
    for t in ones(look.enemy & ~look.temper.spared):
        here = AROUND[t]
        hard = look.swords(t) * (2 if (BOARD.thick | BOARD.walls) >> t & 1 else 1)
        near = [c for c, within in reaches if within >> t & 1 and not here >> c.start & 1]
        if first is not None:
            if HEXES.distance(first.start, t) - 1 > _reach(look, first) or here >> first.start & 1:
                continue
            near = [first, *near]
        standing = sum([look.swords(a) for a in ones(here & look.own)])
        hope = standing + sum([c.swords for c in near])
        dared = max([p.weight for p in posts if p.kind == TAKE and p.hexes >> t & 1], default=0.0)
        at_any_odds = dared >= ALARM or look.temper.dared >> t & 1
        if near and (t == last or hope >= (1.0 if at_any_odds else _HOPE) * hard):
            rows.append((look.value(t) + 3 * prize(look, list(posts), t), t, near))
    rows.sort(key=lambda row: (-row[0], row[1]))
    out = []
    for _, t, near in rows[:most]:
        found = _together(look, t, near, posts, first)
        if found is not None:
            out.append(found)
    hopes = fighters if first is None else [first] if len(first.units) == 1 and not first.magic else []
    if (forlorn := _forlorn(look, hopes, posts)) is not None:
        out.append(forlorn)
    out.sort(key=lambda a: (-a.gain, a.target))
    return out


def alone(look: Look, s: State, h: int, posts: Sequence[Post]) -> tuple[Segment, Outlook, float]:
    """The battle of a stack by itself against all beside whom it stands, what it promises, and that with its prizes."""
    hit = ones(look.enemy & targets_of(s, h))
    battle = Segment(((h, s.piles[h]),), tuple((d, s.piles[d]) for d in hit), tuple((h, d) for d in hit), look.seat)
    promise = outlook(look, s, battle)
    return battle, promise, promise.gain + promise.clears * sum([prize(look, list(posts), d) for d in hit])


def _forlorn(look: Look, fighters: Sequence[Company], posts: Sequence[Post]) -> Assault | None:
    """A forlorn hope: one unit of little worth, and not the last, attacks whoever stands beside it at any odds. Worse than 1:2 is
    rolled as 1:2 [12.4]: it destroys even the greatest stacks one time in six, and so may win more than it ventures."""
    s = look.s
    able = []
    for c in fighters:
        sent = c.post is not None and (c.post.kind == ASK or (c.post.weight >= ALARM and len(c.units) == 1))
        common = [u for u in c.units if not HEROES >> u & 1]
        if common and not sent and s.of[look.seat].bit_count() > 1:
            u = min(common, key=look.worth)
            able.append(Company((u,), c.start, look.strength((u,)), c.post))
    able.sort(key=lambda c: (look.worth(c.units[0]), c.units))
    reaches = [(c, HEXES.disc(c.start, _reach(look, c))) for c in able]
    # beside whom somebody has to fight already it would not be alone; whoever is on the march goes on from where it stands
    left = sum({1 << s.place[u] for u in s.hand if len(s.piles[s.place[u]]) == len(s.hand)})
    bound = HEXES.spread(HEXES.spread(must_fight(s, look.seat) & ~left))
    spots = sorted(
        ones(HEXES.spread(look.enemy) & ~(look.enemy | look.own | bound | HEXES.spread(look.temper.spared))),
        key=lambda n: (-sum([look.value(t) for t in ones(look.beside(n))]), n),
    )
    found = []
    for n in spots:
        first = next((c for c, within in reaches if within >> n & 1 and n in look.ways(c.units)), None)
        if first is None:
            continue
        t = s.copy()
        move(t, first.units, n)
        found.append(Assault(look.beside(n).bit_length() - 1, ((first, n),), *alone(look, t, n, posts)))
        if len(found) == _SPOTS:
            break
    best = max(found, key=lambda a: a.gain, default=None)
    return best if best is not None and best.gain > look.temper.least else None


def _reach(look: Look, c: Company) -> int:
    """How many hexes a company can go at most: along a road two for each point."""
    left = pace(look.s, c.units)
    return left if BOARD.primary_hexes & HEXES.disc(c.start, 2) else left // 2 + 1


def _together(look: Look, t: int, near: list[Company], posts: Sequence[Post], first: Company | None) -> Assault | None:
    """The companies added one by one, the strongest first, each where it brings fewest others into the fight; as many as make
    the battle best."""
    s = look.s.copy()
    before = weighed(look, s, t, posts)
    base = before[2] if before else 0.0
    dared = max([p.weight for p in posts if p.kind == TAKE and p.hexes >> t & 1], default=0.0)
    least = 0 if dared >= ALARM or look.temper.dared >> t & 1 else look.column - (dared >= _MUCH)
    best: Assault | None = None
    marches: list[tuple[Company, int]] = []
    near.sort(key=lambda c: (c is not first, -c.swords, c.start, c.units))
    for c in near:
        there = _spot(look, s, c, t)
        if there < 0:
            if c is first:
                return None
            continue
        move(s, c.units, there)
        marches.append((c, there))
        found = weighed(look, s, t, posts)
        if found is None:
            continue
        gain = found[2] - base - _left_behind(look, s, marches, found[0], posts)
        if not _is_won(look, found[0], found[1].column):  # what is answered in such a duel is reckoned with in it
            if found[1].column < least:
                continue
            gain -= look.temper.caution * look.care * _risk(look, s, marches, found[0], found[1])
        if best is None or gain > best.gain + 0.05:
            best = Assault(t, tuple(marches), found[0], found[1], gain)
        if found[1].column == CERTAIN and not _heroic(found[0]):
            break
    return best if best is not None and (best.gain > look.temper.least or look.temper.dared >> t & 1) else None


def _left_behind(
    look: Look, s: State, marches: Sequence[tuple[Company, int]], battle: Segment, posts: Sequence[Post]
) -> float:
    """What it costs that those who stay have to fight without those who went, where they began beside an enemy [12.1], in factors.

    Args:
        s: the position after their marches.  battle: where they went, which has its own reckoning.
    """
    must = must_fight(s, look.seat)
    left = {c.start for c, _ in marches if must >> c.start & 1 and s.piles[c.start]} - {there for _, there in marches}
    enemies = {t for h in left for t in ones(look.enemy & AROUND[h])} - {t for t, _ in battle.defenders}
    fights = ((weighed(look, look.s, t, posts), weighed(look, s, t, posts)) for t in enemies)
    # enemies who fight in one battle are found from each of them
    lost = {after[0].defenders: max(0.0, before[2] - after[2]) for before, after in fights if before and after}
    return sum(lost.values())


def _risk(look: Look, s: State, marches: Sequence[tuple[Company, int]], battle: Segment, promise: Outlook) -> float:
    """What the enemy's answer takes from those who went to an attack, beside what it would take from them at home, in factors.

    Args:
        s: the position after their marches.
    """
    beaten = sum(1 << t for t, _ in battle.defenders) if promise.clears > _SURE else 0
    before, after = look.threats(0), look.threats(beaten)
    own = s.at[look.seat]
    risk = 0.0
    for h in {there for _, there in marches}:
        units = s.piles[h]
        risk += after.loss(h, look.strength(units), sum([look.worth(u) for u in units]), own)
    for h in {c.start for c, _ in marches}:
        units = look.s.piles[h]
        risk -= before.loss(h, look.swords(h), look.value(h), look.own)
    return risk


def _is_won(look: Look, battle: Segment, column: int) -> bool:
    """Whether a battle is the duel that ends the game, and likelier to be won than lost."""
    ends = duel(look, battle, column)
    return ends is not None and ends.gain > 0


def _heroic(battle: Segment) -> bool:
    return any(SUPERHEROES >> u & 1 for _, units in battle.defenders for u in units)


def _spot(look: Look, s: State, c: Company, t: int) -> int:
    """The hex beside a target where a company comes with the least of other enemies beside it; -1 where it can come to none."""
    ways = look.ways(c.units)
    best, least = -1, 0.0
    for n in BESIDE[t]:
        if n < 0 or n not in ways or not fits(s, c.units, n):
            continue
        others = look.enemy & AROUND[n] & ~(1 << t)
        cost = sum([look.swords(e) for e in ones(others)]) - 3 * (BOARD.high >> n & 1)
        cost += 2 * (BOARD.river >> n & 1) + len(ways[n]) * 0.05
        if best < 0 or cost < least:
            best, least = n, cost
    return best


__all__ = ["Assault", "alone", "assaults", "melee", "weighed"]
