"""What can be done now, as a panel shows it and as the map lights it; and what a click on the map asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from elric.kernel.verdict import Reason
from elric.widgets.markup import NOTHING, Markup

__all__ = ["Choice", "Click", "Parting"]


@dataclass(slots=True)
class Choice:
    """What can be done now. `areas` maps an area id to the actions a click on it plays, in order; `warns`, areas to
    what a click there would bring upon oneself, in words."""

    html: Markup = NOTHING
    foot: list[Markup] = field(default_factory=list)
    areas: dict[str, tuple[str, ...]] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    badges: dict[str, str] = field(default_factory=dict)
    warns: dict[str, str] = field(default_factory=dict)


class Parting(NamedTuple):
    """What a player is shown of his own turn before he gets up: what came of it, and where. `end`: what the button says."""

    html: Markup
    areas: tuple[str, ...] = ()
    end: str = "End the turn"


class Click(NamedTuple):
    """What a click on an area that is not lit asks for: a unit to take up, or why the area cannot be chosen; `far`: it lies
    further off than one step; `stay`: what was chosen before stays chosen."""

    lead: str = ""
    headline: str = ""
    reasons: Sequence[Reason] = ()
    far: bool = False
    stay: bool = False
