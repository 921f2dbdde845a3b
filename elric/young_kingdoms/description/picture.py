"""The map of a game as one small SVG, for a notebook without widgets: areas, cities, and who stands where.

Drawn from what any onlooker sees (`view(None)`), so it can hold no secret. The outlines are those of the drawn map; a
board that brings none has no picture. Read when first asked for, and once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from itertools import pairwise
from typing import Any, Final, NamedTuple

from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD, LAND, SEA, BoardError, board_file, maps_folder
from elric.young_kingdoms.components.board_file import feature_id, is_drawn, read_json
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.seen import View
from elric.young_kingdoms.position.words import cap

_WIDTH: Final = 400  # the picture's grid: points are whole numbers of it, the same for both sides of a border
_COUNTER: Final = 6.5  # half a counter's width

# Sea, wilderness, mountains, lines and letters.
_SEA, _WILD, _PEAKS, _INK = "#b9d3d9", "#efe6cf", "#cdb998", "#33261a"
# A shape besides a colour for each seat, neutrals last: they are told apart without seeing colours.
_SEATS: Final = ("#a3261f", "#1f4f9c", "#6d3b8e", "#1d6b3a", "#55504a")
_TINTS: Final = ("#eebfb2", "#bccfec", "#d8c3e3", "#bfdec5")
_SHAPES: Final = (
    "M-1-1H1V1H-1z",
    "M0-1.15A1.15 1.15 0 1 1 0 1.15A1.15 1.15 0 1 1 0-1.15z",
    "M0-1.45L1.45 0L0 1.45L-1.45 0z",
    "M-.65-1.1H.65L1.3 0L.65 1.1H-.65L-1.3 0z",
    "M-1.2-.7H1.2V.7H-1.2z",
)


class _Drawn(NamedTuple):
    height: int
    paths: dict[str, str]
    places: dict[str, tuple[int, int]]


@cache
def _drawn() -> _Drawn | None:
    """The outlines by area as SVG path data, and where the pieces of an area are set; None where nothing is drawn."""
    try:
        file = board_file()
        source = file if file.parent != maps_folder() and is_drawn(read_json(file)) else file.with_name("areas.geojson")
        data = read_json(source)
        shapes = {feature_id(f): _rings(f["geometry"]) for f in data["features"]}
        told = {feature_id(f): f.get("properties") or {} for f in data["features"]}
    except (BoardError, LookupError, TypeError):
        return None
    if not set(BOARD.ids) <= set(shapes):
        return None
    xs, ys = zip(*((p[0], p[1]) for rings in shapes.values() for ring in rings for p in ring), strict=True)
    left, top, scale = min(xs), max(ys), _WIDTH / ((max(xs) - min(xs)) or 1)

    def put(point: Sequence[float]) -> tuple[int, int]:
        return round((point[0] - left) * scale), round((top - point[1]) * scale)

    paths = {key: "".join(_trace([put(p) for p in ring]) for ring in shapes[key]) for key in BOARD.ids}
    places = {key: put(told[key].get("anchor") or _inside(shapes[key])) for key in BOARD.ids}
    return _Drawn(round((top - min(ys)) * scale), paths, places)


def _rings(geometry: Mapping[str, Any]) -> list[list[list[float]]]:
    polygons = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
    return [ring for polygon in polygons for ring in polygon]


def _inside(rings: Sequence[Sequence[Sequence[float]]]) -> tuple[float, float]:
    """The middle of the widest stretch of an area half way up."""
    ys = [p[1] for ring in rings for p in ring]
    y = (min(ys) + max(ys)) / 2 + 1e-9
    cuts = sorted(
        a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
        for ring in rings
        for a, b in pairwise(ring)
        if (a[1] > y) != (b[1] > y)
    )
    _, x = max(
        ((b - a, (a + b) / 2) for a, b in zip(cuts[::2], cuts[1::2], strict=False)), default=(0.0, rings[0][0][0])
    )
    return x, y


def _trace(points: Sequence[tuple[int, int]]) -> str:
    """A ring by its steps, without points that fall together or lie on the way."""
    kept: list[tuple[int, int]] = []
    for x, y in points:
        if kept and kept[-1] == (x, y):
            continue
        if len(kept) > 1:
            (ax, ay), (bx, by) = kept[-2:]
            if (bx - ax) * (y - by) == (by - ay) * (x - bx):
                kept.pop()
        kept.append((x, y))
    if len(kept) < 4:
        return ""
    steps = "".join(f"{u - x} {v - y} " for (x, y), (u, v) in pairwise(kept[:-1]))
    return f"M{kept[0][0]} {kept[0][1]}l{steps.replace(' -', '-').rstrip()}z"


def svg(seen: View) -> str | None:
    """The map as SVG text, with a description in words; None for a board without outlines.

    Args:
        seen: the game as an onlooker sees it. Hands and hidden spells of a seat's own view would not be drawn either.
    """
    drawn = _drawn()
    if drawn is None:
        return None
    owners = {nation: player["seat"] for player in seen["players"] for nation in player["nations"]}
    body = [
        f'<path d="{drawn.paths[key]}" fill="{_fill(n, owners)}"><title>{escape(BOARD.names[n])}</title></path>'
        for n, key in enumerate(BOARD.ids)
    ]
    marks = [_city(drawn.places[key], n, seen) for n, key in enumerate(BOARD.ids) if BOARD.city[n]]
    for key, row in seen["areas"].items():
        if row.get("spell") or row.get("face_up"):
            marks.append(_spell(drawn.places[key], row.get("face_up", [])))
    counters = []
    here: dict[str, int] = defaultdict(int)
    for (at, seat), units in sorted(_stacks(seen).items()):
        counters.append(_counter(drawn.places[at], here[at], seat, units, BOARD.index[at]))
        here[at] += 1
    title = escape(headline(seen))
    foot = drawn.height + 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {_WIDTH + 4} {foot + 12}" role="img" aria-label="{title}" '
        f'style="width:100%;max-width:1000px;height:auto"><title>{title}</title>'
        f"<desc>{escape(' '.join(description(seen)))}</desc>"
        f'<rect x="-2" y="-2" width="{_WIDTH + 4}" height="{foot + 12}" fill="#fffdf6"/>'
        f'<g fill-rule="evenodd" stroke="{_INK}" stroke-width=".5" stroke-linejoin="round">{"".join(body)}</g>'
        f'<g stroke="{_INK}" stroke-width=".6">{"".join(marks)}</g>'
        f'<g font-family="sans-serif" font-size="5.2" text-anchor="middle" fill="{_INK}" stroke="#fffdf6" '
        f'stroke-width="1.2" stroke-linejoin="round" paint-order="stroke">{_names(drawn)}</g>'
        f'<g font-family="sans-serif" font-size="7" font-weight="bold" text-anchor="middle" fill="#fff">'
        f"{''.join(counters)}</g>"
        f'<g font-family="sans-serif" font-size="7" fill="{_INK}">{_legend(seen, foot)}</g></svg>'
    )


def html(seen: View) -> str:
    """The map with its description below, for a notebook's cell; the description alone where nothing is drawn."""
    lines = "".join(f"<li>{escape(line)}</li>" for line in description(seen))
    return (
        f'<figure style="margin:0">{svg(seen) or ""}<figcaption><strong>{escape(headline(seen))}</strong>'
        f"<details><summary>Who stands where</summary><ul>{lines}</ul></details></figcaption></figure>"
    )


