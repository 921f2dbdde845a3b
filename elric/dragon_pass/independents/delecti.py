"""Delecti and his zombies [43.1-43.6]: the dead stand up as counters of their own, and hang on a chain of contact."""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.dragon_pass.combat import deaths
from elric.dragon_pass.combat.deaths import AFTER, follow, kill
from elric.dragon_pass.combat.factors import DELECTI, ILLUSIONS, ZOMBIES
from elric.dragon_pass.components.board import AROUND, BOARD
from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import NOBODY, SUPERHEROES, UNITS, units_named
from elric.dragon_pass.independents.emissaries import _MAY_NOT, delecti_gone, join, note_asked
from elric.dragon_pass.independents.peoples import INDEX
from elric.dragon_pass.position import powers
from elric.dragon_pass.position.notes import NOTES, Caught, Risen, forget, remember, set_note, the_note
from elric.dragon_pass.position.state import COMBAT, DEAD, HELD, MOVEMENT, OUT, State
from elric.dragon_pass.position.steps import Action, Auto, Context, Why, frame, no, push
from elric.kernel.bits import bits, ones

TO_GIVE: Final = VERBS.add("give", "unit", "Give {0} to Delecti")

DEAD_ONES: Final = units_named("zombie")
PEOPLE: Final = INDEX["delecti"]
RUINS: Final = BOARD.places["marsh-ruins"].hexes[0]
FOUGHT: Final = ("battle", "trade", "driven")  # deaths that make zombies


def may_give(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[43.1]"""
    u = args[0]
    if gone := delecti_gone(s):
        return no(why, "43.1", gone)
    ok = True
    if not s.of[s.player] >> u & 1 or s.place[u] != RUINS:
        ok = no(why, "43.1", "A unit of yours in the Ruins of the Marsh is given to him.", "March there first.")
    if s.early >> u & 1:
        ok = no(
            why, "7.2", f"{UNITS[u].name} has used magic early, and does nothing more in this Turn.", "Give another."
        )
    if u in _MAY_NOT or (SUPERHEROES | ILLUSIONS) >> u & 1:
        ok = no(why, "28.2", f"{UNITS[u].name} cannot be given.", "Send another unit.")
    return ok


def gifts(s: State) -> list[Action]:
    """Who stands in the Ruins."""
    if "delecti" not in s.scenario.peoples or s.owner[DELECTI] != NOBODY:
        return []
    return [TO_GIVE(u) for u in s.piles.get(RUINS, ()) if s.of[s.player] >> u & 1]


def give(s: State, args: tuple[int, ...], cx: Context) -> None:
    """The emissary becomes the first zombie, and Delecti is an ally."""
    u = args[0]
    note_asked(s, PEOPLE)
    kill(s, (u,), cx, "given")
    join(s, PEOPLE)
    rise(s, s.player, (u,))


def rise(s: State, seat: int, fallen: tuple[int, ...]) -> None:
    """[43.5] The fallen will stand up where the army is."""
    push(s, frame("rising", seat, fallen))


def army(s: State, seat: int) -> int:
    """The hexes of a side's zombies and of Delecti, as bits."""
    return bits(s.place[u] for u in ones(s.of[seat] & (ZOMBIES | 1 << DELECTI)))


class RisingFrame(NamedTuple):
    step: Auto
    seat: int
    units: tuple[int, ...]


class Rising(Auto):
    """New zombies come to the army, and the counters of the fallen are out of the game; who is reborn by now is none of them
    [33.1]."""

    name = "rising"
    holds = RisingFrame

    def run(self, s: State, f: RisingFrame, cx: Context) -> None:
        seat, units = f.seat, f.units
        waiting = [z for z in DEAD_ONES if s.place[z] == OUT]
        fallen = tuple(u for u in units if u in s.dead and not (ZOMBIES | 1 << DELECTI) >> u & 1)[: len(waiting)]
        fresh = tuple(waiting[: len(fallen)])
        if not fresh or s.place[DELECTI] == DEAD:
            return
        s.dead = tuple(u for u in s.dead if u not in fallen)
        for u in fallen:
            s.place[u] = OUT
        remember(s, *map(Risen, fallen))
        for z in fresh:
            s.owner[z] = seat
        where = army(s, seat)
        near = where
        for h in ones(where):
            near |= AROUND[h]
        near = near or (AROUND[RUINS] | 1 << RUINS)
        push(s, frame("muster", seat, fresh, near & ~BOARD.river))


@NOTES.one("grave")
class Grave(NamedTuple):
    """Zombies fight in the battle that is resolved in this Move."""

    move: int = -1


def recruits(s: State, units: tuple[int, ...], enemies: tuple[int, ...], how: str) -> None:
    """[43.5] Who falls in a battle in which zombies fight becomes a zombie, friend or foe."""
    if how in FOUGHT and s.place[DELECTI] >= 0 and the_note(s, Grave).move == s.moves:
        rise(s, s.owner[DELECTI], units)


def graves(s: State, fighters: tuple[int, ...]) -> None:
    """Whether zombies fight in the battle that is resolved now."""
    if any(ZOMBIES >> u & 1 for u in fighters):
        set_note(s, Grave(s.moves))
    else:
        forget(s, (Grave,))


def held_hex(s: State) -> int:
    """The hex where the Sylphs hold Delecti or zombies of his, as bits: they are bound there, and in contact still [25.3]."""
    held = the_note(s, Caught)
    return 1 << held.hex if bits(held.units) & (ZOMBIES | 1 << DELECTI) else 0


def contacts(s: State, root: int) -> int:
    """The hexes of zombies in contact with Delecti's hex, itself included, directly or through others [43.2]."""
    left = army(s, s.owner[DELECTI]) | held_hex(s)
    found = 1 << root
    while True:
        near = found
        for h in ones(found):
            near |= AROUND[h]
        more = near & left
        if more == found:
            return found
        found = more


def break_chain(s: State, cx: Context) -> None:
    """[43.2] Zombies out of contact are destroyed: at once, but while their ruler marches them, when all of them stand."""
    root = s.place[DELECTI]
    if root == HELD and DELECTI in the_note(s, Caught).units:
        root = the_note(s, Caught).hex
    if root < 0 or (s.phase == MOVEMENT and s.player == s.owner[DELECTI]):
        return
    kept = contacts(s, root)
    lost = tuple(z for z in ones(s.of[s.owner[DELECTI]] & ZOMBIES) if not kept >> s.place[z] & 1)
    for z in lost:
        kill(s, (z,), cx, "cut off")


def crumbles(s: State, u: int, cx: Context) -> None:
    """[43.6] A zombie that is destroyed is a counter free for another."""
    s.dead = tuple(v for v in s.dead if v != u)
    s.place[u] = OUT


def master_dies(s: State, u: int, cx: Context) -> None:
    """[43.6] With Delecti his army dies."""
    follow(s, DEAD_ONES, cx, "cut off")


powers.add(TO_GIVE, powers.Power(may_give, give, gifts, frozenset({COMBAT})))
powers.BEFORE_COMBAT.append(break_chain)
powers.WHENEVER.append(break_chain)
deaths.MOURNED.append(recruits)
deaths.FOUGHT.append(graves)
AFTER[DELECTI] = master_dies
for _zombie in DEAD_ONES:
    AFTER[_zombie] = crumbles
RISING: Final = Rising()
