"""Notes: what a position remembers besides who is where. Each kind is a named tuple; a state keeps them in `notes`, by kind.

A kind of which there is never more than one gives its fields defaults: they say what is so as long as nothing is noted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar

from .memo import kept

Notes = dict[type, tuple[Any, ...]]
N = TypeVar("N", bound=tuple[Any, ...])


class Remembers(Protocol):
    """A state that keeps notes: of each kind those that were made, in their order. A kind without any is not in it."""

    notes: Notes


def noted(s: Remembers, kind: type[N]) -> tuple[N, ...]:
    """The notes of a kind, in the order in which they were made."""
    return s.notes.get(kind, ())


def the_note(s: Remembers, kind: type[N]) -> N:
    """The one note of a kind, or what its fields are by default."""
    found: tuple[N, ...] = s.notes.get(kind, ())
    return found[0] if found else _usual(kind)


@kept(512)
def _usual(kind: type[N]) -> N:
    return kind()


def remember(s: Remembers, *notes: tuple[Any, ...]) -> None:
    """Make some notes, after those of their kinds."""
    for one in notes:
        kind = type(one)
        s.notes[kind] = (*s.notes.get(kind, ()), one)


def note_instead(s: Remembers, kind: type[N], notes: Iterable[N]) -> None:
    """Make some notes in place of all that there were of their kind."""
    made = tuple(notes)
    if made:
        s.notes[kind] = made
    else:
        s.notes.pop(kind, None)


def set_note(s: Remembers, one: tuple[Any, ...]) -> None:
    """Make the one note of its kind, in place of what was noted before."""
    s.notes[type(one)] = (one,)


def forget(s: Remembers, kinds: Collection[type]) -> None:
    """Strike out every note of some kinds."""
    for kind in kinds:
        s.notes.pop(kind, None)


def strike_out(s: Remembers, kind: type, *beginning: Any) -> None:
    """Strike out every note of a kind that begins so, with as many of its fields as are given."""
    if before := s.notes.get(kind):
        size = len(beginning)
        note_instead(s, kind, [one for one in before if one[:size] != beginning])


def unnote(s: Remembers, one: tuple[Any, ...]) -> None:
    """Strike out one note."""
    kind = type(one)
    note_instead(s, kind, [other for other in s.notes.get(kind, ()) if other != one])


class _Told(NamedTuple):
    kind: Any
    many: bool
    read: Callable[..., Any]


class NoteBook:
    """The kinds of note of a game by the keys under which a position tells them as plain data: one or a list of them, each as its
    field, or as the list of its fields where it has several. A kind without fields is told as true."""

    def __init__(self) -> None:
        self._by_key: dict[str, _Told] = {}
        self._keys: dict[type, str] = {}

    def one(self, key: str) -> Callable[[type[N]], type[N]]:
        """Declare a kind of which there is never more than one: a decorator. Raises ValueError when the key is taken."""
        return lambda kind: self._add(key, kind, False, kind)

    def many(self, key: str, read: Callable[..., Any] | None = None) -> Callable[[type[N]], type[N]]:
        """Declare a kind of which there may be several: a decorator. `read` makes a note from its plain fields, where these are
        more than numbers, texts and tuples of them. Raises ValueError when the key is taken."""
        return lambda kind: self._add(key, kind, True, read or kind)

    def _add(self, key: str, kind: type[N], many: bool, read: Callable[..., Any]) -> type[N]:
        if key in self._by_key:
            raise ValueError(f"two kinds of note are told as {key!r}")
        self._by_key[key] = _Told(kind, many, read)
        self._keys[kind] = key
        return kind

    def tell(self, notes: Notes) -> dict[str, Any]:
        """Notes as plain data: `read` makes equal ones of it."""
        said: dict[str, Any] = {}
        for kind, made in notes.items():
            key = self._keys[kind]
            rows = [_as_data(one) for one in made]
            said[key] = rows if self._by_key[key].many else rows[0]
        return said

    def read(self, said: Mapping[str, Any]) -> Notes:
        """Notes from plain data. What no rule notes any more, as in positions of an earlier make, is left out.

        Raises:
            TypeError: it has not the fields of its kind.
        """
        notes: Notes = {}
        for key, value in said.items():
            if key in self._by_key:
                kind, many, read = self._by_key[key]
                rows = list(value) if many else [value]
                if rows:
                    notes[kind] = tuple([_read(kind, read, row) for row in rows])
        return notes


def _as_data(one: tuple[Any, ...]) -> Any:
    if not one:
        return True
    return plain(one[0] if len(one) == 1 else one)


def _read(kind: Any, read: Callable[..., Any], row: Any) -> Any:
    size = len(kind._fields)
    if not size:
        return read()
    return read(freeze(row)) if size == 1 else read(*freeze(list(row)))


def plain(value: Any) -> Any:
    """Tuples in tuples as lists in lists, as JSON has them."""
    return [plain(one) for one in value] if isinstance(value, (tuple, list)) else value


def freeze(value: Any) -> Any:
    """Lists in lists as tuples in tuples, as a state keeps them."""
    return tuple([freeze(one) for one in value]) if isinstance(value, list) else value


__all__ = [
    "NoteBook", "Notes", "Remembers", "forget", "freeze", "note_instead", "noted", "plain", "remember", "set_note", "strike_out",
    "the_note", "unnote",
]  # fmt: skip
