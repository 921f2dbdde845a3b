"""Muster: nations, personalities, hordes and artifacts called by a spell. Sources: Chaosium [11.0], [16.8], [16.9];
Avalon Hill 10, 14.8, 14.9.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from ..kernel.steps import Check, Frame, Step
from ..kernel.verdict import Reason, Why
from . import balance, hands, pieces, replacement, spells, words
from .actions import Action
from .board import BOARD, LAND, SEA
from .context import Context
from .ground import IMRRYR, STRAITS
from .pieces import ADMIRAL, ARMY, ARTIFACT, ELRIC, FLEET, HERO, KIND, MAGIC
from .state import (
    ASHORE,
    BOX,
    DISCARD,
    IN_HAND,
    LOST,
    NEUTRAL,
    NOBODY,
    State,
    box,
    cargo,
    drop_hand,
    foes_at,
    ids,
    push,
    put,
)

ARMIES_A_CITY: Final = 3  # [4.0] F / 3.8


# ---- setting a nation up --------------------------------------------------------------------------------------------


def harbours(s: State, n: int, seat: int) -> list[int]:
    """Ports of a nation where its fleets may start: in nobody else's hands."""
    return [
        a
        for a in BOARD.home.get(pieces.NATIONS[n].id, ())
        if BOARD.ports[a] and s.control[a] in (seat, NEUTRAL, NOBODY)
    ]


def place_nation(s: State, n: int, seat: int, cx: Context) -> None:
    """Set a nation up for a seat: three armies in each lesser city, fleets and admiral in a port, the rest in the
    capital ([4.0] F / 3.8, 3.81; 10.11 where others hold its cities)."""
    nation = pieces.NATIONS[n]
    capital = BOARD.main_city(nation.id)
    s.nation_owner[n] = seat
    cities = [a for a in BOARD.home[nation.id] if BOARD.city[a]]
    held = {a for a in cities if s.control[a] < NEUTRAL and s.control[a] != seat}
    for a in cities:
        if a not in held:
            s.control[a] = seat
    armies = [u for u in nation.pieces if KIND[u] == ARMY]
    shut = {a for a in cities if foes_at(s, a, seat)} if s.rules.muster_into_held_nation else set()
    for a in cities:
        if a == capital or a in held or a in shut:
            continue
        for u in armies[:ARMIES_A_CITY]:
            _stand(s, u, seat, a)
        del armies[:ARMIES_A_CITY]
    for u in armies:
        _stand(s, u, seat, capital)
    afloat = [u for u in nation.pieces if KIND[u] == FLEET or ADMIRAL[u]]
    for u in nation.pieces:
        if KIND[u] == HERO and u not in afloat and not _elsewhere(s, u, seat):
            _stand(s, u, seat, capital)
    ports = harbours(s, n, seat)
    cx.tell("nation", nation=n, seat=seat, capital=capital)
    if len(ports) > 1 and any(KIND[u] == FLEET for u in afloat):
        push(s, (HARBOUR, seat, n))
    else:
        _moor(s, n, seat, ports[0] if ports else capital)


def _elsewhere(s: State, u: int, seat: int) -> bool:
    """Theleb K'aarna may be on the board already; he joins whoever calls up Pan Tang ([11.0] / 10.4)."""
    return s.place[u] < BOARD.size and s.owner[u] == seat


def _stand(s: State, u: int, seat: int, a: int) -> None:
    from .state import give

    if s.place[u] < BOARD.size:
        give(s, u, seat)
    else:
        s.owner[u] = seat
    put(s, u, a)
    s.aboard[u] = ASHORE
    s.band[u] = 0
    s.flags[u] = 0
    s.spent[u] = 0


def _moor(s: State, n: int, seat: int, a: int) -> None:
    for u in pieces.NATIONS[n].pieces:
        if KIND[u] == FLEET or (ADMIRAL[u] and KIND[u] == HERO):
            if KIND[u] == FLEET and not BOARD.ports[a]:
                s.owner[u] = seat
                put(s, u, LOST)
                continue
            _stand(s, u, seat, a)


