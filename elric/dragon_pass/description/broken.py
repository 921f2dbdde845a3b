"""What is true of every position in which somebody decides. Used by tests, by playouts and after editing a position."""

from __future__ import annotations

from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.components.units import COUNT, IDS
from elric.dragon_pass.movement.stacking import too_many
from elric.dragon_pass.position.notes import Caught, Crowded, Stranded, noted, on_the_way, the_note
from elric.dragon_pass.position.state import COMBAT, HELD, State, who_musters
from elric.kernel.bits import bits


def broken(s: State) -> list[str]:
    """What cannot be in this position, in words; empty when it stands."""
    out = []
    at, of, tops = [0, 0, 0, 0], [0, 0, 0, 0], 0
    seen: set[int] = set()
    for h, pile in s.piles.items():
        if not pile:
            out.append(f"an empty stack on {HEXES.names[h]}")
            continue
        owners = {s.owner[u] for u in pile}
        if len(owners) > 1:
            out.append(f"two sides stand on {HEXES.names[h]}")
        for u in pile:
            if u in seen:
                out.append(f"{IDS[u]} stands in two places")
            if s.place[u] != h:
                out.append(f"{IDS[u]} is not where its stack is")
            seen.add(u)
            of[s.owner[u]] |= 1 << u
        at[s.owner[pile[0]]] |= 1 << h
        tops |= 1 << pile[0]
    for u in range(COUNT):
        if s.place[u] >= 0 and u not in seen:
            out.append(f"{IDS[u]} is on the board and in no stack")
    if (at, of, tops) != (s.at, s.of, s.tops):
        out.append("the bits of stacks do not say what the stacks do")
    if s.phase == COMBAT and s.turn > 1:
        known = [one.hex for one in noted(s, Crowded)]
        out += [f"too many stand on {HEXES.names[h]}" for h in s.piles if h not in known and too_many(s, h)]
    if any(s.place[u] < 0 for u in s.hand) or len({s.place[u] for u in s.hand}) > 1:
        out.append("the company in hand does not stand together")
    held = {*on_the_way(s), *the_note(s, Caught).units, *(one.unit for one in noted(s, Stranded))}
    held |= who_musters(s)
    out += [f"{IDS[u]} is held by nothing" for u in range(COUNT) if s.place[u] == HELD and u not in held]
    if len(set(s.dead)) != len(s.dead):
        out.append("a counter died twice")
    stray = bits(u for u in range(COUNT) if s.place[u] < 0)
    if (s.tops | s.shown) & stray:
        out.append("a counter off the board lies on top or open")
    return out
