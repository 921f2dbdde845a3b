"""What a plan of movement says: whom to take up, where to go, what for and at what odds."""

from __future__ import annotations

from typing import NamedTuple

from elric.kernel import running
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import Action
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab.risk import Risk
from elric.young_kingdoms.movement.stack import TO_HALT
from elric.young_kingdoms.planning import marches, plans, told
from elric.young_kingdoms.planning.weighed import Weighed
from elric.young_kingdoms.position import words

__all__ = ["Tip", "along_the_way", "said_of"]


class Tip(NamedTuple):
    """Something worth trying: a sentence, what does it, and the area to look at ("" for none)."""

    words: str
    actions: tuple[Action, ...]
    look: str = ""


def said_of(g: Game, w: Weighed) -> Tip:
    """A plan of the stack in hand, or of one to take up, as a tip: where nothing is left to do with it, it is put down."""
    plan = w.plan
    actions = _put_down(g, plan)
    goes = f"{_goes(g, w)}{_then(w)}"
    if not plan.take:
        return Tip(f"Try this: {goes}", actions, BOARD.ids[plan.area])
    along = [a.args[0] for a in plan.take[1:] if a.args]
    who = words.units([plan.leader, *along])
    link = "," if plan.ship >= 0 or plan.along else " and"
    stays = f" An army stays to hold {words.area(plan.start)}." if plans.guards(g.state, plan) else ""
    return Tip(f"Try this: take up {who} {words.inside(plan.start)}{link} {goes}{stays}", actions,
               BOARD.ids[plan.start])  # fmt: skip


def _then(w: Weighed) -> str:
    """What comes next, and what the odds count on."""
    if w.plan.risk is None or w.together < 2:
        return ""
    return " The others who can come follow: the odds count on them."


def _put_down(g: Game, plan: plans.Plan) -> tuple[Action, ...]:
    """The actions of a plan and the halt behind them: not where luck falls on the way."""
    t = plans.after(g.state, plan.actions)
    halt = TO_HALT()
    if t is None or not plans.in_hand(t) or not running.allowed(t, halt):
        return marches.as_far(g.state, plan.actions)
    return (*plan.actions, halt)


def _goes(g: Game, w: Weighed) -> str:
    """What a plan does once the stack is in hand: "march to Hornus. From there ..."."""
    p = w.plan
    first = ""
    if p.left:
        first = f"leave {words.units(p.left)} behind for want of room, "
    if p.ship >= 0:
        first += f"board {words.unit(p.ship)} and "
    for place, units in along_the_way(g, p).items():
        come = "" if place == p.start and not p.take else f"march to {words.area(place)}, "
        before = f"{first.removesuffix(' and ')}, " if first.endswith(" along there and ") else first
        first = f"{before}{come}take {words.units(units)} along{' there' if come else ''} and "
    first += "".join(f"board {words.unit(a.args[0])} and " for a in p.go if a.verb == "board")
    name = words.area(p.area)
    storms = (
        p.go and p.go[-1].verb != "attack"
    )  # nobody mans the walls: one goes there first, and storms them in Combat
    if p.risk is not None and not storms:
        return f"{first}attack {name}{_without(p.risk)}: {told.won(p.risk.win)}{told.fall(p.risk.falls)}."
    if not p.go:
        return f"{first.removesuffix(' and ')} off the coast, to sail next turn."
    steps = [a.verb for a in p.go if a.verb != "halt"]
    if steps and steps[-1] == "sway":
        return f"{first}win Elric over, by a stronger voice than his who commands him."
    how = {"sail": "sail to", "land": "land in"}.get(steps[-1] if steps else "", "march to")
    if p.risk is not None:
        return f"{first}{how} {name}, whose walls nobody mans. Storm them, and {told.won(p.risk.win)}."
    return f"{first}{how} {name}{_reason(g, w)}."


def along_the_way(g: Game, p: plans.Plan) -> dict[int, list[int]]:
    """Whom a plan takes along, by the places where they wait, in the order of the way."""
    found: dict[int, list[int]] = {}
    for u in p.along:
        found.setdefault(g.state.place[u], []).append(u)
    return found


def _without(r: Risk) -> str:
    """Whom the odds of an attack leave out of the fight."""
    return " with Elric held back" if "elric" in r.battle.spec.held else ""


def _reason(g: Game, w: Weighed) -> str:
    """Why a march is worth it: what it is for, and what comes next."""
    s, p = g.state, w.plan
    if s.scenario.solo:
        return f". From there it is {told.away(p.far)} to {words.area(p.goal)}" if p.goal not in (-1, p.area) else ""
    return w.purpose
