"""What Sorcerers and infantry do when they do not attack: convert, restore, conjure guards, go to the White realms and to cities."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from elric.kernel.bits import ones
from elric.lab.say import surely
from elric.opponents.definition import Plan
from elric.sorcerer.components.board import BOARD, HEXES
from elric.sorcerer.components.colors import GRAY, NAMES, WHITE
from elric.sorcerer.components.units import ALLOWANCE, FORTRESS, HUMAN, KIND, POOL, SEVERAL, SORCERER, UNITS
from elric.sorcerer.lab.battle import at_hand
from elric.sorcerer.lab.law import Law
from elric.sorcerer.lab.worth import worth
from elric.sorcerer.magic import conversion, mending
from elric.sorcerer.magic.conjuring import CONJURE, KINDS, PRICE, closing_clause, free
from elric.sorcerer.magic.conjuring import colors as conjured
from elric.sorcerer.movement.phase import HALT
from elric.sorcerer.movement.prices import TAKE, points_to_spend
from elric.sorcerer.movement.stacking import fits
from elric.sorcerer.planning import words
from elric.sorcerer.planning.assaults import TAKE_PRICE
from elric.sorcerer.planning.look import Look, nearest
from elric.sorcerer.planning.prey import Prey
from elric.sorcerer.position.state import color_of, force, paint, powers_of
from elric.sorcerer.position.steps import Action
from elric.sorcerer.stories.endings import TOWNS
from elric.sorcerer.stories.madness import MAD
from elric.sorcerer.turn.points import score

_CONVERTS: Final = 5.0
_REALM: Final = 3.0  # what it is worth to stand where one can convert next time
_CITY: Final = 2.6
_TOWN: Final = 6.0  # of the two that win the uprising [18.32]
_NEARER: Final = 0.25  # a hex nearer to a city
_HELD: Final = "it scores while infantry holds it"
_HOLDS: Final = {
    "uprising": "held to the end of two combat phases running it wins the game",
    "madness": "no magic wastes it there",
}
_GUARD: Final = 0.9
_SAFER: Final = 1.0  # danger that makes somebody go
_WHIRL: Final = 3


def all_of(look: Look) -> Iterator[Plan]:
    """Every errand worth doing."""
    for u in look.sorcerers:
        yield from _cares(look, u)
        if not look.s.pinned >> u & 1:
            yield from _converts(look, u)
            yield from _goes(look, u)
            yield from _conjures(look, u)
    yield from infantry(look)


# ---- restoring and freeing


def _cares(look: Look, u: int) -> Iterator[Plan]:
    """Free who is pinned, restore who is depleted."""
    s, points = look.s, points_to_spend(look.s, u)
    h = s.place[u]
    if points >= mending.PINS and mending.whom_to_free(s, u):
        freed = mending.whom_to_free(s, u)
        gain = 1.0 + 0.1 * sum(worth(s, v) for v in freed) + (4.0 if u in freed else 0.0)
        text = f"I let {words.the(u)} free {words.freed(u, freed)}: the pinned neither move nor attack."
        yield words.plan((TAKE[u], mending.UNPIN, HALT), text, gain)
    if look.foes >> h & 1:
        return
    if s.depleted >> u & 1 and not s.mending >> u & 1 and points >= mending.SELF and not s.pinned >> u & 1:
        gain = 0.35 * (worth(s, u, 2) - worth(s, u))
        yield words.plan((TAKE[u], mending.MEND, HALT), words.mends(u), gain)
    if points >= mending.OTHERS:
        for v in mending.with_him(s, u):
            if s.depleted >> v & 1 and KIND[v] != SORCERER and mending.answers(s, u, v):
                gain = 0.6 + 0.8 * (worth(s, v, 2) - worth(s, v))
                text = f"I let {words.the(u)} restore {words.the(v)} for {mending.OTHERS} points."
                yield words.plan((TAKE[u], mending.RESTORE[v], HALT), text, gain)


# ---- the White realms


def points_for(look: Look, h: int) -> float:
    """What converting a hex is worth: five points, five more for a White city [15.1]; of Fane's realm each one counts [19.32]."""
    s = look.s
    if s.scenario.alone or s.scenario.story in ("uprising", "stones"):
        return 0.0
    if s.scenario.story == "madness":
        if look.seat == MAD:
            return _CONVERTS if s.paint[h] < WHITE else 0.0
        return _CONVERTS * 1.2
    return _CONVERTS + (_CONVERTS if BOARD.white >> h & 1 else 0.0)


