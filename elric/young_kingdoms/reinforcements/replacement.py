"""Replacements. Sources: Chaosium [6.0], Avalon Hill 5."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import ClassVar, Final, NamedTuple

from elric.kernel.bits import bits, ones
from elric.kernel.rules import always, no
from elric.kernel.steps import Check, Frame
from elric.kernel.verdict import Why
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.pieces import ARMY, COMBAT, FLEET, HERO, KIND
from elric.young_kingdoms.position import fields, words
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.fixes import NOTHING, each
from elric.young_kingdoms.position.state import LOST, State, ids, next_phase, own, push, put, refresh
from elric.young_kingdoms.position.steps import TO_END, Auto, Step
from elric.young_kingdoms.reinforcements import mustered

TO_RAISE: Final = VERBS.add("raise", "piece", "Raise {0}", shown=True)

# The pieces of each nation and kind, as bits.
_PIECES: Final = {
    (n.index, kind): bits(u for u in n.pieces if KIND[u] == kind)
    for n in pieces.NATIONS
    for kind in (HERO, FLEET, ARMY)
}


# What each nation can build.
_BUILT: Final = tuple(_PIECES[n.index, ARMY] | _PIECES[n.index, FLEET] for n in pieces.NATIONS)


def lost(s: State, nation: int, kind: int) -> tuple[int, ...]:
    """Lost pieces of a nation of one kind, first the lowest in number."""
    return ones(s.at[LOST] & _PIECES[nation, kind])


def yard(s: State, a: int) -> bool:
    """Whether fleets are built in a port: in every one, or in those whose anchor is marked so (`fleet_yards`; [6.0] / 2.1)."""
    return bool(BOARD.ports[a]) and (BOARD.builds[a] or s.rules.fleet_yards == "ports")


def docks(s: State, nation: int, seat: int) -> bool:
    """Whether a nation can build fleets in its capital: a port, or Lormyr by its river (5, 5.4)."""
    a = BOARD.main_city(pieces.NATIONS[nation].id)
    if BOARD.ports[a]:
        return yard(s, a)
    if s.rules.lormyr_river and BOARD.special[a] == "lormyr_river":
        ports = [x for x in BOARD.home[pieces.NATIONS[nation].id] if BOARD.ports[x]]
        return any(s.control[x] == seat for x in ports)
    return False


def _nation_ready(s: State, nation_index: int, why: Why, u: int = -1) -> bool:
    nation = pieces.NATIONS[nation_index]
    seat = s.player
    if s.nation_owner[nation_index] != seat:
        return why is not None and no(
            why,
            ("6.0", "5.1"),
            f"{words.nation(nation_index):is|are} not yours.",
            (("Replace losses of a nation you control.", ("raise",)), NOTHING),
        )
    if nation.horde:
        return why is not None and no(
            why,
            ("11.0", "10.3"),
            f"{words.nation(nation_index):is|are} a horde, and hordes are never replaced.",
            "Once it is gone it can be mustered again." if s.rules.hordes_come_back else "",
        )
    a = BOARD.main_city(nation.id)
    if s.control[a] != seat:
        return why is not None and no(
            why,
            ("6.0", "5"),
            f"{words.area(a)}, where replacements of {words.nation(nation_index)} arrive, is not in your hands.",
            "The city must be won back.",
            (BOARD.ids[a],),
        )
    return True


def _comes_back(s: State, served: Collection[int], unit: int, why: Why) -> bool:
    """Whether a lost army or fleet is replaced now, its nation being ready for it ([6.0] / 5, 5.4)."""
    ok = True
    if s.place[unit] != LOST:
        ok = why is not None and no(
            why,
            ("6.0", "5"),
            f"{words.unit(unit):has|have} not been lost.",
            "Only what was lost can be replaced.",
            ids((unit,)),
        )
    if pieces.NATION[unit] in served:
        ok = why is not None and no(
            why,
            ("6.0", "5"),
            f"{words.nation(pieces.NATION[unit]):has had its|have had their} replacement this turn.",
            "One a turn.",
        )
    if served and s.rules.replacements == "each-player":
        ok = no(why, ("6.0", "5"), "You have had your replacement this turn.", "One a turn, whatever the nation.")
    if KIND[unit] == FLEET and not docks(s, pieces.NATION[unit], s.player):
        ok = why is not None and no(
            why,
            ("6.0", "5.4"),
            f"The capital of {words.nation(pieces.NATION[unit])} cannot build fleets.",
            (("Raise an army instead.", each("raise", lost(s, pieces.NATION[unit], ARMY))), NOTHING),
        )
    return ok


def _check_raise(s: State, frame: ReplacementFrame, args: tuple[int, ...], why: Why) -> bool:
    (unit,) = args
    if pieces.NATION[unit] < 0 or KIND[unit] not in (ARMY, FLEET):
        return why is not None and no(
            why,
            ("6.0", "5"),
            f"{words.unit(unit)} cannot be replaced: only armies and fleets of a nation can.",
            "",
            ids((unit,)),
        )
    return _nation_ready(s, pieces.NATION[unit], why) and _comes_back(s, frame.served, unit, why)


_END: Final = TO_END()


_RAISE: Final = TO_RAISE.of


class ReplacementFrame(NamedTuple):
    step: Step
    served: tuple[int, ...]


class ReplacementPhase(Step):
    """One lost army or fleet comes back in the capital."""

    name = "replacement"
    public = True
    holds = ReplacementFrame
    words = (fields.many(fields.NATION),)
    verbs: ClassVar[dict[str, Check]] = {"raise": _check_raise, "end": always}

    def legal(self, s: State, frame: Frame) -> list[Action]:
        out: list[Action] = []
        n = s.nation_owner.find(s.player)
        while n >= 0:
            if s.at[LOST] & _BUILT[n]:
                back = (*lost(s, n, ARMY)[:1], *lost(s, n, FLEET))
                out += [_RAISE((u,)) for u in back if _check_raise(s, frame, (u,), None)]
            n = s.nation_owner.find(s.player, n + 1)
        out.append(_END)
        return out

    def do(self, s: State, frame: ReplacementFrame, action: Action, cx: Context) -> None:
        if action.verb == "raise":
            u = action.args[0]
            n = pieces.NATION[u]
            restore(s, u, s.player, BOARD.main_city(pieces.NATIONS[n].id), cx)
            s.agenda = (self.frame((*frame.served, n)),)
            if self.legal(s, s.agenda[-1]) != [_END]:
                return
        s.agenda = ()
        next_phase(s)


REPLACEMENT_PHASE: Final = ReplacementPhase()


def restore(s: State, u: int, seat: int, a: int, cx: Context) -> None:
    """Bring a lost piece back in an area, without spells."""
    own(s, u, seat)
    put(s, u, a)
    refresh(s, u)
    cx.tell("raised", unit=u, area=a)


def begin(s: State, cx: Context) -> bool:
    """Start the phase if there is anything to replace; a nation waiting to arrive comes first."""
    mustered.arrivals(s, cx)
    frame = REPLACEMENT_PHASE.frame(())
    if REPLACEMENT_PHASE.legal(s, frame) == [_END]:
        return False
    s.agenda = (frame, *s.agenda)
    return True


# ---- special replacement: playing a muster for a nation already held ([6.0] / 5.2, 5.21) ----------------------------


def special_choices(s: State, n: int, seat: int) -> list[int]:
    """Areas of a nation that build in a special replacement: cities in the player's hands."""
    return [a for a in BOARD.home.get(pieces.NATIONS[n].id, ()) if BOARD.city[a] and s.control[a] == seat]


