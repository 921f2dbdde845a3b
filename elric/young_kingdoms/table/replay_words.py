"""What a replay asks of this game: the pieces and areas that an event names, the clause that it rests on, the hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position.events import EVENTS

__all__ = ["clause", "hands", "named"]

_UNITS: Final = ("unit", "to_unit", "ship", "victim")
_MANY: Final = ("units", "against", "heroes")
_AREAS: Final = ("area", "to_area", "sea")


def named(event: Mapping[str, Any]) -> tuple[str, ...]:
    """The ids of pieces and areas in an event."""
    found = [pieces.IDS[event[key]] for key in _UNITS if _is_one(event.get(key), len(pieces.IDS))]
    for key in _MANY:
        found += [pieces.IDS[u] for u in event.get(key) or () if _is_one(u, len(pieces.IDS))]
    found += [BOARD.ids[event[key]] for key in _AREAS if _is_one(event.get(key), len(BOARD.ids))]
    return tuple(dict.fromkeys(found))


def _is_one(value: object, size: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < size


def clause(event: Mapping[str, Any]) -> tuple[str, ...]:
    """The clause that an event rests on, one number for each edition; empty for none."""
    if event["kind"] == "outcome":
        return tuple(event["clause"])
    return EVENTS[event["kind"]].clause


def hands(view: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    """Who of the viewer's holds which spells."""
    return [
        (pieces.NAMES[pieces.INDEX[unit]], tuple(spells.NAMES[spells.INDEX[key]] for key in held))
        for unit, held in view["hands"].items()
        if held
    ]
