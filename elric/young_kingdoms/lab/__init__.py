"""What if: exact odds of any battle, told in words. The code that plays a battle is the code that reckons it.

Battle, BattleError     a battle to ask questions of, and why one cannot be
battles(game)           every battle that could be fought now
risk(game, seat, area)  one line about a battle, with nothing the seat may not know
Totals                  two bare totals and a wall
"""

from __future__ import annotations

from elric.lab.form import Problem
from elric.young_kingdoms.lab.battle import Battle
from elric.young_kingdoms.lab.definition import LAB
from elric.young_kingdoms.lab.odds import Hero, Odds, Sword
from elric.young_kingdoms.lab.policy import POLICIES, Policy
from elric.young_kingdoms.lab.prospects import battles
from elric.young_kingdoms.lab.risk import Risk, risk
from elric.young_kingdoms.lab.spec import BattleError, Spec
from elric.young_kingdoms.lab.totals import Totals

__all__ = [
    "LAB",
    "POLICIES",
    "Battle",
    "BattleError",
    "Hero",
    "Odds",
    "Policy",
    "Problem",
    "Risk",
    "Spec",
    "Sword",
    "Totals",
    "battles",
    "risk",
]
