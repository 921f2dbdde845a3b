"""Attacks in a movement phase: Bolts, companies that go in, and Sorcerers who come from nowhere, conjure, and strike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from elric.kernel.bits import ones
from elric.opponents.definition import Plan
from elric.sorcerer.combat.strength import Total, bolt
from elric.sorcerer.components.board import BOARD, HEXES
from elric.sorcerer.components.colors import BLACK, GRAY, NAMES, NO_COLOR, WHEEL
from elric.sorcerer.components.scenarios import TIDE
from elric.sorcerer.components.units import DRAGON, HUMAN, KIND, MAGICAL, POOL, SORCERER, UNITS
from elric.sorcerer.lab.battle import JoinedBolt, at_hand
from elric.sorcerer.lab.law import Law
from elric.sorcerer.lab.prospects import companies
from elric.sorcerer.lab.worth import PRIME, worth
from elric.sorcerer.magic import bolts
from elric.sorcerer.magic.conjuring import CONJURE, KINDS, PRICE, closing_clause, free
from elric.sorcerer.magic.conjuring import colors as conjured
from elric.sorcerer.movement.phase import HALT
from elric.sorcerer.movement.prices import TAKE, points_to_spend
from elric.sorcerer.movement.stacking import fits
from elric.sorcerer.planning import words
from elric.sorcerer.planning.look import Look
from elric.sorcerer.planning.prey import Prey
from elric.sorcerer.position.state import State, enemies_in, force, powers_of
from elric.sorcerer.position.steps import Action

TAKE_PRICE: Final = 0.12  # what a point of a Sorcerer is worth elsewhere
LEAST: Final = 0.7  # a smaller gain is not worth a move
_RELIEF: Final = 1.5  # what it is worth that a Sorcerer stands by a city that the Tide has come to
_FOLLOWS: Final = 0.55  # how often a blow that a Bolt prepares can be struck
_CLOSE: Final = 12  # hexes within which somebody may come in after a Bolt


def all_of(look: Look) -> Iterator[Plan]:
    """Every attack worth making."""
    yield from flung(look)
    yield from marches(look)
    yield from strikes(look)


# ---- Bolts


def flung(look: Look) -> Iterator[Plan]:
    """The best Bolt of each Sorcerer, from where he stands or after a teleport to another of his colors."""
    s = look.s
    if bolts.has_no_bolts(s):
        return
    known: dict[tuple[int, int, int], float] = {}
    for u in look.sorcerers:
        if s.pinned >> u & 1 or points_to_spend(s, u) < bolts.PRICE:
            continue
        best: tuple[float, tuple[Action, ...], int, int, int] | None = None
        able = ones(bolts.targets(s, u))
        gates = _gates(look, u) if points_to_spend(s, u) > bolts.PRICE else {}
        for h in able:
            ways: list[tuple[int, tuple[Action, ...], float]] = [(c, (), 0.0) for c in ones(bolts.bolt_colors(s, u, h))]
            ways += [(c, steps, TAKE_PRICE) for c, steps in gates.items()]
            for color, steps, cost in ways:
                for side in enemies_in(s, look.seat, h):
                    key = h, side, (color << 8) | _bolt(s, u, h, color).sum
                    if key not in known:
                        known[key] = _bolt_gain(look, h, side, u, color)
                    gain = known[key] - cost - bolts.PRICE * TAKE_PRICE
                    if best is None or gain > best[0]:
                        best = gain, steps, h, color, side
        if best is not None and best[0] > 0.3:
            gain, steps, h, color, side = best
            law = Law(at_hand(s, look.seat, h, side, (), (JoinedBolt(color, (u,)),)))
            bolt_of = words.an(f"{NAMES[color].capitalize()} Bolt")
            there = f"I bring {words.the(u)} to {words.at(steps[-1].args[0])} and fling" if steps else "I fling"
            whom = f"{words.units(look.prey(h, side).units)} in {words.at(h)}"
            text = f"{there} {bolt_of} from {'there' if steps else words.the(u)} at {whom}: {words.falls(law, side)}."
            yield words.plan((TAKE[u], *steps, Action("bolt", (h, color, side))), text, gain)


def _bolt(s: State, u: int, h: int, color: int) -> Total:
    return bolt(s, (u,), h, color if color < BLACK else NO_COLOR)


def _gates(look: Look, u: int) -> dict[int, tuple[Action, ...]]:
    """By color, the teleport that gives a Sorcerer's Bolt that color: to the hex where he is safest then."""
    s = look.s
    reach = look.reach(u)
    out: dict[int, tuple[Action, ...]] = {}
    for c in ones(powers_of(s, u) & WHEEL):
        if c == s.ground[s.place[u]]:
            continue
        able = [
            h
            for h in ones(reach.hexes & s.cells[c] & ~look.foes & ~s.vortex)
            if reach.cost[h] + bolts.PRICE <= points_to_spend(s, u)
        ][:40]
        if able:
            h = min(able, key=lambda k: reach.cost[k])
            out[c] = tuple(a for a in reach.way(s, h) if a.verb != "take")
    return out


