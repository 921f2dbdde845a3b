"""The branches of a sandbox as text, and how they are kept beside the game: they are there again after a reload.

They stand in a slot of the game's own, or, for who came by a link, in one of that link's. Two pages that bend the same game
lose nothing: what the other one has kept meanwhile is taken in before anything is written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from elric.kernel.record import BehindError, KeepError, read_json
from elric.widgets.rooms.keeping import Keeping
from elric.widgets.rooms.sandbox_tree import Branch, BranchStep, Tree

__all__ = ["KeptTree", "read", "write"]

_FORMAT: Final = 1
_SLOT: Final = "bench"
_NOT_HERE: Final = "Nothing is kept on this page: these branches are gone when it is closed."
_UNREAD: Final = "The branches that were kept with this game cannot be read. What you make now takes their place."

Packed = dict[str, Any]


def changed(old: Mapping[str, Any], steps: list[list[Any]]) -> dict[str, Any]:
    """What `change` wrote down, done. Whatever makes no sense raises a LookupError, TypeError or ValueError."""
    new = dict(old)
    for (first, *way), *value in steps:
        if way:
            new[first] = changed(new[first], [[way, *value]])
        elif value:
            new[first] = value[0]
        else:
            del new[first]
    return new


def write(tree: Tree, left: str = "") -> str:
    """The branches as text; `left`: the address of the game that was bent."""
    here = tree.branch.key if tree.branches else ""
    packed = {"format": _FORMAT, "here": here, "left": left, "branches": [_packed(one) for one in tree.branches]}
    return json.dumps(packed, ensure_ascii=False, separators=(",", ":"))


def _packed(one: Branch) -> Packed:
    first = one.steps[0]
    parent = one.parent.key if one.parent is not None else ""
    return {
        "key": one.key, "name": one.name, "parent": parent, "at": one.at, "words": first.words,
        "position": first.position, "steps": [[step.words, step.how] for step in one.steps[1:]],
    }  # fmt: skip


def read(text: str) -> tuple[Tree, str]:
    """The branches that `write` wrote, and the address of the game that was bent.

    Raises:
        ValueError: the text is no such thing.
    """
    try:
        packed = read_json(text)
        if packed["format"] != _FORMAT:
            raise ValueError
        branches = [_branch(one) for one in packed["branches"]]
        _hang(branches, packed["branches"])
        here = next((k for k, one in enumerate(branches) if one.key == packed["here"]), 0)
        return Tree(branches, here), str(packed["left"])
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        raise ValueError("these are no branches of a sandbox") from None


def _branch(packed: Packed) -> Branch:
    position = packed["position"]
    if not isinstance(position, dict):
        raise ValueError
    steps = [BranchStep(str(packed["words"]), position)]
    for words, how in packed["steps"]:
        steps.append(BranchStep(str(words), changed(steps[-1].position, how), how))
    at = int(packed["at"])
    return Branch(str(packed["name"]), None, steps, at if 0 <= at < len(steps) else len(steps) - 1, str(packed["key"]))


def _hang(branches: list[Branch], packed: list[Packed]) -> None:
    """Say of each branch which one it left; one that hangs on itself begins anew."""
    by_key = {one.key: one for one in branches}
    for one, told in zip(branches, packed, strict=True):
        parent = above = by_key.get(told["parent"])
        while above is not None and above is not one:
            above = above.parent
        one.parent = parent if above is None else None


class KeptTree:
    """The branches of one page, and where they are kept.

    Attributes:
        trouble: why they are not kept, "" while they are.
    """

    def __init__(self, keeping: Keeping) -> None:
        self._keeping = keeping
        self._at = ""  # address of the game that the branches belong to
        self._stand: dict[str, str] = {}  # the stored text by address, as this page last read it
        self._seen = ""  # the text as it was last kept
        self.trouble = "" if keeping.keeper is not None else _NOT_HERE

    @property
    def elsewhere(self) -> bool:
        """Whether another game is on the table than the one that these are kept with."""
        return self._keeping.key != self._at

    @property
    def _slot(self) -> str:
        k = self._keeping
        return _SLOT if k.owner else f"{_SLOT}-{k.key[:16].lower()}"

    def open(self) -> tuple[Tree, str] | None:
        """What is kept with the game on the table; None for nothing."""
        k = self._keeping
        self._at = k.key
        if k.keeper is None or not k.page:
            self.trouble = _NOT_HERE
            return None
        self.trouble, text = "", ""
        try:
            text = k.keeper.get(k.page, self._slot) or ""
            found = read(text) if text else None
        except KeepError as e:
            self.trouble = str(e)
            return None
        except ValueError:
            found, self.trouble = None, _UNREAD
        self._stand[self._at] = text
        self._seen = text
        return found

    def keep(self, tree: Tree, left: str, *, here: bool = False) -> None:
        """Keep the branches where they differ from what is kept; `here`: with the game that is on the table now."""
        k = self._keeping
        if here and self.elsewhere:
            self._at, self._seen = k.key, ""
        if k.keeper is None or not k.page or not tree.branches or self.elsewhere:
            return
        if write(tree, left) == self._seen and not self.trouble:
            return
        try:
            self._seen = self._put(tree, left)
        except KeepError as e:
            self.trouble = f"These branches are not kept, and gone when the page is closed. {e}"
        else:
            self.trouble = ""
            if any(len(one.steps) > 1 for one in tree.branches):
                k.shelve()

    def _put(self, tree: Tree, left: str) -> str:
        """Keep them; returns the text that is kept."""
        k = self._keeping
        assert k.keeper is not None
        for _ in range(4):
            text = write(tree, left)
            try:
                k.keeper.put(k.page, self._slot, text, self._stand.get(self._at, ""))
            except BehindError:
                theirs = k.keeper.get(k.page, self._slot) or ""
                self._take_in(tree, theirs)
                self._stand[self._at] = theirs
            else:
                self._stand[self._at] = text
                return text
        raise BehindError("Another page keeps its own branches again and again.")

    def _take_in(self, tree: Tree, text: str) -> None:
        """What another page has done to the branches since: a branch that is new there, or another there and the same here,
        is theirs; one that both have changed stands twice."""
        try:
            theirs, _ = read(text)
            base = (
                {one.key: _plain(one) for one in read(self._stand[self._at])[0].branches}
                if self._stand.get(self._at)
                else {}
            )
        except ValueError:
            return
        mine = {one.key: one for one in tree.branches}
        for one in theirs.branches:
            before, own = base.get(one.key), mine.get(one.key)
            if _plain(one) == before:
                continue
            if own is None or _plain(own) != before:
                if own is not None and _plain(own) == _plain(one):
                    continue
                one.name, one.key = tree.unused(one.name), one.key if own is None else one.key + "+"
                one.parent = mine.get(one.parent.key) if one.parent is not None else None
                tree.branches.append(one)
            else:
                own.name, own.steps, own.at = one.name, one.steps, one.at


def _plain(one: Branch) -> str:
    """What a branch says, apart from where in it somebody stands."""
    return json.dumps([one.name, [[step.words, step.position] for step in one.steps]], sort_keys=True)
