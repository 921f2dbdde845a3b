"""The board: areas, what touches what, cities, ports and special places, as indices for the rules.

The board is replaceable data (maps/board.json, or the file named by ELRIC_BOARD). It is loaded once for a process.
Sources: Chaosium [3.1], [7.5]; Avalon Hill 2.1, 6.5. The printed board is lost; see maps/README.md.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from elric.young_kingdoms.components import board_check
from elric.young_kingdoms.components.board_file import BoardError, board_data, read_json

__all__ = ["BOARD", "LAND", "MOUNTAIN", "SEA", "WALL_CAPITAL", "WALL_CITY", "Board", "BoardError", "board_file"]
__all__ += ["load_board", "look_over", "maps_folder", "slug"]

LAND: Final = 0
SEA: Final = 1
MOUNTAIN: Final = 2
_KINDS: Final = {"land": LAND, "sea": SEA, "mountain": MOUNTAIN}

WALL_CITY: Final = 3
WALL_CAPITAL: Final = 5


def maps_folder() -> Path:
    """The folder of map files: inside the installed package, or beside it in a checkout."""
    inside = Path(__file__).resolve().parents[2] / "maps"
    return inside if inside.is_dir() else Path(__file__).resolve().parents[3] / "maps"


def slug(name: str) -> str:
    """ "Isle of Purple Towns" -> "isle-of-purple-towns"."""
    keep = "".join(c if c.isalnum() else "-" for c in name.lower().replace("'", ""))
    return "-".join(w for w in keep.split("-") if w)


class Board:
    """Areas by index. Tuples are indexed by area; every list of areas holds indices.

    Attributes:
        ids, names: text of each area.  kind: LAND, SEA or MOUNTAIN.
        near: areas one step away, mountains left out.  touch: the same as sets.
        nation: slug of the nation, or "".  wild: wilderness (land, or sea such as the Straits of Chaos).
        city: has a city.  capital: is a capital.  wall: 0, 3 or 5.  ports: seas its harbour opens on.
        builds: fleets may be built there.  spell_place: "", "both" or "avalon-hill".  special: slug or "".
    """

    def __init__(self, data: dict[str, Any], faults: list[str] | None = None) -> None:
        """Build the board from tidy data (board_file.py).

        Raises:
            BoardError: with every fault; when `faults` is given, they are added there instead, for whoever looks it over.
        """
        problems: list[str] = [] if faults is None else faults
        areas: list[dict[str, Any]] = data.get("areas") or []
        self.data = data
        self.ids: tuple[str, ...] = tuple(str(a.get("id")) for a in areas)
        self.index: dict[str, int] = {i: n for n, i in enumerate(self.ids)}
        if len(areas) > 240:
            problems.append(f"a board may have 240 areas, this one has {len(areas)}")
        self.names: tuple[str, ...] = tuple(str(a.get("name") or a.get("id")) for a in areas)
        for a in areas:
            if a.get("kind") not in _KINDS:
                problems.append(f"{a.get('id')}: kind must be land, sea or mountain, not {a.get('kind')!r}")
        self.kind: tuple[int, ...] = tuple(_KINDS.get(a.get("kind", ""), LAND) for a in areas)
        self.nation: tuple[str, ...] = tuple(slug(a["nation"]) if a.get("nation") else "" for a in areas)
        self.wild: tuple[bool, ...] = tuple(
            bool(a.get("wilderness")) or a.get("special") == "straits_of_chaos" for a in areas
        )
        cities = [a.get("cities") or [] for a in areas]
        self.cities: tuple[tuple[str, ...], ...] = tuple(tuple(c["name"] for c in cs) for cs in cities)
        self.city: tuple[bool, ...] = tuple(bool(cs) for cs in cities)
        self.capital: tuple[bool, ...] = tuple(any(c.get("capital") for c in cs) for cs in cities)
        self.wall: tuple[int, ...] = tuple(
            0
            if not any(c.get("walled") for c in cs)
            else WALL_CAPITAL
            if any(c.get("capital") and c.get("walled") for c in cs)
            else WALL_CITY
            for cs in cities
        )
        near: list[list[int]] = [[] for _ in areas]
        for pair in data.get("edges") or []:
            x, y = pair
            for side in (x, y):
                if side not in self.index:
                    problems.append(f"a border names {side!r}, which is no area")
            if x in self.index and y in self.index:
                i, j = self.index[x], self.index[y]
                if MOUNTAIN not in (self.kind[i], self.kind[j]):
                    near[i].append(j)
                    near[j].append(i)
        self.near: tuple[tuple[int, ...], ...] = tuple(tuple(sorted(set(n))) for n in near)
        self.touch: tuple[frozenset[int], ...] = tuple(frozenset(n) for n in self.near)
        ports: list[tuple[int, ...]] = []
        for n, a in enumerate(areas):
            seas = []
            for name in a.get("port_to") or []:
                if name not in self.index or self.kind[self.index[name]] != SEA:
                    problems.append(f"{self.ids[n]}: its port opens on {name!r}, which is no sea")
                elif self.index[name] not in self.touch[n]:
                    problems.append(f"{self.ids[n]}: its port opens on {name!r}, which it does not touch")
                else:
                    seas.append(self.index[name])
            ports.append(tuple(seas))
        self.ports: tuple[tuple[int, ...], ...] = tuple(ports)
        self.builds: tuple[bool, ...] = tuple(bool(a.get("builds_fleets", bool(a.get("port_to")))) for a in areas)
        self.spell_place: tuple[str, ...] = tuple(
            ("avalon-hill" if a.get("id") == "rlin_kren_aa" else "both") if a.get("spell_symbol") else "" for a in areas
        )
        self.special: tuple[str, ...] = tuple(str(a.get("special") or "") for a in areas)
        self.continent: tuple[str, ...] = tuple(str(a.get("continent") or "") for a in areas)
        self.size = len(areas)
        self._far: dict[int, list[int]] = {}
        self._main: dict[str, int] = {}
        self.lands: tuple[int, ...] = tuple(i for i in range(self.size) if self.kind[i] == LAND)
        self.seas: tuple[int, ...] = tuple(i for i in range(self.size) if self.kind[i] == SEA)
        self.home: dict[str, tuple[int, ...]] = {
            n: tuple(i for i in self.lands if self.nation[i] == n) for n in sorted(set(self.nation)) if n
        }
        if problems and faults is None:
            raise BoardError(problems)

    def main_city(self, nation: str) -> int:
        """The capital of a nation, or its only city when it has no capital (Chaosium [12.1.1])."""
        if nation not in self._main:
            home = self.home[nation]
            capitals = [i for i in home if self.capital[i]]
            self._main[nation] = (capitals or [i for i in home if self.city[i]])[0]
        return self._main[nation]

    def special_area(self, name: str) -> int:
        """The area with this special slug, or -1 when the board has none."""
        return self.special.index(name) if name in self.special else -1

    def distances(self, start: int) -> list[int]:
        """Steps from `start` to every area over land and sea; -1 where it cannot be reached. Look, do not change."""
        if start in self._far:
            return self._far[start]
        far = self._far[start] = [-1] * self.size
        far[start] = 0
        ring = [start]
        while ring:
            out = []
            for i in ring:
                for j in self.near[i]:
                    if far[j] < 0:
                        far[j] = far[i] + 1
                        out.append(j)
            ring = out
        return far


def board_file() -> Path:
    """The file of the board that is played on: ELRIC_BOARD, else the one that comes with the package."""
    return Path(_board_name() or maps_folder() / "board.json")


def _board_name() -> str:
    """The board that ELRIC_BOARD names; "" for none. One whose name ends in .toml is a board of hexes, another game's."""
    named = os.environ.get("ELRIC_BOARD", "")
    return "" if named.endswith(".toml") else named


