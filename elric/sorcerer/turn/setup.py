"""Setting up [16.0]: who moves first, Prime Sorcerers, and counters put on the map one by one, fortresses first."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any, ClassVar, Final, NamedTuple

from elric.kernel.bits import bits, ones
from elric.kernel.clauses import Ruleset
from elric.kernel.sealed import choices_of
from elric.sorcerer.components.board import ALL, BOARD, HEXES, INDEX
from elric.sorcerer.components.colors import GRAY, NO_COLOR, ON_THE_WHEEL, WHITE
from elric.sorcerer.components.scenarios import TIDE, Castle, Scenario, Side, vary
from elric.sorcerer.components.units import (
    COLOR,
    DEMON,
    FORTRESS,
    HUMAN,
    HUMANS,
    IDS,
    INFANTRY,
    KIND,
    POOL,
    SHIR,
    SORCERER,
    STRENGTH,
    UNITS,
)
from elric.sorcerer.components.units import COUNT as ALL_UNITS
from elric.sorcerer.movement.stacking import LIMIT, fits
from elric.sorcerer.position import hooks
from elric.sorcerer.position.notes import NOTES, note_instead, noted
from elric.sorcerer.position.state import GONE, HIDDEN, State, enemies_in, force, hidden_at, put
from elric.sorcerer.position.steps import (
    Action,
    Auto,
    Context,
    Frame,
    OfSide,
    Sealed,
    SealedFrame,
    Step,
    Why,
    drop,
    frame,
    no,
    push,
)

NEAR_ENEMY: Final = 3  # no fortress so near an enemy's [16.0]
AROUND: Final = 3


def new_state(scenario: Scenario, rules: Ruleset) -> State:
    """A position with everything still to be set up."""
    s = State(vary(scenario, rules), rules)
    s.agenda = (frame("set up"),)
    return s


class SetUp(Auto):
    """The beginning: lots and dice, then each side in its order."""

    name = "set up"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        scenario = s.scenario
        frames = [frame("deploys", side) for side in scenario.order]
        if any(side.drawn for side in scenario.sides):
            draw_colors(s, cx)
            frames.insert(0, frame("paint", ()))
        if scenario.rolled:
            s.order = roll_order(scenario, cx)
            cx.tell("first", seat=s.order[0])
            frames[-len(scenario.order) :] = [frame("deploys", side) for side in s.order]
        push(s, *frames, frame("begin"))
        hooks.run(hooks.AT_SETUP, s, cx)


def roll_order(scenario: Scenario, cx: Context) -> tuple[int, ...]:
    """Each rolls, and the highest is first [16.0]; equal ones roll again among themselves. The Black Sorcerer is last [21.1]."""

    def ranked(seats: list[int]) -> list[int]:
        if len(seats) < 2:
            return seats
        dice = {seat: cx.die() for seat in seats}
        return [seat for n in range(6, 0, -1) for seat in ranked([k for k in seats if dice[k] == n])]

    seats = [k for k, side in enumerate(scenario.sides) if SHIR not in side.sorcerers]
    return (*ranked(seats), *(k for k in range(scenario.seats) if k not in seats))


def draw_colors(s: State, cx: Context) -> None:
    """A Sorcerer of two or three colors is drawn, and the other players have the remaining colors [18.44, 18.45]."""
    left = tuple(range(ON_THE_WHEEL))
    powers = list(s.powers)
    for seat, side in enumerate(s.scenario.sides):
        if side.drawn:
            groups = list(combinations(left, side.drawn))
            group = groups[cx.chance.pick(len(groups))] if len(groups) > 1 else groups[0]
            left = tuple(c for c in left if c not in group)
            powers[seat] = bits(group)
    s.powers = tuple(powers)
    for seat, side in enumerate(s.scenario.sides):
        if side.drawn:
            cx.tell("drawn", seat=seat, unit=roster(s, seat)[0])


def roster(s: State, seat: int) -> tuple[int, ...]:
    """The Sorcerers of a side: those of the scenario, or by its colors one of all and three of each [18.41]."""
    side = s.scenario.sides[seat]
    if not side.drawn:
        return side.sorcerers
    powers = s.powers[seat]
    ones_ = [
        u
        for u in range(ALL_UNITS)
        if KIND[u] == SORCERER and UNITS[u].powers.bit_count() == 1 and UNITS[u].powers & powers
    ]
    return (next(u for u in range(ALL_UNITS) if KIND[u] == SORCERER and UNITS[u].powers == powers), *ones_)


def fortress(color: int, value: int, taken: tuple[int, ...] = ()) -> int:
    """The next fortress of a color and strength."""
    return next(
        u
        for u in range(ALL_UNITS)
        if KIND[u] == FORTRESS and COLOR[u] == color and STRENGTH[u][0] == value and u not in taken
    )


# ---- the colors of fortresses, in secret [18.44] ---------------------------------------------------------------------------


def may_paint(s: State, f: SealedFrame, args: tuple[int, ...], why: Why) -> bool:
    """[18.44]"""
    (color,) = args
    seat = s.seat
    side = s.scenario.sides[seat]
    made = [a.args[0] for a in choices_of(f, seat)]
    if not s.powers[seat] >> color & 1:
        return no(why, "18.44", "Your fortresses have your own colors.", "Choose one of them.")
    ok = True
    if made.count(color) >= len(side.fortresses) // side.drawn:
        words = "Each of your colors has equally many fortresses, and this one has its share."
        ok = no(why, "18.44", words, "Choose another.")
    value = side.fortresses[len(made)].value
    same = [c for c, castle in zip(made, side.fortresses, strict=False) if castle.value == value]
    if value > LIMIT and color in same:
        ok = no(why, "3.22", f"There is one fortress of {value} in each color.", "Choose another color.")
    return ok


@NOTES.many("castles")
class Castles(NamedTuple):
    """The fortresses of a seat, by the colors that it has chosen [18.44]."""

    seat: int
    units: tuple[int, ...]


class Paint(Sealed):
    """Each decides the colors of the fortresses, the strongest first; all are shown together."""

    name = "paint"
    verbs: ClassVar = {"paint": may_paint}
    holds = SealedFrame

    def seats(self, s: State, f: Frame) -> tuple[int, ...]:
        return tuple(k for k, side in enumerate(s.scenario.sides) if side.drawn)

    def finished(self, s: State, f: Frame, seat: int) -> bool:
        return len(choices_of(f, seat)) == len(s.scenario.sides[seat].fortresses)

    def candidates(self, s: State, x: Any) -> list[Action]:
        return [Action("paint", (c,)) for c in range(ON_THE_WHEEL)]

    def reveal(self, s: State, f: Frame, choices: dict[int, Action], cx: Context) -> None:
        picked = {}
        for seat in self.seats(s, f):
            taken: tuple[int, ...] = ()
            for a, castle in zip(choices_of(f, seat), s.scenario.sides[seat].fortresses, strict=True):
                taken = (*taken, fortress(a.args[0], castle.value, taken))
                cx.tell("painted", seat=seat, color=a.args[0])
            picked[seat] = taken
        note_instead(s, Castles, [Castles(*row) for row in picked.items()])


# ---- where counters may stand -----------------------------------------------------------------------------------------


def own_castles(s: State, side: int) -> list[int]:
    """The hexes of a side's fortresses."""
    return [s.place[u] for u in ones(s.of[side]) if KIND[u] == FORTRESS]


