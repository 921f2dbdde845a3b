"""The game of Elric: what the kernel's `Game` plays, and the names that older code knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..kernel.game import Game as AnyGame
from .actions import Action
from .definition import GAME
from .scenarios import Scenario
from .seen import OutcomeView, View
from .state import State


class Game(AnyGame):
    """A game of *Elric: Battle at the End of Time*. See `elric.kernel.game.Game`."""

    definition: ClassVar = GAME
    state: State

    if TYPE_CHECKING:

        def legal_actions(self, seat: int | None = None) -> list[Action]: ...
        def view(self, seat: int | None = None) -> View: ...
        @property
        def outcome(self) -> OutcomeView | None: ...


def find_scenario(key: str) -> Scenario:
    """A scenario by key.

    Raises:
        UnknownScenario: with "did you mean".
    """
    found: Scenario = Game.find_scenario(key)
    return found
