"""A stack in hand: who comes along, where it goes, ships, halting. Sources: Chaosium [7.1]-[7.4]; Avalon Hill 6.1-6.41.

A stack is moved one area at a time. A leader is taken up (`lead`), picks up and sets down others (`join`, `drop`), goes
on (`step`, `sail`, `land`, `fly`, `attack`), boards ships (`board`, `ashore`) and is put down again (`halt`). So every
way of splitting and uniting stacks can be played, while no single decision has more than a few dozen choices.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from ..kernel.steps import Check, Frame, Step
from ..kernel.verdict import Reason, Why
from . import flight, pieces, spells, sway, words
from .actions import Action
from .arrival import arrive
from .board import BOARD, LAND, SEA
from .boarding import check_ashore, check_board, go_aboard, go_ashore
from .chaos_fleet import debark, leaving
from .context import Context
from .ground import company
from .march import LANDING, MARCH, SAILING, attack_mode, cost_of, go, on_foot
from .pieces import ARMY, ARTIFACTS, ELRIC, FLEET, FLEETS, FLIES, HERO, KIND, WALKS_SEA
from .realms import walk_in
from .state import (
    ASHORE,
    ATTACHED,
    HALTED,
    NEUTRAL,
    STEPPED,
    State,
    cargo,
    foes_at,
    ids,
    put,
)
from .wings import decks, flying, may_rest

_HALT: Final = Action("halt")


_ASHORE: Final = Action("ashore")


_JOIN: Final = tuple(Action("join", (u,)) for u in range(pieces.SIZE))


_DROP: Final = tuple(Action("drop", (u,)) for u in range(pieces.SIZE))


_BOARD: Final = tuple(Action("board", (u,)) for u in range(pieces.SIZE))


_STEP: Final = tuple(Action("step", (a,)) for a in range(BOARD.size))


_SAIL: Final = tuple(Action("sail", (a,)) for a in range(BOARD.size))


_LANDING: Final = tuple(Action("land", (a,)) for a in range(BOARD.size))


_ATTACK: Final = tuple(Action("attack", (a,)) for a in range(BOARD.size))


_CARRYING: Final = tuple(i for i in range(spells.SIZE) if spells.FLIES[i])


def _check_step(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    return go(s, f[1], args[0], MARCH, False, why)


def _check_sail(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    return go(s, f[1], args[0], SAILING, False, why)


def _check_land(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    return go(s, f[1], args[0], LANDING, False, why)


def _check_attack(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    return go(s, f[1], args[0], attack_mode(s, f[1], args[0]), True, why)


def _check_join(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (u,) = args
    leader = f[1]
    here = s.place[leader]
    if s.owner[u] == s.player and s.place[u] == here and u not in s.moving:
        if KIND[u] == FLEET:
            if (
                u not in f[2]
                and not on_foot(s, leader)
                and any(KIND[x] == HERO for x in cargo(s, u))
                and not s.flags[u] & HALTED
                and not (s.flags[u] & ATTACHED and s.rules.attach_once)
            ):
                return True
        elif (
            u not in f[2]
            and (not BOARD.wild[here] or s.band[u] == s.band[leader])
            and (s.aboard[u] == ASHORE) == on_foot(s, leader)
            and not (s.flags[u] & HALTED and KIND[u] != ARMY)
            and not (s.flags[u] & ATTACHED and s.rules.attach_once and KIND[u] == ARMY)
            and (s.aboard[u] == ASHORE or s.aboard[u] in s.moving)
            and not ((FLIES[u] or FLIES[leader]) and BOARD.kind[here] == SEA and s.aboard[u] == ASHORE)
        ):
            return True
    if why is None:
        return False
    name = words.unit(u)
    if s.owner[u] != s.player or s.place[u] >= BOARD.size:
        why.append(Reason(("7.2", "6.21"), f"{name} is not yours.", "Lead your own units.", ids((u,))))
    elif u in s.moving:
        why.append(Reason(("7.2", "6.22"), f"{name} is in this stack already.", "", ids((u,))))
    elif s.place[u] != here:
        why.append(
            Reason(("7.2", "6.22"), f"{name} is not in {words.area(here)}.", "Move there to pick it up.", ids((u,)))
        )
    elif u in f[2]:
        why.append(
            Reason(
                ("7.3", "6.22"), f"{name} has just been set down here.", "Take that back, or move on first.", ids((u,))
            )
        )
    elif BOARD.wild[here] and s.band[u] != s.band[leader] and KIND[u] != FLEET:
        why.append(
            Reason(
                ("8.0", "7.21"),
                f"In this wilderness {name} has not been found yet.",
                "Search for friends in the Search phase.",
                ids((u,)),
            )
        )
    elif s.flags[u] & ATTACHED and s.rules.attach_once and KIND[u] != HERO:
        why.append(
            Reason(
                ("7.3", "6.22"),
                f"{name} was picked up or set down once this turn and cannot be picked up now.",
                "Wait for your next turn.",
                ids((u,)),
            )
        )
    elif s.flags[u] & HALTED:
        why.append(
            Reason(("7.2", "6.22"), f"{name} has finished moving this turn.", "Wait for your next turn.", ids((u,)))
        )
    elif KIND[u] == FLEET and on_foot(s, leader):
        why.append(Reason(("7.3", "6.31"), f"{name} is a ship: board it.", "Use Board.", ids((u,))))
    elif KIND[u] == FLEET:
        why.append(
            Reason(
                ("7.3", "6.32"), f"{name} has no personality aboard.", "Put a personality aboard it first.", ids((u,))
            )
        )
    else:
        why.append(
            Reason(
                ("7.3", "6.3"),
                f"{name} is {'aboard ship' if on_foot(s, leader) else 'ashore'}, and this stack is not.",
                "Board or go ashore first.",
                ids((u,)),
            )
        )
    return False


def _check_drop(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    (u,) = args
    leader = f[1]
    here = s.place[leader]
    ok = u in s.moving and u != leader and not (KIND[u] == FLEET and u == s.aboard[leader])
    over_sea = ok and BOARD.kind[here] == SEA and on_foot(s, leader) and not (WALKS_SEA[u] and not FLIES[u])
    in_air = ok and FLIES[u] and on_foot(s, leader) and not may_rest(s, here, (u,))
    once = ok and s.rules.attach_once and KIND[u] in (ARMY, FLEET) and s.flags[u] & ATTACHED
    if ok and not over_sea and not in_air and not once:
        return True
    if why is None:
        return False
    name = words.unit(u)
    if u not in s.moving:
        why.append(Reason(("7.2", "6.22"), f"{name} is not in this stack.", "", ids((u,))))
    elif over_sea or in_air:
        air = "over open water" if over_sea else "in the air above enemies"
        why.append(Reason(("7.4.1", "6.41"), f"{name} cannot be left {air}.", "Go on to land or a ship.", ids((u,))))
    elif once:
        why.append(
            Reason(
                ("7.3", "6.22"),
                f"{name} was picked up this turn and cannot be set down in the same turn.",
                "Halt where it may stay.",
                ids((u,)),
            )
        )
    elif u == leader:
        why.append(Reason(("7.2", "6.21"), f"{name} leads this stack.", "Halt, and take up another leader.", ids((u,))))
    else:
        why.append(Reason(("7.3", "6.32"), f"{words.unit(leader)} is aboard this ship.", "Go ashore first.", ids((u,))))
    return False


def _check_halt(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    leader = f[1]
    here = s.place[leader]
    if not on_foot(s, leader) or not flying(s.moving) or may_rest(s, here, s.moving):
        return True
    if why is not None:
        sea = BOARD.kind[here] == SEA
        room_ = " with room for them" if s.rules.fly_needs_room else ""
        why.append(
            Reason(
                ("7.4.1", "6.41"),
                f"Flyers must end their move on land or on a ship of yours{room_}."
                if sea
                else f"Flyers may pass over the enemies in {words.area(here)}, not come down among them.",
                "Fly on." if sea else "Fly on; to fight here, go back and attack.",
                (BOARD.ids[here],),
            )
        )
    return False


class StackStep(Step):
    """A stack is in hand: where does it go, who comes along?"""

    name = "stack"
    verbs: ClassVar[dict[str, Check]] = {
        "step": _check_step,
        "sail": _check_sail,
        "land": _check_land,
        "attack": _check_attack,
        "sway": sway.check,
        "join": _check_join,
        "drop": _check_drop,
        "board": check_board,
        "ashore": check_ashore,
        "fly": flight.check,
        "halt": _check_halt,
    }

    def live(self, s: State, f: Frame) -> bool:
        """Whether the leader can still go on."""
        u = f[1]
        if u in s.moving and s.place[u] < BOARD.size and s.owner[u] == s.player and not s.flags[u] & HALTED:
            return True
        s.moving = ()
        return False

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        leader = f[1]
        here = s.place[leader]
        me = s.player
        moving = s.moving
        kinds = BOARD.kind
        near = BOARD.near[here]
        if s.aboard[leader] == ASHORE:
            for a in near:
                yield _STEP[a]
                if BOARD.city[a] or foes_at(s, a, me):
                    yield _ATTACK[a]
        else:
            at_sea = kinds[here] == SEA
            for a in near:
                yield _SAIL[a]
                if at_sea and kinds[a] == LAND:
                    yield _LANDING[a]
                if BOARD.city[a] or foes_at(s, a, me):
                    yield _ATTACK[a]
            if not at_sea:
                yield _ASHORE
        elric = s.place[ELRIC]
        if elric in near and s.owner[ELRIC] not in (me, NEUTRAL):
            yield Action("sway", (elric,))
        seen = set()
        place, owner, aboard = s.place, s.owner, s.aboard
        u = place.find(here)
        while u >= 0:
            if owner[u] == me and u not in moving:
                k = KIND[u]
                if k == FLEET:
                    yield _BOARD[u]
                    yield _JOIN[u]
                elif k == HERO:
                    yield _JOIN[u]
                elif k == ARMY:
                    same = (pieces.NATION[u], s.spent[u], aboard[u], s.flags[u], s.band[u], u in f[2])
                    if same not in seen:
                        seen.add(same)
                        yield _JOIN[u]
            u = place.find(here, u + 1)
        if aboard[leader] == ASHORE and kinds[here] == LAND:
            for x in FLEETS:
                if owner[x] == me and place[x] in near and kinds[place[x]] == SEA:
                    yield _BOARD[x]
        seen.clear()
        for u in moving:
            if u != leader:
                if KIND[u] == ARMY:
                    same = (pieces.NATION[u], s.spent[u], aboard[u], s.flags[u], 0, False)
                    if same in seen:
                        continue
                    seen.add(same)
                yield _DROP[u]
        if any(1000 <= s.spell_at[i] < 2000 for i in _CARRYING):
            yield from flight.candidates(s, f)
        yield _HALT

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        verb, args = a
        leader = f[1]
        if verb == "step":
            advance(s, args[0], MARCH, False, cx)
        elif verb == "sail":
            advance(s, args[0], SAILING, False, cx)
        elif verb == "land":
            advance(s, args[0], LANDING, False, cx)
        elif verb == "attack":
            advance(s, args[0], attack_mode(s, leader, args[0]), True, cx)
        elif verb == "sway":
            advance(s, args[0], sway.set_out(s, leader), False, cx)
        elif verb == "join":
            u = args[0]
            if on_the_way(s, leader) and KIND[u] in (ARMY, FLEET):
                s.flags[u] |= ATTACHED
            if KIND[u] == FLEET:
                s.moving = (*s.moving, u, *(x for x in cargo(s, u) if x not in s.moving))
            else:
                s.moving = (*s.moving, u)
        elif verb == "drop":
            self._set_down(s, leader, args[0])
        elif verb == "board":
            go_aboard(s, args[0], cx)
        elif verb == "ashore":
            go_ashore(s, cx)
        elif verb == "fly":
            flight.fly(s, f, args, cx)
        else:
            halt(s, leader)

    def _set_down(self, s: State, leader: int, u: int) -> None:
        gone = {u}
        if KIND[u] == FLEET:
            gone.update(cargo(s, u))
        s.moving = tuple(x for x in s.moving if x not in gone)
        s.agenda = (*s.agenda[:-1], (STACK, leader, (*s.agenda[-1][2], *sorted(gone))))
        if on_the_way(s, leader):
            for x in gone:
                s.flags[x] |= ATTACHED
                if not s.rules.dropped_may_go_on and KIND[x] == HERO:
                    s.flags[x] |= HALTED


STACK: Final = StackStep()


def on_the_way(s: State, leader: int) -> bool:
    """Whether a leader has left the area where he was taken up this turn (ruling "attach")."""
    return any(n[0] == "trail" and n[3] == leader for n in s.notes)


def halt(s: State, leader: int) -> None:
    """End a stack's move; a leader that went nowhere is done for the turn, others may go on with what they have left."""
    here = s.place[leader]
    if BOARD.kind[here] == SEA and on_foot(s, leader) and flying(s.moving):
        for u, deck in zip((u for u in s.moving if FLIES[u]), decks(s, here, s.player), strict=False):
            s.aboard[u] = deck
    s.flags[leader] |= HALTED
    s.moving = ()
    s.agenda = s.agenda[:-1]


