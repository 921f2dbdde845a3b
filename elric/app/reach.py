"""Rule coverage: which clauses random play reaches, and which only the numbered test cases do.

A clause counts as reached in a game when code that cites it ran: a function that acts when it runs; a predicate when it
returns true; a check when it allows the action that was then carried out, or refuses one with a reason that cites the
clause. Totals, outcomes and scenarios cite their clauses themselves, and a heading is reached with any clause below it.
Every second game uses the optional rule.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any, Final

from elric.app.carriers import Key, Place, places
from elric.kernel import running
from elric.kernel.chance import SeededChance
from elric.opponents.at_random import LIMIT, any_action, any_verb
from elric.young_kingdoms.components import law, pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.scenarios import scenarios
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.state import State
from elric.young_kingdoms.turn.setup import new_state

__all__ = ["reached"]

RULES: Final = str(Path(law.__file__).parents[1])
ASKED: Final = 4  # refused actions tried at each decision


class _Watch:
    """A tracer that records which code runs. Code already recorded in this game costs one look-up."""

    def __init__(self) -> None:
        self.known: dict[CodeType, Place | None] = {}
        self.seen: set[Place] = set()
        self.judging = False  # while the action to be done is judged
        self.by_file: dict[str, list[Place]] = {}
        for place in places():
            if place.lines[1] and place.told:
                self.by_file.setdefault(place.file, []).append(place)

    def __call__(self, frame: FrameType, event: str, value: Any) -> None:
        code = frame.f_code
        if code not in self.known:
            self.known[code] = self._place(code)
        place = self.known[code]
        if place is None or place in self.seen:
            return
        if not place.answers:
            if event == "call":
                self.seen.add(place)
        elif event == "return" and value and (place.answers == "bool" or self.judging):
            self.seen.add(place)

    def _place(self, code: CodeType) -> Place | None:
        if not code.co_filename.startswith(RULES):
            return None
        line = code.co_firstlineno
        here = self.by_file.get(str(Path(code.co_filename).relative_to(RULES)), ())
        # a decorator stands above the first line of the function
        return next((p for p in here if p.lines[0] - 2 <= line <= p.lines[1]), None)


def reached(games: int, seed: int = 0) -> Counter[Key]:
    """For each clause the number of random games in which it was reached, out of `games` for each scenario and edition."""
    watch = _Watch()
    out: Counter[Key] = Counter()
    for scenario in scenarios().values():
        for edition in scenario.editions:
            for n in range(seed, seed + games):
                out.update(_game(scenario.key, edition, n, watch))
    return out


def _game(key: str, edition: str, seed: int, watch: _Watch) -> set[Key]:
    rng = Random(seed)
    choose = any_verb if seed % 2 else any_action
    events: list[dict[str, Any]] = []
    cx = Context(SeededChance(seed), events)
    watch.seen.clear()
    scenario = scenarios()[key]
    rules = law.ruleset(edition).with_(random_balance=bool(seed % 2))
    pairs: set[tuple[str, ...]] = {scenario.clauses}
    sys.setprofile(watch)
    try:
        s = new_state(scenario, rules)
        running.begin(s, cx)
        for _ in range(LIMIT):
            if not s.agenda:
                break
            legal = running.legal(s)
            for a in rng.choices(legal, k=ASKED):
                pairs.update(reason.clause for reason in GAME.verdict(s, _near(rng, s, a)).reasons)
            chosen = choose(rng, legal)
            watch.judging = True
            GAME.verdict(s, chosen)
            watch.judging = False
            running.apply(s, chosen, cx)
    finally:
        sys.setprofile(None)
    pairs.update(_cited(events))
    place = law.EDITIONS.index(edition)
    keys = {(edition, pair[place]) for pair in pairs if pair[place]}
    return _with_headings(edition, keys | {k for p in watch.seen for k in p.told if k[0] == edition})


def _near(rng: Random, s: State, a: Action) -> Action:
    """An action with one of its objects changed for another: an area beside it, a piece in the same place, any spell."""
    kinds = VERBS[a.verb]
    able = [k for k, kind in enumerate(kinds) if kind in ("area", "piece", "spell")]
    if not able or kinds[-1] == "call":
        return a
    k = rng.choice(able)
    args = list(a.args)
    if kinds[k] == "area":
        args[k] = rng.choice(BOARD.near[args[k]] if rng.random() < 0.7 else range(BOARD.size))
    elif kinds[k] == "spell":
        args[k] = rng.randrange(spells.SIZE)
    else:
        args[k] = rng.choice([u for u in range(pieces.SIZE) if s.place[u] == s.place[args[k]]])
    return Action(a.verb, tuple(args))


def _with_headings(edition: str, keys: set[Key]) -> set[Key]:
    """The clauses reached, with all their parent clauses: 9.9 of 9.92, 7.5 of 7.5.1, 12.0 of 12.1."""
    numbers = {n for _, n in keys}
    stems = {
        c.number: c.number.removesuffix("0") if c.number.endswith(".0") else c.number
        for c in law.register().of(edition)
    }
    above = {n for n, stem in stems.items() if any(_part(stem, x) for x in numbers if x != n)}
    return keys | {(edition, n) for n in above}


def _part(stem: str, number: str) -> bool:
    return number.startswith(stem) and (stem.endswith(".") or "." in stem or not number[len(stem) :][:1].isdigit())


def _cited(events: Iterable[dict[str, Any]]) -> Iterable[tuple[str, ...]]:
    for e in events:
        if "clause" in e:
            yield e["clause"]
        for side in e.get("lines", ()):
            yield from (clause for _, _, clause in side)
