"""What counters, hexes and actions are called in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from elric.kernel.sentences import ProperNames
from elric.kernel.steps import Action
from elric.sorcerer.components.board import BOARD, HEXES, INDEX
from elric.sorcerer.components.colors import NAMES
from elric.sorcerer.components.notation import CREATURE_WORDS, NOTATION, SIDE_WORDS, VERBS
from elric.sorcerer.components.units import BY_ID, CREATURES, KIND_WORDS, UNITS
from elric.sorcerer.position.state import State

_CREATURES: Final = dict(zip(CREATURE_WORDS, (KIND_WORDS[kind] for kind in CREATURES), strict=True))
_SIDES: Final = {word: f"side {k}" for k, word in enumerate(SIDE_WORDS, 1)}

within = ProperNames(
    (*dict.fromkeys(unit.name for unit in UNITS), *(city.name for city in BOARD.cities.values()))
).within


def unit(u: int) -> str:
    """A counter by name."""
    return UNITS[u].name


def counted(units: Iterable[int]) -> list[str]:
    """Counters by name, like ones together: ["Blue Sorcerer", "two Blue trolls"]."""
    names: dict[str, int] = {}
    for u in units:
        names[unit(u)] = names.get(unit(u), 0) + 1
    few = {2: "two", 3: "three"}

    def many(name: str, n: int) -> str:
        if name.endswith("'s infantry"):
            return f"{few.get(n, n)} companies of {name}"
        return f"{few.get(n, n)} {name}" + ("" if name.endswith("infantry") else "s")

    return [name if n == 1 else many(name, n) for name, n in names.items()]


def an(name: str) -> str:
    """A name with its article: "an Orange troll", "Green's infantry"."""
    return name if name.endswith("infantry") else f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"


def row(things: Iterable[str]) -> str:
    """ "a", "a and b", "a, b and c"; "nobody" for none."""
    said = list(things)
    return f"{', '.join(said[:-1])} and {said[-1]}" if len(said) > 1 else said[0] if said else "nobody"


def units(these: Iterable[int]) -> str:
    """Counters in a row: "Blue Sorcerer and Blue troll"."""
    return row(counted(these))


def where(h: int) -> str:
    """A hex in words: "0710", "Kel-Fannyan (0416)"."""
    return f"{BOARD.cities[h].name} ({HEXES.names[h]})" if h in BOARD.cities else HEXES.names[h]


def called(thing: str) -> str:
    """What an object of an action is called."""
    if thing in INDEX:
        return where(INDEX[thing])
    if thing in BY_ID:
        return unit(BY_ID[thing])
    if thing in NAMES:
        return thing.capitalize()
    return _CREATURES.get(thing) or _SIDES.get(thing) or thing


def phrase(a: Action, s: State | None = None) -> str:
    """An action as a short sentence: "Teleport to 0710".

    Args:
        s: the position, for what its sides are called.
    """
    words = NOTATION.text(a).split()[1:]
    names = [s.scenario.name(SIDE_WORDS.index(x)) if s is not None and x in SIDE_WORDS else called(x) for x in words]
    return VERBS[a.verb].says.format(*names)


def hexes(a: Action) -> tuple[str, ...]:
    """The hexes that an action names."""
    return tuple(x for x in NOTATION.text(a).split()[1:] if x in INDEX)


__all__ = ["an", "called", "counted", "hexes", "phrase", "row", "unit", "units", "where", "within"]
