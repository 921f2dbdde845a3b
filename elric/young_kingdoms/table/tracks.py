"""The Turn Track and the Cosmic Balance as drawn things on empty sea at the map's edge.

They are pictures for the eye: what they say stands in words below the map (`panels.tracks`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from elric.widgets.markup import NOTHING, Markup, html, join

__all__ = ["drawn_tracks"]

_CELL: Final = 46.0
_LEAN: Final = 16.0  # degrees of the beam when the Balance has tipped
_SWEEP: Final = 64.0  # degrees from the middle of the scale to its end


def drawn_tracks(
    view: Mapping[str, Any], calm: Sequence[Sequence[float]], width: float = 1600
) -> dict[str, dict[str, Any]]:
    """The pieces for `Bridge.pieces`: the Turn Track in the first calm box, the Balance in the second.

    Args:
        view: as `Game.view` gives it.
        calm: boxes [x0, y0, x1, y1] of empty sea in map units, y up; with fewer boxes less is drawn.
        width: of the map, in map units.
    """
    pieces = {}
    if calm and view.get("turns"):
        pieces["track:turn"] = _piece(
            "turn",
            calm[0],
            width,
            _turns(
                int(view["turns"]),
                int(view["turn"]),
                (view.get("balance") or {}).get("ends"),
                calm[0][2] - calm[0][0],
                calm[0][3] - calm[0][1],
            ),
        )
    if len(calm) > 1 and view.get("balance"):
        pieces["track:balance"] = _piece("balance", calm[1], width, _balance(*_lean(view["balance"])), (147, 147))
    return pieces


def _piece(
    what: str, box: Sequence[float], width: float, drawing: str, size: tuple[float, float] | None = None
) -> dict[str, Any]:
    x0, y0, x1, y1 = box
    wide, high = size or (x1 - x0, y1 - y0)
    return {
        "at": [round((x0 + x1) / 2, 1), round((y0 + y1) / 2, 1)],
        "z": 1,
        "class": "edge-piece",
        "html": (
            html(
                '<svg viewBox="0 0 {:g} {:g}" aria-hidden="true" focusable="false" data-what="{}" '
                'style="width:{:.3f}cqw">{}</svg>',
                wide,
                high,
                what,
                100 * (x1 - x0) / width,
                drawing,
            )
        ),
    }


@lru_cache(maxsize=64)
def _turns(turns: int, now: int, ends: int | None, wide: float, high: float) -> Markup:
    """A row of boxes: past turns faint, a counter on this one, a red edge on the one that ends the world."""
    left = 84.0
    cell = min(_CELL, (wide - left - 8) / turns)
    top, side = (high - min(cell, 40)) / 2, min(cell - 4, 40)
    whole = left + cell * turns + 6
    parts = [
        html('<rect class="plate" x="1" y="3" width="{:g}" height="{:g}" rx="4"/>', whole, high - 6),
        html('<rect class="line" x="5" y="7" width="{:g}" height="{:g}" rx="2"/>', whole - 8, high - 14),
        html('<text class="title" x="16" y="{:g}">Turn</text>', high / 2 + 7),
    ]
    for n in range(1, turns + 1):
        x, y = left + cell * (n - 1), top + (min(cell, 40) - side) / 2
        state = "now" if n == now else "past" if n < now else ""
        state += " ends" if n == ends else ""
        parts.append(
            html(
                '<g class="box {}"><rect x="{:g}" y="{:g}" width="{side:g}" height="{side:g}" rx="2"/>'
                '<text x="{:g}" y="{:g}">{}</text></g>',
                state.strip(),
                x,
                y,
                x + side / 2,
                y + side / 2 + 7.5,
                n,
                side=side,
            )
        )
    return join(parts)


def _lean(balance: Mapping[str, Any]) -> tuple[int, int, str]:
    """Where the marker stands, how long an arm is, and to which side the world has tipped ("" for none)."""
    return int(balance["at"]), max(1, int(balance["arm"])), str(balance.get("tipped") or "")


@lru_cache(maxsize=64)
def _balance(at: int, arm: int, tipped: str) -> Markup:
    """A pair of scales over an arc of boxes; the pointer stands on the marker's box, the plate says which it is."""
    share = max(-1.0, min(1.0, at / arm))
    lean = round(_LEAN * share, 1)
    ticks = join(_tick(n, arm, n == at) for n in range(-arm, arm + 1))
    side = "law" if at < 0 else "chaos" if at > 0 else "even"
    told = {"law": f"Law {-at}", "chaos": f"Chaos {at}", "even": "Even"}[side]
    if tipped:
        told, side = f"{tipped.title()}!", tipped.lower()
    x, y = _on_arc(share, 62)
    return html(
        '{}<path class="beam" d="M73.5 24V86M60 88h27"/>'
        '<circle class="marker {side}" cx="{:g}" cy="{:g}" r="6.5"/><g transform="rotate({:g} 73.5 32)">'
        '<path class="beam" d="M33 32H114"/><circle class="hub" cx="73.5" cy="32" r="4"/></g>{}{}'
        '<rect class="plate" x="33" y="80" width="81" height="25" rx="3"/>'
        '<text class="told {side}" x="73.5" y="98">{}</text>',
        ticks,
        x,
        y,
        lean,
        _pan(33, lean, "law", "L"),
        _pan(114, lean, "chaos", "C"),
        told,
        side=side,
    )


def _on_arc(share: float, radius: float) -> tuple[float, float]:
    angle = math.radians(_SWEEP * share)
    return round(73.5 + radius * math.sin(angle), 1), round(76 - radius * math.cos(angle), 1)


def _tick(n: int, arm: int, here: bool) -> Markup:
    (x0, y0), (x1, y1) = _on_arc(n / arm, 58), _on_arc(n / arm, 70 if n == 0 or abs(n) == arm else 66)
    side = "even" if n == 0 else "law" if n < 0 else "chaos"
    return NOTHING if here else html('<path class="tick {}" d="M{:g} {:g}L{:g} {:g}"/>', side, x0, y0, x1, y1)


def _pan(x: float, lean: float, side: str, letter: str) -> Markup:
    """A pan that hangs straight down from its end of the leaning beam."""
    angle = math.radians(lean)
    end, down = 73.5 + (x - 73.5) * math.cos(angle), 32 + (x - 73.5) * math.sin(angle)
    return html(
        '<g class="pan {}" transform="translate({:.1f} {:.1f})"><path d="M0 0L-13 27M0 0L13 27"/>'
        '<path class="dish" d="M-17 27H17C14 38-14 38-17 27Z"/><text y="23">{}</text></g>',
        side,
        end,
        down,
        letter,
    )
