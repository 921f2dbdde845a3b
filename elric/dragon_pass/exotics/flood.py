"""The flood [26.4-26.7]: down every river from where it begins to the edge of the board, one hex to each side."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.combat.deaths import alive, kill
from elric.dragon_pass.combat.factors import DELECTI, ZOMBIES, immune
from elric.dragon_pass.components.board import AROUND, BOARD, Way
from elric.dragon_pass.components.units import HEROES, MAGICIANS, SUPERHEROES
from elric.dragon_pass.movement.stranded import ashore
from elric.dragon_pass.position import telling
from elric.dragon_pass.position.effects import begin_effect
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.state import HELD, State, lift
from elric.kernel.bits import bits, ones
from elric.kernel.context import Context

WASHED: Final = 3
_UNDEAD: Final = ZOMBIES | 1 << DELECTI  # who do not drown in the Marsh
_SWAMP: Final = BOARD.marsh | BOARD.delta


def below(start: int) -> tuple[int, list[tuple[Way, int]]]:
    """(water that floods, as bits; the stretches of river in it) when every river hex in `start` floods: all that is
    downstream, through the Marsh too."""
    water = 0
    stretches: list[tuple[Way, int]] = []
    todo = [(river, k) for river in BOARD.rivers if (k := _first(river, start)) >= 0]
    while todo:
        river, k = todo.pop()
        if any(r is river and n <= k for r, n in stretches):
            continue
        stretches.append((river, k))
        water |= bits(river.hexes[k:])
        mouth = river.hexes[-1]
        if (1 << mouth | AROUND[mouth]) & _SWAMP and water & BOARD.marsh != BOARD.marsh:
            water |= BOARD.marsh
            todo += [(r, 0) for r in BOARD.rivers if (1 << r.hexes[0] | AROUND[r.hexes[0]]) & _SWAMP and r is not river]
    return water, stretches


def _first(river: Way, start: int) -> int:
    return next((k for k, h in enumerate(river.hexes) if start >> h & 1), -1)


def flooded_hexes(water: int) -> int:
    """The hexes that a flood strikes: the water and a hex beside it, but not up a ridge."""
    found = water
    for h in ones(water):
        for n in ones(AROUND[h]):
            if not BOARD.climbs(h, n):
                found |= 1 << n
    return found


def flood(s: State, start: int, cx: Context) -> None:
    """Rivers flood from these hexes on. It lasts one Turn."""
    water, stretches = below(start)
    if not water:
        return
    struck = flooded_hexes(water)
    begin_effect(s, "flood", struck)
    cx.tell("flood", hexes=ones(struck))
    for h in ones(struck & ~BOARD.walls):
        pile = s.piles.get(h)
        if pile is None or any(SUPERHEROES >> u & 1 for u in pile):
            continue  # [26.5]
        drown(s, pile, h, stretches, cx)


def drown(s: State, pile: tuple[int, ...], where: int, stretches: list[tuple[Way, int]], cx: Context) -> None:
    """A stack is struck: magicians and heroes are washed down [26.6], Dragons and Superheroes stand, the rest dies."""
    pile = tuple(u for u in pile if not immune(s, u, pile))  # [38.4, 38.5]
    saved = tuple(u for u in pile if (MAGICIANS | HEROES) >> u & 1)
    safe = MAGICIANS | HEROES | (_UNDEAD if BOARD.marsh >> where & 1 else 0)
    kill(s, tuple(u for u in pile if not safe >> u & 1), cx, "flood")
    if saved := alive(s, saved):
        cx.tell("washed", units=saved, seat=s.owner[saved[0]], hex=where)
        lift(s, saved, HELD)
        s.shown &= ~bits(saved)
        for u in saved:
            ashore(s, (u,), banks(where, stretches))


def banks(h: int, stretches: list[tuple[Way, int]]) -> int:
    """The dry hexes on either side of the river, three hexes down it, as bits; where no river runs, as in the Marsh, the hex
    itself and those beside it."""
    near = 1 << h if BOARD.river >> h & 1 else 1 << h | AROUND[h]
    for river, k in stretches:
        places = [n for n in range(k, len(river.hexes)) if near >> river.hexes[n] & 1]
        if places:
            end = river.hexes[min(places[-1] + WASHED, len(river.hexes) - 1)]
            if found := AROUND[end] & ~BOARD.water:
                return found
    return 1 << h | AROUND[h]


EVENTS.add("flood", "hexes", words=lambda event, names: "The rivers flood their banks.")
EVENTS.add(
    "washed",
    "seat units hex",
    words=lambda event, names: f"{telling.does(event['units'], 'is', 'are')} washed down the river.",
)
