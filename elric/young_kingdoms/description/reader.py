"""Reading a position: names looked up, tables and lists looked over, every fault gathered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from elric.kernel.errors import PositionError
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position.fields import Word, fields_read, find
from elric.young_kingdoms.position.state import NEUTRAL, NOBODY, State

_MOST_PROBLEMS: Final = 50  # to say what was probably meant takes milliseconds for each


class Reader:
    """Looks up the words of one position. `problems` gathers the faults; what cannot be read is passed over."""

    def __init__(self, spec: Mapping[str, Any]) -> None:
        self.spec = spec
        self.problems: list[str] = []
        # Whether the position says what waits: then it may stand in the middle of anything that a game comes to, and the
        # invariants alone judge it. Otherwise its phase begins, and nothing may be left open.
        self.midway = "waits" in spec or "outcome" in spec

    def bad(self, where: str, what: str) -> None:
        self.problems.append(f"{where}: {what}")
        if len(self.problems) >= _MOST_PROBLEMS:
            raise PositionError([*self.problems, "and more: the rest was not read"])

    def find(self, where: str, word: object, known: Mapping[str, int]) -> int:
        return find(where, word, known, self.bad)

    def table(self, key: str) -> Mapping[str, Any]:
        v = self.spec.get(key, {})
        if not isinstance(v, Mapping):
            self.bad(key, "must be a table of names")
            return {}
        return v

    def names_in(self, key: str) -> list[tuple[str, Any]]:
        """The rows of a table whose keys may be such as "jharkor-army*3"."""
        return [(str(name), value) for name, value in self.table(key).items()]

    def names(self, where: str, value: object) -> list[str]:
        """A list of names; anything else is a fault."""
        if isinstance(value, (list, tuple)) and all(isinstance(x, str) for x in value):
            return list(value)
        self.bad(where, f"must be a list of names, not {str(value)[:60]!r}")
        return []

    def seat(self, seat: object, s: State) -> bool:
        return isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < s.scenario.seats

    def owner(self, where: str, value: object, s: State) -> int:
        """A seat of the scenario, NEUTRAL (null) or NOBODY."""
        if value is None or value == "nobody":
            return NEUTRAL if value is None else NOBODY
        if isinstance(value, int) and self.seat(value, s):
            return value
        self.bad(where, f"{str(value)[:60]!r} is no seat of this scenario")
        return NEUTRAL

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        v = self.spec.get(key, default)
        if not isinstance(v, int) or isinstance(v, bool) or not low <= v <= high:
            self.bad(key, f"must be a whole number from {low} to {high}, not {str(v)[:60]!r}")
            return default
        return v

    def areas(self, key: str) -> int:
        """A set of areas as bits."""
        found = (self.find(key, w, BOARD.index) for w in self.names(key, self.spec.get(key, ())))
        return sum(1 << a for a in set(found) if a >= 0)

    def several(
        self, where: str, name: str, free: Callable[[int], bool], taken: str = "stands in two places"
    ) -> list[int]:
        """The pieces of a name. "jharkor-army*3" is the next three armies of Jharkor that are free, "jharkor-army-2..5" the
        second to the fifth."""
        if "*" in name:
            stem, _, n = name.partition("*")
            found = [u for u in pieces.ARMIES if pieces.IDS[u].rsplit("-", 1)[0] == stem and free(u)]
            if not n.isdecimal() or len(n) > 3 or not found or int(n) > len(found):
                self.bad(where, f"“{name[:60]}” asks for more than the {len(found)} there are")
                return []
            return found[: int(n)]
        units = self.pieces(where, name)
        for u in units:
            if not free(u):
                self.bad(where, f"{pieces.IDS[u]} {taken}")
        return [u for u in units if free(u)]

    def pieces(self, where: str, name: object) -> list[int]:
        """The pieces of a name, one or a row of armies; none, and a fault, where there is no such piece."""
        if isinstance(name, str) and ".." in name:
            first, _, last = name.partition("..")
            unit = self.find(where, first, pieces.INDEX)
            v = self.find(where, f"{first.rpartition('-')[0]}-{last}"[:80], pieces.INDEX) if unit >= 0 else -1
            if unit < 0 or v < 0:
                return []
            if not (pieces.KIND[unit] == pieces.KIND[v] == pieces.ARMY and unit <= v):
                self.bad(where, f"“{name[:60]}” is no row of armies")
                return []
            return list(range(unit, v + 1))
        unit = self.find(where, name, pieces.INDEX)
        return [unit] if unit >= 0 else []

    def rows(self, key: str, fields: Mapping[str, Word]) -> list[list[Any]]:
        rows = self.spec.get(key, ())
        if not isinstance(rows, (list, tuple)):
            self.bad(key, f"must be a list of tables of {', '.join(fields)}")
            return []
        return [fields_read(f"{key}, {k + 1}", row, fields, self.bad) for k, row in enumerate(rows)]


__all__ = ["Reader"]
