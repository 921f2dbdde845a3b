"""The two manual inputs of the map: the board (areas and adjacencies) and the sketch (approximate coasts).

Both use the coordinates of ``board.json``: drawing units, x to the right, y down, (0, 0) in the north-west corner. Only
the GeoJSON output has y upwards, for Leaflet's ``CRS.Simple``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Point = tuple[float, float]
Pair = tuple[int, int]


@dataclass(frozen=True)
class Area:
    """One province, sea or mountain range of the board.

    :ivar seeds: points (drawing units, y down) from which the area grows; the first is its home point.
    :ivar share: desired size relative to the other areas of its land.
    :ivar crowd: how many counters side by side it must have room for.
    :ivar symbol: ``"capital"``, ``"walled"``, ``"open"`` or ``""`` when no city stands here.
    """

    key: str
    name: str
    kind: str
    nation: str | None
    wilderness: bool
    symbol: str
    city: str
    ports: tuple[str, ...]
    builds: bool
    spell: bool
    special: str
    seeds: tuple[Point, ...]
    share: float = 1.0
    crowd: float = 1.0

    @property
    def sea(self) -> bool:
        return self.kind == "sea"

    @property
    def realm(self) -> str | None:
        """The nation whose tint this area has; wilderness has none, even where units are mustered."""
        return None if self.wilderness else self.nation


@dataclass(frozen=True)
class Board:
    """The board as an indexed graph: areas by number, and the pairs of numbers that are adjacent."""

    areas: tuple[Area, ...]
    touching: frozenset[Pair]
    width: int
    height: int
    number: dict[str, int] = field(repr=False, default_factory=dict)

    def neighbours(self, k: int) -> list[int]:
        return sorted(b if a == k else a for a, b in self.touching if k in (a, b))

    def touch(self, a: int, b: int) -> bool:
        return (a, b) in self.touching or (b, a) in self.touching

    @property
    def realms(self) -> list[str]:
        """Nations that own tinted land, in the order of the board file."""
        return list(dict.fromkeys(a.realm for a in self.areas if a.kind == "land" and a.realm))


@dataclass(frozen=True)
class Sketch:
    """Approximate coasts, and decoration without meaning in the rules: islets, creatures, vegetation."""

    land: tuple[tuple[Point, ...], ...] = ()
    ranges: dict[str, tuple[Point, ...]] = field(default_factory=dict)
    spread: dict[str, tuple[Point, ...]] = field(default_factory=dict)
    share: dict[str, float] = field(default_factory=dict)
    crowd: dict[str, float] = field(default_factory=dict)
    ground: dict[str, str] = field(default_factory=dict)
    islets: str = ""
    figures: tuple[dict[str, Any], ...] = ()
    regions: tuple[dict[str, Any], ...] = ()
    names: dict[str, str] = field(default_factory=dict)
    calm: tuple[tuple[float, float, float, float], ...] = ()


def _points(raw: Any) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in raw)


def read_sketch(path: Path) -> Sketch:
    """Read ``sketch.json``; without a sketch the coasts run half-way between the home points of land and sea areas.

    :raises ValueError: when the file is there but is not JSON.
    """
    if not path.exists():
        return Sketch()
    raw = json.loads(path.read_text(encoding="utf-8"))
    return Sketch(
        land=tuple(_points(p) for p in raw.get("land", {}).values()),
        ranges={k: _points(p) for k, p in raw.get("ranges", {}).items()},
        spread={k: _points(p) for k, p in raw.get("spread", {}).items()},
        share={k: float(v) for k, v in raw.get("share", {}).items()},
        crowd={k: float(v) for k, v in raw.get("crowd", {}).items()},
        ground=dict(raw.get("ground", {})),
        islets=str(raw.get("islets", "")),
        figures=tuple(raw.get("figures", [])),
        regions=tuple(raw.get("regions", [])),
        names=dict(raw.get("names", {})),
        calm=tuple((float(a), float(b), float(c), float(d)) for a, b, c, d in raw.get("calm", [])),
    )


def _symbol(cities: list[dict[str, Any]]) -> str:
    if not cities:
        return ""
    first = cities[0]
    return "capital" if first.get("capital") else "walled" if first.get("walled") else "open"


def read_board(path: Path, sketch: Sketch | None = None) -> Board:
    """Read ``board.json``.

    :raises ValueError: when two areas share an id, or an edge names an area that does not exist.
    """
    raw = json.loads(path.read_text(encoding="utf-8"))
    sketch = sketch or Sketch()
    areas: list[Area] = []
    for a in raw["areas"]:
        home = (float(a["xy"][0]), float(a["xy"][1]))
        areas.append(
            Area(
                key=a["id"],
                name=a["name"],
                kind=a["kind"],
                nation=a["nation"],
                wilderness=bool(a["wilderness"]),
                symbol=_symbol(a["cities"]),
                city=" and ".join(c["name"] for c in a["cities"]),
                ports=tuple(a["port_to"]),
                builds=bool(a.get("builds_fleets")),
                spell=bool(a["spell_symbol"]),
                special=a.get("special") or "",
                seeds=(home, *sketch.spread.get(a["id"], ())),
                share=sketch.share.get(a["id"], 1.0),
                crowd=sketch.crowd.get(a["id"], 1.0),
            )
        )
    number = {a.key: k for k, a in enumerate(areas)}
    if len(number) != len(areas):
        raise ValueError("two areas of the board share an id")
    pairs: set[Pair] = set()
    for left, right in raw["edges"]:
        if left not in number or right not in number:
            raise ValueError(f"the board joins {left!r} to {right!r}, and one of them does not exist")
        i, j = sorted((number[left], number[right]))
        pairs.add((i, j))
    width, height = raw["meta"]["plane"]
    return Board(tuple(areas), frozenset(pairs), int(width), int(height), number)
