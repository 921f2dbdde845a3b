"""What a replay asks of this game: the pieces and areas that an event names, the clause that it rests on, the hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD

__all__ = ["OPEN_VERBS", "clause", "hands", "named"]

OPEN_VERBS: Final = (
    "choose", "harbour", "appear", "raise", "lead", "join", "drop", "step", "sail", "land", "attack", "board", "ashore",
    "halt", "march", "home", "search", "fight", "lose", "reappear", "retreat", "stay", "roll", "end", "done",
)  # fmt: skip
"""Verbs that name only what everybody sees being done: no spell, and nothing that is laid face down until both have chosen."""

_UNITS: Final = ("unit", "to_unit", "ship", "victim")
_MANY: Final = ("units", "against", "heroes")
_AREAS: Final = ("area", "to_area", "sea")

_OVER_LAND: Final = ("7.2", "6.2")
_BY_SEA: Final = ("7.3", "6.31")
_LOSSES: Final = ("10.7", "9.7")
_ESCAPES: Final = ("10.8", "9.8")
# By the kind of event: what the books have on it. An event that is only a line of another one has none.
_CLAUSES: Final[Mapping[str, tuple[str, str]]] = {
    "first roll": ("4.0E", "3.6"), "spells hidden": ("4.0B", "3.2"), "harbour": ("4.0F", "3.8"), "drew": ("9.1", "8.1"),
    "took": ("9.1", "8.1"), "found": ("9.1", "8.11"), "cast": ("9.2", "8.2"), "given": ("9.2", "8.2"),
    "discarded": ("9.6", "8.6"), "conjure": ("9.2", "8.22"), "conjured": ("9.2", "8.22"), "revealed": ("10.3", "9.3"),
    "muster": ("11.0", "10.1"), "sacrificed": ("13.5A", "12.51"), "balance": ("13.1", "12.1"), "tipped": ("13.4", "12.4"),
    "horn": ("13.5B", "12.52"), "restored": ("13.5", "12.5"), "drift": ("13.6", "12.6"), "step": _OVER_LAND,
    "march": _OVER_LAND, "sail": ("7.3", "6.3"), "land": _BY_SEA, "board": _BY_SEA, "ashore": _BY_SEA,
    "fly": ("7.4", "6.4"), "attack": ("10.1", "9.1"), "peril": ("7.5", "6.5"), "random attack": ("7.6", "6.6"),
    "search": ("8.0", "7"), "battle begins": ("10.1", "9.1"), "battle": ("10.6", "9.6"), "held back": ("10.2", "9.2"),
    "due": _LOSSES, "lost": _LOSSES, "retreat": _LOSSES, "escape": _ESCAPES, "saved": _ESCAPES, "perished": _ESCAPES,
    "no garrison": ("10.9", "9.91"), "raised": ("6.0", "5"), "appears": ("12.1", "11.11"),
}  # fmt: skip


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
    return _CLAUSES.get(event["kind"], ())


def hands(view: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    """Who of the viewer's holds which spells."""
    return [
        (pieces.NAMES[pieces.INDEX[unit]], tuple(spells.NAMES[spells.INDEX[key]] for key in held))
        for unit, held in view["hands"].items()
        if held
    ]
