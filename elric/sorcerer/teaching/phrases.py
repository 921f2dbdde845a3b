"""What counters, hexes and actions are called in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from elric.kernel.sentences import ProperNames
from elric.kernel.steps import Action
from elric.sorcerer.components.board import BOARD, INDEX
from elric.sorcerer.components.colors import NAMES
from elric.sorcerer.components.notation import CREATURE_WORDS, NOTATION, SIDE_WORDS, VERBS
from elric.sorcerer.components.units import BY_ID, CREATURES, KIND_WORDS, UNITS
from elric.sorcerer.components.words import listed, tally, where
from elric.sorcerer.position.state import State

_CREATURES: Final = dict(zip(CREATURE_WORDS, (KIND_WORDS[kind] for kind in CREATURES), strict=True))
_SIDES: Final = {word: f"side {k}" for k, word in enumerate(SIDE_WORDS, 1)}

within = ProperNames(
    (*dict.fromkeys(unit.name for unit in UNITS), *(city.name for city in BOARD.cities.values()))
).within


def called(thing: str) -> str:
    """What an object of an action is called."""
    if thing in INDEX:
        return where(INDEX[thing])
    if thing in BY_ID:
        return UNITS[BY_ID[thing]].name
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


def unit(u: int) -> str:
    """A counter by name."""
    return UNITS[u].name


def the(u: int) -> str:
    """A counter as one speaks of it: "the Orange Sorcerer", "Green's infantry"."""
    name = unit(u)
    return name if "'s " in name else f"the {name}"


def units(these: Iterable[int]) -> str:
    """Counters in a row: "Blue Sorcerer and two Blue trolls"."""
    return listed(tally(these))


__all__ = ["called", "hexes", "phrase", "the", "unit", "units", "within"]
