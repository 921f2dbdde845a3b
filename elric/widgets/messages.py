"""What a browser may say. Everything that arrives is untrusted: it becomes a `Message`, or it is dropped."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final, TypeGuard
from urllib.parse import parse_qs

__all__ = ["LONGEST", "Message", "read"]

LONGEST: Final = 2000
"""Characters in any one string, except what the browser kept for us."""
LONGEST_STORED: Final = 50_000
LONGEST_PASTED: Final = 400_000
"""In a field of a form: a whole saved game may be pasted there."""
MOST_FIELDS: Final = 120
"""In a form: a game has some ninety options beside its other questions."""
MOST_STORED: Final = 16

_NAME = re.compile(r"[a-z][a-z0-9:_-]{0,39}")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,79}")


@dataclass(frozen=True, slots=True)
class Message:
    """One thing a person did. Which fields are filled depends on `kind`:

    - "area": `id` of the area that was chosen, and `unit` when a counter was pointed at
    - "act": `text` of an action of the game, as `elric.parse_action` reads it
    - "do": `name` of a control and its `value` (or `fields`, when a form was sent)
    - "hello": a page has opened: its `search` (the query of the address, with the page's id as g), what it `stored`,
      whether it is `dark` or `narrow`
    """

    kind: str
    id: str = ""
    unit: str = ""
    text: str = ""
    name: str = ""
    value: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    search: str = ""
    stored: dict[str, str] = field(default_factory=dict)
    dark: bool = False
    narrow: bool = False

    @property
    def query(self) -> dict[str, str]:
        """The address's query, first value of each name."""
        return {name: values[0] for name, values in parse_qs(self.search.lstrip("?")).items()}


def read(content: Any) -> Message | None:
    """The message that `content` (decoded JSON) is; None when it is not one that anybody here could have sent."""
    if not isinstance(content, dict) or len(content) > 8:
        return None
    readers = {"area": _area, "act": _act, "do": _do, "hello": _hello}
    kind = content.get("kind")
    reader = readers.get(kind) if isinstance(kind, str) else None
    return reader(content) if reader else None


def _text(value: Any, longest: int = LONGEST) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) <= longest and _whole(value) == value


def _whole(text: str) -> str:
    """A text without halves of characters (surrogates), which a browser may send and nobody can write down."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _texts(value: Any, most: int, longest: int) -> TypeGuard[dict[str, str]]:
    return (
        isinstance(value, dict)
        and len(value) <= most
        and all(_text(name, 80) and _text(text, longest) for name, text in value.items())
    )


def _area(content: dict[str, Any]) -> Message | None:
    area, unit = content.get("id"), content.get("unit", "")
    if not _text(area, 80) or not _ID.fullmatch(area):
        return None
    if not _text(unit, 80) or (unit and not _ID.fullmatch(unit)):
        return None
    return Message("area", id=area, unit=unit)


def _act(content: dict[str, Any]) -> Message | None:
    text = content.get("text")
    return Message("act", text=text) if _text(text) and text else None


def _do(content: dict[str, Any]) -> Message | None:
    name, value = content.get("name"), content.get("value", "")
    if not _text(name, 40) or not _NAME.fullmatch(name):
        return None
    if _text(value):
        return Message("do", name=name, value=value)
    if isinstance(value, dict) and all(isinstance(text, str) for text in value.values()):
        # one character over the limit, so that the room can see that the text was cut
        value = {key: _whole(text[: LONGEST_PASTED + 1]) for key, text in value.items()}
    if _texts(value, MOST_FIELDS, LONGEST_PASTED + 1):
        return Message("do", name=name, fields=value)
    return None


def _hello(content: dict[str, Any]) -> Message | None:
    search, stored = content.get("search", ""), content.get("stored", {})
    if not _text(search) or not _texts(stored, MOST_STORED, LONGEST_STORED):
        return None
    return Message(
        "hello",
        search=search,
        stored=dict(stored),
        dark=content.get("dark") is True,
        narrow=content.get("narrow") is True,
    )
