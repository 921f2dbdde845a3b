"""The log of intents and results is the save: one readable line for each action, sealed by a checksum."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from .failure import ElricError

BEGIN: Final = "begin"  # the first line of every record: what happens before anybody decides


class SaveError(ElricError, ValueError):
    """A saved game cannot be read. Says which line, and what is wrong there."""

    def __init__(self, what: str, line: int | None = None) -> None:
        self.line = line
        self.what = what
        super().__init__(f"line {line}: {what}" if line else what)


class KeepError(ElricError):
    """A save could not be kept where it should be; the message says what to do, in words for a player."""


class BehindError(KeepError):
    """Something else stands where a save was to be kept than the save it was made from. Nothing was written."""


class Entry(NamedTuple):
    """An action as text and the results chance gave while it was carried out."""

    action: str
    results: tuple[int, ...] = ()


def dump(kind: str, schema: int, head: Sequence[tuple[str, str]], entries: Iterable[Entry]) -> str:
    """Write a record as text.

    Args:
        kind: the game's name, first word of the file.
        schema: version number of the format.
        head: (name, value) pairs; values are single lines.
        entries: in order of play.
    """
    lines = [f"{kind} {schema}", *(f"{k}: {v}" for k, v in head), ""]
    for e in entries:
        lines.append(e.action + (" > " + " ".join(map(str, e.results)) if e.results else ""))
    body = "\n".join(lines) + "\n"
    return body + f"end {zlib.crc32(body.encode()):08x}\n"


def parse(text: object, kind: str, schema: int) -> tuple[dict[str, str], list[tuple[int, Entry]]]:
    """Read what `dump` wrote: the head, and each entry with its line number.

    Raises:
        SaveError: not such a save, another version, cut short, changed, or a line that makes no sense.
    """
    if not isinstance(text, str) or not text.strip():
        raise SaveError("the save is empty")
    if not _is_whole(text):
        raise SaveError("the save holds half a character, which no text may hold")
    text = text.replace("\r\n", "\n")
    lines = text.rstrip("\n").split("\n")
    first = lines[0].split()
    if len(first) != 2 or first[0] != kind:
        raise SaveError(f"this is not a save of {kind}: it should begin with “{kind} {schema}”", 1)
    if first[1] != str(schema):
        raise SaveError(f"this save has format {first[1]}; this version reads format {schema}", 1)
    last = lines[-1].split()
    if len(last) != 2 or last[0] != "end":
        raise SaveError("the save is cut short: its closing “end” line is missing", len(lines))
    body = "\n".join(lines[:-1]) + "\n"
    if f"{zlib.crc32(body.encode()):08x}" != last[1]:
        raise SaveError("the save was changed or damaged: its checksum does not fit", len(lines))
    head: dict[str, str] = {}
    at = 1
    while at < len(lines) - 1 and lines[at]:
        name, sep, value = lines[at].partition(": ")
        if not sep:
            raise SaveError(f"expected “name: value”, found “{lines[at][:60]}”", at + 1)
        head[name] = value
        at += 1
    return head, [_entry(lines[n], n + 1) for n in range(at + 1, len(lines) - 1)]


def _entry(text: str, number: int) -> tuple[int, Entry]:
    action, _, tail = text.partition(" > ")
    try:
        results = tuple(int(x) for x in tail.split())
    except ValueError:
        raise SaveError(f"results must be whole numbers, found “{tail[:60]}”", number) from None
    return number, Entry(action.strip(), results)


def body(text: str) -> str:
    """A save without its closing line: what every later save of the same game begins with, where nothing is taken back."""
    return text[: text.rfind("\n", 0, -1) + 1]


def is_sealed(text: str) -> bool:
    """Whether the closing line of a save fits what stands before it."""
    lines = body(text)
    return bool(lines) and text[len(lines) :] == f"end {zlib.crc32(lines.encode()):08x}\n"


def more_lines(old: str, new: str) -> list[tuple[int, Entry]] | None:
    """The entries that a later save of a game has more, each with its line number; None where it does not begin with the
    whole earlier one.

    Raises:
        SaveError: a line that makes no sense.
    """
    known = body(old)
    if not known or not new.startswith(known) or not is_sealed(new):
        return None
    first = known.count("\n") + 1
    return [_entry(line, first + n) for n, line in enumerate(body(new)[len(known) :].split("\n")[:-1])]


def read_json(text: str) -> Any:
    """JSON that somebody sent. A browser's text is whole, but JSON may name halves of characters by their numbers.

    Raises:
        ValueError: it is none, or holds half a character, which no text may hold and no store can keep.
        RecursionError: brackets within brackets without end.
    """
    found = json.loads(text)
    if "\\u" in text and not _is_whole(json.dumps(found, ensure_ascii=False)):
        raise ValueError("it holds half a character, which no text may hold")
    return found


def _is_whole(text: str) -> bool:
    """Whether a text can be written down: a browser may send halves of characters (surrogates), which cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
