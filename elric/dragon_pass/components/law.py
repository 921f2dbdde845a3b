"""The law of Dragon Pass: the book by page and section, the rulings, the switches. The words stand in data/*.toml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from elric.kernel.lawbook import LawBook

EDITION: Final = "1976"
EDITIONS: Final = (EDITION,)
TITLES: Final = {EDITION: "Chaosium 1976"}
MARKS: Final = {EDITION: "1976"}

DATA: Final = Path(__file__).parents[1] / "data"


BOOK: Final = LawBook(DATA, EDITIONS, EDITION)
read, switches, rulings, register, ruleset = BOOK.read, BOOK.switches, BOOK.rulings, BOOK.register, BOOK.ruleset


@cache
def chapters() -> Mapping[str, str]:
    """What the book treats on each of its pages, by page."""
    return MappingProxyType(dict(read("chapters.toml")))
