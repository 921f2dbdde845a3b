"""What the decision that waits is about, by name: the words in which a position says what a step holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.description.underway import frame_said
from elric.young_kingdoms.position.state import State


def held(s: State) -> Mapping[str, Any]:
    """What the step that waits holds, in names ("personality", "area", "to_lose"): the fields of its frame (`Step.holds`). What
    is nothing (False, no pieces) is left out."""
    said = frame_said(s.agenda[-1]) if s.agenda else ""
    return said if isinstance(said, dict) else {}


def leader(s: State) -> int:
    """Who leads the stack in hand."""
    return pieces.INDEX[held(s)["leader"]]
