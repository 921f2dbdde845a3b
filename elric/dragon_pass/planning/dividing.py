"""Who attacks whom [12.1, 14.2]: every way to divide the battles that a few changes lead to, weighed as a whole."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.combat_phase.dividing import join_battles
from elric.dragon_pass.components.board import AROUND
from elric.dragon_pass.movement.zones import may_fight, must_fight, targets_of
from elric.dragon_pass.planning.aims import Post, prize
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.weighing import FREELY, outlook
from elric.dragon_pass.position.state import Segment, foes
from elric.kernel.bits import bits, ones

Link = tuple[int, int]
Links = frozenset[Link]
_ROUNDS: Final = 4  # times that every change is tried


class Division:
    """The battles of a Combat Phase as they could be divided.

    Args:
        look: the position as the attacker knows it.
        wanted: where he wants to stand, for the prize of a place.
    """

    def __init__(self, look: Look, wanted: list[Post]) -> None:
        s = look.s
        self.look = look
        self.wanted = wanted
        self.must = must_fight(s, look.seat)
        self.may = may_fight(s, look.seat)
        self.near = {a: tuple(ones(targets_of(s, a))) for a in ones(self.may)}
        self.due = 0
        for a in ones(self.must):
            self.due |= bits(self.near[a])
        self.due &= foes(s, look.seat)
        self._kept: dict[Segment, float] = {}

    def worth(self, links: Links) -> float:
        """What all battles of a division promise together."""
        return sum([self._battle(b) for b in join_battles(self.look.s, tuple(sorted(links)), self.look.seat)])

    def _battle(self, battle: Segment) -> float:
        found = self._kept.get(battle)
        if found is None:
            look = self.look
            promise = outlook(look, look.s, battle)
            if promise.column < min(FREELY, look.column) and not any(self.must >> a & 1 for a, _ in battle.attackers):
                return -1.0  # nobody has to fight it, and nobody should
            there = sum([prize(look, self.wanted, d) for d, _ in battle.defenders])
            found = self._kept[battle] = promise.gain + promise.clears * there
        return found

    def complete(self, links: Links) -> bool:
        """Whether everybody who must fights, and nobody who must be fought is left out."""
        sent = hit = 0
        for a, t in links:
            sent |= 1 << a
            hit |= 1 << t
        return not self.must & ~sent and not self.due & ~hit

    def first(self) -> Links:
        """Some complete division: each stack against the weakest beside it, and whoever is left out too."""
        links: set[Link] = set(self.look.s.links)
        for a in ones(self.must):
            if not any(one == a for one, _ in links):
                links.add((a, min(self.near[a], key=lambda t: (self.look.swords(t), t))))
        for t in ones(self.due):
            if not any(other == t for _, other in links):
                near = [a for a in ones(AROUND[t] & self.may) if t in self.near[a]]
                links.add((max(near, key=lambda a: (self.must >> a & 1, self.look.swords(a), -a)), t))
        return frozenset(links)

    def _targets(self) -> set[int]:
        """Every enemy stack that somebody stands beside."""
        return {t for near in self.near.values() for t in near}

    def best(self) -> Links:
        """The best division that changes of one stack at a time lead to, from some that are complete."""
        fixed = frozenset(self.look.s.links)
        every = frozenset((a, t) for a in ones(self.must) for t in self.near[a]) | fixed
        # nobody who need not fight is drawn in by changes of one stack: two may be enough where one alone is not
        free = [
            every | {(a, t) for a in ones(self.may) for t in self.near[a] if t in some}
            for some in (self._targets(), *({t} for t in self._targets()))
        ]
        starts = [links for links in (self.first(), every, *free) if self.complete(links)]
        if not starts:
            return fixed
        links = max(starts, key=self.worth)
        value = self.worth(links)
        for _ in range(_ROUNDS):
            better = False
            for a in ones(self.may):
                for change in self._changes(links, a, fixed):
                    now = self.worth(change)
                    if now > value + 1e-9:
                        links, value, better = change, now, True
            if not better:
                break
        return links

    def _changes(self, links: Links, a: int, fixed: Links) -> list[Links]:
        """Every division in which one stack fights otherwise."""
        own = frozenset(link for link in links if link[0] == a)
        rest = links - own
        mine = fixed & own
        options: list[Links] = [frozenset([(a, t)]) | mine for t in self.near[a]]
        options += [own | {(a, t)} for t in self.near[a] if (a, t) not in own]
        options += [own - {link} for link in own if link not in fixed and len(own) > 1]
        if not self.must >> a & 1 and not mine:
            options.append(frozenset())
        return [rest | x for x in options if x != own and self.complete(rest | x)]


__all__ = ["Division"]
