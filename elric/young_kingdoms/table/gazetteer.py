"""What there is to know of an area: city and walls, harbour, neighbours, the rules that matter here, and how sure it is."""

from __future__ import annotations

from typing import Any, Final

from elric.widgets.markup import Markup, html, join
from elric.widgets.panels.controls import chip
from elric.young_kingdoms.combat.battle import garrison_value
from elric.young_kingdoms.components import law, pieces
from elric.young_kingdoms.components.board import BOARD, MOUNTAIN, SEA
from elric.young_kingdoms.position import words

# Special places: what to say, and the clauses that say it.
_SPECIAL: Final[dict[str, tuple[str, tuple[str, str]]]] = {
    "boiling_sea": ("Its waters boil: ships, walkers and flyers roll to survive.", ("7.5.1", "6.51")),
    "serpents_teeth": ("Cliffs and currents: ships roll to survive.", ("7.5.4", "6.54")),
    "straits_of_chaos": ("Whoever passes draws a random attack.", ("7.5.5", "6.55")),
    "imrryr": ("Behind its sea gates lies Imrryr: only a stack with Elric comes in.", ("7.5.9", "6.591")),
    "olab": ("The Olab are mustered here.", ("11.0", "10.33")),
    "flamebringers": ("The Flame Bringers are mustered in the Weeping Waste.", ("11.0", "10.31")),
    "kaneloon": ("The Kelmain Host must find this castle first.", ("11.0", "10.32")),
    "mordaga": ("The Flame Bringers must find this castle first.", ("11.0", "10.31")),
    "lormyr_river": ("Fleets built here go down the river to the ports, and never up.", ("6.0", "5.4")),
}


def facts(area: str, edition: str) -> list[tuple[str, Markup]]:
    """(what, HTML) rows about an area in one edition."""
    a = BOARD.index[area]
    rows: list[tuple[str, Markup]] = []

    def add(what: str, text: str, clause: tuple[str, str] | None = None) -> None:
        number = html(" {}", chip(law.cite(clause, edition))) if clause else ""
        rows.append((what, html("{}{}", text, number)))

    nation = BOARD.nation[a]
    if nation:
        add("Country", pieces.NATIONS[pieces.NATION_INDEX[nation]].name)
    if BOARD.kind[a] == MOUNTAIN:
        add("Ground", "mountains: nobody passes, not even on wings", ("7.5.3", "6.53"))
    elif BOARD.wild[a]:
        add("Ground", "wilderness: armies draw a random attack on coming in", ("7.5.8", "6.58"))
    if BOARD.cities[a]:
        kind = "capital" if BOARD.capital[a] else "city"
        wall = f", wall {BOARD.wall[a]}" if BOARD.wall[a] else ", no wall"
        clause = ("7.5.2", "6.52") if BOARD.capital[a] else ("7.5.7", "6.571") if BOARD.wall[a] else ("7.5.6", "6.56")
        add(kind.title(), " and ".join(BOARD.cities[a]) + wall, clause)
        add("If nobody's", f"defends itself with {garrison_value(a)} and its wall", ("10.9.3", "9.93"))
    if BOARD.ports[a]:
        builds = "; fleets are built here" if BOARD.builds[a] else ""
        add("Harbour", "opens on " + words.listed([words.area(x) for x in BOARD.ports[a]]) + builds, ("7.5.9", "6.59"))
    if BOARD.spell_place[a]:
        add("Magic", "a spell is hidden here when the game begins", ("4.0B", "3.2"))
    if BOARD.special[a] in _SPECIAL:
        text, clause = _SPECIAL[BOARD.special[a]]
        add("Special", text, clause)
    if BOARD.kind[a] == SEA:
        coast = [BOARD.names[x] for x in BOARD.near[a] if BOARD.kind[x] != SEA]
        if coast:
            add("Coasts", ", ".join(coast))
    near = [BOARD.names[x] for x in BOARD.near[a] if BOARD.kind[a] != SEA or BOARD.kind[x] == SEA]
    if near:
        add("Touches", ", ".join(near))
    data: dict[str, Any] = BOARD.data["areas"][a]
    sure = {"high": "documented", "medium": "likely", "low": "our guess"}.get(str(data.get("confidence")), "")
    if sure:
        rows.append(("How sure", html("{} <small>({})</small>", sure, data.get("source") or "")))
    return rows


def entry(area: str, edition: str) -> Markup:
    """The gazetteer's entry of an area as HTML."""
    rows = join((html("<tr><th scope=row>{}</th><td>{}</td></tr>", what, text) for what, text in facts(area, edition)))
    return html(
        '<details data-key="gazetteer" class="gazetteer"><summary>About this place</summary><table>{}</table>'
        "</details>",
        rows,
    )


def confidence(area: str) -> str:
    """ "high", "medium" or "low": how sure it is that this area stood on the printed board as it stands here."""
    return str(BOARD.data["areas"][BOARD.index[area]].get("confidence") or "low")


def find(word: str, most: int = 8) -> list[str]:
    """Areas whose name, city or country contains a word, best first."""
    w = word.strip().lower()
    if not w:
        return []
    ranked = []
    for i, area in enumerate(BOARD.ids):
        names = [BOARD.names[i], *BOARD.cities[i], BOARD.nation[i].replace("-", " ")]
        hits = [n.lower().find(w) for n in names]
        if any(h >= 0 for h in hits):
            ranked.append((min(h for h in hits if h >= 0), hits[0] < 0, BOARD.names[i], area))
    return [r[3] for r in sorted(ranked)[:most]]
