"""What holds a unit back, and until when: one sentence for each cause, in `data/holds.toml`, for every refusal that says so."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final, NamedTuple

from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.components.units import BY_ID, IDS, UNITS
from elric.dragon_pass.position.notes import BeatenBack, Carried, Caught, the_note
from elric.dragon_pass.position.state import DEAD, State
from elric.dragon_pass.position.steps import Why, no

SYLPHS: Final = BY_ID["sylphs"]


class Hold(NamedTuple):
    """A cause: its clause, its sentence, and what to do instead; "" where only time helps."""

    clause: str
    says: str
    fix: str


HOLDS: Final = {
    row["key"]: Hold(row["clause"], row["says"], row.get("fix", ""))
    for row in tomllib.loads(files("elric.dragon_pass").joinpath("data/holds.toml").read_text(encoding="utf-8"))["hold"]
}


def captives(s: State) -> tuple[int, ...]:
    """Whom the Sylphs hold [25.3]."""
    return the_note(s, Caught).units


def cause(s: State, unit: int) -> tuple[str, int]:
    """What keeps a unit from marching or attacking, and the last Move, by its number, in which it does."""
    if unit in captives(s):
        return "sylphs", s.moves
    if s.early >> unit & 1:
        return "early", s.moves
    found = ("", 0)
    for e in s.effects:
        if e.kind in ("still", "tied") and e.on >> unit & 1:
            found = max(found, (e.by or ("cover" if e.kind == "tied" else "magic"), e.ends), key=lambda one: one[1])
    if found[0]:
        return found
    if the_note(s, Carried).units >> unit & 1:
        return "carried", s.moves
    if the_note(s, BeatenBack).units >> unit & 1:
        return "siege", s.moves
    if unit == SYLPHS and Caught in s.notes:
        return "settled", s.moves
    if unit not in s.left:
        return "illusion" if UNITS[unit].kind == "illusion" else "reborn", s.moves
    return "marched", s.moves


def hold_reason(s: State, u: int) -> tuple[str, str]:
    """The clause of what holds a unit, and its sentence."""
    key, _ = cause(s, u)
    where = HEXES.names[the_note(s, Caught).hex] if key == "sylphs" else ""
    return HOLDS[key].clause, HOLDS[key].says.format(unit=UNITS[u].name, where=where)


def held(s: State, unit: int, why: Why) -> bool:
    """No, and what holds the unit, with the way out: what to do instead, or the Move of its owner's in which it is free."""
    if why is None:
        return False
    key, ends = cause(s, unit)
    fix = HOLDS[key].fix
    seats = len(s.order)
    more = max(0, ends - s.moves) // seats  # Moves of its owner's in which it is still held after this one
    wait = "It is free in your next Move." if not more else f"It is free after {more} more of your Moves."
    do = () if more or fix else (f"movement: lead {IDS[unit]}",)
    look = HEXES.names[the_note(s, Caught).hex if key == "sylphs" else s.place[unit]]
    return no(why, *hold_reason(s, unit), fix or wait, (look,), do)


def mine(s: State, u: int, why: Why) -> bool:
    """Whether a unit is the mover's, on the board; else why not."""
    if s.of[s.player] >> u & 1:
        return True
    name = UNITS[u].name
    if s.owner[u] != s.player:
        return no(why, "7.3", f"{name} is not yours to move.", "Choose a unit of yours on the board.")
    if u in captives(s):
        return held(s, u, why)
    if s.place[u] == DEAD:
        return no(why, "7.3", f"{name} is dead.", "Choose a unit of yours on the board.")
    return no(why, "7.3", f"{name} is not on the board now.", "Choose a unit of yours on the board.")
