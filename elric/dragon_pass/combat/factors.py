"""A unit's factors as they are now [8.2-8.5]: printed, doubled, halved; magic by the moon."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.components.units import BY_ID, CF, DRAGONS, LUNAR, MGF, NOBODY, SCALE, SUPERHEROES, UNITS
from elric.dragon_pass.position.effects import is_on
from elric.dragon_pass.position.notes import Asleep, BestFriend, UnseenBat, noted, the_note
from elric.dragon_pass.position.state import State, enemies
from elric.kernel.bits import bits, ones

DAYS: Final = ("Black", "Crescent-come", "Empty Half", "Full", "Full Half", "Crescent-go", "Dying")
MOON: Final = (1, 3, 7, 12, 9, 5, 2)  # the timetable [20.1]
FULL: Final = 3
# Marks of positions that are only weighed (`lab.unseen`): nobody knows where the Bat is; counters that nobody sees, as bits.
FRIENDS: Final = {
    BY_ID["jar-eel-the-razoress"]: BY_ID["beat-pot-aelwrin"],
    BY_ID["harrek-the-berserk"]: BY_ID["gunda-the-guilty"],
}
ANDROGEUS: Final = BY_ID["androgeus-the-unknowable"]
BAT: Final = BY_ID["crimson-bat"]
DWARF: Final = BY_ID["the-dwarf"]
GIFTS: Final = frozenset(u for u, unit in enumerate(UNITS) if unit.corps == "The Dwarf" and not unit.hero)
ILLUSIONS: Final = bits(u for u, unit in enumerate(UNITS) if unit.kind == "illusion")
ZOMBIES: Final = bits(u for u, unit in enumerate(UNITS) if unit.kind == "zombie")
GIFTS_OF: Final = sum(1 << u for u in GIFTS)
CANNON: Final = BY_ID["cannon-cult"]
CRATERS: Final = BY_ID["crater-makers"]
TRANSFORMER: Final = BY_ID["alchemical-transformer"]
DRAGON_RANGE: Final = 10  # what a Dragon adds to its master's range [38.3]
DELECTI: Final = BY_ID["delecti-the-necromancer"]
GLOWLINE: Final = BOARD.lands["L"]
_TEMPLE: Final = BOARD.places["reaching-moon"].bits

Said = tuple[tuple[str, str], ...]


def friend_of(s: State, hero: int) -> int:
    """A Superhero's Best Friend; -1 where he has none [17.5]."""
    if hero == ANDROGEUS:
        return the_note(s, BestFriend).unit
    return FRIENDS.get(hero, -1)


def pairs(s: State, units: tuple[int, ...] | list[int]) -> tuple[int, ...]:
    """The Superheroes and Best Friends that stand together among some units [17.6]."""
    out = []
    for u in units:
        if SUPERHEROES >> u & 1:
            friend = friend_of(s, u)
            if friend in units:
                out += [u, friend]
    return tuple(out)


def is_goat(s: State, u: int) -> bool:
    """Whether a unit is a Scapegoat whose factors double: a normal physical one [18.1]."""
    return UNITS[u].kind == "physical" and any(goat == u for _, goat in s.goats)


def cf(s: State, unit: int, mates: tuple[int, ...] | list[int] = ()) -> tuple[int, Said]:
    """A unit's CF in SCALE parts, in the company it is in, and what changed it."""
    value = CF[unit] * SCALE
    why: Said = ((f"combat factor {CF[unit]} of {UNITS[unit].name}", "8.2"),)
    if Asleep(unit) in noted(s, Asleep):
        value, why = 8 * SCALE, (("a giant asleep counts eight", "40.5"),)
    if mates and unit in pairs(s, mates):
        value, why = 2 * value, (*why, ("with the Best Friend: doubled", "17.6"))
    if unit in GIFTS and DWARF in mates:
        value, why = 2 * value, (*why, ("the Dwarf is with it: doubled", "29.1"))
    if s.goats and is_goat(s, unit):
        value, why = 2 * value, (*why, ("the Scapegoat: doubled", "18.1"))
    if s.half >> unit & 1:
        value, why = value // 2, (*why, ("halved by a spell on it", "9.3"))
    return value, why


