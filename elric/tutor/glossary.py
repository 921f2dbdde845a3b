"""The glossary of a game, read from a file of terms, and the search for its terms in a sentence."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Term:
    """A word, what it means, and the clause where to read on (a citation). `forms`: its inflected forms."""

    name: str
    says: str
    clause: tuple[str, ...]
    forms: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The term as an identifier: "tipped-world"."""
        return self.name.lower().replace(" ", "-")


class Glossary:
    """The terms of one game.

    Args:
        file: a TOML file with a list `term` of name, says, clause and perhaps forms; None where a game has no glossary. It
            is read when somebody first asks.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file

    @cached_property
    def _terms(self) -> Sequence[Term]:
        rows = tomllib.loads(self.file.read_text(encoding="utf-8"))["term"] if self.file else ()
        found = [Term(r["name"], r["says"], tuple(r["clause"]), tuple(r.get("forms", ()))) for r in rows]
        return tuple(sorted(found, key=lambda t: t.name.lower()))

    @cached_property
    def _forms(self) -> dict[str, Term]:
        return {form.lower(): t for t in self._terms for form in (t.name, *t.forms)}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest = sorted(self._forms, key=len, reverse=True)
        return re.compile(rf"\b({'|'.join(map(re.escape, longest))})\b", re.IGNORECASE)

    def terms(self) -> Sequence[Term]:
        """Every term, by name."""
        return self._terms

    def term(self, key: str) -> Term | None:
        """A term by its identifier; None when there is none."""
        return next((t for t in self._terms if t.key == key), None)

    def find(self, query: str) -> list[Term]:
        """Terms in whose name every word of a query occurs."""
        wanted = query.lower().split()
        return [t for t in self._terms if wanted and all(w in t.name.lower() for w in wanted)]

    def marked(self, text: str, known: set[str]) -> Iterator[tuple[str, Term | None]]:
        """A sentence split into plain text and the first use of each term. Terms in `known` (by key) are not marked
        again; those found are added to it."""
        at = 0
        for hit in self._pattern.finditer(text) if self._terms else ():
            found = self._forms[hit.group().lower()]
            if found.key in known:
                continue
            known.add(found.key)
            if hit.start() > at:
                yield text[at : hit.start()], None
            yield hit.group(), found
            at = hit.end()
        if at < len(text):
            yield text[at:], None


__all__ = ["Glossary", "Term"]