def advance(s: State, a: int, mode: int, attack: bool, cx: Context) -> None:
    """Move the stack in hand into an area, and call up whatever waits there."""
    moving = s.moving
    leader = s.agenda[-1][1]
    here = s.place[leader]
    if mode == LANDING:
        moving = tuple(u for u in moving if KIND[u] != FLEET)
    cost = cost_of(s, moving, mode, a)
    if mode == SAILING:
        # whoever is aboard goes with the ship, in hand or not
        going = company(s, moving)
    else:
        going = list(moving)
    cx.tell("attack" if attack else ("step", "sail", "land")[mode], units=tuple(going), area=here, to_area=a)
    off = leaving(s, going) if mode == LANDING else ()
    band = leader + 1 if BOARD.wild[a] else 0
    for u in going:
        put(s, u, a)
        s.spent[u] += cost
        s.flags[u] |= STEPPED
        s.band[u] = band
        if mode == LANDING:
            s.aboard[u] = ASHORE
    for x in ARTIFACTS:
        if s.aboard[x] != ASHORE and s.aboard[x] in going:
            put(s, x, a)
    s.moving = moving
    s.agenda = (*s.agenda[:-1], (STACK, leader, ()))
    trail = next((n[1] for n in s.notes if n[0] == "trail" and n[3] == leader), ())
    s.notes = (*(n for n in s.notes if n[0] != "trail" or n[3] != leader), ("trail", (*trail, here), a, leader))
    if attack:
        s.assaults |= 1 << a
    else:
        walk_in(s, a, cx)
    if BOARD.kind[a] == SEA or BOARD.wild[a] or BOARD.kind[here] == SEA or s.tipped:
        arrive(s, here, a, tuple(going), mode == LANDING, cx)
    debark(s, off, a)
