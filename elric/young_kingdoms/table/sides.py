"""The colour and mark of each side: the same in every scenario and lesson, whichever seat plays it.

Four colours, told apart by the colour-blind too, each with a mark and an edge of its own: the West is 0, Pan Tang and whoever
fights beside it 1, the North and Melnibone 2, the South 3. No scenario has two sides of one colour.
"""

from __future__ import annotations

from typing import Any, Final

__all__ = ["HUES", "coloured", "hues"]

HUES: Final = {
    "The Western League": 0,
    "The West": 0,
    "Jharkor": 0,
    "Dharijor": 0,
    "The Theocrat": 1,
    "The Upstart": 1,
    "Pan Tang": 1,
    "Theleb K'aarna": 1,
    "Melnibone": 2,
    "Elric": 2,
    "The North": 2,
    "Vilmir": 2,
    "Ilmiora": 2,
    "The South": 3,
    "Lormyr": 3,
    "Argimiliar": 3,
    "The Olab": 3,
}
"""By the name of a scenario's group."""


def hues(names: list[str]) -> list[int]:
    """The colour of each seat, by the names of the seats in order: a side's own, else the first that nobody has."""
    taken = [HUES.get(name) for name in names]
    free = (hue for hue in range(len(names) + 4) if hue not in taken)
    return [next(free) if hue is None else hue for hue in taken]


def coloured(view: dict[str, Any]) -> dict[str, Any]:
    """A view with the colour of its side ("hue") beside each player and each unit that somebody owns."""
    players = view["players"]
    found = hues([str(player["name"]) for player in players])
    for player, hue in zip(players, found, strict=True):
        player["hue"] = hue
    by_seat = {player["seat"]: player["hue"] for player in players}
    for unit in view["units"].values():
        if unit["owner"] is not None:
            unit["hue"] = by_seat[unit["owner"]]
    return view
