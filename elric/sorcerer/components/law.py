"""The law of *Sorcerer*: the book by section, the rulings, the switches. The words stand in data/*.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from elric.kernel.lawbook import LawBook

EDITION: Final = "1975"
EDITIONS: Final = (EDITION,)
TITLES: Final = {EDITION: "SPI 1975"}
MARKS: Final = {EDITION: "1975"}

DATA: Final = Path(__file__).parents[1] / "data"

BOOK: Final = LawBook(DATA, EDITIONS, EDITION)
read, switches, rulings, register, ruleset = BOOK.read, BOOK.switches, BOOK.rulings, BOOK.register, BOOK.ruleset
