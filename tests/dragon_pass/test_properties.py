"""What is true of every position of every scenario: random games, watched."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from elric.kernel import running
from elric.kernel.chance import SeededChance
from elric.opponents.at_random import play_out

from .field import GAME, Game

SCENARIOS = sorted(GAME.scenarios())


def walk(key: str, seed: int, actions: int):
    """A random game, half of its choices by verb, so that rare doings come as well."""
    g, rng = Game(key, seed=seed), Random(seed)
    for _ in range(actions):
        if g.seat is None:
            return
        yield g
        listed = g.legal_actions()
        verb = rng.choice(sorted({a.verb for a in listed}))
        g.push(rng.choice([a for a in listed if a.verb == verb] if rng.random() < 0.5 else listed))


@pytest.mark.parametrize("every", [132, pytest.param(11, marks=pytest.mark.siege)])
@pytest.mark.parametrize("key", SCENARIOS)
def test_the_list_and_the_verdict_agree(key: str, every: int) -> None:
    """What is listed is legal, and nothing else that a step could offer is; with reasons, which take longer, now and then."""
    for n, g in enumerate(walk(key, 1, 1500)):
        if n % every == 0:
            listed = set(g.legal_actions())
            step, f = running.top(g.state)
            able = {*step.candidates(g.state, step.facts(g.state, f)), *listed}
            assert {a for a in able if running.allowed(g.state, a)} == listed
            assert n % 99 or {a for a in able if g.verdict(a)} == listed
            assert listed, "a dead end"


@pytest.mark.parametrize("key", SCENARIOS)
def test_what_is_hidden_can_be_dealt_anew(key: str) -> None:
    """A seat cannot tell the position from the one that `resample` deals, which stands as well; an onlooker neither."""
    hidden = 0
    for n, g in enumerate(walk(key, 2, 1500)):
        if n % 17 == 0:
            for seat in (*g.scenario.sides, None):
                other = GAME.resample(g.state, seat, SeededChance(n))
                assert GAME.view(other, seat) == g.view(seat)
                assert not GAME.broken(other)
                hidden += other.piles != g.state.piles
    units = sum(len(army.units) for army in g.scenario.armies)
    assert hidden or units < 40, "nothing was ever hidden"


@pytest.mark.parametrize("key", SCENARIOS)
def test_a_game_can_be_saved_and_described_anywhere(key: str) -> None:
    """Its save plays to the same position and the same story, and its position as plain data builds itself again."""
    for n, g in enumerate(walk(key, 3, 700)):
        if n % 61 == 0:
            assert GAME.describe(GAME.build(g.position())) == g.position()
        if n % 350 == 349:
            again = Game.load(g.save())
            assert again.position() == g.position()
            assert [again.story_text(k) for k in g.scenario.sides] == [g.story_text(k) for k in g.scenario.sides]


@pytest.mark.parametrize("key", SCENARIOS)
@pytest.mark.parametrize("by_verb", [False, True])
@pytest.mark.parametrize(
    "seed", [0, pytest.param(1, marks=pytest.mark.siege), pytest.param(2, marks=pytest.mark.siege)]
)
def test_random_games_come_to_an_end(key: str, by_verb: bool, seed: int) -> None:
    """No dead end, no impossible position, no crash."""
    scenario, rules = GAME.scenarios()[key], GAME.ruleset("1976, longest=14")
    played = play_out(GAME, scenario, rules, seed, by_verb=by_verb)
    assert not played.fault, played.fault
    assert played.outcome


_LISTED = """
import sys, zlib
from importlib import import_module
for name in sys.argv[1:]:
    import_module(name)
from elric import games
import os
import subprocess
import sys
from random import Random
definition = games.definition("dragon-pass")
seen = 0
game, rng = games.game_class("dragon-pass")("gathering-armies", seed=4), Random(4)
for _ in range(600):
    actions = game.legal_actions()
    seen = zlib.crc32(repr(actions).encode(), seen)
    game.push(rng.choice(actions))
from elric.dragon_pass.combat import deaths, results
from elric.dragon_pass.position import powers
hooks = [powers.BEFORE_MOVE, powers.AFTER_MOVE, powers.BEFORE_COMBAT, powers.AT_BEGIN, powers.AFTER_STEP]
hooks += [deaths.ESCAPES, deaths.MOURNED, deaths.RECORDED, deaths.FOUGHT, results.TEMPTED]
print(seen, list(powers.POWERS), [[hook.__module__ for hook in some] for some in hooks])
"""


def test_what_is_imported_first_changes_no_game() -> None:
    """Powers are listed and hooks run in one order: a game goes on elsewhere as it went here, to the last die."""
    first = [
        [],
        ["elric.dragon_pass.opponents"],
        ["elric.dragon_pass.turn.horde", "elric.dragon_pass.independents.giants"],
    ]
    folder = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    found = {
        subprocess.run(
            [sys.executable, "-c", _LISTED, *names], capture_output=True, text=True, check=True, env=folder
        ).stdout
        for names in first
    }
    assert len(found) == 1, found
