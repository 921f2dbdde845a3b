"""What a lesson step waits for, as data: facts about the game and the learner, joined by all, any and not.

A goal is a table with one key, or a list that means "all of these":

    [{unit_at = ["yishana", "jharkor_sequa"]}, {phase = "movement"}]
    {any = [{did = "step jharkor_*"}, {refused = {action = "step *", clause = ["7.5.3", "6.53"]}}]}

Every fact stands once, in FACTS, with what it accepts and how it is looked up in the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Final

from elric.young_kingdoms.components import pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS
from elric.young_kingdoms.position.state import ASHORE, IN_HAND, LOST, NEUTRAL, PHASES

from ..kernel.clauses import did_you_mean
from ..young_kingdoms.game import Game

Spec = Mapping[str, Any] | Sequence[Any]
Problems = list[str]


@dataclass(slots=True)
class Seen:
    """What a goal is asked of: the game, and what the learner has done since the step began.

    Attributes:
        game: the position.  told: number of events when the step began.
        did: actions carried out, as text.  refused: (action, clause pairs) of those the rules forbade.
        chosen: areas and pieces pointed at.  answer: number of the answer given, -1 before.
    """

    game: Game
    told: int = 0
    did: list[str] = field(default_factory=list)
    refused: list[tuple[str, tuple[tuple[str, ...], ...]]] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    answer: int = -1

    @property
    def events(self) -> list[dict[str, Any]]:
        """The story since the step began, nothing hidden."""
        return self.game.events[self.told :]


Test = Callable[[Seen], bool]
_FIELDS: Final[dict[str, Mapping[str, int]]] = {
    "area": BOARD.index,
    "to_area": BOARD.index,
    "unit": pieces.INDEX,
    "to_unit": pieces.INDEX,
    "ship": pieces.INDEX,
    "victim": pieces.INDEX,
    "spell": spells.INDEX,
    "nation": pieces.NATION_INDEX,
}
_PLAIN: Final = (
    "roll",
    "ok",
    "seat",
    "attacker",
    "defender",
    "loser",
    "fell",
    "attacks",
    "won",
    "side",
    "ends",
    "what",
)


def name(where: str, word: object, known: Mapping[str, int], kind: str, bad: Problems) -> int:
    """The index of a name, or -1 with the fault put down."""
    if isinstance(word, str) and word in known:
        return known[word]
    hint = did_you_mean(str(word), known)
    bad.append(f"{where}: there is no {kind} “{word}”" + (f"; {hint}" if hint else ""))
    return -1


def check_pattern(where: str, pattern: object, bad: Problems) -> str:
    """A pattern over action texts ("step jharkor_*", "look *"): its verb and every whole name must exist."""
    if not isinstance(pattern, str) or not pattern.strip():
        bad.append(f"{where}: a pattern is a text such as “step *”, not {pattern!r}")
        return "*"
    verb, *rest = pattern.split()
    if verb in ("look", "answer"):
        kinds: tuple[str, ...] = ("look",)
    elif "*" in verb:
        return pattern
    elif verb in VERBS:
        kinds = VERBS[verb]
    else:
        hint = did_you_mean(verb, VERBS)
        bad.append(f"{where}: there is no action “{verb}”" + (f"; {hint}" if hint else ""))
        return pattern
    for kind, word in zip(kinds, rest, strict=False):
        known = {"piece": pieces.INDEX, "area": BOARD.index, "spell": spells.INDEX}.get(kind)
        if kind == "look" and verb == "look":
            known = {**BOARD.index, **pieces.INDEX}
        if known is None:
            continue
        if "*" in word:
            if not any(fnmatchcase(k, word) for k in known):
                bad.append(f"{where}: nothing is called “{word}”")
        else:
            name(where, word, known, kind if kind != "look" else "area or piece", bad)
    return pattern


def matches(pattern: str, text: str) -> bool:
    """Whether an action's text fits a pattern; a pattern may stop early ("step" fits every step)."""
    return fnmatchcase(text, pattern) or fnmatchcase(text, f"{pattern} *")


# ---- facts ----------------------------------------------------------------------------------------------------------
# Each takes (where, value, problems) and returns its test. A faulty value is put down and yields a test never run.


def _never(_: Seen) -> bool:
    return False


def _parts(where: str, value: object, n: int, what: str, bad: Problems) -> list[Any] | None:
    if isinstance(value, list) and len(value) == n:
        return value
    bad.append(f"{where}: takes [{what}], not {value!r}")
    return None


def _unit_at(where: str, value: object, bad: Problems) -> Test:
    v = _parts(where, value, 2, "unit, area", bad)
    if v is None:
        return _never
    a = name(where, v[1], BOARD.index, "area", bad)
    units = [name(where, u, pieces.INDEX, "unit", bad) for u in (v[0] if isinstance(v[0], list) else [v[0]])]
    return lambda s: all(s.game.state.place[u] == a for u in units)


