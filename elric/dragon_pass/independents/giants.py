"""Giants [40.1-40.5]: the smell of the dead draws them; they join, they turn coat, they eat, they sleep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from elric.dragon_pass.combat import deaths, results
from elric.dragon_pass.combat.deaths import kill, wound
from elric.dragon_pass.combat.factors import DELECTI, ZOMBIES
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.units import SUPERHEROES, UNITS, units_named
from elric.dragon_pass.position import powers, telling
from elric.dragon_pass.position.effects import begin_effect
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import (
    NOTES,
    Asleep,
    Prowling,
    note_instead,
    noted,
    remember,
    set_note,
    strike_out,
    the_note,
)
from elric.dragon_pass.position.state import OUT, Segment, State, lift, put
from elric.dragon_pass.position.steps import Context, frame, push
from elric.kernel.bits import bits, ones

GIANTS: Final = units_named("giant")
GIANT_BITS: Final = bits(GIANTS)
GATE: Final = BOARD.places["giants-hex"].hexes[0]
DRAWN_BY: Final = 20  # so many human dead draw one
PACE: Final = 14  # hexes a Move, on a forced march
FULL: Final = 6  # so many eaten in a Turn, and it sleeps
HUMANS: Final = bits(u for u, unit in enumerate(UNITS) if unit.human)


@NOTES.one("human dead")
class HumanDead(NamedTuple):
    """How many human units have fallen."""

    number: int = 0


@NOTES.one("giants came")
class GiantsCame(NamedTuple):
    """How many giants the dead have drawn."""

    number: int = 0


class Meal(NamedTuple):
    """How many units were eaten on a Turn."""

    turn: int
    number: int


@NOTES.many("gorged", lambda giant, meal: Gorged(giant, Meal(*meal)))
class Gorged(NamedTuple):
    """What a giant has last eaten."""

    giant: int
    meal: Meal


def count_dead(s: State, units: tuple[int, ...], enemies: tuple[int, ...], how: str) -> None:
    """Human dead are counted, and what a giant has devoured."""
    if "giants" not in s.scenario.peoples:
        return
    human = sum(HUMANS >> u & 1 for u in units)
    if human and how != deaths.MELTED:
        set_note(s, HumanDead(the_note(s, HumanDead).number + human))
    for g in enemies:
        if GIANT_BITS >> g & 1 and s.place[g] >= 0:
            lie_down_sated(s, g, len(units))


def lie_down_sated(s: State, g: int, count: int) -> None:
    """[40.5] Six or more in a Turn: it lies down for a whole day."""
    total = count + sum(one.meal.number for one in noted(s, Gorged) if one.giant == g and one.meal.turn == s.turn)
    strike_out(s, Gorged, g)
    remember(s, Gorged(g, Meal(s.turn, total)))
    if total >= FULL and Asleep(g) not in noted(s, Asleep):
        remember(s, Asleep(g))
        begin_effect(s, "still", 1 << g, by="gorged")


def wake(s: State, cx: Context) -> None:
    """Who slept a whole day is awake."""
    note_instead(s, Asleep, [one for one in noted(s, Asleep) if s.still >> one.unit & 1])


def prowl(s: State, cx: Context) -> None:
    """[40.1] At the beginning of a Move: one comes for every twenty dead, and each goes on towards the nearest humans."""
    if "giants" not in s.scenario.peoples:
        return
    wild = list(noted(s, Prowling))
    came = the_note(s, GiantsCame).number
    if the_note(s, HumanDead).number >= DRAWN_BY * (came + 1) and came < len(GIANTS):
        set_note(s, GiantsCame(came + 1))
        wild.append(Prowling(GIANTS[came], GATE))
        cx.tell("giant", unit=GIANTS[came], hex=GATE)
    out = []
    for g, h in wild:
        there = approach(s, h)
        if there < 0 or Asleep(g) in noted(s, Asleep):
            out.append(Prowling(g, h))
            continue
        far = HEXES.distance(h, there)
        if far > PACE:
            out.append(Prowling(g, onward(h, there)))
        elif not meets(s, g, there, cx):
            out.append(Prowling(g, there))
    note_instead(s, Prowling, out)


def approach(s: State, h: int) -> int:
    """The nearest hex with a human unit; ties go to the first hex. -1 where no human is left."""
    places = {s.place[u] for k in s.order for u in ones(s.of[k] & HUMANS)}
    return min(sorted(places), key=lambda n: HEXES.distance(h, n), default=-1)


def onward(h: int, there: int) -> int:
    """Where a giant comes in one Move on its way."""
    for _ in range(PACE):
        h = min(ones(AROUND[h]), key=lambda n: (HEXES.distance(n, there), n))
    return h


def meets(s: State, giant: int, there: int, cx: Context) -> bool:
    """[40.1] The humans roll: odd, it is theirs; even, they are eaten. Whether it is allied now."""
    pile = s.piles[there]
    seat = s.owner[pile[0]]
    die = cx.die()
    cx.tell("giant meets", unit=giant, hex=there, die=die, seat=seat)
    if die % 2:
        s.owner[giant] = seat
        push(s, frame("muster", seat, (giant,), AROUND[there] | 1 << there))
        return True
    for u in pile:
        if SUPERHEROES >> u & 1 and wound(s, u, cx):
            kill(s, (u,), cx, "eaten")
    meal = tuple(u for u in pile if not SUPERHEROES >> u & 1)
    kill(s, meal, cx, "eaten")
    lie_down_sated(s, giant, len(meal))
    return False


def tempt(s: State, battle: Segment, cx: Context) -> Segment:
    """[40.3] Before a giant attacks, the defender rolls, unless he is Delecti's: odd, it changes sides, and eats the men beside it."""
    if battle.attackers and battle.defenders:
        against = tuple(u for _, foes in battle.defenders for u in foes if s.place[u] >= 0)
        living = tuple(u for u in against if not (ZOMBIES | 1 << DELECTI) >> u & 1)
        for h, units in battle.attackers:
            for g in units:
                if living and GIANT_BITS >> g & 1 and s.place[g] == h and s.owner[g] == battle.attacker:
                    turn_coat(s, g, h, s.owner[living[0]], cx)
        aside = GIANT_BITS if any(GIANT_BITS >> u & 1 for u in against) else 0  # [40.2] giants never fight giants
        stacks = tuple(
            (h, tuple(u for u in units if s.place[u] >= 0 and s.owner[u] == battle.attacker and not aside >> u & 1))
            for h, units in battle.attackers
        )
        return battle._replace(attackers=tuple(stack for stack in stacks if stack[1]))
    return battle