def _check_harbour(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    if args[0] in harbours(s, f[2], f[1]):
        return True
    if why is not None:
        why.append(
            Reason(
                ("4.0F", "3.8"),
                f"Fleets of {pieces.NATIONS[f[2]].name} cannot start in {words.area(args[0])}.",
                f"Choose {words.listed([words.area(a) for a in harbours(s, f[2], f[1])])}.",
                (BOARD.ids[args[0]],),
            )
        )
    return False


class HarbourStep(Step):
    """Frame: (step, seat, nation). In which port do the fleets and the admiral start?"""

    name = "harbour"
    verbs: ClassVar[dict[str, Check]] = {"harbour": _check_harbour}

    def seat(self, s: State, f: Frame) -> int:
        return int(f[1])

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        return [Action("harbour", (a,)) for a in harbours(s, f[2], f[1])]

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        _moor(s, f[2], f[1], a.args[0])
        cx.tell("harbour", nation=f[2], seat=f[1], area=a.args[0])


HARBOUR: Final = HarbourStep()


def deal(s: State, n: int, seat: int, first: bool = True) -> None:
    """Every magician of a nation draws spells up to capacity ([9.1] / 8.1, 10.1)."""
    push(
        s,
        *(
            (hands.DRAW, seat, u, MAGIC[u], first)
            for u in pieces.NATIONS[n].pieces
            if MAGIC[u] and s.owner[u] == seat and s.place[u] < BOARD.size and u != ELRIC
        ),
    )


# ---- the Muster phase -----------------------------------------------------------------------------------------------


def _hero_off_board(s: State, t: int) -> bool:
    return s.place[t] in (BOX, LOST)


def _check_muster(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    u, i, k = args
    me = s.player
    if s.spell_at[i] != IN_HAND + u or s.owner[u] != me or s.place[u] >= BOARD.size:
        if why is not None:
            why.append(
                Reason(
                    ("11.0", "10"),
                    f"{words.unit(u)} does not hold that spell.",
                    "Muster with a spell in your own hand.",
                    ids((u,)),
                )
            )
        return False
    if not 0 <= k < len(spells.MUSTERS[i]):
        if why is not None:
            why.append(
                Reason(
                    ("11.0", "10"), f"{words.spell(i)} does not call that.", "Choose one of the musters on the spell."
                )
            )
        return False
    target = spells.MUSTERS[i][k]
    if target in pieces.NATION_INDEX:
        n = pieces.NATION_INDEX[target]
        return _horde(s, u, n, why) if pieces.NATIONS[n].horde else _nation(s, u, n, why)
    return _piece(s, u, pieces.INDEX[target], why)


def _nation(s: State, u: int, n: int, why: Why) -> bool:
    me = s.player
    nation = pieces.NATIONS[n]
    capital = BOARD.main_city(nation.id)
    owner = s.nation_owner[n]
    if owner == me:
        if replacement.special_useful(s, n, me):
            return True
        if why is not None:
            why.append(
                Reason(
                    ("6.0", "5.2"),
                    f"{nation.name} is yours and has nothing to bring back.",
                    "Keep the spell until it has losses.",
                )
            )
        return False
    ok = True
    if s.place[u] != capital:
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("11.0", "10.1"),
                f"To muster {nation.name}, {words.unit(u)} must stand in {words.area(capital)}.",
                "Take the spell there.",
                (BOARD.ids[capital],),
            )
        )
    if s.control[capital] < NEUTRAL and s.control[capital] != me:
        if why is None:
            return False
        ok = False
        if owner < NEUTRAL:
            why.append(
                Reason(
                    ("11.0", "10.12"),
                    f"{nation.name} belongs to another player; you must hold its capital first.",
                    f"Take {words.area(capital)}.",
                    (BOARD.ids[capital],),
                )
            )
        else:
            why.append(
                Reason(
                    ("10.9.1", "9.913"),
                    f"Another player's garrison in {words.area(capital)} prevents it.",
                    "Drive it out.",
                    (BOARD.ids[capital],),
                )
            )
    return ok


