"""Every kind of question: importing a file of this folder adds its kinds."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.teaching.question_kinds import battles, counters, judged, magic, marching, strangers
from elric.dragon_pass.teaching.question_kinds.registry import KINDS

judged.add()
FILES: Final = (counters, marching, battles, magic, strangers, judged)

__all__ = ["FILES", "KINDS"]
