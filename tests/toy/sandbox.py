"""What the toy says of its positions: eight counters, where each stands, and the turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from elric.widgets.sandbox import NOWHERE, Field, Option, Position, SandboxDef, Thing, numbers

from .definition import GAME, LAST_TURN, UNITS

_SIDES = (Option("0", "Red"), Option("1", "Blue"))


def _piles(position: Position) -> dict[str, list[str]]:
    found = position.get("piles")
    rows = found.items() if isinstance(found, Mapping) else ()
    return {str(h): [u for u in pile if isinstance(u, str)] for h, pile in rows if isinstance(pile, (list, tuple))}


class HilltopSandbox(SandboxDef):
    keys: ClassVar = {"turn": "Turn", "player": "Whose turn", "phase": "Phase", "piles": "Stacks"}

    def things(self, position: Position) -> Sequence[Thing]:
        at = {u: h for h, pile in _piles(position).items() for u in pile}
        return [Thing(u, u, "Counters", at.get(u, NOWHERE), at.get(u, "lost"), k // 4) for k, u in enumerate(UNITS)]

    def fields(self, position: Position) -> Sequence[Field]:
        said = {"turn": 1, "player": 0, "phase": "march", **position}
        return [
            Field("turn", "Turn", str(said["turn"]), numbers(1, LAST_TURN)),
            Field("player", "Whose turn", str(said["player"]), _SIDES),
            Field("phase", "Phase", str(said["phase"]), [Option(name, name.capitalize()) for name in GAME.phases]),
        ]

    def put(self, position: Position, key: str, place: str) -> dict[str, Any]:
        piles = {h: [u for u in pile if u != key] for h, pile in _piles(position).items()}
        if place != NOWHERE:
            piles[place] = [key, *piles.get(place, [])]
        return {**position, "piles": {h: pile for h, pile in piles.items() if pile}}

    def set(self, position: Position, key: str, value: str) -> dict[str, Any]:
        if key not in ("turn", "player", "phase"):
            return super().set(position, key, value)
        return {**position, key: value if key == "phase" else int(value)}
