"""Replay as a room: a game gone through again, by hand or played, forwards and backwards. No widgets in here.

While the game goes on it shows what the seat at the screen may know, and nobody's hand but that of whoever sits there and
asks for it. When it is over, all hands may be laid open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from elric.widgets.map import piles
from elric.widgets.map.inspector import area_names, inspector
from elric.widgets.markup import Markup
from elric.widgets.messages import Message
from elric.widgets.panels import clauses
from elric.widgets.panels import replay as panels
from elric.widgets.rooms import replay_file
from elric.widgets.rooms.replay_reel import Reel
from elric.widgets.rooms.table import TableRoom
from elric.widgets.screen import Address, Region, Screen, shown, spoken

__all__ = ["ReplayRoom"]

PARTS: Final = tuple(key for key, _ in panels.PARTS)
_END: Final = "end"


class ReplayRoom:
    """What a page shows and does while a game is gone through again.

    Args:
        table: the table: its game is shown, up to where it stands.

    Attributes:
        index: the moment that is shown.  playing: 1 forwards, -1 backwards, 0 not.  pace: how fast, one of `panels.PACES`.
        part: what the panel shows.  thing: the unit or area whose moments are listed.  number: the clause that is open.
        laid: whether all hands are asked to lie open.  own: whether the seat at the screen looks into its own hand.
    """

    def __init__(self, table: TableRoom) -> None:
        self._table = table
        self.closed = False
        self.index, self.playing, self.pace, self.part = 0, 0, "walk", PARTS[0]
        self.thing = self.number = self._area = ""
        self._made = self._file = ""  # the export that is shown, and its text
        self.laid = self.own = False
        self._own_seat: int | None = None
        self._said = self._look = self._focus = ""
        self._reel = Reel(table.game, table.kit)

    # ---- what is shown ----------------------------------------------------------------------------------------------

    @property
    def viewer(self) -> int | None:
        """The seat whose secrets are shown: that of whoever sits at the screen and holds his hand open here."""
        whose = self._table.whose
        return whose if self.own and whose is not None and whose == self._own_seat else None

    @property
    def reel(self) -> Reel:
        """The moments of the game on the table, for whoever looks."""
        game = self._table.game
        everything = self.laid and game.seat is None
        if not self._reel.holds(game, self.viewer, everything):
            told = self._reel.moments[self.index].told if self.index < len(self._reel) else 0
            at_end = self.index == len(self._reel) - 1
            number = self._reel.moments[min(self.index, len(self._reel) - 1)].number
            self._reel = Reel(game, self._table.kit, self.viewer, everything=everything)
            self.index = self._reel.after(number) if number else self._reel.first_with(told) if told else 0
            if at_end:
                self.index = len(self._reel) - 1
            self._made = self._file = ""
        return self._reel

    def follow(self) -> bool:
        """Go along with a game that goes on elsewhere; True when there is more of it now."""
        before = self._reel
        return self.reel is not before

    def bring(self, value: str) -> None:
        """Go to a moment: so many events told, or the end; the beginning without a number."""
        reel = self.reel
        if value == _END:
            self.index = len(reel) - 1
        else:
            self.index = reel.first_with(int(value)) if _is_number(value) else 0

    def linked(self, query: Mapping[str, str]) -> str:
        """Open the moment that an address names; returns what is wrong with it."""
        value = query.get("replay", "")
        if value != _END and not _is_number(value):
            return f"“{value[:40]}” is no moment of a game"
        self.bring(value)
        return ""

    @property
    def address(self) -> Address:
        """The moment, by how many events anybody reads had been told. To go through a game makes no steps for Back."""
        reel = self.reel
        at_end = self.index == len(reel) - 1
        return Address({"replay": _END if at_end else str(reel.moments[self.index].told)}, "replay")

    # ---- messages ---------------------------------------------------------------------------------------------------

    def take(self, m: Message) -> bool:
        """Do what a message asks; False for a door."""
        reel = self.reel
        if m.kind == "area":
            self._pointed(m.id, m.unit, reel)
            return True
        if m.kind != "do":
            return m.kind == "act"
        if m.name == "replay-tick":
            self._tick(m.value, reel)
        elif m.name == "replay-at":
            self._go(int(m.value) if _is_number(m.value) else self.index)
        elif m.name == "replay-step":
            self._step(m.value, reel)
        elif m.name == "replay-play":
            self._play({"1": 1, "-1": -1}.get(m.value, 0), reel)
        elif m.name == "replay-pace":
            self.pace = m.value if m.value in panels.PACES else self.pace
        elif m.name == "replay-part":
            self.part = m.value if m.value in PARTS else self.part
            self._made = self._file = ""
        elif m.name == "replay-thing":
            self.thing = m.value if m.value in reel.things else ""
        elif m.name == "replay-open":
            self.laid = not self.laid and reel.over
        elif m.name == "hand":
            self.own = not self.own and self._table.whose is not None
            self._own_seat = self._table.whose
        elif m.name == "replay-make":
            self._made = m.value if m.value in ("page", "record") and m.value != self._made else ""
            self._file = self._text(reel)
            self._focus = f"made-{self._made}-file" if self._made else ""
        elif m.name == "clause":
            self.number = self._table.kit.edition_with(m.value, self._edition) and m.value
            self.playing = 0
        elif m.name in ("escape", "close"):
            self._close()
        else:
            return False
        return True

    @property
    def _edition(self) -> str:
        return self._table.game.rules.edition

    def _close(self) -> None:
        if self.number:
            self.number = ""
        elif self.playing:
            self.playing = 0
        elif self._area:
            self._area = ""
        else:
            self.closed = True

    def _pointed(self, area: str, unit: str, reel: Reel) -> None:
        """A unit or an area on the map: its moments are listed."""
        if area not in self._table.chart.areas:
            return
        self.playing = 0
        self._area = area
        thing = unit if unit in reel.things else area
        if thing in reel.things:
            self.thing, self.part = thing, "find"

    def _tick(self, value: str, reel: Reel) -> None:
        """The next moment of a game that is played; a tick of another moment comes too late."""
        if self.playing and value == str(self.index):
            self._show(reel.next_telling(self.index, self.playing), reel)
            if self.index in (0, len(reel) - 1):
                self.playing = 0

    def _go(self, index: int) -> None:
        self.playing = 0
        self._show(index, self.reel)

    def _show(self, index: int, reel: Reel) -> None:
        self.index = max(0, min(len(reel) - 1, index))
        self._area = ""
        moment = reel.moments[self.index]
        areas = self._table.chart.areas
        self._look = next((thing for thing in moment.named if thing in areas), "")
        self._said = spoken(line.words for line in moment.lines) or reel.heading(self.index)

    def _step(self, value: str, reel: Reel) -> None:
        to = {"first": 0, "last": len(reel) - 1, "1": self.index + 1, "-1": self.index - 1}
        battles = sorted(reel.fights)
        to["battle"] = next((at for at in battles if at > self.index), self.index)
        to["battle-back"] = next((at for at in reversed(battles) if at < self.index), self.index)
        self._go(to.get(value, self.index))

    def _play(self, way: int, reel: Reel) -> None:
        """Play on, or stop; at the end it begins again from the other one."""
        self.playing = 0 if way == self.playing else way
        if self.playing and self.index == (len(reel) - 1 if self.playing > 0 else 0):
            self.index = 0 if self.playing > 0 else len(reel) - 1

    # ---- showing ----------------------------------------------------------------------------------------------------

    def draw(self) -> Screen:
        """The moment on the map, and beside it what the panel is to show."""
        table, kit, reel = self._table, self._table.kit, self.reel
        view = reel.view(self.index)
        marks = piles.marks_of_control(view)
        moment = reel.moments[self.index]
        about = [thing for thing in moment.named if thing in table.chart.areas]
        for area in about:
            marks[area] = f"{marks.get(area, '')} target".strip()
        if self._area:
            marks[self._area] = f"{marks.get(self._area, '')} sel".strip()
        said, self._said = self._said, ""
        look, self._look = self._look, ""
        focus, self._focus = self._focus, ""
        return Screen(
            regions=self._regions(reel),
            seen=reel.open_view(self.index),
            marks=marks,
            pieces=kit.pieces(view),
            names=area_names(view, table.chart.areas, kit),
            said="" if self.playing else said,
            look="" if self.playing else look,
            stage=tuple(table.chart.areas),  # the whole map: no zoom to a part of it
            focus=focus,
        )

    def _regions(self, reel: Reel) -> list[Region]:
        table, kit = self._table, self._table.kit
        whole = reel.over or table.keeping.whole
        bend = str(reel.moments[self.index].number) if "sandbox" in kit.doors and whole else ""
        out: list[Region] = [
            ("replay-head", "top", panels.head(reel)),
            ("replay-now", "side", panels.now(reel, self.index, bend)),
        ]
        if self.number:
            found = reel.clauses.get(self.number, ())
            with_it = kit.edition_with(self.number, self._edition)
            out.append(("clause", "side", clauses.clause(kit, with_it, self.number)))
            out.append(
                ("replay-clause", "side", panels.moments(reel, found, f"Where {self.number} applied", self.index))
            )
        out.append(("replay-part", "side", self._part(reel)))
        if self._area:
            out.append(("area", "side", inspector(reel.view(self.index), self._area, table.chart.areas, kit)))
        out.append(("tracks", "below", kit.tracks(reel.open_view(self.index))))
        if reel.over or table.whose is not None:
            out.append(
                (
                    "replay-hands",
                    "below",
                    panels.hands(reel, self.index, laid=reel.everything, own=self.viewer is not None),
                )
            )
        out.append(("foot", "foot", panels.transport(reel, self.index, self.playing, self.pace)))
        return shown(out)

    def _part(self, reel: Reel) -> Markup:
        chart = self._table.chart
        areas = {key: str(area["name"]) for key, area in chart.areas.items()}
        if self.part == "battles":
            shown_ = panels.battles(reel, self.index)
        elif self.part == "luck":
            shown_ = panels.luck(reel)
        elif self.part == "find":
            shown_ = panels.find(reel, areas, self.thing, self.index)
        elif self.part == "keep":
            shown_ = panels.keep(self._made, self._file, replay_file.name(reel, self._made), over=reel.over)
        else:
            shown_ = panels.story(reel, self.index)
        return panels.tabs(self.part, shown_)

    def _text(self, reel: Reel) -> str:
        """The file that is asked for. It never holds more than anybody may know before the game has ended."""
        if not self._made:
            return ""
        if reel.viewer is not None:
            reel = Reel(self._table.game, self._table.kit)
        return str(replay_file.page(reel)) if self._made == "page" else replay_file.record(reel)


def _is_number(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) < 8
