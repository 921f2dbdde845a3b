"""What single Independents do [30.3, 33.1, 39.2, 39.6]: Ironhoof's word, rebirth, the Pillar of Fire, the blood sacrifice."""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.dragon_pass.combat.deaths import IN_BATTLE, MOURNED, kill
from elric.dragon_pass.combat.factors import immune
from elric.dragon_pass.components.board import AROUND, BESIDE, BOARD, HEXES
from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import BY_ID, HEROES, MAGICIANS, NOBODY, SUPERHEROES, UNITS, units_named
from elric.dragon_pass.independents.peoples import CITY_OF
from elric.dragon_pass.magic.spells import reach
from elric.dragon_pass.movement.stacking import fits
from elric.dragon_pass.movement.stranded import ashore
from elric.dragon_pass.position import powers
from elric.dragon_pass.position.effects import begin_effect
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import NOTES, note_instead, noted, set_note
from elric.dragon_pass.position.state import COMBAT, EARLY, HELD, MOVEMENT, OUT, State, enemies, foes, put, strangers
from elric.dragon_pass.position.steps import Action, Context, Why, frame, no, push
from elric.kernel.bits import bits, ones

TO_HALT_HORSE: Final = VERBS.add("halt-horse", "", "Halt the enemy's horses", wished=True)
TO_PILLAR: Final = VERBS.add("pillar", "hex hex hex", "Raise the Pillar of Fire on {0}, {1} and {2}")
TO_SACRIFICE: Final = VERBS.add("sacrifice", "unit unit", "Let {1} sacrifice {0}")

IRONHOOF: Final = BY_ID["ironhoof"]
CRAGSPIDER: Final = BY_ID["cragspider-the-firewitch"]
RIDERS: Final = units_named("tusk-riders")
PLINTH: Final = BOARD.places["ivory-plinth"].hexes[0]
HORSES: Final = bits(u for u, unit in enumerate(UNITS) if unit.horse) & ~HEROES
_ANY_TIME: Final = frozenset({EARLY, COMBAT})


@NOTES.one("horse")
class HorseHalted(NamedTuple):
    """On which Turn Ironhoof bade the horses stand [30.3]."""

    turn: int


@NOTES.one("pillar")
class PillarBurnt(NamedTuple):
    """On which Turn the Pillar of Fire burnt [39.2]."""

    turn: int


@NOTES.many("taken")
class CityTaken(NamedTuple):
    """A Dragonewt city that an enemy has taken once [33.1]."""

    city: str


