"""A player's sentence about itself, turned into advice to whoever is to do the same."""

from __future__ import annotations

import re
from typing import Final

_YOURS: Final = (
    (r"\bI am\b", "you are"), (r"\bI(?= [a-z])", "you"), (r"\bme\b", "you"), (r"\bmy\b", "your"), (r"\bMy\b", "Your"), (r"\bmine\b", "yours"),
    (r"(^|\. )you\b", r"\1You"),
)  # fmt: skip


def yours(text: str) -> str:
    """A player's sentence as advice: "I march on, to my goal. I win there." as "March on, to your goal. You win there."."""
    text = text.removeprefix("I ")
    text = text[:1].upper() + text[1:]
    for was, now in _YOURS:
        text = re.sub(was, now, text)
    return text


__all__ = ["yours"]
