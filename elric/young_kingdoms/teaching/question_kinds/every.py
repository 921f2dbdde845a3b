"""Every kind of question: importing a file of this folder adds its kinds."""

from __future__ import annotations

from typing import Final

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
    powers,
    realms,
    ships,
)
from elric.young_kingdoms.teaching.question_kinds.registry import KINDS

FILES: Final = (allowed, battles, books, cards, fates, fields, magic, marching, opening, powers, realms, ships)

__all__ = ["FILES", "KINDS"]
