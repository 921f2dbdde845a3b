"""The bench of the sandbox: the branches, and what the person who bends positions looks at. Deeds are in `sandbox`, drawing in
`sandbox_screen`."""

from __future__ import annotations

from typing import Any

from elric.widgets.rooms import sandbox_game as from_games
from elric.widgets.rooms.sandbox_compare import Compared, beside
from elric.widgets.rooms.sandbox_faults import Made, make
from elric.widgets.rooms.sandbox_kept import KeptTree
from elric.widgets.rooms.sandbox_text import Words
from elric.widgets.rooms.sandbox_tree import Branch, Tree
from elric.widgets.rooms.table import TableRoom
from elric.widgets.sandbox import Position, Thing

__all__ = ["Bench"]


class Bench:
    """What one page knows of the positions that are being bent.

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
        self.words = Words(self.kit)
        self.keep = KeptTree(table.keeping)
        self.comparison: tuple[tuple[int, int], Compared] | None = None

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

    def beside(self) -> tuple[Branch, Compared] | None:
        """The branch that is compared with, and in what it differs; worked out once for two positions."""
        tree = self.tree
        if self.other is None or self.other >= len(tree.branches) or self.other == tree.here:
            return None
        other = tree.branches[self.other]
        key = (id(tree.position), id(other.now.position))
        if self.comparison is None or self.comparison[0] != key:
            self.comparison = (key, beside(self.kit, self.sandbox, other.now.position, tree.position))
        return other, self.comparison[1]
