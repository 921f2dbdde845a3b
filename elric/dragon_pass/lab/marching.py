"""Battles to which one would have to march first: each enemy stack that companies of the mover's can come beside in this
Move, with all who can come and with the strongest of them alone."""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.dragon_pass.combat.reckoning import reckon
from elric.dragon_pass.components.board import AROUND
from elric.dragon_pass.components.units import CF
from elric.dragon_pass.lab.prospects import swords_at
from elric.dragon_pass.movement.routes import routes
from elric.dragon_pass.movement.zones import may_fight
from elric.dragon_pass.position.state import EARLY, MOVEMENT, Segment, State, foes, move
from elric.kernel.bits import ones

__all__ = ["Marched", "marches"]

MOST: Final = 10  # such battles that are listed


class Marched(NamedTuple):
    """A battle after marches: the position then, the battle, and who marches where."""

    state: State
    battle: Segment
    way: tuple[tuple[tuple[int, ...], int], ...]


class _Company(NamedTuple):
    """A stack that can march together: how strong it is, who goes, and where it can end its march."""

    strength: int
    units: tuple[int, ...]
    ends: frozenset[int]


def marches(s: State) -> list[Marched]:
    """The battles that the mover could bring about by marching, those with the best odds first.

    Args:
        s: the position as the mover sees it.

    Returns:
        At most `MOST`; nothing once the march is over.
    """
    if s.phase not in (EARLY, MOVEMENT) or s.outcome is not None:
        return []
    companies = _companies(s)
    found = []
    for t in ones(foes(s, s.player)):
        able = [(c, [n for n in ones(AROUND[t]) if n in c.ends]) for c in companies]
        able = [(c, ends) for c, ends in able if ends]
        for chosen in {1, len(able)} if able else ():
            battle = _bring(s, t, able[:chosen])
            if battle is not None:
                found.append(battle)
    found.sort(key=lambda m: (-_ratio(m), m.battle.defenders[0][0]))
    return found[:MOST]


def _companies(s: State) -> list[_Company]:
    """Every stack of the mover's that can still march, the strongest first."""
    out = []
    for h in ones(s.at[s.player]):
        units = tuple(u for u in s.piles[h] if not s.done >> u & 1)
        if units:
            t = s.copy()
            t.hand = units
            ends = frozenset(routes(t))
            if ends:
                out.append(_Company(sum(CF[u] for u in units), units, ends))
    return sorted(out, key=lambda c: (-c.strength, c.units))


def _bring(s: State, target: int, able: list[tuple[_Company, list[int]]]) -> Marched | None:
    """The battle when companies have come beside a stack, each to a hex of its own, with those who stand there already."""
    t, taken, way = s.copy(), set(), []
    for company, ends in able:
        free = [n for n in ends if n not in taken and n not in t.piles]
        if free:
            # from where the ground helps most
            n = max(free, key=lambda n: (_worth_alone(t, company.units, n, target), -n))
            move(t, company.units, n)
            taken.add(n)
            way.append((company.units, n))
    stand = {n for n in ones(may_fight(t, s.player) & AROUND[target]) if n in s.piles}
    battle = swords_at(t, target, tuple(sorted(taken | stand))) if way else None
    return Marched(t, battle, tuple(way)) if battle is not None else None


def _worth_alone(s: State, units: tuple[int, ...], n: int, target: int) -> float:
    """How well a company would fight from a hex."""
    t = s.copy()
    move(t, units, n)
    battle = swords_at(t, target, (n,))
    return _ratio(Marched(t, battle, ())) if battle is not None else 0.0


def _ratio(marched: Marched) -> float:
    sums = reckon(marched.state, marched.battle)
    return sums.attack / max(sums.defence, 1)
