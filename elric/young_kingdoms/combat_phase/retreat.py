"""Retreats. Sources: Chaosium [10.2], [10.7], [10.9.5]; Avalon Hill 9.2, 9.7, 9.96."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from elric.kernel.bits import bits, ones
from elric.kernel.rules import no
from elric.kernel.steps import Check
from elric.kernel.verdict import Why
from elric.young_kingdoms.combat.battle import KINSMEN, TABLE, BattleState, stands_aside
from elric.young_kingdoms.combat.heroic_escape import attempts
from elric.young_kingdoms.combat.losses import present, remove
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.areas import BESIDE, BIT, LANDS
from elric.young_kingdoms.components.board import BOARD, LAND, MOUNTAIN, SEA
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ARMY, ARTIFACT, ARTIFACTS, FLEET, HERO, KIND
from elric.young_kingdoms.magic import chaos_fleet, hands
from elric.young_kingdoms.march.arrival import retreat_into
from elric.young_kingdoms.nations.control import walk_in
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.notes import Trail, noted
from elric.young_kingdoms.position.state import (
    ASHORE,
    HALTED,
    NEUTRAL,
    STEPPED,
    State,
    cargo,
    drop_hand,
    enemies,
    give,
    own_in,
    push,
    put,
)
from elric.young_kingdoms.position.steps import Auto, Step
from elric.young_kingdoms.world.imrryr import may_enter_imrryr
from elric.young_kingdoms.world.terrain import IMRRYR, IMRRYR_BIT, free_cities, others_cities, room, wilds

TO_RETREAT: Final = VERBS.add("retreat", "area", "Retreat to {0}", shown=True, obvious=True, wished=True)
TO_STAY: Final = VERBS.add("stay", "", "Stay behind the walls", shown=True, obvious=True, wished=True)


def came_through(s: State, area: int) -> int:
    """Areas the attackers of an area passed on their way there this turn, as bits: those who are there, and those who
    have ridden on past it and left others to fight ([10.2] / 9.2)."""
    out = 0
    stormed = s.assaults >> area & 1
    for trail in noted(s, Trail):
        through = trail.through
        if trail.to == area:
            out |= bits(through)
        elif stormed and area in through:
            out |= bits(through[: through.index(area)])
    return out


def _open_beside(s: State, area: int, seat: int, units: Sequence[int]) -> int:
    """Neighbours without enemies and enemy cities, as bits; Imrryr opens only to its holder's people who know the way."""
    cities = others_cities(s, seat) & (~free_cities(s) | IMRRYR_BIT)
    if not may_enter_imrryr(s, units, IMRRYR):
        cities |= IMRRYR_BIT
    return BESIDE[area] & ~(cities | (enemies(s, seat) & ~wilds(s)))


def ways_out(s: State, area: int, seat: int, units: Sequence[int], before: bool = False) -> tuple[int, ...]:
    """Areas a seat's pieces may retreat into ([10.7] / 9.7): next to it, no mountain, no sea without ships, no enemies,
    no enemy city; before a battle also none the attackers came through ([10.2] / 9.2)."""
    beside = _open_beside(s, area, seat, units)
    if before:
        beside &= ~came_through(s, area)
    if BOARD.kind[area] == SEA:
        return _from_sea(s, area, seat, units, beside)
    kinds = {KIND[u] for u in units}
    # by land only ships stay behind
    out = beside & LANDS if HERO in kinds or ARMY in kinds else 0
    # out of a port one may take ships: those that lie in it, or off it
    for a in ones(beside & _HARBOURS[area]):
        # there is always room on board for a personality
        if decks(s, seat, units, area, a) and (HERO in kinds or goers(s, seat, units, area, a)):
            out |= BIT[a]
    return ones(out)


_HARBOURS: Final = tuple(bits(seas) for seas in BOARD.ports)


def _from_sea(s: State, area: int, seat: int, units: Sequence[int], beside: int) -> tuple[int, ...]:
    """Whoever is on none of the retreating ships must walk the waves, or fly to land or to another ship."""
    ships = [u for u in units if KIND[u] == FLEET]
    afoot = [u for u in units if KIND[u] not in (FLEET, ARTIFACT)]
    if not ships and not afoot:
        return ()
    loose = [u for u in afoot if s.aboard[u] not in ships]
    if not all(pieces.WALKS_SEA[u] or pieces.FLIES[u] for u in loose):
        return ()
    walkers = all(pieces.WALKS_SEA[u] for u in loose)
    out = []
    for a in ones(beside):
        if BOARD.kind[a] == SEA:
            ok = walkers or any(KIND[x] == FLEET for x in own_in(s, a, seat))
        else:
            ok = not ships or (area in BOARD.ports[a] and s.control[a] == seat)
        if ok:
            out.append(a)
    return tuple(out)


