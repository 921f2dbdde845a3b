"""Scenarios as a table varies them, by its switches: a third ruler [70.3], Independents to be won or not or given from the beginning
[28.7], reinforcements given and taken [62.1], the Horde on the board or off it [62.2], and what is fought for [70.1].

The third ruler is Old Tarsh, as in the seventh scenario: its circled units leave both armies, its friends join it as far as the
scenario has such kinds of units, its land is nobody else's to begin in, and it opens.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from elric.dragon_pass.components.board import BOARD, lands
from elric.dragon_pass.components.scenarios import (
    CAVALRY,
    OFF_BOARD,
    OLD_CAPITAL,
    SIMPLICITY,
    STRAGGLERS,
    Army,
    Goal,
    Scenario,
    scenarios,
)
from elric.dragon_pass.components.units import LUNAR, SARTAR, TARSH, UNITS, corps, units_named
from elric.kernel.bits import bits
from elric.kernel.clauses import Ruleset

MODEL: Final = "old-tarsh"  # the scenario whose third ruler comes to the others
OWN_PEOPLES: Final = frozenset(
    ("exiles", "grazelanders", "newts", "androgeus")
)  # who are Old Tarsh's with three rulers
TARSH_LAND: Final = lands("WUA") | bits(h for place in ("bagnot", "dunstop") for h in BOARD.places[place].hexes)
SUGGESTED: Final = {"65.1": ("grazelanders", "dwarf", "exiles")}  # Independents that only a table's choice brings
KEPT: Final = {"68.1": ("ironhoof",)}  # whom the scenario's own text brings, whatever the table says


GIVEN: Final = ("exiles", "ironhoof")  # whom a handicap adds to an army [28.7]
SCHEDULES: Final = {  # rules of reinforcement by the switch that gives or takes them
    OFF_BOARD: "off_board_reserves",
    CAVALRY: "cavalry_reserve",
    STRAGGLERS: "stragglers",
    SIMPLICITY: "simple_reserves",
}
FREE_CHOICE: Final = "70.1"  # the scenario whose objectives the players choose
JALDON: Final = units_named("jaldon-toothmaker")
HORDE: Final = tuple(u for u in corps("Barbarian Horde") if not UNITS[u].hero)
CLANS: Final = frozenset(u for u in HORDE if UNITS[u].kind == "physical")


@lru_cache(256)
def _variant(key: str, rules: Ruleset) -> Scenario:
    found = scenarios()[key]
    if rules.independents == "none":
        found = replace(found, peoples=KEPT.get(found.clause, ()))
    elif rules.independents == "suggested" and found.clause in SUGGESTED:
        found = replace(found, peoples=SUGGESTED[found.clause], exotic=True)
    found = replace(found, reserves=_reserves(found, rules), goals=_goals(found, rules))
    if rules.horde == "stands" and found.horde:
        found = _in_the_field(found)
    elif rules.horde == "gathers":
        found = _gathering(found)
    if rules.rulers == "three" and TARSH not in found.sides:
        found = _with_tarsh(found)
    keys = gifts(found, rules)
    return (
        replace(found, peoples=found.peoples + tuple(k for k in keys if k not in found.peoples), exotic=True)
        if keys
        else found
    )


def vary(scenario: Scenario, rules: Ruleset) -> Scenario:
    """The scenario as these rules have it."""
    return _variant(scenario.key, rules)


def gifts(scenario: Scenario, rules: Ruleset) -> tuple[str, ...]:
    """The peoples that a handicap gives in a scenario: where Old Tarsh has risen the Exiles are its own."""
    if rules.handicap == "none" or (rules.handicap == "tarsh" and TARSH not in scenario.sides):
        return ()
    return tuple(key for key in GIVEN if not (TARSH in scenario.sides and key in OWN_PEOPLES))


def _reserves(base: Scenario, rules: Ruleset) -> tuple[int, ...]:
    """The rules of reinforcement that are used: the scenario's, and what the table gives and takes [62.1, 62.3-62.5]."""
    found = set(base.reserves) if rules.reserves else set()
    for number, key in SCHEDULES.items():
        how = getattr(rules, key)
        if how != "usual":
            found = found | {number} if how == "yes" else found - {number}
    return tuple(sorted(found))


def _goals(base: Scenario, rules: Ruleset) -> tuple[Goal, ...]:
    """What is fought for: in the complete game each side has what its player chose [70.1]."""
    if base.clause != FREE_CHOICE:
        return base.goals
    out: list[Goal] = []
    for side, choice in ((LUNAR, rules.objectives_lunar), (SARTAR, rules.objectives_sartar)):
        source = base if choice == "usual" else scenarios()[choice]
        out += [goal for goal in source.goals if goal.side == side]
    return tuple(out) if rules.rulers == "three" else tuple(map(_for_two, out))


def _for_two(goal: Goal) -> Goal:
    """A goal of Old Tarsh's where there is no third capital."""
    if OLD_CAPITAL not in goal.places:
        return goal
    places = tuple(place for place in goal.places if place != OLD_CAPITAL)
    return replace(goal, places=places, says=f"The enemy capital is held for {goal.turns} Turns")


def _in_the_field(base: Scenario) -> Scenario:
    """The Horde stands with the rest of Sartar, and none of it gathers [67.1, 69.2]."""
    home = lands("S" if TARSH in base.sides else "SA")
    army = Army(SARTAR, "Barbarian Horde, led by Jaldon", JALDON + base.horde, home, False, "anywhere in Sartar")
    return replace(base, horde=(), armies=tuple(army if one.units == JALDON else one for one in base.armies))


def _gathering(base: Scenario) -> Scenario:
    """Those of the Horde who would stand in the field gather off the board: all but Jaldon [62.2]."""
    gone = [army for army in base.armies if CLANS.intersection(army.units)]
    horde = tuple(u for army in gone for u in army.units if u in HORDE)
    if not horde:
        return base
    armies = (replace(army, units=tuple(u for u in army.units if u not in horde)) for army in base.armies)
    return replace(base, horde=horde, armies=tuple(army for army in armies if army.units))


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
