"""Words of the game in plain words, from data/glossary.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "data" / "glossary.toml"


@dataclass(frozen=True, slots=True)
class Term:
    """A word, what it means, and the clause pair where to read on."""

    name: str
    says: str
    clause: tuple[str, str]


@cache
def terms() -> tuple[Term, ...]:
    """Every term, by name."""
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))["term"]
    found = [Term(r["name"], r["says"], (r["clause"][0], r["clause"][1])) for r in rows]
    return tuple(sorted(found, key=lambda t: t.name.lower()))


def find(query: str) -> list[Term]:
    """Terms in whose name every word of a query occurs."""
    wanted = query.lower().split()
    return [t for t in terms() if wanted and all(w in t.name.lower() for w in wanted)]


__all__ = ["FILE", "Term", "find", "terms"]
