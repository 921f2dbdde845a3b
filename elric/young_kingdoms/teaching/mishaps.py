"""What somebody lost that a lesson would have shown: a city with how it fell, else a battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from elric.tutor.definition import Mishap
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.position import words

__all__ = ["mishap"]


def mishap(story: Sequence[Mapping[str, Any]], seat: int) -> Mishap | None:
    """The last city that a seat lost, or else its last battle lost; from the story as anybody reads it."""
    city = battle = None
    ways: dict[int, tuple[str, int]] = {}  # by area, how somebody went in this turn, and from where
    fought: set[int] = set()
    for at, e in enumerate(story):
        kind = e["kind"]
        if kind == "player-turn":
            ways.clear()
            fought.clear()
        elif kind in ("attack", "land", "step", "march"):
            ways[e["to_area"]] = kind, e["area"]
        elif kind == "battle":
            fought.add(e["area"])
            if (e["attacker"], e["defender"])[e["loser"]] == seat:
                began = e["loser"] == 0
                says = f"You lost the battle {words.inside(e['area'])}{', which you had begun' if began else ''}."
                battle = Mishap(says, "battle" if began else "losses", at)
        elif kind == "city" and e["before"] == seat != e["seat"]:
            area = words.cap(words.area(e["area"]))
            _, start = ways.get(e["area"], ("", -1))
            if start >= 0 and BOARD.kind[start] == SEA:
                city = Mishap(f"{area} was lost to a landing.", "sail", at)
            elif e["area"] in fought:
                city = Mishap(f"{area} was lost to an assault.", "walls", at)
            else:
                city = Mishap(f"{area} was lost, and nobody fought for it.", "siege", at)
    return city or battle
