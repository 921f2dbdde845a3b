"""The Movement Phase [7.3, 11]: a unit is taken in hand, comrades join, and the company goes hex by hex."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, NamedTuple

from elric.dragon_pass.components.board import BESIDE, BOARD, HEXES
from elric.dragon_pass.components.notation import VERBS, Action
from elric.dragon_pass.components.units import COUNT, COUNTS, HEROES, IDS, MAGICIANS, UNITS
from elric.dragon_pass.movement import newt_roads, over
from elric.dragon_pass.movement.garrisons import call_garrisons
from elric.dragon_pass.movement.going import (
    CARRIERS,
    NEWT,
    POINT,
    ROADLESS,
    company,
    may_drift,
    pace,
    points,
    points_of_riders,
    row,
)
from elric.dragon_pass.movement.holds import held, mine
from elric.dragon_pass.movement.riding import alight, has_marched, has_mount
from elric.dragon_pass.movement.spellbound import closed_hexes
from elric.dragon_pass.movement.stacking import fits, limit, note_crowded, too_many
from elric.dragon_pass.movement.water import held_up, pays_to_leave, wade
from elric.dragon_pass.movement.zones import guards, halting_hexes, prey
from elric.dragon_pass.position import powers, telling
from elric.dragon_pass.position.effects import is_on, under
from elric.dragon_pass.position.events import EVENTS
from elric.dragon_pass.position.notes import Carried, Caught, Crowded, set_note, the_note
from elric.dragon_pass.position.state import State, foes, move, strangers
from elric.dragon_pass.position.steps import TO_DONE, Bare, Context, Frame, Step, Why, drop, frame, no
from elric.kernel.bits import bits, ones

TO_LEAD: Final = VERBS.add("lead", "unit", "Take up {0}", wished=True)
TO_JOIN: Final = VERBS.add("join", "unit", "Take {0} along", wished=True)
TO_LEAVE: Final = VERBS.add("leave", "unit", "Leave {0} behind", wished=True)
TO_STEP: Final = VERBS.add("step", "hex", "March to {0}", wished=True)
TO_DRIFT: Final = VERBS.add("drift", "hex", "Drift into {0}", wished=True)
TO_HALT: Final = VERBS.add("halt", "", "Halt", closes=True, wished=True)
TO_TOP: Final = VERBS.add("top", "unit", "Turn {0} up on top")
TO_FORCE: Final = VERBS.add("force", "", "Order a forced march", wished=True)

LEAD: Final = tuple(TO_LEAD(u) for u in range(COUNT))
TOP: Final = tuple(TO_TOP(u) for u in range(COUNT))
JOIN: Final = tuple(TO_JOIN(u) for u in range(COUNT))
STEP: Final = tuple(TO_STEP(h) for h in range(HEXES.size))
DRIFT: Final = tuple(TO_DRIFT(h) for h in range(HEXES.size))
LEAVE: Final = tuple(TO_LEAVE(u) for u in range(COUNT))
HALT: Final = TO_HALT()


def may_lead(s: State, f: Bare, args: tuple[int, ...], why: Why) -> bool:
    """[7.3]"""
    u = args[0]
    if not mine(s, u, why):
        return False
    if s.done >> u & 1:
        return held(s, u, why)
    return True


def may_top(s: State, f: Bare, args: tuple[int, ...], why: Why) -> bool:
    """[7.6]"""
    u = args[0]
    if not mine(s, u, why):
        return False
    return not s.tops >> u & 1 or no(why, "7.6", f"{UNITS[u].name} lies on top already.")


def may_force(s: State, f: Bare, args: tuple[int, ...], why: Why) -> bool:
    """[11.9]"""
    if s.forced_used >> s.player & 1:
        return no(why, "11.9", "A forced march can be ordered once in a game, and yours has been.")
    return not s.left or no(
        why, "11.9", "A forced march is ordered before the first unit moves.", "Next Move, begin with it."
    )


def crowded_hexes(s: State) -> list[int]:
    """The mover's hexes on which more stand than may, and from which somebody can still march."""
    return [
        h
        for h in ones(s.at[s.player])
        if too_many(s, h) and any(not s.done >> u & 1 and ways(s, (u,)) for u in s.piles[h])
    ]