def plain_cf(s: State) -> bool:
    """Whether nothing in this position changes a CF but company and ground: then the printed one will do."""
    return not (s.half or s.goats or Asleep in s.notes or s.of[0] & GIFTS_OF or s.of[1] & GIFTS_OF)


def moon(s: State, who: int, target: int = -1) -> tuple[int, Said]:
    """The MgF of a cyclical magician: by the day [20.1], 12 inside the Glowline [19.5] or near the Bat [24.2]."""
    here = s.place[who]
    storm = is_on(s, "storm")
    if not storm and here >= 0:
        bat = s.place[BAT]
        # in a position that is only weighed nobody may know where the Bat is (lab.unseen)
        if (
            bat >= 0
            and UnseenBat not in s.notes
            and s.owner[BAT] == s.owner[who]
            and HEXES.distance(bat, here) <= UNITS[BAT].rf
        ):
            return 12, (("the Crimson Bat is near: 12", "24.2"),)
        held = any(s.at[k] & _TEMPLE for k in enemies(s, s.owner[who]) if k != LUNAR)  # the Empire's own keep it
        inside = GLOWLINE >> here & 1 and (target < 0 or GLOWLINE >> target & 1)
        if inside and not held:
            return 12, (("inside the Glowline: 12", "19.5"),)
    day = max(s.day, 0)
    return MOON[day], ((f"{DAYS[day]} day: {MOON[day]}", "20.1"),)


def mgf(s: State, who: int, target: int = -1, mates: tuple[int, ...] | list[int] = ()) -> tuple[int, Said]:
    """A unit's MgF in SCALE parts, and what made it: always the same but for the moon's magicians [19.2, 19.4]. `target`: the hex it casts at, -1 when it defends."""
    unit = UNITS[who]
    if unit.moon:
        value, why = moon(s, who, target)
    elif unit.superhero:
        value, why = 10, (("a Superhero with the Best Friend: 10", "17.7"),)
    else:
        value, why = MGF[who], ((f"magic factor {MGF[who]} of {unit.name}", "8.3"),)
    value *= SCALE
    if who in GIFTS and DWARF in mates:
        value, why = 2 * value, (*why, ("the Dwarf is with it: doubled", "29.1"))
    if TRANSFORMER in mates and who != TRANSFORMER:
        value, why = 2 * value, (*why, ("the Alchemical Transformer is with it: doubled", "30.2"))
    if s.goats and is_goat(s, who):
        value, why = 2 * value, (*why, ("the Scapegoat: doubled", "18.1"))
    if s.half >> who & 1:
        value, why = value // 2, (*why, ("halved by a spell on it", "9.3"))
    return value, why


def immune(s: State, u: int, pile: tuple[int, ...]) -> bool:
    """Whether no magic touches a unit in its stack: Superheroes and their stacks, unless the Best Friend is there [18.3],
    Dragons, and friends in a Dragon's zone [38.4, 38.5]."""
    if DRAGONS >> u & 1:
        return True
    if any(SUPERHEROES >> v & 1 and friend_of(s, v) not in pile for v in pile):
        return True
    seat, here = s.owner[u], s.place[u]
    dragons = s.of[seat] & DRAGONS if here >= 0 else 0
    return bool(dragons) and any(HEXES.distance(s.place[d], here) <= 1 for d in ones(dragons))


__all__ = ["CANNON", "CRATERS", "DAYS", "DELECTI", "FULL", "NOBODY", "SCALE", "cf", "friend_of", "immune", "is_goat", "mgf", "moon", "pairs",
           "plain_cf"]  # fmt: skip
