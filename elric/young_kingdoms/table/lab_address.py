"""The address of a battle in the lab: what the page's query says of it, what a query asks for; and whose battle it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import parse_qsl, quote, urlencode

from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.lab import spec as notation
from elric.young_kingdoms.lab.battle import Battle
from elric.young_kingdoms.lab.places import PLACES
from elric.young_kingdoms.lab.spec import BattleError, Spec
from elric.young_kingdoms.position.state import NEUTRAL, State

__all__ = ["ANY", "BOARD_BATTLE", "LIST", "NAMES", "asked", "pin_of", "pinned_in", "query_of", "seats", "text_of"]

LIST: Final = "list"
"""The battles at hand."""
ANY: Final = "1"
"""A battle built from nothing."""
BOARD_BATTLE: Final = "board"
"""A battle on the board, with the ground around it."""
NAMES: Final = ("battle", "tab", "pin", "g")
"""Names in a query that are no part of the battle itself."""


def query_of(spec: Spec, area: int, on_the_board: bool, viewer: int | None) -> dict[str, str]:
    """The query that opens a battle again; `area`: where it is fought, -1 while it cannot be.

    What a viewer's hand holds is not written down: the address stays in the browser when somebody else sits down.
    """
    if on_the_board and viewer is not None:
        spec = spec.but(hands=(), cast=(), maintained=(), conjure=())
    text = (spec.but(place=BOARD.ids[area]) if area >= 0 else spec).link()
    return {"battle": BOARD_BATTLE if on_the_board else ANY, **dict(parse_qsl(text))}


def pin_of(pinned: Battle | None, query: Mapping[str, str], viewer: int | None) -> dict[str, str]:
    """What the address of a battle says of the one pinned beside it; nothing where both are written alike."""
    if pinned is None:
        return {}
    other = query_of(pinned.spec, pinned.area, pinned.around is not None, viewer)
    return {} if other == dict(query) else {"pin": urlencode(other, safe=", *", quote_via=quote)}


def pinned_in(query: Mapping[str, str], found: Sequence[Battle]) -> Battle | None:
    """The battle that an address has pinned beside its own; None without one, or where it cannot be fought.

    `found`: the battles at hand, for the ground around one of them.
    """
    pin = dict(parse_qsl(query.get("pin", "")))
    spec = asked(pin) if pin else None
    if spec is None:
        return None
    here = (b.around for b in found if BOARD.ids[b.area] == spec.place)
    try:
        battle = Battle.of(spec, next(here, None) if pin.get("battle") == BOARD_BATTLE else None)
        battle.odds()
    except BattleError:
        return None
    return battle


def text_of(query: Mapping[str, str]) -> str:
    """The battle of a query as text."""
    return "\n".join(f"{name}: {value}" for name, value in query.items() if name not in NAMES)


def asked(query: Mapping[str, str]) -> Spec | None:
    """The battle of a query as it was entered, whether it can be fought or not; None where its names mean nothing."""
    try:
        spec = notation.parse(text_of(query))
    except BattleError:
        return None
    known = all(unit in pieces.INDEX for unit in spec.attack + spec.defend)
    return spec if known and (spec.place in PLACES or spec.place in BOARD.index) else None


def seats(spec: Spec, around: State | None) -> tuple[int, int]:
    """The seats whose colours attackers and defenders bear: their own on the board (-1 for nobody's), else the first two."""
    if around is None:
        return 0, 1
    owners = [
        next((around.owner[pieces.INDEX[u]] for u in side if u in pieces.INDEX), NEUTRAL)
        for side in (spec.attack, spec.defend)
    ]
    attackers, defenders = (seat if seat < NEUTRAL else -1 for seat in owners)
    return (attackers, defenders) if attackers >= 0 and attackers != defenders else (0, 1)