def _armies_at(where: str, value: object, bad: Problems) -> Test:
    v = _parts(where, value, 3, "nation, area, at least", bad)
    if v is None:
        return _never
    n, a = name(where, v[0], pieces.NATION_INDEX, "nation", bad), name(where, v[1], BOARD.index, "area", bad)
    armies = [u for u in pieces.ARMIES if pieces.NATION[u] == n]
    return lambda s: sum(s.game.state.place[u] == a for u in armies) >= int(v[2])


def _aboard(where: str, value: object, bad: Problems) -> Test:
    v = _parts(where, value, 2, "unit, ship or bearer", bad)
    if v is None:
        return _never
    u, x = name(where, v[0], pieces.INDEX, "unit", bad), name(where, v[1], pieces.INDEX, "unit", bad)
    return lambda s: s.game.state.aboard[u] == x


def _ashore(where: str, value: object, bad: Problems) -> Test:
    u = name(where, value, pieces.INDEX, "unit", bad)
    return lambda s: s.game.state.aboard[u] == ASHORE


def _moving(where: str, value: object, bad: Problems) -> Test:
    u = name(where, value, pieces.INDEX, "unit", bad)
    return lambda s: u in s.game.state.moving


def _lost(where: str, value: object, bad: Problems) -> Test:
    units = [name(where, u, pieces.INDEX, "unit", bad) for u in (value if isinstance(value, list) else [value])]
    return lambda s: all(s.game.state.place[u] == LOST for u in units)


def _on_board(where: str, value: object, bad: Problems) -> Test:
    u = name(where, value, pieces.INDEX, "unit", bad)
    return lambda s: s.game.state.place[u] < BOARD.size


def _seat(where: str, v: object, bad: Problems) -> int:
    if v == "neutral":
        return NEUTRAL
    if isinstance(v, int) and not isinstance(v, bool) and 0 <= v < NEUTRAL:
        return v
    bad.append(f"{where}: a seat is a number from 0 to 3, or “neutral”, not {v!r}")
    return NEUTRAL


def _owner(where: str, value: object, bad: Problems) -> Test:
    v = _parts(where, value, 2, "unit, seat", bad)
    if v is None:
        return _never
    u, o = name(where, v[0], pieces.INDEX, "unit", bad), _seat(where, v[1], bad)
    return lambda s: s.game.state.place[u] < BOARD.size and s.game.state.owner[u] == o


def _control(where: str, value: object, bad: Problems) -> Test:
    v = _parts(where, value, 2, "area, seat", bad)
    if v is None:
        return _never
    a, o = name(where, v[0], BOARD.index, "area", bad), _seat(where, v[1], bad)
    return lambda s: s.game.state.control[a] == o


def _nation(where: str, value: object, bad: Problems) -> Test:
    v = _parts(where, value, 2, "nation, seat", bad)
    if v is None:
        return _never
    n, o = name(where, v[0], pieces.NATION_INDEX, "nation", bad), _seat(where, v[1], bad)
    return lambda s: s.game.state.nation_owner[n] == o


def _holds(where: str, value: object, bad: Problems) -> Test:
    v = _parts(where, value, 2, "unit, spell", bad)
    if v is None:
        return _never
    u, i = name(where, v[0], pieces.INDEX, "unit", bad), name(where, v[1], spells.INDEX, "spell", bad)
    return lambda s: s.game.state.spell_at[i] == IN_HAND + u


def _phase(where: str, value: object, bad: Problems) -> Test:
    if value not in PHASES:
        bad.append(f"{where}: there is no phase “{value}”")
    return lambda s: s.game.phase == value


def _step(where: str, value: object, bad: Problems) -> Test:
    if not isinstance(value, str):
        bad.append(f"{where}: is the name of a decision, not {value!r}")
    return lambda s: s.game.step == value


def _whole(get: Callable[[Game], int | None]) -> Callable[[str, object, Problems], Test]:
    def make(where: str, value: object, bad: Problems) -> Test:
        if not isinstance(value, int) or isinstance(value, bool):
            bad.append(f"{where}: is a whole number, not {value!r}")
        return lambda s: get(s.game) == value

    return make


def _balance(where: str, value: object, bad: Problems) -> Test:
    lo, hi = value if isinstance(value, list) and len(value) == 2 else (value, value)
    if not isinstance(lo, int) or not isinstance(hi, int):
        bad.append(f"{where}: is a whole number or [from, to], not {value!r}")
        return _never
    return lambda s: lo <= s.game.state.balance <= hi


def _tipped(where: str, value: object, bad: Problems) -> Test:
    want = {"law": -1, "chaos": 1, "no": 0}.get(str(value))
    if want is None:
        bad.append(f"{where}: is law, chaos or no, not {value!r}")
    return lambda s: s.game.state.tipped == want


def _outcome(where: str, value: object, bad: Problems) -> Test:
    if value == "any":
        return lambda s: s.game.outcome is not None
    o = _seat(where, value, bad)
    return lambda s: s.game.outcome is not None and s.game.outcome["winner"] == o


