"""What a refusal of White Bear offers instead can be done: the fix of random refusals is followed from where the player stands.

Named actions are legal now, or when the phase comes that the fix names: the game is carried on to it by letting time pass. What luck
prevents is counted apart. A fix that names no action is advice, and does not begin as an order does.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from elric.dragon_pass.components.notation import VERBS
from elric.dragon_pass.components.units import BY_ID
from elric.dragon_pass.position.state import PHASES
from elric.dragon_pass.turn.fixes import ORDERS, begins
from elric.kernel.notation import ActionError
from elric.kernel.verdict import Reason

from .field import texts
from .test_properties import SCENARIOS, walk

# What lets time pass: first what puts down and ends, then what must be chosen.
PASSING = ("halt", "done", "pass", "bare", "let", "stay", "no", "ready")


def carried_on(g: Any, phase: str) -> tuple[Any, bool]:
    """The next time that the same seat is asked in a phase, when everybody only lets time pass; whether luck came between."""
    seat, now, luck = g.seat, (g.state.moves, g.state.phase), False
    g = g.copy()
    for _ in range(300):
        if g.seat is None:
            return None, luck
        s = g.state
        later = (s.moves, s.phase) != now
        if later and PHASES[s.phase] == phase and s.player == seat == g.seat and g.step == phase:
            return g, luck
        listed = g.legal_actions()
        verbs = {a.verb: a for a in reversed(listed)}
        before = len(g.events)
        g.push(next((verbs[v] for v in PASSING if v in verbs), listed[0]))
        luck = luck or any("die" in e or "dice" in e or e["kind"] in ("battle", "died") for e in g.events[before:])
    return None, luck


def anything(rng: Random, g: Any) -> str:
    """An action of this step with any objects: those of another action, or any of their kind."""
    verb = rng.choice(sorted(g.state.agenda[-1][0].verbs))
    words = []
    for kind in VERBS[verb].takes:
        if kind == "unit":
            own = [u for u in BY_ID if g.state.owner[BY_ID[u]] == g.seat]
            words.append(rng.choice(own if own and rng.random() < 0.8 else sorted(BY_ID)))
        elif kind == "hex":
            near = [t.split()[-1] for t in texts(g) if t[-4:].isdigit()]
            words.append(
                rng.choice(near) if near and rng.random() < 0.5 else f"{rng.randint(1, 30):02}{rng.randint(1, 25):02}"
            )
        else:
            words.append(str(rng.randint(1, 4)))
    return " ".join((verb, *words))


def check(g: Any, action: str, r: Reason, found: Counter[str]) -> None:
    told = (g.step, action, r)
    assert not r.otherwise, told
    if not r.fix:
        assert not r.do, told
        found["no fix"] += 1
    elif not r.do:
        assert r.fix.split(" ")[0].strip(".,") not in ORDERS, f"an order that names no action: {told}"
        found["advice"] += 1
    for named in r.do:
        phase, colon, later = named.partition(": ")
        if not colon:
            assert any(begins(text, named) for text in texts(g)), f"{named} is no way out: {told}"
            found["now"] += 1
            continue
        then, luck = carried_on(g, phase)
        if then is not None and any(begins(text, later) for text in texts(then)):
            found["later"] += 1
        else:
            assert luck or then is None, f"{named} does not become legal: {told}"
            found["luck or the end came between"] += 1


def follow(key: str, seed: int, every: int, tries: int, most: int) -> Counter[str]:
    """Refusals of one random game, each reason's fix followed; how many of each kind."""
    rng, found = Random(seed), Counter[str]()
    for n, g in enumerate(walk(key, seed, 1200)):
        if n % every:
            continue
        if found["refusals"] >= most:
            break
        for _ in range(tries):
            action = anything(rng, g)
            try:
                said = g.verdict(action)
            except ActionError:
                continue
            if said.ok:
                continue
            assert said.reasons, action
            found["refusals"] += 1
            for r in said.reasons:
                check(g, action, r, found)
    return found


def test_a_fix_can_be_followed() -> None:
    """A few hundred refusals of one scenario with every power and one without."""
    found = sum((follow(key, 7, 37, 6, 120) for key in (SCENARIOS[0], SCENARIOS[-1])), Counter[str]())
    print(dict(found))
    assert found["refusals"] > 100
    assert found["now"] > 40


@pytest.mark.slow
@pytest.mark.parametrize(("games_", "most"), [(1, 400), pytest.param(3, 1500, marks=pytest.mark.siege)])
@pytest.mark.parametrize("key", SCENARIOS)
def test_a_fix_can_be_followed_in_every_scenario(key: str, games_: int, most: int) -> None:
    found = sum((follow(key, seed, 11, 10, most) for seed in range(games_)), Counter[str]())
    print(dict(found))
    assert found["refusals"] > 300
    assert found["luck or the end came between"] <= 5 + found["later"]
