"""Words of the game in plain words, from data/glossary.toml, and where they stand in a sentence."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "data" / "glossary.toml"


@dataclass(frozen=True, slots=True)
class Term:
    """A word, what it means, and the clause pair where to read on. `forms`: other shapes it takes in a sentence."""

    name: str
    says: str
    clause: tuple[str, str]
    forms: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The word as an address: "tipped-world"."""
        return self.name.lower().replace(" ", "-")


@cache
def terms() -> tuple[Term, ...]:
    """Every term, by name."""
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))["term"]
    found = [Term(r["name"], r["says"], (r["clause"][0], r["clause"][1]), tuple(r.get("forms", ()))) for r in rows]
    return tuple(sorted(found, key=lambda t: t.name.lower()))


def term(key: str) -> Term | None:
    """A term by its address; None when there is no such word."""
    return next((t for t in terms() if t.key == key), None)


def find(query: str) -> list[Term]:
    """Terms in whose name every word of a query occurs."""
    wanted = query.lower().split()
    return [t for t in terms() if wanted and all(w in t.name.lower() for w in wanted)]


@cache
def _pattern() -> tuple[re.Pattern[str], dict[str, Term]]:
    forms = {form.lower(): t for t in terms() for form in (t.name, *t.forms)}
    longest = sorted(forms, key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, longest))})\b", re.IGNORECASE), forms


def marked(text: str, known: set[str]) -> Iterator[tuple[str, Term | None]]:
    """A sentence in pieces: plain ones, and the first use of each term. Terms in `known` (by key) are passed over; those
    found are added to it."""
    pattern, forms = _pattern()
    at = 0
    for hit in pattern.finditer(text):
        found = forms[hit.group().lower()]
        if found.key in known:
            continue
        known.add(found.key)
        if hit.start() > at:
            yield text[at : hit.start()], None
        yield hit.group(), found
        at = hit.end()
    if at < len(text):
        yield text[at:], None


__all__ = ["FILE", "Term", "find", "marked", "term", "terms"]
