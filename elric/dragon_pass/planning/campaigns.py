"""What a side goes for with all its companies in a Move, as campaigns: who goes where, by when, with how much against whom. It is
remembered from Move to Move, and what was gone for counts somewhat more until something is clearly better [64-70]."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from elric.dragon_pass.combat.reckoning import SCALE
from elric.dragon_pass.combat.table import column
from elric.dragon_pass.planning.aims import KEEP, TAKE, Post, garrison
from elric.dragon_pass.planning.companies import Company, turns_to
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.tables import CHANCES
from elric.planning.definition import Aim, Campaign, TurnPlan

__all__ = ["clears", "turn_plan"]


def clears(mine: float, theirs: float) -> float:
    """How often a battle of so many factors against so many destroys or drives back who stands there [12.4]."""
    *_, driven, killed = CHANCES[column(round(mine * SCALE), round(theirs * SCALE))]
    return driven + killed


def turn_plan(look: Look, able: Iterable[Company]) -> TurnPlan:
    """The campaigns of a Move, the one worth most first.

    Args:
        able: the companies, each with the post that it is for.
    """
    goes: dict[Post, list[Company]] = {}
    for c in able:
        if c.post is not None:
            goes.setdefault(c.post, []).append(c)
    found = []
    for post, some in goes.items():
        brings, meets = sum([c.swords for c in some]), garrison(look, post.centre)
        due = ceil(max([turns_to(look.s, c, post) for c in some]))
        chance = clears(brings, meets) if post.kind == TAKE else 1.0
        aim = Aim(post.key, post.centre, post.weight)
        hosts = tuple(sorted({c.units[0] for c in some}))
        worth = post.weight * (chance if post.kind != KEEP else 1.0)
        found.append(Campaign(aim, hosts, due, round(brings), round(meets), chance, worth))
    found.sort(key=lambda c: (-c.worth, c.aim.key))
    return TurnPlan(tuple(found), sum([c.worth for c in found]))
