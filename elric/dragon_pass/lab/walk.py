"""A battle played out by the game's own steps with every way its dice can fall, each decision made by a plan.

A duel of Superheroes goes on until a Wound is struck [18.6], which may take any number of rounds: a round that changes nothing
is left out and the others share its chance.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any, Final, NamedTuple

from elric.dragon_pass.combat.deaths import alive
from elric.dragon_pass.combat.results import DUEL, TO_LOSE, AdvanceFrame, BackFrame, PayFrame, fight, refuges
from elric.dragon_pass.components.units import CF, HEROES, MAGICIANS, MGF, UNITS
from elric.dragon_pass.magic import casting
from elric.dragon_pass.position.state import DEAD, Segment, State, move
from elric.dragon_pass.position.steps import Action, Context, Frame, Step, frame, push
from elric.kernel.bits import bits
from elric.kernel.chance import Chance, enumerate_chance
from elric.lab.chances import tally

# What a counter is worth to its ruler: its factors as printed, a moon's magician in the middle of the week, a hero more.
MOONLIT: Final = 5
HEROIC: Final = 10
WORTH: Final = tuple(
    CF[u] + ((MOONLIT if unit.moon else MGF[u]) if MAGICIANS >> u & 1 else 0) + (HEROIC if HEROES >> u & 1 else 0)
    for u, unit in enumerate(UNITS)
)
IMMUNE: Final = "no effect"  # what comes of a spell at those whom no magic touches
NO_BATTLE: Final = "no battle"  # what comes of an attack that only a giant made who turned coat [40.3]


class Plan(NamedTuple):
    """How the decisions of a battle are made.

    Attributes:
        covers: the stacks from which the defender covers a spell's target [21.5].
        advance: whether the attacker moves into what he has cleared [14.1].
    """

    covers: tuple[int, ...] = ()
    advance: bool = True


PLAIN: Final = Plan()


class Ending(NamedTuple):
    """What a battle may come to.

    Attributes:
        result: of the table, by the last die.
        dead: the fighters that died, in the order of the battle.
        places: (unit, hex) of each fighter that lives.
        wounds: (Superhero, his Wounds).
        gone: fighters that changed sides or left the board alive.
        odds: of its first roll, in words.
    """

    result: str
    dead: tuple[int, ...]
    places: tuple[tuple[int, int], ...]
    wounds: tuple[tuple[int, int], ...]
    gone: tuple[int, ...]
    odds: str = ""


class _Told(NamedTuple):
    """What a branch has told so far: the odds of its first roll, the result of its last."""

    odds: str
    result: str


def fighters_of(battle: Segment) -> tuple[int, ...]:
    """Everybody in a battle: attackers, casters, defenders, those who cover."""
    groups = [units for _, units in battle.attackers]
    groups += [units for _, units, *_ in battle.casters]
    groups += [units for _, units in battle.defenders]
    return tuple(dict.fromkeys(u for units in (*groups, battle.covers) for u in units))


def endings(s: State, battle: Segment, plan: Plan = PLAIN) -> dict[Ending, Fraction]:
    """Everything that a battle may come to, with its exact chance.

    Args:
        s: the position in which it is fought; it is not changed.
        battle: who fights whom, or casts at whom.
        plan: how its decisions are made.

    Returns:
        The endings with their chances, which add up to 1.
    """
    seats = [(u, s.owner[u]) for u in fighters_of(battle)]
    ended: list[tuple[Ending, Fraction]] = []
    rounds: dict[Hashable, tuple[State, _Told, Fraction]] = {}

    def note(t: State, said: _Told, weight: Fraction) -> None:
        """A position after a roll: the battle is over, or a duel goes on in it."""
        if not t.agenda:
            ended.append((_ending(t, said, seats), weight))
            return
        name = (_key(t), said.odds)
        rounds[name] = (t, said, weight + (rounds[name][2] if name in rounds else 0))

    for weight, there, said in _ways(_begun(s, battle), battle, plan):
        note(there, said, weight)
    while rounds:
        name, (here, before, weight) = rounds.popitem()
        found = [(share, there, said) for share, there, said in _ways(here, None, plan, before)]
        going = [row for row in found if not row[1].agenda or (_key(row[1]), before.odds) != name]
        moving = sum((share for share, _, _ in going), Fraction(0))
        for share, there, said in going:
            note(there, said, weight * share / moving)
    return tally(ended)


def _ending(s: State, said: _Told, seats: list[tuple[int, int]]) -> Ending:
    """What has become of the fighters, each given with the seat that he fought for."""
    dead = tuple(u for u, _ in seats if s.place[u] == DEAD or (s.place[u] < 0 and UNITS[u].kind == "illusion"))
    places = tuple((u, s.place[u]) for u, seat in seats if s.place[u] >= 0 and s.owner[u] == seat)
    gone = tuple(u for u, seat in seats if u not in dead and (s.place[u] < 0 or s.owner[u] != seat))
    return Ending(said.result, dead, places, tuple(sorted(s.wounds.items())), gone, said.odds)


def _key(s: State) -> Hashable:
    """What makes two positions of a duel the same."""
    return s.agenda, tuple(s.place), tuple(sorted(s.wounds.items()))


def _begun(s: State, battle: Segment) -> State:
    """The position with nothing else under way."""
    t = s.copy()
    t.agenda = ()
    t.outcome = None
    t.links = ()
    t.segments = ()
    t.locked = True
    if not battle.sally:
        t.player = battle.attacker
    aims = {d for d, _ in battle.defenders}
    t.spells = tuple(x for x in s.spells if x[1] not in aims)
    if battle.casters:
        casting.use(t, battle)
    t.fought |= bits(u for _, units in battle.attackers for u in units)
    return t


def _ways(
    here: State, battle: Segment | None, plan: Plan, before: _Told | None = None
) -> list[tuple[Fraction, State, _Told]]:
    """Every way the next dice can fall: (chance, position, what is told). Without a battle its duel goes on, after `before`."""

    def play(chance: Chance) -> tuple[State, _Told]:
        s = here.copy()
        told: list[dict[str, Any]] = []
        cx = Context(chance, told)
        if battle is None:
            f = s.agenda[-1]
            step = f.step
            s.agenda = s.agenda[:-1]
            step.run(s, f, cx)
        elif battle.casters:
            push(s, frame("cover", battle), frame("resolve", battle))
        else:
            fight(s, battle, cx)
        run(s, cx, plan)
        rolls = [e for e in told if e["kind"] == "battle"]
        if rolls:
            return s, _Told(before.odds if before else rolls[0]["odds"], rolls[-1]["result"])
        nothing = IMMUNE if any(e["kind"] == "immune" for e in told) else NO_BATTLE
        return s, before or _Told(nothing, nothing)

    return [(weight, there, said) for weight, _, (there, said) in enumerate_chance(play)]


def run(s: State, cx: Context, plan: Plan) -> None:
    """Play on until nothing waits, or the next round of a duel."""
    while s.agenda:
        f = s.agenda[-1]
        step = f.step
        if step is DUEL:
            return
        if step.auto:
            s.agenda = s.agenda[:-1]
            step.run(s, f, cx)
        elif step.live(s, f):
            s.seat = step.seat(s, f)
            step.do(s, f, choose(s, step, f, plan), cx)
        else:
            s.agenda = s.agenda[:-1]


def choose(s: State, step: Step, f: Frame, plan: Plan) -> Action:
    """What is decided: the payer of a Trade pays what is worth least, who drives a stack back kills what he can, one
    unit moves in, the least one is the Scapegoat."""
    if step.name == "pay":
        return _payment(s, f)
    listed: list[Action] = step.legal(s, f)
    if step.name == "back":
        return _drive(s, f, listed)
    if step.name == "advance":
        return _advance(s, f, listed, plan)
    if step.name == "cover":
        return next((a for a in listed if a.verb == "cover" and a.args[0] in plan.covers), listed[-1])
    if step.name == "scapegoat":
        return min(listed, key=lambda a: WORTH[a.args[0]])
    return listed[0]


def _payment(s: State, f: PayFrame) -> Action:
    """The next unit to lose of those that are worth least and make up what is due; all of them where that is not enough."""
    due, rates = f.due, f.rates
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}  # by what is paid so far, the cheapest way
    for u, rate in rates:
        if s.place[u] < 0:
            continue
        for paid, (cost, units) in list(best.items()):
            if paid >= due:
                continue
            now, price = min(paid + rate, due), cost + WORTH[u]
            if now not in best or price < best[now][0]:
                best[now] = (price, (*units, u))
    units = best[due][1] if due in best else alive(s, (u for u, _ in rates))
    return TO_LOSE(units[0])


def _drive(s: State, f: BackFrame, listed: list[Action]) -> Action:
    """Where a stack is driven. It lives wherever it goes: so what counts is whether it takes another's only way out."""
    waiting = [alive(s, waits.units) for waits in s.agenda[:-1] if waits.step.name == "driven"]
    if len(listed) == 1 or not any(waiting):
        return listed[0]
    units = f.units

    def trapped(a: Action) -> int:
        t = s.copy()
        move(t, units, a.args[0])
        return sum(WORTH[u] for others in waiting if others and not refuges(t, others) for u in others)

    return max(listed, key=trapped)


def _advance(s: State, f: AdvanceFrame, listed: list[Action], plan: Plan) -> Action:
    """The strongest unit moves in, and nobody after it."""
    cleared, winners = f.cleared, f.winners
    stay = next(a for a in listed if a.verb == "stay")
    if not plan.advance or any(s.place[u] >= 0 and cleared >> s.place[u] & 1 for u in winners):
        return stay
    ways = [a for a in listed if a.verb == "advance"]
    return max(ways, key=lambda a: (CF[a.args[0]], -a.args[0], -a.args[1]), default=stay)
