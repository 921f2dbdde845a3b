"""Retreats. Sources: Chaosium [10.2], [10.7], [10.9.5]; Avalon Hill 9.2, 9.7, 9.96."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from ..kernel.steps import Auto, Check, Frame, Step
from ..kernel.verdict import Reason, Why
from . import hands, pieces, words
from .actions import Action
from .battle import Battle
from .board import BOARD, LAND, SEA
from .context import Context
from .escapes import ESCAPE, FOLLOW
from .ground import enemy_city, room, wild_for
from .losses import present, remove
from .pieces import ARMY, ARTIFACT, ARTIFACTS, FIGHT, FLEET, HERO, INFLUENCE, KIND
from .stack import walk_in
from .state import (
    ASHORE,
    HALTED,
    NEUTRAL,
    State,
    cargo,
    foes_at,
    own_in,
    push,
    put,
)


def came_through(s: State, area: int) -> set[int]:
    """Areas the attackers of an area passed on their way there this turn."""
    return {a for n in s.notes if n[0] == "trail" and n[2] == area for a in n[1]}


def ways_out(s: State, area: int, seat: int, units: Sequence[int], before: bool = False) -> list[int]:
    """Areas a seat's pieces may retreat into ([10.7] / 9.7): next to it, no mountain, no sea for land units without
    ships, no enemies, no enemy city; before a battle also none the attackers came through ([10.2] / 9.2)."""
    barred = came_through(s, area) if before else set()
    ships = [u for u in units if KIND[u] == FLEET]
    # at sea, whoever is on none of the retreating ships must walk the waves, or fly to land or to another ship
    loose = [u for u in units if KIND[u] not in (FLEET, ARTIFACT) and s.aboard[u] not in ships]
    walkers = all(pieces.WALKS_SEA[u] for u in loose)
    flyers = all(pieces.WALKS_SEA[u] or pieces.FLIES[u] for u in loose)
    armies = sum(KIND[u] == ARMY for u in units)
    out = []
    for a in BOARD.near[area]:
        if a in barred or (BOARD.special[a] == "imrryr" and s.control[a] != seat):
            continue
        if foes_at(s, a, seat) and not wild_for(s, a):
            continue
        if enemy_city(s, a, seat):
            continue
        if BOARD.kind[area] == SEA:
            if BOARD.kind[a] == SEA:
                deck = any(KIND[x] == FLEET for x in own_in(s, a, seat))
                if walkers or (flyers and deck):
                    out.append(a)
            elif flyers and (not ships or (area in BOARD.ports[a] and s.control[a] == seat)):
                out.append(a)
        elif (
            BOARD.kind[a] == LAND
            or (a in BOARD.ports[area] and ships and armies <= sum(pieces.CARRY[x] for x in ships))
            or (
                armies <= sum(room(s, x) for x in own_in(s, a, seat) if KIND[x] == FLEET)
                and any(KIND[x] == FLEET for x in own_in(s, a, seat))
            )
        ):
            out.append(a)
    return out


def fall_back(s: State, seat: int, units: Sequence[int], area: int, to: int, cx: Context) -> None:
    """Move retreating pieces. Ships in port stay unless they carry the retreat; wilderness draws a random attack."""
    by_sea = BOARD.kind[to] == SEA
    going = list(units)
    if by_sea and BOARD.kind[area] == LAND:
        if to not in BOARD.ports[area]:
            going = [u for u in going if KIND[u] != FLEET]
        decks = [u for u in going if KIND[u] == FLEET] or [u for u in own_in(s, to, seat) if KIND[u] == FLEET]
        for u in own_in(s, area, seat):
            # who goes leaves the ships that stay, who stays leaves the ships that go
            if KIND[u] != ARTIFACT and (u in going) != (s.aboard[u] in decks):
                s.aboard[u] = ASHORE
        space = {x: room(s, x) for x in decks}
        for u in going:
            if KIND[u] == ARMY and s.aboard[u] == ASHORE:
                deck = next((x for x in decks if space[x] > 0), None)
                if deck is None:
                    continue
                s.aboard[u] = deck
                space[deck] -= 1
            elif KIND[u] == HERO and s.aboard[u] == ASHORE:
                s.aboard[u] = decks[0]
    elif BOARD.kind[to] == LAND and BOARD.kind[area] == LAND:
        going = [u for u in going if KIND[u] != FLEET]
        for u in going:
            if KIND[u] != ARTIFACT:
                s.aboard[u] = ASHORE
    if BOARD.kind[area] == SEA:
        for x in list(going):
            if KIND[x] == FLEET:
                going.extend(u for u in cargo(s, x) if u not in going)
        for u in going:
            if KIND[u] not in (FLEET, ARTIFACT) and s.aboard[u] not in going:
                # on foot over the water, or on wings to land or to a ship that waits there
                decks = [x for x in own_in(s, to, seat) if KIND[x] == FLEET]
                s.aboard[u] = decks[0] if by_sea and decks and not pieces.WALKS_SEA[u] else ASHORE
    band = next((u + 1 for u in going if KIND[u] == HERO), 100) if BOARD.wild[to] else 0
    for u in going:
        put(s, u, to)
        s.band[u] = band
        s.flags[u] |= HALTED
    for x in ARTIFACTS:
        if s.aboard[x] in going:
            put(s, x, to)
    s.moving = tuple(u for u in s.moving if u not in going)
    if not by_sea and any(KIND[u] == ARMY for u in going):
        walk_in_for(s, to, seat, cx)
    from .wilderness import retreat_into

    retreat_into(s, area, to, tuple(going), cx)
    hands.settle_alignment(s, to, seat)


def walk_in_for(s: State, a: int, seat: int, cx: Context) -> None:
    """A retreat may end in an undefended city of nobody's; it takes nothing from anybody."""
    if seat == s.player:
        walk_in(s, a, cx)