def may_end(s: State, f: Bare, args: tuple[int, ...], why: Why) -> bool:
    """[7.6, 18.1]"""
    for hunter, goat in s.goats:
        if s.of[s.player] >> hunter & 1 and not s.done >> hunter & 1 and ways(s, (hunter,)):
            words = f"{UNITS[hunter].name} must pursue {UNITS[goat].name}, the Scapegoat."
            return no(why, "18.1", words, "March him nearer.", do=(f"lead {IDS[hunter]}",))
    # only a set-up may exceed the stacking limit
    if (s.turn > 1 and Crowded not in s.notes) or not (over := crowded_hexes(s)):
        return True
    names = tuple(HEXES.names[h] for h in over)
    do = tuple(f"lead {IDS[u]}" for h in over for u in s.piles[h] if not s.done >> u & 1)
    words = f"More than {limit(s)} units stand on {', '.join(names)}."
    return no(why, "7.6", words, "March some of them away.", names, do)


class Movement(Step):
    """The phase: who marches next."""

    name = "movement"
    verbs: ClassVar = {"done": may_end, "lead": may_lead, "top": may_top, "force": may_force}

    def legal(self, s: State, f: Bare) -> list[Action]:
        of = s.of[s.player]
        found = [LEAD[u] for u in ones(of & ~s.done)]
        found += [TOP[u] for u in ones(of & ~s.tops)]
        if not s.left and not s.forced_used >> s.player & 1:
            found.append(TO_FORCE())
        if (s.turn > 1 and not s.goats and Crowded not in s.notes) or may_end(s, f, (), None):
            found.append(TO_DONE())
        found += powers.usable_powers(s)
        return found

    def candidates(self, s: State, x: Bare) -> Iterable[Action]:
        return [*LEAD, *TOP, TO_FORCE(), TO_DONE(), *powers.offers(s)]

    def do(self, s: State, f: Bare, action: Action, cx: Context) -> None:
        verb = action[0]
        if verb == "lead":
            s.hand = action[1]
            s.agenda = (*s.agenda, frame("march", 0))
        elif verb == "top":
            u = action[1][0]
            h = s.place[u]
            pile = s.piles[h]
            s.tops = s.tops & ~(1 << pile[0]) | 1 << u
            s.piles[h] = (u, *[v for v in pile if v != u])
            cx.tell("top", seat=s.player, hex=h, unit=u)
        elif verb == "force":
            s.forced = True
            s.forced_used |= 1 << s.player
            cx.tell("force", seat=s.player)
        elif verb in powers.POWERS:
            powers.use(s, action, cx)
        else:
            if s.turn == 1 or Crowded in s.notes:
                note_crowded(s)
            drop(s)


def costs(s: State, kinds: int, units: tuple[int, ...], here: int, came: bool) -> tuple[int, ...]:
    """What each step costs a company now: twice off the roads in the long storm, magicians and heroes excepted [26.3]."""
    found = row(kinds, here, came)
    if s.effects and is_on(s, "ford"):
        fords = under(s, "ford")
        if fords >> here & 1:
            found = row(kinds, here, False)  # [42.8] nothing is paid for leaving it
        found = tuple(
            [
                POINT if cost < 0 and n >= 0 and fords >> n & 1 else cost
                for n, cost in zip(BESIDE[here], found, strict=True)
            ]
        )
    if s.effects and is_on(s, "storm") and any(not (MAGICIANS | HEROES) >> u & 1 for u in units):
        return tuple(
            [
                cost if cost < 0 or BOARD.along_road(here, n) or (here, n) in BOARD.tracks else cost * 2
                for n, cost in zip(BESIDE[here], found, strict=True)
            ]
        )
    return found


def way_on(s: State, units: tuple[int, ...], n: int, left: int) -> bool:
    """Whether a company that comes to a full hex could go on from there to one where it may stand."""
    enemy, kinds = strangers(s, s.player) | closed_hexes(s, units), company(units, s.scenario.magic)
    for m, cost in zip(BESIDE[n], costs(s, kinds, units, n, held_up(s, units, n)), strict=True):
        if 0 <= cost <= left and not enemy >> m & 1 and fits(s, units, m):
            return True
    return False


def nearer(s: State, units: tuple[int, ...]) -> int:
    """[18.1] An avenger goes only nearer to the Scapegoat: those hexes as bits; all hexes (-1) for everybody else."""
    goat = prey(s, units)
    if goat < 0:
        return -1
    here, there = s.place[units[0]], s.place[goat]
    if there < 0:
        there = the_note(s, Caught).hex if Caught in s.notes else here  # where the Sylphs hold him [25.3]
    far = HEXES.distance(here, there)
    return bits(n for n in BESIDE[here] if n >= 0 and HEXES.distance(n, there) < far)


