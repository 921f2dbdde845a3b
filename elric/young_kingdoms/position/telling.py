"""What the sentences of events have in common: who, what and how many, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import NEUTRAL

Event = Mapping[str, Any]
Names = Mapping[int, str]


def seat(e: Event, names: Names, key: str = "seat") -> words.Noun:
    o = e[key]
    return words.name(names[o]) if o < NEUTRAL and o in names else words.owner(o)


def spell(e: Event) -> words.Noun:
    return words.spell(e["spell"]) if "spell" in e and e["spell"] >= 0 else words.Noun("a spell")


def going(verbs: str, to: Callable[[int], str] = lambda a: f"to {words.area(a)}") -> Callable[[Event, Names], str]:
    return lambda e, n: f"{words.units(e['units']):{verbs}} from {words.area(e['area'])} {to(e['to_area'])}."


def sides(e: Event, names: Names) -> tuple[words.Noun, words.Noun]:
    """Who attacks and who defends in a battle: players, the creature of a spell, the people of a city or a seat without
    a name."""
    who = words.spell(e["monster"]) if e["monster"] >= 0 else attacker(e, names)
    if e["defender"] in names:
        return who, words.name(names[e["defender"]])
    what = "people" if BOARD.city[e["area"]] else "defenders"
    return who, words.Noun(f"the {what} of {words.area(e['area'])}", many=True)


def attacker(e: Event, names: Names) -> words.Noun:
    known = e["attacker"] in names
    return words.name(names[e["attacker"]]) if known else words.Noun("the attackers", many=True)


def count(n: int, what: str) -> words.Noun:
    return words.Noun(f"{words.number(n)} {what}{'' if n == 1 else 's'}", n != 1)


def at_least(n: int) -> str:
    return "a 6" if n == 6 else f"{n} or more"


def at_most(n: int) -> str:
    return "a 1" if n == 1 else f"{n} or less"
