"""Every kind of question, in the order in which they are taught."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from elric.dragon_pass.teaching.question_kinds import battles, counters, judged, magic, marching, orders, strangers
from elric.tutor.question_kinds import read_kinds

FOLDER: Final = Path(__file__).parents[1] / "data" / "questions"
FILES: Final = (counters, marching, battles, magic, strangers, judged, orders)
KINDS: Final = read_kinds(FOLDER, FILES)
judged.add(KINDS)

__all__ = ["FILES", "KINDS"]