def _castle_of(s: State, seat: int, u: int) -> Castle:
    """The row of the scenario that a fortress stands for."""
    rows = s.scenario.sides[seat].fortresses
    return next((c for c in rows if c.color == COLOR[u] and c.value == STRENGTH[u][0]), Castle(NO_COLOR, 0, -1, 0))


def castle_zone(s: State, seat: int, u: int) -> int:
    """Where a fortress may be put: on its color [14.0], near its city, three hexes in from the edge, and more than three from an enemy's;
    where that leaves nothing, the last condition is dropped."""
    castle = _castle_of(s, seat, u)
    found = s.cells[COLOR[u]] & BOARD.inner
    if castle.near >= 0:
        found &= HEXES.disc(castle.near, castle.within)
    there = [h for h in s.piles if any(KIND[v] == FORTRESS for v in s.piles[h])]
    for h in there:
        found &= ~(1 << h)
    far = found
    for h in there:
        if s.owner[s.piles[h][0]] != seat:
            far &= ~HEXES.disc(h, NEAR_ENEMY)
    return far or found


def _said_zone(s: State, seat: int, said: str, unit: int) -> int:
    """The hexes that a scenario's words mean."""
    first, *words = said.split()
    castles = own_castles(s, seat)
    if first == "near":
        return HEXES.disc(INDEX[words[0]], int(words[1]))
    if first == "anywhere":
        return ALL
    if first == "gray":
        return s.cells[GRAY] & ~bits(s.piles)
    if first == "fortress":
        return bits(h for h in castles if UNITS[unit].powers >> s.ground[h] & 1)
    if first == "around":
        return _union(HEXES.disc(h, AROUND) for h in castles)
    if first == "castle":
        return bits(castles) | BOARD.gray
    if first == "each":
        return BOARD.gray & ~_union(1 << s.place[v] for v in ones(s.of[seat] & HUMANS))
    if first == "white":
        return BOARD.white
    if first == "cities" and words[:1] == ["but"]:
        return BOARD.gray & ~bits(INDEX[name] for name in words[1:])
    if first == "cities":
        return bits(INDEX[name] for name in words)
    home = _union(1 << s.place[v] for v in s.scenario.sides[seat].sorcerers if s.place[v] >= 0)  # stones [19.21]
    if sum(KIND[v] == HUMAN for h in ones(home) for v in force(s, seat, h)) >= LIMIT:
        home = 0
    return home | (BOARD.gray & ~(1 << INDEX["0711"]))