def may_halt_horse(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[30.3]"""
    if s.place[IRONHOOF] < 0 or s.owner[IRONHOOF] != s.player:
        return no(why, "30.3", "Only Ironhoof bids horses stand, in his ruler's Move.")
    return HorseHalted not in s.notes or no(why, "30.3", "He has done so once in this game.")


def halt_horse(s: State, args: tuple[int, ...], cx: Context) -> None:
    """All enemy horse stands still for a Turn."""
    set_note(s, HorseHalted(s.turn))
    horse = sum(s.of[k] for k in enemies(s, s.player)) & HORSES
    horse &= ~bits(
        u for u in ones(horse) if immune(s, u, s.piles[s.place[u]])
    )  # [38.5, 18.3] on a Dragon, with a Superhero
    if s.phase == EARLY:
        s.early |= 1 << IRONHOOF
    cx.tell("horse", seat=s.player)
    if horse:
        begin_effect(s, "still", horse, by="horse")


def all_touch(a: int, b: int, c: int) -> bool:
    """Whether three hexes all touch each other."""
    return len({a, b, c}) == 3 and b in BESIDE[a] and c in BESIDE[a] and c in BESIDE[b]


def may_burn(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[39.2]"""
    here = s.place[CRAGSPIDER]
    if here < 0 or s.owner[CRAGSPIDER] != s.player or s.still >> CRAGSPIDER & 1:
        return no(why, "39.2", "Only Cragspider raises the Pillar of Fire, in her ruler's Move.")
    ok = True
    if PillarBurnt in s.notes:
        ok = no(why, "39.2", "The Pillar has burnt once in this game.")
    if s.cast >> CRAGSPIDER & 1:
        ok = no(why, "20.3", "She has used her magic in this Move.")
    if not all_touch(*args):
        ok = no(why, "39.2", "The Pillar stands on three hexes that all touch each other.")
    elif not args[0] < args[1] < args[2]:
        names = [HEXES.names[h] for h in sorted(args)]
        ok = no(why, "39.2", f"The three hexes are named in the order of their numbers: {', '.join(names)}.",
                "Name them so.", tuple(names), (f"pillar {' '.join(names)}",))  # fmt: skip
    elif any(HEXES.distance(here, h) > reach(s, CRAGSPIDER) for h in args):
        ok = no(why, "39.2", f"All three must lie within {reach(s, CRAGSPIDER)} hexes of her.")
    return ok


def pillars(s: State) -> list[Action]:
    """Every three hexes within her range that touch each other."""
    here = s.place[CRAGSPIDER]
    if here < 0 or s.owner[CRAGSPIDER] != s.player or PillarBurnt in s.notes:
        return []
    found = set()
    for h in ones(HEXES.disc(here, reach(s, CRAGSPIDER))):
        around = BESIDE[h]
        for k in range(6):
            if around[k] >= 0 and around[k - 1] >= 0:
                found.add(tuple(sorted((h, around[k], around[k - 1]))))
    return [Action("pillar", three) for three in sorted(found)]


def burn(s: State, args: tuple[int, ...], cx: Context) -> None:
    """Everything there dies but Dragons, Superheroes and their stacks."""
    set_note(s, PillarBurnt(s.turn))
    s.cast |= 1 << CRAGSPIDER
    if s.phase == EARLY:
        s.early |= 1 << CRAGSPIDER
    cx.tell("pillar", seat=s.player, hexes=args)
    for h in args:
        pile = s.piles.get(h, ())
        if not any(UNITS[u].superhero for u in pile):
            kill(s, tuple(u for u in pile if not immune(s, u, pile)), cx, "pillar")


def may_sacrifice(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[39.6]"""
    victim, by = args
    if not (s.of[s.player] >> victim & s.of[s.player] >> by & 1) or victim == by:
        return no(why, "39.6", "One unit of yours sacrifices another.")
    if "tusk-riders" not in s.scenario.peoples:
        return no(why, "39.6", "No Tusk Riders come in this game.")
    ok = True
    if SUPERHEROES >> victim & 1:
        ok = no(why, "18.5", f"{UNITS[victim].name} falls to five Wounds alone.", "Sacrifice another unit.")
    if not MAGICIANS >> by & 1:
        ok = no(why, "39.6", f"{UNITS[by].name} is no magical unit.", "Choose a magician.")
    if s.early >> by & 1:
        ok = no(
            why, "7.2", f"{UNITS[by].name} has used magic early, and does nothing more in this Turn.", "Choose another."
        )
    if not s.place[victim] == s.place[by] == PLINTH:
        ok = no(why, "39.6", "Both must stand at the Ivory Plinth.", "March there.", (HEXES.names[PLINTH],))
    if not any(s.owner[u] == NOBODY and s.place[u] == OUT for u in RIDERS):
        ok = no(why, "39.6", "No more Tusk Riders are to be had.")
    return ok


def sacrifices(s: State) -> list[Action]:
    """Whom the magicians at the Plinth might sacrifice."""
    pile = s.piles.get(PLINTH, ()) if "tusk-riders" in s.scenario.peoples else ()
    return [TO_SACRIFICE(v, m) for m in pile if MAGICIANS >> m & 1 for v in pile if v != m]


def sacrifice(s: State, args: tuple[int, ...], cx: Context) -> None:
    """[39.6] The die says how many riders come; a six brings none, and the magician dies."""
    victim, by = args
    s.shown |= 1 << by  # [7.6] everybody is told who sacrifices
    die = cx.die()
    cx.tell("sacrifice", seat=s.player, unit=victim, by=by, die=die)
    kill(s, (victim,), cx, "sacrifice")
    if die == 6:
        kill(s, (by,), cx, "sacrifice")
        return
    come = tuple(u for u in RIDERS if s.owner[u] == NOBODY and s.place[u] == OUT)[:die]
    for u in come:
        s.owner[u] = s.player
    push(s, frame("muster", s.player, come, AROUND[PLINTH] | 1 << PLINTH))


def reborn(s: State, units: tuple[int, ...], enemies: tuple[int, ...], how: str) -> None:
    """[33.1] Dragonewts killed in battle are in their cities again at once."""
    if how in IN_BATTLE:
        for u in units:
            if u in CITY_OF:
                rebirth(s, u)


def rebirth(s: State, newt: int) -> None:
    """It is in its city, unless an enemy is or was there, or beside it when the city is full of friends; it moves from its next
    Move."""
    city, seat = CITY_OF[newt], s.owner[newt]
    h = BOARD.places[city].hexes[0]
    if seat == NOBODY or CityTaken(city) in noted(s, CityTaken) or strangers(s, seat) >> h & 1:
        return
    s.dead = tuple(v for v in s.dead if v != newt)
    s.done |= 1 << newt
    if fits(s, (newt,), h):
        put(s, (newt,), h)
    else:
        s.place[newt] = HELD
        ashore(s, (newt,), AROUND[h])


def watch_cities(s: State, cx: Context) -> None:
    """[33.1] A Dragonewt city that an enemy has taken gives nobody back, for ever; who marches through has not taken it."""
    if s.owner[KING] == NOBODY or s.phase == MOVEMENT:
        return
    taken = {one.city for one in noted(s, CityTaken)}
    for city in dict.fromkeys(CITY_OF.values()):
        if foes(s, s.owner[KING]) >> BOARD.places[city].hexes[0] & 1:
            taken.add(city)
    note_instead(s, CityTaken, map(CityTaken, sorted(taken)))


KING: Final = BY_ID["inhuman-king"]
powers.add(TO_HALT_HORSE, powers.Power(may_halt_horse, halt_horse, lambda s: [TO_HALT_HORSE()], _ANY_TIME, magic=True))
powers.add(TO_PILLAR, powers.Power(may_burn, burn, pillars, _ANY_TIME))
powers.add(TO_SACRIFICE, powers.Power(may_sacrifice, sacrifice, sacrifices, frozenset({COMBAT})))
powers.BEFORE_COMBAT.append(watch_cities)
powers.WHENEVER.append(watch_cities)
MOURNED.append(reborn)


EVENTS.add("horse", "seat units", words=lambda event, names: "Ironhoof bids the enemy's horses stand.")
EVENTS.add(
    "pillar",
    "seat hexes",
    words=lambda event, names: f"Cragspider's Pillar of Fire burns at {BOARD.where(event['hexes'][0])}.",
)
EVENTS.add(
    "sacrifice",
    "seat unit by die",
    words=lambda event, names: (
        f"{UNITS[event['by']].name} sacrifices {UNITS[event['unit']].name} at the Ivory Plinth and rolls {event['die']}."
    ),
)
