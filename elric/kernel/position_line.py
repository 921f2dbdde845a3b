"""A position as one line of text for games that have no such text of their own: short, and damage shows.

toy-position:<the position as JSON, deflated, in the letters of base64url>:<checksum>
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, Final

from .record import read_json

__all__ = ["pack", "unpack"]

_LONGEST: Final = 20_000  # letters of a text
_LARGEST: Final = 200_000  # bytes of what it unpacks to


def pack(key: str, position: Mapping[str, Any]) -> str:
    """A position of the game `key` as one line."""
    data = zlib.compress(json.dumps(position, separators=(",", ":"), sort_keys=True).encode(), 9)
    body = f"{key}-position:{urlsafe_b64encode(data).decode().rstrip('=')}"
    return f"{body}:{zlib.crc32(body.encode()):08x}"


def unpack(key: str, text: str) -> dict[str, Any]:
    """Read what `pack` wrote, or the position as JSON. Line ends and spaces that a mail has put in do no harm.

    Raises:
        ValueError: not such a text, cut short, or changed; says which.
    """
    found = _json(text) if text.lstrip().startswith("{") else _line(key, "".join(text.split()))
    if not isinstance(found, dict):
        raise ValueError("the text holds no position")
    return found


def _line(key: str, line: str) -> Any:
    first, _, rest = line.partition(":")
    if first != f"{key}-position":
        raise ValueError(f"this is not the text of a position: it should begin with “{key}-position:”")
    if len(line) > _LONGEST:
        raise ValueError(f"the text has {len(line)} letters, and none of a position has more than {_LONGEST}")
    data, colon, checksum = rest.partition(":")
    if not colon or len(checksum) < 8:
        raise ValueError("the text is cut short: it should end with a checksum of eight letters")
    if f"{zlib.crc32(f'{first}:{data}'.encode()):08x}" != checksum:
        raise ValueError("the text was changed or damaged: its checksum does not fit")
    try:
        unsqueeze = zlib.decompressobj()
        plain = unsqueeze.decompress(urlsafe_b64decode(data + "=" * (-len(data) % 4)), _LARGEST)
    except zlib.error:
        raise ValueError("the text holds no position") from None
    return _json(plain.decode("utf-8", "replace"))


def _json(text: str) -> Any:
    try:
        return read_json(text[:_LARGEST])
    except RecursionError:
        raise ValueError("the text has brackets within brackets without end") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"the text holds no position: {error.msg} in column {error.colno}") from None
