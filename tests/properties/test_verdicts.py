"""One legality: the list of legal actions and the verdict on any one action never disagree, and a refusal says why."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from walks import EDITIONS, OTHERS, PAIRS, any_words, near, own_words, walk

from elric.kernel import running
from elric.kernel.chance import SeededChance
from elric.young_kingdoms.components import law, pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import NOTATION, VERBS, Action, action_text
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.state import HIDDEN, IN_HAND, State
from elric.young_kingdoms.turn.likeness import alike, likeness, meaning


def judge(s: State, actions: list[Action], rng: Random, tries: int) -> int:
    """Compare list and verdict on everything offered and on `tries` other actions; returns how many verdicts."""
    edition = s.rules.edition
    offered = set(actions)
    kinds = {meaning(s, a) for a in actions}
    for a in actions:
        said = GAME.verdict(s, a)
        assert said.ok, f"{action_text(a)} is offered and refused: {said}"
        assert not said.reasons
    verbs = sorted(s.agenda[-1].step.verbs)
    for n in range(tries):
        if n % 5 == 0:
            a = any_words(rng)
        elif n % 5 == 1:
            a = any_words(rng, rng.choice(verbs))
        elif n % 5 == 2:
            a = own_words(rng, s)
        else:
            a = near(rng, s, rng.choice(actions))
        said = GAME.verdict(s, a)
        if said.ok:
            assert a in offered or meaning(s, a) in kinds, (
                f"{action_text(a)} is legal and not offered in {running.step_name(s)}"
            )
            continue
        assert a not in offered
        assert said.reasons, f"{action_text(a)} is refused without a reason in {running.step_name(s)}"
        for r in said.reasons:
            assert r.words.strip().endswith((".", "!", "?")), (action_text(a), r)
            assert not r.fix or r.fix.strip().endswith((".", "!", "?")), (action_text(a), r)
            if any(r.clause):
                number = law.cite(r.clause, edition)
                assert not number or number in {c.number for c in law.register().of(edition)}, (action_text(a), r)
            assert all(x in pieces.INDEX or x in BOARD.index for x in r.look), (action_text(a), r.look)
    return len(actions) + tries


def judged(scenario: str, edition: str, seed: int, every: int, tries: int) -> int:
    rng = Random(seed)
    return sum(
        judge(s, actions, rng, tries)
        for n, (s, actions) in enumerate(walk(scenario, edition, seed))
        if actions and n % every == seed % every
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_list_and_verdict_agree(edition: str) -> None:
    assert judged("successor", edition, 21, 7, 12) > 250


@pytest.mark.slow
@pytest.mark.parametrize("often", [10_000, pytest.param(100_000, marks=pytest.mark.siege)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_legal_by_verdict_is_listed_up_to_likeness_a_hundred_thousand_times(edition: str, often: int) -> None:
    """What is listed is legal, and what is legal is listed, itself or one that means the same, in all scenarios."""
    scenarios = [key for key, e in PAIRS if e == edition]
    total, seed = 0, 300
    while total < often:
        total += judged(scenarios[seed % len(scenarios)], edition, seed, 2, 40)
        seed += 1
    assert seed - 300 <= 90


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [(400,), pytest.param((400, 401, 402), marks=pytest.mark.siege)], ids=["one", "more"])
@pytest.mark.parametrize(("scenario", "edition"), OTHERS)
def test_list_and_verdict_agree_in_every_scenario(scenario: str, edition: str, seeds: tuple[int, ...]) -> None:
    assert sum(judged(scenario, edition, seed, 3, 20) for seed in seeds) > 33 * len(seeds)


def everything(s: State) -> list[Action]:
    """Every action of the step that waits, with the pieces and spells of whoever decides and all areas of the board."""
    mine = [u for u in range(pieces.SIZE) if s.owner[u] == s.seat]
    held = [i for i, at in enumerate(s.spell_at) if at % 1000 in mine and IN_HAND <= at < HIDDEN]
    range_of = {"piece": mine, "area": range(BOARD.size), "spell": held, "side": range(9), "call": range(4)}
    for kind, row in NOTATION.kinds.items():
        if kind not in range_of:
            range_of[kind] = range(len(row.names()))
    out = []
    for verb in s.agenda[-1].step.verbs:
        kinds = VERBS[verb].takes
        for args in product(*(range_of[kind] for kind in kinds)):
            if kinds[-1:] != ("call",) or args[-1] < len(spells.MUSTERS[args[1]]):
                out.append(Action(verb, args))
    return out


def complete(scenario: str, edition: str, seed: int, every: int) -> int:
    """Compare the list with the verdict on every action there is; returns how many were judged."""
    n = 0
    for k, (s, actions) in enumerate(walk(scenario, edition, seed)):
        if not actions or k % every != seed % every:
            continue
        offered, kinds = set(actions), {meaning(s, a) for a in actions}
        tries = everything(s)
        n += len(tries)
        for a in tries:
            if GAME.verdict(s, a).ok:
                assert a in offered or meaning(s, a) in kinds, (
                    f"{action_text(a)} is legal and not offered in {running.step_name(s)}"
                )
    return n


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_legal_is_left_out(edition: str) -> None:
    assert complete("successor", edition, 31, 10) > 10_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "every"), [(410, 40), *(pytest.param(seed, 8, marks=pytest.mark.siege) for seed in (410, 411))]
)
@pytest.mark.parametrize(("scenario", "edition"), OTHERS)
def test_nothing_legal_is_left_out_in_any_scenario(scenario: str, edition: str, seed: int, every: int) -> None:
    assert complete(scenario, edition, seed, every) > 300


def outline(s: State) -> tuple[object, ...]:
    """A position in which armies that are alike have no names."""
    kinds = sorted(repr(likeness(s, u)) for u in range(pieces.SIZE))
    rest = (tuple(s.spell_at), bytes(s.control), s.balance, s.turn, s.phase, s.player, s.seat, running.step_name(s))
    return (*kinds, rest)


def interchanged(scenario: str, edition: str, seed: int, every: int) -> int:
    """Carry out every action that stands for others, and the others; returns how many others there were."""
    n = 0
    for k, (s, actions) in enumerate(walk(scenario, edition, seed)):
        if not actions or k % every != seed % every:
            continue
        assert len({meaning(s, a) for a in actions}) == len(actions), "two that mean the same are listed"
        for a in actions:
            same = alike(s, a)
            assert a in same
            assert {meaning(s, x) for x in same} == {meaning(s, a)}
            ends = set()
            for x in same if len(same) > 1 else ():
                t = s.copy()
                assert GAME.verdict(t, x).ok
                running.apply(t, x, Context(SeededChance(seed), None))
                ends.add(outline(t))
            assert len(ends) <= 1, f"{action_text(a)} and those alike to it end differently in {running.step_name(s)}"
            n += len(same) - 1
    return n


@pytest.mark.parametrize("edition", EDITIONS)
def test_actions_that_are_alike_do_the_same(edition: str) -> None:
    assert interchanged("successor", edition, 61, 7) > 50


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "every", "others"), [(62, 15, 100), *(pytest.param(n, 3, 500, marks=pytest.mark.siege) for n in (62, 63))]
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_actions_that_are_alike_do_the_same_in_every_scenario(edition: str, seed: int, every: int, others: int) -> None:
    assert sum(interchanged(key, e, seed, every) for key, e in PAIRS if e == edition) > others


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_is_like_an_action_that_is_refused(edition: str) -> None:
    rng = Random(5)
    for s, actions in walk("successor", edition, 5, 40):
        if actions:
            refused = [a for a in (any_words(rng) for _ in range(40)) if not GAME.verdict(s, a).ok]
            assert refused
            assert not any(alike(s, a) for a in refused)


@pytest.mark.parametrize("edition", EDITIONS)
def test_after_the_end_every_action_is_refused(edition: str) -> None:
    rng = Random(2)
    for s, actions in walk("successor", edition, 4):
        if not actions:
            assert all(not GAME.verdict(s, any_words(rng)).ok for _ in range(200))