def weakest_leaders(s: State, n: int) -> list[int]:
    """The lost leaders of a nation with the lowest printed value, brackets or not."""
    leaders = lost(s, n, HERO)
    least = min((COMBAT[u] for u in leaders), default=0)
    return [u for u in leaders if COMBAT[u] == least]


def offers(s: State, nation: int, a: int, done: tuple[int, ...]) -> list[int]:
    """What a city of a nation may still bring back. `done`: the kinds it has brought back already.

    A city raises an army, a port a fleet instead or besides (`special_ports`), the capital the weakest leader instead
    or besides (`special_leader`).
    """
    capital = a == BOARD.main_city(pieces.NATIONS[nation].id)
    port = yard(s, a)
    built = [k for k in done if k != HERO]
    led = HERO in done
    units: list[int] = []
    if not (led and s.rules.special_leader == "instead"):
        if ARMY not in done and (not built or s.rules.special_ports == "both"):
            units += lost(s, nation, ARMY)[:1]
        if port and FLEET not in done and (not built or s.rules.special_ports == "both"):
            units += lost(s, nation, FLEET)
    if capital and not led and not (built and s.rules.special_leader == "instead"):
        units += weakest_leaders(s, nation)
    return units


def special(s: State, n: int, seat: int, cx: Context) -> None:
    """Each city raises an army, each port a fleet, and the capital brings back the lowest lost leader ([6.0] / 5.2, 5.21)."""
    push(s, *(SPECIAL_CITY.frame(n, seat, a, ()) for a in special_choices(s, n, seat)))


