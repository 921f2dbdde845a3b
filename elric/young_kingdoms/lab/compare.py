"""Two options side by side, and the difference in words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from elric.lab.definition import FELT
from elric.lab.say import percent, points
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position import words

if TYPE_CHECKING:
    from elric.young_kingdoms.lab.battle import Battle


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of both options."""

    what: str
    one: Fraction
    two: Fraction

    @property
    def gain(self) -> Fraction:
        """How much more it is in the second."""
        return self.two - self.one


class Comparison:
    """`one` and `two` side by side. `rows` are the figures, `changed` what was entered differently, `sentence` says
    what the change does."""

    def __init__(self, one: Battle, two: Battle) -> None:
        self.one = one
        self.two = two

    @cached_property
    def rows(self) -> list[Row]:
        before, after = self.one.odds(), self.two.odds()
        out = [Row("the attackers win", before.win[0], after.win[0])]
        if BOARD.city[self.one.area] or BOARD.city[self.two.area]:
            out.append(Row("the city falls", before.falls, after.falls))
        none = Fraction(0)
        if before.trapped or after.trapped:
            out.append(Row("the losers have no way out", before.trapped, after.trapped))
        for u in [*before.heroes, *(u for u in after.heroes if u not in before.heroes)]:
            p = before.heroes[u].dies if u in before.heroes else none
            q = after.heroes[u].dies if u in after.heroes else none
            if p or q:
                out.append(Row(f"{words.unit(pieces.INDEX[u]):is|are} lost", p, q))
        if before.tips or after.tips:
            out.append(Row("the world tips", before.tips, after.tips))
        return out

    @cached_property
    def lasting(self) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
        """Combat value each side can expect to lose for good: ((attacker, defender) of one, of two)."""
        a, b = self.one.odds(), self.two.odds()
        return (a.lasting(0), a.lasting(1)), (b.lasting(0), b.lasting(1))

    @cached_property
    def changed(self) -> list[str]:
        """What was entered differently, as short phrases."""
        before, after = self.one.spec, self.two.spec
        out = []
        for side, name in ((0, "attack"), (1, "defend")):
            had, has = getattr(before, name), getattr(after, name)
            more = [pieces.INDEX[u] for u in has if u not in had]
            less = [pieces.INDEX[u] for u in had if u not in has]
            who = ("the attackers", "the defenders")[side]
            if more:
                out.append(f"{words.units(more)} with {who}")
            if less:
                out.append(f"{who} without {words.units(less)}")
        for name, text in (("held", "held back"), ("conjure", "conjuring")):
            had, has = getattr(before, name), getattr(after, name)
            if set(has) - set(had):
                out.append(f"{_names(set(has) - set(had))} {text}")
            if set(had) - set(has):
                out.append(f"{_names(set(had) - set(has))} not {text}")
        for u, i in after.cast:
            if (u, i) not in before.cast:
                out.append(f"{words.spell(spells.INDEX[i])} by {_names({u})}")
        for u, i in before.cast:
            if (u, i) not in after.cast and not any(x == i for _, x in after.cast):
                out.append(f"no {words.spell(spells.INDEX[i])}")
        plain = {
            "edition": "the rules of " + self.two.edition.replace("-", " ").title(),
            "place": words.inside(self.two.area),
            "unseen": _unseen_spells(*after.unseen),
            "balance": f"the Balance at {after.balance}",
            "tipped": f"the world tipped to {after.tipped}" if after.tipped else "the world not tipped",
            "policy": "other losses chosen: " + " and ".join(dict.fromkeys(after.policy)),
            "neutral": "defended by its people" if after.neutral else "defended by an enemy",
            "sortie": "as a sortie" if after.sortie else "as an assault",
            "landing": "from the sea" if after.landing else "by land",
            "port": f"met with {after.port}",
        }
        out += [text for name, text in plain.items() if getattr(before, name) != getattr(after, name)]
        return out

    @cached_property
    def sentence(self) -> str:
        """The difference in one sentence: what is changed, then what it does, the largest first."""
        what = words.listed(self.changed) if self.changed else "the same battle"
        moved = sorted((r for r in self.rows if abs(r.gain) >= FELT), key=lambda r: -abs(r.gain))
        if not moved:
            (a0, a1), (b0, b1) = self.lasting
            if (a0, a1) == (b0, b1) and not any(r.gain for r in self.rows):
                return f"With {what} nothing changes: the attackers win {percent(self.rows[0].two)} either way."
            side, gap = max(((0, b0 - a0), (1, b1 - a1)), key=lambda x: abs(x[1]))
            if abs(float(gap)) < 0.005:
                return f"With {what} hardly anything changes: the attackers win {percent(self.rows[0].two)} either way."
            who = ("the attackers", "the defenders")[side]
            return (
                f"With {what} the attackers win {percent(self.rows[0].two)} either way, but {who} lose "
                f"{abs(float(gap)):.2f} {'more' if gap > 0 else 'less'} of combat value for good, on average."
            )
        first = self.rows[0]
        said = ([first] if first in moved else []) + [r for r in moved if r is not first][:2]
        parts = [f"{r.what} {percent(r.two)} instead of {percent(r.one)} ({points(r.gain)})" for r in said]
        return f"With {what}, {words.listed(parts)}."

    def __repr__(self) -> str:
        return self.sentence


def _unseen_spells(attackers: int, defenders: int) -> str:
    """How many spells nobody can see lie on each side."""
    if not attackers and not defenders:
        return "no unseen spells"
    said = [
        f"{words.number(n)} unseen spell{'' if n == 1 else 's'} for the {side}"
        for n, side in ((attackers, "attackers"), (defenders, "defenders"))
    ]
    return words.listed(said)


def _names(units: set[str]) -> str:
    return words.listed([words.unit(pieces.INDEX[u]) for u in sorted(units)])
