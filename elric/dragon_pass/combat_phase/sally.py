"""Sallies [13.9]: the holder of walls strikes at those who march past, in the middle of their Movement Phase."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from elric.dragon_pass.combat.results import fight
from elric.dragon_pass.components.board import HEXES
from elric.dragon_pass.components.notation import VERBS, Action
from elric.dragon_pass.components.units import COUNT, DRAGONS, UNITS
from elric.dragon_pass.movement.garrisons import can_sally, kept_elsewhere
from elric.dragon_pass.movement.zones import prey, unable
from elric.dragon_pass.position.state import Segment, State
from elric.dragon_pass.position.steps import Context, Step, Why, always, drop, no
from elric.kernel.bits import bits

TO_OUT: Final = VERBS.add("out", "unit", "Send {0} out", wished=True)
TO_STRIKE: Final = VERBS.add("strike", "", "Strike", wished=True)
TO_PASS: Final = VERBS.add("pass", "", "Let them pass", closes=True)

OUT: Final = tuple(TO_OUT(u) for u in range(COUNT))


def may_go_out(s: State, f: SallyFrame, args: tuple[int, ...], why: Why) -> bool:
    """[13.9]"""
    wall, passing, going = f.wall, f.passing, f.going
    u, pile = args[0], s.piles[wall]
    if u not in pile:
        return no(why, "13.9", f"{UNITS[u].name} is not in the garrison of {HEXES.names[wall]}.")
    ok = True
    if u in going:
        ok = no(why, "13.9", f"{UNITS[u].name} is among those who go out.")
    if s.sallied >> u & 1:
        ok = no(why, "13.9", f"{UNITS[u].name} has sallied in this Move already.")
    if (unable(s) | DRAGONS) >> u & 1:
        ok = no(why, "13.9", f"{UNITS[u].name} cannot attack now.", "Send another unit.")
    goat = prey(s, (u,)) if s.goats else -1
    if goat >= 0 and goat not in (s.hand or s.piles[passing]):
        ok = no(why, "18.1", f"{UNITS[u].name} attacks nobody but {UNITS[goat].name}.", "Send another unit.")
    if len(going) + 1 >= len(pile) and not kept_elsewhere(s, wall):
        ok = no(why, "13.9", "One unit at least must stay behind the walls.", "Strike with those who are out.")
    return ok


def may_strike(s: State, f: SallyFrame, args: tuple[int, ...], why: Why) -> bool:
    """[13.9]"""
    return bool(f.going) or no(
        why, "13.9", "Nobody has gone out yet.", "Send a unit out first, or let them pass.", do=("pass",)
    )


class SallyFrame(NamedTuple):
    step: Step
    wall: int
    passing: int
    going: tuple[int, ...]


class Sally(Step):
    """"""

    name = "sally"
    holds = SallyFrame
    verbs: ClassVar = {"strike": may_strike, "out": may_go_out, "pass": always}

    def live(self, s: State, f: SallyFrame) -> bool:
        wall, place = f.wall, f.passing
        passing = s.piles.get(place)
        return bool(s.hand if s.hand else passing) and wall in s.piles and can_sally(s, wall)

    def seat(self, s: State, f: SallyFrame) -> int:
        return s.owner[s.piles[f.wall][0]]

    def legal(self, s: State, f: SallyFrame) -> list[Action]:
        wall, going = f.wall, f.going
        out = [OUT[u] for u in s.piles[wall] if may_go_out(s, f, (u,), None)]
        return [*out, TO_STRIKE(), TO_PASS()] if going else [*out, TO_PASS()]

    def candidates(self, s: State, x: SallyFrame) -> Iterable[Action]:
        return [*(OUT[u] for u in s.piles[x.wall]), TO_STRIKE(), TO_PASS()]

    def do(self, s: State, f: SallyFrame, a: Action, cx: Context) -> None:
        step, wall, passing, units = f.step, f.wall, f.passing, f.going
        if a[0] == "out":
            s.agenda = (*s.agenda[:-1], step.frame(wall, passing, (*units, a[1][0])))
            return
        drop(s)
        if a[0] == "pass":
            return
        s.sallied |= bits(units)
        seat = s.owner[units[0]]
        foe = s.hand or s.piles[passing]
        fight(s, Segment(((wall, units),), ((passing, foe),), ((wall, passing),), seat, True), cx)


SALLY = Sally()