def headline(seen: View) -> str:
    """Where the game stands, in one line."""
    if seen["outcome"]:
        return seen["outcome"]["words"]
    who = seen["players"][seen["seat"]]["name"] if seen["seat"] is not None else "nobody"
    when = f"turn {seen['turn']}, {seen['phase']}" if seen["turn"] else "the game is set up"
    return f"{cap(when)}: {who} decides."


def description(seen: View) -> list[str]:
    """What the map shows, in sentences: the Balance, and who stands where."""
    at = seen["balance"]["at"]
    side = "in the middle" if not at else f"{abs(at)} towards {'Law' if at < 0 else 'Chaos'}"
    lines = [f"The Cosmic Balance is {side}."]
    names = {player["seat"]: player["name"] for player in seen["players"]} | {len(_SEATS) - 1: "the neutrals"}
    for player in seen["players"]:
        if player["nations"]:
            nations = words.listed([words.nation(pieces.NATION_INDEX[n]) for n in player["nations"]])
            lines.append(f"{player['name']} leads {nations}.")
    for (at_id, seat), units in sorted(_stacks(seen).items()):
        where = words.area(BOARD.index[at_id])
        lines.append(f"{cap(names[seat])} in {where}: {words.units(pieces.INDEX[u] for u in units)}.")
    return lines


