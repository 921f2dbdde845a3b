"""Random play: the baseline for the computer players, and a test that reaches unusual positions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from ..kernel import running
from ..kernel.chance import SeededChance
from ..kernel.clauses import Ruleset
from ..kernel.definition import GameDef
from ..kernel.game import BEGIN
from ..kernel.record import Entry, dump
from ..kernel.steps import Action

# More actions than any real game has: a game that reaches this is in an endless loop.
LIMIT = 200_000


def any_action(rng: Random, actions: Sequence[Action]) -> Action:
    """One of the legal actions, each as likely."""
    return actions[int(rng.random() * len(actions))]


def any_verb(rng: Random, actions: Sequence[Action]) -> Action:
    """A verb first, then one of its actions, so that verbs with few actions are chosen as often as those with many."""
    verbs = sorted({a.verb for a in actions})
    verb = verbs[int(rng.random() * len(verbs))]
    return any_action(rng, [a for a in actions if a.verb == verb])


class RandomGame(NamedTuple):
    """One game played at random.

    Attributes:
        transitions: how many actions were carried out.
        outcome: winner (seat or None), how, clause, words; None when the game broke off.
        fault: what went wrong, "" when nothing did.
        save: the game as text up to the fault, "" when nothing went wrong. `elric.load` reads it.
    """

    transitions: int
    outcome: dict[str, Any] | None
    fault: str
    save: str


def play_out(
    definition: GameDef,
    scenario: Any,
    rules: Ruleset,
    seed: int,
    check: bool = True,
    by_verb: bool = False,
    limit: int = LIMIT,
) -> RandomGame:
    """Play a whole game at random, without events, at the full speed of the engine.

    Args:
        definition, scenario, rules: what is played.
        seed: for the choices and for the luck: the same seed gives the same game.
        check: look for impossible positions whenever the phase changes, and at the end.
        by_verb: choose verbs evenly instead of actions.
        limit: actions after which a game counts as endless.

    A crash, a position without legal actions, an endless game or an impossible position is reported in `fault`, never
    raised.
    """
    rng = Random(seed)
    choose = any_verb if by_verb else any_action
    chance = SeededChance(seed)
    cx = definition.context(chance, None)
    s = definition.new_state(scenario, rules)
    broken = definition.broken
    action_text = definition.notation.text
    log: list[tuple[Action, list[int]]] = []
    opening: list[int] = []
    doing: Action | None = None

    def faulty(what: str) -> RandomGame:
        entries = [Entry(BEGIN, tuple(opening))] + [Entry(action_text(a), tuple(r)) for a, r in log]
        head = [("scenario", scenario.key), ("rules", rules.name), ("seed", str(seed))]
        last = f" after “{action_text(doing)}”" if doing is not None else ""
        return RandomGame(len(log), None, f"{what}{last}", dump(definition.key, definition.schema, head, entries))

    try:
        running.begin(s, cx)
        opening = chance.results
        where = (-1, -1, -1)
        while s.agenda:
            if check and where != (s.turn, s.player, s.phase):
                where = (s.turn, s.player, s.phase)
                wrong = broken(s)
                if wrong:
                    return faulty("impossible position: " + "; ".join(wrong))
            actions = running.legal(s)
            if not actions:
                return faulty(f"nothing is legal in step “{running.step_name(s)}”")
            if len(log) >= limit:
                return faulty(f"no end after {limit} actions")
            doing = choose(rng, actions)
            chance.results = []
            running.apply(s, doing, cx)
            log.append((doing, chance.results))
    except Exception as e:
        # an exception is a result of the run: it is reported together with the game that caused it
        fault = f"{type(e).__name__}: {e}, in step “{running.step_name(s)}”"
        return faulty(fault + (f", doing “{action_text(doing)}”" if doing is not None else ""))
    wrong = broken(s) if check else []
    if wrong:
        return faulty("impossible position at the end: " + "; ".join(wrong))
    if s.outcome is None:
        return faulty("the game stopped without an outcome")
    return RandomGame(len(log), definition.outcome(s), "", "")


def walk(definition: GameDef, s: Any, chance: SeededChance, rng: Random, limit: int = LIMIT) -> int:
    """Play a position on at random to its end, in place, and return how many actions it took."""
    cx = definition.context(chance, None)
    n = 0
    while s.agenda and n < limit:
        running.apply(s, any_action(rng, running.legal(s)), cx)
        n += 1
    return n


__all__ = ["LIMIT", "RandomGame", "any_action", "any_verb", "play_out", "walk"]
