"""Facts that goals of this game's lessons may ask for, beside those of any game: where counters stand, whose they are."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.combat.reckoning import SCALE, Reckoning, reckon
from elric.dragon_pass.components.board import INDEX
from elric.dragon_pass.components.units import BY_ID, SIDES
from elric.dragon_pass.description.view import waiting_battles
from elric.dragon_pass.magic.spells import WITH_SWORDS, spell_at
from elric.dragon_pass.movement.going import points
from elric.dragon_pass.position.state import State
from elric.tutor.facts import Fact, NamedThings, Reading, Test, event, named, never

_SIDE: Final = {name: seat for seat, name in enumerate(SIDES)} | {"nobody": -1}
_PLAIN: Final = (
    *("die", "result", "odds", "granted", "seat", "sally", "magic", "drift", "count", "day", "turn", "people", "how"),
)


_HEX: Final = NamedThings("hex", INDEX)
_UNITS: Final = NamedThings("counter", BY_ID, several=True)


def _hex(where: str, word: object, r: Reading) -> int:
    return r.known(where, word, INDEX, "hex")


def _points(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 2, "counter, points left")
    if v is None:
        return never
    unit, left = r.known(where, v[0], BY_ID, "counter"), int(v[1])
    return lambda s: points(s.game.state, unit) == 2 * left


def _wounds(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 2, "counter, wounds")
    if v is None:
        return never
    unit, count = r.known(where, v[0], BY_ID, "counter"), int(v[1])
    return lambda s: bool(s.game.state.wounds.get(unit, 0) == count)


def _held(attribute: str) -> Fact:
    """A fact about units that stand as bits in the state."""
    return named(lambda s, units: all(getattr(s, attribute) >> u & 1 for u in units), _UNITS)


def _pairs(attribute: str) -> Fact:
    """A fact about pairs of hexes: who attacks whom, who aims at whom."""
    return named(lambda s, *pair: any(tuple(row[:2]) == pair for row in getattr(s, attribute)), _HEX, _HEX)


def planned(s: State, h: int) -> Reckoning | None:
    """The battle or the spell that is planned against a hex, reckoned; None where none is."""
    for battle in waiting_battles(s):
        if any(d == h for d, _ in battle.defenders):
            return reckon(s, battle)
    if any(t == h and how != WITH_SWORDS for _, t, how in s.spells):
        return reckon(s, spell_at(s, h))
    return None


def _odds(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 2, "hex, odds")
    if v is None:
        return never
    h, odds = _hex(where, v[0], r), str(v[1])
    return lambda s: (found := planned(s.game.state, h)) is not None and found.odds == odds


def _strengths(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 3, "hex, attack, defence")
    if v is None:
        return never
    h, sums = _hex(where, v[0], r), (round(v[1] * SCALE), round(v[2] * SCALE))
    return lambda s: (found := planned(s.game.state, h)) is not None and (found.attack, found.defence) == sums


FACTS: Final[dict[str, Fact]] = {
    "unit_at": named(lambda s, units, h: all(s.place[u] == h for u in units), _UNITS, _HEX),
    "on_board": named(lambda s, units: all(s.place[u] >= 0 for u in units), _UNITS),
    "lost": named(lambda s, units: all(s.place[u] < 0 for u in units), _UNITS),
    "owner": named(lambda s, units, side: all(s.owner[u] == side for u in units), _UNITS, NamedThings("side", _SIDE)),
    "points": _points,
    "wounds": _wounds,
    "still": _held("still"),
    "half": _held("half"),
    "shown": _held("shown"),
    "attacks": _pairs("links"),
    "aims": _pairs("spells"),
    "odds": _odds,
    "strengths": _strengths,
    "event": event(
        names={
            "hex": ("hex", INDEX),
            "to_hex": ("hex", INDEX),
            **dict.fromkeys(("unit", "hunter", "by"), ("counter", BY_ID)),
        },
        plain=_PLAIN,
        lists={"has": (("units", "attackers", "defenders"), "counter", BY_ID)},
    ),
}
