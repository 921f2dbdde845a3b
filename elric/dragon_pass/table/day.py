"""The mark of the day: a ring round one of the seven moons that the board's key draws. In words the day stands on the panel."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from elric.dragon_pass.table.frame import DAYS, HEIGHT, WIDTH
from elric.widgets.markup import html

__all__ = ["day_mark"]

_SIDE: Final = 52.0


@lru_cache(maxsize=8)
def _drawn(day: int) -> dict[str, Any]:
    x, y = DAYS[day]
    return {
        "at": [round(x, 1), round(HEIGHT - y, 1)],
        "z": 1,
        "class": "edge-piece",
        "html": html(
            '<svg viewBox="0 0 52 52" aria-hidden="true" focusable="false" style="width:{:.3f}cqw">'
            '<circle cx="26" cy="26" r="22.500" fill="none" stroke="#fff6e2" stroke-width="6"/>'
            '<circle cx="26" cy="26" r="22.500" fill="none" stroke="#1c160f" stroke-width="3"/></svg>',
            100 * _SIDE / WIDTH,
        ),
    }


def day_mark(day: int) -> dict[str, dict[str, Any]]:
    """The pieces for `Bridge.pieces`; `day` counts from 0, and is less where the moon plays no part."""
    return {"track:day": _drawn(day % len(DAYS))} if day >= 0 else {}
