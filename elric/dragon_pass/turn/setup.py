"""Setting up [64]: side after side, army after army, each counter on a hex where its army may stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, NamedTuple

from elric.dragon_pass.combat.factors import DAYS
from elric.dragon_pass.components.board import BOARD, HEXES
from elric.dragon_pass.components.notation import VERBS, Action
from elric.dragon_pass.components.scenarios import Army, Scenario
from elric.dragon_pass.components.units import COUNT, LUNAR, SARTAR, SIDES, TARSH, UNITS
from elric.dragon_pass.components.variants import vary
from elric.dragon_pass.movement.stacking import fits, limit
from elric.dragon_pass.position import telling
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import NOTES, noted, remember
from elric.dragon_pass.position.state import COMING, OUT, State, put, strangers
from elric.dragon_pass.position.steps import Auto, Context, Frame, Step, Why, always, drop, frame, no, push
from elric.kernel.bits import ones
from elric.kernel.clauses import Ruleset

TO_TAKE: Final = VERBS.add("take", "unit", "Place {0} next")
TO_PLACE: Final = VERBS.add("place", "hex", "Place it in {0}", wished=True)
TO_EXCHANGE: Final = VERBS.add("exchange", "unit", "Take {0} in its place")
TO_FIRST: Final = VERBS.add("first", "", "Move first")
TO_SECOND: Final = VERBS.add("second", "", "Choose the day, and move second")
TO_DAY: Final = VERBS.add("day", "day", "Begin on {0} day")

TAKE: Final = tuple(TO_TAKE(u) for u in range(COUNT))
EXCHANGE: Final = tuple(TO_EXCHANGE(u) for u in range(COUNT))
FIRST, SECOND = TO_FIRST(), TO_SECOND()
PLACE: Final = tuple(TO_PLACE(h) for h in range(HEXES.size))
# [64.2] The Cavalry Corps: east of Wintertop, north and south of the middle of the Marsh. Columns run from south to north.
_WINTERTOP_ROW: Final = max(h % HEXES.rows for h in ones(BOARD.features["Wintertop"]))
_MARSH_COLUMN: Final = sum(h // HEXES.rows for h in ones(BOARD.marsh)) // BOARD.marsh.bit_count()
EAST: Final = sum(1 << h for h in range(HEXES.size) if h % HEXES.rows > _WINTERTOP_ROW)
SOUTH: Final = sum(1 << h for h in range(HEXES.size) if h // HEXES.rows <= _MARSH_COLUMN)
ABOUT_EQUAL: Final = 2  # about equal: one group is no more than so many larger, and no more than so many times as large


def new_state(scenario: Scenario, rules: Ruleset) -> State:
    """A position with everything still to be set up."""
    scenario = vary(scenario, rules)
    s = State(scenario, rules)
    for army in scenario.armies:
        for u in army.units:
            s.place[u] = COMING
            s.owner[u] = army.side
    for arrival in scenario.arrivals:
        for u in arrival.units:
            s.place[u] = COMING
            s.owner[u] = arrival.side
    for u in scenario.horde:
        s.place[u] = COMING
        s.owner[u] = SARTAR
    s.agenda = (frame("open"),)
    return s


class Open(Auto):
    """Who moves first is found out, and the armies are called up: the side that moves first places first."""

    name = "open"

    def run(self, s: State, f: Frame, cx: Context) -> None:
        first = s.scenario.first
        if first == "right":
            after: tuple[Frame, ...] = (frame("choose right", 0 if cx.die() > 3 else 1),)
        else:
            after = opening(s, (0 if cx.die() > 3 else 1) if first == "die" else SIDES.index(first), cx)
        armies = sorted(range(len(s.scenario.armies)), key=lambda n: s.order.index(s.scenario.armies[n].side))
        push(s, *(frame("setup", n) for n in armies), *after)


def opening(s: State, begins: int, cx: Context) -> tuple[Frame, ...]:
    """It is known who moves first: the order of the Turn, and what is decided before the first one."""
    sides = s.scenario.sides
    k = sides.index(begins)
    s.order = sides[k:] + sides[:k]
    cx.tell("first", seat=begins)
    day = s.scenario.day
    if not day:
        return frame("given"), frame("choices"), frame("begin")
    names = {
        "die": cx.one_of(sides) if day == "die" else -1,
        "other": next(k for k in sides if k != begins),
        "lunar": LUNAR,
        "sartar": SARTAR,
        "tarsh": TARSH,
    }
    s.day = 0
    return frame("choose day", names[day]), frame("allied"), frame("given"), frame("choices"), frame("begin")


class ChooseRightFrame(NamedTuple):
    step: Step
    winner: int


class ChooseRight(Step):
    """[69.1] Who has rolled higher moves first or chooses the day; the other has what is left."""

    name = "choose right"
    holds = ChooseRightFrame
    asks = "winner"
    verbs: ClassVar = {"first": always, "second": always}

    def candidates(self, s: State, x: ChooseRightFrame) -> Iterable[Action]:
        return [FIRST, SECOND]

    def do(self, s: State, f: ChooseRightFrame, a: Action, cx: Context) -> None:
        winner = f.winner
        drop(s)
        push(s, *opening(s, winner if a[0] == "first" else next(k for k in s.scenario.sides if k != winner), cx))


def army_of(s: State, f: SetUpFrame) -> Army:
    """The army that is being placed."""
    found: Army = s.scenario.armies[f.army]
    return found


def allowed_hexes(s: State, army: Army, u: int) -> int:
    """Where a counter may be placed, as bits; stacking aside."""
    free = army.hexes & ~strangers(s, army.side)
    if army.divided:
        free &= ~_fuller_side(s, army)
    if army.home:
        free &= ~_other_land(s, army)
    if army.apart:
        free &= ~_taken_places(s, army)
    return free


def _taken_places(s: State, army: Army) -> int:
    """[69.1] Of an army that has one unit in each place: the places that have theirs."""
    found = 0
    for u in army.units:
        if s.place[u] >= 0:
            found |= BOARD.place_at[s.place[u]].bits
    return found


def _other_land(s: State, army: Army) -> int:
    """[69.2] Of an army that begins all at home or all abroad: the hexes of whichever of the two it has not begun with."""
    there = 0
    for u in army.units:
        if s.place[u] >= 0:
            there |= 1 << s.place[u]
    if not there:
        return 0
    return ~army.home if there & army.home else army.home


def _fuller_side(s: State, army: Army) -> int:
    """[64.2] The land east of Wintertop to which the next of a divided army may not go: there are to be two groups there, about
    equal, on both sides of the Marsh, or none."""
    placed = [1 << s.place[u] for u in army.units if s.place[u] >= 0]
    groups = [(side, sum(bool(h & side) for h in placed)) for side in (EAST & SOUTH, EAST & ~SOUTH)]
    last, closed = len(s.to_place) == 1, 0
    for (side, here), (_, there) in (groups, groups[::-1]):
        alone = last and not there  # nobody comes any more who could be the other group
        if alone or here + 1 > max(1, min(there + ABOUT_EQUAL, ABOUT_EQUAL * there)):
            closed |= side
    return closed | (~EAST if last and sorted(n for _, n in groups) == [0, 1] else 0)


def crowd(s: State, army: Army, u: int) -> bool:
    """Whether stacking waits until the first Move [65.1]: an army has too few hexes, or none has room left."""
    if army.hexes.bit_count() * limit(s) < len(army.units) or len(army.units) == 1:
        return True
    free = allowed_hexes(s, army, u)
    return not free & ~s.at[army.side] and not any(fits(s, (u,), h) for h in ones(free))


def may_take(s: State, f: SetUpFrame, args: tuple[int, ...], why: Why) -> bool:
    """[64]"""
    u = args[0]
    if s.to_place and u in s.to_place[1:]:
        return True
    return no(
        why,
        "64.2",
        f"{UNITS[u].name} is not among those that still wait."
        if u not in s.to_place
        else f"{UNITS[u].name} is next already.",
    )


def may_place(s: State, f: SetUpFrame, args: tuple[int, ...], why: Why) -> bool:
    """[64, 7.6]"""
    army, h = army_of(s, f), args[0]
    u = s.to_place[0]
    ok = True
    if not army.hexes >> h & 1:
        ok = no(
            why, s.scenario.clause, f"The {army.name} is placed {army.says}.", "Choose such a hex.", (HEXES.names[h],)
        )
    if strangers(s, army.side) >> h & 1:
        ok = no(why, "7.6", f"An enemy stands in {HEXES.names[h]}.", "Choose another hex.", (HEXES.names[h],))
    elif not fits(s, (u,), h) and not crowd(s, army, u):
        ok = no(why, "7.6", f"No more than {limit(s)} units may stand on {HEXES.names[h]}.", "Choose another hex.")
    if army.home and _other_land(s, army) >> h & 1:
        ok = no(
            why,
            s.scenario.clause,
            "They begin all at home, or all of them abroad.",
            "Choose a hex where the others are.",
        )
    if army.apart and _taken_places(s, army) >> h & 1:
        ok = no(why, s.scenario.clause, "One of them goes to each place.", "Choose a place without any.")
    if army.divided and _fuller_side(s, army) >> h & 1:
        ok = no(why, "64.2", "The cavalry east of Wintertop stands in two groups, about equal, on both sides of the Marsh.",
                "Choose a hex on the other side, or west of Wintertop.")  # fmt: skip
    return ok


@NOTES.many("exchanged")
class Exchanged(NamedTuple):
    """Who stays at home, as another has taken its place."""

    unit: int


def others(s: State, f: SetUpFrame) -> list[int]:
    """[70.2] Whom the next unit may be exchanged for: units of the same side and kind that the scenario leaves out, each once."""
    if not s.rules.exchange or not s.to_place:
        return []
    unit = UNITS[s.to_place[0]]
    gone = [one.unit for one in noted(s, Exchanged)]
    return [
        v for v, other in enumerate(UNITS)
        if s.place[v] == OUT and v not in gone and other.side == unit.side == SIDES[army_of(s, f).side] and other.kind == unit.kind
    ]  # fmt: skip


def may_exchange(s: State, f: SetUpFrame, args: tuple[int, ...], why: Why) -> bool:
    """[70.2]"""
    if args[0] in others(s, f):
        return True
    if not s.rules.exchange:
        return no(why, "70.2", "In this game the armies are those that the scenario names.")
    return no(
        why,
        "70.2",
        f"{UNITS[args[0]].name} cannot take the place of {UNITS[s.to_place[0]].name}: like for like, each once.",
    )


def exchange(s: State, side: int, v: int) -> None:
    """The next unit stays at home, and another takes its place."""
    u = s.to_place[0]
    s.place[u], s.place[v], s.owner[v] = OUT, COMING, side
    s.to_place = (v, *s.to_place[1:])
    remember(s, Exchanged(u))


class SetUpFrame(NamedTuple):
    step: Step
    army: int


class SetUp(Step):
    """One army is placed."""

    name = "setup"
    holds = SetUpFrame
    verbs: ClassVar = {"take": may_take, "place": may_place, "exchange": may_exchange}

    def live(self, s: State, f: SetUpFrame) -> bool:
        if not s.to_place:
            army = army_of(s, f)
            s.to_place = tuple(u for u in army.units if s.place[u] == COMING)
            s.player = army.side
        return bool(s.to_place)

    def seat(self, s: State, f: SetUpFrame) -> int:
        return army_of(s, f).side

    def legal(self, s: State, f: SetUpFrame) -> list[Action]:
        army = army_of(s, f)
        u = s.to_place[0]
        free = allowed_hexes(s, army, u)
        taken = 0 if crowd(s, army, u) else free & s.at[army.side]
        found = [PLACE[h] for h in ones(free & ~taken)]
        found += [PLACE[h] for h in ones(taken) if fits(s, (u,), h)]
        return found + [TAKE[v] for v in s.to_place[1:]] + [EXCHANGE[v] for v in others(s, f)]

    def candidates(self, s: State, x: SetUpFrame) -> Iterable[Action]:
        return [*PLACE, *(TAKE[u] for u in s.to_place), *(EXCHANGE if s.rules.exchange else ())]

    def do(self, s: State, f: SetUpFrame, action: Action, cx: Context) -> None:
        if action[0] == "take":
            u = action[1][0]
            s.to_place = (u, *[v for v in s.to_place if v != u])
            return
        if action[0] == "exchange":
            exchange(s, army_of(s, f).side, action[1][0])
            return
        u = s.to_place[0]
        s.to_place = s.to_place[1:]
        put(s, (u,), action[1][0])
        cx.tell("placed", seat=s.owner[u], unit=u, hex=action[1][0], to=(s.owner[u],))
        if not s.to_place:
            drop(s)


class ChooseDayFrame(NamedTuple):
    step: Step
    chooser: int


class ChooseDay(Step):
    """On which day of the moon the game begins."""

    name = "choose day"
    holds = ChooseDayFrame
    asks = "chooser"
    verbs: ClassVar = {"day": always}

    def candidates(self, s: State, x: ChooseDayFrame) -> Iterable[Action]:
        return [TO_DAY(k) for k in range(len(DAYS))]

    def do(self, s: State, f: ChooseDayFrame, a: Action, cx: Context) -> None:
        drop(s)
        s.day = a[1][0]
        cx.tell("day", seat=s.seat, day=s.day)


OPEN, SET_UP, CHOOSE_DAY, CHOOSE_RIGHT = Open(), SetUp(), ChooseDay(), ChooseRight()


EVENTS.add("first", "seat", words=lambda event, names: f"{telling.who(event, names)} moves first.")
EVENTS.add("placed", "seat hex", "unit")
EVENTS.add(
    "day", "seat day", words=lambda event, names: f"{telling.who(event, names)} chooses the day: {DAYS[event['day']]}."
)
