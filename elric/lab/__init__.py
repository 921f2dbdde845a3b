"""What if: exact odds of any battle, told in words. The code that plays a battle is the code that reckons it.

Battle, BattleError     a battle to ask questions of, and why one cannot be
battles(game)           every battle that could be fought now
Totals                  two bare totals and a wall
"""

from __future__ import annotations

from .battle import Battle
from .odds import Hero, Odds, Sword
from .policy import POLICIES, Policy
from .spec import BattleError, Problem, Spec

__all__ = ["POLICIES", "Battle", "BattleError", "Hero", "Odds", "Policy", "Problem", "Spec", "Sword"]
