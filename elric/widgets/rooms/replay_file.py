"""A replay to take away: a record to read, and one page that plays the game again with no network. No widgets in here.

The page holds its map, its letters and every move; the moves as what changes from one moment to the next, packed. Its own
policy lets it fetch nothing. Everything in it comes from a `Reel`, so it holds no more than that may show.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any, Final

from elric.widgets.letters import with_letters
from elric.widgets.map.piles import marks_of_control
from elric.widgets.markup import NOTHING, Markup, html
from elric.widgets.panels import end
from elric.widgets.panels import replay as panels
from elric.widgets.rooms.replay_reel import Reel

__all__ = ["name", "page", "record"]

_STATIC: Final = Path(__file__).parents[1] / "static"
_STYLES: Final = ("page.css", "board.css", "panel.css", "battle.css", "replay.css", "replay_file.css")
_FIELDS: Final = ("html", "class", "label", "name", "area")
"""What of a counter is text, and travels as a number into the list of texts."""
_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src blob: data:; font-src data:"
)


def name(reel: Reel, kind: str) -> str:
    """What the file of a kind ("page" or "record") is called."""
    words = re.sub(r"[^a-z0-9]+", "-", f"{reel.kit.name} {reel.scenario.key}".lower()).strip("-")
    return f"{words}.{'html' if kind == 'page' else 'md'}"


# ---- the record ------------------------------------------------------------------------------------------------------


def record(reel: Reel) -> str:
    """The game as Markdown: every action in the notation, what came of it, the clauses; then luck and turning points."""
    rules = reel.past.at(0).rules
    out = [f"# {reel.scenario.title}", "", f"{reel.kit.game.title}. Rules: {rules.name}. {_result(reel)}", ""]
    heading = ""
    for index, moment in enumerate(reel.moments):
        if (now := reel.heading(max(0, index - 1))) != heading:  # where it stood when that was decided
            heading = now
            out += ["", f"## {heading}", ""]
        said = " ".join(f"{line.words}{f' [{line.clause}]' if line.clause else ''}" for line in moment.lines)
        what = f"`{moment.action}`" if moment.action else ""
        out.append(f"- {' — '.join(filter(None, (what, said)))}" if what or said else "- The game begins.")
    ledger = reel.ledger
    if reel.fights:
        out += ["", "## Luck", ""]
        for luck in ledger.luck:
            out += [f"- {reel.names.get(luck.seat, '')}: {line}" for line in end.luck_words(luck)]
        out += ["", "### Battle by battle", ""]
        for index, fight in sorted(reel.fights.items()):
            out.append(f"- Turn {reel.moments[index].turn}: {fight.words} {' '.join(panels.fight_words(fight))}")
    if ledger.turnings:
        out += ["", "## What turned it", ""]
        for turning in ledger.turnings:
            whose = reel.names.get(turning.seat, "")
            out.append(f"- Turn {turning.turn}: {turning.words} ({whose} {turning.swing:+d})")
        out += ["", ledger.measure]
    return "\n".join([*out, ""])


def _result(reel: Reel) -> str:
    outcome = reel.open_view(len(reel) - 1)["outcome"]
    return str(outcome["words"]) if outcome else "Unfinished."


# ---- the page --------------------------------------------------------------------------------------------------------


def page(reel: Reel) -> Markup:
    """One HTML page that plays the game again."""
    styles = with_letters() + "\n".join((_STATIC / file).read_text(encoding="utf-8") for file in _STYLES)
    styles = re.sub(r"/\*.*?\*/", "", styles, flags=re.DOTALL)
    script = (_STATIC / "replay_file.js").read_text(encoding="utf-8")
    battles, luck = panels.battles(reel, -1), panels.luck(reel)
    chart = reel.kit.chart()
    width, height = chart.frame
    return html(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, '
        'initial-scale=1"><meta http-equiv="Content-Security-Policy" content="{}"><title>{title}: replay</title>'
        '<style>{}</style></head><body><div class="elric-root rp-file"><header class="rp-top"><h1>{title}</h1><p>{}</p>'
        '<button class="btn small quiet" id="theme" aria-pressed="false">Day or night</button></header>'
        '<main><div class="rp-board" style="--ratio:{:.3f};--piece:{:g}cqw" role="img" aria-label="{}">'
        '<img id="picture" alt=""><svg id="areas" class="er-layer" viewBox="0 0 {} {}" style="clip-path:inset({:.3f}% {:.3f}%)" aria-hidden="true"></svg>'
        '<div id="pieces" class="er-layer"><div class="er-sprite">{}</div></div></div>'
        '<div class="rp-foot" id="foot">{}</div>'
        '<div class="rp-words"><article class="card rp-now"><header><h2 id="when" aria-live="polite"></h2></header>'
        '<div class="rp-lines" id="now"></div></article>'
        "<section><h3>The story</h3>{}</section><details><summary>Battles and turning points</summary>{}</details>"
        "<details><summary>Luck</summary>{}</details>"
        "<noscript><p>The story can be read; to see the game played, let this page run its script.</p></noscript></div>"
        '</main></div><script type="text/plain" id="data">{}</script><script type="text/plain" id="day">{}</script>'
        '<script type="text/plain" id="night">{}</script><script>{}</script></body></html>',
        _POLICY,
        Markup(styles),
        _result(reel),
        width / height,
        chart.piece,
        reel.kit.map_label,
        int(width * 10),
        int(height * 10),
        100 * chart.edge / height,
        100 * chart.edge / width,
        Markup(reel.kit.sprite()),
        panels.transport(reel, 0, 0, "walk"),
        panels.whole_story(reel),
        battles,
        luck or NOTHING,
        _packed(json.dumps(_moves(reel), separators=(",", ":"), ensure_ascii=False)),
        _packed(chart.pictures[0]),
        _packed(chart.pictures[1]),
        Markup(script),
        title=reel.scenario.title,
    )


def _packed(text: str) -> str:
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


def _moves(reel: Reel) -> dict[str, Any]:
    """Every moment as what changes: counters set down anew or taken away, areas that changed hands, where it happens."""
    kit = reel.kit
    chart = kit.chart()
    texts: dict[str, int] = {}
    moments: list[list[Any]] = []
    pieces: dict[str, list[Any]] = {}
    owned: dict[str, str] = {}
    for index, moment in enumerate(reel.moments):
        view = reel.view(index)
        now = {key: _counter(piece, texts) for key, piece in kit.pieces(view).items()}
        held = marks_of_control(view)
        moments.append(
            [
                reel.heading(index),
                {key: row for key, row in now.items() if pieces.get(key) != row},
                [key for key in pieces if key not in now],
                {area: mark for area, mark in held.items() if owned.get(area) != mark},
                [area for area in owned if area not in held],
                [thing for thing in moment.named if thing in chart.areas],
                len(" ".join(line.words for line in moment.lines)),
            ]
        )
        pieces, owned = now, held
    width, height = chart.frame
    return {
        "frame": [width, height],
        "texts": list(texts),
        "outlines": chart.outlines,
        "fights": sorted(reel.fights),
        "paces": {key: wait for key, (_, wait) in panels.PACES.items()},
        "turns": [moment.turn for moment in reel.moments],
        "moments": moments,
    }


def _counter(piece: dict[str, Any], texts: dict[str, int]) -> list[Any]:
    told = [texts.setdefault(str(piece.get(field, "")), len(texts)) for field in _FIELDS]
    return [*piece["at"], piece.get("dx", 0), piece.get("dy", 0), piece.get("z", 0), *told]
