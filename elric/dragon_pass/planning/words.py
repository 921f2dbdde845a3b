"""What a player says of what it does: to its own seat with its counters by name, to everybody only what lies on the table.

A player speaks of itself as "I": so a verb never has to agree with the name of a counter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.description.phrases import phrase, units
from elric.dragon_pass.position.state import State
from elric.kernel.steps import Action
from elric.lab.say import often
from elric.opponents.definition import Plan


def at(h: int) -> str:
    """A hex in words: "Boldhome (1526)", "hex 2014"."""
    return BOARD.where(h).replace("The ", "the ") if h in BOARD.place_at else f"hex {HEXES.names[h]}"


def gone(p: Fraction) -> str:
    """How often a battle clears a hex: "the enemy is gone from there in 83.3% of battles"."""
    return f"the enemy is gone from there {often(p)}" if p else "the enemy is never gone from there"


def stack(s: State, h: int) -> str:
    """A stack as everybody sees it, and where: "Starkin with 2 more at hex 2418"."""
    more = len(s.piles[h]) - 1
    return f"{units(s.piles[h][:1])}{f' with {more} more' if more else ''} at {at(h)}"


def row(parts: Sequence[str]) -> str:
    """Things in a row: "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def places(hexes: Iterable[int]) -> str:
    """Hexes in a row, each once."""
    return row([at(h) for h in dict.fromkeys(hexes)])


def stacks(count: int) -> str:
    """How many stacks: "a stack", "three stacks"."""
    return "a stack" if count == 1 else f"{_NUMBERS.get(count, str(count))} stacks"


_NUMBERS: Final = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def doing(a: Action, step: str = "") -> str:
    """An action as a sentence of its own: for what needs no other reason."""
    return f"{phrase(a, step)}."


def plan(a: Action | tuple[Action, ...], why: str, said: str = "", worth: float = 1.0) -> Plan:
    """A plan of one action or several."""
    return Plan((a,) if isinstance(a, Action) else a, why, said, worth)


__all__ = ["at", "doing", "gone", "places", "plan", "row", "stack", "stacks", "units"]
