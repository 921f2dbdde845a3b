"""Scenarios as a table varies them: a third ruler in any of them [70.3], and Independents to be won or not.

The third ruler is Old Tarsh, as in the seventh scenario: its circled units leave both armies, its friends join it as far as the
scenario has such kinds of units, its land is nobody else's to begin in, and it opens.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from elric.dragon_pass.components.board import BOARD, lands
from elric.dragon_pass.components.scenarios import Army, Scenario, scenarios
from elric.dragon_pass.components.units import TARSH, UNITS
from elric.kernel.bits import bits
from elric.kernel.clauses import Ruleset

MODEL: Final = "old-tarsh"  # the scenario whose third ruler comes to the others
OWN_PEOPLES: Final = frozenset(
    ("exiles", "grazelanders", "newts", "androgeus")
)  # who are Old Tarsh's with three rulers
TARSH_LAND: Final = lands("WUA") | bits(h for place in ("bagnot", "dunstop") for h in BOARD.places[place].hexes)
SUGGESTED: Final = {"65.1": ("grazelanders", "dwarf", "exiles")}  # Independents that only a table's choice brings
KEPT: Final = {"68.1": ("ironhoof",)}  # whom the scenario's own text brings, whatever the table says


def varied(scenario: Scenario, rules: Ruleset) -> Scenario:
    """The scenario as these rules have it."""
    return _varied(scenario.key, str(rules.rulers), str(rules.independents))


@cache
def _varied(key: str, rulers: str, independents: str) -> Scenario:
    found = scenarios()[key]
    if independents == "none":
        found = replace(found, peoples=KEPT.get(found.clause, ()))
    elif independents == "suggested" and found.clause in SUGGESTED:
        found = replace(found, peoples=SUGGESTED[found.clause], exotic=True)
    return _with_tarsh(found) if rulers == "three" and TARSH not in found.sides else found


def _with_tarsh(base: Scenario) -> Scenario:
    """A scenario with Old Tarsh in it."""
    used = {u for army in base.armies for u in army.units} | {u for a in base.arrivals for u in a.units}
    armies = [_without_tarsh(army) for army in base.armies]
    for army in scenarios()[MODEL].armies:
        if army.side == TARSH:
            units = tuple(u for u in army.units if (u in used or UNITS[u].side == "independent") and _plays(base, u))
            armies.append(replace(army, units=units))
    arrivals = (replace(a, units=tuple(u for u in a.units if not UNITS[u].tarsh)) for a in base.arrivals)
    goal = next(goal for goal in scenarios()[MODEL].goals if goal.side == TARSH)
    return replace(
        base,
        sides=(*base.sides, TARSH),
        first="tarsh",
        day="tarsh" if base.day else "",
        armies=tuple(army for army in armies if army.units),
        arrivals=tuple(arrival for arrival in arrivals if arrival.units),
        goals=(*base.goals, goal),
        peoples=tuple(key for key in base.peoples if key not in OWN_PEOPLES),
    )


def _without_tarsh(army: Army) -> Army:
    """An army without its Tarsh nationals, and out of their land."""
    return replace(army, units=tuple(u for u in army.units if not UNITS[u].tarsh), hexes=army.hexes & ~TARSH_LAND)


def _plays(base: Scenario, unit: int) -> bool:
    """Whether a scenario has units of this kind: plain ones, heroes, magicians."""
    found = UNITS[unit]
    if base.basic:
        return found.kind == "physical"
    if base.clause == "66.1":
        return found.magician or found.kind == "exotic"
    return base.magic or not (found.magician and not found.hero)
