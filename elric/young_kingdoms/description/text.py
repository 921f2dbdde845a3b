"""A position as one line of text that can be pasted into a mail: what FEN is to chess.

    elric1:successor:avalon-hill:turn-3:movement:<the position, packed>:<checksum>

The first words are for people. The packed part is the position as JSON, deflated with the words of data/position_text_1.txt
known beforehand, in the letters of base64url; the checksum (CRC-32) is over all that stands before it. The file of words
belongs to the format: it is never changed, a new one would be format 2.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from elric.kernel.record import read_json
from elric.young_kingdoms.description.schema import Builder, PositionError, describe

NAME: Final = "elric"
FORMAT: Final = 1
_LONGEST: Final = 20_000  # letters of a text; the longest of real games have some 1,300
_LARGEST: Final = 200_000  # bytes of what it unpacks to; those of real games have some 5,000
_DEEPEST: Final = 60  # brackets within brackets


def position_text(position: Mapping[str, Any]) -> str:
    """A position as one line. What may be left out of a position is filled in first, so positions that are the same have
    the same text.

    Args:
        position: plain data (see plain.py), such as `game.position()`. Hidden things are in the text, too.

    Raises:
        PositionError: with every fault of the position.

    >>> position_text({"nations": {"jharkor": 0}, "units": {"jharkor_dhakos": ["yishana"]}})[:42]
    'elric1:successor:avalon-hill:turn-1:moveme'
    """
    if not isinstance(position, Mapping):
        raise PositionError(["a position is a table of names and values"])
    s = Builder(position).build()
    whole = describe(s)
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _words())
    data = squeeze.compress(json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()) + squeeze.flush()
    packed = urlsafe_b64encode(data).decode().rstrip("=")
    text = ":".join((*_head(whole, s.rules.edition), packed))
    return f"{text}:{_sum(text)}"


def parse_position(text: object) -> dict[str, Any]:
    """Read what `position_text` wrote. Line ends and spaces that a mail has put in do no harm.

    Returns:
        The position as plain data, not yet built: `Game.at` does that, and takes the text itself as well.

    Raises:
        PositionError: not such a text, another format, cut short, or changed.

    >>> line = position_text({"nations": {"jharkor": 0}, "units": {"jharkor_dhakos": ["yishana"]}})
    >>> parse_position(line)["units"]
    {'jharkor_dhakos': ['yishana']}
    """
    if not isinstance(text, str):
        raise PositionError([f"the text of a position is a line of text, not {type(text).__name__}"])
    line = "".join(text.split())
    first, *rest = line.split(":")
    if not re.fullmatch(rf"{NAME}\d+", first, re.ASCII):
        raise PositionError([f"this is not the text of a position: it should begin with “{NAME}{FORMAT}:”"])
    if first != f"{NAME}{FORMAT}":
        raise PositionError([f"this position has format {first[len(NAME) :][:9]}; this version reads format {FORMAT}"])
    if len(line) > _LONGEST:
        raise PositionError([f"the text has {len(line)} letters, and none of a position has more than {_LONGEST}"])
    if len(rest) != 6 or len(rest[5]) < 8:
        raise PositionError(
            ["the text is cut short: it should have seven parts, the last one a checksum of eight letters"]
        )
    if _sum(line[: line.rindex(":")]) != rest[5]:
        raise PositionError(["the text was changed or damaged: its checksum does not fit"])
    said = _unpack(rest[4])
    if [first, *rest[:2]] != _head(said, rest[1])[:3]:
        raise PositionError(["the first words of the text are not those of its position"])
    return said


def _head(position: Mapping[str, Any], edition: str) -> list[str]:
    said = (f"{NAME}{FORMAT}", position.get("scenario"), edition, f"turn-{position.get('turn')}", position.get("phase"))
    return [str(word).replace(":", "") for word in said]


def _sum(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"


def _unpack(packed: str) -> dict[str, Any]:
    """The position in the packed part. It may come from anybody: what it unpacks to is bounded, in size and in depth."""
    broken = PositionError(["the text holds no position"])
    try:
        data = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unsqueeze = zlib.decompressobj(-15, _words())
        plain = unsqueeze.decompress(data, _LARGEST)
        if not unsqueeze.eof or unsqueeze.unused_data:
            raise broken
        said = plain.decode()
        if _depth(said) > _DEEPEST:
            raise broken
        position = read_json(said)
    except (ValueError, zlib.error, RecursionError):
        raise broken from None
    if not isinstance(position, dict):
        raise broken
    return position


def _depth(said: str) -> int:
    deep = deepest = 0
    for c in said:
        if c in "[{":
            deep += 1
            deepest = max(deepest, deep)
        elif c in "]}":
            deep -= 1
    return deepest


@cache
def _words() -> bytes:
    lines = files("elric.young_kingdoms").joinpath("data/position_text_1.txt").read_text(encoding="utf-8").splitlines()
    return "".join(lines).encode()


__all__ = ["parse_position", "position_text"]
