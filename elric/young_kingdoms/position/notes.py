"""Notes: what a position remembers besides who is where. A note is a tuple that begins with its kind; `vocabulary.NOTES`
names what stands behind it. It is read as a frame is: unpacked, with those names (`for _, area, enemy in noted(s, "faced")`).

Plain tuples, because a position is copied and compared by them: a named tuple of the same fields takes eight times as long
to make (156 ns against 19).
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any, Literal, overload

from elric.young_kingdoms.position.state import State

_OfOne = Literal["conjure", "dispelled", "fought", "prowls", "searched", "stormed", "sway"]
_OfTwo = Literal[
    "ashore", "away", "braved", "captured", "faced", "kept", "met", "open", "reduced", "seekers", "spent horde"
]  # fmt: skip


@overload
def noted(s: State, kind: _OfOne) -> list[tuple[str, int]]: ...
@overload
def noted(s: State, kind: _OfTwo) -> list[tuple[str, int, int]]: ...
@overload
def noted(s: State, kind: Literal["seek"]) -> list[tuple[str, int, str]]: ...
@overload
def noted(s: State, kind: Literal["arrives"]) -> list[tuple[str, int, int, int]]: ...
@overload
def noted(s: State, kind: Literal["trail"]) -> list[tuple[str, tuple[int, ...], int, int]]: ...
@overload
def noted(s: State, kind: Literal["waits"]) -> list[tuple[str, int, int, int, tuple[int, ...]]]: ...
@overload
def noted(s: State, kind: str) -> list[tuple[Any, ...]]: ...
def noted(s: State, kind: str) -> list[Any]:
    """The notes of a kind, in the order in which they were made."""
    out: list[Any] = []
    for note in s.notes:  # two or three; a comprehension would cost more than they do
        if note[0] == kind:
            out.append(note)
    return out


def forget(s: State, kinds: Set[str]) -> None:
    """Strike out every note of some kinds."""
    for note in s.notes:
        if note[0] in kinds:
            s.notes = tuple([n for n in s.notes if n[0] not in kinds])
            return


def strike_out(s: State, *beginning: Any) -> None:
    """Strike out every note that begins so: with its kind, and as many of its fields as are given."""
    size = len(beginning)
    s.notes = tuple([note for note in s.notes if note[:size] != beginning])