def _horde(s: State, u: int, n: int, why: Why) -> bool:
    nation = pieces.NATIONS[n]
    here = s.place[u]
    ok = True
    if s.nation_owner[n] < NEUTRAL:
        if why is None:
            return False
        ok = False
        why.append(Reason(("11.0", "10.6"), f"{nation.name} is already in play.", "Use another muster."))
    if any(x == ("spent horde", n) for x in s.notes) and not s.rules.hordes_come_back:
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("11.0", "10.3"), f"{nation.name} has been destroyed and does not come again.", "Use another muster."
            )
        )
    where = {
        "flamebringers": BOARD.special[here] == "flamebringers",
        "kelmain-host": BOARD.kind[here] == LAND and BOARD.wild[here] and BOARD.continent[here] == "south",
        "olab": BOARD.special[here] == "olab" or BOARD.ids[here] == "rlin_kren_aa",
    }.get(nation.id, BOARD.kind[here] == LAND)
    if not where:
        if why is None:
            return False
        ok = False
        place = {
            "flamebringers": "the Weeping Waste",
            "kelmain-host": "the wilderness of the southern continent",
            "olab": "R'lin K'ren A'a",
        }
        clause = {"flamebringers": "10.31", "kelmain-host": "10.32", "olab": "10.33"}.get(nation.id, "10.34")
        why.append(
            Reason(
                ("11.0", clause),
                f"{nation.name} must be called in {place.get(nation.id, 'a land province')}.",
                "Take the spell there.",
            )
        )
    return ok


def _piece(s: State, u: int, t: int, why: Why) -> bool:
    me = s.player
    here = s.place[u]
    name = words.unit(t)
    ok = True
    if s.place[t] not in (BOX, LOST):
        if why is None:
            return False
        why.append(Reason(("11.0", "10.6"), f"{name} is already in play.", "Use another muster.", ids((t,))))
        return False
    if t == pieces.PYARAY:
        if balance.dominant(s) != spells.CHAOS or (not s.tipped and s.balance < int(s.rules.pyaray_tilt)):
            if why is None:
                return False
            ok = False
            why.append(
                Reason(
                    ("16.9", "14.9"),
                    "Pyaray answers only when the Balance leans far enough to Chaos.",
                    "Wait for the Balance.",
                )
            )
        if s.rules.pyaray_in_straits and here != STRAITS:
            if why is None:
                return False
            ok = False
            why.append(
                Reason(
                    ("16.9", "14.9"),
                    "Pyaray is called from the Straits of Chaos.",
                    "Sail there.",
                    (BOARD.ids[STRAITS],),
                )
            )
        if not s.rules.pyaray_in_straits and not _nearest_sea(here):
            ok = False
    elif t == pieces.CHAOS_FLEET:
        if why is not None:
            why.append(
                Reason(
                    ("16.8", "14.8"), "The Chaos Fleet comes with Pyaray; muster him.", "Choose Pyaray on this spell."
                )
            )
        return False
    elif t == pieces.BARGE:
        if not pieces.MELNIBONEAN[u] or IMRRYR not in BOARD.touch[here]:
            if why is None:
                return False
            ok = False
            why.append(
                Reason(
                    ("11.0", "10.5"),
                    "The Golden Battle Barge is called by a Melnibonean in a sea beside Melnibone.",
                    "Take the spell there with a Melnibonean.",
                    (BOARD.ids[IMRRYR],),
                )
            )
    elif KIND[t] == HERO and BOARD.kind[here] == SEA and s.aboard[u] == ASHORE and not pieces.WALKS_SEA[t]:
        # whoever is called appears on the spot, and the caller walks on water where the called one cannot
        if why is None:
            return False
        ok = False
        why.append(
            Reason(
                ("7.3", "6.3"),
                f"{name} cannot stand on the open sea without a ship.",
                "Call from land, or from aboard a ship.",
                ids((t,)),
            )
        )
    elif t == pieces.MOURNBLADE and not pieces.MELNIBONEAN[u]:
        if why is None:
            return False
        ok = False
        why.append(
            Reason(("16.8", "14.8"), "Only a Melnibonean can bear Mournblade.", "Hand the spell to one.", ids((u,)))
        )
    return ok