def decks(s: State, seat: int, units: Sequence[int], area: int, to: int) -> list[int]:
    """The ships that can take a retreat from land to a sea: those in port there, or others of this seat lying off it."""
    here = [u for u in units if KIND[u] == FLEET] if to in BOARD.ports[area] else []
    return here or [u for u in own_in(s, to, seat) if KIND[u] == FLEET]


def goers(s: State, seat: int, units: Sequence[int], area: int, to: int) -> list[int]:
    """Who of these comes along on a retreat: ships stay in port when it goes by land, and armies bound to the Chaos Fleet with them;
    armies without room on board stay behind when it goes by sea ([16.8] / 9.961)."""
    going = [u for u in units if KIND[u] != ARTIFACT]
    if BOARD.kind[area] == SEA:
        for x in tuple(going):
            if KIND[x] == FLEET:
                going.extend(u for u in cargo(s, x) if u not in going and KIND[u] != ARTIFACT)
    elif BOARD.kind[to] == LAND:
        going = [u for u in going if KIND[u] != FLEET and not chaos_fleet.bound(s, u)]
    else:
        ships = decks(s, seat, units, area, to)
        space = sum(room(s, x) for x in ships)
        going = [u for u in going if KIND[u] != FLEET or u in ships]
        for u in tuple(going):
            if KIND[u] == ARMY and s.aboard[u] not in ships:
                if space <= 0:
                    going.remove(u)
                space -= 1
    return going + [x for x in ARTIFACTS if s.aboard[x] in going]


def fall_back(s: State, seat: int, units: Sequence[int], area: int, to: int, cx: Context) -> None:
    """Move retreating pieces (see `goers`). Wilderness draws a random attack; who leaves the Chaos Fleet by land must escape it."""
    going = list(units)
    off = chaos_fleet.who_leaves(s, going) if BOARD.kind[area] == BOARD.kind[to] == LAND else ()
    if BOARD.kind[to] == SEA and BOARD.kind[area] == LAND:
        ships = decks(s, seat, units, area, to)
        for u in own_in(s, area, seat):
            # who goes leaves the ships that stay, who stays leaves the ships that go
            if KIND[u] != ARTIFACT and (u in going) != (s.aboard[u] in ships):
                s.aboard[u] = ASHORE
        for u in going:
            if KIND[u] == ARMY and s.aboard[u] == ASHORE:
                s.aboard[u] = next(x for x in ships if room(s, x) > 0)
            elif KIND[u] == HERO and s.aboard[u] == ASHORE:
                s.aboard[u] = ships[0]
    elif BOARD.kind[area] == LAND:
        for u in going:
            if KIND[u] != ARTIFACT:
                s.aboard[u] = ASHORE
    else:
        for u in going:
            if KIND[u] not in (FLEET, ARTIFACT) and s.aboard[u] not in going:
                # on foot over the water, or on wings to land or to a ship that waits there
                waiting = [x for x in own_in(s, to, seat) if KIND[x] == FLEET] if BOARD.kind[to] == SEA else []
                s.aboard[u] = waiting[0] if waiting and not pieces.WALKS_SEA[u] else ASHORE
    band = next((u + 1 for u in going if KIND[u] == HERO), 100) if BOARD.wild[to] else 0
    for u in going:
        put(s, u, to)
        s.band[u] = band
        s.flags[u] |= HALTED
    s.moving = tuple(u for u in s.moving if u not in going)
    if BOARD.kind[to] == LAND and any(KIND[u] == ARMY for u in going):
        walk_in_for(s, to, seat, cx)
    retreat_into(s, area, to, tuple(going), cx)
    hands.settle_alignment(s, to, seat)
    chaos_fleet.debark(s, off, to)


def walk_in_for(s: State, a: int, seat: int, cx: Context) -> None:
    """A retreat may end in an undefended city of nobody's; it takes nothing from anybody."""
    if seat == s.player:
        walk_in(s, a, cx)


def who_flees(s: State, battle: BattleState, side: int) -> list[int]:
    """Who has to go after a lost battle: everybody, but nobody from behind walls, and after a lost sortie only those
    who came to the city's relief ([10.7], [10.9.4] / 9.7, 9.94)."""
    if side != battle.loser or battle.fell or (side == 1 and (battle.wall or battle.base)):
        return []
    units = present(s, battle, side)
    if side == 0 and battle.sortie:
        relief = s.assaults >> battle.area & 1
        units = [u for u in units if relief and s.flags[u] & STEPPED]
    return units if any(KIND[u] != ARTIFACT for u in units) else []


