"""The Stormwalkers fly over enemy troops [26.1]: by themselves, from hex to hex, to the next one where no enemy stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from elric.dragon_pass.components.board import BESIDE, HEXES
from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import BY_ID
from elric.dragon_pass.movement.going import POINT, points
from elric.dragon_pass.movement.spellbound import closed_hexes
from elric.dragon_pass.movement.stacking import fits
from elric.dragon_pass.position.state import State, move, strangers
from elric.dragon_pass.position.steps import Context, Why, no

if TYPE_CHECKING:
    from elric.dragon_pass.movement.march import MarchFrame

TO_OVER: Final = VERBS.add("over", "hex", "Fly over the enemy to {0}")

OVER: Final = tuple(TO_OVER(h) for h in range(HEXES.size))
WALKERS: Final = BY_ID["stormwalkers-cult"]
ALONE: Final = (WALKERS,)


def landings(s: State) -> dict[int, int]:
    """Where the Stormwalkers in hand may come down behind enemies, with the movement that is left there, in halves."""
    if s.hand != ALONE:
        return {}
    start, enemy = s.place[WALKERS], strangers(s, s.player)
    left = {start: points(s, WALKERS)}
    found: dict[int, int] = {}
    todo = [start]
    while todo:
        here = todo.pop(0)
        rest = left[here] - POINT
        if rest < 0:
            continue
        for n in BESIDE[here]:
            if n < 0 or n in left or n in found:
                continue
            if enemy >> n & 1:
                left[n] = rest
                todo.append(n)
            elif here != start:
                found[n] = rest
    wet = closed_hexes(s, ALONE)
    return {h: rest for h, rest in found.items() if not wet >> h & 1 and fits(s, ALONE, h)}


def may_fly_over(s: State, f: MarchFrame, args: tuple[int, ...], why: Why) -> bool:
    """[26.1, 12.1]"""
    if s.hand != ALONE:
        return no(
            why, "26.1", "Only the Stormwalkers fly over enemy troops, and only by themselves.", "March round them."
        )
    name = HEXES.names[args[0]]
    if strangers(s, s.player) >> args[0] & 1:
        return no(
            why, "12.1", f"An enemy stands in {name}: they fly over him, and come down behind.", "Fly on.", (name,)
        )
    if args[0] in landings(s):
        return True
    return no(why, "26.1", f"They do not come to {name} over the heads of enemies, with the movement that they have.",
              "March there.", (name,))  # fmt: skip


def overs(s: State) -> list[Any]:
    """Every flight over enemies of the company in hand."""
    return [OVER[h] for h in sorted(landings(s))] if s.hand == ALONE else []


def fly_over(s: State, there: int, cx: Context) -> None:
    """They fly."""
    rest, here = landings(s)[there], s.place[WALKERS]
    s.left[WALKERS] = rest
    move(s, ALONE, there)
    cx.tell("march", seat=s.player, hex=here, to_hex=there, units=ALONE, count=1, top=WALKERS, drift=False)
