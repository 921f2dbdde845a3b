"""What happened, as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from elric.dragon_pass.position.events import EVENTS


def sentence(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """One event in words; empty for those not worth a sentence."""
    kind = EVENTS.get(event["kind"])
    return kind.sentence(event, names) if kind else ""
