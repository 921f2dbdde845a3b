"""What stands on the map: counters piled on their areas, how many each pile has, cards, sieges, flags.

Pure functions from a view (plain dictionaries) to the pieces that the bridge draws over the map. How a counter looks and
what it is called, the game says (`Art`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Protocol

from elric.widgets.markup import Markup, html

__all__ = [
    "Art",
    "combat",
    "held",
    "hue",
    "layout",
    "marks_of_control",
    "own_class",
    "player_name",
    "plural",
    "several",
    "stacks",
]


class Art(Protocol):
    """How a game draws its counters."""

    def counter(self, unit: Mapping[str, Any], *, aboard: int = 0, times: int = 1) -> Markup:
        """One counter as SVG; `aboard`: how many it carries, `times`: for how many of its kind it stands."""
        ...

    def label(self, unit: Mapping[str, Any], players: Sequence[Mapping[str, Any]] = ()) -> str:
        """The counter in words, its name first, up to a comma."""
        ...

    def strength(self, units: Sequence[Mapping[str, Any]]) -> str:
        """What the counters of a stack are worth together, as the tooltip says it: "combat 7"."""
        ...


# Offsets in counter widths. A pile keeps within the square that the map keeps free of names at each anchor.
_EDGE: Final = 0.055  # of each counter that shows below another in a pile
_EDGES: Final = 2
_APART: Final = 1.16  # between the piles of two owners
_OPEN: Final = 1.07  # between the counters of a pile that is laid open
_ROW: Final = 5  # counters in a row of it
_RANK: Final = {"hero": 0, "fleet": 1, "army": 2, "artifact": 3}


def plural(number: int, word: str) -> str:
    """ "1 army", "3 armies", "2 fleets"."""
    if number == 1:
        return f"1 {word}"
    return f"{number} {word[:-1]}ies" if word.endswith("y") else f"{number} {word}{'es' if word.endswith('o') else 's'}"


def several(number: int, name: str) -> str:
    """A number of units of one name: "3 armies of Jharkor"; one alone is "army of Jharkor"."""
    if number == 1:
        return name
    head, of, rest = name.partition(" of ")
    return f"{plural(number, head)}{of}{rest}"


def stacks(view: Mapping[str, Any]) -> dict[str, list[list[str]]]:
    """By area: one stack for each owner (by seat, neutrals last) of the ids of units that stand there themselves,
    the most telling first, unless `depth` says which lies on top. Units aboard a fleet go with the fleet."""
    found: dict[str, dict[int, list[str]]] = {}
    for key, unit in view["units"].items():
        if not unit.get("aboard"):
            owner = unit.get("owner")
            found.setdefault(unit["at"], {}).setdefault(99 if owner is None else owner, []).append(key)

    def rank(key: str) -> tuple[int, int, int, str]:
        unit = view["units"][key]
        return unit.get("depth", 0), _RANK.get(unit["kind"], 9), -int(unit["combat"]), key

    return {
        area: [sorted(owners[owner], key=rank) for owner in sorted(owners)] for area, owners in sorted(found.items())
    }


def of_stacks(
    stacks: Mapping[str, Mapping[str, Any]], told: Callable[[str], Mapping[str, Any]]
) -> dict[str, Mapping[str, Any]]:
    """The units of a view from its `stacks`: by hex {owner: seat, counters: ids from the top, None for each face down; owners: the
    seat of each, where they are of several sides}.

    Args:
        told: what there is to know of a counter: name, kind, combat, and what the game's own counters need.
    """
    units: dict[str, Mapping[str, Any]] = {}
    for area, stack in stacks.items():
        counters = stack["counters"]
        owners = stack.get("owners") or [stack["owner"]] * len(counters)
        for depth, (key, owner) in enumerate(zip(counters, owners, strict=True)):
            # one face down is named after the counter on top, which everybody sees: the page moves them with it
            name = key or f"below-{counters[0] or area}-{depth}"
            units[name] = _lying(told, key, owner if owner >= 0 else None, area, depth)
    return units


@lru_cache(maxsize=8192)
def _lying(
    told: Callable[[str], Mapping[str, Any]], key: str | None, owner: int | None, area: str, depth: int
) -> Mapping[str, Any]:
    """A counter that lies in a stack, None for one face down. Kept: most lie where they lay before, and what is the same object is
    compared at once."""
    what = {"name": "counter face down", "kind": "hidden", "combat": 0} if key is None else told(key)
    return {**what, "owner": owner, "at": area, "depth": depth}


def layout(view: Mapping[str, Any], anchors: Mapping[str, Sequence[float]], art: Art) -> dict[str, dict[str, Any]]:
    """The pieces for `Bridge.pieces`: counters piled on their areas, how many each pile has, cards, sieges, flags.

    A piece: "at" [x, y] in map units, "dx"/"dy" offset in counter widths, "z", "html", "class", and, where it stands
    for something that can be chosen, "area", "unit" and "label" (shown while the mouse is over it). A counter of a pile
    has "open" as well, its offset while the pile is laid open, and "name", what it says then.
    """
    pieces: dict[str, dict[str, Any]] = {}
    found = stacks(view)
    units = view["units"]
    carried = _carried(units)
    moving = set(view.get("moving") or ())
    players = view.get("players", ())
    drawn = _drawn(art)
    for area, groups in found.items():
        if area in anchors:
            at = _at(anchors, area)
            everyone = [key for group in groups for unit in group for key in (unit, *carried.get(unit, ()))]
            # what an area's counters are drawn from: while it stays the same, so do they
            now = (at, groups, [units[key] for key in everyone], moving.intersection(everyone), players)
            before = drawn.get(area)
            if before is None or before[0] != now:
                before = drawn[area] = (now, _piles(view, area, groups, at, art, carried))
            pieces.update(before[1])
    for area in view.get("areas", {}):
        if area in anchors:
            pieces.update(_things(view, area, found.get(area, []), _at(anchors, area)))
    return pieces


# The counters drawn last, by game and area. A move changes a few areas, and a click that only chooses changes none.
_DRAWN: Final[dict[int, tuple[Art, dict[str, tuple[Any, dict[str, dict[str, Any]]]]]]] = {}
_GAMES: Final = 8


def _drawn(art: Art) -> dict[str, tuple[Any, dict[str, dict[str, Any]]]]:
    kept = _DRAWN.get(id(art))
    if kept is None or kept[0] is not art:
        if len(_DRAWN) >= _GAMES:
            _DRAWN.clear()
        kept = _DRAWN[id(art)] = (art, {})
    return kept[1]


def _at(anchors: Mapping[str, Sequence[float]], area: str) -> list[float]:
    return [round(value, 1) for value in anchors[area]]


def _piles(
    view: Mapping[str, Any],
    area: str,
    groups: list[list[str]],
    at: list[float],
    art: Art,
    carried: Mapping[str, list[str]],
) -> dict[str, dict[str, Any]]:
    """The counters of one area: a pile for each owner; laid open, a row (or more) for each of them."""
    units, players = view["units"], view.get("players", ())
    moving = set(view.get("moving") or ())
    # Whoever moves is seen: the rest of the pile stays below.
    shown = [sorted(_faces(units, group, carried, moving), key=lambda face: face[0] not in moving) for group in groups]
    rows = [faces[n : n + _ROW] for faces in shown for n in range(0, len(faces), _ROW)]
    opened = {
        face[0]: [round((place - (len(row) - 1) / 2) * _OPEN, 2), round((line - (len(rows) - 1) / 2) * _OPEN, 2)]
        for line, row in enumerate(rows)
        for place, face in enumerate(row)
    }
    several_faces = len(opened) > 1
    pieces: dict[str, dict[str, Any]] = {}
    for index, (group, faces) in enumerate(zip(groups, shown, strict=True)):
        offset = (index - (len(groups) - 1) / 2) * _APART
        everyone = [key for unit in group for key in (unit, *carried.get(unit, ()))]
        words = _stack_words([units[key] for key in everyone], players, art)
        for depth, face in enumerate(faces):
            key, edge = face[0], min(depth, _EDGES) * _EDGE
            cargo = sum(units[other]["kind"] == "army" for other in carried.get(key, ()))
            pieces[key] = {
                "at": at,
                "dx": round(offset + edge, 3),
                "dy": round(-edge, 3),
                "z": 40 * (index + 1) - depth,
                "html": art.counter(units[key], aboard=cargo, times=len(face)),
                "class": " ".join(
                    [own_class(hue(units[key].get("owner"), players)), *_state(depth, face, faces, key in moving)]
                ),
                "area": area,
                "unit": key,
                "label": words,
            }
            if several_faces:
                pieces[key] |= {"open": opened[key], "name": _face_words(units, face, players, art)}
        if len(everyone) > 1:
            owner = units[group[0]].get("owner")
            pieces[f"count:{area}:{owner}"] = {
                "at": at,
                "dx": round(offset + 0.52, 2),
                "dy": 0.02,
                "z": 40 * (index + 1) + 1,
                "html": html("<b>{}</b>", len(everyone)),
                "class": f"count {own_class(hue(owner, players))}",
                "area": area,
            }
    return pieces


def _state(depth: int, face: Sequence[str], faces: Sequence[Sequence[str]], moving: bool) -> list[str]:
    """How a counter lies: one that stands for several is as thick as a pile where no others lie below."""
    thick = f"thick-{min(len(face) - 1, _EDGES)}" if len(face) > len(faces) == 1 else ""
    return [state for state in (thick, "moving" if moving else "", "under" if depth > _EDGES else "") if state]


def _faces(
    units: Mapping[str, Any], group: Sequence[str], carried: Mapping[str, Any], moving: set[str]
) -> list[list[str]]:
    """The units of a pile by what their counters show: armies of one nation are one counter with a number."""
    alike: dict[object, list[str]] = {}
    for key in group:
        unit = units[key]
        same = unit["kind"] in {"army", "fleet"} and key not in carried
        alike.setdefault((unit["name"], unit["combat"], key in moving) if same else key, []).append(key)
    return list(alike.values())


def _face_words(units: Mapping[str, Any], face: Sequence[str], players: Sequence[Mapping[str, Any]], art: Art) -> str:
    name, _, about = art.label(units[face[0]], players).partition(", ")
    return f"{several(len(face), name)}, {about}"


def marks_of_control(view: Mapping[str, Any]) -> dict[str, str]:
    """ "own-<hue>" for each area that a player controls: a start for `Bridge.marks`."""
    players = view.get("players", ())
    return {
        area: own_class(hue(facts["control"], players))
        for area, facts in view.get("areas", {}).items()
        if facts.get("control") is not None
    }


def _carried(units: Mapping[str, Mapping[str, Any]]) -> dict[str, list[str]]:
    carried: dict[str, list[str]] = {}
    for key, unit in units.items():
        if unit.get("aboard"):
            carried.setdefault(unit["aboard"], []).append(key)
    return carried


def combat(units: Sequence[Mapping[str, Any]]) -> str:
    """ "combat 7": what counts in most games; a value in parentheses is not added."""
    return f"combat {sum(int(unit['combat']) for unit in units if not unit.get('paren'))}"


def _stack_words(units: Sequence[Mapping[str, Any]], players: Sequence[Mapping[str, Any]], art: Art) -> str:
    """ "Yishana, 3 armies of Jharkor; combat 7; Player one"."""
    single: list[str] = []
    many: dict[str, int] = {}
    owner = None
    for unit in units:
        owner = unit.get("owner")
        name = str(unit["name"])
        if unit["kind"] in {"army", "fleet"}:
            many[name] = many.get(name, 0) + 1
        else:
            single.append(name)
    single += [several(number, name) for name, number in many.items()]
    side = "neutral" if owner is None else player_name(owner, players)
    return f"{', '.join(single)}; {art.strength(units)}; {side}"


def _things(view: Mapping[str, Any], area: str, groups: list[list[str]], at: list[float]) -> dict[str, dict[str, Any]]:
    """What lies beside the piles: cards at their right upper corner, a siege at the left one; the flag of whoever
    holds the area without standing there."""
    facts, units = view["areas"][area], view["units"]
    beside = (len(groups) - 1) / 2 * _APART + 0.62 if groups else 0
    small = " small" if groups else ""

    def thing(drawing: str, dx: float, dy: float, z: int, kind: str, words: str) -> dict[str, Any]:
        place = {"at": at, "dx": round(dx, 2), "dy": round(dy, 2), "z": z}
        return {**place, "html": drawing, "class": kind + small, "area": area, "label": words}

    things: dict[str, dict[str, Any]] = {}
    shown = [("er-card", "A spell lies here, face down")] if facts.get("spell") else []
    shown += [
        ("er-open-card", f"{name[:1].upper()}{name[1:]} lies here, face up") for name in facts.get("face_up") or ()
    ]
    for index, (drawing, words) in enumerate(shown):
        dx, dy = beside + 0.2 * index, -0.5 if groups else 0
        things[f"card:{area}:{index}"] = thing(_use(drawing), dx, dy, 2 + index, "card-piece", words)
    if facts.get("siege"):
        things[f"siege:{area}"] = thing(_use("er-siege"), -beside, -0.5, 500, "siege-piece", "Under siege")
    holder = facts.get("control")
    if holder is not None and all(units[group[0]].get("owner") != holder for group in groups):
        words = f"Held by {player_name(holder, view.get('players', ()))}"
        dy = -0.5 if groups or shown else 0
        things[f"flag:{area}"] = thing(
            _flag(hue(holder, view.get("players", ())) or 0),
            -beside if groups else -0.5 * bool(shown),
            dy,
            3,
            "flag-piece",
            words,
        )
    return things


def held(view: Mapping[str, Any], area: str) -> list[str]:
    """Who holds an area, in words; nothing where nobody does."""
    holder = view.get("areas", {}).get(area, {}).get("control")
    return [] if holder is None else [f"held by {player_name(holder, view.get('players', ()))}"]


def _flag(hue_: int) -> Markup:
    """A pennant in the colour and with the mark of a seat."""
    return html(
        '<svg class="ctr {}" viewBox="0 0 40 40" aria-hidden="true"><use href="#er-flag" width="40" height="40"/>'
        '<use class="mark" href="#er-seat-mark-{}" x="14.5" y="9.500" width="10.500" height="10.500"/></svg>',
        own_class(hue_),
        hue_,
    )


def _use(symbol: str) -> Markup:
    return html('<svg viewBox="0 0 40 40" aria-hidden="true"><use href="#{}" width="40" height="40"/></svg>', symbol)


def hue(owner: int | None, players: Sequence[Mapping[str, Any]]) -> int | None:
    """Which of the six colours and marks a seat has: what a view's "players" say, so that a side looks the same in every
    game, else by the seat's number."""
    if owner is None:
        return None
    return next((int(player.get("hue", owner)) for player in players if player["seat"] == owner), owner)


def own_class(hue_: int | None) -> str:
    """The CSS class of what belongs to the seat of that colour."""
    return "own-none" if hue_ is None else f"own-{hue_}"


def player_name(owner: int, players: Sequence[Mapping[str, Any]]) -> str:
    """The name of a seat, as a view's "players" give it."""
    return next((str(player["name"]) for player in players if player["seat"] == owner), f"player {owner + 1}")
