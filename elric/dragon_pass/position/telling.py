"""What the sentences of events have in common: who, what and how much, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from elric.dragon_pass.components.units import SCALE, SIDE_NAMES, UNITS


def who(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """The seat of an event by its name; "" where it has none."""
    seat = event.get("seat", -1)
    return names.get(seat, SIDE_NAMES[seat] if 0 <= seat < len(SIDE_NAMES) else "")


def listed(units: Iterable[int]) -> str:
    """Names of counters in a row."""
    names = [UNITS[u].name for u in units]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def many(units: Sequence[int]) -> bool:
    """Whether counters are spoken of as of several: two of them, or one whose name is a plural."""
    name = UNITS[units[0]].name
    return len(units) > 1 or (name.endswith("s") and not name.endswith(("'s", "’s", "ss", "ius")))


def does(units: Sequence[int], one: str, several: str) -> str:
    """Counters in a row and what they do: "Starkin falls", "Goatkin and Starkin fall"."""
    return f"{listed(units)} {several if many(units) else one}"


def factors(parts: int) -> str:
    """A strength in words: 23, 4½."""
    value = Fraction(parts, SCALE)
    whole, rest = divmod(value, 1)
    mark = {
        Fraction(0): "",
        Fraction(1, 2): "½",
        Fraction(1, 3): "⅓",
        Fraction(2, 3): "⅔",
        Fraction(1, 4): "¼",
        Fraction(3, 4): "¾",
    }
    return f"{whole}{mark[rest]}" if rest in mark and (whole or not rest) else mark.get(rest, f"{float(value):.2f}")
