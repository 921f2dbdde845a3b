"""Who holds cities and nations: capture, garrisons, nations that fall apart. Sources: Chaosium [6.0], [7.5.2], [10.9.1];
Avalon Hill 5.3, 6.522, 9.91, 9.931.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from elric.kernel.bits import bits, ones
from elric.kernel.memo import kept
from elric.kernel.steps import Frame
from elric.young_kingdoms.combat.heroic_escape import refuges
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.pieces import ARMY, ARMY_BITS, ARTIFACT, FLEET, HERO, HERO_BITS, KIND
from elric.young_kingdoms.magic import hands
from elric.young_kingdoms.magic import tipped_world as tipped
from elric.young_kingdoms.position import telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.notes import (
    Captured,
    Kept,
    Reduced,
    Seeks,
    SpentHorde,
    Waits,
    noted,
    remember,
    strike_out,
    unnote,
)
from elric.young_kingdoms.position.state import (
    ASHORE,
    BOX,
    LOST,
    NEUTRAL,
    State,
    box,
    cargo,
    disembark,
    foes_at,
    give,
    lose,
    own_in,
    push,
    put,
    units_in,
)
from elric.young_kingdoms.position.steps import Auto, frame_of
from elric.young_kingdoms.world.terrain import enemy_city
from elric.young_kingdoms.world.victory import imrryr_taken


def take_city(s: State, area: int, seat: int, cx: Context) -> None:
    """A seat takes the city of an area: control passes, ships in harbour are lost, a capital yields a spell
    ([7.5.2], [9.1], [10.9.5] / 6.522, 8.12, 9.962)."""
    old = s.control[area]
    if old == seat:
        return
    s.control[area] = seat
    nation = pieces.NATION_INDEX.get(BOARD.nation[area], -1)
    _forget_capture(s, area)
    if nation >= 0 and s.nation_owner[nation] < NEUTRAL and s.nation_owner[nation] != seat:
        # it was an enemy's, whatever becomes of his nation later
        remember(s, Captured(area, seat))
    cx.tell("city", area=area, seat=seat, before=old)
    strike_out(s, Reduced, area)
    docked = [u for u in units_in(s, area) if KIND[u] == FLEET and s.owner[u] != seat]
    for x in docked:
        for u in cargo(s, x):
            s.aboard[u] = ASHORE
        lose(s, x)
    if docked:
        cx.tell("lost", units=tuple(docked), heroes=(), area=area)
    if BOARD.capital[area] and nation >= 0 and s.nation_owner[nation] != seat:
        push(s, hands.WIN_SPELL.frame(seat, area))
    if BOARD.special[area] == "imrryr":
        imrryr_taken(s, seat, cx)


def _forget_capture(s: State, a: int) -> None:
    """A city has changed hands: how its holder came by it is told anew."""
    # taken from an enemy by a seat; kept by a seat whose own nation it was
    strike_out(s, Captured, a)
    strike_out(s, Kept, a)


def walk_in(s: State, a: int, cx: Context) -> None:
    """An army that enters an undefended enemy city without walls takes it ([7.5.6] / 6.56)."""
    open_city = BOARD.city[a] and not BOARD.wall[a] and enemy_city(s, a, s.player) and not foes_at(s, a, s.player)
    if open_city and s.at[a] & s.of[s.player] & ARMY_BITS:
        take_city(s, a, s.player, cx)


# The nation to which every city belongs.
_NATION_OF: Final = {a: pieces.NATION_INDEX[BOARD.nation[a]] for a in BOARD.lands if BOARD.city[a]}


@lru_cache(maxsize=4096)
def _abroad(control: bytes, nation_owner: bytes) -> tuple[int, ...]:
    """The cities that seats hold outside their own nations."""
    return tuple(a for a, n in _NATION_OF.items() if control[a] < NEUTRAL and control[a] != nation_owner[n])


_CITIES: Final = tuple(_NATION_OF)


def check_garrisons(s: State, cx: Context) -> None:
    """Foreign cities without at least one army of their holder go back to their nation ([10.9.1] / 9.91, 9.9.11)."""
    for area in _abroad(bytes(s.control), bytes(s.nation_owner)):
        c = s.control[area]
        if any(s.aboard[u] == ASHORE for u in ones(s.at[area] & s.of[c] & ARMY_BITS)):
            continue
        rightful = s.nation_owner[_NATION_OF[area]]
        s.control[area] = rightful if rightful < NEUTRAL else NEUTRAL
        _forget_capture(s, area)
        cx.tell("reverts", area=area, seat=s.control[area], before=c)
        if rightful >= NEUTRAL and s.rules.leaderless_cities_fight_on and foes_at(s, area, c):
            besieged_again(s, area)


def check_nations(s: State, cx: Context) -> None:
    """A nation or horde without any personality left falls apart ([6.0], [11.0] / 5.3, 10.3)."""
    alive = HERO_BITS & ~(s.at[LOST] | s.at[BOX])
    led = [alive & s.of[seat] for seat in range(NEUTRAL)]
    for n, seat, heroes in _serving_nations(bytes(s.nation_owner)):
        if not led[seat] & heroes and not _fate_open(s, n):
            fall_apart(s, n, cx)


@kept(4096)
def _serving_nations(nation_owner: bytes) -> tuple[tuple[int, int, int], ...]:
    """The nations that serve a seat, each with its seat and its personalities as bits."""
    return tuple(
        (n.index, nation_owner[n.index], bits(n.pieces) & HERO_BITS)
        for n in pieces.NATIONS
        if nation_owner[n.index] < NEUTRAL
    )


def _fate_open(s: State, n: int) -> bool:
    """Whether somebody of a nation may still escape."""
    whole = pieces.NATIONS[n].pieces
    if s.battle is not None and any(u in s.battle.out for u in whole):
        return True
    return any(frame.step.name in _ESCAPING and frame.personality in whole for frame in s.agenda)


class Toll(Auto):
    """Counts the nations once escapes outside a battle have been rolled."""

    name = "toll"

    def run(self, s: State, frame: Frame, cx: Context) -> None:
        check_nations(s, cx)


TOLL: Final = Toll()
_ESCAPING: Final = ("try to escape", "escape", "leap", "reappear")


def fall_apart(s: State, nation_index: int, cx: Context) -> None:
    """Take a leaderless nation off the board, free to be mustered; its units in cities under attack fight on for nobody
    ([6.0] / 5.3, 5.31, 9.931)."""
    nation = pieces.NATIONS[nation_index]
    seat = s.nation_owner[nation_index]
    s.nation_owner[nation_index] = NEUTRAL
    strike_out(s, Waits, nation_index)
    if nation.horde:
        strike_out(s, SpentHorde, nation_index)
        strike_out(s, Seeks, nation_index)
        remember(s, SpentHorde(nation_index, s.turn))
    stay: list[int] = []
    theirs = bits(nation.pieces)
    fight_on = bool(s.rules.leaderless_cities_fight_on) and not nation.horde
    for area in _CITIES:
        home = BOARD.nation[area] == nation.id
        if s.control[area] != seat or not (home or s.at[area] & s.of[seat] & theirs & ARMY_BITS):
            continue
        if s.at[area] & s.of[seat] & ARMY_BITS & ~theirs:
            # other armies of the same player hold it now
            if BOARD.capital[area] and home:
                _forget_capture(s, area)
                remember(s, Kept(area, seat))
            continue
        attacked = fight_on and foes_at(s, area, seat)
        if home or attacked:
            # without an attack a city abroad goes back to its nation as any does that has lost its garrison
            s.control[area] = NEUTRAL
            _forget_capture(s, area)
        if attacked:
            stay.append(area)
            besieged_again(s, area)
    gone: list[int] = []
    for u in nation.pieces:
        if u == pieces.ELRIC:
            continue  # he is nobody's subject, dead or alive
        if s.place[u] in stay and s.owner[u] == seat and KIND[u] in (ARMY, FLEET):
            for x in cargo(s, u):
                disembark(s, x)  # the ship is nobody's now
            give(s, u, NEUTRAL)
            continue
        if KIND[u] == HERO and s.owner[u] < NEUTRAL and s.owner[u] != seat and s.place[u] < BOARD.size:
            continue
        if s.place[u] < BOARD.size:
            gone.append(u)
        off(s, u)
    s.moving = tuple(u for u in s.moving if s.place[u] < BOARD.size)
    cx.tell("falls apart", nation=nation_index, seat=seat, stay=tuple(stay), units=tuple(gone))


def besieged_again(s: State, a: int) -> None:
    """Note the turn in which a city that lost its nation, or its garrison, was last attacked (9.931)."""
    strike_out(s, Reduced, a)
    remember(s, Reduced(a, s.turn))


def off(s: State, unit: int) -> None:
    """A piece of a nation goes home. Whoever its ship carried is in the sea without one: armies are lost, and personalities
    must escape, but for those who walk the waves or fly ([7.3] / 6.3)."""
    if KIND[unit] == FLEET and s.place[unit] < BOARD.size:
        sea = BOARD.kind[s.place[unit]] == SEA
        overboard = []
        for x in cargo(s, unit):
            disembark(s, x)
            if not sea or pieces.WALKS_SEA[x] or KIND[x] == ARTIFACT:
                continue
            if pieces.FLIES[x]:
                strand(s, x)
            else:
                overboard.append(x)
        if overboard:
            push(s, frame_of("overboard", s.place[unit], s.owner[unit], tuple(overboard)))
    if KIND[unit] == HERO:
        tipped.forsake(s, unit)
    else:
        box(s, unit)


def strand(s: State, u: int) -> None:
    """A hero left over the sea without a ship comes to the nearest free land."""
    where = refuges(s, u, s.place[u])
    if where:
        put(s, u, where[0])
        s.band[u] = u + 1 if BOARD.wild[where[0]] else 0


def check_orphans(s: State, cx: Context) -> None:
    """A neutral city that nobody attacked for a whole game-turn has its full strength again, and what was left of its
    nation, or of a fallen nation's garrison, goes home (9.931). A city of a nation that serves somebody is his again."""
    for note in noted(s, Reduced):
        area, last = note.city, note.turn
        over = s.control[area] != NEUTRAL
        if not over and s.turn - last < 2:
            continue
        unnote(s, note)
        if over:
            continue
        for u in own_in(s, area, NEUTRAL):
            if pieces.NATION[u] >= 0 and KIND[u] != HERO:
                off(s, u)
        cx.tell("recovers", area=area)
        rightful = s.nation_owner[_NATION_OF[area]]
        if rightful < NEUTRAL:
            s.control[area] = rightful
            cx.tell("reverts", area=area, seat=rightful, before=NEUTRAL)


def _falls_apart(e: telling.Event, names: telling.Names) -> str:
    leaves = (
        f"{words.nation(e['nation']):has lost all its leaders and leaves|have lost all their leaders and leave} the war"
    )
    return f"{leaves}: {words.units(e['units']):goes|go} off the map." if e["units"] else f"{leaves}."


def _goes_back(e: telling.Event, names: telling.Names) -> str:
    if e["seat"] >= NEUTRAL:
        return f"{words.area(e['area']):is|are} neutral again"
    return f"{words.area(e['area']):goes|go} back to {telling.seat(e, names)}"


EVENTS.add("city", "area seat before", words=lambda e, n: f"{telling.seat(e, n):takes|take} {words.area(e['area'])}.")
EVENTS.add(
    "reverts",
    "area seat before",
    words=lambda e, n: f"There is no garrison {words.inside(e['area'])}: {_goes_back(e, n)}.",
)
EVENTS.add(
    "recovers",
    "area",
    words=lambda e, n: f"{words.area(e['area']):has gathered its|have gathered their} strength again.",
)
EVENTS.add("falls apart", "nation seat stay units", words=_falls_apart)