def turn_coat(s: State, giant: int, here: int, other: int, cx: Context) -> None:
    """The roll, and what follows when the giant hears it."""
    die = cx.die()
    cx.tell("giant tempted", unit=giant, hex=here, die=die, seat=other)
    if die % 2 == 0:
        return
    men = tuple(u for u in s.piles[here] if HUMANS >> u & 1 and not SUPERHEROES >> u & 1)
    kill(s, men, cx, "eaten")
    lift(s, (giant,), OUT)
    s.shown &= ~(1 << giant)
    s.owner[giant] = other
    if here in s.piles:
        push(s, frame("muster", other, (giant,), AROUND[here]))
    else:
        put(s, (giant,), here)
    lie_down_sated(s, giant, len(men))


def row_of_zombies(s: State, giant: int) -> list[int]:
    """The zombies that a giant touches, anybody's: those beside it in its hex, and then those in a straight line from it, the
    first line that has any."""
    here = s.place[giant]
    row = [u for u in s.piles[here] if ZOMBIES >> u & 1]
    for k in range(6):
        line: list[int] = []
        for h in HEXES.ray(here, k):
            there = [u for u in s.piles.get(h, ()) if ZOMBIES >> u & 1]
            if not there:
                break
            line += there
        if line:
            return row + line
    return row


def feast(s: State, cx: Context) -> None:
    """[40.4] Before combat a giant eats of the zombies that it touches as many as the die says."""
    for g in GIANTS:
        if s.place[g] < 0 or s.still >> g & 1 or not (row := row_of_zombies(s, g)):
            continue
        die = cx.die()
        cx.tell("feast", unit=g, hex=s.place[g], die=die, seat=s.owner[g])
        for u in row[:die]:
            kill(s, (u,), cx, "eaten")
        lie_down_sated(s, g, len(row[:die]))


deaths.MOURNED.append(count_dead)
results.TEMPTED.append(tempt)
powers.BEFORE_MOVE.append(prowl)
powers.BEFORE_COMBAT.append(feast)
powers.BEFORE_MOVE.append(wake)


def _told_giant_meets(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    end = "it is an ally now" if event["die"] % 2 else "it eats them"
    return f"{UNITS[event['unit']].name} reaches {BOARD.where(event['hex'])}; a die of {event['die']}: {end}."


def _told_giant_tempted(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    who = telling.who(event, names)
    end = "it changes sides" if event["die"] % 2 else "it fights on"
    return f"{who} calls to {UNITS[event['unit']].name}; a die of {event['die']}: {end}."


EVENTS.add(
    "giant",
    "unit hex",
    words=lambda event, names: (
        f"The smell of the dead draws {UNITS[event['unit']].name} down to {BOARD.where(event['hex'])}."
    ),
)
EVENTS.add("giant meets", "unit hex die seat", words=_told_giant_meets)
EVENTS.add("giant tempted", "unit hex die seat", words=_told_giant_tempted)
EVENTS.add(
    "feast",
    "unit hex die seat",
    words=lambda event, names: f"{UNITS[event['unit']].name} falls upon the zombies, with a die of {event['die']}.",
)