def _bolt_gain(look: Look, h: int, side: int, u: int, color: int) -> float:
    """What a Bolt brings, with the blow that may follow it: who has lost a step can be killed in the combat phase [12.17]."""
    s = look.s
    prey = look.prey(h, side)
    what = _bolt(s, u, h, color)
    gain = prey.loses(what)
    lead = prey.lead
    if lead >= 0 and lead in prey.falls and not s.struck >> lead & 1 and not s.depleted >> lead & 1:
        gain += prey.hit(what, prey.falls[lead]) * worth(s, lead, 1) * _FOLLOWS * (_near(look, h) > 0)
    return gain


def _near(look: Look, h: int) -> int:
    """How many who could come in are near a hex."""
    s = look.s
    return sum(
        1 for v in ones(s.of[look.seat]) if (MAGICAL >> v & 1 or KIND[v] == SORCERER) and not s.pinned >> v & 1
        and points_to_spend(s, v) > 2 and (HEXES.distance(s.place[v], h) <= _CLOSE or s.scenario.teleporters >> v & 1)
    )  # fmt: skip


# ---- going in


def _free(look: Look, company: tuple[int, ...]) -> bool:
    """Whether a company goes in: a Sorcerer with magic, in a game for one player also alone; infantry without him."""
    s, kinds = look.s, [KIND[u] for u in company]
    if len(company) == 1:
        return s.scenario.alone or kinds[0] != SORCERER
    return HUMAN not in kinds


def marches(look: Look) -> Iterator[Plan]:
    """The best target of each company; who stands beside an enemy already stays for less."""
    s = look.s
    for company in companies(s, look.seat):
        if not _free(look, company):
            continue
        here = s.place[company[0]]
        stays = look.clash(here, ())[0] if look.foes >> here & 1 else 0.0
        reach = look.reach(*company)
        best: tuple[float, int, int] | None = None
        for h in ones(reach.hexes & look.foes & ~(1 << here)):
            if not _room(look, company, h):
                continue
            gain, whom = look.clash(h, company)
            gain += _prize(look, h, whom, company) - look.danger(h, company) - stays - look.now(h)
            if best is None or gain > best[0]:
                best = gain, h, whom
        if best is not None and best[0] > LEAST and best[2] >= 0:
            gain, h, whom = best
            what = "to help those who stand there" if look.mine >> h & 1 else "to attack"
            text = f"I send {words.units(company)} to {words.at(h)}, {what}."
            yield words.plan((*reach.way(s, h), HALT), text, gain)


def _room(look: Look, company: tuple[int, ...], h: int) -> bool:
    """Whether a company may end the phase in a hex [10.1, 10.2]."""
    s = look.s
    stackers = [u for u in company if KIND[u] != SORCERER]
    there = [u for u in force(s, look.seat, h) if KIND[u] != SORCERER]
    return not stackers or (len(stackers) + len(there) <= 2 and all(fits(s, look.seat, u, h) for u in stackers))


