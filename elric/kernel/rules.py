"""What rules are written with: a refusal, a rule that never refuses, frames put on the agenda and taken off."""

from __future__ import annotations

from typing import Any

from .steps import Frame
from .verdict import Reason, Why


def no(
    why: Why,
    clause: str | tuple[str, ...],
    words: str,
    fix: str = "",
    look: str | tuple[str, ...] = (),
    do: tuple[str, ...] = (),
) -> bool:
    """A rule's no, with its reason where somebody wants to hear it (see `verdict.Reason`).

    Args:
        why: the list that collects reasons, or None.
        clause: the number in the game's only edition, or one number for each.
        look: an area or a piece to look at, or several.
    """
    if why is not None:
        citation, places = ((x,) if isinstance(x, str) else x for x in (clause, look))
        why.append(Reason(citation, words, fix, places, do))
    return False


def always(s: Any, x: Any, args: tuple[int, ...], why: Why) -> bool:
    """A rule that never forbids."""
    return True


def push(s: Any, *frames: Frame) -> None:
    """Put frames on the agenda; the first given comes up first."""
    s.agenda = (*s.agenda, *reversed(frames))


def drop(s: Any) -> None:
    """Take the frame on top off the agenda."""
    s.agenda = s.agenda[:-1]


__all__ = ["always", "drop", "no", "push"]
