"""What rules are written with: a refusal, a rule that never refuses, frames put on the agenda and taken off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .steps import Frame
from .verdict import Fix, Offer, Reason, Why


def no(
    why: Why,
    clause: str | tuple[str, ...],
    words: str,
    fix: str | Sequence[Offer] = "",
    look: str | tuple[str, ...] = (),
    do: tuple[str, ...] = (),
) -> bool:
    """A rule's no, with its reason where somebody wants to hear it (see `verdict.Reason`).

    A sentence that has to be put together costs more than most rules. So where its parts are not plain texts, and
    nobody has asked for it yet, a rule says `return why is not None and no(why, ...)`.

    Args:
        why: the list that collects reasons, or None.
        clause: the number in the game's only edition, or one number for each.
        fix: what would make it legal; or several, the likeliest first, of which what is handed out has the first that can
            be followed. One that was to name actions and found none is left out.
        look: an area or a piece to look at, or several.
        do: what a single fix names.
    """
    if why is None:
        return False
    citation, places = ((x,) if isinstance(x, str) else x for x in (clause, look))
    if isinstance(fix, str):
        why.append(Reason(citation, words, fix, places, do))
        return False
    fixes: list[Fix] = [(x, ()) if isinstance(x, str) else x for x in fix if isinstance(x, str) or x[1]]
    first, *others = fixes or [("", ())]
    why.append(Reason(citation, words, first[0], places, first[1], tuple(others)))
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