def _union(sets: Iterable[int]) -> int:
    found = 0
    for one in sets:
        found |= one
    return found


def zone(s: State, seat: int, unit: int) -> int:
    """The hexes where a counter may be set up, as bits: a scenario's own words come before the general ones [16.0, 16.2]."""
    side, kind = s.scenario.sides[seat], KIND[unit]
    if kind == FORTRESS:
        return castle_zone(s, seat, unit)
    said = side.sorcerers_at if kind == SORCERER else "around" if kind == DEMON else side.infantry_at
    found = _said_zone(s, seat, said, unit)
    if kind == SORCERER and side.prime_in != NO_COLOR and unit == s.primes[seat]:
        found &= s.cells[side.prime_in]
    if kind == SORCERER and s.scenario.story == "stones":
        found &= s.cells[UNITS[unit].powers.bit_length() - 1]
    if s.scenario.story == "madness" and side.name != "Fane":
        found &= ~s.cells[WHITE]
    if s.scenario.story != "stones":
        found &= ~_union(s.at[k] for k in range(s.scenario.seats) if k != seat)
    if kind != SORCERER:
        found = bits(h for h in ones(found) if fits(s, seat, unit, h))
    if kind == HUMAN and side.infantry_at.startswith("cities but"):
        empty = found & ~s.at[seat]
        if sum(KIND[v] == HUMAN for v in s.to_place) <= empty.bit_count():
            found = empty  # [18.31] one at least in each
    return found


def hides(s: State, seat: int, unit: int) -> int:
    """The hexes where infantry may begin in hiding: other Gray cities [19.24], or half of it one in a Gray hex [23.1]."""
    if KIND[unit] != HUMAN or s.scenario.alone:
        return 0
    if s.scenario.story == "stones":
        found = BOARD.gray & ~(1 << INDEX["0711"])
        return bits(h for h in ones(found) if fits(s, seat, unit, h))
    if (
        not s.rules.assassins
        or (len([v for v in s.hidden if s.owner[v] == seat]) + 1) * 2 > s.scenario.sides[seat].infantry
    ):
        return 0
    found, said = s.cells[GRAY], s.scenario.sides[seat].infantry_at
    if said.startswith("cities"):
        found &= _said_zone(s, seat, said, unit)  # no others than those that the scenario names [18.31] (R68)
    return bits(h for h in ones(found) if fits(s, seat, unit, h) and not hidden_at(s, seat, h))


# ---- deciding it -----------------------------------------------------------------------------------------------------


class Deploys(Auto):
    """A side takes its counters, and names its Prime Sorcerer."""

    name = "deploys"
    holds = OfSide

    def run(self, s: State, f: Frame, cx: Context) -> None:
        seat = f.side
        side = s.scenario.sides[seat]
        s.player = seat
        sorcerers = roster(s, seat)
        chosen_ = next((one.units for one in noted(s, Castles) if one.seat == seat), ())
        castles = chosen_ or tuple(fortress(c.color, c.value) for c in side.fortresses)
        demons = POOL[DEMON, COLOR[castles[0]]][: side.demons] if side.demons else ()
        s.to_place = (*castles, *sorcerers, *infantry(s, seat), *demons)
        strongest = primes(s, seat)
        push(s, frame("deploying", seat))
        if side.prime >= 0 or len(strongest) == 1:
            name_prime(s, seat, side.prime if side.prime >= 0 else strongest[0], cx)
        else:
            push(s, frame("prime", seat))


def infantry(s: State, seat: int) -> tuple[int, ...]:
    """The infantry counters of a side: of the sets of its colors, then of others that nobody has."""
    side: Side = s.scenario.sides[seat]
    powers = s.powers[seat]
    order = sorted(range(WHITE + 1), key=lambda c: (not powers >> c & 1, _wanted(s, c), c))
    return tuple(u for c in order for u in INFANTRY[c])[: side.infantry]


def _wanted(s: State, color: int) -> bool:
    return any(powers >> color & 1 for powers in s.powers)


def primes(s: State, seat: int) -> list[int]:
    """The Sorcerers who may be Prime Sorcerer: none of the side is stronger [16.1]."""
    sorcerers = roster(s, seat)
    most = max(STRENGTH[u][0] for u in sorcerers)
    return [u for u in sorcerers if STRENGTH[u][0] == most]


def name_prime(s: State, seat: int, u: int, cx: Context) -> None:
    """He is the Prime Sorcerer, and everybody knows."""
    s.primes = (*s.primes[:seat], u, *s.primes[seat + 1 :])
    cx.tell("prime", seat=seat, unit=u)


