"""Where everything is in a position that is being written: read from its plain data, whatever that holds, and changed in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any, Final

from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.position.parts import MARKS

__all__ = [
    "AWAY", "CONTAINER", "LOST", "OUT", "aboard", "listed", "move_piece", "move_spell", "owner_of", "pieces_at", "set_row",
    "spells_at", "table",
]  # fmt: skip

OUT: Final = "box"
LOST: Final = "lost"
AWAY: Final = "away"
CONTAINER: Final = "container"
_HEAPS: Final = ("discards", "gone", "sacrificed", "drawn")
_WITH: Final = ("hands", "cast", "maintained", "hidden", "face_up")
# What is said of a single piece, and goes when it is somewhere else.
_OF_A_PIECE: Final = ("stacks", "spent", "walked")


def table(position: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """A part of a position that has rows; nothing where it is something else."""
    found = position.get(key)
    return found if isinstance(found, Mapping) else {}


def listed(value: object) -> list[str]:
    """A list of names, single ones and rows of armies ("jharkor-army-2..5") each for itself."""
    names = [value] if isinstance(value, str) else value if isinstance(value, (list, tuple)) else []
    return [one for name in names if isinstance(name, str) for one in _row(name)]


def _row(name: str) -> Iterable[str]:
    first, dots, last = name.partition("..")
    stem, _, low = first.rpartition("-")
    if not dots or not (low.isdecimal() and last.isdecimal()) or int(last) > 99:
        return (name,)
    return [f"{stem}-{n}" for n in range(int(low), int(last) + 1)]


def pieces_at(position: Mapping[str, Any]) -> dict[str, str]:
    """The place of every piece: an area, or `OUT`, `LOST`, `AWAY`."""
    found = dict.fromkeys(pieces.IDS, OUT)
    rows = [(str(where), names) for where, names in table(position, "units").items()]
    for where, names in [*rows, (LOST, position.get(LOST)), (AWAY, position.get(AWAY))]:
        found.update((name, where) for name in listed(names) if name in found)
    return found


def aboard(position: Mapping[str, Any]) -> dict[str, str]:
    """The bearer of every piece that is carried."""
    return {
        one: bearer
        for name, bearer in table(position, "aboard").items()
        if isinstance(bearer, str)
        for one in listed(name)
    }


def move_piece(position: Mapping[str, Any], key: str, place: str) -> dict[str, Any]:
    """The position with a piece elsewhere, and with it what it carries. At sea it goes aboard a ship of its owner's that has
    room; a piece of no nation belongs to whoever plays."""
    new: dict[str, Any] = deepcopy(dict(position))
    carried = [one for one, bearer in aboard(position).items() if bearer == key]
    on_board = place in BOARD.index
    for one in (key, *carried):
        _take_up(new, one)
    units = dict(table(new, "units"))
    if on_board:
        units[place] = [*listed(units.get(place, [])), key, *carried]
    elif place in (LOST, AWAY):
        new[place] = [*listed(new.get(place)), key, *carried]
    new["units"] = units
    borne = {name: bearer for name, bearer in aboard(new).items() if name != key and (on_board or bearer != key)}
    if on_board and (ship := _ship(new, key, place, borne)):
        borne[key] = ship
    _put_table(new, "aboard", borne)
    owners = _spread(new, "owners")
    if on_board and pieces.NATION[pieces.INDEX[key]] < 0 and key not in owners:
        owners[key] = position.get("player", 0)
    if place == OUT:
        owners.pop(key, None)
    _put_table(new, "owners", owners)
    return new


def _take_up(new: dict[str, Any], key: str) -> None:
    """Take a piece from wherever it is, with what was said of it."""
    units = {where: [one for one in listed(names) if one != key] for where, names in table(new, "units").items()}
    new["units"] = {where: names for where, names in units.items() if names}
    for part in (LOST, AWAY):
        if part in new:
            new[part] = [one for one in listed(new[part]) if one != key]
    for part in _OF_A_PIECE:
        _put_table(new, part, {name: said for name, said in _spread(new, part).items() if name != key})
    marks = {mark: [one for one in listed(names) if one != key] for mark, names in table(new, "marks").items()}
    _put_table(new, "marks", {mark: names for mark, names in marks.items() if names or mark not in MARKS})


def _ship(new: Mapping[str, Any], key: str, place: str, borne: Mapping[str, str]) -> str:
    """The ship that takes a piece up which is put on the sea, "" where it needs none or there is none."""
    unit = pieces.INDEX[key]
    on_foot = pieces.WALKS_SEA[unit] or pieces.KIND[unit] not in (pieces.HERO, pieces.ARMY)
    if on_foot or BOARD.kind[BOARD.index[place]] != SEA:
        return ""
    whose = owner_of(new, key)
    for ship in listed(table(new, "units").get(place, ())):
        x = pieces.INDEX.get(ship, -1)
        if x < 0 or pieces.KIND[x] != pieces.FLEET or owner_of(new, ship) != whose:
            continue
        load = sum(bearer == ship and "-army-" in one for one, bearer in borne.items())
        if pieces.KIND[unit] == pieces.HERO or load < pieces.CARRY[x]:
            return ship
    return ""


def owner_of(position: Mapping[str, Any], key: str) -> Any:
    """Whose a piece is: a seat, None for neutrals, "nobody"."""
    owners = _spread(position, "owners")
    if key in owners:
        return owners[key]
    nation = pieces.NATION[pieces.INDEX[key]]
    return table(position, "nations").get(pieces.NATIONS[nation].id) if nation >= 0 else "nobody"


def _spread(position: Mapping[str, Any], part: str) -> dict[str, Any]:
    """A table about pieces, a row for each piece."""
    return {one: said for name, said in table(position, part).items() for one in listed(name)}


def _put_table(new: dict[str, Any], part: str, rows: Mapping[str, Any]) -> None:
    if rows:
        new[part] = dict(rows)
    else:
        new.pop(part, None)


def set_row(position: Mapping[str, Any], part: str, key: str, value: Any, gone: bool = False) -> dict[str, Any]:
    """The position with one row of a table about pieces, or without it (`gone`)."""
    new: dict[str, Any] = deepcopy(dict(position))
    rows = _spread(new, part)
    rows.pop(key, None)
    if not gone:
        rows[key] = value
    _put_table(new, part, rows)
    return new


def spells_at(position: Mapping[str, Any]) -> dict[str, str]:
    """The place of every spell: "hands:ohada", "hidden:xanyaw" and so on, a heap, or the container."""
    found = dict.fromkeys(spells.IDS, CONTAINER)
    for heap in _HEAPS:
        found.update((name, heap) for name in listed(position.get(heap)) if name in found)
    for part in _WITH:
        for holder, names in table(position, part).items():
            found.update((name, f"{part}:{holder}") for name in listed(names) if name in found)
    return found


def move_spell(position: Mapping[str, Any], key: str, place: str) -> dict[str, Any]:
    """The position with a spell in another place."""
    new: dict[str, Any] = deepcopy(dict(position))
    for heap in _HEAPS:
        if heap in new:
            new[heap] = [name for name in listed(new[heap]) if name != key]
            if not new[heap]:
                del new[heap]
    for part in _WITH:
        rows = {holder: [one for one in listed(names) if one != key] for holder, names in table(new, part).items()}
        _put_table(new, part, {holder: names for holder, names in rows.items() if names})
    part, _, holder = place.partition(":")
    if part in _HEAPS:
        new[part] = [*listed(new.get(part)), key]
    elif part in _WITH:
        rows = {**table(new, part)}
        rows[holder] = [*listed(rows.get(holder)), key]
        new[part] = rows
    return new
