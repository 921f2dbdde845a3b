"""The sandbox as a room: any position by drag, by key and by form, its branches, and the way into a game and back.

It shows everything. So what comes into it from a game is only what may be known at this page: the rest is dealt anew, unless
whoever sits here may have the whole game and asks for it. The game itself is never changed: what is played on from here gets
an address of its own. No widgets in here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from elric.kernel.chance import ChanceError
from elric.widgets.map.inspector import place_named
from elric.widgets.messages import Message
from elric.widgets.rooms import sandbox_game as from_games
from elric.widgets.rooms import sandbox_screen
from elric.widgets.rooms.sandbox_compare import Differences, beside, word_for
from elric.widgets.rooms.sandbox_faults import Made, make
from elric.widgets.rooms.sandbox_kept import KeptTree
from elric.widgets.rooms.sandbox_text import PositionTexts
from elric.widgets.rooms.sandbox_tree import Branch, Tree
from elric.widgets.rooms.table import TableRoom
from elric.widgets.sandbox import NOWHERE, Position, Thing
from elric.widgets.screen import Address, Screen

__all__ = ["SandboxRoom"]

_ODD: Final = (AttributeError, LookupError, TypeError, ArithmeticError, ValueError)
_LUCK: Final = ("rolled", "chosen", "even")
_MOST_IN_HAND: Final = 60


class SandboxRoom:
    """What a page shows and does while somebody bends positions.

    Args:
        table: the table: where positions come from, and where they are played on.

    Attributes:
        tree: the branches.  hand: what has been taken up.  selected: the area looked at.  other: the branch compared with.
        tab: the leaf that is open.  luck: how luck falls when it is played on.  script: luck written down beforehand.
        real: the real position with its secrets, only for those who may see it.  left: the game that was bent.
        view: how the last position looked that could be looked at.
    """

    def __init__(self, table: TableRoom) -> None:
        self.closed = False
        self.tree = Tree()
        self.table = table
        self.kit = table.kit
        self.sandbox = table.kit.sandbox
        self.hand: tuple[str, ...] = ()
        self.selected = ""
        self.other: int | None = None
        self.tab = "board"
        self.luck = "rolled"
        self.script = ""
        self.part = ""
        self.heap = ""
        self.sought = ""
        self.renaming = -1
        self.moments: list[tuple[int, str]] = []
        self.note = self.said = self.focus = self.look = ""
        self.wrong: dict[str, str] = {}
        self.pasted = ""
        self.real: Position | None = None  # the real position with its secrets, only for those who may see it
        self.left: from_games.Left | None = None
        self.kept: tuple[int, Made] | None = None
        self.view: dict[str, Any] | None = None  # view of the last valid position
        self.words = PositionTexts(self.kit)
        self.keep = KeptTree(table.keeping)
        self.comparison: tuple[tuple[int, int], Differences] | None = None

    # ---- what it comes to -------------------------------------------------------------------------------------------

    @property
    def made(self) -> Made:
        """The position that is shown, as far as it can be made, with its faults; worked out once."""
        position = self.tree.position
        if self.kept is None or self.kept[0] != id(position):
            self.kept = (id(position), make(self.kit, self.sandbox, position))
        return self.kept[1]

    def text(self, *, exact: bool = True) -> str:
        """The position as a line of text; where it cannot be "", or (not `exact`) the one before it that can."""
        steps = self.tree.branch.steps[self.tree.branch.at :: -1]
        for step in steps[: 1 if exact else None]:
            if text := self.words.text(step.position):
                return text
        return ""

    @property
    def things(self) -> dict[str, Thing]:
        return {thing.key: thing for thing in self.sandbox.things(self.tree.position)}

    def forget(self) -> None:
        """What was taken up and looked at belongs to another position."""
        self.hand, self.selected, self.other, self.wrong, self.renaming = (), "", None, {}, -1

    @property
    def can_go_back(self) -> str:
        left = self.left
        return "yes" if left is not None and not from_games.is_at(self.table, left) else ""

    # ---- what is kept -----------------------------------------------------------------------------------------------

    def come(self) -> str:
        """The branches that belong to the game on the table: those that were kept with it, or else none; where nothing is kept,
        those that there are. Returns what is wrong with those that were kept, "" for nothing."""
        if not self.keep.elsewhere:
            return ""
        kept = not self.keep.trouble and self.table.keeping.keeper is not None
        found = self.keep.open()
        if found is not None:
            self.tree, left = found
            self.left = from_games.Left(left, None) if left else None
        elif kept:
            self.tree, self.left = Tree(), None
        self.real, self.moments = None, []
        self.forget()
        return self.keep.trouble

    def kept_now(self, *, here: bool = False) -> None:
        """Keep the branches as they are; `here`: with the game that has just come to the table."""
        self.keep.keep(self.tree, self.left.key if self.left is not None else "", here=here)

    def beside(self) -> tuple[Branch, Differences] | None:
        """The branch that is compared with, and in what it differs; worked out once for two positions."""
        tree = self.tree
        if self.other is None or self.other >= len(tree.branches) or self.other == tree.here:
            return None
        other = tree.branches[self.other]
        key = (id(tree.position), id(other.now.position))
        if self.comparison is None or self.comparison[0] != key:
            self.comparison = (key, beside(self.kit, self.sandbox, other.now.position, tree.position))
        return other, self.comparison[1]

    # ---- coming in --------------------------------------------------------------------------------------------------

    def enter(self, value: str) -> str:
        """Come in: as it was left, or with a moment in a branch of its own, the one on the table ("here") or the one after so
        many actions ("57"). Returns why that cannot be, "" where it can."""
        self.closed, self.focus = False, "sand-title"
        unread = self.come()
        why = self._enter(value)
        self.note = f"{unread} {self.note}".strip()
        self.kept_now()
        return why

    def _enter(self, value: str) -> str:
        if value.isascii() and value.isdigit() and len(value) < 8:
            return self._bend(int(value))
        if self.tree.branches and value != "here":
            return ""
        return self._bend(from_games.NOW)

    def _bend(self, number: int) -> str:
        """A branch from a moment of the game at the table."""
        table = self.table
        taken = from_games.taken(table, number)
        if taken.wrong:
            return taken.wrong
        position = self.sandbox.tidy(taken.position)
        # a game that was played on from here: its moments are branches of where it began. To who may not know where it really
        # began, that would tell whether it was dealt as it is.
        began = table.game.start if taken.whole else None
        parent = next((one for one in self.tree.branches if any(step.position == began for step in one.steps)), None)
        self.tree.begin(taken.heading, "as it came", position, parent)
        self.real = taken.real
        self.left = from_games.left(table)
        self.note = "" if taken.whole else "What your seat cannot see was dealt anew, so this tells nothing of it."
        self.moments = []
        self.forget()
        return ""

    def linked(self, query: Mapping[str, str]) -> str:
        """Open the position that an address holds; returns what is wrong with it."""
        text = query.get("sandbox", "")
        self.closed = False
        self.come()
        if self.tree.branches and text == self.text(exact=False):
            return ""
        if text in ("", "new"):
            return self.enter("")
        try:
            position = self.words.read(text)
        except ValueError as error:
            return str(error)
        self.tree.begin("From a link", "as it came", self.sandbox.tidy(position))
        self.real = None
        self.forget()
        self.kept_now()
        return ""

    @property
    def address(self) -> Address:
        """The position, or the last one before it that can be."""
        text = self.text(exact=False) or "new"
        return Address({"sandbox": text}, "sandbox")

    # ---- messages ---------------------------------------------------------------------------------------------------

    def take(self, m: Message) -> bool:
        """Do what a message asks; False for a door."""
        self.note = ""
        door = self._take_message(m)
        self.kept_now()
        return door

    def _take_message(self, m: Message) -> bool:
        if m.kind == "area":
            self._area(m.id, m.unit)
        elif m.kind == "do" and m.name.startswith("sand-"):
            self._do(m.name.removeprefix("sand-"), m.value, m.fields)
        elif m.kind == "do" and m.name == "sandbox":
            self.note = self.enter(m.value) or self.note
        elif m.kind == "do" and m.name == "goto":
            self.selected = place_named(self.kit, m.value) or self.selected
            self.look = self.selected
        elif m.kind == "do" and m.name in ("escape", "close"):
            self._escape()
        else:
            return m.kind != "do"
        return True

    def _do(self, name: str, value: str, fields: Mapping[str, str]) -> None:
        deeds = {
            "take": self._take, "all": self._take_all, "put": self._put, "drop": self._drop, "set": self._set,
            "undo": self._undo, "redo": self._redo, "step": self._step, "go": self._go, "compare": self._compare,
            "rename": self._rename, "cut": self._cut, "play": self._play, "luck": self._choose_luck, "show": self._show,
            "moment": self._moment, "original": self._original, "real": self._really,
        }  # fmt: skip
        if name in deeds:
            deeds[name](value)
        elif name == "down":
            self.hand = ()
        elif name == "tab":
            self.tab = value if value in ("board", "values", "cards", "luck", "share") else "board"
        elif name == "find":
            self.sought = value[:60]
        elif name == "heap":
            self.heap = "" if self.heap == value else value
        elif name == "part":
            self.part, self.wrong = value[:60], {}
        elif name == "fork":
            self.tree.fork("Branch")
            self.renaming, self.focus = self.tree.here, "sand-name"
        elif name == "named":
            self._named(fields)
        elif name == "clear":
            self._change(self.sandbox.empty(self.tree.position), "The board is cleared")
        elif name == "anew":
            self._change(self.sandbox.anew(self.tree.position), "The phase begins anew")
        elif name == "data":
            self._data(fields.get("part", ""), fields.get("text", ""))
        elif name == "script":
            self._write_script(fields.get("text", ""))
        elif name == "open":
            self._open(fields.get("text", ""))
        elif name == "moments":
            self.moments = from_games.moments(self.table)

    # ---- taking up and putting down ---------------------------------------------------------------------------------

    def _area(self, area: str, unit: str) -> None:
        """An area was chosen: what is in hand goes there, or it is looked at, with the counter that was pointed at in hand."""
        if area not in self.kit.chart().areas:
            return
        if self.hand:
            if any(self.things[key].place != area for key in self.hand if key in self.things):
                self._put(area)
            else:
                self.hand = ()
            self.selected = area
            return
        self.selected, self.tab = area, "board"
        if unit in self.things:
            self.hand = (unit,)
            self.focus = "sand-hand"
            self.said = f"{self.things[unit].name} is in hand. Choose a place."

    def _take(self, value: str) -> None:
        if value in self.hand:
            self.hand = tuple(key for key in self.hand if key != value)
        elif value in self.things and len(self.hand) < _MOST_IN_HAND:
            together = self.hand and self.things[self.hand[0]].place == self.things[value].place
            self.hand = (*self.hand, value) if together else (value,)
            self.said = f"{self.things[value].name} is in hand. Choose a place."

    def _take_all(self, value: str) -> None:
        self.hand = tuple(thing.key for thing in self.things.values() if thing.place == value and thing.on_map)[
            :_MOST_IN_HAND
        ]

    def _put(self, place: str) -> None:
        self._lay(self.hand, place)

    def _drop(self, value: str) -> None:
        """Something was dragged: "thing place"."""
        key, _, place = value.partition(" ")
        self._lay((key,), place)
        self.selected = place if place in self.kit.chart().areas else self.selected

    def _lay(self, keys: Sequence[str], place: str) -> None:
        things = self.things
        known = [key for key in keys if key in things]
        if not known or (place not in self.kit.chart().areas and place != NOWHERE):
            return
        position: Position = self.tree.position
        for key in known:
            position = self.sandbox.put(position, key, place)
        where = str(self.kit.chart().areas[place]["name"]) if place in self.kit.chart().areas else "off the board"
        more = f" and {len(known) - 1} more" if len(known) > 1 else ""
        self._change(position, f"{things[known[0]].name}{more}: {where}")
        self.hand = ()
        self.look = place if place != NOWHERE else ""

    def _set(self, value: str) -> None:
        key, _, chosen = value.partition("=")
        try:
            self._change(self.sandbox.set(self.tree.position, key, chosen))
        except _ODD:
            self.note = "That cannot be chosen here."

    def _change(self, position: Position, words: str = "") -> None:
        """The next position of the branch, with all that is wrong with it said aloud."""
        before = self.tree.position
        words = words or word_for(self.kit, self.sandbox, before, position)
        if not self.tree.do(words, position):
            return
        self.wrong = {}
        faults = self.made.faults
        self.said = f"{words}. " + (
            f"{len(faults)} cannot be: {faults[0].words}" if faults else "This position can be."
        )

    # ---- branches ---------------------------------------------------------------------------------------------------

    def _undo(self, value: str) -> None:
        words = self.tree.undo()
        self.said = f"Taken back: {words}." if words else "There is nothing to take back."
        self.note = "" if words else "There is nothing to take back in this branch."
        self.hand = ()

    def _redo(self, value: str) -> None:
        words = self.tree.redo()
        self.said = f"Done again: {words}." if words else "There is nothing to do again."
        self.note = "" if words else "There is nothing to do again in this branch."
        self.hand = ()

    def _step(self, value: str) -> None:
        if (n := _number(value)) < len(self.tree.branch.steps) and n >= 0:
            self.tree.branch.at = n
            self.hand = ()

    def _go(self, value: str) -> None:
        if 0 <= (n := _number(value)) < len(self.tree.branches):
            self.tree.here = n
            self.forget()
            self.real = None

    def _compare(self, value: str) -> None:
        n = _number(value)
        self.other = None if n == self.other or not 0 <= n < len(self.tree.branches) or n == self.tree.here else n
        self.focus = "sand-compared" if self.other is not None else ""

    def _rename(self, value: str) -> None:
        if 0 <= (n := _number(value)) < len(self.tree.branches):
            self.renaming, self.focus = n, "sand-name"

    def _named(self, fields: Mapping[str, str]) -> None:
        if 0 <= (n := _number(fields.get("number", ""))) < len(self.tree.branches):
            self.tree.rename(n, fields.get("name", ""))
            self.focus = f"sand-go-{n}"
        self.renaming = -1

    def _cut(self, value: str) -> None:
        if 0 <= (n := _number(value)) < len(self.tree.branches):
            self.tree.cut(n)
            self.forget()

    def _moment(self, value: str) -> None:
        self.note = self._bend(_number(value)) or self.note

    def _really(self, value: str) -> None:
        """The hands as they really are, for whoever may have the whole game."""
        if self.real is not None and self.table.keeping.whole and self.table.curtain is None:
            self._change(self.sandbox.tidy(dict(self.real)), "everything as it really is")
            self.real = None

    # ---- text, data, luck -------------------------------------------------------------------------------------------

    def _data(self, part: str, text: str) -> None:
        self.part = part[:60]
        try:
            self._change(self.words.part(self.tree.position, part, text))
        except ValueError as error:
            self.wrong = {"data": str(error)}

    def _open(self, text: str) -> None:
        self.pasted = text[:20_000]
        try:
            position = self.words.read(text)
        except ValueError as error:
            self.wrong = {"open": str(error)}
            self.said = str(error)
            return
        self.tree.begin("Brought in", "as it came", self.sandbox.tidy(position))
        self.real, self.pasted = None, ""
        self.forget()
        self.tab = "board"
        self.said = "The position is on the bench."

    def _choose_luck(self, value: str) -> None:
        self.luck = value if value in _LUCK else "rolled"

    def _write_script(self, text: str) -> None:
        self.script = text.strip()[:2000]
        try:
            self.kit.game.parse_results(self.script)
        except ChanceError as error:
            self.wrong = {"script": str(error)}
        else:
            self.wrong = {}
            self.note = "That falls next when the position is played on." if self.script else ""

    # ---- into a game and back ---------------------------------------------------------------------------------------

    def _play(self, value: str) -> None:
        """Play on from here: a game of its own, at an address of its own."""
        if self.made.faults or self.made.game is None:
            self.note = "It cannot be played on while something in it cannot be. What is wrong stands above."
            return
        script = self.script if self.luck == "chosen" else ""
        try:
            game = from_games.played_on(self.kit, self.tree.position, self.luck == "even", script)
        except (ValueError, ChanceError) as error:
            self.note = f"It cannot be played on: {error}"
            return
        from_games.sit_down(self.table, game, self.tree.branch.name)
        self.kept_now(here=True)
        self.closed = True

    def _original(self, value: str) -> None:
        """Back to the game that was bent first: it stands as it stood."""
        if self.left is not None:
            from_games.back_to(self.table, self.left)
            self.kept_now(here=True)
            self.closed = True

    def _show(self, value: str) -> None:
        thing, _, area = value.partition(" ")
        if area in self.kit.chart().areas:
            self.selected = area
        if thing in self.things:
            self.hand = (thing,)
        self.tab = "board"

    def _escape(self) -> None:
        if self.hand:
            self.hand = ()
        elif self.other is not None:
            self.other = None
        else:
            self.selected = ""

    # ---- showing ----------------------------------------------------------------------------------------------------

    def draw(self) -> Screen:
        """The bench: the position on the map, what is in hand, what cannot be, the branches."""
        screen = sandbox_screen.draw(self)
        self.said = self.focus = self.look = ""
        return screen


def _number(value: str) -> int:
    return int(value) if value.isascii() and value.isdigit() and len(value) < 6 else -1
