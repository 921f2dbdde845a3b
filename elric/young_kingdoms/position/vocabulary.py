"""The vocabulary of positions: how each part of a state is said in names, and read again.

A `Word` says one kind of value (a piece, an area, a list of spells). The tables below name every step's data, every kind
of note, every member of a battle and every slot of a state; a test holds them against the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from elric.kernel.clauses import did_you_mean
from elric.kernel.errors import PositionError as PositionError
from elric.young_kingdoms.combat.battle import TABLE, Battle
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position.state import (
    ATTACHED,
    CAST_NOW,
    HALTED,
    NEUTRAL,
    NOBODY,
    OWNERS,
    PHASES,
    STEPPED,
    USED,
)

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


def named(ids: tuple[str, ...]) -> Word:
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
PIECE: Final = named(pieces.IDS)
AREA: Final = named(BOARD.ids)
SPELL: Final = named(spells.IDS)
NATION: Final = named(tuple(n.id for n in pieces.NATIONS))
# A seat; null for neutrals, "nobody" for none at all, "monster" for the creature of a spell.
OWNER: Final = Word(
    {NEUTRAL: None, NOBODY: "nobody", -1: "monster", **{o: o for o in range(NEUTRAL)}}.__getitem__, _owner
)
SEAT: Final = number(0, NEUTRAL - 1)
SIDE: Final = choice(attacker=0, defender=1)
KIND: Final = named(pieces.KIND_NAMES)
PHASE: Final = named(PHASES)
COUNT: Final = number(0, 999)
POINTS: Final = number(0, 255)
TURN: Final = number(0, 13)
DIE: Final = number(1, 6)
SOUGHT: Final = choice(magic=0, friends=1, enemies=2, place=3)
ATTEMPT: Final = choice(first="first", failed="failed")
RESULT: Final = named(tuple(name for _, _, name in TABLE))
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

# What each step on the agenda holds, in the order of its frame.
FRAMES: Final[Mapping[str, Fields]] = {
    "aftermath": {},
    "align": {"seat": OWNER, "area": AREA, "magicians": PIECES},
    "appearance": {"areas": AREAS},
    "begin phase": {"phase": PHASE},
    "begin play": {},
    "begin retreat": {"side": SIDE},
    "brave": {"personality": PIECE, "area": AREA, "sea": AREA, "company": PIECES},
    "brave the sea": {"personality": PIECE, "area": AREA, "sea": AREA, "attempt": ATTEMPT},
    "choose": {"place": COUNT},
    "combat": {},
    "confront": {"personality": PIECE, "finder": YES},
    "conjure": {"personality": PIECE, "side": SIDE},
    "counterspells": {},
    "deal to one": {"seat": SEAT, "personality": PIECE},
    "dispel": {"side": SIDE, "spell": SPELL},
    "draw": {"seat": OWNER, "personality": PIECE, "spells": COUNT, "first_hand": YES},
    "encounter": {},
    "escape": {"personality": PIECE, "area": AREA, "attempt": ATTEMPT},
    "escapes": {"side": SIDE},
    "falls upon": {},
    "follow": {"personality": PIECE, "area": AREA, "company": PIECES},
    "followers": {"personality": PIECE, "armies": PIECES, "area": AREA},
    "harbour": {"seat": SEAT, "nation": NATION},
    "homeward": {"ship": PIECE},
    "late escapes": {"side": SIDE, "lost_before": COUNT},
    "leap": {"personality": PIECE, "area": AREA},
    "linger": {"spell": SPELL, "caster": PIECE, "area": AREA},
    "losses": {"side": SIDE, "to_lose": number(-999, 999), "heads": YES},
    "lurking spell": {"spell": SPELL, "area": AREA, "seat": OWNER, "pieces": PIECES},
    "magic": {"place": COUNT},
    "meet elric": {},
    "movement": {},
    "muster": {},
    "omen": {"spell": SPELL, "finder": PIECE, "seat": OWNER},
    "overboard": {"area": AREA, "seat": OWNER, "pieces": PIECES},
    "overload": {"ship": PIECE},
    "peril": {"sea": AREA, "area": AREA, "pieces": PIECES, "who": PIECES},
    "port": {},
    "prowl": {"spell": SPELL, "area": AREA, "pieces": PIECES},
    "random appearance": {},
    "random attack": {"area": AREA, "seat": OWNER, "pieces": PIECES},
    "reappear": {"personality": PIECE, "areas": AREAS},
    "replacement": {"served": many(NATION)},
    "resolve": {},
    "resume search": {},
    "retreat": {"side": SIDE, "may_stay": YES, "areas": AREAS},
    "reveal": {},
    "search": {},
    "set up": {"seat": SEAT, "nation": NATION},
    "set up the solo game": {"seat": SEAT, "nation": NATION},
    "shelter": {"master": PIECE, "areas": AREAS},
    "skyship": {"spell": SPELL, "pieces": PIECES, "rolls": COUNT},
    "soul": {"personality": PIECE, "finder": YES},
    "special": {"nation": NATION, "seat": SEAT, "city": AREA, "brought_back": many(KIND)},
    "special city": {"nation": NATION, "seat": SEAT, "city": AREA, "brought_back": many(KIND)},
    "stack": {"leader": PIECE, "set_down": PIECES},
    "strikes": {"spell": SPELL, "area": AREA, "seat": OWNER, "pieces": PIECES},
    "surface": {"seat": SEAT, "piece": PIECE, "area": AREA},
    "take": {"seat": SEAT, "area": AREA, "spell": SPELL},
    "brace": {"side": SIDE},
    "come upon": {"spell": SPELL, "seat": SEAT, "area": AREA, "personalities": PIECES},
    "finder": {"seat": SEAT, "area": AREA, "spell": SPELL, "personalities": PIECES},
    "seekers": {"area": AREA, "sought": SOUGHT, "leaders": PIECES},
    "take a side": {"place": COUNT},
    "toll": {},
    "try to escape": {"personality": PIECE, "area": AREA},
    "who begins": {},
    "win spell": {"seat": SEAT, "area": AREA},
    "withhold": {"side": SIDE},
}

# What of it may be left out, and is nothing then: empty lists, and what is not so.
FRAMES_PLAIN: Final[Mapping[str, Mapping[str, Any]]] = {
    name: {key: word.plain for key, word in fields.items() if word.plain == () or word.plain is False}
    for name, fields in FRAMES.items()
}

# Steps that have a battle before them: without one there is nothing to decide.
OF_A_BATTLE: Final = frozenset(
    (
        "aftermath", "begin retreat", "conjure", "counterspells", "dispel", "escapes", "falls upon", "follow",
        "late escapes", "losses", "port", "resolve", "retreat", "reveal", "withhold",
    )
)  # fmt: skip


class Note(NamedTuple):
    """How a kind of note is said: the key in a position, its form, and what stands in the note after its kind.

    A "flag" is there or not; a "list" has one value for each note; a "table" has a key and a value; "rows" have names.
    """

    key: str
    form: str
    fields: Fields


NOTES: Final[Mapping[str, Note]] = {
    "met elric": Note("met_elric", "flag", {}),
    "friends": Note("friends", "flag", {}),
    "with brut": Note("with_brut", "flag", {}),
    "away": Note("elric_returns", "rows", {"turn": TURN, "to": maybe(PIECE)}),
    "captured": Note("captured", "table", {"city": AREA, "seat": SEAT}),
    "reduced": Note("reduced", "table", {"city": AREA, "turn": TURN}),
    "spent horde": Note("spent_hordes", "table", {"horde": NATION, "turn": TURN}),
    "arrives": Note("arriving", "rows", {"nation": NATION, "seat": SEAT, "turn": TURN}),
    "seek": Note("seeking", "list", {"horde": NATION}),
    "open": Note("opened", "table", {"spell": SPELL, "turn": TURN}),
    "prowls": Note("prowling", "list", {"spell": SPELL}),
    "trail": Note("trails", "rows", {"through": AREAS, "to": AREA, "leader": PIECE}),
    "met": Note("met", "rows", {"area": AREA, "piece": PIECE}),
    "braved": Note("braved", "rows", {"sea": AREA, "personality": PIECE}),
    "ashore": Note("leaping", "table", {"personality": PIECE, "area": AREA}),
    "sway": Note("swaying", "list", {"leader": PIECE}),
    "searched": Note("searched", "list", {"area": AREA}),
    "stormed": Note("stormed", "list", {"area": AREA}),
    "kept": Note("kept_capitals", "table", {"city": AREA, "seat": SEAT}),
    "waits": Note("waiting", "rows", {"nation": NATION, "seat": SEAT, "city": AREA, "pieces": PIECES}),
    "faced": Note("faced", "rows", {"area": AREA, "enemy": SEAT}),
    "seekers": Note("seekers", "table", {"area": AREA, "stack": STACK}),
    "conjure": Note("conjuring", "list", {"personality": PIECE}),
    "fought": Note("fought", "list", {"area": AREA}),
    "dispelled": Note("dispelling", "list", {"spell": SPELL}),
}

_SIDES: Final = group(PIECES, PIECES)
_LAID: Final = many(group(SPELL, PIECE))
# Every member of a battle; the one it interrupts ("outer") is said in the same way.
BATTLE: Final[Fields] = {
    "area": AREA,
    "attacker": OWNER,
    "defender": OWNER,
    "units": _SIDES,
    "wall": COUNT,
    "base": COUNT,
    "sortie": YES,
    "sally": maybe(AREA),
    "held": PIECES,
    "laid": group(_LAID, _LAID),
    "void": SPELLS,
    "undone": SPELLS,
    "turned": SPELLS,
    "conjured": PIECES,
    "monster": maybe(SPELL),
    "eaten": PIECES,
    "sums": group(number(-999, 999), number(-999, 999)),
    "rolls": many(group(DIE, DIE)),
    "difference": number(-999, 999),
    "row": maybe(RESULT),
    "loser": maybe(SIDE),
    "fell": YES,
    "out": PIECES,
    "fates": many(group(PIECE, YES)),
}

# Bits of a piece's flags.
MARKS: Final = {"joined": ATTACHED, "stepped": STEPPED, "halted": HALTED, "cast": CAST_NOW, "used": USED}

FLIGHT: Final[Fields] = {"spell": SPELL, "flown": COUNT, "since": TURN}
SEARCH: Final[Fields] = {"seat": SEAT, "area": AREA, "sought": SOUGHT, "turn": TURN}
OUTCOME: Final[Fields] = {"winner": maybe(SEAT), "how": TEXT, "clause": group(TEXT, TEXT), "words": TEXT}

# Which keys of a position say a slot of a state; what is counted from other slots says so.
SLOTS: Final[Mapping[str, tuple[str, ...]]] = {
    "scenario": ("scenario",),
    "rules": ("rules",),
    "turn": ("turn",),
    "player": ("player",),
    "order": ("order",),
    "phase": ("phase",),
    "sides": ("groups",),
    "nation_owner": ("nations",),
    "control": ("control",),
    "place": ("units", "lost", "away"),
    "owner": ("owners",),
    "aboard": ("aboard",),
    "band": ("stacks",),
    "spent": ("spent",),
    "flags": ("marks", "walked"),
    "spell_at": (
        "hands", "hidden", "face_up", "cast", "maintained", "discards", "gone", "sacrificed", "drawn",
    ),
    "balance": ("balance",),
    "tipped": ("tipped",),
    "ends": ("ends",),
    "horn": ("horn",),
    "assaults": ("assaults",),
    "found": ("found",),
    "flights": ("flights",),
    "tries": ("searches",),
    "notes": tuple(note.key for note in NOTES.values()),
    "moving": ("moving",),
    "battle": ("battle",),
    "agenda": ("waits",),
    "outcome": ("outcome",),
    # counted from the others
    "at": (), "of": (), "who": (), "stands": (), "seat": (),
}  # fmt: skip
KEYS: Final = tuple(key for keys in SLOTS.values() for key in keys)


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


def fields_said(values: Iterable[Any], fields: Fields) -> dict[str, Any]:
    """Values with the names of their fields."""
    return {key: word.write(value) for (key, word), value in zip(fields.items(), values, strict=True)}


# What a battle is before anything has happened in it: members that are as here are not said.
BATTLE_PLAIN: Final[Mapping[str, Any]] = Battle._field_defaults

__all__ = [n for n in globals() if not n.startswith("_")]
