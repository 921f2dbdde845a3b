"""A state as a position: the inverse of building one. Says everything there is, hidden things too, in names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from elric.kernel.bits import ones
from elric.kernel.steps import Frame
from elric.young_kingdoms.combat.battle import Battle
from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.position.fields import OWNER, band_said, fields_said, frame_fields, left_out
from elric.young_kingdoms.position.notes import NOTES, noted
from elric.young_kingdoms.position.state import (
    ASHORE,
    AWAY,
    BOX,
    CAST,
    CONTAINER,
    DISCARD,
    FACE_UP,
    GONE,
    HELD_OPEN,
    HIDDEN,
    IN_HAND,
    LOST,
    NEUTRAL,
    NOBODY,
    PENDING,
    PHASES,
    SACRIFICED,
    WALKED,
    State,
    walked,
)
from elric.young_kingdoms.position.vocabulary import (
    BATTLE,
    BATTLE_PLAIN,
    FLIGHT,
    MARKS,
    OUTCOME,
    SEARCH,
)


def describe(s: State) -> dict[str, Any]:
    """A position, as plain data, from which `build` makes this very state.

    Returns:
        A dict for JSON, with what the referee knows: hands, hidden spells and all. The parts are told in plain.py.

    Raises:
        LookupError: the state holds something that has no place in a position (a kind of note, a step, a mark).
    """
    said: dict[str, Any] = {
        "scenario": s.scenario.key,
        "rules": s.rules.name,
        "turn": s.turn,
        "player": s.player,
        "order": list(s.order),
        "phase": PHASES[s.phase],
        "groups": [s.scenario.groups[k].name if k >= 0 else None for k in s.sides],
        "nations": {n.id: s.nation_owner[n.index] for n in pieces.NATIONS if s.nation_owner[n.index] != NEUTRAL},
        "control": _control(s),
    }
    _pieces(s, said)
    _spells(s, said)
    said["balance"] = s.balance
    if s.tipped:
        said["tipped"] = "law" if s.tipped < 0 else "chaos"
        said["ends"] = s.ends
    said["horn"] = s.horn
    said["assaults"] = _areas(ones(s.assaults))
    said["found"] = _areas(ones(s.found))
    said["flights"] = [fields_said(row, FLIGHT) for row in s.flights]
    said["searches"] = [fields_said(row, SEARCH) for row in s.tries]
    _notes(s, said)
    said["moving"] = _ids(s.moving)
    said = {key: value for key, value in said.items() if value or key in _ALWAYS}
    if s.battle is not None:
        said["battle"] = battle_said(s.battle)
    if s.outcome is not None:
        said["outcome"] = fields_said(s.outcome, OUTCOME)
    else:
        said["waits"] = [frame_said(frame) for frame in reversed(s.agenda)]
    return said


# What is said even where it is nothing.
_ALWAYS: Final = frozenset(("scenario", "rules", "turn", "player", "order", "phase", "groups", "balance"))


def _ids(units: Iterable[int]) -> list[str]:
    return [pieces.IDS[u] for u in units]


def _runs(units: Iterable[int]) -> list[str]:
    """Names of pieces in the order of their indices; armies of one nation in a row are said together
    ("jharkor-army-2..5")."""
    out: list[str] = []
    first = last = -2
    for unit in units:
        if (
            unit == last + 1
            and pieces.KIND[unit] == pieces.ARMY == pieces.KIND[first]
            and pieces.NATION[unit] == pieces.NATION[first]
        ):
            out[-1] = f"{pieces.IDS[first]}..{pieces.IDS[unit].rsplit('-', 1)[1]}"
        else:
            out.append(pieces.IDS[unit])
            first = unit
        last = unit
    return out


def _table(rows: Iterable[tuple[int, Any]]) -> dict[str, Any]:
    """Something said of each piece, at once for armies in a row of which the same is said."""
    of: dict[Any, list[int]] = {}
    for u, value in rows:
        of.setdefault(value, []).append(u)
    return {name: value for value, units in of.items() for name in _runs(units)}


def _areas(areas: Iterable[int]) -> list[str]:
    return [BOARD.ids[a] for a in areas]


def _control(s: State) -> dict[str, Any]:
    """The cities that are not held by the commander of their nation."""
    usual = {a: NEUTRAL for a in BOARD.lands if BOARD.city[a]}
    for name, home in BOARD.home.items():
        n = pieces.NATION_INDEX.get(name)
        if n is not None:
            usual |= {a: s.nation_owner[n] for a in home if BOARD.city[a]}
    return {BOARD.ids[a]: OWNER.write(s.control[a]) for a, o in usual.items() if s.control[a] != o}


def usual_owner(s: State, u: int) -> int:
    """Whose a piece is when a position does not say: its nation's commander's, where it is in the game at all."""
    n = pieces.NATION[u]
    return s.nation_owner[n] if n >= 0 and s.place[u] not in (BOX, AWAY) else NOBODY


def _pieces(s: State, said: dict[str, Any]) -> None:
    said["units"] = {BOARD.ids[a]: _runs(ones(s.at[a])) for a in range(BOARD.size) if s.at[a]}
    said["lost"] = _runs(ones(s.at[LOST]))
    said["away"] = _runs(ones(s.at[AWAY]))
    every = range(pieces.SIZE)
    owner, aboard = s.owner, s.aboard
    said["owners"] = _table([(u, OWNER.write(owner[u])) for u in every if owner[u] != usual_owner(s, u)])
    said["aboard"] = _table([(u, pieces.IDS[aboard[u]]) for u in every if aboard[u] != ASHORE])
    said["stacks"] = _table([(u, band_said(s.band[u])) for u in every if s.band[u]])
    said["spent"] = _table([(u, s.spent[u]) for u in every if s.spent[u]])
    marks: dict[str, list[int]] = {}
    for u in every:
        if s.flags[u]:
            for bit in ones(s.flags[u] % WALKED):
                marks.setdefault(_MARKED[1 << bit], []).append(u)
    said["walked"] = _table([(u, walked(s, u)) for u in every if walked(s, u)])
    said["marks"] = {name: _runs(units) for name, units in marks.items()}


_MARKED: Final = {flag: name for name, flag in MARKS.items()}


_LYING: Final = {DISCARD: "discards", GONE: "gone", SACRIFICED: "sacrificed", PENDING: "drawn"}
_WITH: Final = (
    (IN_HAND, "hands", pieces.IDS),
    (HIDDEN, "hidden", BOARD.ids),
    (FACE_UP, "face_up", BOARD.ids),
    (CAST, "cast", pieces.IDS),
    (HELD_OPEN, "maintained", pieces.IDS),
)


def _spells(s: State, said: dict[str, Any]) -> None:
    for at, these in sorted(s.spell_at.there.items()):
        names = [spells.IDS[i] for i in ones(these)]
        if at in _LYING:
            said[_LYING[at]] = names
        elif at != CONTAINER:
            first, key, ids = _WITH[at // 1000 - 1]
            said.setdefault(key, {})[ids[at - first]] = names


def _notes(s: State, said: dict[str, Any]) -> None:
    kinds: list[Any] = list(dict.fromkeys(map(type, s.notes)))
    for kind in kinds:
        told = NOTES[kind]
        words = told.words
        rows = [note[: len(words)] for note in noted(s, kind)]
        if told.form == "flag":
            said[told.key] = True
        elif told.form == "list":
            said[told.key] = [words[0].write(value) for (value,) in rows]
        elif told.form == "table":
            said[told.key] = {words[0].write(key): words[1].write(value) for key, value in rows}
        else:
            said[told.key] = [fields_said(row, dict(zip(kind._fields, words, strict=False))) for row in rows]


def battle_said(battle: Battle) -> dict[str, Any]:
    """A battle by its members; those that are still as at the beginning are left out."""
    said = {
        key: word.write(getattr(battle, key))
        for key, word in BATTLE.items()
        if key not in BATTLE_PLAIN or getattr(battle, key) != BATTLE_PLAIN[key]
    }
    if battle.outer is not None:
        said["outer"] = battle_said(battle.outer)
    return said


def frame_said(frame: Frame) -> str | dict[str, Any]:
    """A step that waits: its name, and what it holds."""
    step, *held = frame
    name: str = step.key
    words = frame_fields(step)
    said = {key: value for key, value in fields_said(held, words).items() if value or not left_out(words[key])}
    return {"step": name, **said} if said else name


__all__ = ["battle_said", "describe", "frame_said", "usual_owner"]