def _prize(look: Look, h: int, whom: int, company: tuple[int, ...]) -> float:
    """What else it is good for to be there: a wounded Prime Sorcerer is not to get away, a city is held."""
    s = look.s
    more = 0.0
    if whom >= 0 and whom < len(s.primes) and s.place[s.primes[whom]] == h and s.depleted >> s.primes[whom] & 1:
        more += PRIME / 20
    if BOARD.gray >> h & 1 and any(KIND[u] == HUMAN for u in company):
        more += 1.0
    if s.scenario.story == TIDE and any(KIND[u] == SORCERER for u in company):
        held = [u for u in force(s, look.seat, h) if KIND[u] == HUMAN]
        more += _RELIEF * (BOARD.gray >> h & 1 and bool(held)) + sum((s.pinned | s.depleted) >> u & 1 for u in held)
    return more


# ---- out of nowhere


def strikes(look: Look) -> Iterator[Plan]:
    """A Sorcerer goes or teleports beside an enemy, conjures in his color or in White, and both go in."""
    s = look.s
    if all(closing_clause(s, kind) for kind in KINDS):
        return
    cheapest = min(PRICE.values())
    for u in look.sorcerers:
        points = points_to_spend(s, u)
        if s.pinned >> u & 1 or points < cheapest + 1 or look.mates(s.place[u]) or not look.targets:
            continue
        reach = look.reach(u)
        best: tuple[float, int, int, int, int, int] | None = None
        for h in look.targets:
            if s.ground[h] == GRAY and BOARD.gray >> h & 1 and not look.cities >> h & 1:
                continue
            for side in look.enemies(h):
                found = _strike_at(look, u, h, side, points, reach.cost)
                if found is not None and (best is None or found[0] > best[0]):
                    best = (*found, h)
        if best is not None and best[0] > LEAST:
            gain, n, kind, color, side, h = best
            unit = POOL[KINDS[kind], color][0]
            new = free(s, KINDS[kind], color)
            up = reach.way(s, n)
            what = words.an(UNITS[unit].name)
            from_where = f"in {words.at(n)}" if n == s.place[u] else f"after I have brought him to {words.at(n)}"
            text = f"I let {words.the(u)} conjure {what} {from_where}, and lead both to {words.at(h)}, to attack."
            yield words.plan(
                (*up, CONJURE[kind, color], Action("take", (new,)), Action("step", (h,)), HALT), text, gain
            )


def _strike_at(
    look: Look, u: int, h: int, side: int, points: int, cost: list[int]
) -> tuple[float, int, int, int, int] | None:
    """The best way to strike at a hex: gain, from where, what is conjured, its color, whom it strikes."""
    s = look.s
    best: tuple[float, int, int, int, int] | None = None
    prey = look.prey(h, side)
    tried: dict[tuple[int, int], float] = {}
    for n, side_kind in BOARD.exits[h]:
        ground = s.ground[n]
        if ground == GRAY or look.foes >> n & 1 or (look.mine >> n & 1 and s.place[u] != n) or s.vortex >> n & 1:
            continue
        able = conjured(s, u, n)
        for color in ones(able):
            for k, kind in enumerate(KINDS):
                price = PRICE[kind]
                if (
                    cost[n] + price + 1 + side_kind > points
                    or closing_clause(s, kind)
                    or (new := free(s, kind, color)) < 0
                ):
                    continue
                if kind != DRAGON and side_kind and (1 + side_kind > 3):
                    continue
                if not fits(s, look.seat, new, h):
                    continue
                if (k, color) not in tried:
                    ours = Prey(s, (u, new, *force(s, look.seat, h)), h)
                    pain = sum(ours.loses(look.prey(h, x).attack()) for x in look.enemies(h))
                    tried[k, color] = (
                        prey.loses(ours.attack())
                        - pain
                        - look.now(h)
                        + _prize(look, h, side, (u,))
                        - look.danger(h, (u, new))
                    )
                gain = tried[k, color] - TAKE_PRICE * (cost[n] + price)
                if best is None or gain > best[0]:
                    best = gain, n, k, color, side
    return best


__all__ = ["LEAST", "TAKE_PRICE", "all_of"]
