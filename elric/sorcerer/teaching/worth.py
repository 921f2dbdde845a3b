"""What a fight is worth: totals told line by line, and what its die does, from the table that the rules use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from elric.kernel.chance import ScriptedChance
from elric.kernel.context import Context
from elric.sorcerer.combat.joint import clash_in, contested_hexes, opponents
from elric.sorcerer.combat.strength import Clash, Total, sorcerers
from elric.sorcerer.components.board import BOARD, MOUNTAIN
from elric.sorcerer.components.colors import GRAY, LINE_NAMES, NO_COLOR, ahead
from elric.sorcerer.components.table import COLUMNS as TABLE
from elric.sorcerer.components.table import FIRST, PIN, column
from elric.sorcerer.components.units import FORTRESS, KIND, SORCERER
from elric.sorcerer.magic import vortexes
from elric.sorcerer.position.state import State, force

_ONE_STEP: Final = (SORCERER, FORTRESS)  # lose one step in a phase at most [12.17, 14.12]


class Odds(NamedTuple):
    """What one die of a fight does: chances that a step or more is lost, that there is a pin, steps lost on average (no more than the
    force has to lose), and whether a cell of the table is ours where the lost one stood (R1)."""

    steps: Fraction
    pin: Fraction
    mean: Fraction
    ours: bool


def can_lose(s: State, units: Iterable[int]) -> int:
    """How many steps counters can lose in one phase [13.6]."""
    found = 0
    for u in units:
        found += (not s.struck >> u & 1) if KIND[u] in _ONE_STEP else 1 if s.depleted >> u & 1 else 2
    return found


def odds(clash: Clash, most: int) -> Odds:
    """The odds of one die.

    Args:
        most: how many steps the force that is struck has to lose.
    """
    cells = TABLE[column(clash.differential, clash.line) - FIRST]
    results = [cell.result for cell in cells]
    return Odds(
        Fraction(sum(r > 0 for r in results), 6),
        Fraction(sum(r == PIN for r in results), 6),
        Fraction(sum(min(max(r, 0), most) for r in results), 6),
        any(cell.low != cell.high for cell in cells),
    )


def total(one: Total) -> str:
    """A total as a sum: "Blue Sorcerer 2 + Blue troll 7 + color 6 = 15"."""
    parts = " + ".join(f"{line.words} {line.adds}" for line in one.lines)
    return f"{parts} = {one.sum}" if len(one.lines) > 1 else parts or "0"


def made_of(one: Total) -> list[str]:
    """A total part by part: ["2 by the Blue Sorcerer", "7 by the Blue troll", "nothing for the color"]."""
    return [f"{line.adds or 'nothing'} {_giver(line.words)}" for line in one.lines]


def _giver(words: str) -> str:
    return "for the color" if words == "color" else f"by {words}" if "'s" in words else f"by the {words}"


def level(clash: Clash) -> str:
    """Where a fight is read: "+3 on Good, column 5"."""
    return f"{ahead(clash.differential)} on {LINE_NAMES[clash.line]}, column {column(clash.differential, clash.line)}"


def told(found: Odds) -> str:
    """Odds as one says them at a table. Low dice strike hardest, so each result is a row of faces."""
    steps, pins = int(found.steps * 6), int(found.pin * 6)
    if not steps and not pins:
        return "no die does anything"
    parts = []
    if steps:
        die = "any die" if steps == 6 else f"a die of {_faces(1, steps)}"
        parts.append(f"{die} takes a step or more, {number(found.mean)} on average")
    if pins:
        parts.append(f"{'a die of ' if not steps else ''}{_faces(steps + 1, steps + pins)} pins")
    return ", ".join(parts)


def _faces(first: int, last: int) -> str:
    """Faces of a die: "1", "1 or 2", "1 to 3"."""
    return str(first) if first == last else f"{first} to {last}" if last - first > 1 else f"{first} or {last}"


def number(value: Fraction) -> str:
    """A mean in figures: "1.5", "2"."""
    return f"{float(value):.1f}".removesuffix(".0")


class HexFight(NamedTuple):
    """Two sides in one hex: whose attack it is, on whom, what it comes to."""

    side: int
    hex: int
    other: int
    clash: Clash
    odds: Odds


def meet(s: State, side: int, h: int, other: int, leads: Sequence[int] = ()) -> HexFight:
    """An attack of one side on another in a hex, as it would be rolled."""
    clash = clash_in(s, side, h, other, tuple(leads))
    lead = next((u for u in leads if s.owner[u] == other and s.place[u] == h), NO_COLOR)
    struck = [u for u in force(s, other, h) if KIND[u] != SORCERER or u == lead or len(sorcerers(s, other, h)) == 1]
    return HexFight(side, h, other, clash, odds(clash, can_lose(s, struck)))


def meetings(s: State, side: int, leads: Sequence[int] = ()) -> tuple[list[HexFight], list[HexFight]]:
    """Every attack that a side could make if combat came now, and every one on it. `leads`: its Sorcerers who have been named."""
    mine, theirs = [], []
    for h in contested_hexes(s):
        if s.at[side] >> h & 1:
            for other in opponents(s, side, h):
                mine.append(meet(s, side, h, other, leads))
                theirs.append(meet(s, other, h, side, leads))
    return mine, theirs


# ---- vortexes ----------------------------------------------------------------------------------------------------------


def struck(s: State, seat: int, h: int) -> bool:
    """Whether a vortex that enters a hex would cost a seat anything there [8.21, 8.22]."""
    if not s.at[seat] >> h & 1:
        return False
    after = s.copy()
    vortexes.strike(after, h, after.piles[h], Context(ScriptedChance()))
    return (after.depleted, after.of) != (s.depleted, s.of)


def in_reach(s: State, h: int) -> list[int]:
    """The hexes into which a vortex may run with its next die [8.11], the nearest of each ray first."""
    found = []
    for direction in BOARD.towards:
        here = h
        for _ in range(vortexes.RUN):
            there, side = BOARD.sides[here][direction]
            if there < 0 or side == MOUNTAIN or s.ground[there] == GRAY or s.vortex >> there & 1:
                break
            found.append(there)
            here = there
    return found


__all__ = [
    "HexFight", "Odds", "can_lose", "in_reach", "level", "made_of", "meet", "meetings", "number", "odds", "struck", "told", "total",
]  # fmt: skip
