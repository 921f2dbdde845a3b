"""The distribution as a Vega-Lite chart, for notebooks: data that the front end draws.

Why Vega-Lite, and why without a Python package. JupyterLab and Voilà both carry its renderer themselves and load it only
when a chart is shown, so it works offline and costs the kernel nothing. Measured in one run on one machine (what a fresh
Python grows by, CPU time to import and make one bar chart, and the script the browser needs on top of what is there):

    bqplot 0.13        68 MB   0.45 s    0.85 MB
    matplotlib 3.11    61 MB   0.55 s    none (a picture)
    Altair 6.3         50 MB   0.38 s    none, or the network
    Bokeh 3.9          47 MB   0.52 s    1.27 MB
    Plotly 7.1         27 MB   0.12 s    4.82 MB
    a spec as data      0 MB   0.00 s    none: 2 kB of data a chart

Opened in JupyterLab 4.6 and in Voilà 0.5 without a network, it is drawn in both. What is shown with it matters: either
front end takes HTML before Vega-Lite when both are there, so there is none; and Voilà's renderer stumbles over adding a
picture of the chart, so a plain picture is there already, which also serves a viewer that draws no charts.

The page itself draws its bars as SVG (see `picture`): it stands inside one widget that takes HTML, and there a screen
reader finds words on every bar.
"""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from typing import TYPE_CHECKING, Any, Final

from elric.young_kingdoms.combat.battle import TABLE

if TYPE_CHECKING:
    from elric.young_kingdoms.lab.battle import Battle

MIME: Final = "application/vnd.vegalite.v5+json"
COLOURS: Final = ("#a8321a", "#1d4f80")  # the defenders win, the attackers win


class Chart:
    """A chart that a notebook shows. `spec` is plain Vega-Lite, to change as one likes."""

    def __init__(self, spec: dict[str, Any], text: str) -> None:
        self.spec = spec
        self._text = text

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        bars = [(v["chance"], v["winner"] == "attackers") for v in self.spec["data"]["values"]]
        return {MIME: self.spec, "image/png": b64encode(png(bars)).decode(), "text/plain": self._text}

    def __repr__(self) -> str:
        return self._text


def chart(battle: Battle) -> Chart:
    """The rows of the results table as bars, coloured by who wins."""
    odds = battle.odds()
    values = [
        {
            "row": TABLE[r].name,
            "winner": ("defenders", "attackers")[loser],
            "order": k,
            "chance": float(p),
            "exactly": str(p),
        }
        for k, (loser, r, p) in enumerate(odds.rows)
    ]
    spec = {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "description": battle.story().sentence,
        "data": {"values": values},
        "mark": {"type": "bar", "tooltip": True},
        "width": {"step": 56},
        "height": 180,
        "encoding": {
            "x": {
                "field": "order",
                "type": "ordinal",
                "axis": {"labelExpr": _labels(values), "title": None, "labelAngle": -30},
            },
            "y": {"field": "chance", "type": "quantitative", "axis": {"format": "%", "title": "chance"}},
            "color": {
                "field": "winner",
                "type": "nominal",
                "scale": {"domain": ["attackers", "defenders"], "range": [COLOURS[1], COLOURS[0]]},
                "title": "who wins",
            },
            "tooltip": [
                {"field": "winner", "title": "who wins"},
                {"field": "row", "title": "result"},
                {"field": "chance", "format": ".2%"},
                {"field": "exactly"},
            ],
        },
    }
    return Chart(spec, repr(battle))


def _labels(values: list[dict[str, Any]]) -> str:
    """An expression that names each bar, since two bars may have the same words."""
    return "[" + ", ".join(f"'{v['row']}'" for v in values) + "][datum.value]"


def png(bars: list[tuple[float, bool]], bar: int = 40, high: int = 120) -> bytes:
    """The bars as a picture without words: (share, whether the attackers win), left to right."""
    top = max((p for p, _ in bars), default=1.0) or 1.0
    heights = [max(1, round((high - 10) * p / top)) for p, _ in bars]
    rows = bytearray()
    for y in range(high, 0, -1):
        rows.append(0)  # no filter
        for h, (_, attackers) in zip(heights, bars, strict=True):
            rows += bytes([0] * 4 + [(1 + attackers) if y <= h else 0] * bar + [0] * 4)
    colours = b"\xff\xff\xff" + b"".join(bytes.fromhex(c[1:]) for c in COLOURS)

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", max(1, len(bars)) * (bar + 8), high, 8, 3, 0, 0, 0)
    whole = (
        part(b"IHDR", head) + part(b"PLTE", colours) + part(b"IDAT", zlib.compress(bytes(rows))) + part(b"IEND", b"")
    )
    return b"\x89PNG\r\n\x1a\n" + whole
