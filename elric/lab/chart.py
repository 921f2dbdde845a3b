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

The page itself draws its bars as SVG (see `picture`): it stands inside one widget that takes HTML, and there a screen
reader finds words on every bar.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..young_kingdoms.battle import TABLE
from . import picture

if TYPE_CHECKING:
    from .battle import Battle

MIME: Final = "application/vnd.vegalite.v5+json"


class Chart:
    """A chart that a notebook shows. `spec` is plain Vega-Lite, to change as one likes."""

    def __init__(self, spec: dict[str, Any], html: str, text: str) -> None:
        self.spec = spec
        self._html = html
        self._text = text

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {MIME: self.spec, "text/html": self._html, "text/plain": self._text}

    def __repr__(self) -> str:
        return self._text


def chart(battle: Battle) -> Chart:
    """The rows of the results table as bars, coloured by who wins."""
    o = battle.odds()
    values = [
        {
            "row": TABLE[r][2],
            "winner": ("defenders", "attackers")[loser],
            "order": k,
            "chance": float(p),
            "exactly": str(p),
        }
        for k, (loser, r, p) in enumerate(o.rows)
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
                "scale": {"domain": ["attackers", "defenders"], "range": ["#1d4f80", "#a8321a"]},
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
    return Chart(spec, picture.chart(o) + picture.table(o), repr(battle))


def _labels(values: list[dict[str, Any]]) -> str:
    """An expression that names each bar, since two bars may have the same words."""
    return "[" + ", ".join(f"'{v['row']}'" for v in values) + "][datum.value]"
