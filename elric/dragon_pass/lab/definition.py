"""What *White Bear and Red Moon* hands over to the what-if room (`lab.definition.LabDef`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from elric.dragon_pass.components.board import BOARD, INDEX
from elric.dragon_pass.lab.clash import Clash
from elric.dragon_pass.lab.form import form, with_stack
from elric.dragon_pass.lab.marching import Marched, marches
from elric.dragon_pass.lab.power import WORD, feats
from elric.dragon_pass.lab.prospects import prospects
from elric.dragon_pass.lab.tell import some
from elric.dragon_pass.lab.unseen import veil
from elric.dragon_pass.lab.walk import PLAIN
from elric.kernel.game import Game
from elric.lab.definition import LabDef
from elric.lab.form import Part, Problem

_FIRST: Final = "in invasion-of-sartar; by sartar; from 2124 militia-cavalry-1 militia-cavalry-2; against 2125 unriver"


class DragonPassLab(LabDef):
    """The lab of *White Bear and Red Moon*."""

    tabs: ClassVar = (("share", "Share"),)
    example: ClassVar = _FIRST
    by_stacks: ClassVar = True

    def battles(self, game: Game, viewer: int | None = None) -> Sequence[Any]:
        if not game.state.turn:
            return []
        s, hidden = veil(game.state, game.seat if viewer is None else viewer)
        # unseen casters cannot be reckoned: nothing is known of them but that they cast
        found = [b for b in prospects(s) if not any(hidden >> u & 1 for _, units, *_ in b.casters for u in units)]
        return [Clash(s, battle, PLAIN if battle.covers else None, "", hidden) for battle in found]

    def groups(self, game: Game, viewer: int | None = None) -> Sequence[tuple[str, Sequence[Any]]]:
        seat = game.seat if viewer is None else viewer
        out: list[tuple[str, Sequence[Any]]] = [("Battles that could be fought", self.battles(game, viewer))]
        if game.state.turn and seat == game.state.player:  # others do not know how far his stacks can go
            s, hidden = veil(game.state, seat)
            marched = [Clash(m.state, m.battle, None, "", hidden, _way(m)) for m in marches(s)]
            out += [("After a march in this Move", marched), ("Powers", feats(s, hidden))]
        return out

    def first(self, edition: str) -> str:
        return _FIRST

    def form(self, entry: str, problems: Sequence[Problem], edition: str, ground: Any = None) -> Sequence[Part]:
        return form(entry, problems) if entry.split(None, 1)[:1] != [WORD] else ()

    def with_stack(self, entry: str, game: Game, area: str, viewer: int) -> str:
        s, hidden = veil(game.state, viewer)
        return with_stack(entry if entry.split(None, 1)[:1] != [WORD] else "", s, hidden, INDEX[area])

    def parse(self, text: str) -> Clash:
        if text.split(None, 1)[:1] == [WORD]:
            raise ValueError("a power is asked of the game on the table, and there it cannot be used now")
        return Clash.parse(text)


def _way(marched: Marched) -> str:
    """Who marches where, and what that may bring besides."""
    told = "; ".join(f"{some(units)} to {BOARD.where(h)}" for units, h in marched.way)
    return f"First they march: {told}. Who comes beside other enemies as well has to fight them too."


LAB = DragonPassLab()
