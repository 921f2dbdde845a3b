"""The board: hexes, ground, roads, rivers, ridgelines, places and lands, read from data/board.toml.

A set of hexes is a number whose bits are hexes. West is at the top, as printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from elric.dragon_pass.components import law
from elric.kernel.bits import bits
from elric.kernel.faults import Faults
from elric.kernel.hexes import Hexes

COLUMNS: Final = 48
ROWS: Final = 36
HEXES: Final = Hexes(COLUMNS, ROWS, low=False)
INDEX: Final = {name: h for h, name in enumerate(HEXES.names)}
AROUND: Final = HEXES.around
BESIDE: Final = HEXES.beside

WALLED_KINDS: Final = ("fort", "walled city")
TOWN_KINDS: Final = ("fort", "walled city", "town")  # every hex of one is primary road in all directions (11.6)


@dataclass(frozen=True)
class Place:
    """A named place of one hex or several. `confidence` is of its position: high, medium, or low (ours)."""

    id: str
    name: str
    kind: str
    hexes: tuple[int, ...]
    known_by: str
    confidence: str
    note: str

    @property
    def bits(self) -> int:
        return bits(self.hexes)


@dataclass(frozen=True)
class Line:
    """A road or a river: hexes in a row, each beside the one before. Rivers run downstream."""

    id: str
    name: str
    kind: str
    hexes: tuple[int, ...]
    confidence: str


class Board:
    """The board as data. Everything is found once and never changes."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        wrong = Faults()
        ground = self._letters(wrong, data, "ground", set(data["ground"]))
        land = self._letters(wrong, data, "land", {row["letter"] for row in data["land"]} | {"."})
        self.ground: tuple[str, ...] = ground
        self.land: tuple[str, ...] = land
        self.land_names: Mapping[str, str] = {row["letter"]: row["name"] for row in data["land"]}
        self.lands = {letter: bits(h for h, x in enumerate(land) if x == letter) for letter in self.land_names}
        self.places: Mapping[str, Place] = MappingProxyType(
            {
                row["id"]: Place(
                    row["id"], row["name"], row["kind"], self._hexes(wrong, f"place {row['id']}", row["hexes"]),
                    row["known_by"], row["confidence"], row.get("note", ""),
                )
                for row in data["place"]
            }
        )  # fmt: skip
        self.roads = tuple(self._line(wrong, "road", row, row["kind"], "hexes") for row in data["road"])
        self.rivers = tuple(self._line(wrong, "river", row, "river", "downstream") for row in data["river"])
        self.features = {row["name"]: bits(self._hexes(wrong, row["name"], row["hexes"])) for row in data["feature"]}
        self.zones = {z["id"]: bits(self._hexes(wrong, z["id"], z["hexes"])) for z in data["zone"]}
        self.junctions = bits(self._hexes(wrong, "junctions", data["junctions"]["hexes"]))
        self._derive()
        self._check(wrong)
        if wrong:
            raise ValueError("the board does not stand: " + "; ".join(wrong.found))

    @staticmethod
    def _letters(wrong: Faults, data: Mapping[str, Any], layer: str, known: set[str]) -> tuple[str, ...]:
        """A layer of letters by hex; the file has it row by row."""
        lines = data["letters"][layer]
        if len(lines) != ROWS:
            wrong.add(layer, f"has {len(lines)} rows, not {ROWS}")
        out = ["."] * HEXES.size
        for row, line in enumerate(lines[:ROWS]):
            if len(line) != COLUMNS:
                wrong.add(f"{layer}, row {row + 1}", f"has {len(line)} letters, not {COLUMNS}")
            for column, letter in enumerate(line[:COLUMNS]):
                if letter not in known:
                    wrong.add(f"{layer}, hex {column + 1:02}{row + 1:02}", f"“{letter}” is no letter of the key")
                out[column * ROWS + row] = letter
        return tuple(out)

    @staticmethod
    def _hexes(wrong: Faults, where: str, names: object) -> tuple[int, ...]:
        return tuple(h for name in wrong.names(where, names) if (h := wrong.name(where, name, INDEX)) >= 0)

    def _line(self, wrong: Faults, what: str, row: Mapping[str, Any], kind: str, key: str) -> Line:
        hexes = self._hexes(wrong, f"{what} {row['id']}", row[key])
        for a, b in pairwise(hexes):
            if b not in BESIDE[a]:
                wrong.add(f"{what} {row['id']}", f"{HEXES.names[b]} does not lie beside {HEXES.names[a]}")
        return Line(row["id"], row.get("name", row["id"]), kind, hexes, row["confidence"])

    def _derive(self) -> None:
        def with_letter(letters: str) -> int:
            return bits(h for h, x in enumerate(self.ground) if x in letters)

        def of_kind(*kinds: str) -> int:
            found = 0
            for place in self.places.values():
                if place.kind in kinds:
                    found |= place.bits
            return found

        self.high = with_letter("^F")
        self.wood = with_letter("fF")
        self.marsh = with_letter("m")
        self.delta = with_letter("d")
        self.thick = self.wood | self.marsh | self.delta  # forest, marsh, delta: two MF, defenders doubled
        self.river = with_letter("r")  # fords are open ground
        self.ford = with_letter("=")
        self.water = self.river | self.ford
        self.walls = of_kind(*WALLED_KINDS)
        self.towns = of_kind(*TOWN_KINDS)
        self.difficult = self.thick | self.river | self.walls
        self.primary: frozenset[tuple[int, int]] = self._edges("primary")
        self.secondary: frozenset[tuple[int, int]] = self._edges("secondary")
        self.primary_hexes = self.towns | bits(h for edge in self.primary for h in edge)
        self.newt_hexes = bits(h for road in self.roads if road.kind == "dragonewt" for h in road.hexes)
        self.place_at: dict[int, Place] = {h: place for place in self.places.values() for h in place.hexes}

    def _edges(self, kind: str) -> frozenset[tuple[int, int]]:
        found = set()
        for road in self.roads:
            if road.kind == kind:
                for a, b in pairwise(road.hexes):
                    found |= {(a, b), (b, a)}
        return frozenset(found)

    def _check(self, wrong: Faults) -> None:
        """What the book says of the board and a person may break by editing."""
        for river in self.rivers:
            for h in river.hexes:
                if self.ground[h] not in "r=md":
                    wrong.add(f"river {river.id}", f"{HEXES.names[h]} is {self.ground[h]}, no water")
        seven = [place for place in self.places.values() if place.id in SARTAR_FORTS]
        if len(seven) != 7:
            wrong.add("places", f"Sartar has {len(seven)} forts, not seven (68.1)")
        taken: dict[int, str] = {}
        for place in self.places.values():
            for h in place.hexes:
                if h in taken:
                    wrong.add(f"place {place.id}", f"lies on {taken[h]}")
                taken[h] = place.id

    def along_road(self, a: int, b: int) -> bool:
        """Whether a step from a to b goes along a primary road (11.6)."""
        if (a, b) in self.primary:
            return True
        return bool(
            (self.towns >> a & 1 and self.primary_hexes >> b & 1)
            or (self.towns >> b & 1 and self.primary_hexes >> a & 1)
        )

    def climbs(self, a: int, b: int) -> bool:
        """Whether a step from a to b crosses a ridgeline uphill."""
        return bool(self.high >> b & 1 and not self.high >> a & 1)

    def where(self, h: int) -> str:
        """A hex in words: its name, and the place that lies there."""
        place = self.place_at.get(h)
        return f"{place.name} ({HEXES.names[h]})" if place else HEXES.names[h]


SARTAR_FORTS: Final = ("boldhome", "alda-chur", "jonstown", "runegate", "swenstown", "wilmskirk", "two-ridge")
LUNAR_FORTS: Final = ("furthest", "talfort", "goldedge", "dunstop", "bagnot", "slavewall")
SARTAR: Final = "SA"  # letters of the lands that are Sartar's (61.2)
EMPIRE: Final = "Ll"  # and the Empire's (61.1)
DISPUTED: Final = "UDK"  # (61.10)

BOARD: Final = Board(law.read("board.toml"))


def lands(letters: str) -> int:
    """All hexes of these lands."""
    found = 0
    for letter in letters:
        found |= BOARD.lands[letter]
    return found
