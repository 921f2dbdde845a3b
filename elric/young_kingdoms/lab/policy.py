"""What a side does where it may choose: whom it loses, how it flees, where it goes. Every answer of the lab names the
policy it stands on.

A policy only picks among actions the rules allow: the steps of the game say what those are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from elric.kernel.clauses import with_hint
from elric.kernel.failure import ElricError
from elric.kernel.steps import Frame
from elric.young_kingdoms.artifacts.black_swords import sword_value
from elric.young_kingdoms.combat.battle import BattleState
from elric.young_kingdoms.combat.losses import best_sum, cost, heads, losers
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.components.board import BOARD, LAND
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.components.pieces import ARMY, FLEET, HERO, KIND, MAGIC
from elric.young_kingdoms.magic import balance
from elric.young_kingdoms.position.state import State, cargo


class PolicyError(ElricError, ValueError):
    """No policy has that name; the message says which was probably meant."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How losses are taken. `says` is the whole of it in one sentence."""

    key: str
    title: str
    says: str


POLICIES: Final = MappingProxyType(
    {
        p.key: p
        for p in (
            Policy(
                "armies", "armies first", "Losses fall on armies first, then ships, then the weakest personalities."
            ),
            Policy("heroes", "keep the personalities", "As few personalities as the losses allow are put in danger."),
            Policy("magicians", "keep the magicians", "Magicians are the last to be taken as losses."),
            Policy(
                "best",
                "the loser's best",
                "The loser gives what costs him least in the long run: personalities who will probably escape go before armies, "
                "which cannot.",
            ),
        )
    }
)


def policy(key: str) -> Policy:
    """A policy by its key.

    Raises:
        PolicyError: with what was probably meant.
    """
    if key not in POLICIES:
        raise PolicyError(with_hint(f"there is no policy “{key}”", str(key), POLICIES))
    return POLICIES[key]


def price(s: State, plan: Policy, unit: int) -> int:
    """How unwilling the loser is to give this piece: the sum over what is given is kept as small as it can be."""
    kind = KIND[unit]
    company = sum(price(s, plan, x) for x in cargo(s, unit) if KIND[x] in (ARMY, HERO)) if kind == FLEET else 0
    value = sword_value(s, unit) if kind == HERO else 1
    if plan.key == "best":
        # strength gone for good, in sixths
        return company + (value * (6 - min(value, 6)) if kind == HERO else 6 * max(1, cost(s, s.battle, unit)))
    if kind == ARMY:
        return 1
    if kind == FLEET:
        return 100 * max(1, cost(s, s.battle, unit)) + company
    if plan.key == "heroes":
        return 100_000 + value
    if plan.key == "magicians" and MAGIC[unit]:
        return 1_000_000 * max(1, value)
    return 10_000 * max(1, value)


def losses(s: State, frame: Frame, plan: Policy) -> list[int]:
    """Whom the loser gives, in order, at a LOSSES frame."""
    to_lose = frame.to_lose
    battle: BattleState = s.battle
    if frame.heads:
        able = heads(s, battle, losers(s, battle))
        return sorted(able, key=lambda u: (price(s, plan, u), u))[:to_lose]
    worth = [(u, cost(s, battle, u)) for u in losers(s, battle)]
    worth = [(u, c) for u, c in worth if c]
    goal = best_sum((c for _, c in worth), to_lose)
    armies = [u for u, c in worth if KIND[u] == ARMY and c == 1]
    if plan.key != "best" and len(armies) >= goal:
        return armies[:goal]
    each = price(s, plan, armies[0]) if armies else 0
    # the cheapest way to every sum without armies; armies fill the rest one by one
    ways: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for u, c in worth:
        if KIND[u] == ARMY and c == 1:
            continue
        much = price(s, plan, u)
        for total, (paid, who) in list(ways.items()):
            t = total + c
            if t <= goal and (t not in ways or paid + much < ways[t][0]):
                ways[t] = (paid + much, (*who, u))
    able_sums = [t for t in ways if goal - t <= len(armies)]
    t = min(able_sums, key=lambda t: (ways[t][0] + each * (goal - t), t))
    return [*armies[: goal - t], *ways[t][1]]


def rank(s: State, spell: int) -> tuple[int, int, int]:
    """How soon a spell is dispelled, highest first: (tier, strength in halves, alignment). An eater comes first, then
    the strongest spell, another Dispel Magic last."""
    if spells.ACTS[spell] == "dispel":
        return (0, 0, 0)
    if spells.EATER[spell]:
        return (3, spells.EATS_ARMIES[spell] + spells.EATS_FLEETS[spell], -spells.ALIGN[spell])
    v = strength(s, spell)
    # Balo comes to the dance only half the time
    return (2, 2 * v - (spells.ACTS[spell] == "balo"), -spells.ALIGN[spell]) if v else (1, 0, -spells.ALIGN[spell])


def strength(s: State, i: int) -> int:
    """What a spell adds to a total, the Balance included ([10.4], [13.2] / 9.4, 12.2)."""
    v = spells.STRENGTH[i]
    return v + balance.bonus(s, spells.ALIGN[i]) if v else 0


def dispel(s: State, options: Sequence[Action]) -> Action:
    """Which spell Dispel Magic undoes; between equals the one that stands first in the list of spells."""
    return max(options, key=lambda a: (*rank(s, a.args[0]), -a.args[0]))


def retreat(s: State, seat: int, ways: Sequence[int]) -> Action:
    """Where losers go who have to: where it is safest, no wilderness, one's own city, land before sea, then by name.
    Who may stay behind a wall stays."""
    return Action("retreat", (min(ways, key=lambda a: _comfort(s, seat, a)),))


def refuge(s: State, seat: int, options: Sequence[Action]) -> Action:
    """Where an escaped hero comes to light, when several places are as near."""
    return min(options, key=lambda a: _comfort(s, seat, a.args[0]))


def _comfort(s: State, seat: int, a: int) -> tuple[bool, bool, bool, str]:
    return (BOARD.wild[a], s.control[a] != seat, BOARD.kind[a] != LAND, BOARD.names[a])
