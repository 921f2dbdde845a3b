"""A stack in hand: who comes along, where it goes, ships, halting. Sources: Chaosium [7.1]-[7.4]; Avalon Hill 6.1-6.41.

A stack is moved one area at a time. A leader is taken up (`lead`), picks up and sets down others (`join`, `drop`), goes
on (`step`, `sail`, `land`, `fly`, `attack`), boards ships (`board`, `ashore`) and is put down again (`halt`). So every
way of splitting and uniting stacks can be played, while no single decision has more than a few dozen choices.
"""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple

from elric.kernel.bits import bits, ones
from elric.kernel.memo import kept
from elric.kernel.rules import no
from elric.kernel.steps import Check, Deed, Frame
from elric.kernel.verdict import Why
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.areas import BESIDE, SEAS
from elric.young_kingdoms.components.board import BOARD, SEA
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import (
    ARMY,
    ARTIFACT,
    ELRIC,
    FLEET,
    FLIES,
    HERO,
    KIND,
    MAGICIAN_BITS,
    ONE,
    WALKS_SEA,
)
from elric.young_kingdoms.legends import elric as control
from elric.young_kingdoms.magic.chaos_fleet import debark, who_leaves
from elric.young_kingdoms.march import stronger_voice as sway
from elric.young_kingdoms.march.arrival import arrive
from elric.young_kingdoms.march.facts import ATTACK, LANDING, MARCH, PEACE, SAILING, Going, cost_of, landers
from elric.young_kingdoms.march.flyers import all_fly, decks, may_rest
from elric.young_kingdoms.march.next_area import WAYS, attack_mode, go, open_on_foot, open_ways
from elric.young_kingdoms.march.stronger_voice import TO_SWAY
from elric.young_kingdoms.movement import flight
from elric.young_kingdoms.movement.company import check_drop, check_join, company_here, drops, ships_beside
from elric.young_kingdoms.movement.ships import TO_ASHORE, check_ashore, check_board, go_aboard, go_ashore
from elric.young_kingdoms.nations.control import walk_in
from elric.young_kingdoms.position import fields, telling, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.notes import Trail, noted, remember, unnote
from elric.young_kingdoms.position.seen import AskedView
from elric.young_kingdoms.position.state import (
    ASHORE,
    ATTACHED,
    HALTED,
    STEPPED,
    State,
    cargo,
    disembark,
    embark,
    move,
    own_in,
    push,
)
from elric.young_kingdoms.position.steps import Step, frame_of
from elric.young_kingdoms.world.terrain import company, points_left, room

TO_STEP: Final = VERBS.add("step", "area", "March to {0}", shown=True, wished=True)
TO_SAIL: Final = VERBS.add("sail", "area", "Sail to {0}", shown=True, wished=True)
TO_LAND: Final = VERBS.add("land", "area", "Land {at}", shown=True, wished=True)
TO_ATTACK: Final = VERBS.add("attack", "area", "Attack {0}", shown=True, wished=True)
TO_HALT: Final = VERBS.add("halt", "", "Halt here", shown=True)

_TO_THE_QUAY: Final = TO_ASHORE()
_INTO: Final = {
    verb: tuple(Action(verb, (a,)) for a in range(BOARD.size)) for verb in ("step", "sail", "land", "attack")
}

_ON_FOOT, _BY_SHIP, _ASHORE_ON = (WAYS[mode, PEACE] for mode in (MARCH, SAILING, LANDING))
_STORM: Final = tuple(WAYS[mode, ATTACK] for mode in (MARCH, SAILING, LANDING))
_, _BOARDING, _BEACHHEAD = _STORM


def _check_step(s: State, going: Going, args: tuple[int, ...], why: Why) -> bool:
    return go(going, args[0], _ON_FOOT, why)


def _check_sail(s: State, going: Going, args: tuple[int, ...], why: Why) -> bool:
    return go(going, args[0], _BY_SHIP, why)


def _check_land(s: State, going: Going, args: tuple[int, ...], why: Why) -> bool:
    return go(going, args[0], _ASHORE_ON, why)


def _check_attack(s: State, going: Going, args: tuple[int, ...], why: Why) -> bool:
    return go(going, args[0], _STORM[attack_mode(going.afloat, args[0])], why)


def ways_on(going: Going) -> tuple[Action, ...]:
    """Every way into a neighbouring area that is open to the stack."""
    if not going.afloat:
        step, storm = open_on_foot(going)
        return _ways((step, 0, 0, storm))
    # An attack needs somebody to attack: where there is nobody beside (half of the time) no rule of attacks need be asked.
    storm = 0
    if going.guarded:
        storm = open_ways(going, _BOARDING) & SEAS
    if going.prey:
        storm |= open_ways(going, _BEACHHEAD)
    return _ways((0, open_ways(going, _BY_SHIP), open_ways(going, _ASHORE_ON), storm))


