"""The scenarios: who plays, with what, from where, and what wins. Read from data/scenarios.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, Final

from elric.dragon_pass.components import law, units
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES, lands
from elric.dragon_pass.components.units import SIDES, UNITS
from elric.kernel.bits import ones

OLD_CAPITAL: Final = "capital of Old Tarsh"  # among the places of a goal: the one that its ruler chose [69.2]
OFF_BOARD, CAVALRY, STRAGGLERS, SIMPLICITY = 1, 3, 4, 5  # rules of reinforcement by the numbers of the book's list
WHOLE_BOARD: Final = (1 << HEXES.size) - 1


@dataclass(frozen=True)
class Army:
    """Units that a side places together, and the hexes where it may."""

    side: int
    name: str
    units: tuple[int, ...]
    hexes: int
    divided: bool
    says: str
    home: int = 0  # where it has a home and may begin elsewhere: all units there, or none [69.2]
    apart: bool = False  # one unit a place [69.1]


@dataclass(frozen=True)
class Goal:
    """What wins for a side.

    Attributes:
        turns: for so many whole Turns it must be so (0: it is enough once).
        asked: when it is asked whether it is so: "at once", after each battle, spell or power and at the end of each Move;
            "moves", at the end of each Move of its term; "always", at each march of its term as well.
    """

    side: int
    kind: str
    places: tuple[str, ...]
    turns: int
    says: str
    asked: str


@dataclass(frozen=True)
class Arrival:
    """Units that come on a Turn, at the beginning of their side's Move, and where they are put."""

    side: int
    turn: int
    units: tuple[int, ...]
    hexes: int
    says: str


@dataclass(frozen=True)
class Scenario:
    """One scenario [64.2, 65.1, 66.1, 67.1, 68.1, 69.1, 69.2, 70.1]. `seats` and `editions` are asked by the house; the rest is this game's."""

    key: str
    number: int
    title: str
    says: str
    clause: str
    sides: tuple[int, ...]
    first: str
    basic: bool  # plain armies only
    magic: bool  # whether magic is used
    exotic: bool  # whether the powers of exotics and Independents are used
    arrivals: tuple[Arrival, ...]
    peoples: tuple[str, ...]  # Independents that may be won over
    disputed: bool  # whether Lunar units that begin in disputed land give Ironhoof to Sartar [68.1]
    reserves: tuple[int, ...]  # reinforcement rules of p. 62 that it uses, by number
    horde: tuple[int, ...]  # units of the Barbarian Horde that gather off the board [62.2]
    day: str  # who chooses the first day: a side, "die", "other" (who does not move first), or "" where the moon does not matter
    armies: tuple[Army, ...]
    goals: tuple[Goal, ...]
    editions: tuple[str, ...] = law.EDITIONS

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.sides)

    @cached_property
    def at_once(self) -> tuple[Goal, ...]:
        """The goals that win in the moment in which they are reached."""
        return tuple(goal for goal in self.goals if goal.asked == "at once")

    @cached_property
    def always(self) -> frozenset[int]:
        """The goals, by number, that a single march breaks."""
        return frozenset(k for k, goal in enumerate(self.goals) if goal.asked == "always")


def _hexes(row: Mapping[str, Any]) -> int:
    """Where an army may be placed."""
    found = lands(row.get("lands", ""))
    if "zone" in row:
        found |= BOARD.zones[row["zone"]]
    if "outside" in row:
        found |= WHOLE_BOARD & ~BOARD.zones[row["outside"]]
    if "feature" in row:
        found |= BOARD.features[row["feature"]]
    for place in row.get("places", ()):
        found |= BOARD.places[place].bits
    for place in row.get("not_places", ()):
        found &= ~BOARD.places[place].bits
    for place in row.get("around", ()):
        for h in ones(BOARD.places[place].bits):
            found |= AROUND[h] | 1 << h
    return found


def _units(row: Mapping[str, Any], basic: bool) -> tuple[int, ...]:
    found = units.corps(*row.get("corps", ())) + units.units_named(*row.get("units", ()))
    without = units.units_named(*row.get("without", ()))
    if "circled" in row:
        found = tuple(u for u in found if UNITS[u].tarsh == row["circled"])
    return tuple(u for u in found if u not in without and not (basic and UNITS[u].kind != "physical"))


def _scenario(row: Mapping[str, Any]) -> Scenario:
    side = {name: k for k, name in enumerate(SIDES)}
    basic = row.get("basic", False)
    return Scenario(
        key=row["key"],
        number=row["number"],
        title=row["title"],
        says=row["says"],
        clause=row["clause"],
        sides=tuple(side[name] for name in row["sides"]),
        first=row["first"],
        basic=basic,
        magic=row.get("magic", False),
        exotic=row.get("exotic", False),
        arrivals=tuple(
            Arrival(side[a["side"]], a["turn"], _units(a, basic), _hexes(a), a["says"]) for a in row.get("arrival", ())
        ),
        peoples=tuple(row.get("peoples", ())),
        reserves=tuple(row.get("reserves", ())),
        disputed=row.get("disputed", False),
        horde=tuple(u for u in units.corps("Barbarian Horde") if not UNITS[u].hero) if row.get("horde") else (),
        day=row.get("day", ""),
        armies=tuple(
            Army(
                side[a["side"]],
                a["name"],
                _units(a, basic),
                _hexes(a),
                a.get("divided", False),
                a["says"],
                lands(a.get("home", "")),
                a.get("apart", False),
            )
            for a in row["army"]
        ),
        goals=tuple(
            Goal(side[g["side"]], g["kind"], tuple(g.get("places", ())), g["turns"], g["says"], g["asked"])
            for g in row["goal"]
        ),
    )


@cache
def scenarios() -> Mapping[str, Scenario]:
    """Every scenario by key, in the order of the book."""
    return MappingProxyType({row["key"]: _scenario(row) for row in law.read("scenarios.toml")["scenario"]})
