"""Reinforcements [62.1, 62.3, 62.5]: units that come back from the dead pile, those first that died first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from elric.dragon_pass.combat import deaths
from elric.dragon_pass.components.board import AROUND, BOARD, EMPIRE
from elric.dragon_pass.components.board import SARTAR as SARTAR_LANDS
from elric.dragon_pass.components.scenarios import CAVALRY, OFF_BOARD, SIMPLICITY, STRAGGLERS
from elric.dragon_pass.components.units import LUNAR, MAGICIANS, NOBODY, SARTAR, TARSH, UNITS
from elric.dragon_pass.independents.ethilrist import ETHILRIST, TROOP
from elric.dragon_pass.independents.peoples import INDEX, LAND_OF, ally_of
from elric.dragon_pass.position import powers
from elric.dragon_pass.position.notes import NOTES, Expected, note_instead, noted, remember, set_note, the_note
from elric.dragon_pass.position.rulers import capital_place
from elric.dragon_pass.position.state import DEAD, State, who_musters
from elric.dragon_pass.position.steps import Context, frame, push
from elric.kernel.bits import ones

Wanted = tuple[tuple[Callable[[int], bool], int], ...]
SOUTH_SOLDIERS: Final = 4  # the day on which they come
PROVINCIAL: Final = 5
MUSTER_DAY: Final = 7
EVERY: Final = 3
BREEDERS_DAY: Final = 4  # from which the Grazelanders are replaced, so many of them [69.2]
BREEDERS: Final = 6


def horse(unit: int) -> bool:
    """Whether a unit is cavalry."""
    return UNITS[unit].arm == "cavalry"


def foot(unit: int) -> bool:
    """Whether a unit is infantry."""
    return UNITS[unit].arm == "foot"


def magician(unit: int) -> bool:
    """Whether a unit is a magician and no hero."""
    return bool(MAGICIANS >> unit & 1) and not UNITS[unit].hero


def breeder(unit: int) -> bool:
    """Whether a unit is cavalry of the Grazelands."""
    return horse(unit) and UNITS[unit].corps == "Grazeland Pony Breeders"


# [62.5] The suggestions for simple reinforcements, by the name of the switch's value: what comes on a Turn.
SUGGESTIONS: Final[dict[str, Callable[[int], Wanted]]] = {
    "cavalry": lambda turn: ((foot, 2), (horse, 1)) if turn % EVERY == 0 else (),
    "magician": lambda turn: ((foot, 2), (magician, 1)) if turn % EVERY == 0 else (),
    "sixth": lambda turn: (
        ((foot, 2), (horse, 1), (magician, int(turn % (2 * EVERY) == 0))) if turn % EVERY == 0 else ()
    ),
    "alternate": lambda turn: ((foot, 1),) if turn % 2 else ((magician if turn % 4 == 0 else horse, 1),),
}
KINDS: Final = (horse, foot, magician)
SIX: Final = 6


@NOTES.one("replaced")
class Replaced(NamedTuple):
    """How many horse breeders have come back to Old Tarsh [69.2]."""

    number: int = 0


@NOTES.many("record")
class Lost(NamedTuple):
    """How many of a type a side has lost [62.4]: `kind` counts the types of all sides, side by side."""

    kind: int
    number: int


@NOTES.many("stragglers")
class CameBack(NamedTuple):
    """How many of a type have come back to a side [62.4], counted as in `Lost`."""

    kind: int
    number: int


def cyclical(unit: int) -> bool:
    """Whether a unit's magic goes by the moon."""
    return UNITS[unit].moon


def who_is_awaited(s: State) -> set[int]:
    """Who comes back already: those who are being put on the board, and those who wait for room there [62.3]."""
    return who_musters(s) | {one.unit for one in noted(s, Expected)}


def fallen(s: State, seat: int) -> list[int]:
    """A side's dead who may come back, in the order in which they died: not the Black Horse without its master [44.1]."""
    melted = TROOP if s.place[ETHILRIST] == DEAD else ()
    return [u for u in s.dead if s.owner[u] == seat and u not in melted]


def from_the_dead(s: State, seat: int, wanted: Wanted) -> tuple[int, ...]:
    """Units of a side from the dead pile, so many of each kind, in the order in which they died."""
    out: list[int] = []
    coming = who_is_awaited(s)
    for kind, count in wanted:
        out += [u for u in fallen(s, seat) if kind(u) and u not in out and u not in coming][:count]
    return tuple(out)


def around(*places: str) -> int:
    """The hexes of places and those beside them, as bits."""
    found = 0
    for place in places:
        for h in ones(BOARD.places[place].bits):
            found |= AROUND[h] | 1 << h
    return found


