"""What a step is given besides the state: chance, and somebody to tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..kernel.bits import nth, ones
from ..kernel.chance import Chance
from .state import CONTAINER, DISCARD, PENDING, State


class Context:
    """Chance and the story. With `events` None nothing is told, which playouts and odds want."""

    __slots__ = ("chance", "events")

    def __init__(self, chance: Chance, events: list[dict[str, Any]] | None = None) -> None:
        self.chance = chance
        self.events = events

    def die(self) -> int:
        """One throw of the six-sided die."""
        return self.chance.pick(6) + 1

    def contest(self, gap: int) -> list[tuple[int, int]]:
        """Both sides throw, and throw again while their totals are even. `gap` is how far the first is ahead before
        the dice. Every pair that fell; the last one decides."""
        pick = self.chance.pick
        rolls = [(pick(6) + 1, pick(6) + 1)]
        while gap + rolls[-1][0] == rolls[-1][1]:
            rolls.append((pick(6) + 1, pick(6) + 1))
        return rolls

    def one_of(self, things: Sequence[int]) -> int:
        """One of several, each as likely."""
        return things[self.chance.pick(len(things))]

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

    def tell(self, kind: str, **data: Any) -> None:
        """Add an event to the story. Hidden parts name the seats that may read them in `to`."""
        if self.events is not None:
            data["kind"] = kind
            self.events.append(data)
