"""A board of hexes that somebody else made: what data/board.toml holds, read from a file. Every fault is found and named."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from elric.kernel.faults import BoardError, Faults

__all__ = ["BoardError", "read_board", "shape"]

_SURE: Final = ("high", "medium", "low")
# What a row of each list has to say, and what it may say; "hexes" stands for a list of names.
_ROWS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "land": (("letter", "name"), ("claimed_by", "confidence", "source", "note")),
    "place": (("id", "name", "kind", "hexes", "known_by", "confidence"), ("source", "note")),
    "feature": (("name", "hexes"), ("known_by", "source", "note", "confidence")),
    "river": (("id", "downstream", "confidence"), ("name", "source", "note", "known_by")),
    "road": (("id", "kind", "hexes", "confidence"), ("name", "source", "note", "known_by")),
    "zone": (("id", "hexes"), ("name", "source", "note", "known_by", "confidence")),
}
_LISTS: Final = ("hexes", "downstream")
_KINDS_OF_ROAD: Final = ("primary", "secondary", "dragonewt")
_TABLES: Final = ("ground", "letters", "junctions")


def read_board(file: Path) -> dict[str, Any]:
    """The tables in a file.

    Raises:
        BoardError: there is no such file, or it is no TOML; with the line.
    """
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BoardError([f"cannot be read: {error.strerror or error}"], file.name) from error
    except UnicodeDecodeError:
        raise BoardError(["is no text in UTF-8"], file.name) from None
    except tomllib.TOMLDecodeError as error:
        raise BoardError([f"is no TOML: {error}"], file.name) from None


def shape(given: Mapping[str, Any], wrong: Faults) -> dict[str, Any]:
    """The data in the shape that a board is made of: what is missing or of the wrong kind is named in `wrong` and left out, so
    that reading goes on to the next fault."""
    wrong.keys("", given, (*_TABLES, *_ROWS))
    ground = wrong.table("ground", given.get("ground"))
    letters = wrong.table("letters", given.get("letters"))
    wrong.keys("letters", letters, ("ground", "land"))
    layers = {layer: _lines(wrong, f"letters, {layer}", letters.get(layer)) for layer in ("ground", "land")}
    junctions = wrong.table("junctions", given.get("junctions"))
    return {
        "ground": {str(letter): str(words) for letter, words in ground.items()},
        "letters": layers,
        "junctions": {"hexes": wrong.names("junctions", junctions.get("hexes", []))},
        **{kind: _rows(wrong, kind, given.get(kind)) for kind in _ROWS},
    }


def _lines(wrong: Faults, where: str, value: object) -> list[str]:
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return value
    wrong.add(where, "must be a list of rows of letters")
    return []


def _rows(wrong: Faults, kind: str, value: object) -> list[dict[str, Any]]:
    if not isinstance(value, list):
        wrong.add(kind, f"there is no [[{kind}]]" if value is None else f"must be written as [[{kind}]]")
        return []
    must, may = _ROWS[kind]
    out: list[dict[str, Any]] = []
    seen: set[str] = set()
    for number, given in enumerate(value, 1):
        if not isinstance(given, Mapping):
            wrong.add(f"{kind} {number}", "must be a table of names")
            continue
        told = given.get(must[0])
        where = f"{kind} {told}" if isinstance(told, str) else f"{kind} {number}"
        wrong.keys(where, given, (*must, *may))
        missing = [key for key in must if key not in given]
        for key in missing:
            wrong.add(where, f"says nothing of its {key}")
        row = {key: _value(wrong, where, key, given[key]) for key in given if key in (*must, *may)}
        if kind == "road" and row.get("kind") not in (*_KINDS_OF_ROAD, None):
            wrong.add(where, f"“{row['kind']}” is no kind of road: {', '.join(_KINDS_OF_ROAD)}")
        if row.get("confidence") not in (*_SURE, None):
            wrong.add(where, f"“{row['confidence']}” is no confidence: {', '.join(_SURE)}")
        name = str(row.get(must[0], ""))
        if name in seen:
            wrong.add(where, "stands here twice")
        else:
            seen.add(name)
            # a missing value was reported already; a harmless default lets the reader find further faults
            out.append({**{key: [] if key in _LISTS else "" for key in missing}, **row})
    return out


def _value(wrong: Faults, where: str, key: str, value: object) -> Any:
    if key in _LISTS:
        return wrong.names(f"{where}, {key}", value)
    if isinstance(value, str):
        return value
    wrong.add(f"{where}, {key}", f"must be words, not {value!r}")
    return str(value)
