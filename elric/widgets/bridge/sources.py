"""What the browser's half is made of: in a notebook it travels with the widget, and from a server of ours by address, so
that a browser that has been here keeps it.

Only what is the same for everybody who plays this game has an address: scripts, styles, outlines, symbols.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from elric import games
from elric.widgets.definition import TableDef
from elric.widgets.letters import with_letters
from elric.widgets.map.geometry import PIECE, Geometry
from elric.widgets.markup import Markup, html, join

__all__ = [
    "SERVED",
    "STATIC",
    "board",
    "elsewhere",
    "letters",
    "script",
    "script_here",
    "served",
    "style",
    "style_here",
]

SERVED: Final = "ELRIC_SERVED"
"""In the environment of a kernel that a server of ours starts: the addresses, as JSON (see `served`)."""

STATIC: Final = Path(__file__).parents[1] / "static"
_SCRIPTS: Final = (
    "morph.js",
    "theme.js",
    "picture.js",
    "chart.js",
    "areas.js",
    "pieces.js",
    "numbers.js",
    "arrows.js",
    "what.js",
    "told.js",
    "snapshot.js",
    "sandbox.js",
    "bridge.js",
)
_STYLES: Final = (
    "page.css",
    "board.css",
    "panel.css",
    "coach.css",
    "lessons.css",
    "battle.css",
    "rooms.css",
    "sandbox.css",
    "replay.css",
)

# The module for the served page: it waits for the style sheets, so that nothing is shown unstyled.
_ELSEWHERE: Final = """const at = (address) => new URL(address, location.href).href;
const sheet = (address) => new Promise((done, fail) => {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: at(address), onload: done, onerror: fail });
  document.head.append(link);
});
export default async () => {
  try {
    return (await Promise.all([import(at(%s)), sheet(%s)]))[0].default;
  } catch (error) {
    window.elricCard?.("script");
    throw error;
  }
};
"""


def script() -> str:
    """The whole of the browser's half, as one module."""
    return _read(_SCRIPTS)


def style() -> str:
    """All styles of the page, without its letters."""
    return _read(_STYLES)


def board(kit: TableDef) -> dict[str, Any]:
    """What a browser must know of a game's map and never changes, by the names of the bridge's traits."""
    chart = kit.chart()
    return {"outlines": chart.outlines, "anchors": chart.anchors, "sprite": kit.sprite() + str(_style(chart))}


def served(kit: TableDef | None = None) -> Mapping[str, str]:
    """Where the server that started us keeps things, nothing in a notebook of one's own: "script", "style", "maps", "preview"
    (pictures of positions, where it draws them), "docs" (the documentation, where there is one), and of the game that it serves
    "board", "light" and "dark"; with `kit` these three of that game."""
    told: dict[str, str] = json.loads(os.environ.get(SERVED) or "{}")
    if not told or kit is None or kit.key == told["game"]:
        return told
    if kit.key not in games.GAMES:
        return {}
    return elsewhere(told["maps"], kit.key)


def elsewhere(maps: str, game: str) -> dict[str, str]:
    """The addresses of "board", "light" and "dark" of a game that is not the server's first. They carry no hash of the
    content, as another game is loaded only when somebody asks for it. `maps`: the folder of all games' maps."""
    place = f"{maps}{game}/"
    return {"board": f"{place}board.json", "light": f"{place}background.svg", "dark": f"{place}background-dark.svg"}


def script_here() -> str:
    """The module that the widget carries: all of it, or where it is."""
    told = served()
    if not told:
        return script()
    return _ELSEWHERE % (json.dumps(told["script"]), json.dumps(told["style"]))


def style_here() -> str:
    """The styles that the widget carries: all of them, or none where the module fetches them."""
    return "" if served() else letters() + style()


def letters() -> str:
    """The page's own letters inside the style; nothing where the page's server gives them."""
    return "" if served() else with_letters()


def _style(chart: Geometry) -> Markup:
    """Counters as large as this map has room for, and what lies around it; nothing where both are as usual."""
    parts = []
    if chart.piece != PIECE:
        parts.append(html("<style>.er-layer {{ --piece: {:g}cqw; }}</style>", chart.piece))
    if chart.around:
        parts.append(
            html("<style>.elric-root .leaflet-container {{ background: light-dark({}, {}); }}</style>", *chart.around)
        )
    return join(parts)


def _read(names: Iterable[str]) -> str:
    return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in names)
