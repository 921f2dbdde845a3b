"""The kinds of values that a position is made of: how each is said in names, and read again.

A `Word` says one kind of value (a piece, an area, a list of spells). What is made of several (a step's frame, a note, a
battle) names its fields and gives the word of each beside its own declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from elric.kernel.clauses import did_you_mean
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position.state import NEUTRAL, NOBODY, OWNERS, PHASES

Bad = Callable[[str, str], None]  # where, and what is wrong there


class Word(NamedTuple):
    """How one kind of value is said (`write`) and read (`read`, given where it stands and whom to tell of a fault). What
    cannot be read gives `plain`, so that reading goes on to the next fault."""

    write: Callable[[Any], Any]
    read: Callable[[str, Any, Bad], Any]
    plain: Any = 0


def find(where: str, word: object, known: Mapping[str, int], bad: Bad) -> int:
    """The index of a name; -1, and a fault with "did you mean", when there is none."""
    if isinstance(word, str) and word in known:
        return known[word]
    hint = did_you_mean(str(word)[:60], known)
    bad(where, f"there is no “{str(word)[:60]}”" + (f"; {hint}" if hint else ""))
    return -1


def word_of(ids: tuple[str, ...]) -> Word:
    """An index, said by its name."""
    known = {name: k for k, name in enumerate(ids)}
    return Word(ids.__getitem__, lambda where, v, bad: max(find(where, v, known, bad), 0))


def choice(**values: Any) -> Word:
    """One of a few values, each with a name."""
    said = {value: name.replace("_", " ") for name, value in values.items()}
    known = {name: value for value, name in said.items()}

    def read(where: str, v: Any, bad: Bad) -> Any:
        if isinstance(v, str) and v in known:
            return known[v]
        bad(where, f"must be one of {', '.join(known)}, not {str(v)[:60]!r}")
        return next(iter(said))

    return Word(said.__getitem__, read, next(iter(said)))


def number(low: int, high: int) -> Word:
    """A whole number."""

    def read(where: str, v: Any, bad: Bad) -> int:
        if isinstance(v, int) and not isinstance(v, bool) and low <= v <= high:
            return v
        bad(where, f"must be a whole number from {low} to {high}, not {str(v)[:60]!r}")
        return low

    return Word(int, read, low)


def many(word: Word) -> Word:
    """Several values in their order."""

    def read(where: str, v: Any, bad: Bad) -> tuple[Any, ...]:
        if isinstance(v, (list, tuple)) and len(v) < 1000:
            return tuple([word.read(where, x, bad) for x in v])
        bad(where, f"must be a list, not {str(v)[:60]!r}")
        return ()

    return Word(lambda v: [word.write(x) for x in v], read, ())


def group(*parts: Word) -> Word:
    """Values that belong together, each of its own kind."""

    def read(where: str, v: Any, bad: Bad) -> tuple[Any, ...]:
        if isinstance(v, (list, tuple)) and len(v) == len(parts):
            return tuple([w.read(where, x, bad) for w, x in zip(parts, v, strict=True)])
        bad(where, f"must be a list of {len(parts)}, not {str(v)[:60]!r}")
        return tuple(w.plain for w in parts)

    return Word(
        lambda v: [w.write(x) for w, x in zip(parts, v, strict=True)], read, tuple(w.plain for w in parts)
    )  # fmt: skip


def maybe(word: Word, nothing: Any = -1) -> Word:
    """A value, or null for none."""
    return Word(
        lambda v: None if v == nothing else word.write(v),
        lambda where, v, bad: nothing if v is None else word.read(where, v, bad),
        nothing,
    )


def _yes(where: str, v: Any, bad: Bad) -> bool:
    if not isinstance(v, bool):
        bad(where, f"must be true or false, not {str(v)[:60]!r}")
    return bool(v)


def _text(where: str, v: Any, bad: Bad) -> str:
    if isinstance(v, str) and len(v) <= 300:
        return v
    bad(where, "must be a short text")
    return ""


def _owner(where: str, v: Any, bad: Bad) -> int:
    if v is None or v in ("nobody", "monster"):
        return NEUTRAL if v is None else NOBODY if v == "nobody" else -1
    if isinstance(v, int) and not isinstance(v, bool) and 0 <= v < OWNERS - 1:
        return v
    bad(where, f"must be a seat, null for neutrals, “nobody” or “monster”, not {str(v)[:60]!r}")
    return 0


YES: Final = Word(bool, _yes, False)
TEXT: Final = Word(str, _text, "")
PIECE: Final = word_of(pieces.IDS)
AREA: Final = word_of(BOARD.ids)
SPELL: Final = word_of(spells.IDS)
NATION: Final = word_of(tuple(n.id for n in pieces.NATIONS))
# A seat; null for neutrals, "nobody" for none at all, "monster" for the creature of a spell.
OWNER: Final = Word(
    {NEUTRAL: None, NOBODY: "nobody", -1: "monster", **{o: o for o in range(NEUTRAL)}}.__getitem__, _owner
)
SEAT: Final = number(0, NEUTRAL - 1)
SIDE: Final = choice(attacker=0, defender=1)
KIND: Final = word_of(pieces.KIND_NAMES)
PHASE: Final = word_of(PHASES)
COUNT: Final = number(0, 999)
POINTS: Final = number(0, 255)
TURN: Final = number(0, 13)
DIE: Final = number(1, 6)
SOUGHT: Final = choice(magic=0, friends=1, enemies=2, place=3)
ATTEMPT: Final = choice(first="first", failed="failed")
PIECES: Final = many(PIECE)
AREAS: Final = many(AREA)
SPELLS: Final = many(SPELL)


_STACKS: Final = {pieces.IDS[u]: u + 1 for u in pieces.HEROES}


def band_said(band: int) -> str | int:
    """A stack by the personality after whom it is numbered, or its bare number."""
    return pieces.IDS[band - 1] if 0 < band <= len(pieces.HEROES) else band


def band_read(where: str, said: Any, bad: Bad) -> int:
    """The number of a stack from what `band_said` says of it; 0, and a fault, where that is neither name nor number."""
    band = _STACKS.get(said, -1) if isinstance(said, str) else said
    if isinstance(band, int) and not isinstance(band, bool) and 0 <= band < 200:
        return band
    bad(where, f"a stack is named after a personality, or has a number from 0 to 199, not {str(said)[:60]!r}")
    return 0


STACK: Final = Word(band_said, band_read)

Fields = Mapping[str, Word]


def fields_read(
    where: str, given: object, fields: Fields, bad: Bad, plain: Mapping[str, Any] | None = None
) -> list[Any]:
    """The values of a table with named fields. Those in `plain` may be left out.

    Args:
        where: said in front of every fault.
        given: the table.
    """
    if not isinstance(given, Mapping):
        bad(where, f"must be a table of {', '.join(fields)}, not {str(given)[:60]!r}")
        return [word.plain for word in fields.values()]
    for key in given:
        if key not in fields:
            hint = did_you_mean(str(key), fields)
            bad(where, f"has no “{str(key)[:60]}”" + (f"; {hint}" if hint else ""))
    out = []
    for key, word in fields.items():
        if key in given:
            out.append(word.read(f"{where}, {key}", given[key], bad))
        elif plain is not None and key in plain:
            out.append(plain[key])
        else:
            bad(where, f"does not say “{key}”")
            out.append(word.plain)
    return out


def frame_fields(step: Any) -> Fields:
    """What the frame of a step holds, in its order."""
    return dict(zip(step.holds._fields[1:], step.words, strict=True))


def left_out(word: Word) -> bool:
    """Whether a field may be left out where it is nothing: empty lists, and what is not so."""
    return word.plain == () or word.plain is False


def fields_said(values: Iterable[Any], fields: Fields) -> dict[str, Any]:
    """Values with the names of their fields."""
    return {key: word.write(value) for (key, word), value in zip(fields.items(), values, strict=True)}