def come(s: State, cx: Context) -> None:
    """At the beginning of a Move: what the scenario's reinforcements bring to its side."""
    rules, seat = s.scenario.reserves, s.player
    if not rules:
        return
    late(s)
    capital = capital_place(s, seat)
    if OFF_BOARD in rules and seat == SARTAR and s.turn == SOUTH_SOLDIERS:
        bring(s, ((horse, 5), (foot, 4), (magician, 2)), around("stone-cross"))
    if OFF_BOARD in rules and seat == LUNAR and s.turn == PROVINCIAL:
        bring(s, ((horse, 3), (foot, 6), (cyclical, 2)), around("furthest"))
    if SIMPLICITY in rules and (wanted := SUGGESTIONS[str(s.rules.simplicity)](s.turn)):
        bring(s, wanted, around(capital))
    if seat == TARSH and s.turn >= BREEDERS_DAY and (left := BREEDERS - the_note(s, Replaced).number) > 0:
        back = from_the_dead(s, seat, ((breeder, left),))  # [69.2]
        if back:
            set_note(s, Replaced(the_note(s, Replaced).number + len(back)))
            expect(s, back, around("queens-post"))
    if STRAGGLERS in rules:
        remuster(s, around(capital))
    if CAVALRY in rules and s.turn == MUSTER_DAY:
        riders = from_the_dead(s, seat, ((horse, 99),))
        for place, rider in zip(friendly(s, seat), riders, strict=False):
            expect(s, (rider,), around(place))


def record_dead(s: State, units: tuple[int, ...], how: str) -> None:
    """[62.4] The written record of the dead: how many of each type each side has lost."""
    if STRAGGLERS not in s.scenario.reserves or how == deaths.MELTED:
        return
    record: dict[int, int] = dict(noted(s, Lost))
    for u in units:
        for k, kind in enumerate(KINDS):
            if kind(u) and s.owner[u] >= 0:
                key = s.owner[u] * len(KINDS) + k
                record[key] = record.get(key, 0) + 1
    note_instead(s, Lost, [Lost(*row) for row in record.items()])


def remuster(s: State, hexes: int) -> None:
    """[62.4] Six dead of a kind bring one of them back."""
    record: dict[int, int] = dict(noted(s, Lost))
    back: dict[int, int] = dict(noted(s, CameBack))
    for k, kind in enumerate(KINDS):
        key = s.player * len(KINDS) + k
        due = record.get(key, 0) // SIX - back.get(key, 0)
        if due > 0:
            back[key] = back.get(key, 0) + due
            bring(s, ((kind, due),), hexes)
    note_instead(s, CameBack, [CameBack(*row) for row in back.items()])


def friendly(s: State, seat: int) -> list[str]:
    """[62.3] The forts, cities and towns that are a side's: it was alone in them last, or nobody ever was and their land is its own."""
    return [place for place in sorted(BOARD.places) if counts(place) and s.holder.get(place, native(s, place)) == seat]


def native(s: State, place: str) -> int:
    """Whose a place is that nobody has entered: by its land, or that of an ally."""
    letter = BOARD.land[BOARD.places[place].hexes[0]]
    if TARSH in s.scenario.sides:
        if letter in "WUGE" or place in ("bagnot", "dunstop"):
            return TARSH
        if letter == "A":
            return NOBODY
    if letter in SARTAR_LANDS:
        return SARTAR
    if letter in EMPIRE:
        return LUNAR
    people = next((INDEX[key] for key, land in LAND_OF.items() if land == letter), -1)
    return ally_of(s, people) if people >= 0 else NOBODY


def counts(place: str) -> bool:
    """Whether a place gives a cavalry on the seventh day: forts, cities and towns, and Wintertop."""
    return BOARD.places[place].kind in ("fort", "walled city", "town") or place == "wintertop"


def bring(s: State, wanted: Wanted, hexes: int) -> None:
    """Those of the side that moves who come back, put where they arrive."""
    expect(s, from_the_dead(s, s.player, wanted), hexes)


def expect(s: State, units: tuple[int, ...], hexes: int) -> None:
    """Units come back from the dead pile; who finds no room is expected in the next Move still."""
    if units:
        remember(s, *(Expected(u, hexes) for u in units))
        push(s, frame("muster", s.player, units, hexes))


def late(s: State) -> None:
    """Those of the side that moves who have found no room yet try again."""
    for one in noted(s, Expected):
        if s.owner[one.unit] == s.player:
            push(s, frame("muster", s.player, (one.unit,), one.hexes))


powers.BEFORE_MOVE.append(come)
deaths.RECORDED.append(record_dead)
