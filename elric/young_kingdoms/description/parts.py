"""What a position says of the game, part by part: how each is told of a state (`say`), and how it is read into one (`read`).

A part of the state stands in one row of `schema.PARTS`. Here are seats, pieces, spells and the Balance; what is under way is
in `underway`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from elric.kernel.bits import ones
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.description.reader import Reader
from elric.young_kingdoms.position.fields import OWNER, POINTS, STACK, Fields, band_said, fields_said
from elric.young_kingdoms.position.state import (
    ASHORE,
    ATTACHED,
    AWAY,
    BOX,
    CAST,
    CAST_NOW,
    CONTAINER,
    DISCARD,
    FACE_UP,
    GONE,
    HALTED,
    HELD_OPEN,
    HIDDEN,
    IN_HAND,
    LOST,
    NEUTRAL,
    NOBODY,
    PENDING,
    PHASES,
    SACRIFICED,
    STEPPED,
    USED,
    WALKED,
    State,
    own,
    put,
    spent_ashore,
)

Said = dict[str, Any]
_PLAYABLE: Final = PHASES[1:9]
# Bits of a piece's flags.
MARKS: Final = {"joined": ATTACHED, "stepped": STEPPED, "halted": HALTED, "cast": CAST_NOW, "used": USED}


class Part(NamedTuple):
    """A part of a position.

    Attributes:
        keys: under which it stands in a position, in their order.
        slots: of the state that it tells.
        say: what is told of a state; what is empty is left out, but for a part that is said `always`.
        read: takes it out of a position and puts it into a state, the parts before it being there already.
    """

    keys: tuple[str, ...]
    slots: tuple[str, ...]
    say: Callable[[State], Said]
    read: Callable[[Reader, State], None]
    always: bool = False


def whole(key: str, bounds: Callable[[Reader, State], tuple[int, int, int]], always: bool = False) -> Part:
    """A whole number; `bounds` gives what it is when nothing is said, the least and the most."""

    def read(reader: Reader, s: State) -> None:
        setattr(s, key, reader.whole(key, *bounds(reader, s)))

    return Part((key,), (key,), lambda s: {key: getattr(s, key)}, read, always)


def areas(key: str) -> Part:
    """A set of areas, bits in the state."""

    def read(reader: Reader, s: State) -> None:
        setattr(s, key, reader.areas(key))

    return Part((key,), (key,), lambda s: {key: [BOARD.ids[a] for a in ones(getattr(s, key))]}, read)


def rows(key: str, slot: str, fields: Fields) -> Part:
    """Tuples, each told with the names of its fields."""

    def read(reader: Reader, s: State) -> None:
        setattr(s, slot, tuple(tuple(row) for row in reader.rows(key, fields)))

    return Part((key,), (slot,), lambda s: {key: [fields_said(row, fields) for row in getattr(s, slot)]}, read)


def unread(reader: Reader, s: State) -> None:
    """What is read where a state is made: its scenario and its rules."""


# ---- seats ----------------------------------------------------------------------------------------------------------


def order_said(s: State) -> Said:
    return {"order": list(s.order)}


def order_read(reader: Reader, s: State) -> None:
    seats = s.scenario.seats
    order = reader.spec.get("order", list(range(seats)))
    if not isinstance(order, (list, tuple)) or sorted(map(repr, order)) != sorted(map(repr, range(seats))):
        reader.bad("order", f"must list the seats 0 to {seats - 1} once each")
        order = list(range(seats))
    s.order = tuple(order)


def phase_said(s: State) -> Said:
    return {"phase": PHASES[s.phase]}


def phase_read(reader: Reader, s: State) -> None:
    phase = reader.spec.get("phase", "over" if "outcome" in reader.spec else "movement")
    allowed = PHASES if reader.midway else _PLAYABLE
    if phase not in allowed:
        reader.bad("phase", f"must be one of {', '.join(allowed)}, not {str(phase)[:60]!r}")
        phase = "movement"
    s.phase = PHASES.index(phase)


def groups_said(s: State) -> Said:
    return {"groups": [s.scenario.groups[k].name if k >= 0 else None for k in s.sides]}


def groups_read(reader: Reader, s: State) -> None:
    groups = {g.name: k for k, g in enumerate(s.scenario.groups)}
    order = reader.spec.get("groups", list(range(len(groups))))
    if not isinstance(order, (list, tuple)):
        order = [order]
    for seat, said in enumerate(order):
        k = groups.get(said, -1) if isinstance(said, str) else said
        nothing = said is None and reader.midway
        if seat < s.scenario.seats and (
            nothing or (isinstance(k, int) and not isinstance(k, bool) and 0 <= k < len(groups))
        ):
            s.sides = (*s.sides[:seat], -1 if nothing else k, *s.sides[seat + 1 :])
        else:
            reader.bad("groups", f"must give each seat a side of the scenario: {', '.join(groups)}")


def nations_said(s: State) -> Said:
    usual = {a: NEUTRAL for a in BOARD.lands if BOARD.city[a]}
    for name, home in BOARD.home.items():
        n = pieces.NATION_INDEX.get(name)
        if n is not None:
            usual |= {a: s.nation_owner[n] for a in home if BOARD.city[a]}
    return {
        "nations": {n.id: s.nation_owner[n.index] for n in pieces.NATIONS if s.nation_owner[n.index] != NEUTRAL},
        # the cities that are not held by the commander of their nation
        "control": {BOARD.ids[a]: OWNER.write(s.control[a]) for a, o in usual.items() if s.control[a] != o},
    }


def nations_read(reader: Reader, s: State) -> None:
    for a in BOARD.lands:
        if BOARD.city[a]:
            s.control[a] = NEUTRAL
    for name, seat in reader.table("nations").items():
        n = reader.find("nations", name, pieces.NATION_INDEX)
        if not reader.seat(seat, s):
            reader.bad(f"nations, {name}", f"{str(seat)[:60]!r} is no seat of this scenario")
            continue
        if n >= 0:
            s.nation_owner[n] = seat
            for area in BOARD.home.get(name, ()):
                if BOARD.city[area]:
                    s.control[area] = seat
    for name, seat in reader.table("control").items():
        area = reader.find("control", name, BOARD.index)
        if area < 0:
            continue
        if not BOARD.city[area]:
            reader.bad(f"control, {name}", "has no city to hold")
        elif seat is None:
            s.control[area] = NEUTRAL
        elif reader.seat(seat, s):
            s.control[area] = seat
        else:
            reader.bad(f"control, {name}", f"{str(seat)[:60]!r} is no seat of this scenario")


# ---- pieces ---------------------------------------------------------------------------------------------------------


def runs(units: Iterable[int]) -> list[str]:
    """Names of pieces in the order of their indices; armies of one nation in a row are said together
    ("jharkor-army-2..5")."""
    out: list[str] = []
    first = last = -2
    for unit in units:
        if (
            unit == last + 1
            and pieces.KIND[unit] == pieces.ARMY == pieces.KIND[first]
            and pieces.NATION[unit] == pieces.NATION[first]
        ):
            out[-1] = f"{pieces.IDS[first]}..{pieces.IDS[unit].rsplit('-', 1)[1]}"
        else:
            out.append(pieces.IDS[unit])
            first = unit
        last = unit
    return out


def _table(rows: Iterable[tuple[int, Any]]) -> dict[str, Any]:
    """Something said of each piece, at once for armies in a row of which the same is said."""
    of: dict[Any, list[int]] = {}
    for u, value in rows:
        of.setdefault(value, []).append(u)
    return {name: value for value, units in of.items() for name in runs(units)}


def _usual_owner(s: State, u: int) -> int:
    """Whose a piece is when a position does not say: its nation's commander's, where it is in the game at all."""
    n = pieces.NATION[u]
    return s.nation_owner[n] if n >= 0 and s.place[u] not in (BOX, AWAY) else NOBODY


def units_said(s: State) -> Said:
    every = range(pieces.SIZE)
    owner, aboard = s.owner, s.aboard
    return {
        "units": {BOARD.ids[a]: runs(ones(s.at[a])) for a in range(BOARD.size) if s.at[a]},
        "lost": runs(ones(s.at[LOST])),
        "away": runs(ones(s.at[AWAY])),
        "owners": _table([(u, OWNER.write(owner[u])) for u in every if owner[u] != _usual_owner(s, u)]),
        "aboard": _table([(u, pieces.IDS[aboard[u]]) for u in every if aboard[u] != ASHORE]),
        "stacks": _table([(u, band_said(s.band[u])) for u in every if s.band[u]]),
    }


def units_read(reader: Reader, s: State) -> None:
    owners: dict[int, int] = {}
    for name, seat in reader.names_in("owners"):
        for u in reader.several("owners", name, lambda u: u not in owners):
            owners[u] = reader.owner(f"owners, {name}", seat, s)
    placed: set[int] = set()
    for where, names in reader.table("units").items():
        a = reader.find("units", where, BOARD.index)
        if a < 0:
            continue
        if BOARD.kind[a] == 2:
            reader.bad(f"units, {where}", "nobody stands in the mountains")
            continue
        _place(reader, s, f"units, {where}", names, a, owners, placed)
    for key, a in (("lost", LOST), ("away", AWAY)):
        _place(reader, s, key, reader.spec.get(key, ()), a, owners, placed)
    for u, owner in owners.items():
        if u not in placed:
            own(s, u, owner)
    _aboard(reader, s)
    if not reader.midway:
        _afloat(reader, s, placed)
    for name, said in reader.table("stacks").items():
        band = STACK.read(f"stacks, {name}", said, reader.bad)
        for u in reader.pieces("stacks", name):
            s.band[u] = band


def _place(
    reader: Reader, s: State, where: str, names: object, area: int, owners: Mapping[int, int], placed: set[int]
) -> None:  # fmt: skip
    twice = "stands in two places" if area < BOARD.size else "stands on the board"
    for name in reader.names(where, names):
        for unit in reader.several(where, name, lambda u: u not in placed, twice):
            placed.add(unit)
            n = pieces.NATION[unit]
            usual = s.nation_owner[n] if n >= 0 and area != AWAY else NOBODY
            owner = owners.get(unit, usual)
            if owner > NEUTRAL and area < BOARD.size:
                reader.bad(where, f"nobody commands {pieces.IDS[unit]}: name a seat in owners")
                continue
            own(s, unit, owner)
            put(s, unit, area)


def _beside(s: State, ship: int, u: int) -> bool:
    """Whether a piece stands where a ship does, and is aboard none yet."""
    return s.aboard[u] == ASHORE and s.place[u] == s.place[ship]


def _aboard(reader: Reader, s: State) -> None:
    for name, bearer in reader.names_in("aboard"):
        piece = reader.find("aboard", bearer, pieces.INDEX)
        beside = partial(_beside, s, piece)
        for u in reader.several("aboard", name, beside) if "*" in name else reader.pieces("aboard", name):
            if piece < 0:
                continue
            if not reader.midway and (s.place[u] != s.place[piece] or s.place[u] == BOX):
                reader.bad(f"aboard, {name}", f"is not where {bearer} is")
            elif pieces.KIND[piece] not in (pieces.FLEET, pieces.HERO):
                reader.bad(f"aboard, {name}", f"{bearer} carries nobody")
            else:
                s.aboard[u] = piece


def _afloat(reader: Reader, s: State, placed: set[int]) -> None:
    for x in pieces.FLEETS:
        load = sum(pieces.KIND[u] == pieces.ARMY and s.aboard[u] == x for u in placed)
        if load > pieces.CARRY[x]:
            reader.bad("aboard", f"{pieces.IDS[x]} carries {pieces.CARRY[x]} armies, not {load} (clause 7.1 / 6.1)")
    for unit in sorted(placed):
        a = s.place[unit]
        if a >= BOARD.size:
            continue
        river = s.rules.lormyr_river and BOARD.special[a] == "lormyr_river"
        if pieces.KIND[unit] == pieces.FLEET and BOARD.kind[a] == 0 and not BOARD.ports[a] and not river:
            reader.bad("units", f"{pieces.IDS[unit]} stands in {BOARD.ids[a]}, which has no port (clause 7.5.9 / 6.59)")
        if (
            BOARD.kind[a] == 1
            and pieces.KIND[unit] in (pieces.HERO, pieces.ARMY)
            and s.aboard[unit] == ASHORE
            and not pieces.WALKS_SEA[unit]
        ):
            reader.bad("units", f"{pieces.IDS[unit]} is at sea without a ship (clause 7.3 / 6.3)")


def marks_said(s: State) -> Said:
    every = range(pieces.SIZE)
    marks: dict[str, list[int]] = {}
    for u in every:
        for bit in ones(s.flags[u] % WALKED):
            marks.setdefault(_MARKED[1 << bit], []).append(u)
    return {
        "spent": _table([(u, s.spent[u]) for u in every if s.spent[u]]),
        "walked": _table([(u, spent_ashore(s, u)) for u in every if spent_ashore(s, u)]),
        "marks": {name: runs(units) for name, units in marks.items()},
    }


_MARKED: Final = {flag: name for name, flag in MARKS.items()}


def marks_read(reader: Reader, s: State) -> None:
    for name, points in reader.table("spent").items():
        n = POINTS.read(f"spent, {name}", points, reader.bad)
        for u in reader.pieces("spent", name):
            s.spent[u] = n
    for name, points in reader.table("walked").items():
        n = POINTS.read(f"walked, {name}", points, reader.bad)
        for u in reader.pieces("walked", name):
            s.flags[u] |= WALKED * min(n, 7)
    for mark, names in reader.table("marks").items():
        flag = reader.find("marks", mark, MARKS)
        for name in reader.names(f"marks, {mark}", names):
            for u in reader.pieces(f"marks, {mark}", name):
                s.flags[u] |= max(flag, 0)


# ---- spells and the Balance -----------------------------------------------------------------------------------------

# Where a spell may lie, and under which key it is said: one place each, or one with each of some pieces or areas.
_LYING: Final = {DISCARD: "discards", GONE: "gone", SACRIFICED: "sacrificed", PENDING: "drawn"}
_WITH: Final = (
    (IN_HAND, "hands", pieces.IDS),
    (HIDDEN, "hidden", BOARD.ids),
    (FACE_UP, "face_up", BOARD.ids),
    (CAST, "cast", pieces.IDS),
    (HELD_OPEN, "maintained", pieces.IDS),
)
SPELL_KEYS: Final = (*_LYING.values(), *(key for _, key, _ in _WITH))


def spells_said(s: State) -> Said:
    said: Said = {}
    for at, these in sorted(s.spell_at.there.items()):
        names = [spells.IDS[i] for i in ones(these)]
        if at in _LYING:
            said[_LYING[at]] = names
        elif at != CONTAINER:
            first, key, ids = _WITH[at // 1000 - 1]
            said.setdefault(key, {})[ids[at - first]] = names
    return said


def spells_read(reader: Reader, s: State) -> None:
    used: set[int] = set()

    def lay(where: str, name: object, code: int) -> None:
        i = reader.find(where, name, spells.INDEX)
        if i >= 0 and i in used:
            reader.bad(where, f"{name} is in two places")
        elif i >= 0:
            used.add(i)
            s.spell_at[i] = code

    for first, key, ids in _WITH:
        of_pieces = ids is pieces.IDS
        for who, held in reader.table(key).items():
            where = f"{key}, {who}"
            at = reader.find(key, who, pieces.INDEX if of_pieces else BOARD.index)
            names = reader.names(where, [held] if of_pieces and isinstance(held, str) else held)
            for name in names:
                lay(where, name, first + max(at, 0))
            if at < 0 or reader.midway or not of_pieces:
                continue
            if s.place[at] >= BOARD.size:
                reader.bad(where, "is not on the board")
            if key == "hands":
                _hand(reader, at, where, names)
    for code, key in _LYING.items():
        for name in reader.names(key, reader.spec.get(key, ())):
            lay(key, name, code)
    for i in range(spells.SIZE):
        if i not in used:
            s.spell_at[i] = CONTAINER


def _hand(reader: Reader, u: int, where: str, names: Sequence[str]) -> None:
    room = pieces.MAGIC[u] or (1 if pieces.KIND[u] == pieces.HERO else 0)
    if len(names) > room:
        reader.bad(where, f"may hold {room}, not {len(names)} (clause 9.5 / 8.5)")
    aligned = {spells.ALIGN[spells.INDEX[n]] for n in names if n in spells.INDEX}
    if pieces.MAGIC[u] and u != pieces.ELRIC and {spells.LAW, spells.CHAOS} <= aligned:
        reader.bad(where, "a magician may not hold Law and Chaos together (clause 9.5 / 8.35)")


def balance_said(s: State) -> Said:
    return {"balance": s.balance}


def world_said(s: State) -> Said:
    tipped = {"tipped": "law" if s.tipped < 0 else "chaos", "ends": s.ends} if s.tipped else {}
    return {**tipped, "horn": s.horn}


def world_read(reader: Reader, s: State) -> None:
    arm = int(s.rules.balance_arm)
    s.horn = reader.whole("horn", 0, 0, 3)
    tipped = reader.spec.get("tipped")
    if tipped not in (None, "law", "chaos"):
        reader.bad("tipped", f"is law or chaos, not {str(tipped)[:60]!r}")
    elif tipped:
        s.tipped = -1 if tipped == "law" else 1
        s.ends = reader.whole("ends", min(10, s.turn + 3), 1, 13)
    s.balance = reader.whole("balance", s.tipped * arm, -arm, arm)
    if s.tipped and not reader.midway:
        s.balance = s.tipped * arm