def look_over(path: str | os.PathLike[str]) -> tuple[Board, list[str]]:
    """The board of a file as far as it goes, and everything that is wrong with it.

    Raises:
        BoardError: when the file holds no board at all.
    """
    file, ours = Path(path), maps_folder() / "board.json"
    given = read_json(file)
    try:
        data, faults = board_data(given, given if file == ours else read_json(ours))
    except BoardError as error:
        raise BoardError(error.problems, file.name) from None
    return Board(data, faults), faults


def load_board(path: str | os.PathLike[str] | None = None) -> Board:
    """Read a board file: board data, or a GeoJSON with an `id` on each area (see board_file.py).

    Args:
        path: by default ELRIC_BOARD, else the board that comes with the package.

    Raises:
        BoardError: with every fault of the file at once.
    """
    file = Path(path) if path is not None else board_file()
    board, faults = look_over(file)
    if faults:
        raise BoardError(faults, file.name)
    return board


def _choose_board() -> Board:
    """The board of this process: what ELRIC_BOARD names must be good for a game, not only well formed."""
    file = _board_name()
    if not file:
        return load_board()
    try:
        board, faults = look_over(file)
        faults += board_check.faults(board)
        if faults:
            raise BoardError(faults, Path(file).name)
    except BoardError as error:
        error.add_note("ELRIC_BOARD names this file. `elric board --check FILE` looks over its drawing, too.")
        raise
    return board


BOARD: Final = _choose_board()