def _converts(look: Look, u: int) -> Iterator[Plan]:
    """A Sorcerer who begins in White turns his hex [9.11]: to the color in which he is safest."""
    s = look.s
    h = s.place[u]
    gain = points_for(look, h)
    if s.spent.get(u, 0) or s.depleted >> u & 1 or look.foes >> h & 1 or not gain or any(x[0] == h for x in s.turning):
        return
    able = ones(conversion.choices(s, u, h))
    if able and points_to_spend(s, u) >= conversion.PRICE:
        color = min(able, key=lambda c: len(look.bolted[c]) if c < WHITE else 0)
        text = f"I convert {words.at(h)} to {NAMES[color].capitalize()} with {words.the(u)}, {_scores(look, h, color)}."
        yield words.plan((TAKE[u], Action("convert", (color,)), HALT), text, gain + 1.0)


def _scores(look: Look, h: int, color: int) -> str:
    """What a conversion counts for, by the points as they would be then [15.1]; whose realm it is decides where Fane is mad [19.32]."""
    s = look.s
    if s.scenario.story == "madness":
        return "so that it counts as Fane's again" if look.seat == MAD else "one hex more that is not Fane's"
    then = s.copy()
    paint(then, h, color)
    more = score(then, look.seat).sum - score(s, look.seat).sum
    if more > 0:
        return f"for all his points of this phase: it scores {more} as long as it lies so"
    return "so that it scores for nobody else"


def _late(look: Look) -> bool:
    """Whether there is no next phase to convert in."""
    turns = look.s.scenario.turns
    return bool(turns) and look.s.turn >= turns


def _whirls(look: Look, u: int, h: int) -> float:
    """What vortexes near a hex cost a Sorcerer of one color, who is not safe from them in White [8.21]."""
    if SEVERAL >> u & 1 or not look.s.vortex:
        return 0.0
    near = sum(HEXES.distance(h, k) <= _WHIRL for k in ones(look.s.vortex))
    return 0.1 * near * worth(look.s, u)


def _goes(look: Look, u: int) -> Iterator[Plan]:
    """To a White hex that can be converted, or out of danger; with a unit of his color where it can come along."""
    s = look.s
    h = s.place[u]
    here = force(s, look.seat, h)
    others = [v for v in here if KIND[v] == SORCERER and v != u]
    converting = any(x[2] == u for x in s.turning)
    if converting or points_to_spend(s, u) < 1:
        return
    mates = [v for v in look.mates(h) if powers_of(s, u) >> color_of(s, v) & 1 and look.free(v)]
    now = look.danger(h, (u, *look.mates(h))) + _whirls(look, u, h)
    at_work = (
        not _late(look) and bool(conversion.choices(s, u, h)) and points_for(look, h) > 0 and not look.foes >> h & 1
    )
    value_here = _REALM + points_for(look, h) / 5 if at_work and not others else 0.0
    if look.foes >> h & 1:
        value_here += look.now(h)
    taken = {s.place[v] for v in look.sorcerers if v != u}
    best: tuple[float, int, tuple[int, ...]] | None = None
    for hand in ((u,), *((u, v) for v in mates)):
        reach = look.reach(*hand)
        able = reach.hexes & ~(1 << h) & ~look.foes & ~s.vortex
        wanted = (
            able & (s.cells[WHITE] | s.cells[GRAY] | _castles(look))
            if look.seat != MAD or s.scenario.story != "madness"
            else able
        )
        for k in ones(wanted):
            if k in taken and not BOARD.gray >> k & 1 and not _castles(look) >> k & 1:
                continue
            if len(hand) > 1 and not all(fits(s, look.seat, v, k) for v in hand[1:]):
                continue
            works = not _late(look) and bool(conversion.choices(s, u, k)) and k not in taken
            gain = (_REALM + points_for(look, k) / 5) * (works and points_for(look, k) > 0)
            danger = look.danger(k, hand) + _whirls(look, u, k)
            gain += 0.25 * (len(hand) - 1) - danger - TAKE_PRICE / 2 * reach.cost[k]
            if best is None or gain > best[0]:
                best = gain, k, hand
    if best is None or best[0] - (value_here - now) < _SAFER:
        return
    gain, k, hand = best
    if s.ground[k] == WHITE and not _late(look):
        reason = "to convert it: it is White, and he begins the next phase there"
    elif look.foes >> h & 1:
        laws = [Law(at_hand(s, look.seat, h, side, (), (), True)) for side in look.enemies(h)]
        costs = max((law.struck(look.seat) for law in laws), default=Fraction(0))
        stays = f"to stay costs a step {surely(costs)}" if costs else "he is safer elsewhere"
        reason = f"out of the fight in {words.at(h)}: {stays}"
    else:
        reason = "out of danger: he is safer there from Bolts and from whoever may come"
    text = f"I send {words.units(hand)} to {words.at(k)}, {reason}."
    yield words.plan((*look.reach(*hand).way(s, k), HALT), text, gain - (value_here - now))


