"""Whole games played at random: they all end, nothing breaks on the way, and nothing that only looks changes anything."""

from __future__ import annotations

from random import Random

import pytest
from walks import EDITIONS, OTHERS, PAIRS, any_words, game, walk

import elric
from elric.kernel import running
from elric.kernel.chance import SeededChance
from elric.opponents.at_random import play_out
from elric.young_kingdoms.components import law
from elric.young_kingdoms.components.scenarios import scenarios
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.description.invariants import broken
from elric.young_kingdoms.description.view import resample, view


def whole(scenario: str, edition: str, seed: int) -> int:
    """Play one game; every position must be sound, and the last one must be an end."""
    n = 0
    s = None
    for s, actions in walk(scenario, edition, seed):
        wrong = broken(s)
        assert not wrong, f"seed {seed}, action {n}: {wrong}"
        assert bool(actions) == bool(s.agenda), f"seed {seed}, action {n}: dead end in {running.step_name(s)}"
        assert len(set(actions)) == len(actions), f"seed {seed}, action {n}: an action is offered twice"
        n += 1
    assert s is not None
    assert s.outcome is not None
    winner, how, clause, says = s.outcome
    assert winner in (-1, *range(s.scenario.seats))
    assert how
    assert says.endswith(".")
    assert law.cite(clause, edition)
    return n


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_the_successor_ends_and_never_breaks(edition: str, seed: int) -> None:
    assert whole("successor", edition, seed) > 50


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "first",
    [1000, *(pytest.param(n, marks=pytest.mark.siege) for n in range(1025, 1200, 25))],
)
def test_two_hundred_games_of_the_successor_end_and_never_break(edition: str, first: int) -> None:
    assert sum(whole("successor", edition, seed) for seed in range(first, first + 25)) > 2_500


@pytest.mark.parametrize(("scenario", "edition"), OTHERS)
def test_a_game_of_every_other_scenario_ends_and_never_breaks(scenario: str, edition: str) -> None:
    assert whole(scenario, edition, 1) > 10


@pytest.mark.slow
@pytest.mark.parametrize("last", [103, pytest.param(112, marks=pytest.mark.siege)])
@pytest.mark.parametrize(("scenario", "edition"), OTHERS)
def test_a_dozen_games_of_every_other_scenario_end_and_never_break(scenario: str, edition: str, last: int) -> None:
    assert sum(whole(scenario, edition, seed) for seed in range(100, last)) > 10 * (last - 100)


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_any_mix_of_switches_can_be_played(scenario: str, edition: str) -> None:
    """Each switch may be turned by itself: a game ends and never breaks whichever way the others stand."""
    for seed in range(3):
        rng = Random(f"{scenario} {edition} {seed}")
        changes = {key: rng.choice(law.switches()[key].choices) for key in rng.sample(sorted(law.switches()), 12)}
        rules = law.ruleset({"edition": edition, **changes})
        played = play_out(GAME, scenarios()[scenario], rules, seed, by_verb=bool(seed % 2))
        assert not played.fault, f"{rules.name}, seed {seed}: {played.fault}"


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_looking_changes_nothing(scenario: str, edition: str) -> None:
    rng = Random(5)
    for n, (s, actions) in enumerate(walk(scenario, edition, 5)):
        if n % 11:
            continue
        before = s.key()
        for a in actions[:5]:
            GAME.verdict(s, a)
        for _ in range(10):
            GAME.verdict(s, any_words(rng))
        for seat in (None, *range(s.scenario.seats)):
            view(s, seat)
            resample(s, seat, SeededChance(n))
        running.legal(s)
        broken(s)
        assert s.key() == before


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_refused_action_leaves_the_game_as_it_was(edition: str) -> None:
    g = game("successor", edition, 8, 200)
    rng = Random(8)
    refused = 0
    for _ in range(2_000):
        a = any_words(rng)
        if g.verdict(a).ok:
            continue
        before = (g.state.key(), g.save(), len(g.events), g.chance.state, g.can_undo)
        with pytest.raises(elric.IllegalAction) as caught:
            g.push(a)
        assert caught.value.verdict == g.verdict(a)
        assert (g.state.key(), g.save(), len(g.events), g.chance.state, g.can_undo) == before
        refused += 1
    assert refused > 1_000


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_a_copy_goes_its_own_way(scenario: str, edition: str) -> None:
    g = game(scenario, edition, 3, 150)
    save, key, events = g.save(), g.state.key(), len(g.events)
    copies = [g.copy(), g.copy()]
    rngs = [Random(1), Random(2)]
    for c, rng in zip(copies, rngs, strict=True):
        assert c.state.key() == key
        for _ in range(60):
            legal = c.legal_actions()
            if legal:
                c.push(rng.choice(legal))
    assert (g.save(), g.state.key(), len(g.events)) == (save, key, events)
    same = [g.copy(), g.copy()]
    for c in same:
        rng = Random(9)
        for _ in range(60):
            legal = c.legal_actions()
            if legal:
                c.push(rng.choice(legal))
    assert same[0].save() == same[1].save()
