"""A game of *White Bear and Red Moon*: the kernel's, and what only this game is asked."""

from __future__ import annotations

from typing import ClassVar

from elric.dragon_pass.combat.answers import forced_payer, lies_open
from elric.dragon_pass.components.board import HEXES, INDEX
from elric.dragon_pass.components.units import IDS
from elric.dragon_pass.definition import GAME
from elric.dragon_pass.magic.asking import surely_immune
from elric.dragon_pass.movement.routes import routes

from ..kernel.definition import GameDef
from ..kernel.game import Game as AnyGame


class Game(AnyGame):
    """A game of *White Bear and Red Moon*, from set-up to its end."""

    definition: ClassVar[GameDef] = GAME

    def ways(self) -> dict[str, tuple[str, ...]]:
        """For each hex that the company in hand can reach, the steps of the cheapest way there.

        For the seat that marches: it is the same in every position that this seat cannot tell from the real one.
        """
        names = HEXES.names
        return {names[h]: tuple(f"step {names[n]}" for n in way) for h, way in routes(self.state).items()}

    def stands_in(self, hex_name: str | None) -> bool:
        """Whether the player whose Move it is stands in a hex, as everybody sees; False for no hex of the board."""
        return hex_name in INDEX and bool(self.state.at[self.state.player] >> INDEX[hex_name] & 1)

    def owner_of(self, unit: int) -> int:
        """The seat that leads a unit, or led it when it was lost; below 0 for nobody."""
        seat: int = self.state.owner[unit]
        return seat

    def lies_open(self) -> bool:
        """Whether the decision that waits shows nothing but what all players see [7.6]."""
        return lies_open(self.state)

    def immune(self, area: str) -> bool:
        """Whether everybody sees that no magic touches the stack of a hex [18.3, 38.4, 38.5]."""
        return surely_immune(self.state, INDEX[area])

    def forced_payer(self) -> str:
        """The unit with which a Trade is paid where there is no choice [12.6], by its id; "" where somebody has to be asked."""
        u = forced_payer(self.state)
        return IDS[u] if u >= 0 else ""