def _castles(look: Look) -> int:
    """The hexes of its own fortresses, as bits."""
    s = look.s
    found = 0
    for h in ones(look.mine):
        if any(KIND[v] == FORTRESS for v in force(s, look.seat, h)):
            found |= 1 << h
    return found


# ---- guards


def _conjures(look: Look, u: int) -> Iterator[Plan]:
    """With points that are left: a unit that flies at somebody, or one that stays with him."""
    s, points = look.s, points_to_spend(look.s, u)
    h = s.place[u]
    able = conjured(s, u, h)
    if not able or look.foes >> h & 1 or look.mates(h) or points < min(PRICE.values()):
        return
    best: tuple[float, int, int, str] | None = None
    for k, kind in enumerate(KINDS):
        if PRICE[kind] > points or closing_clause(s, kind):
            continue
        for c in ones(able):
            new = free(s, kind, c)
            if new < 0:
                continue
            gain, target = _flies(look, new, h)
            text = f"to send it to {words.at(target)}, to attack"
            if fits(s, look.seat, new, h):
                stays = _GUARD + 0.04 * PRICE[kind] + look.danger(h, (u,)) - look.danger(h, (u, new))
                if stays > gain:
                    gain, text = (
                        stays,
                        "to guard him: beside one such unit he adds his strength, and neither wastes away",
                    )
            gain -= TAKE_PRICE / 3 * PRICE[kind]
            if best is None or gain > best[0]:
                best = gain, k, c, text
    if best is not None and best[0] > 0.3:
        gain, k, c, text = best
        what = UNITS[POOL[KINDS[k], c][0]].name
        text = f"I let {words.the(u)} conjure {words.an(what)} for {PRICE[KINDS[k]]} points, {text}."
        yield words.plan((TAKE[u], CONJURE[k, c], HALT), text, gain)


def _flies(look: Look, new: int, h: int) -> tuple[float, int]:
    """What a new unit could do alone to an enemy near by, in this phase, and where."""
    s = look.s
    color = color_of(s, new)
    far = ALLOWANCE[new][0] - (6 if s.ground[h] in (WHITE, color) else 1)
    best, where = 0.0, h
    for t in look.targets:
        if HEXES.distance(h, t) - 1 <= far and fits(s, look.seat, new, t):
            ours = Prey(s, (*force(s, look.seat, t), new), t)
            for side in look.enemies(t):
                theirs = look.prey(t, side)
                gain = theirs.loses(ours.attack()) - ours.loses(theirs.attack())
                if gain > best:
                    best, where = gain, t
    return best * 0.8, where


# ---- infantry


def infantry(look: Look) -> Iterator[Plan]:
    """To cities that nobody of ours holds, and no further; two in one city are one too many."""
    s = look.s
    goals = wanted_cities(look)
    if not goals:
        return
    uprising = s.scenario.story == "uprising"
    for h in ones(look.mine):
        there = [u for u in force(s, look.seat, h) if KIND[u] == HUMAN and look.free(u)]
        if uprising and h in TOWNS:
            continue
        for u in there[1 if BOARD.gray >> h & 1 and not uprising else 0 :]:
            reach = look.reach(u)
            able = reach.hexes & ~s.vortex & ~(look.foes & ~goals)
            k = min(ones(able | 1 << h), key=lambda x: (nearest(goals, x), reach.cost[x]))
            nearer = nearest(goals, h) - nearest(goals, k)
            if k == h or nearer <= 0 or not fits(s, look.seat, u, k):
                continue
            goal = min(ones(goals), key=lambda x: (HEXES.distance(k, x), x))
            gain, text = _NEARER * nearer, f"I send {words.the(u)} to {words.at(k)}, on its way to {words.at(goal)}."
            if goals >> k & 1:
                gain = _CITY + (look.clash(k, (u,))[0] if look.foes >> k & 1 else 0.0) + (_TOWN if uprising else 0.0)
                text = f"I send {words.the(u)} to {words.at(k)}: {_HOLDS.get(s.scenario.story, _HELD)}."
            if gain > 0:
                yield words.plan((*reach.way(s, k), HALT), text, gain)


def wanted_cities(look: Look) -> int:
    """The cities worth going to: in the uprising the two towns [18.32], in the War for Dominance none [18.42]."""
    s = look.s
    story = s.scenario.story
    if story in ("dominance", "tide", "tour", "stones"):
        return 0
    if story == "uprising":
        return sum(1 << h for h in TOWNS) if look.seat == 0 else 0
    return look.cities


__all__ = ["all_of", "infantry", "points_for", "wanted_cities"]