def _nearest_sea(here: int) -> int:
    """The nearest sea area; ties go to the first by name. -1 when there is none."""
    if BOARD.kind[here] == SEA:
        return here
    far = BOARD.distances(here)
    seas = sorted((far[a], BOARD.names[a], a) for a in BOARD.seas if far[a] >= 0)
    return seas[0][2] if seas else -1


def _check_end(s: State, f: Frame, args: tuple[int, ...], why: Why) -> bool:
    return True


class MusterPhase(Step):
    """One muster a player-turn ([11.0] / 10.6)."""

    name = "muster"
    verbs: ClassVar[dict[str, Check]] = {"muster": _check_muster, "end": _check_end}

    def candidates(self, s: State, f: Frame) -> Iterable[Action]:
        me = s.player
        for i, at in enumerate(s.spell_at):
            if IN_HAND <= at < IN_HAND + 256 and s.owner[at - IN_HAND] == me:
                for k in range(len(spells.MUSTERS[i])):
                    yield Action("muster", (at - IN_HAND, i, k))
        yield Action("end")

    def do(self, s: State, f: Frame, a: Action, cx: Context) -> None:
        from .sequence import next_phase

        s.agenda = ()
        next_phase(s)
        if a.verb == "end":
            return
        u, i, k = a.args
        s.spell_at[i] = DISCARD
        target = spells.MUSTERS[i][k]
        cx.tell("muster", unit=u, spell=i, target=target, area=s.place[u], seat=s.player)
        if target in pieces.NATION_INDEX:
            n = pieces.NATION_INDEX[target]
            if pieces.NATIONS[n].horde:
                call_horde(s, u, n, cx)
            elif s.nation_owner[n] == s.player:
                replacement.special(s, n, s.player, cx)
            else:
                call_nation(s, n, s.player, cx)
        else:
            call_piece(s, u, pieces.INDEX[target], cx)


MUSTER_PHASE: Final = MusterPhase()


def begin(s: State, cx: Context) -> None:
    """Start the phase when anybody holds a spell; looks only at what everybody can see."""
    from .sequence import next_phase

    if any(IN_HAND <= at < IN_HAND + 256 and s.owner[at - IN_HAND] == s.player for at in s.spell_at):
        s.agenda = ((MUSTER_PHASE,), *s.agenda)
    else:
        next_phase(s)


def call_nation(s: State, n: int, seat: int, cx: Context) -> None:
    """A neutral nation joins at once; one taken from another player leaves him now and stands ready next turn
    ([11.0] / 10.12)."""
    old = s.nation_owner[n]
    if old < NEUTRAL and old != seat:
        for u in pieces.NATIONS[n].pieces:
            if s.owner[u] == old:
                _withdraw(s, u)
        for a in BOARD.home[pieces.NATIONS[n].id]:
            if s.control[a] == old:
                s.control[a] = NEUTRAL
        s.nation_owner[n] = NEUTRAL
        s.notes = (*s.notes, ("arrives", n, seat, s.turn + 1))
        cx.tell("taken over", nation=n, seat=seat, before=old)
        return
    for u in pieces.NATIONS[n].pieces:
        if s.place[u] in (LOST, BOX):
            s.place[u] = BOX
    _summon(s, n, seat, cx)


def _summon(s: State, n: int, seat: int, cx: Context) -> None:
    before = s.agenda
    place_nation(s, n, seat, cx)
    harbour = s.agenda[len(before) :]
    # the harbour is chosen first, then spells are drawn
    s.agenda = before
    deal(s, n, seat, first=False)
    s.agenda = (*s.agenda, *harbour)
    if pieces.NATIONS[n].id == "eshmir" and s.place[pieces.MOONGLUM] == BOX:
        _stand(s, pieces.MOONGLUM, seat, BOARD.main_city("eshmir"))
        cx.tell("appears", unit=pieces.MOONGLUM, area=BOARD.main_city("eshmir"))


