"""What the property tests share: random walks through games, any well-formed action, and actions near at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import elric
from elric.kernel import running
from elric.kernel.chance import SeededChance
from elric.opponents.at_random import any_action, any_verb
from elric.young_kingdoms.components import law, pieces, spells
from elric.young_kingdoms.components import notation as actions
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action
from elric.young_kingdoms.components.scenarios import scenarios
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.state import HIDDEN, IN_HAND, State
from elric.young_kingdoms.turn.setup import new_state

EDITIONS = ("chaosium", "avalon-hill")
PAIRS = [(s.key, e) for s in scenarios().values() for e in s.editions]
OTHERS = [p for p in PAIRS if p[0] != "successor"]


def walk(scenario: str, edition: str, seed: int, limit: int = 100_000) -> Iterator[tuple[State, list[Action]]]:
    """Positions of one random game with their legal actions. Every other seed prefers rare verbs.

    The state yielded is the one being played: look at it, do not keep it.
    """
    rng = Random(seed)
    choose = any_verb if seed % 2 else any_action
    s = new_state(scenarios()[scenario], law.ruleset(edition))
    cx = Context(SeededChance(seed))
    running.begin(s, cx)
    for _ in range(limit):
        legal = running.legal(s)
        yield s, legal
        if not legal:
            return
        running.apply(s, choose(rng, legal), cx)


def mixed(scenario: str, edition: str, seed: int) -> Iterator[tuple[State, list[Action]]]:
    """Positions of one random game with their legal actions: every third game under a random mix of switches."""
    rng = Random(f"{scenario} {edition} {seed}")
    changes: dict[str, object] = {}
    if seed % 3 == 0:
        changes = {key: rng.choice(law.switches()[key].choices) for key in rng.sample(sorted(law.switches()), 12)}
    s = new_state(scenarios()[scenario], law.ruleset({"edition": edition, **changes}))
    cx = Context(SeededChance(seed))
    running.begin(s, cx)
    choose = any_verb if seed % 2 else any_action
    while True:
        legal = running.legal(s)
        yield s, legal
        if not legal:
            return
        running.apply(s, choose(rng, legal), cx)


def game(scenario: str, edition: str, seed: int, length: int) -> elric.Game:
    """A game some way into a random course of play."""
    rng = Random(seed)
    g = elric.new_game(scenario, edition, seed)
    for _ in range(length):
        legal = g.legal_actions()
        if not legal:
            break
        g.push(any_action(rng, legal))
    return g


def any_words(rng: Random, verb: str | None = None) -> Action:
    """Any well-formed action at all: a verb with objects of the right kinds, sense or nonsense."""
    verb = verb or rng.choice(sorted(VERBS))
    args: list[int] = []
    for kind in VERBS[verb].takes:
        if kind == "piece":
            args.append(rng.randrange(pieces.SIZE))
        elif kind == "area":
            args.append(rng.randrange(BOARD.size))
        elif kind == "spell":
            args.append(rng.randrange(spells.SIZE))
        elif kind == "side":
            args.append(rng.randrange(9))
        elif kind != "call":
            args.append(rng.randrange(len(actions.NOTATION.kinds[kind].names())))
        elif not spells.MUSTERS[args[1]]:
            return any_words(rng, verb)
        else:
            args.append(rng.randrange(len(spells.MUSTERS[args[1]])))
    return Action(verb, tuple(args))


def own_words(rng: Random, s: State) -> Action:
    """An action of the step that waits, with pieces and spells of whoever decides, and areas near them."""
    verb = rng.choice(sorted(s.agenda[-1].step.verbs))
    a = any_words(rng, verb)
    mine = [u for u in range(pieces.SIZE) if s.owner[u] == s.seat and s.place[u] < BOARD.size]
    held = [i for i, at in enumerate(s.spell_at) if at % 1000 in mine and IN_HAND <= at < HIDDEN]
    args = list(a.args)
    for k, kind in enumerate(VERBS[verb].takes):
        if kind == "piece" and mine:
            args[k] = rng.choice(mine)
        elif kind == "spell" and held:
            args[k] = rng.choice(held)
        elif kind == "area" and mine:
            here = s.place[rng.choice(s.moving or mine)]
            args[k] = rng.choice((here, *BOARD.touch[here]))
        elif kind == "call":
            if not spells.MUSTERS[args[1]]:
                return a
            args[k] = rng.randrange(len(spells.MUSTERS[args[1]]))
    return Action(verb, tuple(args))


def near(rng: Random, s: State, a: Action) -> Action:
    """A legal action with one of its objects changed for another of the kind, nearby if it can be."""
    if not a.args:
        return any_words(rng, rng.choice(sorted(s.agenda[-1].step.verbs)))
    kinds = VERBS[a.verb].takes
    k = rng.randrange(len(kinds))
    other = any_words(rng, a.verb)
    args = list(a.args)
    args[k] = other.args[k]
    if kinds[k] == "area" and BOARD.near[a.args[k]] and rng.random() < 0.7:
        args[k] = rng.choice(BOARD.near[a.args[k]])
    elif kinds[k] == "piece" and rng.random() < 0.7:
        here = [u for u in range(pieces.SIZE) if s.place[u] == s.place[a.args[k]]]
        args[k] = rng.choice(here)
    if kinds[-1] == "call" and args[-1] >= len(spells.MUSTERS[args[1]]):
        return other
    return Action(a.verb, tuple(args))


def attempt(make: Callable[[Any], Any], what: Any) -> tuple[Any, elric.PositionError | None]:
    """What is made of a position, or the error that says why nothing is."""
    try:
        return make(what), None
    except elric.PositionError as e:
        return None, e