def _event(where: str, value: object, bad: Problems) -> Test:
    want = dict(value) if isinstance(value, dict) else {"kind": value}
    if not isinstance(want.get("kind"), str):
        bad.append(f"{where}: names the kind of an event, not {value!r}")
        return _never
    for key, v in want.items():
        if key in _FIELDS:
            want[key] = name(where, v, _FIELDS[key], key.replace("to_", ""), bad)
        elif key == "has":
            want[key] = name(where, v, pieces.INDEX, "unit", bad)
        elif key != "kind" and key not in _PLAIN:
            bad.append(f"{where}: “{key}” is nothing an event can be asked for")

    def fits(e: Mapping[str, Any]) -> bool:
        return all(
            v in (*e.get("units", ()), *e.get("heroes", ())) if key == "has" else key in e and e[key] == v
            for key, v in want.items()
        )

    return lambda s: any(fits(e) for e in s.events)


def _did(where: str, value: object, bad: Problems) -> Test:
    pattern = check_pattern(where, value, bad)
    return lambda s: any(matches(pattern, text) for text in s.did)


def _refused(where: str, value: object, bad: Problems) -> Test:
    table: Mapping[str, Any] = value if isinstance(value, dict) else {"action": value}
    pattern = check_pattern(where, table.get("action"), bad)
    clause = tuple(table["clause"]) if isinstance(table.get("clause"), list) else None
    if clause is not None:
        check_pair(where, clause, bad)
    return lambda s: any(matches(pattern, t) and (clause is None or clause in cited) for t, cited in s.refused)


def _chosen(where: str, value: object, bad: Problems) -> Test:
    name(where, value, {**BOARD.index, **pieces.INDEX}, "area or unit", bad)
    return lambda s: value in s.chosen


def _answered(where: str, value: object, bad: Problems) -> Test:
    if not isinstance(value, int) or isinstance(value, bool):
        bad.append(f"{where}: is the number of an answer, from 1, not {value!r}")
    return lambda s: s.answer == value


FACTS: Final[dict[str, Callable[[str, object, Problems], Test]]] = {
    "unit_at": _unit_at,
    "armies_at": _armies_at,
    "aboard": _aboard,
    "ashore": _ashore,
    "moving": _moving,
    "lost": _lost,
    "on_board": _on_board,
    "owner": _owner,
    "control": _control,
    "nation": _nation,
    "holds": _holds,
    "phase": _phase,
    "step": _step,
    "turn": _whole(lambda g: g.turn),
    "player": _whole(lambda g: g.player),
    "seat": _whole(lambda g: g.seat),
    "balance": _balance,
    "tipped": _tipped,
    "outcome": _outcome,
    "event": _event,
    "did": _did,
    "refused": _refused,
    "chosen": _chosen,
    "answered": _answered,
}


def check_pair(where: str, pair: Sequence[Any], bad: Problems) -> None:
    """A (chaosium, avalon-hill) pair of clause numbers: each must stand in its register, or be empty."""
    from elric.young_kingdoms.components import law

    if len(pair) != 2 or not all(isinstance(n, str) for n in pair) or not any(pair):
        bad.append(f"{where}: a clause is a pair [chaosium, avalon-hill], not {list(pair)!r}")
        return
    for edition, number in zip(law.EDITIONS, pair, strict=True):
        if number:
            check_clause(where, edition, number, bad)


def check_clause(where: str, edition: str, number: str, bad: Problems) -> None:
    """One clause number of one edition."""
    from elric.young_kingdoms.components import law

    book = law.register()
    if (edition, number) not in book:
        hint = did_you_mean(number, [c.number for c in book.of(edition)])
        bad.append(f"{where}: there is no clause “{number}” in {law.TITLES[edition]}" + (f"; {hint}" if hint else ""))


def read_goal(where: str, spec: object, bad: Problems) -> Test:
    """A goal from its data; faults are put down with where they are."""
    if isinstance(spec, list):
        tests = [read_goal(where, x, bad) for x in spec]
        if not tests:
            bad.append(f"{where}: an empty list asks for nothing")
        return lambda s: all(t(s) for t in tests)
    if not isinstance(spec, dict) or len(spec) != 1:
        bad.append(f"{where}: a goal is a table with one key, or a list of such tables, not {spec!r}")
        return _never
    ((key, value),) = spec.items()
    if key == "all":
        return read_goal(f"{where}, all", value if isinstance(value, list) else [value], bad)
    if key == "any":
        some = [read_goal(f"{where}, any", x, bad) for x in (value if isinstance(value, list) else [value])]
        return lambda s: any(t(s) for t in some)
    if key == "not":
        inner = read_goal(f"{where}, not", value, bad)
        return lambda s: not inner(s)
    if key not in FACTS:
        hint = did_you_mean(key, [*FACTS, "all", "any", "not"])
        bad.append(f"{where}: there is no fact “{key}”" + (f"; {hint}" if hint else ""))
        return _never
    return FACTS[key](f"{where}, {key}", value, bad)


__all__ = ["FACTS", "Seen", "check_clause", "check_pair", "check_pattern", "matches", "name", "read_goal"]
