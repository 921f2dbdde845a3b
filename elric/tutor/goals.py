"""Goals of lesson steps as data: facts about the game and the learner, combined by all, any and not.

A goal is a table with one key, or a list that means "all of these":

    [{turn = 2}, {phase = "fight"}]
    {any = [{did = "march 04*"}, {refused = {action = "attack *", clause = ["4"]}}]}

This module has the facts for any game, each with the values it accepts and its test. A game adds its own
(`Vocabulary.facts`), which take precedence where the names are the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .facts import Fact, Reading, Test, event, matches, never, whole


def _phase(where: str, value: object, reading: Reading) -> Test:
    if value not in reading.definition.phases:
        reading.add(where, f"there is no phase “{value}”")
    return lambda s: s.game.phase == value


def _step(where: str, value: object, reading: Reading) -> Test:
    if not isinstance(value, str):
        reading.add(where, f"is the name of a decision, not {value!r}")
    return lambda s: s.game.step == value


def _outcome(where: str, value: object, reading: Reading) -> Test:
    if value == "any":
        return lambda s: s.game.outcome is not None
    if value == "nobody":
        return lambda s: s.game.outcome is not None and s.game.outcome["winner"] is None
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        reading.add(where, f"is a seat from 0, “any” or “nobody”, not {value!r}")
    return lambda s: s.game.outcome is not None and s.game.outcome["winner"] == value


def _did(where: str, value: object, reading: Reading) -> Test:
    pattern = reading.pattern(where, value)
    return lambda s: any(matches(pattern, text) for text in s.did)


def _refused(where: str, value: object, reading: Reading) -> Test:
    table: Mapping[str, Any] = value if isinstance(value, dict) else {"action": value}
    pattern = reading.pattern(where, table.get("action"))
    clause = tuple(table["clause"]) if isinstance(table.get("clause"), list) else None
    if clause is not None:
        reading.citation(where, clause)
    return lambda s: any(matches(pattern, t) and (clause is None or clause in cited) for t, cited in s.refused)


def _chosen(where: str, value: object, reading: Reading) -> Test:
    reading.pointed(where, value)
    return lambda s: value in s.chosen


def _answered(where: str, value: object, reading: Reading) -> Test:
    if not isinstance(value, int) or isinstance(value, bool):
        reading.add(where, f"is the number of an answer, from 1, not {value!r}")
    return lambda s: s.answer == value


FACTS: Final[dict[str, Fact]] = {
    "phase": _phase,
    "step": _step,
    "turn": whole(lambda g: g.turn),
    "player": whole(lambda g: g.player),
    "seat": whole(lambda g: g.seat),
    "outcome": _outcome,
    "event": event(),
    "did": _did,
    "refused": _refused,
    "chosen": _chosen,
    "answered": _answered,
}


def read_goal(where: str, spec: object, reading: Reading) -> Test:
    """A goal from its data; faults are recorded with their place."""
    if isinstance(spec, list):
        tests = [read_goal(where, x, reading) for x in spec]
        if not tests:
            reading.add(where, "an empty list asks for nothing")
        return lambda s: all(t(s) for t in tests)
    if not isinstance(spec, dict) or len(spec) != 1:
        reading.add(where, f"a goal is a table with one key, or a list of such tables, not {spec!r}")
        return never
    ((key, value),) = spec.items()
    if key == "all":
        return read_goal(f"{where}, all", value if isinstance(value, list) else [value], reading)
    if key == "any":
        some = [read_goal(f"{where}, any", x, reading) for x in (value if isinstance(value, list) else [value])]
        return lambda s: any(t(s) for t in some)
    if key == "not":
        inner = read_goal(f"{where}, not", value, reading)
        return lambda s: not inner(s)
    facts = {**FACTS, **reading.words.facts}
    if key not in facts:
        reading.one_of(where, key, [*facts, "all", "any", "not"], "fact")
        return never
    return facts[key](f"{where}, {key}", value, reading)


__all__ = ["FACTS", "read_goal"]
