"""Delecti and his zombies [43.1-43.6]: the dead stand up as counters of their own, and hang on a chain of contact."""

from __future__ import annotations

from typing import Any, Final

from elric.dragon_pass.combat import deaths
from elric.dragon_pass.combat.deaths import AFTER, kill
from elric.dragon_pass.combat.factors import DELECTI, ILLUSIONS, ZOMBIES
from elric.dragon_pass.components.board import AROUND, BOARD
from elric.dragon_pass.components.units import NOBODY, SUPERHEROES, UNITS, named
from elric.dragon_pass.independents.emissaries import _MAY_NOT, asked_now, delecti_gone, join
from elric.dragon_pass.independents.peoples import INDEX
from elric.dragon_pass.position import powers
from elric.dragon_pass.position.state import COMBAT, OUT, State
from elric.dragon_pass.position.steps import Action, Auto, Frame, Why, frame, no, push
from elric.kernel.bits import bits, ones

DEAD_ONES: Final = named("zombie")
PEOPLE: Final = INDEX["delecti"]
RUINS: Final = BOARD.places["marsh-ruins"].hexes[0]
FOUGHT: Final = ("battle", "trade", "driven")  # deaths that make zombies


def may_give(s: State, f: Any, args: tuple[int, ...], why: Why) -> bool:
    """[43.1]"""
    u = args[0]
    if gone := delecti_gone(s):
        return no(why, "43.1", gone)
    ok = True
    if not s.of[s.player] >> u & 1 or s.place[u] != RUINS:
        ok = no(why, "43.1", "A unit of yours in the Ruins of the Marsh is given to him.", "March there first.")
    if u in _MAY_NOT or (SUPERHEROES | ILLUSIONS) >> u & 1:
        ok = no(why, "28.2", f"{UNITS[u].name} cannot be given.", "Send another unit.")
    return ok


def gifts(s: State) -> list[Action]:
    """Who stands in the Ruins."""
    if "delecti" not in s.scenario.peoples or s.owner[DELECTI] != NOBODY:
        return []
    return [Action("give", (u,)) for u in s.piles.get(RUINS, ()) if s.of[s.player] >> u & 1]


def give(s: State, args: tuple[int, ...], cx: Any) -> None:
    """The emissary becomes the first zombie, and Delecti is an ally."""
    u = args[0]
    s.marks["asks"] = (s.moves, (*asked_now(s), PEOPLE))
    kill(s, (u,), cx, "given")
    join(s, PEOPLE)
    rise(s, s.player, (u,))


def rise(s: State, seat: int, fallen: tuple[int, ...]) -> None:
    """[43.5] The fallen stand up where the army is; their own counters are out of the game."""
    waiting = [z for z in DEAD_ONES if s.place[z] == OUT]
    fallen = tuple(u for u in fallen if u in s.dead and not (ZOMBIES | 1 << DELECTI) >> u & 1)
    fresh = tuple(waiting[: len(fallen)])
    if not fresh:
        return
    s.dead = tuple(u for u in s.dead if u not in fallen)
    for u in fallen:
        s.place[u] = OUT
    s.marks["risen"] = (*s.marks.get("risen", ()), *fallen)
    for z in fresh:
        s.owner[z] = seat
    push(s, frame("rising", seat, fresh))


def army(s: State, seat: int) -> int:
    """The hexes of a side's zombies and of Delecti, as bits."""
    return bits(s.place[u] for u in ones(s.of[seat] & (ZOMBIES | 1 << DELECTI)))


class Rising(Auto):
    """New zombies come to the army. Frame: (step, seat, zombies)."""

    name = "rising"

    def run(self, s: State, f: Frame, cx: Any) -> None:
        _, seat, fresh = f
        where = army(s, seat)
        near = where
        for h in ones(where):
            near |= AROUND[h]
        near = near or (AROUND[RUINS] | 1 << RUINS)
        push(s, frame("muster", seat, tuple(z for z in fresh if s.place[z] == OUT), near & ~BOARD.river))


def recruits(s: State, units: tuple[int, ...], enemies: tuple[int, ...], how: str) -> None:
    """[43.5] Who falls in a battle in which zombies fight becomes a zombie, friend or foe."""
    if how in FOUGHT and s.place[DELECTI] >= 0 and s.marks.get("grave") == s.moves:
        rise(s, s.owner[DELECTI], units)


def graves(s: State, fighters: tuple[int, ...]) -> None:
    """Whether zombies fight in the battle that is resolved now."""
    if any(ZOMBIES >> u & 1 for u in fighters):
        s.marks["grave"] = s.moves
    else:
        s.marks.pop("grave", None)


def linked(s: State) -> int:
    """The hexes of zombies in contact with Delecti, himself included, directly or through others [43.2]."""
    seat = s.owner[DELECTI]
    left = army(s, seat)
    found = 1 << s.place[DELECTI]
    while True:
        near = found
        for h in ones(found):
            near |= AROUND[h]
        more = near & left
        if more == found:
            return found
        found = more


def break_chain(s: State, cx: Any) -> None:
    """[43.2] Zombies out of contact are destroyed."""
    if s.place[DELECTI] < 0:
        return
    kept = linked(s)
    lost = tuple(z for z in ones(s.of[s.owner[DELECTI]] & ZOMBIES) if not kept >> s.place[z] & 1)
    for z in lost:
        kill(s, (z,), cx, "cut off")


def crumbles(s: State, u: int, cx: Any) -> None:
    """[43.6] A zombie that is destroyed is a counter free for another."""
    s.dead = tuple(v for v in s.dead if v != u)
    s.place[u] = OUT


def master_dies(s: State, u: int, cx: Any) -> None:
    """[43.6] With Delecti his army dies."""
    for z in DEAD_ONES:
        kill(s, (z,), cx, "cut off")


powers.add("give", powers.Power(may_give, give, gifts, frozenset({COMBAT})))
powers.BEFORE_COMBAT.append(break_chain)
powers.AFTER_MOVE.append(break_chain)
deaths.MOURNED.append(recruits)
deaths.FOUGHT.append(graves)
AFTER[DELECTI] = master_dies
for _zombie in DEAD_ONES:
    AFTER[_zombie] = crumbles
RISING: Final = Rising()
