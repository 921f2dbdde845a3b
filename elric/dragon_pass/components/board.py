"""The board: hexes, ground, roads, rivers, ridgelines, places and lands, read from data/board.toml.

A set of hexes is a number whose bits are hexes. West is at the top, as printed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from elric.dragon_pass.components import law
from elric.dragon_pass.components.board_file import BoardError, read_board, shape
from elric.kernel.bits import bits
from elric.kernel.faults import Faults
from elric.kernel.hexes import Hexes

COLUMNS: Final = 48
ROWS: Final = 36
HEXES: Final = Hexes(COLUMNS, ROWS, low=False)
INDEX: Final = {name: h for h, name in enumerate(HEXES.names)}
AROUND: Final = HEXES.around
BESIDE: Final = HEXES.beside

_SHOWN: Final = 6  # hexes that one fault names
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
class Way:
    """A road or a river: hexes in a row, each beside the one before. Rivers run downstream."""

    id: str
    name: str
    kind: str
    hexes: tuple[int, ...]
    confidence: str


class Board:
    """The board as data. Everything is found once and never changes.

    Args:
        data: what data/board.toml holds.  wrong: takes every fault; without it a fault raises.

    Raises:
        BoardError: with every fault at once.
    """

    def __init__(self, data: Mapping[str, Any], wrong: Faults | None = None) -> None:
        told, wrong = wrong is not None, wrong if wrong is not None else Faults()
        ground = self._letters(wrong, data, "ground", set(data["ground"]))
        land = self._letters(wrong, data, "land", {row["letter"] for row in data["land"]} | {"."})
        self.ground: tuple[str, ...] = ground
        self.land: tuple[str, ...] = land
        self.land_names: Mapping[str, str] = {row["letter"]: row["name"] for row in data["land"]}
        self.land_sure: Mapping[str, str] = {row["letter"]: row.get("confidence", "low") for row in data["land"]}
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
        if wrong and not told:
            raise BoardError(wrong.found)

    @staticmethod
    def _letters(wrong: Faults, data: Mapping[str, Any], layer: str, known: set[str]) -> tuple[str, ...]:
        """A layer of letters by hex; the file has it row by row."""
        lines = data["letters"][layer]
        if len(lines) != ROWS:
            wrong.add(layer, f"has {len(lines)} rows, not {ROWS}")
        out = ["."] * HEXES.size
        strange: dict[str, list[str]] = {}
        for row, line in enumerate(lines[:ROWS]):
            if len(line) != COLUMNS:
                wrong.add(f"{layer}, row {row + 1}", f"has {len(line)} letters, not {COLUMNS}")
            for column, letter in enumerate(line[:COLUMNS]):
                if letter not in known:
                    strange.setdefault(letter, []).append(f"{column + 1:02}{row + 1:02}")
                out[column * ROWS + row] = letter
        for letter, where in strange.items():
            more = f", and {len(where) - _SHOWN} more" if len(where) > _SHOWN else ""
            wrong.add(f"{layer}, hex {', '.join(where[:_SHOWN])}{more}", f"“{letter}” is no letter of the key")
        return tuple(out)

    @staticmethod
    def _hexes(wrong: Faults, where: str, names: object) -> tuple[int, ...]:
        return tuple(h for name in wrong.names(where, names) if (h := wrong.name(where, name, INDEX)) >= 0)

    def _line(self, wrong: Faults, what: str, row: Mapping[str, Any], kind: str, key: str) -> Way:
        hexes = self._hexes(wrong, f"{what} {row['id']}", row[key])
        for a, b in pairwise(hexes):
            if b not in BESIDE[a]:
                wrong.add(f"{what} {row['id']}", f"{HEXES.names[b]} does not lie beside {HEXES.names[a]}")
        return Way(row["id"], row.get("name", row["id"]), kind, hexes, row["confidence"])

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
        self.tracks = self.secondary | self._edges("dragonewt")
        self.primary_hexes = self.towns | bits(h for edge in self.primary for h in edge)
        self.newt_hexes = bits(h for road in self.roads if road.kind == "dragonewt" for h in road.hexes)
        self.sure_of_line: dict[int, str] = {
            h: line.confidence for line in (*self.roads, *self.rivers) for h in line.hexes
        }
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


def board_file() -> Path | None:
    """The file of a board that somebody else made, which is played on in this process: what ELRIC_BOARD names, where that is
    a board of hexes (its name ends in .toml); None for our own."""
    named = os.environ.get("ELRIC_BOARD", "")
    return Path(named) if named.endswith(".toml") else None


def summary(board: Board) -> dict[str, Any]:
    """A board as plain data: its places, and how many hexes there are of each ground."""
    kinds = {
        "open": ".", "ridge": "^", "forest": "f", "wooded ridge": "F", "marsh": "m", "delta": "d", "river": "r", "ford": "=",
    }  # fmt: skip
    return {
        "hexes": {name: board.ground[h] + board.land[h] for h, name in enumerate(HEXES.names)},
        "places": [
            {
                "id": place.id, "name": place.name, "kind": place.kind, "hexes": [HEXES.names[h] for h in place.hexes],
                "confidence": place.confidence,
            }
            for place in board.places.values()
        ],
        "counts": {kind: board.ground.count(letter) for kind, letter in kinds.items()},
    }  # fmt: skip


def look_over(file: Path) -> tuple[Board, list[str]]:
    """The board of a file as far as it goes, and everything that is wrong with it.

    Raises:
        BoardError: when the file holds no board at all.
    """
    wrong = Faults()
    data = shape(read_board(file), wrong)
    board = Board(data, wrong)
    _look_for(wrong, data)
    return board, list(dict.fromkeys(wrong.found))


def _look_for(wrong: Faults, data: Mapping[str, Any]) -> None:
    """What the rules and the scenarios speak of has to be on any board: our own names it."""
    ours = law.read("board.toml")
    for kind, key, what in (
        ("place", "id", "place"),
        ("zone", "id", "zone"),
        ("land", "letter", "land"),
        ("feature", "name", "feature"),
    ):
        there = {row[key]: row for row in data[kind]}
        for row in ours[kind]:
            if row[key] not in there:
                wrong.add(f"{what} {row[key]}", "is missing, and the rules speak of it")
            elif "hexes" in row and not there[row[key]]["hexes"]:
                wrong.add(f"{what} {row[key]}", "has no hex")


def _ours() -> Board:
    """The board of this process."""
    file = board_file()
    if file is None:
        return Board(law.read("board.toml"))
    try:
        board, faults = look_over(file)
        if faults:
            raise BoardError(faults, file.name)
        return board
    except BoardError as error:
        error.add_note("ELRIC_BOARD names this file. `elric board --game dragon-pass --check FILE` names every fault.")
        raise


BOARD: Final = _ours()


def lands(letters: str) -> int:
    """All hexes of these lands [61.1-61.12]."""
    found = 0
    for letter in letters:
        found |= BOARD.lands[letter]
    return found
