"""The Empire's exotics [24.3, 24.5]: the Bat that must be fed, and the warriors who come down with the full moon."""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.dragon_pass.combat import deaths
from elric.dragon_pass.combat.deaths import kill
from elric.dragon_pass.combat.factors import BAT, FULL
from elric.dragon_pass.components.board import AROUND, HEXES
from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import LUNAR, SUPERHEROES, UNITS, units_named
from elric.dragon_pass.position import powers
from elric.dragon_pass.position.notes import NOTES, Caught, Risen, forget, noted, set_note, the_note
from elric.dragon_pass.position.state import COMBAT, DEAD, OUT, State
from elric.dragon_pass.position.steps import Action, Context, Why, frame, no, push
from elric.kernel.bits import bits, ones

TO_FEED: Final = VERBS.add("feed", "unit", "Feed {0} to the Bat", wished=True)

CORPS: Final = units_named("full-moon-corps")
# [8.5] whoever has a range is a magical unit, the Bat too; not the Empire's allies
COLLEGE: Final = bits(u for u, unit in enumerate(UNITS) if unit.side == "lunar" and unit.rf)
FEEDING: Final = (6, 0)  # Dying and Black
LAST_CALL: Final = 4  # on the fourth day after a missed meal all that is due is taken
DEBT: Final = (0, 2, 4, 8, 16)


@NOTES.one("missed")
class MealsMissed(NamedTuple):
    """How many meals the Bat has missed."""

    number: int = 0


@NOTES.one("fed")
class BatFed(NamedTuple):
    """How many units the Bat has had on this day."""

    units: int = 0


@NOTES.one("hunt")
class Hunt(NamedTuple):
    """The Bat fights with its claws in the battle that is resolved in this Move."""

    move: int = -1


def lair(s: State) -> int:
    """The hex where the Bat is, under the Sylphs too [25.3]; -1 where it is not on the board."""
    caught = the_note(s, Caught)
    return caught.hex if BAT in caught.units else s.place[BAT]


def due(s: State) -> int:
    """How many units the Bat asks for today: the day's meal, or what a missed one has become [24.3]."""
    if lair(s) < 0:
        return 0
    return DEBT[the_note(s, MealsMissed).number] or int(s.day in FEEDING)


def hunts(s: State, fighters: tuple[int, ...]) -> None:
    """Whether the Bat fights with its claws in the battle that is resolved now: what a spell kills is no meal."""
    if BAT in fighters:
        set_note(s, Hunt(s.moves))
    else:
        forget(s, (Hunt,))


def takes(s: State, units: tuple[int, ...], enemies: tuple[int, ...], how: str) -> None:
    """[24.3] What it takes in such a battle feeds it."""
    if BAT in enemies and the_note(s, Hunt).move == s.moves:
        fill(s, len(units))


def fill(s: State, count: int) -> None:
    """The Bat has had so many units."""
    set_note(s, BatFed(the_note(s, BatFed).units + count))


def may_feed(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[24.3]"""
    u = args[0]
    if s.player != LUNAR or s.place[BAT] < 0:
        return no(why, "24.3", "Only the Lunar ruler feeds the Bat, while it lives.")
    if the_note(s, BatFed).units >= due(s):
        return no(why, "24.3", "The Bat is not hungry today.")
    if u == BAT or s.owner[u] != LUNAR or s.place[u] < 0:
        return no(why, "24.3", f"{UNITS[u].name} is no meal: a unit of your own, on the board.")
    if SUPERHEROES >> u & 1:
        return no(why, "18.5", f"{UNITS[u].name} falls to five Wounds alone.", "Give another unit.")
    near = AROUND[s.place[BAT]] | 1 << s.place[BAT]
    return bool(near >> s.place[u] & 1) or no(why, "24.3", f"{UNITS[u].name} does not stand beside the Bat.", "Give one that does.",
                                              (HEXES.names[s.place[BAT]],))  # fmt: skip


def feed(s: State, args: tuple[int, ...], cx: Context) -> None:
    """A unit is devoured."""
    fill(s, 1)
    kill(s, args, cx, "devoured")


def meals(s: State) -> list[Action]:
    """The units beside the Bat."""
    if s.player != LUNAR or s.place[BAT] < 0 or the_note(s, BatFed).units >= due(s):
        return []
    near = AROUND[s.place[BAT]] | 1 << s.place[BAT]
    return [TO_FEED(u) for h in ones(near & s.at[LUNAR]) for u in s.piles[h]
            if u != BAT and not SUPERHEROES >> u & 1]  # fmt: skip


def reckon_meals(s: State, cx: Context) -> None:
    """At the end of the day: what was not fed in any of its Moves is owed; on the fourth day the nearest units are devoured."""
    if s.player != s.order[-1] or not s.scenario.exotic or s.day < 0:
        return
    wanted, fed = due(s), the_note(s, BatFed).units
    forget(s, (BatFed,))
    if fed >= wanted:
        forget(s, (MealsMissed,))
        return
    missed = the_note(s, MealsMissed).number + 1
    set_note(s, MealsMissed(missed))
    if missed > LAST_CALL:
        bat = lair(s)
        flock = sorted(
            ones(s.of[LUNAR] & ~(1 << BAT | SUPERHEROES)), key=lambda u: (HEXES.distance(bat, s.place[u]), u)
        )
        kill(s, tuple(flock[: DEBT[LAST_CALL] - fed]), cx, "devoured")
        forget(s, (MealsMissed,))


def corps_descends(s: State, cx: Context) -> None:
    """[24.5] On the Full day the Full Moon Corps comes beside any Lunar magical unit."""
    if s.player != LUNAR or s.day != FULL or not s.scenario.exotic:
        return
    risen = [one.unit for one in noted(s, Risen)]  # [43.5] zombies now
    away = tuple(u for u in CORPS if s.place[u] in (OUT, DEAD) and u not in risen)  # not under the Sylphs [25.3]
    near = 0
    for u in ones(s.of[LUNAR] & COLLEGE):
        near |= AROUND[s.place[u]]
    if away and near:
        push(s, frame("muster", LUNAR, away, near))


powers.add(TO_FEED, powers.Power(may_feed, feed, meals, frozenset({COMBAT})))
deaths.FOUGHT.append(hunts)
deaths.MOURNED.append(takes)
powers.BEFORE_MOVE.append(corps_descends)
powers.AFTER_MOVE.append(reckon_meals)
