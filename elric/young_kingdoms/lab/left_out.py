"""What an answer counts apart, and what it does not count, each with its reason: nothing is left out in silence."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from elric.lab.say import percent
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.position.notes import Conjures, noted

if TYPE_CHECKING:
    from elric.young_kingdoms.lab.odds import Odds


def left_out(odds: Odds, before: Mapping[str, Fraction]) -> list[str]:
    """As sentences. `before`: steps left out before the dice, with the chance that they come up."""
    out = []
    if odds.ambush is not None:
        out.append(
            f"Counted apart: the losers fall back into wilderness in {percent(odds.ambush.met)} of all cases, and there a random attack "
            f"strikes in {percent(odds.ambush.attacked)}."
        )
        if odds.ambush.omen:
            out.append(
                f"Not counted: in {percent(odds.ambush.omen)} of all cases the spell drawn there acts on the world at once, which has to "
                "do with more than this battle."
            )
        if noted(odds.start, Conjures):
            out.append("Not counted: that what conjurers have drawn in the battle no longer lies in that wilderness.")
        if odds.ambush.again:
            out.append(
                f"Not counted: in {percent(odds.ambush.again)} of all cases that attack drives them on into wilderness once more."
            )
    way = odds.chance(lambda x: any(name != "random attack" for name in x.loose))
    if way:
        out.append(
            f"Not counted: in {percent(way)} of all cases the retreat leads through perilous water, where every ship and personality rolls "
            "after the battle is over."
        )
    if "draw" in before:
        out.append(
            f"Not counted: in {percent(before['draw'])} of all cases a conjurer first wins spells for his hand, which nobody can know "
            "before they are drawn."
        )
    if odds.draws != (0, 0):
        out.append("Every set of spells that could lie unseen counts as equally likely.")
        if any(h.safe != 1 for h in odds.heroes.values()):
            out.append(
                "Not counted: spells kept unseen in a hand, which might save their holder; nobody but him can know them."
            )
        if _uses_charms(odds):
            out.append("Not counted: how far unseen spells move the Balance before a magician uses his own to escape.")
    return out


def _uses_charms(o: Odds) -> bool:
    return any(f.spell >= 0 and spells.ALIGN[f.spell] != spells.OTHER for _, x in o.leaves for f in x.fates)
