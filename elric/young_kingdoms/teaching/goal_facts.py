"""Facts that goals of Elric's lessons may ask for, beside those of any game: where units stand, whose they are, the Balance."""

from __future__ import annotations

from typing import Final

from elric.tutor.facts import Fact, NamedThings, Reading, Test, event, named, never
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position.state import ASHORE, IN_HAND, LOST, NEUTRAL

_PLAIN: Final = (
    "roll",
    "ok",
    "seat",
    "attacker",
    "defender",
    "loser",
    "fell",
    "attacks",
    "won",
    "side",
    "ends",
    "what",
)


_AREA: Final = NamedThings("area", BOARD.index)
_UNIT: Final = NamedThings("unit", pieces.INDEX)
_UNITS: Final = NamedThings("unit", pieces.INDEX, several=True)


def _seat(where: str, v: object, r: Reading) -> int:
    if v == "neutral":
        return NEUTRAL
    if isinstance(v, int) and not isinstance(v, bool) and 0 <= v < NEUTRAL:
        return v
    r.add(where, f"a seat is a number from 0 to 3, or “neutral”, not {v!r}")
    return NEUTRAL


def _armies_at(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 3, "nation, area, at least")
    if v is None:
        return never
    n, a = r.known(where, v[0], pieces.NATION_INDEX, "nation"), _AREA.read(where, v[1], r)
    armies = [u for u in pieces.ARMIES if pieces.NATION[u] == n]
    return lambda s: sum(s.game.state.place[u] == a for u in armies) >= int(v[2])


def _owner(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 2, "unit, seat")
    if v is None:
        return never
    u, o = _UNIT.read(where, v[0], r), _seat(where, v[1], r)
    return lambda s: bool(s.game.state.place[u] < BOARD.size and s.game.state.owner[u] == o)


def _control(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 2, "area, seat")
    if v is None:
        return never
    a, o = _AREA.read(where, v[0], r), _seat(where, v[1], r)
    return lambda s: bool(s.game.state.control[a] == o)


def _nation(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 2, "nation, seat")
    if v is None:
        return never
    n, o = r.known(where, v[0], pieces.NATION_INDEX, "nation"), _seat(where, v[1], r)
    return lambda s: bool(s.game.state.nation_owner[n] == o)


def _balance(where: str, value: object, r: Reading) -> Test:
    lo, hi = value if isinstance(value, list) and len(value) == 2 else (value, value)
    if not isinstance(lo, int) or not isinstance(hi, int):
        r.add(where, f"is a whole number or [from, to], not {value!r}")
        return never
    return lambda s: bool(lo <= s.game.state.balance <= hi)


def _tipped(where: str, value: object, r: Reading) -> Test:
    want = {"law": -1, "chaos": 1, "no": 0}.get(str(value))
    if want is None:
        r.add(where, f"is law, chaos or no, not {value!r}")
    return lambda s: bool(s.game.state.tipped == want)


FACTS: Final[dict[str, Fact]] = {
    "unit_at": named(lambda s, units, a: all(s.place[u] == a for u in units), _UNITS, _AREA),
    "armies_at": _armies_at,
    "aboard": named(lambda s, u, ship: s.aboard[u] == ship, _UNIT, NamedThings("ship or bearer", pieces.INDEX)),
    "ashore": named(lambda s, u: s.aboard[u] == ASHORE, _UNIT),
    "moving": named(lambda s, u: u in s.moving, _UNIT),
    "lost": named(lambda s, units: all(s.place[u] == LOST for u in units), _UNITS),
    "on_board": named(lambda s, u: s.place[u] < BOARD.size, _UNIT),
    "owner": _owner,
    "control": _control,
    "nation": _nation,
    "holds": named(lambda s, u, i: s.spell_at[i] == IN_HAND + u, _UNIT, NamedThings("spell", spells.INDEX)),
    "balance": _balance,
    "tipped": _tipped,
    "event": event(
        names={
            "area": ("area", BOARD.index),
            "to_area": ("area", BOARD.index),
            **dict.fromkeys(("unit", "to_unit", "ship", "victim"), ("unit", pieces.INDEX)),
            "spell": ("spell", spells.INDEX),
            "nation": ("nation", pieces.NATION_INDEX),
        },
        plain=_PLAIN,
        lists={"has": (("units", "heroes"), "unit", pieces.INDEX)},
    ),
}
