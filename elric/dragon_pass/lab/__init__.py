"""The what-if lab of *White Bear and Red Moon*: exact odds for battles and powers.

`odds(state, battle)` answers for one battle, `prospects(state, seat)` finds those at hand, `after(state, action, result)` asks
what any action may come to.
"""

from elric.dragon_pass.lab.after import after
from elric.dragon_pass.lab.clash import Clash
from elric.dragon_pass.lab.definition import LAB
from elric.dragon_pass.lab.odds import Odds, odds
from elric.dragon_pass.lab.prospects import prospects, spell_from, swords_at, together
from elric.dragon_pass.lab.walk import WORTH, Ending, Plan

__all__ = [
    "LAB",
    "WORTH",
    "Clash",
    "Ending",
    "Odds",
    "Plan",
    "after",
    "odds",
    "prospects",
    "spell_from",
    "swords_at",
    "together",
]
