"""Positions of the sandbox as text: a line for a mail, a link, a part as data. Whatever is wrong is said in a sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from elric.kernel.record import read_json
from elric.widgets.definition import TableDef
from elric.widgets.sandbox import Position

__all__ = ["PositionTexts"]

_LONGEST_LINK: Final = 1900  # letters: a browser's address is read up to 2000
_LONGEST: Final = 200_000
_MOST_KEPT: Final = 64


class PositionTexts:
    """Reads and writes positions of one game; what was written once is kept for a while."""

    def __init__(self, kit: TableDef) -> None:
        self._game = kit.game
        self._kept: dict[int, tuple[Position, str]] = {}

    def text(self, position: Position) -> str:
        """The position as a line of text; "" for one that cannot be."""
        kept = self._kept.get(id(position))
        if kept is not None and kept[0] is position:
            return kept[1]
        try:
            text = self._game.position_text(position)
        except (ValueError, LookupError, TypeError, AttributeError):
            text = ""
        if len(self._kept) >= _MOST_KEPT:
            self._kept.pop(next(iter(self._kept)))
        self._kept[id(position)] = (position, text)
        return text

    def link(self, text: str) -> str:
        """The link that opens it; "" where it would be too long."""
        link = f"?{urlencode({'sandbox': text})}"
        return link if text and len(link) <= _LONGEST_LINK else ""

    def read(self, text: str) -> dict[str, Any]:
        """A position from its line of text, from a link with that in it, or from data.

        Raises:
            ValueError: what is wrong with it, in words.
        """
        line = text.strip()
        if not line:
            raise ValueError("There is nothing written there.")
        if len(line) > _LONGEST:
            raise ValueError("That is too long to be a position.")
        if line.startswith("{"):
            found = _data(line)
            if not isinstance(found, dict):
                raise ValueError("That is no position.")
            return self._game.plain_copy(found)
        try:
            position = self._game.parse_position(line)
            self._game.build(position)
        except ValueError as error:
            raise ValueError(f"That cannot be read as a position: {error}.") from None
        return position

    def part(self, position: Position, part: str, text: str) -> dict[str, Any]:
        """A position with one part written anew as data; without the part where nothing is written.

        Raises:
            ValueError: what is written is no data.
        """
        new = {key: said for key, said in position.items() if key != part}
        if not part or len(text) > _LONGEST:
            raise ValueError("That is no part of a position.")
        if text.strip():
            new[part] = _data(text)
        return new


def _data(text: str) -> Mapping[str, Any] | Any:
    try:
        return read_json(text)
    except RecursionError:
        raise ValueError("That has brackets within brackets without end.") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"That is not data as it is written here: {error.msg}, at letter {error.pos + 1}.") from None
