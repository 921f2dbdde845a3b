"""What the seat that decides can see, and what may be reckoned from it: the coach knows no more than his pupil."""

from __future__ import annotations

from fractions import Fraction

from elric.dragon_pass.components.board import AROUND, BOARD, HEXES, SARTAR_FORTS
from elric.dragon_pass.components.units import CF, HEROES, SARTAR
from elric.dragon_pass.description.view import sees_battle
from elric.dragon_pass.lab import Odds, odds, swords_at
from elric.dragon_pass.movement.zones import must_fight
from elric.dragon_pass.position.notes import TarshCapital, the_note
from elric.dragon_pass.position.state import Segment, State, foes, move, sees
from elric.kernel.bits import ones

_UNKNOWN = 4  # the CF that a counter face down is taken for where nothing is claimed of it


def open_to(s: State, seat: int, h: int) -> bool:
    """Whether a seat sees every counter of a stack."""
    return all(sees(s, u, seat) for u in s.piles.get(h, ()))


def strength(s: State, seat: int, h: int) -> int:
    """The CF of a stack as a seat may guess it: what lies face down counts as a common unit."""
    return sum(CF[u] if sees(s, u, seat) else _UNKNOWN for u in s.piles.get(h, ()))


def exact(s: State, seat: int, battle: Segment) -> Odds | None:
    """The exact odds of a battle, where the seat sees everybody on whom they rest."""
    return odds(s, battle) if sees_battle(s, battle, seat) else None


def attack_after(s: State, units: tuple[int, ...], there: int, target: int) -> Odds | None:
    """The odds of a company that has marched to a hex and attacks one stack from it; None where a seat does not see the
    target whole, or where others would have to be fought as well."""
    seat = s.player
    if not open_to(s, seat, target) or foes(s, seat) & AROUND[there] != 1 << target:
        return None
    t = s.copy()
    move(t, units, there)
    t.hand = ()
    if not must_fight(t, seat) >> there & 1:
        return None
    battle = swords_at(t, target, (there,))
    return odds(t, battle) if battle is not None and sees_battle(t, battle, seat) else None


def goals(s: State, seat: int) -> list[tuple[str, int]]:
    """The hexes that a side fights for, as (what the scenario says, hex): places to be held or freed, enemy heroes in sight."""
    out: list[tuple[str, int]] = []
    for goal in s.scenario.goals:
        if goal.side != seat:
            continue
        if goal.kind == "heroes":
            there = [s.place[u] for k in s.order if k != seat for u in ones(s.of[k] & HEROES) if sees(s, u, seat)]
            out += [(goal.says, h) for h in sorted(set(there))]
            continue
        places: tuple[str, ...] = ()
        if goal.kind in ("hold", "temple"):
            places = goal.places
        elif goal.kind == "free forts":
            places = tuple(fort for fort in SARTAR_FORTS if s.holder.get(fort) != SARTAR)
        elif goal.kind == "forts":
            places = SARTAR_FORTS
        for place in places:
            key = the_note(s, TarshCapital).place if place not in BOARD.places else place
            out += [(goal.says, h) for h in BOARD.places[key].hexes if not s.at[seat] & BOARD.places[key].bits]
    return out


def nearest(h: int, among: int) -> int:
    """The hex of a set that is nearest to one; -1 where there is none."""
    return min(ones(among), key=lambda n: (HEXES.distance(h, n), n), default=-1)


def likely(p: Fraction) -> bool:
    """Whether something happens more often than not."""
    return p * 2 > 1
