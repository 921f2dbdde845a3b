"""The colors as numbers on a wheel [5.0]: six in a circle, and beside it White, Gray and Black.

One number, the color value, is the price of leaving a hex alone, what a stack adds in combat, and the die up to which attrition
strikes [5.2]. The relation of two colors is the number of steps clockwise from one to the other, and picks a line of the results table.
"""

from __future__ import annotations

from typing import Final

from elric.sorcerer.components import law

BLUE, GREEN, YELLOW, ORANGE, RED, PURPLE, WHITE, GRAY, BLACK = range(9)
NAMES: Final = ("blue", "green", "yellow", "orange", "red", "purple", "white", "gray", "black")
INDEX: Final = {name: k for k, name in enumerate(NAMES)}
ON_THE_WHEEL: Final = 6
WHEEL: Final = (1 << ON_THE_WHEEL) - 1  # the six colors as bits
NO_COLOR: Final = -1

_HIGHEST: Final = 6
_OF_WHITE: Final = 3  # a White unit in a hex of a color: the mean, rounded down


def value(unit: int, ground: int) -> int:
    """The color value [5.2, 6.64, 11.13]: of a unit's color on a ground; 0 in Gray."""
    if ground == GRAY:
        return 0
    if ground == WHITE:
        return _HIGHEST
    return _OF_WHITE if unit == WHITE else _HIGHEST - (ground - unit) % ON_THE_WHEEL


# By color of the unit (White the last) and ground: the price of the first hex left alone, and the die of attrition.
VALUE: Final = tuple(tuple(value(unit, ground) for ground in range(GRAY + 1)) for unit in range(WHITE + 1))
EXIT: Final = tuple((*row[:GRAY], 1) for row in VALUE)

_LINES: Final = {row["name"]: row for row in law.read("results.toml")["line"]}
LINE_NAMES: Final = ("Neutral", "Best", "Good", "Inferior", "Poor", "Worst")  # by steps clockwise
SHIFT: Final = tuple(int(_LINES[name]["shift"]) for name in LINE_NAMES)


def ahead(differential: int) -> str:
    """A differential in words: "+3", "-2", and "level" where there is none."""
    return f"{differential:+}" if differential else "level"


def on_line(k: int) -> str:
    """A line of the results table with its shift, if it has one: "Best (+3)", "Neutral"."""
    return f"{LINE_NAMES[k]} ({SHIFT[k]:+})" if SHIFT[k] else LINE_NAMES[k]


def line(attacker: int, defender: int) -> int:
    """The line of the results table [13.0], as its place in `LINE_NAMES`; Neutral where a force has no magic or stands off the wheel."""
    if not (0 <= attacker < ON_THE_WHEEL and 0 <= defender < ON_THE_WHEEL):
        return 0
    return (defender - attacker) % ON_THE_WHEEL


def dominated_colors(colors: int) -> int:
    """The colors that some colors dominate, as bits [3.23]."""
    return (colors << 1 | colors >> (ON_THE_WHEEL - 1)) & WHEEL


def clockwise(first: int) -> tuple[int, ...]:
    """The six colors in their order from one on [4.3, 17.14]."""
    return tuple((first + k) % ON_THE_WHEEL for k in range(ON_THE_WHEEL))
