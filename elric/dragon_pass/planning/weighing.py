"""What a battle promises: its column by the game's own reckoning, and what the table makes of it.

The lab's exact odds play every die of a battle out (`lab.odds`); here many battles have to be compared at once, by the six
faces of their column and the worth of who falls. What is chosen in the end is told with the lab's odds where everybody in it
is seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from elric.dragon_pass.combat.deaths import FIVE, alive
from elric.dragon_pass.combat.factors import pairs
from elric.dragon_pass.combat.reckoning import SCALE, Reckoning, magical, reckon
from elric.dragon_pass.combat.results import refuges
from elric.dragon_pass.combat.table import CERTAIN, HOPELESS, column
from elric.dragon_pass.components.board import BOARD
from elric.dragon_pass.components.units import CF, HEROES, SUPERHEROES, UNITS, WOUNDERS
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.tables import CHANCES, PUSHED
from elric.dragon_pass.position.state import Segment, State

FREELY: Final = 2  # the column from which one attacks without having to
_STUNNED: Final = 2.0  # what it is worth to stun a Superhero


class Outlook(NamedTuple):
    """What a battle promises.

    Attributes:
        column: of the table.
        gain: what the attacker can expect to win on balance, in factors (`lab.WORTH`).
        clears: how likely the defenders are gone from where they stood.
    """

    column: int
    gain: float
    clears: float


def outlook(look: Look, t: State, battle: Segment) -> Outlook:
    """What a battle with swords, magic or both promises the attacker in a position; the dead of it do not count."""
    battle = _living(t, battle)
    if not battle.defenders or not (battle.attackers or battle.casters):
        return Outlook(HOPELESS, 0.0, 0.0)
    found = reckon(t, battle)
    defence = float(found.defence)
    for d, units in battle.defenders:
        for u in units:
            if look.hidden >> u & 1 and battle.attackers and t.place[u] >= 0:
                ground = found.grounds.get(d)
                times = (ground.times / (2 if ground.halved else 1)) if ground else 1
                known = CF[u]
                defence += (look.hidden_cf(u) - known) * times * SCALE
    attack = found.attack
    which = column(attack, max(0, round(defence)), t.rules.odds_rounding, t.rules.below_table)
    out, back, trade, driven, killed = CHANCES[which]
    ours = tuple(u for _, units in battle.attackers for u in units)
    casting = tuple(u for _, units, *_ in battle.casters for u in units if u not in ours)
    theirs = tuple(u for _, units in battle.defenders for u in units)
    answered = bool(battle.covers) or any(magical(units) for _, units in battle.defenders)
    hurt = (*ours, *casting) if answered else ours
    dead = _fallen(look, battle.defenders, (*ours, *casting), bool(ours))
    lost = _fallen(look, (*battle.attackers, *((0, (u,)) for u in casting if answered)), theirs, bool(ours))
    trapped = pushed = 0.0
    for d, units in battle.defenders:
        worth = sum([look.worth(u) for u in units])
        if BOARD.walls >> d & 1:
            continue
        if refuges(t, units):
            pushed += worth
        else:
            trapped += worth
    care = look.care
    lost *= care
    mine = care * sum([look.worth(u) for u in hurt])
    gain = killed * dead + driven * (trapped + PUSHED * pushed) - out * lost - back * PUSHED * mine
    if not ours and any(pairs(t, units) for _, units in battle.defenders):
        # [17.7] magic stuns a Superhero and his Friend, and no more; normal units with them die of an Elim
        others = sum([look.worth(u) for _, units in battle.defenders for u in units if UNITS[u].kind == "physical"])
        gain = killed * (others + _STUNNED) - out * lost * answered
        return Outlook(which, gain, 0.0)
    paid_up = attack > defence
    if not hurt:
        gain += trade * dead / 2  # [21.2]
    elif attack > defence:
        paid = mine * defence / attack
        if not casting:
            paid = care * _paid(look, ((SCALE, units) for _, units in battle.attackers), defence)
        gain += trade * (dead - paid)
    elif attack == defence:
        gain += trade * (dead - lost)
    else:
        paid = dead * attack / defence
        if not casting:
            paid = min(dead, _paid(look, ((_rate(found, d), units) for d, units in battle.defenders), attack))
            paid_up = paid >= dead > 0
        gain += trade * (paid - lost)
    clears = killed * (dead > 0) + driven * (1.0 if trapped or pushed else 0.0) + trade * paid_up
    return Outlook(which, gain, min(1.0, clears))


def _living(t: State, battle: Segment) -> Segment:
    """A battle with those who are still on the board; the same where nobody has gone."""
    if all(units and all(t.place[u] >= 0 for u in units) for _, units in (*battle.attackers, *battle.defenders)):
        return battle
    return battle._replace(
        attackers=tuple((a, left) for a, units in battle.attackers if (left := alive(t, units))),
        defenders=tuple((d, left) for d, units in battle.defenders if (left := alive(t, units))),
    )


def _rate(found: Reckoning, h: int) -> float:
    """What a factor counts for in a defended hex, in SCALE parts."""
    ground = found.grounds.get(h)
    return SCALE * (ground.times / (2 if ground.halved else 1)) if ground else SCALE


def _paid(look: Look, stacks: Iterable[tuple[float, tuple[int, ...]]], due: float) -> float:
    """What is lost by the side that survives a Trade: whole units that count for as much as the others, the cheapest that do, or all
    [12.6].

    Args:
        stacks: what a factor counts for in each, and who is in it.
    """
    least = {0.0: 0.0}  # by what is paid, what it is worth
    total = 0.0
    for rate, units in stacks:
        for u in units:
            if SUPERHEROES >> u & 1:
                continue
            worth = look.worth(u)
            total += worth
            counts = rate * (look.hidden_cf(u) if look.hidden >> u & 1 else CF[u])
            for paid, lost in list(least.items()):
                now = min(due, paid + counts)
                least[now] = min(least.get(now, total), lost + worth)
    return least.get(due, total)


def _fallen(
    look: Look, stacks: tuple[tuple[int, tuple[int, ...]], ...], enemies: tuple[int, ...], swords: bool
) -> float:
    """What an Elim takes from some stacks [17.4, 18.5]."""
    heroic = any(HEROES >> e & 1 for e in enemies)
    striker = swords and any(WOUNDERS >> e & 1 for e in enemies)
    total = 0.0
    for _, units in stacks:
        alone = len(units) == 1
        for u in units:
            if not HEROES >> u & 1:
                total += look.worth(u)
            elif SUPERHEROES >> u & 1:
                total += look.worth(u) / FIVE if striker else 0.0
            elif heroic or alone:
                total += look.worth(u)
    return total


__all__ = ["CERTAIN", "FREELY", "Outlook", "outlook"]
