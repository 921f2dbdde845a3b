"""Where a stack in hand can go this turn, by which way and at what cost: found by walking the rules themselves."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final, NamedTuple

from elric.kernel import running
from elric.kernel.verdict import Reason
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD, LAND, SEA
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.lab.walk import STILL, ChanceAsked
from elric.young_kingdoms.movement.stack import STACK, ways_on
from elric.young_kingdoms.position import words
from elric.young_kingdoms.position.state import State
from elric.young_kingdoms.world.terrain import carriers, draws_attacks, points_left


class Route(NamedTuple):
    """A way to an area.

    Attributes:
        area: index of the goal.
        actions: what to push, one area at a time.
        cost: movement points it takes.
        attack: whether the last action starts a battle.
        risk: names of what may strike on the way ("random attack", "perilous sea"), in order.
    """

    area: int
    actions: tuple[Action, ...]
    cost: int
    attack: bool
    risk: tuple[str, ...]


def _risk(s: State, here: int, a: int) -> str:
    if "boiling_sea" in (BOARD.special[here], BOARD.special[a]) or BOARD.special[a] == "serpents_teeth":
        return "perilous sea"
    if draws_attacks(s, a) and (BOARD.kind[a] == SEA or any(pieces.KIND[u] == pieces.ARMY for u in s.moving)):
        return "random attack"
    return ""


_NO_WAY: Final = (99, 0)


def reach(s: State) -> dict[int, Route]:
    """Every area the stack now in hand can reach this turn, with the cheapest way; a way without risk is preferred.

    The way stops where dice or cards come in, since nobody knows what follows.
    """
    if not s.agenda or s.agenda[-1].step is not STACK:
        return {}
    start = s.place[s.agenda[-1].leader]
    best: dict[int, Route] = {}
    queue: list[tuple[int, int, int, int, State, tuple[Action, ...], tuple[str, ...]]] = []
    order = 0
    heappush(queue, (0, 0, order, start, s, (), ()))
    done: set[tuple[int, bool]] = set()
    onward: dict[
        tuple[int, str], tuple[int, int]
    ] = {}  # risks and price of the best way into an area from which one may go on
    while queue:
        _risks, cost, _, at, here, actions, risk = heappop(queue)
        afloat = bool(carriers(here, here.moving))
        if (at, afloat) in done:
            continue
        done.add((at, afloat))
        for action in ways_on(STACK.facts(here, here.agenda[-1])):
            goal = action.args[0]
            if goal == start:
                continue
            danger = _risk(here, at, goal)
            more = (*risk, danger) if danger else risk
            if (len(more), cost + 1) >= onward.get((goal, action.verb), _NO_WAY):
                continue  # as good a way goes on from there already, since every way costs a point
            attack = action.verb == "attack"
            old = best.get(goal)
            if attack:  # no way goes on from it
                if old is not None and (len(old.risk), old.attack, old.cost) <= (len(more), True, cost + 1):
                    continue
                if not afloat and BOARD.kind[goal] == LAND:  # it costs a point whatever waits there
                    best[goal] = Route(goal, (*actions, action), cost + 1, True, more)
                    continue
            trial = here.copy()
            stopped = False
            try:
                running.apply(trial, action, STILL)
            except ChanceAsked:
                stopped = True
            way = (*actions, action)
            # a landing is one point, whoever pays it
            landed = afloat and not carriers(trial, trial.moving)
            price = cost + (1 if stopped or landed else points_left(here) - points_left(trial))
            rank = (len(more), attack, price)
            if old is None or rank < (len(old.risk), old.attack, old.cost):
                best[goal] = Route(goal, way, price, attack, more)
            if not stopped and not attack and trial.agenda and trial.agenda[-1].step is STACK:
                onward[goal, action.verb] = min((len(more), price), onward.get((goal, action.verb), _NO_WAY))
                if carriers(trial, trial.moving) or points_left(trial) > 0:
                    order += 1
                    heappush(queue, (len(more), price, order, goal, trial, way, more))
    return best


def refusal(s: State, area: int) -> list[Reason]:
    """Why the stack in hand cannot go to an area: the rule's reasons for a neighbour, the distance otherwise."""
    leader = s.agenda[-1].leader
    here = s.place[leader]
    if area == here:
        return [
            Reason(("7.0", "6"), f"{words.unit(leader):is|are} {words.inside(area)} already.", "Choose another area.")
        ]
    if area in BOARD.touch[here] or BOARD.kind[area] not in (LAND, SEA):
        verbs = ("step",) if not carriers(s, s.moving) else ("land", "sail") if BOARD.kind[area] == LAND else ("sail",)
        said = [GAME.verdict(s, Action(verb, (area,))) for verb in verbs]
        for v in said:
            if v.ok:
                return []
        # the way with the fewest objections is the one that was meant
        return list(min(said, key=lambda v: len(v.reasons)).reasons)
    far = BOARD.distances(here)[area]
    left = max(0, points_left(s))
    way = (
        f"it is {words.number(far)} area{'' if far == 1 else 's'} to {words.area(area)}"
        if far > 0
        else f"no way leads to {words.area(area)}"
    )
    if 0 < far <= left:
        way += ", but every way that is short enough is barred, or costs more than a point for each area"
    if carriers(s, s.moving):
        clause, have, fix = (
            ("7.3", "6.31"),
            f"These ships can sail {words.points(left)} further",
            "it costs what its badge says.",
        )
    else:
        clause, have = ("7.2", "6.2"), f"This stack has {words.points(left)} left"
        fix = "the sea is crossed from a port, aboard a fleet."
    return [Reason(clause, f"{have}, and {way}.", f"A lit area can be reached; {fix}", (BOARD.ids[area],))]
