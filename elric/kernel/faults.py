"""Reading plain data that a person wrote: every fault is collected and named, and nothing stops at the first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from .clauses import Ruleset, RulesetError, did_you_mean
from .failure import ElricError
from .native import mypyc_attr

_MOST_HINTS: Final = 5
_MOST_FAULTS: Final = 100


class BoardError(ElricError, ValueError):
    """A board file is unusable. `problems` lists every fault found, each once and naming its area."""

    def __init__(self, problems: list[str], file: str = "") -> None:
        self.problems = list(dict.fromkeys(problems))
        name = file or "the board"
        if len(self.problems) == 1:
            text = f"{file}: {self.problems[0]}" if file else self.problems[0]
        else:
            text = "\n- ".join([f"{name} has {len(self.problems)} faults:", *self.problems])
        super().__init__(text)

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: the faults; where in our code they were found helps nobody."""
        return ["\n".join([f"{type(self).__name__}: {self}", *getattr(self, "__notes__", ())])]


@mypyc_attr(allow_interpreted_subclasses=True)
class Faults:
    """What is wrong with some data, each fault as "where: what".

    The readers return something harmless where the data is wrong, so that reading can go on to the next fault. What was
    meant is looked for in the first few faults only: it takes milliseconds each, and a text may hold ten thousand.
    """

    def __init__(self) -> None:
        self.found: list[str] = []

    def __bool__(self) -> bool:
        return bool(self.found)

    def add(self, where: str, what: str) -> None:
        """Note a fault."""
        if len(self.found) < _MOST_FAULTS:
            self.found.append(f"{where}: {what}" if where else what)
        elif len(self.found) == _MOST_FAULTS:
            self.found.append("and more: the rest is not told")

    def hint(self, word: object, known: Iterable[str]) -> str:
        """What was probably meant, to be put behind a fault; "" after the first few."""
        said = did_you_mean(str(word)[:60], known) if len(self.found) < _MOST_HINTS else ""
        return f"; {said}" if said else ""

    def name(self, where: str, word: object, known: Mapping[str, int]) -> int:
        """The number that a name stands for; -1 where there is none."""
        if isinstance(word, str) and word in known:
            return known[word]
        self.add(where, f"there is no “{str(word)[:60]}”{self.hint(word, known)}")
        return -1

    def names(self, where: str, value: object) -> list[str]:
        """A list of names."""
        if isinstance(value, (list, tuple)) and all(isinstance(word, str) for word in value):
            return list(value)
        self.add(where, f"must be a list of names, not {value!r}")
        return []

    def table(self, where: str, value: object) -> Mapping[str, Any]:
        """A table of names and values."""
        if isinstance(value, Mapping):
            return value
        self.add(where, "must be a table of names")
        return {}

    def whole(self, where: str, value: object, low: int, high: int, default: int) -> int:
        """A whole number within bounds."""
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.add(where, f"must be a whole number from {low} to {high}, not {value!r}")
        return default

    def stacks(
        self, where: str, value: object, places: Mapping[str, int], counters: Mapping[str, int]
    ) -> dict[int, tuple[int, ...]]:
        """The counters of each place, the top one first, from a table of names; each counter stands in one place only."""
        out: dict[int, tuple[int, ...]] = {}
        stands: dict[int, str] = {}
        for name, pile in self.table(where, value).items():
            place = self.name(where, name, places)
            there = f"{where}, {name}"
            units = tuple(u for word in self.names(there, pile) if (u := self.name(there, word, counters)) >= 0)
            if len(set(units)) != len(units):
                self.add(there, "names a counter twice")
            taken = [u for u in units if u in stands]
            for u in taken:
                self.add(there, f"{list(counters)[u]} stands in {stands[u]} already")
            if place >= 0 and units and not taken and len(set(units)) == len(units):
                out[place] = units
                stands.update(dict.fromkeys(units, name))
        return out

    def keys(self, where: str, given: Iterable[object], known: Iterable[str]) -> None:
        """Only these keys may be there."""
        known = tuple(known)
        for key in given:
            if key not in known:
                inside = f"{where}, {key}" if where else str(key)
                self.add(inside[:200], f"is not known here{self.hint(key, known)}")


def scenario_and_rules(
    wrong: Faults,
    table: Mapping[str, Any],
    scenarios: Mapping[str, Any],
    ruleset: Callable[[Any], Ruleset],
    edition: str,
) -> tuple[Any, Ruleset]:
    """What a position is of: its `scenario`, by default the first, and its `rules`, by default those of an edition."""
    key = table.get("scenario", next(iter(scenarios)))
    if not isinstance(key, str) or key not in scenarios:
        wrong.name("scenario", key, dict.fromkeys(scenarios, 0))
        key = next(iter(scenarios))
    try:
        return scenarios[key], ruleset(table.get("rules", edition))
    except RulesetError as e:
        wrong.add("rules", str(e))
        return scenarios[key], ruleset(edition)
