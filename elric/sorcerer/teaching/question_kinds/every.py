"""Every kind of question, in the order in which they are taught."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from elric.sorcerer.teaching.question_kinds import colors, deeds, endings, fights, storms
from elric.tutor.question_kinds import read_kinds

KINDS: Final = read_kinds(Path(__file__).parents[1] / "data" / "questions", (colors, deeds, fights, storms, endings))

__all__ = ["KINDS"]
