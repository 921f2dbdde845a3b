"""Whether a game can be played on a board: what the rules and the counters need of it, beyond its being well formed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elric.young_kingdoms.components.pieces import FLEET, KIND, NATIONS

if TYPE_CHECKING:
    from elric.young_kingdoms.components.board import Board  # which asks here whether it is good for a game

__all__ = ["cut_off", "faults"]

# Places that the rules name: without them nothing that happens there has a place.
_AREAS: Final = {"rlin_kren_aa": "the solo game begins there", "melnibone": "the Melniboneans stand there"}
_SPECIAL: Final = {
    "boiling_sea": "the Boiling Sea",
    "serpents_teeth": "the Serpent's Teeth",
    "straits_of_chaos": "the Straits of Chaos",
    "imrryr": "the sea gates of Imrryr",
    "olab": "the land of the Olab",
    "flamebringers": "the land of the Flame Bringers",
    "kaneloon": "Castle Kaneloon",
    "mordaga": "Mordaga's Castle",
}


def cut_off(board: Board) -> list[str]:
    """Ids of areas outside the largest part of the board in which every place can be reached; mountains never count."""
    parts: list[set[int]] = []
    passable = sorted((*board.lands, *board.seas))
    for a in passable:
        if not any(a in part for part in parts):
            parts.append({b for b, steps in enumerate(board.distances(a)) if steps >= 0})
    main = max(parts, key=len, default=set())
    return [board.ids[a] for a in passable if a not in main]


def faults(board: Board) -> list[str]:
    """Everything that a game would miss on this board, by name; empty when nothing."""
    out = [f"{key} is missing: {why}" for key, why in _AREAS.items() if key not in board.index]
    out += [f"no area has the special {key!r}, {what}" for key, what in _SPECIAL.items() if key not in board.special]
    if not any(board.spell_place):
        out.append("no area has a spell symbol")
    out += [f"{key} cannot be reached" for key in cut_off(board)]
    known = {nation.id for nation in NATIONS}
    out += [f"{key} is no nation with counters" for key in board.home if key not in known]
    for nation in NATIONS:
        if nation.horde:
            continue
        home = board.home.get(nation.id, ())
        if not home:
            out.append(f"{nation.name} has no area")
            continue
        cities = [a for a in home if board.city[a]]
        capitals = [a for a in home if board.capital[a]]
        if not cities:
            out.append(f"{nation.name} has no city")
        elif len(capitals) > 1:
            out.append(f"{nation.name} has more than one capital: {', '.join(board.ids[a] for a in capitals)}")
        elif not capitals and len(cities) > 1:
            out.append(f"{nation.name} has no capital among its cities")
        if any(KIND[u] == FLEET for u in nation.pieces) and not any(board.ports[a] for a in home):
            out.append(f"{nation.name} has fleets and no port")
    return out
