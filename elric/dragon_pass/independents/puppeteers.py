"""The Puppeteer Troupe and its Illusionary Armies [48.1-48.8]."""

from __future__ import annotations

from typing import Final, NamedTuple

from elric.dragon_pass.combat import deaths
from elric.dragon_pass.combat.deaths import AFTER, follow, kill
from elric.dragon_pass.combat.factors import ILLUSIONS
from elric.dragon_pass.components.board import AROUND, BOARD, HEXES
from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import BY_ID, DRAGONS, NOBODY, SUPERHEROES, UNITS, units_named
from elric.dragon_pass.magic.spells import reach
from elric.dragon_pass.movement.stacking import fits
from elric.dragon_pass.position import powers
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import NOTES, note_instead, noted, remember, strike_out
from elric.dragon_pass.position.state import MOVEMENT, OUT, State, enemies, lift, put, strangers
from elric.dragon_pass.position.steps import Action, Context, Why, no
from elric.kernel.bits import bits, ones

TO_APPEAR: Final = VERBS.add("appear", "unit hex", "Let {0} appear in {1}")
TO_VANISH: Final = VERBS.add("vanish", "unit", "Let {0} vanish")
TO_SWAP: Final = VERBS.add("swap", "unit", "Let the Troupe change places with {0}")

TROUPE: Final = BY_ID["puppeteer-troupe"]
ARMIES: Final = units_named("illusionary-army")


@NOTES.many("dispelled")
class Dispelled(NamedTuple):
    """An Illusion that comes no more [48.3]."""

    unit: int


@NOTES.many("projected")
class Projected(NamedTuple):
    """In which Move an Illusion appeared [48.4]."""

    unit: int
    move: int


@NOTES.many("fooled")
class Fooled(NamedTuple):
    """In which Move an Illusion has last fought [48.4]."""

    unit: int
    move: int


def theirs(s: State) -> bool:
    """Whether the Troupe is the mover's, on the board."""
    return bool(s.of[s.player] >> TROUPE & 1)


def near(s: State) -> int:
    """The hexes within the Troupe's range."""
    return HEXES.disc(s.place[TROUPE], reach(s, TROUPE))