def ways(s: State, units: tuple[int, ...]) -> list[Any]:
    """Every step and drift of a company."""
    here = s.place[units[0]]
    left = pace(s, units)
    if left <= 0:
        return []
    player = s.player
    enemy = strangers(s, player)
    if s.effects:
        enemy |= closed_hexes(s, units)
    moved = pays_to_leave(s, units, here)
    own = s.at[player]
    bad = halting_hexes(s, units)
    hunt = nearer(s, units) if s.goats else -1
    out: list[Any] = []
    for n, cost in zip(BESIDE[here], costs(s, company(units, s.scenario.magic), units, here, moved), strict=True):
        if cost < 0 or enemy >> n & 1 or not hunt >> n & 1:
            continue
        crowd = (own >> n & 1 or len(units) > 2) and not fits(s, units, n)
        if crowd and (cost > left or bad >> n & 1 or not way_on(s, units, n, left - cost)):
            continue
        if cost <= left:
            out.append(STEP[n])
        elif left >= POINT and may_drift(here, n):
            out.append(DRIFT[n])
    return out


def _may_go(s: State, there: int, drifting: bool, why: Why) -> bool:
    units = s.hand
    here = s.place[units[0]]
    name = HEXES.names[there]
    if there not in BESIDE[here]:
        return no(why, "8.4", *_too_far(s, units, here, there), (name,))
    ok = True
    if not nearer(s, units) >> there & 1:
        ok = no(
            why,
            "18.1",
            "The avenger pursues the Scapegoat, and goes only nearer to it.",
            "Choose a hex nearer to it.",
            (name,),
        )
    if strangers(s, s.player) >> there & 1:
        ok = no(
            why,
            "12.1",
            f"An enemy stands in {name}: he is fought from beside, not entered."
            if foes(s, s.player) >> there & 1
            else f"Another ruler's stack stands in {name}: at peace you do not share a hex.",
            "Stop beside him.",
            (name,),
        )
    if closed_hexes(s, units) >> there & 1:
        ok = no(why, "26.4", f"{name} is under the flood.", "Wait until the water falls.", (name,))
    moved = pays_to_leave(s, units, here)
    cost = costs(s, company(units, s.scenario.magic), units, here, moved)[BESIDE[here].index(there)]
    left = pace(s, units)
    if cost < 0:
        return no(why, "43.6", f"This company cannot cross {name}.", "Go round by a ford.", (name,))
    if drifting:
        if cost <= left:
            ok = no(
                why,
                "11.1",
                f"The company has movement enough to march to {name}.",
                "Step there.",
                (name,),
                (f"step {name}",),
            )
        elif not may_drift(here, there):
            ok = no(why, "11.1", "Only into forest, marsh, delta or river can a company drift, and never up a ridge.")
        elif left < POINT:
            ok = no(why, "11.1", "To drift, a company needs one movement point.", "Halt.", do=("halt",))
    elif cost > left:
        drift = may_drift(here, there) and left >= POINT
        ok = no(why, "8.4", f"The step to {name} costs {_points_in_words(cost)} of its movement, and the company has {_points_in_words(left)} left.",
                f"Drift to {name}." if drift else "Halt.", (name,), (f"drift {name}",) if drift else ("halt",))  # fmt: skip
    bad = halting_hexes(s, units)
    if not fits(s, units, there) and (cost > left or bad >> there & 1 or not way_on(s, units, there, left - cost)):
        ok = no(why, "7.6", f"No more than {limit(s)} units may stand on {name}, and the company could not march on from there.",
                "Leave somebody behind, or go round.", (name,))  # fmt: skip
    return ok


def _too_far(s: State, units: tuple[int, ...], here: int, there: int) -> tuple[str, str]:
    """Why a company does not get to a hex that is not beside it, and what to do instead."""
    name, far, left = HEXES.names[there], HEXES.distance(here, there), _points_in_words(max(pace(s, units), 0))
    words = (
        f"{name} is {far} hexes away. The company has {left} of its movement left, and no way leads there with that."
    )
    if far * (1 if BOARD.primary_hexes >> here & 1 else POINT) <= pace(s, units):
        words = f"{name} is {far} hexes away. A company goes hex by hex, and stops beside an enemy."
    return words, "Choose a hex that is lit, and go on from there."


