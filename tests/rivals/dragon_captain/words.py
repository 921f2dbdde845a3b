"""What a player says of what it does: to its own seat with its counters by name, to everybody only what lies on the table.

A player speaks of itself as "I": so a verb never has to agree with the name of a counter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.description.phrases import phrase, units
from elric.kernel.steps import Action
from elric.opponents.definition import Plan

_MINE: Final = (
    ("Try this: march", "I march"), (r"\byou win\b", "I win"), (r"\byou have\b", "I have"), (r"\bYour\b", "My"), (r"\byour\b", "my"),
    (r"\byours\b", "mine"), (r"\bYou\b", "I"), (r"\b(beside|join|for|to) you\b", r"\1 me"), (r"\byou\b", "I"),
)  # fmt: skip


def at(h: int) -> str:
    """A hex in words: "Boldhome (1526)", "hex 2014"."""
    return BOARD.where(h) if h in BOARD.place_at else f"hex {HEXES.names[h]}"


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


def mine(text: str) -> str:
    """The coach's sentence as the player's own."""
    for was, now in _MINE:
        text = re.sub(was, now, text)
    return text[:1].upper() + text[1:]


def doing(a: Action, step: str = "") -> str:
    """An action as a sentence of its own: for what needs no other reason."""
    return f"{phrase(a, step)}."


def plan(a: Action | tuple[Action, ...], why: str, said: str = "", worth: float = 1.0) -> Plan:
    """A plan of one action or several."""
    return Plan((a,) if isinstance(a, Action) else a, why, said, worth)


__all__ = ["at", "doing", "mine", "places", "plan", "row", "stacks", "units"]
