"""Results of chance written down beforehand, as numbers or in a game's own words ("die 4", "draw arioch")."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from .chance import ChanceError, ScriptedChance

Result = int | str
Parse = Callable[[str | Sequence[Result]], list[Result]]


def numbers(script: str | Sequence[Result]) -> list[Result]:
    """A script of a game that has no other words for luck than these: "die 4" for a throw, or whole numbers from 0 (a die showing
    4 is 3).

    Raises:
        ChanceError: something else is in it.

    >>> numbers("die 6, die 1")
    [5, 0]
    """
    parts: Sequence[object] = (
        _numbers_of_throws(script).replace(",", " ").split() if isinstance(script, str) else script
    )
    found: list[Result] = []
    for said in parts:
        part = _numbers_of_throws(said).strip() if isinstance(said, str) else said
        if isinstance(part, bool) or not (isinstance(part, int) or (isinstance(part, str) and part.isdigit())):
            raise ChanceError(f"a result is “die 1” to “die 6” or a whole number from 0, not {part!r:.60}")
        found.append(int(part))
    return found


def _numbers_of_throws(text: str) -> str:
    """A text with the numbers that its throws stand for."""
    return re.sub(r"\bdie\s+([1-6])\b", lambda die: str(int(die[1]) - 1), text)


def left_over(chance: object) -> list[Result]:
    """What of a script has not been asked for."""
    return list(getattr(chance, "script", ()))


def check_used(chance: object) -> None:
    """Whether a script has been used to its end.

    Raises:
        ChanceError: says which results nobody asked for.
    """
    left = left_over(chance)
    if left:
        raise ChanceError("the game never asked for " + ", ".join(f"“{x}”" for x in left))


@contextmanager
def scripted(holder: Any, script: list[Result]) -> Iterator[None]:
    """For the length of a `with`, a game's chance is this script and nothing else; then its own goes on.

    Raises:
        ChanceError: the script does not fit, runs out, or is not used up when the `with` ends.
    """
    own = holder.chance
    holder.chance = chance = ScriptedChance(script)
    try:
        yield
        check_used(chance)
    finally:
        holder.chance = own
