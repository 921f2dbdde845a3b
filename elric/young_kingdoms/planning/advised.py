"""What to do with the stack in hand, or with which one first: the same for coach, hint and Captain."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from elric.planning.definition import Arrow, TurnPlan
from elric.planning.memory import Memory
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.planning import companies, marches, marching, plans
from elric.young_kingdoms.planning.campaigns import threats, turn_plan
from elric.young_kingdoms.planning.plans import Plan
from elric.young_kingdoms.planning.temper import EVEN, Temper
from elric.young_kingdoms.planning.weighed import Weighed

__all__ = ["arrows", "attacks", "best", "forget", "goes_for", "options"]

_KEPT: dict[tuple[Any, ...], _Look] = {}
_MOST: Final = 24
_EVEN: Final = 0.5  # an attack that is lost more often than won is no advice


class _Look(NamedTuple):
    """All that could be done (nothing is listed for who plays alone), and the best of it."""

    options: tuple[Weighed, ...]
    best: Weighed | None


def forget() -> None:
    """Forget every position asked about, for whoever measures."""
    _KEPT.clear()


def goes_for(g: Game, memory: Memory, temper: Temper = EVEN) -> TurnPlan:
    """What the seat that moves goes for, and goes on with until there is a reason not to; kept in the memory."""
    s = g.state
    at = s.key()
    plan = turn_plan(s, s.player, memory.last(s.player, at), temper)
    memory.keep(s.player, plan, at)
    return plan


def best(g: Game, viewer: int, plan: TurnPlan | None = None, temper: Temper = EVEN) -> Weighed | None:
    """What is worth most, or None where nothing is worth moving.

    Args:
        viewer: whose knowledge counts; an onlooker's when -1.
        plan: what the seat goes for; by default as somebody would who begins now.
        temper: what it dares and wants.
    """
    return _looked_at(g, viewer, plan, temper).best


def options(g: Game, viewer: int, plan: TurnPlan | None = None, temper: Temper = EVEN) -> list[Weighed]:
    """All that could be done, what is worth most first. Arguments as of `best`."""
    look = _looked_at(g, viewer, plan, temper)
    return [*([look.best] if look.best is not None else ()), *look.options]


def attacks(g: Game, viewer: int, plan: TurnPlan | None = None, temper: Temper = EVEN) -> list[Plan]:
    """Battles that one host could begin now, each once and with all that it has, Elric's sword too, the best odds first.
    Arguments as of `best`."""
    found: dict[tuple[int, int], Plan] = {}
    for w in _looked_at(g, viewer, plan, temper).options:
        p = w.plan
        if p.risk is not None and w.together == 1:
            found.setdefault((p.start, p.area), p)
    return sorted(found.values(), key=lambda p: p.rank)


def _looked_at(g: Game, viewer: int, plan: TurnPlan | None, temper: Temper) -> _Look:
    key = (g.state.key(), viewer, plan, temper)
    if key not in _KEPT:
        if len(_KEPT) >= _MOST:
            _KEPT.clear()
        _KEPT[key] = _look(g, viewer, plan, temper)
    return _KEPT[key]


def _look(g: Game, viewer: int, plan: TurnPlan | None, temper: Temper) -> _Look:
    s = g.state
    if s.scenario.solo:
        alone = plans.best_alone(g, viewer >= 0)
        return _Look((), Weighed(alone, 1.0) if alone is not None else None)
    plan = plan or turn_plan(s, s.player)
    options = tuple(marching.plans_of(g, viewer, temper=temper, plan=plan, others=True))
    able = [w for w in options if w.worth > 0 and w.actions and (w.plan.risk is None or w.plan.risk.win >= _EVEN)]
    best = max([*able, *_gathered(g, viewer, plan, temper)], key=lambda w: w.worth, default=None)
    return _Look(options, _fetched(g, viewer, best, plan, temper) if best is not None else None)


def _fetched(g: Game, viewer: int, march: Weighed, plan: TurnPlan | None, temper: Temper) -> Weighed:
    """A march to armies that wait without a leader, with what is done with them: it is one plan, and so one press."""
    t = marches.after(g.state, march.plan.actions) if march.plan.risk is None else None
    if t is None or not marches.in_hand(t):
        return march
    there = g.copy()
    there.state = t
    for more in _gathered(there, viewer, plan, temper):
        return more._replace(
            plan=more.plan._replace(
                leader=march.plan.leader,
                start=march.plan.start,
                take=march.plan.take,
                go=(*march.plan.go, *more.plan.go),
                cost=march.plan.cost + more.plan.cost,
            ),
            worth=march.worth,
        )
    return march


def _gathered(g: Game, viewer: int, plan: TurnPlan | None, temper: Temper) -> list[Weighed]:
    """What the stack in hand would do with those who wait beside it to be taken along."""
    s = g.state
    joins = companies.pick_up(g, temper) if marches.in_hand(s) else []
    t = marches.after(s, joins) if joins else None
    if t is None:
        return []
    with_them = g.copy()
    with_them.state = t
    w = _look(with_them, viewer, plan, temper).best
    if w is None or w.plan.ship >= 0:
        return []
    along = tuple(a.args[0] for a in joins)
    return [w._replace(plan=w.plan._replace(go=(*joins, *w.plan.go), along=along, via=w.plan.start))]


def arrows(g: Game, w: Weighed) -> tuple[Arrow, ...]:
    """A plan on the map: where its host goes now, where it goes from there and who else comes, and what threatens one's own."""
    s, p = g.state, w.plan
    verbs = {a.verb for a in p.go}
    found: list[Arrow] = []
    if p.area != p.start:
        how = "strike" if p.risk is not None else "sail" if p.ship >= 0 or verbs & {"sail", "land"} else "march"
        found.append(Arrow(BOARD.ids[p.start], BOARD.ids[p.area], 0, how))
    if (c := w.campaign) is not None:
        others = [a for a in c.arrows if a.start != BOARD.ids[p.start]]
        if c.aim.place == p.area:
            found += others
        elif p.risk is None:  # where it fights on the way nobody knows yet whether it goes on
            how = "march" if c.aim.hold else "strike"
            found += [Arrow(BOARD.ids[p.area], BOARD.ids[c.aim.place], c.due, how), *others]
    return (*found, *threats(s, s.player))