def _withdraw(s: State, u: int) -> None:
    from .realms import strand
    from .state import lose

    if KIND[u] == FLEET and s.place[u] < BOARD.size:
        for x in cargo(s, u):
            s.aboard[x] = ASHORE
            if BOARD.kind[s.place[x]] == SEA and pieces.NATION[x] != pieces.NATION[u]:
                if KIND[x] == ARMY:
                    lose(s, x)
                elif not pieces.WALKS_SEA[x]:
                    strand(s, x)
    if KIND[u] == HERO:
        drop_hand(s, u)
        for x in pieces.ARTIFACTS:
            if s.aboard[x] == u:
                box(s, x)
    box(s, u)


def due(s: State, seat: int) -> bool:
    """Whether a mustered nation is still on its way to a seat."""
    return any(n[0] == "arrives" and n[2] == seat for n in s.notes)


def arrivals(s: State, cx: Context) -> None:
    """Nations taken from another player begin, at full strength, in the new owner's next turn."""
    for note in s.notes:
        if note[0] == "arrives" and note[2] == s.player and note[3] <= s.turn:
            s.notes = tuple(n for n in s.notes if n != note)
            _summon(s, note[1], s.player, cx)


def call_horde(s: State, u: int, n: int, cx: Context) -> None:
    """A horde appears beside the personality who called it; two of them must first find a place."""
    nation = pieces.NATIONS[n]
    a = s.place[u]
    s.nation_owner[n] = s.player
    for x in nation.pieces:
        _stand(s, x, s.player, a)
        s.band[x] = s.band[u]
    seek = {"flamebringers": "mordaga", "kelmain-host": "kaneloon"}.get(nation.id)
    if seek:
        s.notes = (*s.notes, ("seek", n, seek))
    cx.tell("nation", nation=n, seat=s.player, capital=a)
    deal(s, n, s.player, first=False)


def call_piece(s: State, u: int, t: int, cx: Context) -> None:
    """A personality, ship or artifact appears with the one who called it."""
    a = s.place[u]
    seat = s.player
    if t in (pieces.FREE_FLEET, pieces.PYARAY):
        sea = _nearest_sea(a)
        if t == pieces.PYARAY:
            _stand(s, pieces.CHAOS_FLEET, seat, sea)
            _stand(s, t, seat, sea)
            s.aboard[t] = pieces.CHAOS_FLEET
        else:
            _stand(s, t, seat, sea)
        a = sea
    elif t == pieces.BARGE:
        _stand(s, t, seat, a if BOARD.kind[a] == SEA else next(x for x in BOARD.near[IMRRYR] if BOARD.kind[x] == SEA))
        if s.place[pieces.COLIM] in (BOX, LOST):
            _stand(s, pieces.COLIM, seat, s.place[t])
            s.aboard[pieces.COLIM] = t
    elif KIND[t] == ARTIFACT:
        s.owner[t] = seat
        put(s, t, a)
        s.aboard[t] = u
    else:
        _stand(s, t, seat, a)
        s.band[t] = s.band[u]
        if s.aboard[u] != ASHORE:
            s.aboard[t] = s.aboard[u]
    cx.tell("appears", unit=t, area=s.place[t])
    if KIND[t] == HERO and MAGIC[t]:
        push(s, (hands.DRAW, seat, t, MAGIC[t], False))


def chaos_ebbs(s: State, cx: Context) -> None:
    """Pyaray and the Chaos Fleet go down when the Balance leans to Law ([16.9] / 14.9)."""
    if balance.dominant(s) != spells.LAW:
        return
    ship = pieces.CHAOS_FLEET
    if s.place[ship] < BOARD.size:
        from .omens import founder

        founder(s, ship, cx)
    if s.place[pieces.PYARAY] < BOARD.size:
        drop_hand(s, pieces.PYARAY)
        box(s, pieces.PYARAY)
        cx.tell("goes down", unit=pieces.PYARAY)


__all__ = [n for n in globals() if not n.startswith("_") and n != "own_in"]