class SpecialFrame(NamedTuple):
    step: Step
    nation: int
    seat: int
    city: int
    brought_back: tuple[int, ...]


class SpecialCity(Auto):
    """Asks only where there is something to choose."""

    name = "special city"
    holds = SpecialFrame
    words = (fields.NATION, fields.SEAT, fields.AREA, fields.many(fields.KIND))

    def run(self, s: State, frame: SpecialFrame, cx: Context) -> None:
        n, seat, city, done = frame.nation, frame.seat, frame.city, frame.brought_back
        able = offers(s, n, city, done)
        waiting = 1 + sum(waits.step is self for waits in s.agenda)
        if len(able) == 1 and (KIND[able[0]] == HERO or len(lost(s, n, KIND[able[0]])) >= waiting):
            restore(s, able[0], seat, city, cx)
            push(s, self.frame(n, seat, city, (*done, KIND[able[0]])))
        elif able:
            push(s, SPECIAL.frame(n, seat, city, done))


SPECIAL_CITY: Final = SpecialCity()


def _check_special(s: State, frame: SpecialFrame, args: tuple[int, ...], why: Why) -> bool:
    (unit,) = args
    n, city = frame.nation, frame.city
    able = offers(s, n, city, frame.brought_back)
    if unit in able:
        return True
    if why is None:
        return False
    name, nation = words.unit(unit), words.nation(n)
    if pieces.NATION[unit] != n:
        return no(
            why,
            ("6.0", "5.2"),
            f"{name:does|do} not belong to {nation}.",
            f"Bring back units of {nation}.",
            do=("raise",),
        )
    if s.place[unit] != LOST:
        return no(
            why,
            ("6.0", "5.21"),
            f"{name:has|have} not been lost.",
            "Only what was lost can be brought back.",
            ids((unit,)),
        )
    fix = f"It may have {words.either([words.unit(x) for x in able])}." if able else "Go on to the next city."
    return no(
        why,
        ("6.0", "5.2"),
        f"{words.area(city)} cannot bring back {name} now.",
        fix,
        (*ids((unit,)), BOARD.ids[city]),
        each("raise", able) or ("end",),
    )


class SpecialStep(Step):
    """The player chooses what a city brings back, city by city."""

    name = "special"
    holds = SpecialFrame
    asks = "seat"
    words = (fields.NATION, fields.SEAT, fields.AREA, fields.many(fields.KIND))
    verbs: ClassVar[dict[str, Check]] = {"raise": _check_special, "end": always}

    def live(self, s: State, frame: SpecialFrame) -> bool:
        """Whether this city can still bring something back."""
        return bool(offers(s, frame.nation, frame.city, frame.brought_back))

    def candidates(self, s: State, frame: SpecialFrame) -> Iterable[Action]:
        nation, city, brought_back = frame.nation, frame.city, frame.brought_back
        for u in offers(s, nation, city, brought_back):
            yield _RAISE((u,))
        yield _END

    def do(self, s: State, frame: SpecialFrame, action: Action, cx: Context) -> None:
        s.agenda = s.agenda[:-1]
        if action.verb == "raise":
            u = action.args[0]
            restore(s, u, frame.seat, frame.city, cx)
            push(s, SPECIAL_CITY.frame(frame.nation, frame.seat, frame.city, (*frame.brought_back, KIND[u])))


SPECIAL: Final = SpecialStep()


def special_useful(s: State, n: int, seat: int) -> bool:
    """Whether a special replacement would bring anything back."""
    return any(offers(s, n, a, ()) for a in special_choices(s, n, seat))


EVENTS.add(
    "raised",
    "unit area",
    words=lambda e, n: f"{words.unit(e['unit']):is|are} raised {words.inside(e['area'])}.",
    clause=("6.0", "5"),
)
