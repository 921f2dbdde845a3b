"""Who may read what. Rows of a view and events of a story go through one gate: a field is shown only where it is declared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple


class Readers(NamedTuple):
    """Who may read the fields of one kind of row or event. A field that stands in neither set is read by nobody.

    Attributes:
        everybody: fields that anybody may read, an onlooker too.
        concerned: fields for the seats that the row or event concerns.
    """

    everybody: frozenset[str]
    concerned: frozenset[str] = frozenset()


def readers(everybody: str = "", concerned: str = "") -> Readers:
    """A declaration, from names separated by blanks.

    >>> sorted(readers("unit area", "spell").everybody)
    ['area', 'unit']
    """
    return Readers(frozenset(everybody.split()), frozenset(concerned.split()))


def show(row: Mapping[str, Any], declared: Readers, concerned: bool) -> dict[str, Any]:
    """The fields of a row that a reader may see, in the row's own order.

    >>> laid = readers("unit", "spell")
    >>> show({"unit": "yishana", "spell": "arioch", "note": "undeclared"}, laid, concerned=False)
    {'unit': 'yishana'}
    """
    everybody, some = declared
    if concerned:
        return {k: v for k, v in row.items() if k in everybody or k in some}
    return {k: v for k, v in row.items() if k in everybody}


def redact(
    events: Iterable[Mapping[str, Any]], seat: int | None, declared: Mapping[str, Readers]
) -> list[dict[str, Any]]:
    """Events as one seat may read them. An event concerns the seats in its "to", by default its "seat"; one of an undeclared
    kind is left out.

    >>> redact([{"kind": "drew", "spell": 3, "to": (0,)}, {"kind": "new"}], 1, {"drew": readers("", "spell")})
    [{'kind': 'drew'}]
    """
    out = []
    for event in events:
        who = declared.get(event["kind"])
        if who is not None:
            mine = seat is not None and seat in event.get("to", (event.get("seat"),))
            row = show(event, who, mine)
            row["kind"] = event["kind"]
            out.append(row)
    return out


def outcome(state: Any) -> Any:
    """How a game ended, from `state.outcome`: winner (a seat, None for nobody), how, clause (a number for each edition), words;
    None while it goes on."""
    if state.outcome is None:
        return None
    winner, how, clause, words = state.outcome
    numbers = [clause] if isinstance(clause, str) else list(clause)
    return {"winner": winner if winner >= 0 else None, "how": how, "clause": numbers, "words": words}


class EventKind(NamedTuple):
    """One kind of event: how it is told, who may read it, by which clause it happens.

    Attributes:
        words: a sentence with the fields of the event in it: "{who} marches to {to_hex}." (see `GameDef.sentence`), or what
            makes one of the event and the names of the seats; "" for what is told to nobody.
        everybody, concerned: the fields that anybody may read, and those for the seats it concerns (see `readers`).
        clause: one number for each edition, or nothing.
    """

    words: str | Callable[[Mapping[str, Any], Mapping[int, str]], str] = ""
    everybody: str = ""
    concerned: str = ""
    clause: tuple[str, ...] = ()

    def sentence(self, event: Mapping[str, Any], names: Mapping[int, str], **called: Any) -> str:
        """An event in words. `called`: its fields by their names, for a sentence with gaps."""
        return self.words.format_map(called) if isinstance(self.words, str) else self.words(event, names)


class EventBook(dict[str, EventKind]):
    """The kinds of event of one game, each added where it is told."""

    def add(
        self,
        kind: str,
        everybody: str = "",
        concerned: str = "",
        words: str | Callable[[Mapping[str, Any], Mapping[int, str]], str] = "",
        clause: tuple[str, ...] = (),
    ) -> None:
        """Declare a kind (see `EventKind`). Raises ValueError when it is declared already."""
        if kind in self:
            raise ValueError(f"two kinds of event are named {kind!r}")
        self[kind] = EventKind(words, everybody, concerned, clause)

    def readers(self) -> dict[str, Readers]:
        """Who may read what of each kind."""
        return {kind: readers(e.everybody, e.concerned) for kind, e in self.items()}