@kept(16384)
def _ways(areas: tuple[int, int, int, int]) -> tuple[Action, ...]:
    """The ways into these areas (stepped, sailed, landed and stormed), one area after another."""
    step, sail, land, storm = areas
    open_ = {"step": step, "sail": sail, "land": land, "attack": storm}
    return tuple(_INTO[verb][a] for a in ones(step | sail | land | storm) for verb in open_ if open_[verb] >> a & 1)


def _check_halt(s: State, going: Going, args: tuple[int, ...], why: Why) -> bool:
    here = going.here
    if going.afloat or not going.wings or may_rest(s, here, s.moving):
        return True
    if why is None:
        return False
    sea = BOARD.kind[here] == SEA
    room_ = " with room for them" if s.rules.fly_needs_room else ""
    return no(
        why,
        ("7.4.1", "6.41"),
        f"Flyers must end their move on land or on a ship of yours{room_}."
        if sea
        else f"Flyers may pass over the enemies {words.inside(here)}, not come down among them.",
        "Fly on.",
        (BOARD.ids[here],),
        ("step",),
    )


def _step(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    advance(s, args[0], MARCH, False, cx)


def _sail(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    advance(s, args[0], SAILING, False, cx)


def _land(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    advance(s, args[0], LANDING, False, cx)


def _attack(s: State, frame: StackFrame, args: tuple[int, ...], cx: Context) -> None:
    advance(s, args[0], attack_mode(s.aboard[frame.leader] != ASHORE, args[0]), True, cx)


def _sway(s: State, frame: StackFrame, args: tuple[int, ...], cx: Context) -> None:
    advance(s, args[0], sway.set_out(s, frame.leader), False, cx)


def _join(s: State, frame: StackFrame, args: tuple[int, ...], cx: Context) -> None:
    (u,) = args
    if KIND[u] in (ARMY, FLEET) and on_the_way(s, frame.leader):
        s.flags[u] |= ATTACHED
        s.rested &= ~ONE[u]
    if KIND[u] == FLEET:
        s.moving = (*s.moving, u, *(x for x in cargo(s, u) if x not in s.moving))
    else:
        s.moving = (*s.moving, u)


def _drop(s: State, frame: StackFrame, args: tuple[int, ...], cx: Context) -> None:
    (u,) = args
    gone = {u}
    if KIND[u] == FLEET:
        gone.update(cargo(s, u))
    s.moving = tuple(x for x in s.moving if x not in gone)
    s.agenda = (*s.agenda[:-1], STACK.frame(frame.leader, (*frame.set_down, *sorted(gone))))
    if on_the_way(s, frame.leader):
        s.rested &= ~bits(gone)
        for x in gone:
            s.flags[x] |= ATTACHED
            if not s.rules.dropped_may_go_on and KIND[x] == HERO:
                s.flags[x] |= HALTED


def _board(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    go_aboard(s, args[0], cx)


def _go_ashore(s: State, frame: Frame, args: tuple[int, ...], cx: Context) -> None:
    go_ashore(s, cx)


def _halt(s: State, frame: StackFrame, args: tuple[int, ...], cx: Context) -> None:
    halt(s, frame.leader)


class StackFrame(NamedTuple):
    step: Step
    leader: int
    set_down: tuple[int, ...]


class StackStep(Step):
    """A stack is in hand: where does it go, who comes along?"""

    name = "stack"
    on_map = True
    public = True
    holds = StackFrame
    words = (fields.PIECE, fields.PIECES)
    verbs: ClassVar[dict[str, Check]] = {
        "attack": _check_attack,
        "step": _check_step,
        "sail": _check_sail,
        "land": _check_land,
        "board": check_board,
        "join": check_join,
        "fly": flight.check,
        "sway": sway.check,
        "drop": check_drop,
        "ashore": check_ashore,
        "halt": _check_halt,
    }
    deeds: ClassVar[dict[str, Deed]] = {
        "step": _step,
        "sail": _sail,
        "land": _land,
        "attack": _attack,
        "sway": _sway,
        "join": _join,
        "drop": _drop,
        "board": _board,
        "ashore": _go_ashore,
        "fly": flight.fly,
        "halt": _halt,
    }

    def asked(self, s: State, frame: StackFrame, own: bool) -> AskedView:
        leader = frame.leader
        beside = (s.place[leader], *BOARD.near[s.place[leader]])
        ships = sorted(u for a in beside for u in own_in(s, a, s.player) if KIND[u] == FLEET)
        rooms = {pieces.IDS[u]: room(s, u) for u in ships}
        return {"leader": pieces.IDS[leader], "points": points_left(s), "rooms": rooms}

    def live(self, s: State, frame: StackFrame) -> bool:
        """Whether the leader can still go on."""
        leader = frame.leader
        fit = leader in s.moving and s.place[leader] < BOARD.size
        if fit and s.owner[leader] == s.player and not s.flags[leader] & HALTED:
            return True
        s.moving = ()
        return False

    def facts(self, s: State, frame: StackFrame) -> Going:
        return Going(s, frame.leader, frame.set_down)

    def legal(self, s: State, frame: StackFrame) -> list[Action]:
        going = Going(s, frame.leader, frame.set_down)
        out = [*ways_on(going)]
        here, afloat = going.here, going.afloat
        if afloat and check_ashore(s, going, (), None):
            out.append(_TO_THE_QUAY)
        elric = s.place[ELRIC]
        if BESIDE[here] >> elric & 1 and sway.check(s, going, (elric,), None):
            out.append(TO_SWAY(elric))
        if s.at[here] & s.of[s.player] ^ going.hand:
            out += company_here(s, going)
        if going.friends & SEAS and not afloat:
            out += ships_beside(s, going)
        if len(going.moving) > 1:
            out += drops(s, going)
        if going.hand & MAGICIAN_BITS:
            out += flight.flights(s, going)
        if not going.wings or _check_halt(s, going, (), None):
            out.append(TO_HALT())
        return out


STACK: Final = StackStep()


def on_the_way(s: State, leader: int) -> bool:
    """Whether a leader has left the area where he was taken up this turn (ruling "attach")."""
    return any(note.leader == leader for note in noted(s, Trail))


def halt(s: State, leader: int) -> None:
    """End a stack's move; a leader that went nowhere is done for the turn, others may go on with what they have left."""
    here = s.place[leader]
    if BOARD.kind[here] == SEA and s.aboard[leader] == ASHORE and all_fly(s.moving):
        for u, deck in zip((u for u in s.moving if FLIES[u]), decks(s, here, s.player), strict=False):
            embark(s, u, deck)
    s.flags[leader] |= HALTED
    s.moving = ()
    s.agenda = s.agenda[:-1]


def _trail(s: State, leader: int) -> Trail | None:
    """By which areas a leader has come this turn."""
    if s.flags[leader] & STEPPED:
        for note in noted(s, Trail):
            if note.leader == leader:
                return note
    return None


def advance(s: State, area: int, mode: int, attack: bool, cx: Context) -> None:
    """Move the stack in hand into an area, and call up whatever waits there."""
    moving = s.moving
    leader = s.agenda[-1].leader
    here = s.place[leader]
    if mode == LANDING:
        moving = tuple(u for u in moving if KIND[u] != FLEET)
    cost = cost_of(s, moving, mode, area)
    if mode == LANDING and s.rules.landing_by == "ship":
        cost = 0
        for ship in landers(s, moving):
            s.spent[ship] += 1
    # whoever is aboard goes with the ship, in hand or not
    going = tuple(company(s, moving)) if mode == SAILING else moving
    if cx.events is not None:
        cx.tell("attack" if attack else ("step", "sail", "land")[mode], units=going, area=here, to_area=area)
    off = who_leaves(s, going) if mode == LANDING else ()
    before = _trail(s, leader)
    together = move(s, going, area)
    if cost:
        s.worn |= together
    band, spent, flags = leader + 1 if BOARD.wild[area] else 0, s.spent, s.flags
    for u in going:
        spent[u] += cost
        flags[u] |= STEPPED
        s.band[u] = band
        if mode == LANDING:
            disembark(s, u)
    s.moving = moving
    s.agenda = (*s.agenda[:-1], STACK.frame(leader, ()))
    if before is not None:
        unnote(s, before)
    remember(s, Trail((*(before.through if before else ()), here), area, leader))
    if attack:
        s.assaults |= 1 << area
    else:
        walk_in(s, area, cx)
    control.on_the_way(s)
    if BOARD.kind[area] == SEA or BOARD.wild[area] or BOARD.kind[here] == SEA or s.tipped:
        arrive(s, here, area, going, mode == LANDING, cx)
    if off:
        debark(s, off, area)
    if mode == MARCH and BOARD.kind[area] == SEA and s.rules.plunge:
        drowning = tuple(u for u in going if not (WALKS_SEA[u] or FLIES[u] or KIND[u] == ARTIFACT))
        if drowning:
            push(s, frame_of("overboard", area, s.player, drowning))


EVENTS.add("step", "units area to_area", words=telling.going("marches|march"), clause=("7.2", "6.2"))
EVENTS.add("sail", "units area to_area", words=telling.going("sails|sail"), clause=("7.3", "6.3"))
EVENTS.add("land", "units area to_area", words=telling.going("lands|land", words.inside), clause=("7.3", "6.31"))
EVENTS.add(
    "attack",
    "units area to_area",
    words=lambda e, n: f"{words.units(e['units']):attacks|attack} {words.area(e['to_area'])}.",
    clause=("10.1", "9.1"),
)
