"""The board: 575 hexes of eight colors, cities, sides with river or mountain. A stand-in for the lost map (data/board.toml)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from elric.kernel.bits import bits, ones
from elric.kernel.hexes import Hexes
from elric.sorcerer.components import law
from elric.sorcerer.components.colors import GRAY, WHITE
from elric.sorcerer.components.colors import INDEX as COLOR

PLAIN, RIVER, MOUNTAIN = range(3)  # what a side is [6.6]
_KERNEL_DIRECTION: Final = {"north": 0, "north-east": 1, "south-east": 2, "south": 3, "south-west": 4, "north-west": 5}


class City(NamedTuple):
    """A city: its hex, its name, and whether it is a White (magical) one."""

    hex: int
    name: str
    white: bool
    confidence: str


class Board:
    """What is printed on the map.

    Args:
        data: the tables of board.toml.

    Attributes:
        printed: the printed color of each hex.
        sides: for each hex its neighbours by direction with what the side is; -1 off the map.
        cities: by hex; `gray` and `white` are those of each kind, as bits.
        confidence: by hex, how sure its color is.
        towards: the kernel's direction for a die of 1 to 6 [8.11].
        inner: hexes at least three from the edge, it included [16.0].

    Raises:
        ValueError: with what is wrong.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        size, letters, rows = data["size"], data["letters"], data["map"]["rows"]
        self.hexes = Hexes(size["columns"], size["rows"])
        columns, deep = self.hexes.columns, self.hexes.rows
        wrong = [
            f"row {k}: has {len(row)} letters, not {columns}" for k, row in enumerate(rows, 1) if len(row) != columns
        ]
        wrong += [f"row {k}: “{x}” is no letter" for k, row in enumerate(rows, 1) for x in row if x not in letters]
        if len(rows) != deep:
            wrong.append(f"there are {len(rows)} rows, not {deep}")
        if wrong:
            raise ValueError("\n- ".join([f"the board has {len(wrong)} faults:", *wrong]))
        self.index = {name: h for h, name in enumerate(self.hexes.names)}
        self.printed = bytes(COLOR[letters[rows[h % deep][h // deep]]] for h in range(self.hexes.size))
        kinds: dict[tuple[int, int], int] = {}
        for kind, name in ((RIVER, "river"), (MOUNTAIN, "mountain")):
            for run in data.get(name, ()):
                for side in run["sides"]:
                    a, b = (self.index[word] for word in side.split("/"))
                    if b not in self.hexes.neighbours[a]:
                        raise ValueError(f"{name} {side}: these two do not touch")
                    kinds[a, b] = kinds[b, a] = kind
        self.sides = tuple(
            tuple((n, kinds.get((h, n), PLAIN)) for n in self.hexes.beside[h]) for h in range(self.hexes.size)
        )
        self.exits = tuple(tuple(side for side in row if side[0] >= 0) for row in self.sides)
        self.cities = {
            self.index[row["hex"]]: City(self.index[row["hex"]], row["name"], row["kind"] == "white", row["confidence"])
            for row in data["city"]
        }
        self.gray = bits(h for h, city in self.cities.items() if not city.white)
        self.white = bits(h for h, city in self.cities.items() if city.white)
        for h, city in self.cities.items():
            if self.printed[h] != (WHITE if city.white else GRAY):
                raise ValueError(f"{self.hexes.names[h]}: {city.name} does not lie in a hex of its kind")
        sure = data["hex_confidence"]
        told = {name: kind for kind in ("book", "public", "hint") for name in sure[kind]}
        self.confidence = tuple(told.get(name, sure["other"]) for name in self.hexes.names)
        self.towards = tuple(_KERNEL_DIRECTION[data["directions"][str(die)]] for die in range(1, 7))
        self.inner = bits(
            h for h in range(self.hexes.size) if 2 <= h // deep < columns - 2 and 2 <= h % deep < deep - 2
        )
        self.entries = tuple(self.index[name] for name in data["entry"]["hexes"])  # where the Tide comes in [17.24]
        self.printed_white = bits(h for h in range(self.hexes.size) if self.printed[h] == WHITE)

    def city_name(self, h: int) -> str:
        """A hex as people call it: 2017, or its city."""
        return self.cities[h].name if h in self.cities else self.hexes.names[h]


BOARD: Final = Board(law.read("board.toml"))
HEXES: Final = BOARD.hexes
INDEX: Final = BOARD.index
ALL: Final = (1 << HEXES.size) - 1
CITIES: Final = ones(BOARD.gray)
SOUTH: Final = _KERNEL_DIRECTION["south"]
