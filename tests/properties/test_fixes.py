"""What a refusal offers can be done: every fix that names an action is followed from where the player stands.

`Reason.do` names the actions of a fix. Those meant for now must be legal now; those meant for a phase to come are legal when
it comes: the game is carried on to it by ending phases and nothing else. A fix without `do` is advice, and does not say "do".
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from walks import EDITIONS, OTHERS, any_words, near, own_words, walk

from elric.kernel import running
from elric.kernel.chance import SeededChance
from elric.kernel.verdict import Reason
from elric.young_kingdoms.components import law, pieces, spells
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.components.notation import VERBS, Action, action_text, parse_action
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.fixes import begins, phase_and_action
from elric.young_kingdoms.position.state import PHASES, State

# How a fix tells somebody to do something: such words name an action, and so does `do`.
ORDERS = re.compile(
    r"^(attack|board|call|cast|choose|enter|fight|fly|go|halt|hand|hold|land|leave|let|move|muster|put|release|replace|retreat|"
    r"roll|sail|search|send|set|take|use|wait|break|bring|give|simply)\b",
    re.IGNORECASE,
)
# What passes the time: first what ends something, then what is done when it is asked for.
PASSING = ("halt", "end", "done", "ready", "stay", "fall", "release", "leave")


def legal_now(s: State, named: str) -> bool:
    """Whether an action, or one that begins so, is legal."""
    verb, *objects = named.split()
    if len(objects) == len(VERBS[verb].takes):
        return GAME.verdict(s, parse_action(named)).ok
    return any(begins(action_text(a), named) for a in running.legal(s))


def carried_on(s: State, seat: int, phase: str, seed: int) -> tuple[State | None, bool]:
    """The next time that a seat is asked in a phase, when everybody only lets time pass; whether luck came between."""
    s, luck = s.copy(), False
    now = (s.turn, s.player, s.phase)
    chance = SeededChance(seed)
    for _ in range(400):
        actions = running.legal(s)
        if not actions:
            return None, luck
        if (s.turn, s.player, s.phase) != now and PHASES[s.phase] == phase and s.player == s.seat == seat:
            return s, luck
        if (
            (s.turn, s.player, s.phase) != now
            and s.player == seat
            and s.phase > PHASES.index(phase)
            and s.turn > now[0]
        ):
            return None, luck
        verbs = {a.verb: a for a in reversed(actions)}
        a = next((verbs[v] for v in PASSING if v in verbs), actions[0])
        chance.results.clear()
        running.apply(s, a, Context(chance, None))
        luck = luck or bool(chance.results)
    return None, luck


def stands(s: State, action: str) -> tuple[object, ...]:
    """Where the pieces and spells of an action are, and whose."""
    verb, *objects = action.split()
    out: list[object] = []
    for kind, x in zip(VERBS[verb].takes, objects, strict=False):
        if kind == "piece":
            u = pieces.INDEX[x]
            out += [s.place[u], s.owner[u]]
        elif kind == "spell":
            out.append(s.spell_at[spells.INDEX[x]])
        elif kind == "area":
            out += [s.at[BOARD.index[x]], s.control[BOARD.index[x]]]
    return tuple(out)


def check(s: State, a: Action, r: Reason, seed: int, found: Counter[str]) -> None:
    edition = s.rules.edition
    told = (edition, running.step_name(s), action_text(a), r)
    assert law.cite(r.clause, edition), f"no clause: {told}"
    assert not r.otherwise, told
    if not r.fix:
        assert not r.do, told
        found["no fix"] += 1
        return
    if not r.do:
        assert not ORDERS.match(r.fix), f"an order that names no action: {told}"
        found["advice"] += 1
        return
    for named in r.do:
        phase, action = phase_and_action(named)
        if not phase:
            assert legal_now(s, action), f"{action} is no way out: {told}"
            found["now"] += 1
            continue
        then, luck = carried_on(s, s.seat, phase, seed)
        if then is not None and legal_now(then, action):
            found["later"] += 1
        else:
            moved = then is None or stands(then, action) != stands(s, action)
            assert luck, f"{named} does not become legal: {told}"
            assert moved, f"{named} does not become legal, and nothing has happened to it: {told}"
            found["luck came between"] += 1


def follow(scenario: str, edition: str, seed: int, every: int, tries: int) -> Counter[str]:
    """Refusals of one random game, each reason's fix followed; how many of each kind."""
    rng, found = Random(seed), Counter[str]()
    for n, (s, actions) in enumerate(walk(scenario, edition, seed)):
        if not actions or n % every != seed % every:
            continue
        verbs = sorted(s.agenda[-1].step.verbs)
        for k in range(tries):
            pick = (
                any_words(rng),
                any_words(rng, rng.choice(verbs)),
                near(rng, s, rng.choice(actions)),
                own_words(rng, s),
            )
            a = pick[min(k % 6, 3)]
            said = GAME.verdict(s, a)
            if said.ok:
                continue
            assert said.reasons
            found["refusals"] += 1
            for r in said.reasons:
                check(s, a, r, seed, found)
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_fix_can_be_followed(edition: str) -> None:
    found = sum((follow("successor", edition, seed, 5, 12) for seed in range(51, 54)), Counter[str]())
    assert found["now"] > 100
    assert found["later"] > 5


@pytest.mark.slow
@pytest.mark.parametrize(("last", "part"), [(501, 2), pytest.param(504, 4, marks=pytest.mark.siege)])
@pytest.mark.parametrize(("scenario", "edition"), [*OTHERS, *(("successor", e) for e in EDITIONS)])
def test_a_fix_can_be_followed_in_every_scenario(scenario: str, edition: str, last: int, part: int) -> None:
    found = sum((follow(scenario, edition, seed, 3, 20) for seed in range(500, last)), Counter[str]())
    assert found["refusals"] > 75 * (last - 500)
    # somebody who waits for his next turn may be lost before it comes, more often in one game than in many
    assert found["luck came between"] <= 2 + found["later"] // part
