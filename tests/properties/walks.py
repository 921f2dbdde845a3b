"""What the property tests share: random walks through games, any well-formed action, and actions near at hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import elric
from elric.kernel.chance import SeededChance
from elric.opponents.at_random import any_action, any_verb
from elric.young_kingdoms import actions, law, pieces, play, spells
from elric.young_kingdoms.actions import VERBS, Action
from elric.young_kingdoms.board import BOARD
from elric.young_kingdoms.context import Context
from elric.young_kingdoms.scenarios import scenarios
from elric.young_kingdoms.setup import new_state
from elric.young_kingdoms.state import HIDDEN, IN_HAND, State

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
    play.begin(s, cx)
    for _ in range(limit):
        legal = play.legal(s)
        yield s, legal
        if not legal:
            return
        play.apply(s, choose(rng, legal), cx)


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
    for kind in VERBS[verb]:
        if kind == "piece":
            args.append(rng.randrange(pieces.SIZE))
        elif kind == "area":
            args.append(rng.randrange(BOARD.size))
        elif kind == "spell":
            args.append(rng.randrange(spells.SIZE))
        elif kind == "side":
            args.append(rng.randrange(9))
        elif kind != "call":
            args.append(rng.randrange(len(actions._WORDS[kind])))
        elif not spells.MUSTERS[args[1]]:
            return any_words(rng, verb)
        else:
            args.append(rng.randrange(len(spells.MUSTERS[args[1]])))
    return Action(verb, tuple(args))


def own_words(rng: Random, s: State) -> Action:
    """An action of the step that waits, with pieces and spells of whoever decides, and areas near them."""
    verb = rng.choice(sorted(s.agenda[-1][0].verbs))
    a = any_words(rng, verb)
    mine = [u for u in range(pieces.SIZE) if s.owner[u] == s.seat and s.place[u] < BOARD.size]
    held = [i for i, at in enumerate(s.spell_at) if at % 1000 in mine and IN_HAND <= at < HIDDEN]
    args = list(a.args)
    for k, kind in enumerate(VERBS[verb]):
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
        return any_words(rng, rng.choice(sorted(s.agenda[-1][0].verbs)))
    kinds = VERBS[a.verb]
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
