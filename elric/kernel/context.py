"""What a step is given besides the state: chance, and somebody to tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .chance import Chance
from .native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Context:
    """Chance and the story. With `events` None nothing is told, which playouts, odds and unread games want.

    A game adds its own kinds of luck (a deck, markers) in a subclass.
    """

    __slots__ = ("chance", "events")

    def __init__(self, chance: Chance, events: list[dict[str, Any]] | None = None) -> None:
        self.chance = chance
        self.events = events

    def die(self) -> int:
        """One throw of the six-sided die."""
        return self.chance.pick(6) + 1

    def one_of(self, things: Sequence[int]) -> int:
        """One of several, each as likely."""
        return things[self.chance.pick(len(things))]

    def tell(self, kind: str, **data: Any) -> None:
        """Add an event to the story. Hidden parts name the seats that may read them in `to`."""
        if self.events is not None:
            data["kind"] = kind
            self.events.append(data)


@mypyc_attr(allow_interpreted_subclasses=True)
class NumberedContext(Context):
    """Writes down what chance gives, as the numbers that a save holds."""

    __slots__ = ("_counted",)

    def __init__(self, chance: Chance, events: list[dict[str, Any]] | None = None) -> None:
        super().__init__(chance, events)
        self._counted = chance

    @property
    def luck_as_text(self) -> list[str]:
        """The results so far."""
        return [str(result) for result in self._counted.results]
