"""Rule coverage: which clauses random play reaches, and which only the numbered test cases do.

A clause counts as reached in a game when code that cites it ran: a function that acts when it runs; a predicate when it
returns true; a check when it allows the action that was then carried out, or refuses one with a reason that cites the
clause. Totals, outcomes and scenarios cite their clauses themselves, and a heading is reached with any clause below it.
Every second game uses the optional rule.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any, Final

from elric import games as house
from elric.app.carriers import Key, Place, home, places
from elric.kernel import running
from elric.kernel.chance import SeededChance
from elric.kernel.definition import GameDef, ScenarioLike
from elric.opponents.at_random import LIMIT, any_action, any_verb

__all__ = ["reached"]

ASKED: Final = 4  # refused actions tried at each decision


class _Watch:
    """A tracer that records which code runs. Code already recorded in this game costs one look-up."""

    def __init__(self, game: str) -> None:
        self.rules = str(home(game))
        self.known: dict[CodeType, Place | None] = {}
        self.seen: set[Place] = set()
        self.judging = False  # while the action to be done is judged
        self.by_file: dict[str, list[Place]] = {}
        for place in places(game):
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
        if not code.co_filename.startswith(self.rules):
            return None
        line = code.co_firstlineno
        here = self.by_file.get(str(Path(code.co_filename).relative_to(self.rules)), ())
        # a decorator stands above the first line of the function
        return next((p for p in here if p.lines[0] - 2 <= line <= p.lines[1]), None)


def reached(games: int, seed: int = 0, game: str = "") -> Counter[Key]:
    """For each clause the number of random games in which it was reached, out of `games` for each scenario and edition."""
    watch = _Watch(game)
    definition = house.definition(game)
    out: Counter[Key] = Counter()
    for scenario in definition.scenarios().values():
        for edition in scenario.editions:
            for n in range(seed, seed + games):
                out.update(_game(definition, scenario, edition, n, watch))
    return out


def _game(definition: GameDef, scenario: ScenarioLike, edition: str, seed: int, watch: _Watch) -> set[Key]:
    rng = Random(seed)
    choose = any_verb if seed % 2 else any_action
    events: list[dict[str, Any]] = []
    cx = definition.context(SeededChance(seed), events)
    watch.seen.clear()
    citing = definition.citing
    rules = definition.ruleset(edition).with_(**dict.fromkeys(citing.optional, bool(seed % 2)))
    pairs: set[tuple[str, ...]] = set()
    sys.setprofile(watch)
    try:
        s = definition.new_state(scenario, rules)
        running.begin(s, cx)
        for _ in range(LIMIT):
            if not s.agenda:
                break
            legal = running.legal(s)
            for a in rng.choices(legal, k=ASKED):
                refused = definition.verdict(s, citing.near(rng, s, a, legal))
                pairs.update(reason.clause for reason in refused.reasons)
            chosen = choose(rng, legal)
            watch.judging = True
            definition.verdict(s, chosen)
            watch.judging = False
            running.apply(s, chosen, cx)
    finally:
        sys.setprofile(None)
    pairs.update(_cited(events, len(definition.editions)))
    place = definition.editions.index(edition)
    keys = {(edition, pair[place]) for pair in pairs if len(pair) > place and pair[place]}
    keys |= {(e, number) for e, number in definition.about(scenario)["clauses"].items() if e == edition}
    keys |= {key for found in watch.seen for key in found.told if key[0] == edition}
    return _with_headings(definition, edition, keys)


def _with_headings(definition: GameDef, edition: str, keys: set[Key]) -> set[Key]:
    """The clauses reached, with all their parent clauses: 9.9 of 9.92, 7.5 of 7.5.1, 12.0 of 12.1."""
    numbers = {n for _, n in keys}
    stems = {
        c.number: c.number.removesuffix("0") if c.number.endswith(".0") else c.number
        for c in definition.register().of(edition)
    }
    above = {n for n, stem in stems.items() if any(_part(stem, x) for x in numbers if x != n)}
    return keys | {(edition, n) for n in above}


def _part(stem: str, number: str) -> bool:
    return number.startswith(stem) and (stem.endswith(".") or "." in stem or not number[len(stem) :][:1].isdigit())


def _cited(told: Any, editions: int) -> Iterator[tuple[str, ...]]:
    """The citations in what events tell: tuples of a number for each edition, "" for none."""
    if isinstance(told, tuple) and len(told) == editions and all(isinstance(number, str) for number in told):
        yield told
    elif isinstance(told, dict):
        for value in told.values():
            yield from _cited(value, editions)
    elif isinstance(told, list | tuple):
        for value in told:
            yield from _cited(value, editions)