def _check_retreat(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    b: Battle = s.battle
    if args[0] in ways_out(s, b.area, b.seat(f[1]), present(s, b, f[1])):
        return True
    if why is not None:
        name = words.area(args[0])
        why.append(
            Reason(
                ("10.7", "9.7"),
                f"There is no retreat to {name}.",
                "Retreat one province, to one without enemies; land units need ships to go to sea.",
                (BOARD.ids[args[0]],),
            )
        )
    return False


def must_retreat(s: State, b: Battle, side: int) -> bool:
    """Whether the losing side has to leave: not from behind walls, and not back out of its own city after a sortie."""
    if side != b.loser or b.fell:
        return False
    if side == 1 and (b.wall or b.base):
        return False
    return not (side == 0 and b.sortie)


class RetreatStep(Step):
    """Frame: (step, side). The losing side goes one province back, the loser chooses where."""

    name = "retreat"
    verbs: ClassVar[dict[str, Check]] = {"retreat": _check_retreat}

    def seat(self, s: State, f: Frame) -> int:
        return int(s.battle.seat(f[1]))

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        return [Action("retreat", (a,)) for a in BOARD.near[s.battle.area]]

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        b: Battle = s.battle
        units = present(s, b, f[1])
        s.agenda = s.agenda[:-1]
        cx.tell("retreat", units=tuple(units), area=b.area, to_area=a.args[0])
        seat = b.seat(f[1])
        fall_back(s, seat, units, b.area, a.args[0], cx)


RETREAT_CHOICE: Final = RetreatStep()


class Retreat(Auto):
    """Frame: (step, side). Starts a retreat, or the end of those who have no way out."""

    name = "begin retreat"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        b: Battle = s.battle
        side = f[1]
        if not must_retreat(s, b, side):
            return
        units = present(s, b, side)
        if not any(KIND[u] != ARTIFACT for u in units):
            return
        seat = b.seat(side)
        ways = ways_out(s, b.area, seat, units) if seat < NEUTRAL else []
        if ways:
            push(s, (RETREAT_CHOICE, side))
            return
        if seat == NEUTRAL:
            return
        cx.tell("no way out", units=tuple(units), area=b.area)
        remove(s, units, cx)
        push(s, (ESCAPES_LATE, side, len(b.out)))


RETREAT: Final = Retreat()


class LateEscapes(Auto):
    """Frame: (step, side, how many had been lost before). Those lost for want of a way out try to escape."""

    name = "late escapes"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        b: Battle = s.battle
        new = b.out[f[2] :]
        fighters = sorted((u for u in new if not INFLUENCE[u]), key=lambda u: (-FIGHT[u], u))
        followers = [u for u in new if INFLUENCE[u]]
        push(
            s, *((ESCAPE, u, b.area) for u in fighters), *((FOLLOW, u, b.area, tuple(b.units[f[1]])) for u in followers)
        )


ESCAPES_LATE: Final = LateEscapes()
