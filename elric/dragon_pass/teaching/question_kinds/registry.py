"""Where the kinds of question register themselves; importing a file of this folder adds its kinds."""

from __future__ import annotations

from typing import Final

from elric.tutor.question import Kinds

KINDS: Final = Kinds()
kind = KINDS.kind