def may_name(s: State, f: OfSide, args: tuple[int, ...], why: Why) -> bool:
    """[16.1]"""
    u = args[0]
    return u in primes(s, f.side) or (
        why is not None and no(why, "16.1", f"{UNITS[u].name} is none of your strongest Sorcerers.", "Choose one of them.",
                               do=tuple(f"prime {IDS[v]}" for v in primes(s, f.side)))
    )  # fmt: skip


class Prime(Step):
    """Which of the strongest Sorcerers is the player himself."""

    name = "prime"
    verbs: ClassVar = {"prime": may_name}
    holds = OfSide

    def candidates(self, s: State, x: Any) -> list[Action]:
        return [Action("prime", (u,)) for u in primes(s, x.side)]

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        drop(s)
        name_prime(s, f.side, a.args[0], cx)


class Deploying(Auto):
    """The next counter: put down where only one hex is left for it, out of the game where none is."""

    name = "deploying"
    holds = OfSide

    def run(self, s: State, f: Frame, cx: Context) -> None:
        seat = f.side
        while s.to_place:
            u = s.to_place[0]
            able = zone(s, seat, u)
            secret = hides(s, seat, u)
            free = able & (able - 1) and not (KIND[u] == HUMAN and s.scenario.story == TIDE)
            if secret or free:
                push(s, frame("deploy", seat))
                return
            if able:
                settle(s, seat, able.bit_length() - 1, cx)
            else:
                s.place[u] = GONE
                s.to_place = s.to_place[1:]
        hooks.run(hooks.DEPLOYED, s, cx)


def settle(s: State, seat: int, h: int, cx: Context) -> None:
    """The next counter stands in a hex."""
    u, *rest = s.to_place
    s.to_place = tuple(rest)
    put(s, u, h, seat)
    cx.tell("placed", seat=seat, hex=h, unit=u)


def may_place(s: State, f: OfSide, args: tuple[int, ...], why: Why) -> bool:
    """[16.0]"""
    (h,) = args
    u, seat = s.to_place[0], f.side
    if zone(s, seat, u) >> h & 1:
        return True
    if why is None:
        return False
    name = UNITS[u].name
    if KIND[u] == FORTRESS and s.ground[h] != COLOR[u]:
        return no(why, "14.0", f"A {name} stands on its own color.", "Choose such a hex.")
    if KIND[u] == FORTRESS and not BOARD.inner >> h & 1:
        return no(why, "16.0", "A fortress stands at least three hexes from the edge.", "Choose a hex farther in.")
    if enemies_in(s, seat, h):
        return no(why, "16.0", "An enemy stands there.", "Choose another hex.")
    if KIND[u] == HUMAN and not fits(s, seat, u, h):
        return no(why, "10.1", "Two stand there already.", "Choose another hex.")
    return no(
        why, s.scenario.forces, f"{name} is not set up there.", "Choose one of the hexes that the scenario names."
    )


def may_hide(s: State, f: OfSide, args: tuple[int, ...], why: Why) -> bool:
    """[19.24, 23.1]"""
    clause = "19.24" if s.scenario.story == "stones" else "23.1"
    return bool(hides(s, f.side, s.to_place[0]) >> args[0] & 1) or (
        why is not None and no(why, clause, "Nobody hides there.", "Infantry hides in Gray, within its number.")
    )


class Deploy(Step):
    """Where the next counter stands, or hides."""

    name = "deploy"
    verbs: ClassVar = {"place": may_place, "hide": may_hide}
    holds = OfSide

    def legal(self, s: State, f: Frame) -> list[Action]:
        u, seat = s.to_place[0], f.side
        found = [Action("place", (h,)) for h in ones(zone(s, seat, u))]
        return found + [Action("hide", (h,)) for h in ones(hides(s, seat, u))]

    def candidates(self, s: State, x: Any) -> list[Action]:
        return self.legal(s, x)

    def do(self, s: State, asked: Frame, a: Action, cx: Context) -> None:
        (h,) = a.args
        drop(s)
        push(s, frame("deploying", asked.side))
        if a.verb == "place":
            settle(s, asked.side, h, cx)
            return
        u, *rest = s.to_place
        s.to_place = tuple(rest)
        s.place[u], s.owner[u], s.hidden[u] = HIDDEN, asked.side, h
        kind = "hides" if s.scenario.story == "stones" else "goes into hiding"
        cx.tell(kind, seat=asked.side, unit=u, hex=h)


SET_UP, PAINT, DEPLOYS, PRIME, DEPLOYING, DEPLOY = SetUp(), Paint(), Deploys(), Prime(), Deploying(), Deploy()

__all__ = ["castle_zone", "draw_colors", "fortress", "hides", "new_state", "primes", "roll_order", "roster", "zone"]
