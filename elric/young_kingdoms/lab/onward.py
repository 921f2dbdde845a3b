"""What strikes a retreat: the random attack that wilderness draws, by the game's own steps ([7.6], [10.7] / 6.6, 9.7).

It comes after the battle, so it is counted apart: how often anything attacks at all, and who is lost to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from elric.lab.chances import tally
from elric.young_kingdoms.combat.battle import MONSTER
from elric.young_kingdoms.combat_phase.aftermath import AFTER
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.pieces import FIGHT
from elric.young_kingdoms.lab.alike import merge
from elric.young_kingdoms.lab.fate import chance_of
from elric.young_kingdoms.lab.leaf import Leaf
from elric.young_kingdoms.lab.walk import Walker, one_step
from elric.young_kingdoms.position.state import State
from elric.young_kingdoms.wild.random_attacks import BRACE, FALLS_UPON, RANDOM


@dataclass(frozen=True, slots=True)
class Ambush:
    """A random attack on a retreat.

    Attributes:
        met: the chance that the retreat draws a spell at all.  attacked: that it attacks.  omen: that a spell comes up
        which acts at once instead; it is not followed.  again: that those it beats are driven into wilderness once more.
        lost: personalities (index) -> chance to be lost for good to it.  strength: armies' and fleets' combat value it
        can be expected to cost.
    """

    met: Fraction
    attacked: Fraction
    omen: Fraction
    again: Fraction
    lost: Mapping[int, Fraction]
    strength: Fraction

    def to_dict(self) -> dict[str, object]:
        """As JSON-able data."""
        lost = {pieces.IDS[u]: str(p) for u, p in self.lost.items()}
        return {"met": str(self.met), "attacked": str(self.attacked), "lost": lost, "strength": str(self.strength)}


def ambush(walker: Walker, leaves: list[tuple[int, Leaf]], whole: int) -> Ambush:
    """What awaits the losers of a battle in the wilderness they retreat to."""
    met = attacked = omen = again = strength = Fraction(0)
    lost: list[tuple[int, Fraction]] = []
    # whoever retreats stands alone on his side, and takes losses as he did in the battle
    alone = [Walker((p, p), walker.hidden) for p in walker.sides]
    for weight, leaf in leaves:
        s = leaf.end.hazard
        if s is None or s.agenda[-1].step is not RANDOM:
            continue
        share = Fraction(weight, whole)
        met += share
        before = s.copy()
        frame = before.agenda[-1]
        before.agenda = before.agenda[:-1]
        for chance, after in merge(one_step(before, frame, None), walker.hidden):
            battle = after.battle
            if battle is not None and battle.attacker == MONSTER:
                attacked += share * chance
                for ending, way in _fallen_upon(alone[leaf.loser], after):
                    lost += [(f.unit, share * chance * ending * (1 - chance_of(f, way.fates))) for f in way.fates]
                    strength += share * chance * ending * sum(FIGHT[u] for u in way.lost)
                    again += share * chance * ending if way.loose else 0
            elif after.agenda and after.agenda[-1].step is not AFTER:
                omen += share * chance
    return Ambush(met, attacked, omen, again, {u: p for u, p in tally(lost).items() if p}, strength)


def _fallen_upon(walker: Walker, t: State) -> list[tuple[Fraction, Leaf]]:
    """The ends of the fight with a spell's creature."""
    walker.forget()
    if t.agenda[-1].step not in (BRACE, FALLS_UPON):
        return [(x.share, x) for x in walker.onwards(t, t.battle)]  # an eater asks nobody
    out = []
    for p, ready in walker.to(t, FALLS_UPON):
        if not ready.agenda or ready.agenda[-1].step is not FALLS_UPON:
            continue
        frame = ready.agenda[-1]
        before = ready.copy()
        before.agenda = before.agenda[:-1]
        fought = merge(one_step(before, frame, None), walker.hidden)
        out += [(p * q * x.share, x) for q, s in fought for x in walker.onwards(s, s.battle)]
    return out
