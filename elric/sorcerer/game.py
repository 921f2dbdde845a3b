"""A game of *Sorcerer*: what the page, the coach and the players ask of one, beside what every game answers."""

from __future__ import annotations

from typing import Any, ClassVar

from elric.kernel.definition import GameDef
from elric.kernel.game import Game as AnyGame
from elric.kernel.sealed import choices_of
from elric.sorcerer.combat import joint
from elric.sorcerer.combat.strength import Clash, default_lead, sorcerers
from elric.sorcerer.components.board import HEXES, INDEX
from elric.sorcerer.definition import GAME
from elric.sorcerer.magic import bolts
from elric.sorcerer.magic.conjuring import KINDS
from elric.sorcerer.magic.conjuring import PRICE as CONJURING
from elric.sorcerer.magic.conversion import PRICE as CONVERTING
from elric.sorcerer.magic.garrisons import PRICE as GARRISON
from elric.sorcerer.magic.mending import OTHERS, PINS, SELF
from elric.sorcerer.magic.vortexes import PRICE as VORTEX
from elric.sorcerer.movement import teleport
from elric.sorcerer.movement.prices import factor
from elric.sorcerer.movement.routes import routes
from elric.sorcerer.position.steps import Action

__all__ = ["Game"]

_TASKS = {
    "restore": OTHERS, "mend": SELF, "unpin": PINS, "vortex": VORTEX, "garrison": GARRISON, "convert": CONVERTING, "bolt": bolts.PRICE,
}  # fmt: skip


class Game(AnyGame):
    """A game of *Sorcerer*, from set-up to its end."""

    definition: ClassVar[GameDef] = GAME

    def ways(self) -> dict[str, tuple[str, ...]]:
        """For each hex that those in hand can walk to, the steps of the cheapest way there."""
        names = HEXES.names
        return {names[h]: tuple(f"step {names[n]}" for n in way) for h, way in routes(self.state).items()}

    def powers(self) -> tuple[int, ...]:
        """The colors of each side's magic, as bits."""
        found: tuple[int, ...] = self.state.powers
        return found

    def price(self, action: Action) -> int:
        """What a task costs the Sorcerer in hand [6.62]; 0 for what has no fixed price."""
        s = self.state
        if action.verb == "teleport":
            own: int = teleport.prices(s, s.hand[0])[0]
            return own
        points = CONJURING[KINDS[action.args[0]]] if action.verb == "conjure" else _TASKS.get(action.verb, 0)
        return points * int(factor(s, s.hand[0]))

    def opponents(self, area: str) -> list[int]:
        """Whom the seat that decides may attack in a hex [13.2]."""
        return joint.opponents(self.state, self.state.seat, INDEX[area])

    def meeting(self, side: int, area: str, other: int) -> Clash:
        """One side's attack on another in a hex, as it would be rolled now [13.0]. Of what is declared in secret only the choices of the
        seat that decides are looked at."""
        s = self.state
        made = choices_of(s.agenda[-1], s.seat) if self.step == "declare" else ()
        leads = tuple(a.args[0] for a in made if a.verb == "lead")
        return joint.clash_in(s, side, INDEX[area], other, leads)

    def bolt(self, action: Action | None = None) -> Clash:
        """A Bolt against the force it is aimed at [7.12]: one that can be flung, or the one that is announced."""
        s = self.state
        if action is not None:
            area, color, other = action.args
            throwers: tuple[int, ...] = s.hand[:1]
        else:
            aim = s.agenda[-1]
            area, color, other, throwers = aim.hex, aim.color, aim.side, aim.throwers
        return bolts.odds(s, other, area, color, throwers, default_lead(s, sorcerers(s, other, area)))

    def aim(self) -> tuple[str, int]:
        """The hex and the side at which the Bolt flies that is announced."""
        aim: Any = self.state.agenda[-1]
        return HEXES.names[aim.hex], aim.side

    def hides(self) -> bool:
        """Whether anything in this game may lie hidden from a player: men and Stones [19.2], Assassins [23.0], Cloaks [20.0]."""
        return self.scenario.story == "stones" or bool(self.rules.assassins or self.rules.cloak)
