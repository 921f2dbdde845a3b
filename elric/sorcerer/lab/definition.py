"""What *Sorcerer* hands over to the what-if room (`lab.definition.LabDef`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from elric.kernel.game import Game
from elric.lab.definition import Fight, LabDef
from elric.lab.form import Part, Problem
from elric.sorcerer.lab import prospects, risks
from elric.sorcerer.lab.form import form
from elric.sorcerer.lab.meeting import BOLTS, GROUNDS, Meeting
from elric.sorcerer.position.state import MOVEMENT

_FIRST: Final = (
    "in rivalry; at 1316 orange; by side-2 sorcerer-blue-yellow yellow-demon-1; against side-1 orange-troll-1"
)
_NO_FORM: Final = {*risks.KINDS, "seal", "spell"}


class SorcererLab(LabDef):
    """The lab of *Sorcerer*."""

    tabs: ClassVar = (
        ("why", "How it comes about"),
        (GROUNDS, "In which color?"),
        (BOLTS, "Bolts first?"),
        ("help", "What would help"),
        ("share", "Share"),
    )
    sided: ClassVar = True
    example: ClassVar = _FIRST

    def battles(self, game: Game, viewer: int | None = None) -> Sequence[Any]:
        seat = game.seat if viewer is None else viewer
        if not game.state.turn or seat is None:
            return []
        return [Meeting(b) for b in prospects.here(game.state, seat)]

    def groups(self, game: Game, viewer: int | None = None) -> Sequence[tuple[str, Sequence[Any]]]:
        seat = game.seat if viewer is None else viewer
        s: Any = game.state
        out: list[tuple[str, Sequence[Any]]] = [("Where both stand", self.battles(game, viewer))]
        if not s.turn or seat is None or seat < 0:
            return out
        if seat == s.player and s.phase == MOVEMENT:
            out.append(("After a march in this phase", [Meeting(b) for b in prospects.marches(s, seat)]))
            out.append(("Bolts", [Meeting(b) for b in prospects.bolts_to_fling(s, seat)]))
        out.append(("Attrition and vortexes", list(prospects.threatened_stacks(s, seat))))
        out.append(("Conversions", list(risks.conversions(s, seat))))
        return out

    def parse(self, text: str) -> Fight:
        words = {part.split()[0] for part in text.split(";") if part.split()}
        return risks.read(text) if words & set(risks.KINDS) else Meeting.parse(text)

    def first(self, edition: str) -> str:
        return _FIRST

    def form(self, entry: str, problems: Sequence[Problem], edition: str, ground: Any = None) -> Sequence[Part]:
        words = {part.split()[0] for part in entry.split(";") if part.split()}
        return () if words & _NO_FORM else form(entry, problems)


LAB = SorcererLab()
