"""How the words of a game stand within a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["ProperNames"]


class ProperNames:
    """The names of a game, which keep their capital wherever they stand.

    Args:
        names: as they are printed, without an article.
    """

    def __init__(self, names: Iterable[str]) -> None:
        known = sorted({name.removeprefix("The ") for name in names if name})
        self._starts = re.compile(rf"(?:{'|'.join(map(re.escape, known))})(?!\w)" if known else r"(?!)")

    def within(self, text: str) -> str:
        """A sentence's words as they stand inside another: the first letter small, unless a name begins with it."""
        return text if self._starts.match(text) else text[:1].lower() + text[1:]