def may_appear(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[48.2]"""
    u, h = args
    if u not in ARMIES or not theirs(s) or s.owner[u] not in (NOBODY, s.player):
        return no(why, "48.2", "Only the Troupe's ruler calls up its Illusionary Armies.")
    ok = True
    if s.place[u] != OUT or Dispelled(u) in noted(s, Dispelled):
        ok = no(why, "48.2", f"{UNITS[u].name} is on the board, or gone for good.")
    if not near(s) >> h & 1:
        ok = no(why, "48.2", f"It appears within {reach(s, TROUPE)} hexes of the Troupe.")
    if strangers(s, s.player) >> h & 1 or not fits(s, (u,), h):
        ok = no(why, "48.3", "There is an enemy, or no room: Illusions count in stacking.")
    return ok


def next_army(s: State) -> int:
    """The Illusion that appears next; -1 where none waits."""
    gone = noted(s, Dispelled)
    return next((u for u in ARMIES if s.place[u] == OUT and Dispelled(u) not in gone), -1)


def appears(s: State) -> list[Action]:
    """Where each Illusion that waits might appear."""
    if not theirs(s):
        return []
    u = next_army(s)
    return [TO_APPEAR(u, h) for h in ones(near(s))] if u >= 0 else []


def appears_at(s: State) -> list[Action]:
    """Where the next Illusion may appear: in range, no enemy, room beside friends."""
    if not theirs(s):
        return []
    u = next_army(s)
    if u < 0 or s.owner[u] not in (NOBODY, s.player):
        return []
    own = s.at[s.player]
    free = near(s) & ~strangers(s, s.player)
    full = bits(h for h in ones(free & own) if not fits(s, (u,), h))
    return [TO_APPEAR(u, h) for h in ones(free & ~full)]


def appear(s: State, args: tuple[int, ...], cx: Context) -> None:
    """It stands there."""
    u, h = args
    s.owner[u] = s.player
    strike_out(s, Projected, u)
    remember(s, Projected(u, s.moves))
    put(s, (u,), h)
    cx.tell("arrives", seat=s.player, units=(u,), hex=h)


def may_vanish(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[48.2]"""
    u = args[0]
    if u not in ARMIES or not s.of[s.player] >> u & 1 or not theirs(s):
        return no(why, "48.2", "Only an Illusion of yours vanishes.")
    return bool(near(s) >> s.place[u] & 1) or no(why, "48.2", "Outside the Troupe's range it stays as it is.")


def vanish(s: State, args: tuple[int, ...], cx: Context) -> None:
    """It is gone, and may appear again."""
    cx.tell("vanished", seat=s.player, hex=s.place[args[0]])
    s.shown &= ~(1 << args[0])
    lift(s, args, OUT)


def idle(s: State, u: int, moves: int) -> bool:
    """Whether an Illusion of the Troupe's ruler is on the board, and has not fought in this Move nor in so many before it."""
    fought = dict(noted(s, Fooled))
    return s.place[u] >= 0 and s.owner[u] == s.owner[TROUPE] and s.moves - fought.get(u, -99) > moves


def may_swap(s: State, args: tuple[int, ...], why: Why) -> bool:
    """[48.4]"""
    u = args[0]
    if u not in ARMIES or not theirs(s) or not s.of[s.player] >> u & 1:
        return no(why, "48.4", "The Troupe changes places with an Illusion of its own.")
    ok = True
    if not idle(s, u, len(s.order)):
        ok = no(why, "48.4", f"{UNITS[u].name} has fought in the last Turn.")
    if s.moves - dict(noted(s, Projected)).get(u, -99) < len(s.order):
        ok = no(
            why, "48.4", f"{UNITS[u].name} has stood there for less than a Turn.", "Change places in the next Turn."
        )
    if s.done >> TROUPE & 1:
        ok = no(
            why, "48.4", "The Troupe is bound, or has covered others or used its magic, and goes nowhere in this Move."
        )
    if TROUPE in s.left:
        ok = no(why, "48.4", "The Troupe changes places before it marches.")
    return ok


def swap(s: State, args: tuple[int, ...], cx: Context) -> None:
    """They change places; the Troupe may still march."""
    exchange(s, args[0], cx)


def exchange(s: State, u: int, cx: Context) -> None:
    """The Troupe and an Illusion change places."""
    a, b = s.place[TROUPE], s.place[u]
    cx.tell("swapped", seat=s.owner[TROUPE], hex=a, to_hex=b)
    lift(s, (TROUPE,), OUT)
    lift(s, (u,), OUT)
    put(s, (TROUPE,), b)
    put(s, (u,), a)


def escape(s: State, units: tuple[int, ...], cx: Context, how: str) -> tuple[int, ...]:
    """[48.5] Before it dies in a battle the Troupe changes places with an Illusion in range that did not fight last Move."""
    if TROUPE not in units or s.place[TROUPE] < 0 or how not in deaths.IN_BATTLE:
        return units
    for u in ARMIES:
        if u not in units and idle(s, u, 1) and near(s) >> s.place[u] & 1 and s.place[u] != s.place[TROUPE]:
            exchange(s, u, cx)
            return (*(v for v in units if v != TROUPE), u)
    return units


def end_illusion(s: State, u: int, cx: Context) -> None:
    """[48.3] An Illusion that is killed comes no more; it was nobody, and lies in no dead pile."""
    s.dead = tuple(v for v in s.dead if v != u)
    s.place[u] = OUT
    strike_out(s, Dispelled, u)
    remember(s, Dispelled(u))


def ends(s: State, u: int, cx: Context) -> None:
    """[48.6] With the Troupe all its Illusions go."""
    follow(s, ARMIES, cx, "dispelled")
    note_instead(s, Dispelled, map(Dispelled, ARMIES))


def dispel(s: State, cx: Context) -> None:
    """[48.3] A Superhero or a Dragon in the zone of an enemy's Illusion dispels it."""
    for v in ones((s.of[0] | s.of[1] | s.of[2]) & ILLUSIONS):
        near = AROUND[s.place[v]]
        for k in enemies(s, s.owner[v]):
            if any(near >> s.place[e] & 1 for e in ones(s.of[k] & (SUPERHEROES | DRAGONS))):
                kill(s, (v,), cx, "dispelled")
                break


def note_fooled(s: State, fighters: tuple[int, ...]) -> None:
    """Which Illusions have fought, and when [48.4]."""
    for u in fighters:
        if ILLUSIONS >> u & 1:
            strike_out(s, Fooled, u)
            remember(s, Fooled(u, s.moves))


powers.add(TO_APPEAR, powers.Power(may_appear, appear, appears, frozenset({MOVEMENT}), appears_at))
powers.add(
    TO_VANISH,
    powers.Power(
        may_vanish, vanish, lambda s: [TO_VANISH(u) for u in ARMIES if s.place[u] >= 0], frozenset({MOVEMENT})
    ),
)
powers.add(
    TO_SWAP,
    powers.Power(may_swap, swap, lambda s: [TO_SWAP(u) for u in ARMIES if s.place[u] >= 0], frozenset({MOVEMENT})),
)
powers.WHENEVER.append(dispel)
deaths.ESCAPES.append(escape)
deaths.FOUGHT.append(note_fooled)
for _army in ARMIES:
    AFTER[_army] = end_illusion
AFTER[TROUPE] = ends


EVENTS.add("vanished", "seat hex", words=lambda event, names: f"An Illusion vanishes at {BOARD.where(event['hex'])}.")
EVENTS.add(
    "swapped",
    "seat hex to_hex",
    words=lambda event, names: (
        f"The Troupe and an Illusion change places: {BOARD.where(event['hex'])} and {BOARD.where(event['to_hex'])}."
    ),
)
