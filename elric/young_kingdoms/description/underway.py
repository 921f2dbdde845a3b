"""What a position says of what is under way: notes, the battle that is fought, and the steps that wait (see `parts`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from elric.kernel.clauses import did_you_mean
from elric.kernel.steps import Frame
from elric.young_kingdoms.combat.battle import TABLE, BattleState
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.description.parts import Said
from elric.young_kingdoms.description.reader import Reader
from elric.young_kingdoms.nations.hordes import SEEK
from elric.young_kingdoms.position.fields import (
    AREA,
    COUNT,
    DIE,
    OWNER,
    PIECE,
    PIECES,
    SEAT,
    SIDE,
    SPELL,
    SPELLS,
    TEXT,
    YES,
    Fields,
    fields_read,
    fields_said,
    frame_fields,
    group,
    left_out,
    many,
    maybe,
    number,
    word_of,
)
from elric.young_kingdoms.position.notes import NOTES, Seeks, remember
from elric.young_kingdoms.position.state import NEUTRAL, NOBODY, State
from elric.young_kingdoms.position.steps import BOOK
from elric.young_kingdoms.turn.sequence import BEGIN

_MOST_DEEP: Final = 8  # battles that interrupt each other
_MOST_FRAMES: Final = 400

RESULT: Final = word_of(tuple(name for _, _, name in TABLE))
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
    "beside": YES,
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
# What a battle is before anything has happened in it: members that are as here are not said.
BATTLE_PLAIN: Final[Mapping[str, Any]] = BattleState._field_defaults

OUTCOME: Final[Fields] = {"winner": maybe(SEAT), "how": TEXT, "clause": group(TEXT, TEXT), "words": TEXT}


def moving_said(s: State) -> Said:
    return {"moving": [pieces.IDS[u] for u in s.moving]}


def moving_read(reader: Reader, s: State) -> None:
    s.moving = PIECES.read("moving", reader.spec.get("moving", ()), reader.bad)


def notes_said(s: State) -> Said:
    said: Said = {}
    kind: Any
    for kind in s.notes:
        told = NOTES[kind]
        words = told.words
        rows = [note[: len(words)] for note in s.notes[kind]]
        if told.form == "flag":
            said[told.key] = True
        elif told.form == "list":
            said[told.key] = [words[0].write(value) for (value,) in rows]
        elif told.form == "table":
            said[told.key] = {words[0].write(key): words[1].write(value) for key, value in rows}
        else:
            said[told.key] = [fields_said(row, dict(zip(kind._fields, words, strict=False))) for row in rows]
    return said


def notes_read(reader: Reader, s: State) -> None:
    kinds = {told.key: kind for kind, told in NOTES.items()}
    for key in reader.spec:
        if key not in kinds:
            continue
        kind, said = kinds[key], reader.spec[key]
        told = NOTES[kind]
        words = told.words
        rows: list[Sequence[Any]] = []
        if told.form == "flag":
            if not isinstance(said, bool):
                reader.bad(key, f"must be true or false, not {str(said)[:60]!r}")
            rows = [()] * bool(said)
        elif told.form == "list":
            rows = [(words[0].read(key, name, reader.bad),) for name in reader.names(key, said)]
        elif told.form == "table":
            rows = [
                (words[0].read(key, k, reader.bad), words[1].read(f"{key}, {k}", v, reader.bad))
                for k, v in reader.table(key).items()
            ]
        else:
            rows = list(reader.rows(key, dict(zip(kind._fields, words, strict=False))))
        if kind is Seeks:
            rows = [(n, SEEK[pieces.NATIONS[n].id]) for (n,) in rows if _seeks(reader, n)]
        remember(s, *(kind(*row) for row in rows))


def _seeks(reader: Reader, n: int) -> bool:
    if pieces.NATIONS[n].id in SEEK:
        return True
    reader.bad("seeking", f"{pieces.NATIONS[n].id} has no place to find; only {', '.join(SEEK)} have")
    return False


def waits_said(s: State) -> Said:
    said: Said = {"battle": battle_said(s.battle)} if s.battle is not None else {}
    if s.outcome is not None:
        said["outcome"] = fields_said(s.outcome, OUTCOME)
    else:
        said["waits"] = [frame_said(frame) for frame in reversed(s.agenda)]
    return said


def waits_read(reader: Reader, s: State) -> None:
    spec = reader.spec
    if "outcome" in spec:
        s.outcome = tuple(fields_read("outcome", spec["outcome"], OUTCOME, reader.bad))
        s.seat = -1
        for key in ("waits", "battle", "moving"):
            if spec.get(key):
                reader.bad(key, "the game is over")
        return
    if "battle" in spec:
        s.battle = _battle(reader, "battle", spec["battle"], s)
    if "waits" not in spec:
        s.agenda = (BEGIN.frame(s.phase),)
        return
    waits = spec["waits"]
    if not isinstance(waits, (list, tuple)) or not 0 < len(waits) < _MOST_FRAMES:
        reader.bad("waits", "must be a list of steps, the next one first")
        return
    s.agenda = tuple([_frame(reader, f"waits, {k + 1}", f, s) for k, f in enumerate(waits)][::-1])


def frame_said(frame: Frame) -> str | dict[str, Any]:
    """A step that waits: its name, and what it holds."""
    name: str = frame.step.key
    words = frame_fields(frame.step)
    said = {key: value for key, value in fields_said(frame[1:], words).items() if value or not left_out(words[key])}
    return {"step": name, **said} if said else name


def _frame(reader: Reader, where: str, said: object, s: State) -> Frame:
    if isinstance(said, str):
        said = {"step": said}
    steps = BOOK.steps
    if not isinstance(said, Mapping) or not isinstance(said.get("step"), str) or said["step"] not in steps:
        name = str(said.get("step") if isinstance(said, Mapping) else said)[:60]
        hint = did_you_mean(name, steps)
        reader.bad(where, f"there is no step “{name}”" + (f"; {hint}" if hint else ""))
        return BEGIN.frame(s.phase)
    step: Any = steps[said["step"]]
    where = f"{where}, {step.key}"
    if step.of_battle and s.battle is None and not reader.spec.get("battle"):
        reader.bad(where, "there is no battle for it")
    held = {k: v for k, v in said.items() if k != "step"}
    before = len(reader.problems)
    fields = frame_fields(step)
    plain = {key: word.plain for key, word in fields.items() if left_out(word)}
    data = fields_read(where, held, fields, reader.bad, plain)
    if len(reader.problems) == before:
        for (key, word), value in zip(fields.items(), data, strict=True):
            neutral = word is OWNER and value == NEUTRAL
            if key in ("seat", "place") and not neutral and not 0 <= value < s.scenario.seats:
                reader.bad(f"{where}, {key}", f"{value} is no seat of this scenario")
    return step.frame(*data)


def battle_said(battle: BattleState) -> dict[str, Any]:
    """A battle by its members; those that are still as at the beginning are left out."""
    said = {
        key: word.write(getattr(battle, key))
        for key, word in BATTLE.items()
        if key not in BATTLE_PLAIN or getattr(battle, key) != BATTLE_PLAIN[key]
    }
    if battle.outer is not None:
        said["outer"] = battle_said(battle.outer)
    return said


def _battle(reader: Reader, where: str, said: object, s: State, deep: int = 0) -> BattleState | None:
    if not isinstance(said, Mapping) or deep > _MOST_DEEP:
        reader.bad(where, "must be a table" if deep <= _MOST_DEEP else "too many battles interrupt each other")
        return None
    members = {k: v for k, v in said.items() if k != "outer"}
    values = fields_read(where, members, BATTLE, reader.bad, BATTLE_PLAIN)
    b = BattleState(**dict(zip(BATTLE, values, strict=True)))
    for key, seat in (("attacker", b.attacker), ("defender", b.defender)):
        if seat == NOBODY or s.scenario.seats <= seat < NEUTRAL:
            reader.bad(f"{where}, {key}", f"{seat} is no seat of this scenario")
    if said.get("outer") is not None:
        b = b._replace(outer=_battle(reader, f"{where}, outer", said["outer"], s, deep + 1))
    return b