def _points_in_words(halves: int) -> str:
    return f"{halves // 2}{'½' if halves % 2 else ''}" if halves > 1 or not halves else "½"


def may_step(s: State, f: MarchFrame, args: tuple[int, ...], why: Why) -> bool:
    """[8.4, 11]"""
    return _may_go(s, args[0], False, why)


def may_go_drifting(s: State, f: MarchFrame, args: tuple[int, ...], why: Why) -> bool:
    """[11.1]"""
    return _may_go(s, args[0], True, why)


def may_join(s: State, f: MarchFrame, args: tuple[int, ...], why: Why) -> bool:
    """[7.6]"""
    u = args[0]
    if not mine(s, u, why):
        return False
    if u in s.hand:
        return no(why, "7.6", f"{UNITS[u].name} is in the company already.")
    ok = True
    if s.place[u] != s.place[s.hand[0]]:
        ok = no(why, "7.6", f"{UNITS[u].name} stands elsewhere.", "Lead the company to it first.")
    if s.done >> u & 1:
        ok = held(s, u, why)
    if has_mount((*s.hand, u)) and any(has_marched(s, v) for v in (*s.hand, u) if not CARRIERS >> v & 1):
        ok = no(why, "7.7", "Who has marched by himself is not carried in the same Move.", "Ride from the beginning.")
    if any(v in s.left for v in s.hand) and too_many(s, s.place[u]):
        ok = no(why, "7.6", "The company passes through a full hex, and takes nobody up there.", "March on.")
    if sum([COUNTS[v] for v in s.hand]) + COUNTS[u] > limit(s):
        ok = no(
            why, "7.6", f"No more than {limit(s)} units make a stack.", "Halt, and lead the others after.", do=("halt",)
        )
    return ok


def may_leave(s: State, f: MarchFrame, args: tuple[int, ...], why: Why) -> bool:
    """[7.6]"""
    u = args[0]
    if u not in s.hand or len(s.hand) == 1:
        return no(
            why,
            "7.6",
            f"{UNITS[u].name} has no comrades in hand to leave.",
            "Halt, to put the company down.",
            do=("halt",),
        )
    here = s.place[u]
    return not too_many(s, here) or no(why, "7.6", "Too many stand here.", "March on first.", (HEXES.names[here],))


def may_halt(s: State, f: MarchFrame, args: tuple[int, ...], why: Why) -> bool:
    """[7.6]"""
    here = s.place[s.hand[0]]
    if not too_many(s, here) or all(u not in s.left for u in s.hand):
        return True
    return no(
        why,
        "7.6",
        f"No more than {limit(s)} units may stand on {HEXES.names[here]}.",
        "March on.",
        (HEXES.names[here],),
    )


class MarchFrame(NamedTuple):
    step: Step
    asked: int


class March(Step):
    """A company in hand."""

    name = "march"
    holds = MarchFrame
    verbs: ClassVar = {
        "step": may_step,
        "halt": may_halt,
        "drift": may_go_drifting,
        "join": may_join,
        "leave": may_leave,
        "skip": newt_roads.may_skip,
        "over": over.may_fly_over,
    }

    def live(self, s: State, f: MarchFrame) -> bool:
        return bool(s.hand)

    def legal(self, s: State, marching: MarchFrame) -> list[Action]:
        hand = s.hand
        out = ways(s, hand)
        here = s.place[hand[0]]
        pile = s.piles[here]
        if s.scenario.exotic and here in newt_roads.STOPS:
            out += newt_roads.skips(s)
        if hand == over.ALONE:
            out += over.overs(s)
        full = False
        if len(pile) > 1:
            full = too_many(s, here)
            if len(hand) < len(pile):
                out += [JOIN[u] for u in pile if may_join(s, marching, (u,), None)]
            if len(hand) > 1 and not full:
                out += [LEAVE[u] for u in hand]
        if not full or may_halt(s, marching, (), None):
            out.append(HALT)
        return out

    def candidates(self, s: State, x: MarchFrame) -> Iterable[Action]:
        around = [n for n in BESIDE[s.place[s.hand[0]]] if n >= 0]
        pile = s.piles[s.place[s.hand[0]]]
        return [
            HALT,
            *(STEP[n] for n in around),
            *(DRIFT[n] for n in around),
            *(JOIN[u] for u in pile),
            *(LEAVE[u] for u in pile),
            *newt_roads.SKIP,
            *over.OVER,
        ]

    def do(self, s: State, f: MarchFrame, action: Action, cx: Context) -> None:
        verb = action[0]
        if verb == "step" or verb == "drift":
            go(s, f, action[1][0], verb == "drift", cx)
        elif verb == "join":
            s.hand = (*s.hand, action[1][0])
        elif verb == "leave":
            u = action[1][0]
            s.hand = tuple(v for v in s.hand if v != u)
            if Carried in s.notes:
                alight(s, s.hand if CARRIERS >> u & 1 and not has_mount(s.hand) else (u,))
        elif verb == "skip" or verb == "over":
            units = s.hand
            (newt_roads.skip if verb == "skip" else over.fly_over)(s, action[1][0], cx)
            if pace(s, units) <= 0:
                put_down(s)
            came(s, units, cx)
        else:
            put_down(s)


