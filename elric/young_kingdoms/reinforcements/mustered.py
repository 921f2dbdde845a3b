"""What a muster brings: nations in their set-up positions, hordes, personalities, ships and artifacts. Sources: Chaosium
[4.0] F, [11.0], [16.8], [16.9]; Avalon Hill 3.8, 10.1-10.5, 14.8, 14.9.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, NamedTuple

from elric.kernel.rules import no
from elric.kernel.steps import Check
from elric.kernel.verdict import Why
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ADMIRAL, ARMY, ARTIFACT, ELRIC, FLEET, HERO, KIND, MAGIC, THELEB
from elric.young_kingdoms.legends.elric import greet
from elric.young_kingdoms.magic import hands
from elric.young_kingdoms.magic import tipped_world as tipped
from elric.young_kingdoms.nations import hordes
from elric.young_kingdoms.nations.control import besieged_again, check_nations, off
from elric.young_kingdoms.nations.lone_pieces import draws, rise, stand
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import each
from elric.young_kingdoms.position.notes import Arrives, Kept, Seeks, Waits, noted, remember, strike_out, unnote
from elric.young_kingdoms.position.state import BOX, LOST, NEUTRAL, State, box, drop_hand, foes_at, own, push, put
from elric.young_kingdoms.position.steps import Step
from elric.young_kingdoms.world.terrain import enemy_city

TO_HARBOUR: Final = VERBS.add("harbour", "area", "Moor the fleets {at}", shown=True, obvious=True)

ARMIES_A_CITY: Final = 3  # [4.0] F / 3.8


# ---- setting a nation up --------------------------------------------------------------------------------------------


def _is_closed(s: State, a: int, seat: int) -> bool:
    """Whether a city must wait for the siege to be lifted before it takes in what is due there (10.11). Personalities who are there
    without an army besiege nobody."""
    return bool(s.rules.besieged_city_waits) and s.at[a] & pieces.ARMY_BITS & ~s.of[seat] > 0


def harbours(s: State, n: int, seat: int) -> list[int]:
    """Ports of a nation where its fleets may start."""
    return [a for a in _ports(s, n, seat) if not _is_closed(s, a, seat)]


def _ports(s: State, n: int, seat: int) -> list[int]:
    """Ports of a nation that no other seat holds."""
    return [a for a in BOARD.home.get(pieces.NATIONS[n].id, ()) if BOARD.ports[a] and not enemy_city(s, a, seat)]


def place_nation(s: State, nation_index: int, seat: int, cx: Context) -> None:
    """Set a nation up for a seat: three armies in each lesser city, fleets and admiral in a port, the rest in the
    capital ([4.0] F / 3.8, 3.81). What is due in a city that another seat holds goes to the capital, and what is due in one
    under siege waits (10.11); whoever has fought on in there for nobody serves his nation again."""
    nation = pieces.NATIONS[nation_index]
    capital = BOARD.main_city(nation.id)
    s.nation_owner[nation_index] = seat
    cities = [a for a in BOARD.home[nation.id] if BOARD.city[a]]
    strike_out(s, Waits, nation_index)
    strike_out(s, Kept, capital)
    for area in cities:
        if s.control[area] >= NEUTRAL:
            s.control[area] = seat
    armies = [u for u in nation.pieces if KIND[u] == ARMY]
    for area in cities:
        if area == capital or enemy_city(s, area, seat):
            continue
        if not _is_closed(s, area, seat):
            for u in armies[:ARMIES_A_CITY]:
                stand(s, u, seat, area)
            del armies[:ARMIES_A_CITY]
            continue
        inside = [u for u in armies if s.place[u] == area]
        for u in inside:
            stand(s, u, seat, area)
        outside = [u for u in armies if u not in inside]
        due = outside[: max(0, ARMIES_A_CITY - len(inside))]
        _wait(s, nation_index, seat, area, due)
        armies = [u for u in outside if u not in due]
    for u in armies:
        stand(s, u, seat, capital)
    afloat = [u for u in nation.pieces if KIND[u] == FLEET or ADMIRAL[u]]
    for u in nation.pieces:
        if KIND[u] == HERO and u not in afloat and u != ELRIC and not stays(s, u, seat):
            stand(s, u, seat, capital)
    ports = harbours(s, nation_index, seat)
    besieged = _ports(s, nation_index, seat)
    cx.tell("nation", nation=nation_index, seat=seat, capital=capital)
    if len(ports) > 1 and any(KIND[u] == FLEET for u in afloat):
        push(s, HARBOUR.frame(seat, nation_index))
    elif besieged and not ports:
        _wait(s, nation_index, seat, besieged[0], afloat)
    else:
        _moor(s, nation_index, seat, ports[0] if ports else capital)


def _wait(s: State, n: int, seat: int, a: int, units: Sequence[int]) -> None:
    """Pieces of a nation wait off the board for the siege of a city to be lifted."""
    for u in units:
        box(s, u)
    if units:
        remember(s, Waits(n, seat, a, tuple(units)))


def relieve(s: State, cx: Context) -> None:
    """What has waited for a siege to be lifted stands in the city now (10.11)."""
    for note in noted(s, Waits):
        n, seat, a, units = note.nation, note.seat, note.city, note.pieces
        if s.nation_owner[n] != seat or enemy_city(s, a, seat) or foes_at(s, a, seat):
            continue
        unnote(s, note)
        for u in units:
            stand(s, u, seat, a)
            cx.tell("raised", unit=u, area=a)
            if KIND[u] == HERO and MAGIC[u]:
                push(s, hands.DRAW.frame(seat, u, MAGIC[u], False))


def stays(s: State, u: int, seat: int) -> bool:
    """Theleb K'aarna, when he is on the board already: he stays where he is if he serves this seat, and in the duel
    he is himself a player ([11.0], [14.7] / 10.4)."""
    return u == THELEB and s.place[u] < BOARD.size and (s.owner[u] == seat or s.scenario.goal == "duel")


def _moor(s: State, n: int, seat: int, a: int) -> None:
    for u in pieces.NATIONS[n].pieces:
        if KIND[u] == FLEET or (ADMIRAL[u] and KIND[u] == HERO):
            if KIND[u] == FLEET and not BOARD.ports[a]:
                own(s, u, seat)
                put(s, u, LOST)
                continue
            stand(s, u, seat, a)


def _check_harbour(s: State, frame: HarbourFrame, args: tuple[int, ...], why: Why) -> bool:
    seat, nation = frame.seat, frame.nation
    if args[0] in harbours(s, nation, seat):
        return True
    return why is not None and no(
        why,
        ("4.0F", "3.8"),
        f"Fleets of {words.nation(nation)} cannot start {words.inside(args[0])}.",
        f"Choose {words.either([words.area(a) for a in harbours(s, nation, seat)])}.",
        (BOARD.ids[args[0]],),
        each("harbour", harbours(s, nation, seat)),
    )


class HarbourFrame(NamedTuple):
    step: Step
    seat: int
    nation: int


class HarbourStep(Step):
    """In which port do the fleets and the admiral start?"""

    name = "harbour"
    public = True
    holds = HarbourFrame
    asks = "seat"
    words = (fields.SEAT, fields.NATION)
    verbs: ClassVar[dict[str, Check]] = {"harbour": _check_harbour}

    def candidates(self, s: State, frame: HarbourFrame) -> Iterable[Action]:
        seat, nation = frame.seat, frame.nation
        return [TO_HARBOUR(a) for a in harbours(s, nation, seat)]

    def do(self, s: State, frame: HarbourFrame, action: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        _moor(s, frame.nation, frame.seat, action.args[0])
        cx.tell("harbour", nation=frame.nation, seat=frame.seat, area=action.args[0])


HARBOUR: Final = HarbourStep()


def deal(s: State, n: int, seat: int, first: bool = True, but: tuple[int, ...] = ()) -> None:
    """Every magician of a nation draws spells up to capacity ([9.1] / 8.1, 10.1)."""
    push(
        s,
        *(
            hands.DRAW.frame(seat, u, MAGIC[u], first)
            for u in pieces.NATIONS[n].pieces
            if MAGIC[u] and s.owner[u] == seat and s.place[u] < BOARD.size and u != ELRIC and u not in but
        ),
    )


# ---- calling --------------------------------------------------------------------------------------------------------


def call_nation(s: State, nation: int, seat: int, cx: Context) -> None:
    """A neutral nation joins at once; one taken from another player leaves him now and stands ready next turn
    ([11.0] / 10.12)."""
    old = s.nation_owner[nation]
    if old < NEUTRAL and old != seat:
        attacked = {a: foes_at(s, a, old) for a in BOARD.home[pieces.NATIONS[nation].id]}
        for u in pieces.NATIONS[nation].pieces:
            if s.owner[u] == old:
                off(s, u)
        for a in BOARD.home[pieces.NATIONS[nation].id]:
            # a city in which he has armies of another nation stays his, as when a nation falls apart (ruling "garrison-takes-over")
            if s.control[a] == old and not s.at[a] & s.of[old] & pieces.ARMY_BITS:
                s.control[a] = NEUTRAL
                if BOARD.city[a] and attacked[a] and s.rules.leaderless_cities_fight_on:
                    besieged_again(s, a)
        s.nation_owner[nation] = NEUTRAL
        strike_out(s, Waits, nation)
        remember(s, Arrives(nation, seat, s.turn + 1))
        cx.tell("taken over", nation=nation, seat=seat, before=old)
        greet(s, cx)
        return
    _summon(s, nation, seat, cx)


def _summon(s: State, nation: int, seat: int, cx: Context) -> None:
    for u in pieces.NATIONS[nation].pieces:
        if s.place[u] == LOST:
            put(s, u, BOX)
    already = tuple(u for u in pieces.NATIONS[nation].pieces if stays(s, u, seat))
    before = s.agenda
    place_nation(s, nation, seat, cx)
    harbour = s.agenda[len(before) :]
    # the harbour is chosen first, then spells are drawn
    s.agenda = before
    deal(s, nation, seat, first=False, but=already)
    s.agenda = (*s.agenda, *harbour)
    if pieces.NATIONS[nation].id == "eshmir" and s.place[pieces.MOONGLUM] in (BOX, LOST):
        stand(s, pieces.MOONGLUM, seat, BOARD.main_city("eshmir"))
        cx.tell("appears", unit=pieces.MOONGLUM, area=BOARD.main_city("eshmir"))
    hands.settle_alignment(s, BOARD.main_city(pieces.NATIONS[nation].id), seat)


def is_on_its_way(s: State, n: int) -> bool:
    """Whether a nation has been taken from somebody and is still on its way to its new commander."""
    return any(note.nation == n for note in noted(s, Arrives))


def due(s: State, seat: int) -> bool:
    """Whether a mustered nation is still on its way to a seat."""
    return any(note.seat == seat for note in noted(s, Arrives))


def arrivals(s: State, cx: Context) -> None:
    """Nations taken from another player begin, at full strength, in the new owner's next turn; while somebody else
    holds the capital or stands before it they wait. So does what is due in a city under siege."""
    relieve(s, cx)
    for note in noted(s, Arrives):
        nation, seat, turn = note.nation, note.seat, note.turn
        if seat == s.player and turn <= s.turn:
            capital = BOARD.main_city(pieces.NATIONS[nation].id)
            if s.control[capital] not in (s.player, NEUTRAL) or foes_at(s, capital, s.player):
                continue
            unnote(s, note)
            _summon(s, nation, s.player, cx)


def call_horde(s: State, u: int, nation_index: int, cx: Context) -> None:
    """A horde appears beside the personality who called it; two of them must first find a place ([11.0] / 10.3-10.34)."""
    nation = pieces.NATIONS[nation_index]
    a = s.place[u]
    s.nation_owner[nation_index] = s.player
    for x in nation.pieces:
        stand(s, x, s.player, a)
        s.band[x] = s.band[u]
    if nation.id in hordes.SEEK:
        remember(s, Seeks(nation_index, hordes.SEEK[nation.id]))
    cx.tell("nation", nation=nation_index, seat=s.player, capital=a)
    deal(s, nation_index, s.player, first=False)


def call_piece(s: State, unit: int, called: int, cx: Context) -> None:
    """A personality, ship or artifact appears with the one who called it ([11.0] / 10.2, 10.5)."""
    area = s.place[unit]
    seat = s.player
    if called == pieces.PYARAY or called == pieces.FREE_FLEET:
        rise(s, called, seat, area, cx)
        return
    if called == pieces.BARGE:
        stand(s, called, seat, area)
        home = s.place[pieces.COLIM] < BOARD.size and s.owner[pieces.COLIM] == NEUTRAL
        if home or s.place[pieces.COLIM] in (BOX, LOST):
            stand(s, pieces.COLIM, seat, area)
            s.aboard[pieces.COLIM] = called
    elif KIND[called] == ARTIFACT:
        own(s, called, seat)
        put(s, called, area)
        s.aboard[called] = unit
    else:
        if s.place[called] < BOARD.size:
            drop_hand(s, called)
            tipped.abandon(s, called)
        stand(s, called, seat, area)
        s.band[called] = s.band[unit]
        s.aboard[called] = s.aboard[unit]
    cx.tell("appears", unit=called, area=s.place[called])
    draws(s, called, seat)
    check_nations(s, cx)
    greet(s, cx)


def _nation(e: telling.Event, names: telling.Names) -> str:
    """A nation that serves a player; nothing when the player goes by its name."""
    nation, seat = words.nation(e["nation"]), telling.seat(e, names)
    if nation == seat:
        return ""
    return (
        f"{nation:rises|rise} for {seat}."
        if pieces.NATIONS[e["nation"]].horde
        else f"{nation:stands|stand} with {seat}."
    )


EVENTS.add("nation", "nation seat capital", words=_nation)
EVENTS.add(
    "harbour",
    "nation seat area",
    words=lambda e, n: f"The fleets of {words.nation(e['nation'])} lie {words.inside(e['area'])}.",
    clause=("4.0F", "3.8"),
)
EVENTS.add(
    "taken over",
    "nation seat before",
    words=lambda e, n: (
        f"{words.nation(e['nation']):goes|go} over to {telling.seat(e, n)}, and will stand ready next turn."
    ),
)
