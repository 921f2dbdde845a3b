"""How the words of a game stand within a sentence."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["ProperNames"]


class ProperNames:
    """The names of a game, which keep their capital wherever they stand.

    Args:
        names: as they are printed, without an article.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(sorted({name.removeprefix("The ") for name in names if name}))

    def within(self, text: str) -> str:
        """A sentence's words as they stand inside another: the first letter small, unless a name begins with it."""
        starts = any(text.startswith(name) and not text[len(name) : len(name) + 1].isalnum() for name in self._names)
        return text if starts else text[:1].lower() + text[1:]
