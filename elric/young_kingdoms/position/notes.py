"""Notes: what a position remembers besides who is where. A note is a tuple that begins with its kind."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from elric.young_kingdoms.position.state import State


def noted(s: State, kind: str) -> list[tuple[Any, ...]]:
    """The notes of a kind, in the order in which they were made."""
    return [note for note in s.notes if note[0] == kind]


def forget(s: State, kinds: Set[str]) -> None:
    """Strike out every note of some kinds."""
    for note in s.notes:
        if note[0] in kinds:
            s.notes = tuple([n for n in s.notes if n[0] not in kinds])
            return
