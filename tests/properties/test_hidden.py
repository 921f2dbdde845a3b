"""Secrets stay secret: what a seat is shown, offered and told is the same whatever lies where it cannot look."""

from __future__ import annotations

import json
from random import Random

import pytest
from walks import PAIRS, walk

import elric
from elric.kernel.chance import SeededChance
from elric.opponents.at_random import any_action, any_verb
from elric.young_kingdoms import play, spells
from elric.young_kingdoms.state import IN_HAND, State
from elric.young_kingdoms.story import SECRET
from elric.young_kingdoms.view import resample, secret_from, view


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
                assert play.legal(t) == play.legal(s), "what is offered tells of what is hidden"
    return moved


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_what_cannot_be_seen_makes_no_difference(scenario: str, edition: str) -> None:
    moved = sum(unchanged(s, n) for n, (s, _) in enumerate(walk(scenario, edition, 6)) if n % 9 == 0)
    assert moved > 5


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
def test_what_cannot_be_seen_makes_no_difference_in_many_games(scenario: str, edition: str) -> None:
    for seed in range(500, 504):
        for n, (s, _) in enumerate(walk(scenario, edition, seed)):
            if n % 13 == 0:
                unchanged(s, n)


@pytest.mark.parametrize(("scenario", "edition"), PAIRS)
@pytest.mark.parametrize("seed", [11, 12])
def test_the_story_keeps_secrets(scenario: str, edition: str, seed: int) -> None:
    rng = Random(seed)
    choose = any_verb if seed % 2 else any_action
    g = elric.new_game(scenario, edition, seed)
    told = 0
    while True:
        for seat in (None, *range(g.scenario.seats)):
            hidden = set(secret_from(g.state, seat))
            for e, full in zip(g.story(seat, told), g.events[told:], strict=True):
                assert "to" not in e
                if full["kind"] in SECRET and seat not in full.get("to", ()):
                    assert "spell" not in e, full
                if e.get("spell") in hidden and full["kind"] in SECRET:
                    assert seat in full["to"], f"{full} is told to seat {seat}"
        told = len(g.events)
        legal = g.legal_actions()
        if not legal:
            return
        g.push(choose(rng, legal))


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
