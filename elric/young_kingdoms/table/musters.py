"""Musters on the panel: what each name is, what it is worth, where it would appear; and what has come, before the turn ends.

Sources: Chaosium [11.0], Avalon Hill 10.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from elric.tutor.definition import Card, Line
from elric.widgets.choice import Parting
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import act
from elric.young_kingdoms.components import law, pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, FLEET, HERO, KIND
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.position import words
from elric.young_kingdoms.table import counters
from elric.young_kingdoms.table.choice_kit import View, area_id

__all__ = ["about", "name", "offer", "parting"]

_KINDS: Final = {HERO: "a personality", FLEET: "ships", ARMY: "an army", ARTIFACT: "a thing of power"}
_FROM_THE_SEA: Final = frozenset(("pyaray", "free-fleet", "chaos-fleet"))
_HORDE_PLACES: Final = {
    "flamebringers": "in the Weeping Waste",
    "kelmain-host": "in the wilderness of the southern continent",
    "olab": "in R'lin K'ren A'a",
}
_SEEKERS: Final = ("flamebringers", "kelmain-host")


def name(target: str) -> str:
    """Name of a muster, as a label."""
    if target in pieces.NATION_INDEX:
        return pieces.NATIONS[pieces.NATION_INDEX[target]].name
    return str(pieces.NAMES[pieces.INDEX[target]])


def worth(target: str) -> str:
    """What comes, and its combat value: "10 armies, 2 fleets, 4 personalities; combat value 38"."""
    if target not in pieces.NATION_INDEX:
        return _single(pieces.INDEX[target])
    mine = pieces.NATIONS[pieces.NATION_INDEX[target]].pieces
    said = []
    for kind, one, many in (
        (ARMY, "army", "armies"),
        (FLEET, "fleet", "fleets"),
        (HERO, "personality", "personalities"),
    ):
        n = sum(KIND[u] == kind for u in mine)
        if n:
            said.append(f"{n} {one if n == 1 else many}")
    return f"{', '.join(said)}; combat value {sum(pieces.FIGHT[u] for u in mine)}"


def _single(u: int) -> str:
    said = [_KINDS[KIND[u]]]
    if pieces.FIGHT[u]:
        said.append(f"combat value {pieces.FIGHT[u]}")
    elif pieces.COMBAT[u]:
        said.append(f"influence {pieces.COMBAT[u]}")
    if pieces.MAGIC[u]:
        said.append(f"holds {pieces.MAGIC[u]} spell{'' if pieces.MAGIC[u] == 1 else 's'}")
    if KIND[u] == FLEET:
        said.append(f"sails {pieces.MOVE[u]} seas, carries {pieces.CARRY[u]}")
    return ", ".join(said)


def where(target: str, view: View, caller: int) -> tuple[str, str]:
    """Where it would appear, in words, and the area; for whoever calls it where he stands now."""
    at = BOARD.index[view["units"][pieces.IDS[caller]]["at"]]
    beside = f"beside {words.unit(caller)} {words.inside(at)}"
    if target not in pieces.NATION_INDEX:
        if target in _FROM_THE_SEA:
            return "in the sea nearest to its caller", area_id(at)
        return (f"with {words.unit(caller)} {words.inside(at)}" if _thing(target) else beside), area_id(at)
    nation = pieces.NATIONS[pieces.NATION_INDEX[target]]
    if nation.horde:
        place = _HORDE_PLACES.get(target)
        return (f"beside its caller, {place}" if place else beside), area_id(at)
    capital = BOARD.main_city(nation.id)
    city = area_id(capital)
    owner = _owner(target, view)
    if owner == view["seat"]:
        return f"lost armies and fleets come back in its cities; {words.area(capital)} is the capital", city
    if owner is not None:
        whose = next(str(p["name"]) for p in view["players"] if p["seat"] == owner)
        return f"it leaves {words.name(whose)} at once, and stands ready in its cities next turn", city
    return f"at once in its own cities; {words.area(capital)} is the capital, where the caller must stand", city


def _thing(target: str) -> bool:
    return KIND[pieces.INDEX[target]] == ARTIFACT


def _owner(nation: str, view: View) -> int | None:
    return next((p["seat"] for p in view["players"] if nation in p["nations"]), None)


def offer(view: View, caller: int, spell: str, target: str, legal: bool) -> Markup:
    """One name on a spell, folded: opened, what it is, where it would appear, and the button that calls it."""
    text = f"muster {pieces.IDS[caller]} {spell} {target}"
    place, area = where(target, view, caller)
    ends = "Muster: this ends your turn" if legal else "Why not now?"
    return html(
        '<details class="spellcard muster{off}" data-key="fold-{text}"><summary data-what="muster:{target}" data-key="sum-{text}">'
        "<b>{}</b><small>{}</small></summary>"
        '<div class="inside"><p data-look="{area}">Appears {}.</p><div class="btns">{}'
        '<button class="btn small quiet" data-do="what" data-value="muster:{target}" data-key="what-{text}">What is this?</button>'
        "</div></div></details>",
        name(target),
        worth(target),
        place,
        act(text, ends, kind="small primary" if legal else "small", legal=legal),
        off="" if legal else " off",
        text=text,
        target=target,
        area=area,
    )


def about(target: str, view: View) -> Card | None:
    """The card of a name that a spell calls; None for what no spell calls."""
    edition = str(view["edition"])

    def line(says: str, *pair: str) -> Line:
        return Line(says, law.cite(pair, edition))

    if target in pieces.NATION_INDEX:
        nation = pieces.NATIONS[pieces.NATION_INDEX[target]]
        owner = _owner(target, view)
        whose = "neutral" if owner is None else next(str(p["name"]) for p in view["players"] if p["seat"] == owner)
        lines = [Line(f"{words.cap(worth(target))}.")]
        leaders = [pieces.NAMES[u] for u in nation.pieces if KIND[u] == HERO]
        if leaders:
            lines.append(Line(f"Led by {words.listed(leaders)}."))
        if nation.horde:
            place = _HORDE_PLACES.get(target, "in any land province")
            lines.append(line(f"It is called {place}, and appears beside its caller.", "11.0", "10.3"))
            if target in _SEEKERS:
                lines.append(line("Before it serves, it must find its own hidden place.", "11.0", "10.3"))
        else:
            capital = BOARD.main_city(nation.id)
            lines.append(
                line(
                    f"It is called {words.inside(capital)}, its capital, and stands in its own cities.", "11.0", "10.1"
                )
            )
            lines.append(line("Played for a nation that is yours, the spell brings back losses.", "6.0", "5.2"))
        return Card(nation.name, f"{'a horde' if nation.horde else 'a nation'} · {whose}", tuple(lines))
    if target not in pieces.INDEX:
        return None
    u = pieces.INDEX[target]
    place = "in the sea nearest to its caller" if target in _FROM_THE_SEA else "with whoever calls it"
    now = view["units"].get(target)
    at = f"Stands {words.inside(BOARD.index[now['at']])} now." if now else "Not on the board now."
    lines = [
        Line(f"{words.cap(_single(u))}."),
        Line(at),
        line(f"Called by a spell, it appears {place}.", "11.0", "10.2"),
    ]
    return Card(str(pieces.NAMES[u]), f"{_KINDS[KIND[u]]} that a spell may call", tuple(lines))


# ---- what has come --------------------------------------------------------------------------------------------------


def parting(g: Game, told: int) -> Parting | None:
    """What a muster of the turn that has just ended brought, where it stands; None when nothing was mustered in it.

    `told`: the first event of the action that ended the turn.
    """
    events = g.events
    ended = next((k for k in range(told, len(events)) if events[k]["kind"] in ("game-turn", "player-turn")), -1)
    if ended < 0 or g.seat is None:
        return None
    for k in range(ended - 1, -1, -1):
        e = events[k]
        if e["kind"] == "player-turn":
            return None
        if e["kind"] == "muster":
            return _shown(g, e, events[k + 1 : ended])
    return None


def _shown(g: Game, e: Mapping[str, Any], after: Iterable[Mapping[str, Any]]) -> Parting:
    view = g.view(None)
    came = _came(str(e["target"]), int(e["seat"]), view, list(after))
    by_area: dict[str, list[str]] = {}
    for key in came:
        by_area.setdefault(view["units"][key]["at"], []).append(key)
    called = words.called(str(e["target"]))
    head = f"{words.cap(words.unit(e['unit'])):has|have} called {called}."
    if not came:
        rest = html("<p>{} will stand ready at the start of your next turn.</p>", words.cap(called))
    else:
        total = sum(pieces.FIGHT[pieces.INDEX[key]] for key in came)
        rows = join(_row(view, area, keys) for area, keys in by_area.items())
        worth_ = html('<p class="quiet-words">Combat value {} in all.</p>', total) if total else NOTHING
        rest = html('<ul class="units came">{}</ul>{}', rows, worth_)
    body = html('<div class="card leaving" role="status"><h3>Your muster</h3><p>{}</p>{}</div>', head, rest)
    return Parting(body, tuple(by_area))


def _came(target: str, seat: int, view: Mapping[str, Any], after: list[Mapping[str, Any]]) -> list[str]:
    """Who has come, by id, in the order of the counters."""
    units = view["units"]
    named = {int(x["unit"]) for x in after if x["kind"] in ("appears", "raised")}
    if target in pieces.NATION_INDEX:
        if any(x["kind"] in ("nation", "harbour") for x in after):
            named |= set(pieces.NATIONS[pieces.NATION_INDEX[target]].pieces)
    else:
        named.add(pieces.INDEX[target])
    return [pieces.IDS[u] for u in sorted(named) if pieces.IDS[u] in units and units[pieces.IDS[u]]["owner"] == seat]


def _row(view: Mapping[str, Any], area: str, keys: list[str]) -> Markup:
    """Those who came to one area, as one row."""
    first = view["units"][keys[0]]
    who = words.units([pieces.INDEX[key] for key in keys])
    return html(
        '<li data-look="{}">{}<span><b>{}</b><small>{}</small></span></li>',
        area,
        counters.counter(first, times=1),
        words.cap(words.inside(BOARD.index[area])),
        words.cap(who),
    )
