"""The plain what-if room, for a game with a lab (`lab.definition.LabDef`) and no room of its own. No widgets in here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from elric.kernel.game import Game
from elric.lab.definition import Fight, LabDef, compare
from elric.widgets.definition import TableDef
from elric.widgets.map import piles
from elric.widgets.map.inspector import area_names
from elric.widgets.messages import Message
from elric.widgets.panels import clauses
from elric.widgets.panels import lab as lab_panels
from elric.widgets.screen import Address, Region, Screen, Seen, shown

__all__ = ["PlainLabRoom"]

_ONLOOKER = -1
_LIST: Final = "list"


class PlainLabRoom:
    """What the lab shows and does: the battles at hand, one of them with its odds, and the same with one thing changed.

    Args:
        kit: the game's half of the page.  lab: its battles.  game: the game on the map.
        viewer: the seat that looks on, or None: then nothing is used that an onlooker cannot see.

    Attributes:
        fight: the battle asked about, or None while the list is open.  before: the one it came from.
        pinned: the one that all others are compared with, as long as it is pinned.
    """

    def __init__(self, kit: TableDef, lab: LabDef, game: Game, viewer: int | None) -> None:
        self._kit, self._lab = kit, lab
        self.game, self.viewer = game, viewer
        self.groups = [
            (title, list(fights)) for title, fights in lab.groups(game, _ONLOOKER if viewer is None else viewer)
        ]
        self.found: list[Fight] = [fight for _, fights in self.groups for fight in fights]
        self.fight: Fight | None = None
        self.before: Fight | None = None
        self.pinned: Fight | None = None
        self.typed = self.wrong = self.said = self.focus = ""
        self._number = ""  # the clause that is open
        self.closed = False

    # ---- opening ----------------------------------------------------------------------------------------------------

    def bring(self, area: str) -> None:
        """Ask about the first battle at hand that names an area; the list stays open where none does."""
        fight = next((fight for fight in self.found if area and area in self._areas(fight)), None)
        if fight is not None:
            self._ask(fight)

    def linked(self, query: Mapping[str, str]) -> str:
        """Open the list, or the battle that an address names; what is wrong with it is shown beside its text."""
        text = query.get("battle", "")
        if text == _LIST:
            self.fight = self.before = None
        else:
            self.read(text)
        return ""

    @property
    def address(self) -> Address:
        """The list, or the battle as it is written."""
        text = self.typed if self.wrong else _LIST if self.fight is None else self.fight.text
        return Address({"battle": text}, f"lab {text}")

    def read(self, text: str) -> bool:
        """Open a battle from its text; what is wrong with it is shown beside the text."""
        self.typed = text
        try:
            known = next((fight for fight in self.found if fight.text == text.strip()), None)
            fight: Fight = known if known is not None else self._lab.parse(text)
        except ValueError as e:
            self.wrong = self.said = str(e)
            return False
        self._ask(fight)
        return True

    def _ask(self, fight: Fight, before: Fight | None = None) -> None:
        self.fight, self.before = fight, before
        self.typed, self.wrong = fight.text, ""
        self.said = fight.answer().says
        self.focus = "lab-title"

    @property
    def _compared(self) -> Fight | None:
        """The battle that the one asked about is compared with."""
        found = self.pinned if self.pinned is not None else self.before
        return None if found is self.fight else found

    def _areas(self, fight: Fight) -> list[str]:
        words = fight.text.replace(";", " ").replace(",", " ").split()
        return [word for word in words if word in self._kit.chart().areas]

    # ---- messages ---------------------------------------------------------------------------------------------------

    def take(self, m: Message) -> bool:
        """Do what a message asks; False when it is nothing of the lab's."""
        if m.kind == "area":
            if self.fight is None:
                self.bring(m.id)
            return True
        if m.kind != "do":
            return m.kind == "act"
        if m.name == "clause":
            self._number = self._kit.edition_with(m.value, self.game.rules.edition) and m.value
        elif m.name in ("close", "escape") and self._number:
            self._number = ""
        elif m.name in ("lab-close", "escape"):
            self.closed = True
        elif m.name == "lab-list":
            self.fight = self.before = None
        elif m.name == "lab-pin" and self.fight is not None:
            self.pinned = None if self.pinned is not None else self.fight
            self.said = "Every battle is compared with this one now." if self.pinned else "Nothing is pinned any more."
        elif m.name == "lab-load":
            self.read(m.fields.get("text", ""))
        elif m.name == "lab-pick":
            self._pick(m.value, self.found)
        elif m.name == "lab-variant" and self.fight is not None:
            self._pick(m.value, self.fight.variants(), self.fight)
        elif m.name == "lab-back" and self._compared is not None:
            self._ask(self._compared)
        else:
            return False
        return True

    def _pick(self, value: str, known: Sequence[Fight], before: Fight | None = None) -> None:
        if value.isascii() and value.isdigit() and int(value) < len(known):
            self._ask(known[int(value)], before)

    # ---- showing ----------------------------------------------------------------------------------------------------

    def draw(self) -> Screen:
        """The list or the battle, and the map as it lies."""
        kit, chart = self._kit, self._kit.chart()
        seen = Seen(self.game, kit)
        view = seen[self.viewer]
        marks = piles.marks_of_control(view)
        fights = self.found if self.fight is None else [self.fight]
        for area in {area for fight in fights for area in self._areas(fight)}:
            marks[area] = f"{marks.get(area, '')} {'enemy' if self.fight is None else 'sel'}".strip()
        screen = Screen(
            regions=shown(self._regions()),
            seen=seen[None],
            marks=marks,
            pieces=kit.pieces(view),
            names=area_names(view, chart.areas, kit),
            said=self.said,
            focus=self.focus,
            layout="small",
        )
        self.said = self.focus = ""
        return screen

    def _regions(self) -> list[Region]:
        kit, edition, fight = self._kit, self.game.rules.edition, self.fight
        title = "What if?" if fight is None else fight.title
        out: list[Region] = [("lab-head", "top", lab_panels.head(title, fight is not None, self.pinned is not None))]
        if self._number:
            with_it = kit.edition_with(self._number, edition)
            out.append(("clause", "below", clauses.clause(kit, with_it, self._number)))
        if fight is None:
            out.append(("lab-list", "below", lab_panels.found(self.groups)))
        else:
            answer = fight.answer()
            out.append(("lab-answer", "below", lab_panels.answer(answer)))
            if (other := self._compared) is not None:
                lines = compare(other.answer(), answer)
                out.append(("lab-compare", "below", lab_panels.compared(other, lines)))
            out.append(("lab-why", "below", lab_panels.because(kit, edition, answer.because)))
            out.append(("lab-variants", "side", lab_panels.variants(fight.variants())))
        out.append(("lab-load", "side", lab_panels.load(self.typed, self.wrong)))
        return out