def may_leave(s: State, battle: BattleState, side: int) -> list[int]:
    """Who may leave a walled city of his own will after a result that calls for a retreat (9.7, 9.961)."""
    if (
        side == 0
        or battle.loser != 1
        or battle.fell
        or not battle.wall
        or battle.seat(1) >= NEUTRAL
        or TABLE[battle.row].losses < 0
    ):
        return []
    units = present(s, battle, 1)
    return units if any(KIND[u] != ARTIFACT for u in units) else []


def _who_goes(s: State, frame: RetreatChoiceFrame) -> list[int]:
    battle: BattleState = s.battle
    return may_leave(s, battle, frame.side) if frame.may_stay else who_flees(s, battle, frame.side)


def _no_way(s: State, frame: RetreatChoiceFrame, area: int) -> str:
    """Why a retreat does not go to an area: one cause (see `ways_out`)."""
    here, seat, name = s.battle.area, int(s.battle.seat(frame.side)), words.area(area)
    if BOARD.kind[area] == MOUNTAIN:
        return f"{name:is|are} mountains, and nobody passes them."
    if not BESIDE[here] >> area & 1:
        return f"{name:is|are} not beside {words.area(here)}, and a retreat goes one province."
    if enemies(s, seat) & ~wilds(s) & BIT[area]:
        return f"Enemies stand {words.inside(area)}."
    if not _open_beside(s, here, seat, _who_goes(s, frame)) >> area & 1:
        return f"{name:has|have} a city that is not yours."
    if BOARD.kind[area] == SEA:
        return f"No ship of yours can take them out to {name}, and who is beaten does not walk into the sea."
    return f"No harbour of yours opens to {name} from here."


def _check_retreat(s: State, frame: RetreatChoiceFrame, args: tuple[int, ...], why: Why) -> bool:
    if args[0] in frame.areas:
        return True
    return why is not None and no(
        why,
        ("10.7", "9.7"),
        _no_way(s, frame, args[0]),
        "Retreat one province, to one without enemies; to sea it goes by ship out of a port only.",
        (BOARD.ids[args[0]],),
        ("retreat",),
    )


def _check_stay(s: State, frame: RetreatChoiceFrame, args: tuple[int, ...], why: Why) -> bool:
    if frame.may_stay:
        return True
    if why is None:
        return False
    battle: BattleState = s.battle
    return no(
        why,
        ("10.7", "9.7"),
        f"A lost battle has to be followed by a retreat from {words.area(battle.area)}.",
        "Choose where to retreat to; only units behind the wall of a city may stay.",
        (BOARD.ids[battle.area],),
        ("retreat",),
    )


_RETREAT: Final = tuple(TO_RETREAT(a) for a in range(BOARD.size))


class RetreatChoiceFrame(NamedTuple):
    step: Step
    side: int
    may_stay: bool
    areas: tuple[int, ...]


class RetreatStep(Step):
    """The losing side goes one province back, the loser chooses where; behind a
    wall he may also stay."""

    name = "retreat"
    on_map = True
    public = True
    of_battle = True
    holds = RetreatChoiceFrame
    words = (fields.SIDE, fields.YES, fields.AREAS)
    verbs: ClassVar[dict[str, Check]] = {"retreat": _check_retreat, "stay": _check_stay}

    def seat(self, s: State, frame: RetreatChoiceFrame) -> int:
        return int(s.battle.seat(frame.side))

    def legal(self, s: State, frame: RetreatChoiceFrame) -> list[Action]:
        out = [_RETREAT[a] for a in frame.areas]
        if frame.may_stay:
            out.append(TO_STAY())
        return out

    def do(self, s: State, frame: RetreatChoiceFrame, action: Action, cx: Context) -> None:
        battle: BattleState = s.battle
        s.agenda = s.agenda[:-1]
        if action.verb == "stay":
            return
        seat = battle.seat(frame.side)
        units = _who_goes(s, frame)
        going = goers(s, seat, units, battle.area, action.args[0])
        cx.tell("retreat", units=tuple(going), area=battle.area, to_area=action.args[0])
        left = [u for u in units if u not in going and KIND[u] == ARMY]
        if left and not frame.may_stay:
            # no room on the ships, and no other way
            cx.tell("no way out", units=tuple(left), area=battle.area)
            remove(s, left, cx)
        fall_back(s, seat, going, battle.area, action.args[0], cx)


