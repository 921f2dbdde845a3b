"""What *White Bear and Red Moon* hands over to the what-if room (`lab.definition.LabDef`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from elric.dragon_pass.lab.clash import Clash
from elric.dragon_pass.lab.prospects import prospects
from elric.dragon_pass.lab.unseen import veiled
from elric.dragon_pass.lab.walk import PLAIN
from elric.kernel.game import Game
from elric.lab.definition import LabDef


class DragonPassLab(LabDef):
    """The lab of *White Bear and Red Moon*."""

    def battles(self, game: Game, viewer: int | None = None) -> Sequence[Any]:
        if not game.state.turn:
            return []
        s, hidden = veiled(game.state, game.seat if viewer is None else viewer)
        # unseen casters cannot be reckoned: nothing is known of them but that they cast
        found = [b for b in prospects(s) if not any(hidden >> u & 1 for _, units, _ in b.casters for u in units)]
        return [Clash(s, battle, PLAIN if battle.covers else None, "", hidden) for battle in found]

    def parse(self, text: str) -> Clash:
        return Clash.parse(text)


LAB = DragonPassLab()
