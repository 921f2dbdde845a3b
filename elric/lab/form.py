"""The form in which a battle is put together, as data: a page draws it, and each control brings what comes of it.

A control that is used gives another entry, a battle as it was entered: whether it can be fought is asked afterwards, so that
nothing entered is lost. What is not offered cannot be asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from ..kernel.verdict import Reason

__all__ = ["Check", "Choose", "Count", "Group", "Option", "Part", "Press", "Problem", "about", "used"]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a battle cannot be: `where` names the part ("place", "attack", "cast"), `what` the entry in it."""

    where: str
    what: str
    reason: Reason


def about(problems: Iterable[Problem], where: str, what: str | None = None) -> list[Problem]:
    """Those that belong beside one control: `what` names the entry, None takes every entry of this part."""
    return [p for p in problems if p.where == where and what in (None, p.what)]


FOLD: Final = "fold"
"""The kind of a group that is folded away until it is opened."""


class Option(NamedTuple):
    """One entry of a list; `group`: the heading below which it stands."""

    value: str
    words: str
    then: Callable[[], Any]
    group: str = ""


class Choose(NamedTuple):
    """A list of which one is chosen.

    Attributes:
        name: of the message.  label: what stands beside it.  options: in order.  chosen: the value that stands now.
        key: what it is called on the page, where `name` has several lists.
        adds: what stands in place of a choice in a list from which something is added.
    """

    name: str
    label: str
    options: Sequence[Option]
    chosen: str = ""
    key: str = ""
    adds: str = ""


class Check(NamedTuple):
    """Something that is so or not. `then` is told which, and the entry as it was before it was last switched on, None where it
    never was."""

    name: str
    label: str
    on: bool
    then: Callable[[bool, Any], Any]


class Press(NamedTuple):
    """A button; `on` whether it is in or out, None where it is neither. `note` stands small beside its words."""

    name: str
    value: str
    words: str
    then: Callable[[], Any]
    on: bool | None = None
    note: str = ""
    quiet: bool = False


class Count(NamedTuple):
    """A number that goes up and down; `note` stands behind it, `drop` takes the whole away, `says` is for a screen reader."""

    label: str
    number: int
    less: Press
    more: Press
    note: str = ""
    drop: Press | None = None
    says: str = ""


class Group(NamedTuple):
    """Controls that belong together.

    Attributes:
        kind: "side", "nation", "units", "cast", "kept" or `FOLD`; "" for no more than one after the other.
        title: its heading.  key: what it is called on the page; of a side "0" for who attacks, "1" for who defends.
        open: whether a folded one lies open.
    """

    kind: str
    parts: Sequence[Part]
    title: str = ""
    key: str = ""
    open: bool = False


Part = Choose | Check | Press | Count | Group | Problem
"""What a form is made of; a problem stands beside what it is about."""


def used(parts: Sequence[Part], name: str, value: str) -> Check | Callable[[], Any] | None:
    """What comes of a control of a form, by the name and the value of its message: a box to be checked, what comes of a button
    or of a choice, None where the form has none such."""
    for part in _controls(parts):
        if part.name != name:
            continue
        if isinstance(part, Check):
            return part
        rows = part.options if isinstance(part, Choose) else (part,)
        found = next((row.then for row in rows if row.value == value), None)
        if found is not None:
            return found
    return None


def _controls(parts: Sequence[Part]) -> Iterator[Choose | Check | Press]:
    for part in parts:
        if isinstance(part, Group):
            yield from _controls(part.parts)
        elif isinstance(part, Count):
            yield from (part.less, part.more, *((part.drop,) if part.drop else ()))
        elif not isinstance(part, Problem):
            yield part
