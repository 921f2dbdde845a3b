"""Flying by magic: which spell is chosen on the panel, where to on the map or by name."""

from __future__ import annotations

from typing import Final

from elric.widgets.choice import Choice
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import do
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position import words
from elric.young_kingdoms.table import gazetteer
from elric.young_kingdoms.table.choice_kit import View, area_id

__all__ = ["aimed", "offers"]

_MOST: Final = 8  # places found by name


def offers(view: View, flights: list[Action], hand_open: bool) -> Markup:
    """The buttons that begin a flight; while the hand is closed only that magicians here hold spells, as everybody sees."""
    if not hand_open:
        bearers = [key for key in view["moving"] if view["units"][key]["magic"] and view["units"][key]["spells"]]
        if not bearers:
            return NOTHING
        return html(
            '<p class="quiet-words">A spell may carry this stack through the air, if you hold one that does.</p>'
            '<div class="btns">{}</div>',
            do("hand", "Show my spells", kind="small", hotkey="s"),
        )
    found = list(dict.fromkeys(a.args[0] for a in flights))
    if not found:
        return NOTHING
    return html(
        '<div class="btns">{}</div>',
        join(do("aim", f"Fly with {words.spell(i)} …", f"fly {spells.IDS[i]}", kind="small") for i in found),
    )


def aimed(g: Game, view: View, aim: str, sought: str) -> Choice | None:
    """Where a spell can carry the stack in hand: lit on the map, and found by name. None where it carries nobody now."""
    if g.step != "stack":
        return None
    flights = {
        area_id(a.args[1]): a for a in g.legal_actions() if a.verb == "fly" and f"fly {spells.IDS[a.args[0]]}" == aim
    }
    if not flights:
        return None
    c = Choice()
    here = view["units"][view["asks"]["leader"]]["at"]
    c.marks[here] = "from"
    for area, a in flights.items():
        enemy = any(
            unit["at"] == area and unit["owner"] not in (None, view["player"]) for unit in view["units"].values()
        ) or view["areas"].get(area, {}).get("control") not in (None, view["player"])
        c.areas[area] = (str(a),)
        c.marks[area] = "fight" if enemy else "reach"
    spell = next(iter(flights.values())).args[0]
    hits = [area for area in gazetteer.find(sought) if sought.strip()][:_MOST]
    rows = join(_hit(area, area in flights) for area in hits)
    none = html('<p class="quiet-words">No place of that name.</p>') if sought.strip() and not hits else NOTHING
    c.html = html(
        '<div class="card flight"><h4>Fly with {}</h4><p>It can carry {} to {} provinces: choose a lit one on the map, or '
        'type its name.</p><input type="search" data-live="find" data-search data-key="fly-find" '
        'aria-label="Where to, by name" placeholder="Where to?" value="{}">'
        '<div class="btns column">{}</div>{}<div class="btns">{}</div></div>',
        words.spell(spell),
        words.listed([words.unit(pieces.INDEX[key]) for key in view["moving"] if view["units"][key]["kind"] == "hero"]),
        len(flights),
        sought,
        rows,
        none,
        do("aim", "Do not fly", "", kind="small quiet"),
    )
    return c


def _hit(area: str, can: bool) -> Markup:
    """A place found by name; one that the spell cannot reach says why when it is chosen."""
    off = NOTHING if can else html(' aria-disabled="true"')
    return html(
        '<button class="btn small" data-do="area" data-value="{a}" data-look="{a}" data-key="fly-{a}"{}>{}</button>',
        off,
        BOARD.names[BOARD.index[area]],
        a=area,
    )
