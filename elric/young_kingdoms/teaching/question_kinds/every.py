"""Every kind of question, in the order in which they are taught."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from elric.tutor.question_kinds import read_kinds
from elric.young_kingdoms.teaching.question_kinds import (
    allowed,
    battles,
    books,
    cards,
    fates,
    fields,
    magic,
    marching,
    opening,
    orders,
    powers,
    realms,
    ships,
)

FOLDER: Final = Path(__file__).parents[1] / "data" / "questions"
FILES: Final = (marching, allowed, ships, battles, books, magic, powers, cards, fates, fields, opening, realms, orders)
KINDS: Final = read_kinds(FOLDER, FILES)

__all__ = ["FILES", "KINDS"]
