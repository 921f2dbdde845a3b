"""Board files: our own data format, or a GeoJSON that somebody drew over a scan. Reading only; what it means is board.py's.

A drawn file says with an `id` on each feature which area it is. What else it says of an area (kind, nation, cities, ...:
the keys of maps/board.json) counts; what it leaves out is taken from the board that comes with the package, by id. With an
`edges` member of its own it is a board of its own: then each area must say its kind, and nothing is taken from anywhere.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from elric.kernel.faults import BoardError

__all__ = ["AREA_KEYS", "BoardError", "board_data", "feature_id", "is_drawn", "read_json"]

AREA_KEYS: Final = (
    "name",
    "kind",
    "nation",
    "wilderness",
    "cities",
    "port_to",
    "builds_fleets",
    "spell_symbol",
    "spell_symbol_edition",
    "special",
    "note",
    "continent",
    "confidence",
    "source",
)


def read_json(file: Path) -> dict[str, Any]:
    """The object in a file.

    Raises:
        BoardError: when there is none, naming the file.
    """
    try:
        # Some editors put a mark in front of the text.
        data = json.loads(file.read_bytes().decode("utf-8-sig"), parse_constant=_no_number)
    except OSError as e:
        raise BoardError([f"the board file {file.name} cannot be read: {e.strerror}"]) from None
    except UnicodeDecodeError as e:
        line = e.object.count(b"\n", 0, e.start) + 1
        raise BoardError(
            [f"the board file {file.name} is not written in UTF-8 (line {line}): save it as UTF-8"]
        ) from None
    except (ValueError, RecursionError) as e:
        said = "it is nested too deeply" if isinstance(e, RecursionError) else str(e)
        raise BoardError([f"the board file {file.name} is not JSON: {said}"]) from None
    if not isinstance(data, dict):
        raise BoardError([f"the board file {file.name} must hold an object with areas and edges"])
    return data


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def is_drawn(data: Mapping[str, Any]) -> bool:
    """Whether this is a drawing (GeoJSON) and not a board as data."""
    return data.get("type") == "FeatureCollection" or "features" in data


def feature_id(feature: Any) -> str:
    """The area a feature says it draws: its `id` property, else its own id; "" when it says nothing."""
    if not isinstance(feature, dict):
        return ""
    told = feature.get("properties")
    key = (told.get("id") if isinstance(told, dict) else None) or feature.get("id")
    return str(key) if isinstance(key, str | int) else ""


def board_data(data: Mapping[str, Any], standard: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The board as data, and what is wrong with how the file says it.

    Args:
        data: the file.
        standard: the board that comes with the package, for what a drawing leaves out.

    Raises:
        BoardError: when there are no areas to speak of at all.
    """
    for key in ("features",) if is_drawn(data) else ("areas",):
        if not isinstance(data.get(key), list) or not data[key]:
            raise BoardError([f"`{key}` must be a list of the board's areas"])
    if not isinstance(data.get("edges", []), list):
        raise BoardError(["`edges` must be a list of borders, each a pair of area ids"])
    return _drawn(data, standard) if is_drawn(data) else _listed(data)


def _listed(data: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    faults: list[str] = []
    areas: dict[str, dict[str, Any]] = {}
    for number, area in enumerate(data["areas"], 1):
        if not isinstance(area, dict):
            faults.append(f"area number {number} is no object")
        elif not isinstance(area.get("id"), str) or not area["id"]:
            faults.append(f"area number {number} has no id")
        elif area["id"] in areas:
            faults.append(f"area ids used twice: {area['id']}")
        else:
            areas[area["id"]] = _tidy(area, faults)
    return {**data, "areas": list(areas.values()), "edges": _edges(data, faults)}, faults


def _drawn(data: Mapping[str, Any], standard: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    faults: list[str] = []
    own = "edges" in data
    known = {a["id"]: a for a in standard["areas"]}
    features = data["features"]
    areas: dict[str, dict[str, Any]] = {}
    for number, feature in enumerate(features, 1):
        key = feature_id(feature)
        if not key:
            faults.append(f"feature number {number} has no `id` property: nobody knows which area it draws")
            continue
        told = feature.get("properties")
        told = {k: told[k] for k in AREA_KEYS if k in told} if isinstance(told, dict) else {}
        if not own and key not in known:
            faults.append(f"{key!r} is drawn, but no area has this id")
        areas[key] = _tidy({**({} if own else known.get(key, {"kind": "land"})), **told, "id": key}, faults)
    counted = Counter(feature_id(f) for f in features)
    faults += [f"{key!r} is drawn {n} times" for key, n in sorted(counted.items()) if key and n > 1]
    if not own:
        faults += [f"{key!r} ({known[key]['name']}) is not drawn" for key in known if key not in areas]
    edges = _edges(data if own else standard, faults)
    if not own:
        # A border of an area that is missing or unknown has been complained about already.
        edges = [pair for pair in edges if pair[0] in areas and pair[1] in areas]
    return {"areas": list(areas.values()), "edges": edges}, faults


def _edges(data: Mapping[str, Any], faults: list[str]) -> list[list[str]]:
    good = []
    for number, pair in enumerate(data.get("edges", []), 1):
        if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(side, str) for side in pair)):
            faults.append(f"border number {number} must be a pair of area ids")
        elif pair[0] == pair[1]:
            faults.append(f"border number {number} joins {pair[0]} to itself")
        else:
            good.append(pair)
    return good


def _tidy(area: dict[str, Any], faults: list[str]) -> dict[str, Any]:
    """An area whose lists are lists and whose cities have names."""
    area = dict(area)
    cities = area.get("cities") or []
    if not isinstance(cities, list) or not all(isinstance(c, dict) and isinstance(c.get("name"), str) for c in cities):
        faults.append(f"{area['id']}: each of its cities must be an object with a name")
        cities = []
    ports = area.get("port_to") or []
    if not isinstance(ports, list) or not all(isinstance(p, str) for p in ports):
        faults.append(f"{area['id']}: port_to must be a list of sea ids")
        ports = []
    for key in ("name", "nation", "special", "continent", "kind"):
        if area.get(key) is not None and not isinstance(area[key], str):
            faults.append(f"{area['id']}: {key} must be text")
            area[key] = "land" if key == "kind" else None
    for key in ("wilderness", "builds_fleets", "spell_symbol"):
        if not isinstance(area.get(key, False), bool):
            faults.append(f"{area['id']}: {key} must be true or false")
            del area[key]
    for city in cities:
        for key in ("capital", "walled"):
            if not isinstance(city.get(key, False), bool):
                faults.append(f"{area['id']}: {key} of {city['name']} must be true or false")
    return {**area, "cities": cities, "port_to": ports}
