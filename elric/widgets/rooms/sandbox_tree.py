"""The branches of a sandbox: positions one after the other, taken back and done again, and where each branch left another."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

__all__ = ["MOST_BRANCHES", "MOST_STEPS", "Branch", "BranchStep", "Tree"]

MOST_STEPS: Final = 200
"""Positions of one branch: older ones are forgotten."""
MOST_BRANCHES: Final = 24
_LONGEST_NAME: Final = 40


def new_key() -> str:
    """A key that no other branch has, on no other page either."""
    return secrets.token_hex(6)


def change(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[list[Any]]:
    """What has to be set ([names on the way, value]) and taken away ([names on the way]) so that `old` becomes `new`."""
    found: list[list[Any]] = [[[key]] for key in old if key not in new]
    for key, value in new.items():
        if key not in old:
            found.append([[key], value])
        elif isinstance(value, Mapping) and isinstance(old[key], Mapping):
            found += [[[key, *way], *rest] for way, *rest in change(old[key], value)]
        elif old[key] != value or type(old[key]) is not type(value):
            found.append([[key], value])
    return found


@dataclass(frozen=True, slots=True)
class BranchStep:
    """A position, what led to it in words, and how it differs from the one before (`change`)."""

    words: str
    position: Mapping[str, Any]
    how: Sequence[Any] = ()


@dataclass(slots=True)
class Branch:
    """A row of positions.

    Attributes:
        name: what it is called.  parent: the branch it left, None for a beginning of its own.
        steps: its positions, the first one is where it began.  at: the one that is shown.
        key: what it is known by, whatever it is called.
    """

    name: str
    parent: Branch | None
    steps: list[BranchStep]
    at: int = 0
    key: str = field(default_factory=new_key)

    @property
    def now(self) -> BranchStep:
        """The position that is shown."""
        return self.steps[self.at]


@dataclass(slots=True)
class Tree:
    """All branches, and the one being worked on."""

    branches: list[Branch] = field(default_factory=list)
    here: int = 0

    @property
    def branch(self) -> Branch:
        """The branch being worked on."""
        return self.branches[self.here]

    @property
    def position(self) -> Mapping[str, Any]:
        """The position that is shown."""
        return self.branch.now.position

    @property
    def can_undo(self) -> bool:
        return self.branch.at > 0

    @property
    def can_redo(self) -> bool:
        return self.branch.at + 1 < len(self.branch.steps)

    def begin(self, name: str, words: str, position: Mapping[str, Any], parent: Branch | None = None) -> None:
        """A new branch, which is worked on from now on; where there are too many, the oldest that nothing hangs on goes."""
        if len(self.branches) >= MOST_BRANCHES:
            held = {id(branch.parent) for branch in self.branches} | {id(parent)}
            free = next((one for one in self.branches if id(one) not in held), self.branches[0])
            self._let_go(free)
        self.branches.append(Branch(self.unused(name), parent, [BranchStep(words, position)]))
        self.here = len(self.branches) - 1

    def fork(self, name: str) -> None:
        """Go on in a branch of its own from the position that is shown."""
        one = self.branch
        self.begin(name, f"Left “{one.name}”", one.now.position, one)

    def do(self, words: str, position: Mapping[str, Any]) -> bool:
        """The next position; what had been taken back is gone. False when it is the same position."""
        one = self.branch
        if _same(position, one.now.position):
            return False
        del one.steps[one.at + 1 :]
        one.steps.append(BranchStep(words, position, change(one.now.position, position)))
        del one.steps[: max(0, len(one.steps) - MOST_STEPS)]
        one.at = len(one.steps) - 1
        return True

    def undo(self) -> str:
        """Take back; returns what was taken back, "" for nothing."""
        one = self.branch
        if not self.can_undo:
            return ""
        one.at -= 1
        return one.steps[one.at + 1].words

    def redo(self) -> str:
        """Do again; returns what was done, "" for nothing."""
        if not self.can_redo:
            return ""
        self.branch.at += 1
        return self.branch.now.words

    def rename(self, number: int, name: str) -> None:
        """Call a branch something else."""
        words = " ".join(name.split())[:_LONGEST_NAME]
        if words:
            self.branches[number].name = words

    def cut(self, number: int) -> None:
        """Take a branch away; the last one stays. What had left it hangs on what it had left."""
        if len(self.branches) > 1:
            self._let_go(self.branches[number])

    def _let_go(self, gone: Branch) -> None:
        shown = self.branch
        self.branches.remove(gone)
        for branch in self.branches:
            if branch.parent is gone:
                branch.parent = gone.parent
        left = gone.parent if shown is gone else shown
        self.here = next((k for k, branch in enumerate(self.branches) if branch is left), len(self.branches) - 1)

    def rows(self) -> list[tuple[int, int]]:
        """The branches as a tree: (how deep, number), each behind the one it left."""
        found: list[tuple[int, int]] = []

        def below(parent: Branch | None, deep: int) -> None:
            for number, branch in enumerate(self.branches):
                if branch.parent is parent:
                    found.append((deep, number))
                    below(branch, deep + 1)

        below(None, 0)
        return found

    def unused(self, name: str) -> str:
        """A name that no branch has."""
        words = " ".join(name.split())[:_LONGEST_NAME] or "Branch"
        taken = {branch.name for branch in self.branches}
        if words not in taken:
            return words
        return next(f"{words} {n}" for n in range(2, MOST_BRANCHES + 3) if f"{words} {n}" not in taken)


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
