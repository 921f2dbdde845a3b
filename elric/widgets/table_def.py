"""What a game hands the page, beside its rules: its choices, counters, tracks and words. A game fills this once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from elric.kernel.chance import Seed
from elric.widgets.choice import Choice, Click
from elric.widgets.map.piles import Art
from elric.widgets.markup import Markup

__all__ = ["TableDef"]

View = Mapping[str, Any]
Names = Mapping[int, str]


class TableDef(Art, Protocol):
    """A game's own half of the page. `counter` and `label` of `Art` draw its pieces and name them."""

    @property
    def phases(self) -> Sequence[tuple[str, str]]:
        """The phases of a turn, (key, name), for the ribbon."""
        ...

    @property
    def welcome(self) -> tuple[str, str]:
        """A title and what the game is about, for whoever comes to the page first."""
        ...

    # ---- deciding

    def choice(self, g: Any, view: View, selected: str | None, *, hand_open: bool) -> Choice:
        """The decision that waits, for the seat whose view this is; `selected`: the area looked at."""
        ...

    def completed(self, g: Any, c: Choice) -> Choice:
        """The same with a plain button for every legal action that has no control: for lessons."""
        ...

    def clicked(self, g: Any, view: View, area: str, unit: str, selected: str | None) -> Click:
        """What a click on an area that is not lit asks for; `unit`: the counter that was pointed at."""
        ...

    def taken_up(self, g: Any, unit: str) -> tuple[str, ...]:
        """The actions that take a unit in hand with all that can come along; empty when there is no such unit."""
        ...

    def leader_at(self, g: Any, view: View, area: str, unit: str) -> str:
        """The unit that a click on an area takes up: the one pointed at, or the best there; "" for none."""
        ...

    def goes_to(self, view: View, area: str) -> str:
        """The action by which what is in hand would go to an area, legal or not: so that the rules say why not."""
        ...

    def can_take_up(self, step: str) -> bool:
        """Whether something can be taken in hand in a step."""
        ...

    def in_hand(self, step: str) -> bool:
        """Whether a step moves what was taken in hand: its area then needs no card of its own."""
        ...

    def on_the_map(self, step: str) -> bool:
        """Whether a step is decided on the map, so that a small screen should show where."""
        ...

    def hands_over(self, step: str) -> bool:
        """Whether another seat that decides this step sits down to the screen."""
        ...

    def secrets(self, step: str) -> str:
        """Whether a step's own controls show hidden things: "" no, "some" its example does, "all" they are all of it."""
        ...

    # ---- showing

    def pieces(
        self, view: View, anchors: Mapping[str, Sequence[float]], calm: Sequence[Sequence[float]], width: float
    ) -> dict[str, dict[str, Any]]:
        """All that lies on the map: counters, and the tracks in the boxes of calm sea."""
        ...

    def tracks(self, view: View) -> Markup:
        """The tracks in words, below the map."""
        ...

    def hand(self, view: View, open_: bool) -> Markup:
        """What the viewer holds, face down until it is asked for."""
        ...

    def battle(self, g: Any, view: View, names: Names, since: int = 0) -> Markup:
        """The battle being fought, or the last one since that event while it is news."""
        ...

    def last_battle(self, g: Any, view: View, names: Names, since: int) -> Markup:
        """The battle being fought, or the last one since that event, however old."""
        ...

    def sprite(self) -> str:
        """The SVG symbols that counters refer to."""
        ...

    def enlarged(self, things: Sequence[str], view: View) -> Markup:
        """Counters and cards drawn large, with their names below."""
        ...

    def about(self, thing: str, view: View, edition: str) -> Markup:
        """The card over the page on whatever was pointed at ("unit:...", "area:...", "term:...", "clause:..."), or nothing."""
        ...

    def spoken(self, thing: str, view: View) -> str:
        """What a screen reader says when that card comes up."""
        ...

    def place(self, area: str, edition: str) -> Markup:
        """What there is to know of an area."""
        ...

    def confidence(self, area: str) -> str:
        """ "high", "medium" or "low": how sure it is that an area lies where it lies."""
        ...

    def find(self, word: str) -> list[str]:
        """Areas whose name, city or country contains a word, best first."""
        ...

    def sentence(self, event: Mapping[str, Any], names: Names) -> str:
        """One event of the story in words; "" for what is not told."""
        ...

    # ---- beginning

    def first(self, seed: Seed) -> Any:
        """The game that a new page begins with."""
        ...

    def ready(self, scenario: str, edition: str, seed: Seed, whole: bool) -> Any:
        """A game of a scenario, set up as far as the first decision on the map, or not at all (`whole`)."""
        ...
