"""Facts that goals of Elric's lessons may ask for, beside those of any game: where units stand, whose they are, the Balance."""

from __future__ import annotations

from typing import Final

from elric.tutor.facts import Fact, Reading, Test, event, never
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


def _area(where: str, word: object, r: Reading) -> int:
    return r.known(where, word, BOARD.index, "area")


def _unit(where: str, word: object, r: Reading) -> int:
    return r.known(where, word, pieces.INDEX, "unit")


def _units(where: str, value: object, r: Reading) -> list[int]:
    return [_unit(where, u, r) for u in (value if isinstance(value, list) else [value])]


def _seat(where: str, v: object, r: Reading) -> int:
    if v == "neutral":
        return NEUTRAL
    if isinstance(v, int) and not isinstance(v, bool) and 0 <= v < NEUTRAL:
        return v
    r.add(where, f"a seat is a number from 0 to 3, or “neutral”, not {v!r}")
    return NEUTRAL


def _unit_at(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 2, "unit, area")
    if v is None:
        return never
    a, units = _area(where, v[1], r), _units(where, v[0], r)
    return lambda s: all(s.game.state.place[u] == a for u in units)


def _armies_at(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 3, "nation, area, at least")
    if v is None:
        return never
    n, a = r.known(where, v[0], pieces.NATION_INDEX, "nation"), _area(where, v[1], r)
    armies = [u for u in pieces.ARMIES if pieces.NATION[u] == n]
    return lambda s: sum(s.game.state.place[u] == a for u in armies) >= int(v[2])


def _aboard(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 2, "unit, ship or bearer")
    if v is None:
        return never
    u, x = _unit(where, v[0], r), _unit(where, v[1], r)
    return lambda s: bool(s.game.state.aboard[u] == x)


def _ashore(where: str, value: object, r: Reading) -> Test:
    u = _unit(where, value, r)
    return lambda s: bool(s.game.state.aboard[u] == ASHORE)


def _moving(where: str, value: object, r: Reading) -> Test:
    u = _unit(where, value, r)
    return lambda s: u in s.game.state.moving


def _lost(where: str, value: object, r: Reading) -> Test:
    units = _units(where, value, r)
    return lambda s: all(s.game.state.place[u] == LOST for u in units)


def _on_board(where: str, value: object, r: Reading) -> Test:
    u = _unit(where, value, r)
    return lambda s: bool(s.game.state.place[u] < BOARD.size)


def _owner(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 2, "unit, seat")
    if v is None:
        return never
    u, o = _unit(where, v[0], r), _seat(where, v[1], r)
    return lambda s: bool(s.game.state.place[u] < BOARD.size and s.game.state.owner[u] == o)


def _control(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 2, "area, seat")
    if v is None:
        return never
    a, o = _area(where, v[0], r), _seat(where, v[1], r)
    return lambda s: bool(s.game.state.control[a] == o)


def _nation(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 2, "nation, seat")
    if v is None:
        return never
    n, o = r.known(where, v[0], pieces.NATION_INDEX, "nation"), _seat(where, v[1], r)
    return lambda s: bool(s.game.state.nation_owner[n] == o)


def _holds(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 2, "unit, spell")
    if v is None:
        return never
    u, i = _unit(where, v[0], r), r.known(where, v[1], spells.INDEX, "spell")
    return lambda s: bool(s.game.state.spell_at[i] == IN_HAND + u)


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
    "unit_at": _unit_at,
    "armies_at": _armies_at,
    "aboard": _aboard,
    "ashore": _ashore,
    "moving": _moving,
    "lost": _lost,
    "on_board": _on_board,
    "owner": _owner,
    "control": _control,
    "nation": _nation,
    "holds": _holds,
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
