"""Who dies of a result, who is spared, and what follows from a death [12.5, 12.8, 17.4, 18.1, 18.5]."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from elric.dragon_pass.combat.factors import DWARF, GIFTS, friend_of
from elric.dragon_pass.components.units import HEROES, SUPERHEROES, UNITS, WOUNDERS
from elric.dragon_pass.position import powers, telling
from elric.dragon_pass.position.effects import forget
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import Caught, Stranded, note_instead, noted, the_note
from elric.dragon_pass.position.state import DEAD, HELD, State, lift
from elric.dragon_pass.position.steps import Context, frame, push
from elric.kernel.bits import bits, ones

Stacks = tuple[tuple[int, tuple[int, ...]], ...]
FIVE: Final = 5
IN_BATTLE: Final = frozenset(
    ("battle", "trade", "driven", "magic", "dragon", "dragonfight", "assassins")
)  # deaths in battles of any kind
LINGERING: Final = frozenset(
    ("cut off", "dispelled")
)  # what the conditions themselves do: they are not asked again for it

MELTED: Final = "night"  # how the Black Horse leaves when its master dies: it is gone, and nobody has killed it [44.1]

# Consequences of a death, by unit, registered by the chapters. Called after the unit has left the board.
AFTER: Final[dict[int, Callable[[State, int, Any], None]]] = {}
# Hooks: before units die (who dies instead), after units have died, and before a battle is resolved.
ESCAPES: Final[list[Callable[[State, tuple[int, ...], Any, str], tuple[int, ...]]]] = []
MOURNED: Final[list[Callable[[State, tuple[int, ...], tuple[int, ...], str], None]]] = []
RECORDED: Final[list[Callable[[State, tuple[int, ...], str], None]]] = []  # in every scenario
FOUGHT: Final[list[Callable[[State, tuple[int, ...]], None]]] = []


def alive(s: State, units: Iterable[int]) -> tuple[int, ...]:
    """Those of some units that are still on the board."""
    place = s.place
    return tuple([u for u in units if place[u] >= 0])


def kill(s: State, units: tuple[int, ...], cx: Context, how: str, enemies: tuple[int, ...] = ()) -> None:
    """Units go to the dead pile. `enemies`: who fought them, of whom a Scapegoat may be made."""
    units = alive(s, units)
    if not units:
        return
    if s.scenario.exotic:
        for instead in ESCAPES:
            units = instead(s, units, cx, how)
    parted = bereft(s, units) if enemies else ()
    cx.tell("died", units=units, hex=s.place[units[0]], how=how, seat=s.owner[units[0]])
    lift(s, units, DEAD)
    bury(s, units, cx, how, enemies, parted)


def bury(
    s: State, units: tuple[int, ...], cx: Context, how: str, enemies: tuple[int, ...] = (), parted: tuple[int, ...] = ()
) -> None:
    """What follows when units have left the board dead. `parted`: Superheroes whose Best Friend is among them."""
    s.dead += units
    gone = bits(units)
    s.shown &= ~gone
    s.done &= ~gone
    if s.hand:
        s.hand = alive(s, s.hand)
    for u in units:
        s.left.pop(u, None)
        s.roads.pop(u, None)
    if s.effects:
        forget(s, gone)
    if s.goats:
        s.goats = tuple(pair for pair in s.goats if not any(u in pair for u in units))
    if gone & HEROES:
        for u in ones(gone & SUPERHEROES):
            s.wounds.pop(u, None)
        avenge(s, parted, enemies)
    for record in RECORDED:
        record(s, units, how)
    if s.scenario.exotic:
        for mourn in MOURNED:
            mourn(s, units, enemies, how)
    for u in units:
        if u in AFTER:
            AFTER[u](s, u, cx)
    if how not in LINGERING:
        powers.stir(s)


def follow(s: State, units: tuple[int, ...], cx: Context, how: str) -> None:
    """Units that die with another, wherever they are: under the Sylphs [25.3] and on their way ashore [26.6] too."""
    gone = tuple(u for u in units if s.place[u] == HELD)
    for u in units:
        kill(s, (u,), cx, how)
    if gone:
        called_away(s, gone, DEAD)
        bury(s, gone, cx, how)


def called_away(s: State, units: tuple[int, ...], to: int) -> None:
    """Units that the Sylphs hold [25.3], or a flood has washed away [26.6], go elsewhere: nothing keeps them any more."""
    for u in units:
        s.place[u] = to
    held = the_note(s, Caught)
    rest = tuple(u for u in held.units if u not in units)
    note_instead(s, Caught, [Caught(held.hex, rest)] if rest else [])
    note_instead(s, Stranded, [one for one in noted(s, Stranded) if one.unit not in units])


def bereft(s: State, units: tuple[int, ...]) -> tuple[int, ...]:
    """The Superheroes whose Best Friend is about to die beside them: only stacked together are they what rules 4 to 6 treat."""
    return tuple(
        hero
        for hero in ones(SUPERHEROES)
        if s.place[hero] >= 0 and (friend := friend_of(s, hero)) in units and s.place[friend] == s.place[hero]
    )


def avenge(s: State, heroes: tuple[int, ...], enemies: tuple[int, ...]) -> None:
    """[18.1] Their Best Friends have died: one of the enemies of that battle will be the Scapegoat."""
    for hero in heroes:
        if s.place[hero] >= 0 and not any(h == hero for h, _ in s.goats):
            push(s, frame("scapegoat", hero, enemies))


def open_to_harm(stacks: Stacks, enemies: tuple[int, ...]) -> Stacks:
    """The stacks that these enemies can harm: not the Dwarf's, where all of them are gifts of his [29.1]."""
    if not enemies or not GIFTS.issuperset(enemies):
        return stacks
    return tuple(stack for stack in stacks if DWARF not in stack[1])


def doomed(s: State, stacks: Stacks, enemies: tuple[int, ...], cx: Context, swords: tuple[int, ...]) -> tuple[int, ...]:
    """Whom an Elim kills in some stacks: a hero among friends, heroes too, is spared by regular enemies [17.4], a Superhero takes a Wound
    at most, from those of the enemies who fight hand to hand (`swords`) [18.5]."""
    heroic = any(HEROES >> e & 1 for e in enemies)
    striker = any(WOUNDERS >> e & 1 for e in swords)
    out: list[int] = []
    for _, units in open_to_harm(stacks, enemies):
        there = alive(s, units)
        alone = len(there) == 1
        for u in there:
            if not HEROES >> u & 1:
                out.append(u)
            elif SUPERHEROES >> u & 1:
                if striker and wound(s, u, cx):
                    out.append(u)
            elif heroic or alone:
                out.append(u)
    return tuple(out)


def wound(s: State, hero: int, cx: Context) -> bool:
    """[18.5] Strike one Wound; whether it is the fifth."""
    s.wounds[hero] = s.wounds.get(hero, 0) + 1
    cx.tell("wound", unit=hero, seat=s.owner[hero], count=s.wounds[hero])
    return s.wounds[hero] >= FIVE


def _told_died(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    how = {"driven": ": there is no way back", "trade": " in the trade"}.get(event["how"], "")
    return f"{telling.does(event['units'], 'is', 'are')} lost{how}."


EVENTS.add(
    "wound",
    "seat unit count",
    words=lambda event, names: (
        f"{UNITS[event['unit']].name} takes a Wound, the {('first', 'second', 'third', 'fourth', 'fifth')[event['count'] - 1]}."
    ),
)
EVENTS.add("died", "seat units hex how", words=_told_died)