def _stacks(seen: View) -> dict[tuple[str, int], list[str]]:
    """The pieces by area and seat; those that nobody leads count as of one more seat, the last."""
    stacks: dict[tuple[str, int], list[str]] = defaultdict(list)
    for key, unit in seen["units"].items():
        seat = unit["owner"] if unit["owner"] is not None else len(_SEATS) - 1
        stacks[unit["at"], seat].append(key)
    return stacks


def _fill(area: int, owners: Mapping[str, int]) -> str:
    if BOARD.kind[area] != LAND:
        return _SEA if BOARD.kind[area] == SEA else _PEAKS
    seat = owners.get(BOARD.nation[area])
    return _WILD if seat is None else _TINTS[seat]


def _city(place: tuple[int, int], area: int, seen: View) -> str:
    holder = seen["areas"].get(BOARD.ids[area], {}).get("control")
    colour = "#fff" if holder is None else _SEATS[holder]
    size = 2.6 if BOARD.capital[area] else 1.8
    said = f"{BOARD.names[area]}, {'capital' if BOARD.capital[area] else 'city'}"
    x, y = place
    return f'<circle cx="{x}" cy="{y + 9}" r="{size}" fill="{colour}"><title>{escape(said)}</title></circle>'


def _names(drawn: _Drawn) -> str:
    """The names of the cities, each below its mark."""
    return "".join(
        f'<text x="{x}" y="{y + 17}">{escape(BOARD.names[n])}</text>'
        for n, (x, y) in enumerate(drawn.places[key] for key in BOARD.ids)
        if BOARD.city[n]
    )


def _spell(place: tuple[int, int], face_up: Iterable[str]) -> str:
    x, y = place
    said = "Spells lie open here: " + words.listed(list(face_up)) if list(face_up) else "A spell lies here face down"
    return f'<path d="M{x - 9} {y - 3}l3 3-3 3-3-3z" fill="#f4d35e"><title>{escape(said)}</title></path>'


def _counter(place: tuple[int, int], nth: int, seat: int, units: Sequence[str], area: int) -> str:
    x, y = place[0] + 9 * nth, place[1] - 3 * nth
    said = f"{BOARD.names[area]}: {words.units(pieces.INDEX[u] for u in units)}"
    return (
        f'<g transform="translate({x} {y})"><title>{escape(said)}</title>'
        f'<path transform="scale({_COUNTER * 0.75:g})" d="{_SHAPES[seat]}" fill="{_SEATS[seat]}" stroke="#fff" '
        f'stroke-width=".15"/><text y="2.5">{len(units)}</text></g>'
    )


def _legend(seen: View, y: int) -> str:
    out = []
    x = 8
    rows = [(player["seat"], player["name"]) for player in seen["players"]] + [(len(_SEATS) - 1, "neutral")]
    for seat, name in rows:
        out.append(
            f'<g transform="translate({x} {y})"><path transform="scale(4)" d="{_SHAPES[seat]}" fill="{_SEATS[seat]}"/>'
            f'<text x="8" y="2.5">{escape(name)}</text></g>'
        )
        x += 22 + 4 * len(name)
    return "".join(out)
