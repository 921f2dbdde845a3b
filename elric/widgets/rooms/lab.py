"""The what-if room: the battles at hand, one of them with its odds, changed by its form, and the one pinned beside it.

A game hands over its battles, their form and their pictures (`lab.definition.LabDef`). No widgets in here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlencode

from elric.kernel.game import Game
from elric.lab.definition import LIST, Fight, Helped, LabDef, problems_of
from elric.lab.form import Check, Part, Problem, used
from elric.widgets.definition import TableDef
from elric.widgets.map import piles
from elric.widgets.map.inspector import area_names
from elric.widgets.markup import NOTHING, Markup
from elric.widgets.messages import Message
from elric.widgets.panels import clauses
from elric.widgets.panels import lab as panels
from elric.widgets.screen import Address, Region, Screen, Seen, shown

__all__ = ["LabRoom"]

_ONLOOKER: Final = -1
_OPEN: Final = ("why", "help")  # what stands open in a game that has no tabs for it


class LabRoom:
    """What the lab shows and does.

    Args:
        kit: the game's half of the page.  lab: its battles.  game: the game on the map.
        viewer: the seat that looks on, or None: then nothing is used that an onlooker cannot see.

    Attributes:
        entry: the battle as it was entered; it stays as entered, also when it cannot be.
        fight: the battle asked about, or None when what was entered cannot be.
        problems: why it cannot be.  pinned: the one that others stand beside.  closed: whether the person has left the lab.
        ground: the battle on the board around which one is entered, None for one that is built from nothing.
        wrong: what is wrong with a text or an address that was no battle; `typed` is that text.
    """

    def __init__(self, kit: TableDef, lab: LabDef, game: Game, viewer: int | None) -> None:
        self._kit, self._lab = kit, lab
        self.game, self.viewer = game, viewer
        self.fight: Fight | None = None
        self.ground: Fight | None = None
        self.pinned: Fight | None = None
        self.problems: tuple[Problem, ...] = ()
        self.wrong: tuple[Problem, ...] = ()
        self.typed = self.tab = self.said = self.focus = ""
        self.closed = self._exactly = self._gathers = False
        self._helping = 0
        self._ideas: dict[int, Sequence[Helped]] = {}
        self._switched: dict[str, Any] = {}  # the entry as it was before a box was checked
        self._form: Sequence[Part] | None = None
        self._opened = 0  # battles opened so far: each is a step of the browser's history
        self._asked: dict[str, str] = {}  # an address that made no sense
        self._number = ""  # the clause that is open
        self._find()
        self.entry = lab.first(game.rules.edition)
        if not self.found and self.entry is not None:
            self._build("")

    def _find(self) -> None:
        self.groups = [(title, list(some)) for title, some in self._lab.groups(self.game, self._seat)]
        self.found: list[Fight] = [fight for _, fights in self.groups for fight in fights]
        self.listing = True

    @property
    def _seat(self) -> int:
        return _ONLOOKER if self.viewer is None else self.viewer

    # ---- opening ----------------------------------------------------------------------------------------------------

    def open(self, area: str, in_hand: bool = False) -> bool:
        """Ask about the battle that could happen in an area; False when there is none."""
        fight = next((fight for fight in self.found if area in fight.areas), None) if not in_hand else None
        if fight is None and area:
            fight = self._lab.at(self.game, area, self._seat, in_hand)
        if fight is not None:
            self._show(fight)
        return fight is not None

    def bring(self, area: str) -> None:
        """Ask about the battle of the stack in hand in an area; without one the lab opens on those it found itself."""
        self.open(area, in_hand=True)

    def read(self, text: str) -> bool:
        """Open a battle from its text or link; what is wrong with it is shown beside the text."""
        self.typed = text
        try:
            fight: Fight = next((f for f in self.found if f.text == text.strip()), None) or self._lab.parse(text)
        except ValueError as e:
            self.wrong = tuple(Problem("text", "", p.reason) for p in problems_of(e))
            self.said = str(e)
            return False
        self._show(fight)
        return True

    def linked(self, query: Mapping[str, str]) -> str:
        """Open the list, or the battle that an address names; what is wrong with it is shown beside its text."""
        self.tab = query.get("tab", "") if query.get("tab", "") in dict(self._lab.tabs) else ""
        if query.get("battle") == LIST:
            self._list("")
            return ""
        known = next((f for f in self.found if f.text == query.get("battle")), None)
        try:
            entry, area = (known.entry, "") if known is not None else self._lab.asked(query)
        except ValueError:
            self._asked = dict(query)
            self.read(self._lab.query_text(query))
            return ""
        self.ground = self._ground(area)
        self.pinned = self._pinned(query.get("pin", ""))
        self._opened += 1
        self._set(entry, known)
        return ""

    def _ground(self, area: str) -> Fight | None:
        """A battle in an area of the board, for who stands around it."""
        found = [fight for fight in self.found if area in fight.areas] if area else []
        return found[0] if found else self._lab.at(self.game, area, self._seat, False) if area else None

    def _pinned(self, text: str) -> Fight | None:
        """The battle that an address has pinned beside its own; None without one, or where it cannot be fought."""
        if not text:
            return None
        try:
            entry, area = self._lab.asked(dict(parse_qsl(text)))
            fight: Fight = self._lab.enter(entry, self._ground(area))
        except ValueError:
            return None
        return fight

    @property
    def address(self) -> Address:
        """The list, or the battle as it is entered."""
        if self.wrong and self._asked:
            return Address(self._asked, "lab wrong")
        if self.listing:
            return Address({"battle": LIST}, "lab list")
        query = self._query(self.entry, self.fight, self.ground)
        pin = self._query(self.pinned.entry, self.pinned, self.pinned) if self.pinned is not None else query
        out = {**query, **({"tab": self.tab} if self.tab else {})}
        if pin != query:
            out["pin"] = urlencode(pin, safe=", *", quote_via=quote)
        return Address(out, f"lab {self._opened}")

    def _query(self, entry: Any, fight: Fight | None, ground: Fight | None) -> dict[str, str]:
        return self._lab.query(entry, fight, ground, self.viewer is not None)

    def _show(self, fight: Fight) -> None:
        self.focus = "lab-title"
        self.ground = fight
        self.tab = ""
        self._opened += 1
        self._set(fight.entry, fight)

    def _set(self, entry: Any, fight: Fight | None = None) -> None:
        """What was entered stands, whether it can be or not."""
        self.listing = False
        self.wrong, self.typed, self._ideas, self._form = (), "", {}, None
        self.entry = entry
        try:
            self.fight = found = self._lab.enter(entry, self.ground) if fight is None else fight
            self.problems = ()
            self.said = found.answer().says
        except ValueError as e:
            self.fight = None
            self.problems = problems_of(e)
            self.said = f"This battle cannot be fought yet. {e}"

    # ---- messages ---------------------------------------------------------------------------------------------------

    def take(self, m: Message) -> bool:
        """Do what a message asks; False when it is not the lab's."""
        self.said = ""
        if m.kind != "do":
            if m.kind == "area" and not (self.listing and self.open(m.id)):
                self._gather(m.id)
            return m.kind == "area"
        if m.name == "clause":
            self._number = m.value if self._kit.edition_with(m.value, self._edition) else self._number
        elif m.name in ("close", "escape") and self._number:
            self._number = ""
        elif m.name == "escape":
            self.closed = True
        elif m.name == "lab-load":
            if "text" in m.fields:
                self.read(m.fields["text"])
        elif m.name in _DEEDS:
            _DEEDS[m.name](self, m.value)
        else:
            return m.name.startswith("lab-") and self._enter(m.name[4:], m.value)
        return True

    def _enter(self, name: str, value: str) -> bool:
        """Use a control of the form; what it does not offer is no message of the lab's."""
        control = None if self.listing else used(self._controls, name, value)
        if isinstance(control, Check):
            before = self._switched.get(name)
            if value:
                self._switched[name] = self.entry
            self._set(control.then(bool(value), before))
        elif control is not None:
            self._set(control())
        return control is not None

    def _gather(self, area: str) -> None:
        """A stack that is clicked on the map joins the battle, or leaves it; from the list a new one is begun."""
        if not self._lab.by_stacks:
            return
        begun = self._lab.with_stack("" if self.listing else self.entry, self.game, area, self._seat)
        if begun and begun != self.entry:
            self._opened += self.listing
            self.ground, self._gathers = None, True
            self._set(begun)

    def _pick(self, value: str) -> None:
        if value.isascii() and value.isdigit() and int(value) < len(self.found):
            self._show(self.found[int(value)])

    def _build(self, value: str) -> None:
        first = self._lab.first(self._edition)
        if first is None:
            return
        self.ground = None
        self.focus = "lab-title"
        self._opened += 1
        self._set(self.entry if self.problems else first)

    def _list(self, value: str) -> None:
        self._find()
        self.wrong, self.typed, self._gathers = (), "", False
        self.focus = "lab-title"

    def _close(self, value: str) -> None:
        self.closed = True

    def _pin(self, value: str) -> None:
        if self.fight is None or self.listing:
            return
        if self.pinned is self.fight:
            self._unpin("")
            return
        self.said = "Pinned. Change something, and both stand side by side."
        if self.pinned is not None:
            self.said = "Pinned instead of the one before."
        self.pinned = self.fight

    def _unpin(self, value: str) -> None:
        self.pinned = None
        self.said = "Nothing is pinned any more."

    def _swap(self, value: str) -> None:
        if self.pinned is not None and not self.listing:
            back, self.pinned = self.pinned, self.fight
            self.ground = back
            self._set(back.entry, back)

    def _other(self, value: str) -> None:
        other = self.fight.otherwise() if self.fight is not None else None
        if other is not None:
            self._keep_beside()
            self._set(other[1]())

    def _try(self, value: str) -> None:
        ideas = self._ideas.get(self._helping, ())
        if value.isascii() and value.isdigit() and int(value) < len(ideas):
            idea = ideas[int(value)].fight
            self._keep_beside()
            self._set(idea.entry, idea)

    def _keep_beside(self) -> None:
        """Before something else is shown: pin what stands here, unless something was pinned already. That stays."""
        if self.pinned is None:
            self.pinned = self.fight

    def _helps(self, value: str) -> None:
        if value in ("0", "1"):
            self._helping = int(value)

    def _tab(self, value: str) -> None:
        self.tab = "" if value == self.tab or value not in dict(self._lab.tabs) else value

    def _exact(self, value: str) -> None:
        self._exactly = not self._exactly

    # ---- showing ----------------------------------------------------------------------------------------------------

    @property
    def _edition(self) -> str:
        return self.fight.edition if self.fight is not None and self.fight.edition else self.game.rules.edition

    def _cite(self, clause: tuple[str, ...]) -> str:
        return self._kit.game.cite(clause, self._edition) if any(clause) else ""

    @property
    def _controls(self) -> Sequence[Part]:
        if self._form is None:
            self._form = self._lab.form(self.entry, self.problems, self._edition, self.ground)
        return self._form

    def draw(self) -> Screen:
        """The list or the battle, and the map as it lies."""
        kit = self._kit
        seen = Seen(self.game, kit)
        view = seen[self.viewer]
        regions = shown(self._regions(view.get("players", ())))
        fights = self.found if self.listing else [self.fight] if self.fight is not None else []
        marks = piles.marks_of_control(view)
        for area in {area for fight in fights for area in fight.areas}:
            marks[area] = f"{marks.get(area, '')} {'enemy' if self.listing else 'sel'}".strip()
        screen = Screen(
            regions=regions,
            seen=seen[None],
            marks=marks,
            pieces=kit.pieces(view),
            names=area_names(view, kit.chart().areas, kit),
            said=self.said,
            focus=self.focus,
            layout="folded" if any(name == "lab-form" for name, _, _ in regions) and not self._gathers else "small",
        )
        self.said = self.focus = ""
        return screen

    def _hues(self, players: Sequence[Mapping[str, Any]], fight: Fight | None = None) -> list[int | None]:
        """The colours of attackers and defenders: those of their sides, wherever else they are drawn."""
        about = fight or (self.fight if self.fight is not None else self.ground)
        seats = about.seats if about is not None else (None, None)
        return [piles.hue(seat, players) for seat in seats] if seats is not None else [0, 1]

    def _regions(self, players: Sequence[Mapping[str, Any]]) -> list[Region]:
        kit, lab, fight, cite = self._kit, self._lab, self.fight, self._cite
        builds = lab.first(self._edition) is not None
        head = panels.head(None if self.listing else fight, not self.listing, builds)
        out: list[Region] = [("lab-head", "top", head)]
        if self._number:
            with_it = kit.edition_with(self._number, self._edition)
            out.append(("clause", "below", clauses.clause(kit, with_it, self._number)))
        out.append(("lab-wrong", "below", panels.refused(self.wrong, True, cite)))
        text = self.typed or ("" if fight is None or self.listing else fight.text)
        load = panels.load(text, self.wrong, lab.example, cite)
        if self.listing:
            out.append(("lab-list", "below", panels.found(self.groups, builds, lab.by_stacks)))
            return [*out, ("lab-load", "side" if self.found else "below", load)]
        hues = self._hues(players)
        form = panels.form(self._controls, hues, cite)
        out.append(("lab-form", "side", form))
        if fight is None:
            out.append(("lab-answer", "below", panels.refused(self.problems, False, cite)))
        else:
            out.append(("lab-answer", "below", panels.answer(fight, self._exactly, self.pinned, cite)))
            if self.pinned is not None and self.pinned.entry != fight.entry:
                compared = panels.compared(self.pinned, self.pinned.compare(fight), self._exactly)
                out.append(("lab-compare", "below", compared))
                pinned = (self.pinned.pictures(""), self._hues(players, self.pinned))
                out.append(("lab-dist", "below", panels.pair(pinned, (fight.pictures(""), hues), cite)))
            else:
                out.append(("lab-dist", "below", panels.pictures(fight.pictures(""), hues, cite)))
            tabs = dict(lab.tabs)
            out += [(f"lab-{key}", "below", self._leaf(fight, key, hues)) for key in _OPEN if key not in tabs]
            out.append(("lab-tabs", "below", panels.tabs_of(lab.tabs, self.tab)))
            out.append(("lab-tab", "below", self._leaf(fight, self.tab, hues) if self.tab else NOTHING))
        return [*out, ("lab-load", "below" if form else "side", load)]

    def _leaf(self, fight: Fight, key: str, hues: Sequence[int | None]) -> Markup:
        if key == "why":
            return panels.because(fight.answer().because, self._exactly, self._cite)
        if key == "help":
            if self._helping not in self._ideas:
                self._ideas[self._helping] = fight.helps(self._helping)
            return panels.helps(self._ideas[self._helping], self._helping if self._lab.sided else None)
        if key == "share":
            query = self._lab.query(fight.entry, fight, None, False)
            return panels.share(fight, f"?{urlencode(query)}")
        return panels.pictures(fight.pictures(key), hues, self._cite)


_DEEDS: Final[dict[str, Callable[[LabRoom, str], None]]] = {
    f"lab-{name}": deed
    for name, deed in {
        "pick": LabRoom._pick,
        "build": LabRoom._build,
        "list": LabRoom._list,
        "close": LabRoom._close,
        "pin": LabRoom._pin,
        "unpin": LabRoom._unpin,
        "swap": LabRoom._swap,
        "other": LabRoom._other,
        "try": LabRoom._try,
        "helps": LabRoom._helps,
        "tab": LabRoom._tab,
        "exact": LabRoom._exact,
    }.items()
}
