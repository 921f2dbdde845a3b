"""What if: exact odds of any battle, told in words. The code that plays a battle is the code that reckons it.

Battle, BattleError     a battle to ask questions of, and why one cannot be
battles(game)           every battle that could be fought now
risk(game, seat, area)  one line about a battle, with nothing the seat may not know
Totals                  two bare totals and a wall
"""

from __future__ import annotations

from .battle import Battle
from .odds import Hero, Odds, Sword
from .policy import POLICIES, Policy
from .prospects import battles
from .risk import Risk, risk
from .spec import BattleError, Problem, Spec
from .totals import Totals

__all__ = [
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
