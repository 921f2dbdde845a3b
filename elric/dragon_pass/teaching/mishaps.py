"""What somebody lost that a lesson would have shown: of all losses in battle the heaviest, with what brought it about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from elric.dragon_pass.components.board import BOARD
from elric.tutor.definition import Mishap

__all__ = ["mishap"]

_GOOD: Final = 2  # to one: an attack at less is a gamble


def mishap(story: Sequence[Mapping[str, Any]], seat: int) -> Mishap | None:
    """The heaviest loss of a seat, the last of several; from the story as anybody reads it."""
    found, most = None, 0
    battle: Mapping[str, Any] = {}
    for at, e in enumerate(story):
        if e["kind"] in ("battle", "move"):
            battle = e if e["kind"] == "battle" else {}
        elif e["kind"] == "died" and e["seat"] == seat and battle and len(e["units"]) >= most:
            most = len(e["units"])
            found = Mishap(*_why(e, battle), at)
    return found


def _why(died: Mapping[str, Any], battle: Mapping[str, Any]) -> tuple[str, str]:
    """The sentence and the lesson."""
    count = len(died["units"])
    lost = f"You lost {'a unit' if count == 1 else f'{count} units'} at {BOARD.where(died['hex'])}"
    if died["how"] == "driven":
        return f"{lost}: no way back was open.", "retreats"
    if battle["seat"] == died["seat"] and battle["attack"] < _GOOD * battle["defence"] and not battle["magic"]:
        return f"{lost}, in an attack at {battle['odds']}.", "odds"
    if battle["magic"]:
        return f"{lost}, where magic was cast.", "magicians"
    return f"{lost}.", "results"
