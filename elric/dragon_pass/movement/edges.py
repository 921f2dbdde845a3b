"""Leaving the board and coming back [61.1, 61.2, 18.1]: both kingdoms go on beyond its edge. A ruling; not in scenarios 1 to 3."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from elric.dragon_pass.components.board import BESIDE, BOARD, EMPIRE, HEXES, SARTAR, lands
from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import COUNT, UNITS
from elric.dragon_pass.components.units import LUNAR as LUNAR_SEAT
from elric.dragon_pass.components.units import SARTAR as SARTAR_SEAT
from elric.dragon_pass.movement.going import POINT, points
from elric.dragon_pass.movement.holds import held
from elric.dragon_pass.movement.stacking import fits
from elric.dragon_pass.movement.zones import halting_hexes
from elric.dragon_pass.position import powers, telling
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import Away, noted, remember, strike_out
from elric.dragon_pass.position.state import HELD, MOVEMENT, State, lift, put, strangers
from elric.dragon_pass.position.steps import Action, Context, Why, no
from elric.kernel.bits import bits, ones

TO_EXIT: Final = VERBS.add("exit", "unit", "Lead {0} off the board")
TO_RETURN: Final = VERBS.add("return", "unit hex", "Bring {0} back at {1}")

EXIT: Final = tuple(TO_EXIT(u) for u in range(COUNT))
ENDS: Final = bits(h for h in range(HEXES.size) if any(n < 0 for n in BESIDE[h]))
# the hexes of the edge beyond which each kingdom goes on
EDGES: Final = {LUNAR_SEAT: lands(EMPIRE) & ENDS, SARTAR_SEAT: lands(SARTAR) & ENDS}
# who has a home beyond the edge: both armies, but not those who come and go by powers of their own, nor Independents
ARMIES: Final = bits(
    u for u, unit in enumerate(UNITS)
    if unit.side in ("lunar", "sartar") and unit.kind not in ("exotic", "dragon", "illusion", "zombie")
)  # fmt: skip
LAST_WITHOUT: Final = 3  # the last scenario in which nobody leaves


def edge(s: State, seat: int) -> int:
    """The hexes from which a side may leave the board, as bits."""
    return EDGES.get(seat, 0) if s.scenario.number > LAST_WITHOUT else 0


def may_exit(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[61.1, 61.2, 18.1]"""
    u = args[0]
    if not s.of[s.player] >> u & 1:
        return no(why, "61.2", f"{UNITS[u].name} is not yours to lead away.", "Choose a unit of yours on the board.")
    ok = True
    if not edge(s, s.player) >> s.place[u] & 1:
        ok = no(why, "61.2", f"{UNITS[u].name} does not stand where your own land goes on beyond the board.")
    if (s.done | s.still) >> u & 1:
        ok = held(s, u, why)
    elif points(s, u) < POINT:
        ok = no(why, "8.4", f"{UNITS[u].name} has no movement left to leave with.", "Leave in the next Move.")
    if not ARMIES >> u & 1:
        ok = no(why, "61.2", f"{UNITS[u].name} belongs to the Pass, and stays in it.")
    if any(u in pair for pair in s.goats):
        ok = no(why, "18.1", "Neither the Scapegoat nor who hunts him leaves the board.")
    return ok


def exits(s: State) -> list[Action]:
    """The units on their own side's edge."""
    here = edge(s, s.player) & s.at[s.player]
    return [EXIT[u] for h in ones(here) for u in s.piles[h] if ARMIES >> u & 1]


def leave(s: State, args: tuple[int, ...], cx: Context) -> None:
    """It goes."""
    u, h = args[0], s.place[args[0]]
    cx.tell("leaves", seat=s.player, units=args, hex=h, count=1)
    lift(s, args, HELD)
    s.shown &= ~(1 << u)
    s.done &= ~(1 << u)
    s.left.pop(u, None)
    remember(s, Away(u, h, s.moves))


def may_return(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[61.1, 61.2]"""
    u, h = args
    left = next((left for left in noted(s, Away) if left.unit == u and s.owner[u] == s.player), None)
    if left is None:
        return no(why, "61.2", f"{UNITS[u].name} is not waiting beyond the board.")
    ok = True
    if left.move == s.moves:
        ok = no(why, "61.2", f"{UNITS[u].name} has left in this Move.", "It may come back in a later one.")
    if not (edge(s, s.player) & HEXES.disc(left.hex, 1)) >> h & 1:
        there = HEXES.names[left.hex]
        ok = no(why, "61.2", f"{UNITS[u].name} left at {there}, and comes back there or beside it.", "", (there,))
    if strangers(s, s.player) >> h & 1 or not fits(s, (u,), h):
        ok = no(why, "7.6", f"There is an enemy or no room in {HEXES.names[h]}.", "Choose another hex.")
    return ok


def returns(s: State) -> list[Action]:
    """Where those who are away may come back: the hex where they left, or one of the edge beside it."""
    out = []
    for left in noted(s, Away):
        if s.owner[left.unit] == s.player and left.move != s.moves:
            out += [TO_RETURN(left.unit, n) for n in ones(edge(s, s.player) & HEXES.disc(left.hex, 1))]
    return out


def come_back(s: State, args: tuple[int, ...], cx: Context) -> None:
    """It is there again, with a point less to march; in an enemy's zone it stops, as everybody does who comes into one [12.1]."""
    u, h = args
    strike_out(s, Away, u)
    put(s, (u,), h)
    s.left[u] = 0 if halting_hexes(s, (u,)) >> h & 1 else points(s, u) - POINT
    if s.left[u] <= 0:
        s.done |= 1 << u
    cx.tell("returns", seat=s.player, units=(u,), hex=h, count=1)


powers.add(TO_EXIT, powers.Power(may_exit, leave, exits, frozenset({MOVEMENT})))
powers.add(TO_RETURN, powers.Power(may_return, come_back, returns, frozenset({MOVEMENT})))


def _told_leaves(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    kind = event["kind"]
    them = telling.listed(event["units"]) if "units" in event else "A counter"
    return f"{them} {'leaves the board' if kind == 'leaves' else 'comes back'} at {BOARD.where(event['hex'])}."


EVENTS.add("leaves", "seat hex count", "units", words=_told_leaves)
EVENTS.add("returns", "seat hex count", "units", words=_told_leaves)
