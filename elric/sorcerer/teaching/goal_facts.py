"""Facts about this game that the goals of lessons may ask for."""

from __future__ import annotations

from typing import Final

from elric.sorcerer.components.board import INDEX
from elric.sorcerer.components.colors import INDEX as COLORS
from elric.sorcerer.components.notation import SIDE_WORDS
from elric.sorcerer.components.units import BY_ID
from elric.sorcerer.movement.prices import points_to_spend
from elric.sorcerer.position.state import State, here_of
from elric.sorcerer.turn.points import score
from elric.tutor.facts import Fact, NamedThings, Reading, Test, event, named, never

_HEX: Final = NamedThings("hex", INDEX)
_UNITS: Final = NamedThings("counter", BY_ID, several=True)
_COLOR: Final = NamedThings("color", COLORS)
_SIDE: Final = {word: k for k, word in enumerate(SIDE_WORDS)}


def _are(attribute: str) -> Fact:
    """A fact about counters that stand as bits in the state."""
    return named(lambda s, units: all(getattr(s, attribute) >> u & 1 for u in units), _UNITS)


def _whole(s: State, units: list[int]) -> bool:
    return all(s.place[u] >= 0 and not s.depleted >> u & 1 for u in units)


def _left(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 2, "counter, points left")
    if v is None:
        return never
    u, points = r.known(where, v[0], BY_ID, "counter"), v[1]
    return lambda s: points_to_spend(s.game.state, u) == points


def _points(where: str, value: object, r: Reading) -> Test:
    v = r.parts(where, value, 2, "side, points")
    if v is None:
        return never
    side, points = r.known(where, v[0], _SIDE, "side"), v[1]
    return lambda s: score(s.game.state, side).sum == points


FACTS: Final[dict[str, Fact]] = {
    "unit_at": named(lambda s, units, h: all(here_of(s, u) == h for u in units), _UNITS, _HEX),
    "whole": named(_whole, _UNITS),
    "lost": named(lambda s, units: all(here_of(s, u) < 0 for u in units), _UNITS),
    "depleted": _are("depleted"),
    "pinned": _are("pinned"),
    "inside": _are("inside"),
    "mending": _are("mending"),
    "in_hand": named(lambda s, units: sorted(s.hand) == sorted(units), _UNITS),
    "ground": named(lambda s, h, color: s.ground[h] == color, _HEX, _COLOR),
    "vortex": named(lambda s, h: s.vortex >> h & 1, _HEX),
    "converting": named(lambda s, h, color: any(row[:2] == (h, color) for row in s.turning), _HEX, _COLOR),
    "carries": named(lambda s, color: color in s.load, _COLOR),
    "left": _left,
    "points": _points,
    "event": event(
        names={"hex": ("hex", INDEX), "to_hex": ("hex", INDEX), "unit": ("counter", BY_ID), "color": ("color", COLORS)},
        plain=("die", "result", "seat", "points", "level"),
    ),
}
