"""What counters and hexes are called within a sentence, and how things stand in a row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from elric.sorcerer.components.board import BOARD, HEXES
from elric.sorcerer.components.units import UNITS

_FEW: Final = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def capital(text: str) -> str:
    """With a great first letter."""
    return text[:1].upper() + text[1:]


def listed(things: Iterable[str], none: str = "nobody") -> str:
    """ "a", "a and b", "a, b and c"; `none` for none."""
    said = list(things)
    return f"{', '.join(said[:-1])} and {said[-1]}" if len(said) > 1 else said[0] if said else none


def an(name: str) -> str:
    """A name with its article: "an Orange troll", "Blue demonic infantry"."""
    return name if name.endswith("infantry") else f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"


def the(u: int) -> str:
    """A counter in a sentence: "the Orange troll", "Balt's infantry"."""
    said = UNITS[u].name
    return said if "'s " in said else f"the {said}"


def tally(these: Iterable[int], article: bool = False) -> list[str]:
    """Counters by name, like ones together: ["Blue Sorcerer", "two Blue trolls"]; with `article` ["the Blue Sorcerer", "two Blue trolls"]."""
    units: dict[str, list[int]] = {}
    for u in these:
        units.setdefault(UNITS[u].name, []).append(u)

    def many(name: str, n: int) -> str:
        if name.endswith("'s infantry"):
            return f"{_FEW.get(n, n)} companies of {name}"
        return f"{_FEW.get(n, n)} {name}" + ("" if name.endswith("infantry") else "s")

    return [many(name, len(us)) if len(us) > 1 else the(us[0]) if article else name for name, us in units.items()]


def units(these: Iterable[int]) -> str:
    """Some counters in a sentence: "the Blue Sorcerer and two Blue trolls"."""
    return listed(tally(these, article=True))


def where(h: int) -> str:
    """A hex in words: "0710", "Kel-Fannyan (0416)"."""
    return f"{BOARD.cities[h].name} ({HEXES.names[h]})" if h in BOARD.cities else HEXES.names[h]


__all__ = ["an", "capital", "listed", "tally", "the", "units", "where"]