def put_down(s: State) -> None:
    """The company is put down; who can go no further is done."""
    if Carried in s.notes:
        alight(s, s.hand)
    for u in s.hand:
        if points(s, u) <= 0:
            s.done |= 1 << u
    s.hand = ()
    drop(s)


def go(s: State, marching: Frame, there: int, drifting: bool, cx: Context) -> None:
    """A company makes a step."""
    units = s.hand
    here = s.place[units[0]]
    left_by = s.left
    moved = pays_to_leave(s, units, here)
    kinds = company(units, s.scenario.magic)
    cost = costs(s, kinds, units, here, moved)[BESIDE[here].index(there)]
    stop = drifting or bool(halting_hexes(s, units) >> there & 1)
    on_secondary = (here, there) in BOARD.secondary
    newt = bool(BOARD.newt_hexes >> there & 1)
    riding = points_of_riders(s, units) if len(units) > 1 and has_mount(units) else None
    if riding is not None:
        set_note(s, Carried(the_note(s, Carried).units | bits(u for u in units if not CARRIERS >> u & 1)))
    wade(s, units, kinds, here, there)
    for u in units:
        left = 0 if stop else (points(s, u) if riding is None else riding) - cost
        if not stop and (on_secondary or newt) and not kinds & ROADLESS:
            left += bonus(s, u, cost if on_secondary else 0, newt)
        left_by[u] = left
    move(s, units, there)
    cx.tell("march", seat=s.player, hex=here, to_hex=there, units=units, count=len(units), top=units[0], drift=drifting)
    if pace(s, units) <= 0:
        put_down(s)
    came(s, units, cx)
    watch = guards(s, s.player)
    if watch >> there & 1 and s.place[units[0]] == there:
        call_garrisons(s, there, units, marching)


def came(s: State, units: tuple[int, ...], cx: Context) -> None:
    """Units have come to another hex: what that brings about."""
    powers.have_arrived(s, units, cx)


def bonus(s: State, unit: int, secondary: int, newt: bool) -> int:
    """What roads give a unit on top, in halves [11.7, 11.8]: a point for two points spent on secondary roads, and one for
    the first dragonewt road hex of a Move."""
    before = s.roads.get(unit, 0)
    spent = before % NEWT
    after = spent + secondary
    found = POINT if spent < 2 * POINT <= after else 0
    crossed = before >= NEWT
    if newt and not crossed:
        found += POINT
        crossed = True
    s.roads[unit] = after + (NEWT if crossed else 0)
    return found


MOVEMENT, MARCH = Movement(), March()


def _company(e: Mapping[str, Any]) -> str:
    top = UNITS[e["top"]].name
    more = e["count"] - 1
    return f"{top} with {more} more" if more else top


def _told_march(event: Mapping[str, Any], names: Mapping[int, str]) -> str:
    verbs = ("drifts", "drift") if event["drift"] else ("marches", "march")
    company = telling.does(event["units"], *verbs) if "units" in event else f"{_company(event)} {verbs[0]}"
    return f"{company} to {BOARD.where(event['to_hex'])}."


EVENTS.add("top", "seat hex unit")
EVENTS.add("force", "seat", words=lambda event, names: f"{telling.who(event, names)} orders a forced march.")
EVENTS.add("march", "seat hex to_hex count top drift", "units", words=_told_march)
