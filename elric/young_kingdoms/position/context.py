"""What a step is given besides the state: chance, with dice and spells, and somebody to tell."""

from __future__ import annotations

from elric.kernel import context
from elric.kernel.bits import nth, ones
from elric.kernel.native import mypyc_attr
from elric.young_kingdoms.position import telling
from elric.young_kingdoms.position.events import EVENTS
from elric.young_kingdoms.position.state import CONTAINER, DISCARD, PENDING, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Context(context.Context):
    """Chance and the story, with the contest of two dice and the container of spells."""

    __slots__ = ()

    def contest(self, gap: int) -> list[tuple[int, int]]:
        """Both sides throw, and throw again while their totals are even. `gap` is how far the first is ahead before
        the dice. Every pair that fell; the last one decides."""
        pick = self.chance.pick
        rolls = [(pick(6) + 1, pick(6) + 1)]
        while gap + rolls[-1][0] == rolls[-1][1]:
            rolls.append((pick(6) + 1, pick(6) + 1))
        return rolls

    def draw(self, s: State) -> int:
        """Draw a spell from the container: it is PENDING until somebody decides its place, or -1 when none is left.

        An empty container is first filled again with the discards (Chaosium [9.0], Avalon Hill 8).
        """
        left = s.spell_at.there.get(CONTAINER) or self._refill(s)
        if not left:
            return -1
        spell = nth(left, self.chance.pick(left.bit_count()))
        s.spell_at[spell] = PENDING
        return spell

    def _refill(self, s: State) -> int:
        """Put the discards back into the container, and say which they are, as bits."""
        back = s.spell_at.there.get(DISCARD, 0)
        for i in ones(back):
            s.spell_at[i] = CONTAINER
        if back:
            self.tell("refilled", count=back.bit_count())
        return back


EVENTS.add(
    "refilled",
    "count",
    words=lambda e, n: (
        f"{telling.count(e['count'], 'discarded spell'):goes|go} back into the container." if e["count"] else ""
    ),
)
