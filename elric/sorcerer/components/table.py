"""The results table [13.4]: a differential, a line, a die. Lost with the map; which cells are ours stands in data/results.toml."""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.sorcerer.components import law
from elric.sorcerer.components.colors import LINE_NAMES, SHIFT

PIN: Final = -1


class Cell(NamedTuple):
    """One cell: steps lost (PIN: pinned, 0: nothing), how it is known, and what else it might be (by the text's bounds)."""

    result: int
    known_by: str
    low: int
    high: int


def _result(word: str) -> int:
    return PIN if word == "P" else int(word)


def _read() -> tuple[tuple[Cell, ...], ...]:
    rows = sorted(law.read("results.toml")["column"], key=lambda row: int(row["column"]))
    out = []
    for row in rows:
        cells = []
        for die, (word, known) in enumerate(zip(row["results"], row["known_by"], strict=True), 1):
            low, _, high = row.get("bounds", {}).get(str(die), f"{word}..{word}").partition("..")
            cells.append(Cell(_result(word), known, _result(low), _result(high)))
        out.append(tuple(cells))
    return tuple(out)


COLUMNS: Final = _read()
FIRST: Final = min(int(row["column"]) for row in law.read("results.toml")["column"])
LAST: Final = FIRST + len(COLUMNS) - 1


def column(differential: int, which: int) -> int:
    """The column of a differential on a line [13.75, 13.77]: beyond its labels the first or the last."""
    return max(FIRST, min(LAST, differential + SHIFT[which]))


def result(differential: int, which: int, die: int) -> int:
    """What an attack comes to: steps lost, 0 for nothing, PIN."""
    return COLUMNS[column(differential, which) - FIRST][die - 1].result


__all__ = ["COLUMNS", "FIRST", "LAST", "LINE_NAMES", "PIN", "Cell", "column", "result"]