RETREAT_CHOICE: Final = RetreatStep()


class RetreatFrame(NamedTuple):
    step: Step
    side: int


class Retreat(Auto):
    """Starts a retreat, or the end of those who have no way out."""

    name = "begin retreat"
    of_battle = True
    holds = RetreatFrame
    words = (fields.SIDE,)

    def run(self, s: State, frame: RetreatFrame, cx: Context) -> None:
        side = frame.side
        battle: BattleState = s.battle
        seat = battle.seat(side)
        if side != battle.loser or seat >= NEUTRAL or change_sides(s, battle, cx):
            return
        units = who_flees(s, battle, side)
        guests = [] if units else may_leave(s, battle, side)
        ways = ways_out(s, battle.area, seat, units or guests) if units or guests else ()
        if ways:
            push(s, RETREAT_CHOICE.frame(side, bool(guests), ways))
        elif units:
            kin = _onlookers(s, battle, side, units)
            gone = [u for u in units if u not in kin]
            cx.tell("no way out", units=tuple(gone), area=battle.area)
            for u in kin:
                if KIND[u] != ARTIFACT:
                    # a ship of the beaten goes down without those who walk the waves
                    s.aboard[u] = ASHORE
            remove(s, gone, cx)
            if kin:
                _go_over(s, battle, side, kin, cx)
            push(s, ESCAPES_LATE.frame(side, len(battle.out)))


RETREAT: Final = Retreat()


def change_sides(s: State, battle: BattleState, cx: Context) -> bool:
    """Melniboneans who stood aside go over to the victor when nobody else of their side is left ([12.0] / 11)."""
    if KINSMEN.isdisjoint(battle.units[battle.loser]):
        return False
    left = [u for u in present(s, battle, battle.loser) if KIND[u] != ARTIFACT]
    fought_ = any(u not in left and KIND[u] != ARTIFACT for u in battle.units[battle.loser])
    if (
        not left
        or not fought_
        or battle.seat(1 - battle.loser) < 0
        or not all(stands_aside(battle, battle.loser, u) for u in left)
    ):
        return False
    _go_over(s, battle, battle.loser, left, cx)
    return True


def _onlookers(s: State, battle: BattleState, side: int, units: Sequence[int]) -> list[int]:
    """The Melniboneans who stood aside beside others of a beaten side, with what they bear: where the others have no way
    out and are eliminated, they survive and go over ([12.0] / 11). A side of none but them is eliminated as any other."""
    kin = [u for u in units if KIND[u] != ARTIFACT and stands_aside(battle, side, u)]
    others = any(u not in kin and KIND[u] != ARTIFACT for u in battle.units[side])
    if not kin or not others or battle.seat(1 - side) < 0:
        return []
    return kin + [x for x in ARTIFACTS if s.aboard[x] in kin]


def _go_over(s: State, battle: BattleState, side: int, kin: Sequence[int], cx: Context) -> None:
    """Melniboneans of a side that is no more serve the victor."""
    winner = battle.seat(1 - side)
    for u in kin:
        if KIND[u] == ARTIFACT:
            continue
        give(s, u, winner)
        if winner >= NEUTRAL:
            drop_hand(s, u)
    cx.tell("join", units=tuple(u for u in kin if KIND[u] != ARTIFACT), seat=winner, area=battle.area)
    if winner < NEUTRAL:
        hands.settle_alignment(s, battle.area, winner)


class LateEscapesFrame(NamedTuple):
    step: Step
    side: int
    lost_before: int


class LateEscapes(Auto):
    """Those lost for want of a way out try to escape."""

    name = "late escapes"
    of_battle = True
    holds = LateEscapesFrame
    words = (fields.SIDE, fields.COUNT)

    def run(self, s: State, frame: LateEscapesFrame, cx: Context) -> None:
        battle: BattleState = s.battle
        push(s, *attempts(s, battle, frame.side, battle.out[frame.lost_before :]))


ESCAPES_LATE: Final = LateEscapes()


EVENTS.add(
    "retreat",
    "units area to_area",
    words=lambda e, n: f"{words.units(e['units']):retreats|retreat} to {words.area(e['to_area'])}.",
    clause=("10.7", "9.7"),
)
EVENTS.add(
    "no way out",
    "units area",
    words=lambda e, n: f"{words.units(e['units']):has|have} no way out of {words.area(e['area'])}.",
)
EVENTS.add(
    "join", "units seat area", words=lambda e, n: f"{words.units(e['units']):goes|go} over to {telling.seat(e, n)}."
)
