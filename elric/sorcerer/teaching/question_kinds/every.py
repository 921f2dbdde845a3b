"""Every kind of question, in the order in which they are taught."""

from __future__ import annotations

from typing import Final

from elric.tutor.question_kinds import Kinds

KINDS: Final = Kinds()
