"""Secrets stay secret: what a seat is shown, offered and told is the same whatever lies where it cannot look."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from walks import PAIRS, walk

import elric
from elric.kernel import running
from elric.kernel.chance import SeededChance
from elric.opponents.at_random import any_action, any_verb
from elric.young_kingdoms.components import spells
from elric.young_kingdoms.definition import GAME
from elric.young_kingdoms.description.view import resample, secret_from, view
from elric.young_kingdoms.magic_phase.quaolnargn import IT
from elric.young_kingdoms.position.context import Context
from elric.young_kingdoms.position.state import IN_HAND, State


def unchanged(s: State, n: int) -> int:
    """Deal what each seat cannot see anew, and look again."""
    moved = 0
    for seat in (None, *range(s.scenario.seats)):
        seen = view(s, seat)
        text = json.dumps(seen, sort_keys=True)
        for i in secret_from(s, seat):
            assert f'"{spells.IDS[i]}"' not in text, f"{spells.IDS[i]} is shown to seat {seat}"
        for again in range(2):
            t = resample(s, seat, SeededChance(n * 7 + again))
            moved += t.spell_at != s.spell_at
            assert view(t, seat) == seen
            if seat == s.seat:
                assert running.legal(t) == running.legal(s), "what is offered tells of what is hidden"
    return moved


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_what_cannot_be_seen_makes_no_difference(scenario: str, edition: str) -> None:
    moved = sum(unchanged(s, n) for n, (s, _) in enumerate(walk(scenario, edition, 6)) if n % 9 == 0)
    assert moved > 5


@pytest.mark.siege
@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_what_cannot_be_seen_makes_no_difference_in_many_games(scenario: str, edition: str) -> None:
    for seed in range(500, 504):
        for n, (s, _) in enumerate(walk(scenario, edition, seed)):
            if n % 13 == 0:
                unchanged(s, n)


# Events after which spells that all have seen lie where nobody can look.
GOES_BACK = {"redrawn", "omen", "refilled"}
# Spells in use before all eyes, although they are still held by their magicians.
IN_USE = {"fly": None, "sent": IT, "quaolnargn": IT}


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
@pytest.mark.parametrize("seed", [11, 12])
def test_the_story_keeps_secrets(scenario: str, edition: str, seed: int) -> None:
    """A spell that a seat can see neither before nor after an action is in nothing it is told, in fields or in words."""
    rng = Random(seed)
    choose = any_verb if seed % 2 else any_action
    g = elric.new_game(scenario, edition, seed)
    told = 0
    seats = (None, *range(g.scenario.seats))
    before = {seat: set(range(spells.SIZE)) for seat in seats}
    while True:
        assert all(e["kind"] in GAME.readers and set(e) <= fields(e["kind"]) for e in g.events[told:])
        in_use = {e.get("spell", IN_USE[e["kind"]]) for e in g.events[told:] if e["kind"] in IN_USE}
        back = GOES_BACK & {e["kind"] for e in g.events[told:]}
        for seat in seats:
            now = set(secret_from(g.state, seat))
            mine = {e.get("spell") for e in g.events[told:] if seat in e.get("to", ())}
            hidden = now & before[seat] - in_use - mine if not back else set()
            names = {spells.NAMES[i] for i in hidden} - {spells.NAMES[i] for i in range(spells.SIZE) if i not in hidden}
            story = g.story(seat, told)
            assert len(story) == len(g.events) - told
            for e, full in zip(story, g.events[told:], strict=True):
                assert "to" not in e
                assert e.get("spell", -1) not in hidden, f"{full} is told to seat {seat}"
            said = " ".join(g.story_text(seat, told))
            assert not [name for name in names if re.search(rf"\b{name}\b", said)], f"seat {seat} reads: {said}"
            before[seat] = now
        told = len(g.events)
        legal = g.legal_actions()
        if not legal:
            return
        g.push(choose(rng, legal))


def fields(kind: str) -> set[str]:
    """What an event of a kind may hold."""
    return {"kind", "to", *GAME.readers[kind].everybody, *GAME.readers[kind].concerned}


def test_an_event_that_nobody_declared_is_shown_to_nobody() -> None:
    """An event invented here, with a spell in it, and a new field with a spell in an event that is known."""
    g = elric.new_game("successor", seed=1)
    told = len(g.events)
    cx = Context(g.chance, g.events)
    cx.tell("whispered", unit=0, spell=3, to=(0,))
    cx.tell("drew", unit=0, spell=3, next_spell=4, to=(0,))
    for seat in (None, 1):
        assert g.story(seat, told) == [{"kind": "drew", "unit": 0}]
    assert g.story(0, told) == [{"kind": "drew", "unit": 0, "spell": 3}]


def told_by_the_rules() -> Iterator[tuple[str, set[str]]]:
    """Every event that stands in the code of the rules: its kind and its fields."""
    for path in sorted(Path(elric.__file__).parent.joinpath("young_kingdoms").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "tell"
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id in ("cx", "self")
            ):
                kinds = [x.value for x in ast.walk(node.args[0]) if isinstance(x, ast.Constant)]
                # a kind that is handed in is one of those given as a default, or another verb of the same step
                kinds = [k for k in kinds if isinstance(k, str)] or HANDED_IN[path.stem]
                for kind in kinds:
                    yield kind, {k.arg for k in node.keywords if k.arg}


HANDED_IN = {
    "heroic_escape": ["escape", "peril"],
    "tipped_world": ["maintain", "release"],
    "resolution": ["held back", "stands aside"],
}


def test_every_event_of_the_rules_is_declared() -> None:
    found = list(told_by_the_rules())
    assert len(found) > 80
    for kind, data in found:
        assert kind in GAME.readers, f"declare who may read “{kind}” beside its rule"
        assert data <= fields(kind), f"declare who may read {data - fields(kind)} of “{kind}” beside its rule"
        assert not GAME.readers[kind].everybody & GAME.readers[kind].concerned
    assert {kind for kind, _ in found} == set(GAME.readers)
    to = {kind for kind, data in found if "to" in data}
    assert to == {kind for kind, who in GAME.readers.items() if who.concerned}


def test_a_view_holds_plain_data_only() -> None:
    for n, (s, _) in enumerate(walk("empire", "avalon-hill", 15)):
        if n % 40 == 0:
            for seat in (None, 0, 1, 2):
                seen = view(s, seat)
                assert json.loads(json.dumps(seen)) == seen


def test_everybody_sees_his_own_hand_and_how_many_spells_the_others_hold() -> None:
    for n, (s, _) in enumerate(walk("successor", "chaosium", 17)):
        if n % 20:
            continue
        for seat in (0, 1):
            seen = view(s, seat)
            mine = {i for i, at in enumerate(s.spell_at) if IN_HAND <= at < 2000 and s.owner[at - IN_HAND] == seat}
            assert {x for hand in seen["hands"].values() for x in hand} == {spells.IDS[i] for i in mine}
            assert seen["players"][seat]["hand"] == len(mine)
            assert seen["players"][1 - seat] == view(s, 1 - seat)["players"][1 - seat]
        assert view(s, None)["hands"] == {}


def test_looking_uses_no_luck() -> None:
    g = elric.new_game("successor", seed=19)
    state = g.chance.state
    g.view(0), g.view(None), g.legal_actions(), g.story(1), g.resampled(0, 5), g.save(), g.copy()
    assert g.chance.state == state
    assert g.chance.results == list(g.record[-1].results)


def test_what_a_decision_is_about_is_told_to_whom_it_concerns() -> None:
    """A drawn spell, and whose spells must be chosen between, are told to the seat that decides and to nobody else."""
    told: dict[str, int] = {}
    for scenario, edition in PAIRS[:6]:
        for s, _ in walk(scenario, edition, 23):
            step = view(s, None)["step"]
            if s.seat < 0 or step not in ("take", "align", "search", "stack"):
                continue
            mine = view(s, s.seat)["asks"]
            others = [view(s, o)["asks"] for o in (None, *range(s.scenario.seats)) if o != s.seat]
            assert mine
            assert all(asks == (mine if step == "stack" else {}) for asks in others)
            told[step] = told.get(step, 0) + 1
    assert told.keys() >= {"take", "search", "stack"}, told
