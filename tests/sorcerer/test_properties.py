"""What holds in every position of every scenario: the list is what the verdicts allow, a seat cannot tell the real position from one dealt
anew, positions and saves read back, and nothing impossible stands on the map."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from elric.kernel import running
from elric.kernel.chance import SeededChance
from elric.kernel.steps import Action
from elric.sorcerer.components.board import HEXES
from elric.sorcerer.components.units import BY_ID
from elric.sorcerer.options.assassins import Spring
from elric.sorcerer.options.shir import BlackWay
from elric.sorcerer.options.spells import Tried
from elric.sorcerer.position.notes import Cloak, Clones, Conjured, Flux, Lying, Seals, Toured
from elric.sorcerer.turn.victory import Slain

from .field import GAME, Game

SCENARIOS = tuple(GAME.scenarios())
OPTIONS = "1975, cloak=true, shir=true, clones=true, assassins=true, flux=true, spells=true"
RULES = ("1975", OPTIONS, "1975, white_augmentation=0, passenger=5, gray_first_exit=false, general_deployment=true")


def decisions(scenario: str, rules: str, seed: int, longest: int, every: int) -> Iterator[Any]:
    """States of a random game at a decision, each so many decisions of it; a verb is chosen first, so that rare ones come up."""
    rng = Random(seed)
    s = GAME.new_state(GAME.scenarios()[scenario], GAME.ruleset(rules))
    cx = GAME.context(SeededChance(seed), [])
    running.begin(s, cx)
    for n in range(longest):
        if not s.agenda:
            return
        if not n % every:
            yield s
        legal = running.legal(s)
        verb = rng.choice(sorted({a.verb for a in legal}))
        running.apply(s, rng.choice([a for a in legal if a.verb == verb]), cx)


def every_action(s: Any, rng: Random) -> Iterator[Action]:
    """All actions of the verbs that wait, or a good sample where objects are many."""
    step, _ = running.top(s)
    for verb in step.verbs:
        kinds = GAME.notation.verbs[verb].takes
        sizes = [range(len(GAME.notation.kinds[kind].names())) for kind in kinds]
        if len(kinds) <= 1:
            yield from (Action(verb, (x,)) for x in sizes[0]) if kinds else (Action(verb),)
        else:
            busy = [*s.piles, *(rng.randrange(HEXES.size) for _ in range(10))]
            for _ in range(150):
                yield Action(
                    verb,
                    tuple(
                        rng.choice(busy) if kind == "hex" else rng.choice(size)
                        for kind, size in zip(kinds, sizes, strict=True)
                    ),
                )


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_list_is_what_the_verdicts_allow(scenario: str, rules: str) -> None:
    """With and without a list for reasons a check says the same, and every no has words and a clause."""
    rng = Random(5)
    for s in decisions(scenario, rules, 5, 700, 41):
        legal = running.legal(s)
        assert legal
        assert len(set(legal)) == len(legal)
        step, f = running.top(s)
        facts = step.facts(s, f)
        for a in {*legal, *every_action(s, rng)}:
            why: list[Any] = []
            asked = step.verbs[a.verb](s, facts, a.args, None)
            assert asked == (a in legal), (GAME.notation.text(a), step.name)
            told = step.verbs[a.verb](s, facts, a.args, why)
            assert bool(told) == bool(asked) == (not why), (GAME.notation.text(a), why)
            assert all(reason.words and reason.clause[0] for reason in why)


@pytest.mark.parametrize("rules", RULES[:2])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_seat_cannot_tell_the_real_position_from_one_dealt_anew(scenario: str, rules: str) -> None:
    """View, list, and every refusal with its words are the same for the seat; an onlooker's view too."""
    rng = Random(6)
    for s in decisions(scenario, rules, 8, 600, 29):
        for seat in (None, *range(s.scenario.seats)):
            t = GAME.resample(s, seat, SeededChance(3))
            assert GAME.view(t, seat) == GAME.view(s, seat)
            assert not GAME.broken(t)
            if seat == s.seat:
                assert running.legal(t) == running.legal(s)
                tried = list(every_action(s, rng))
                for a in rng.sample(tried, min(40, len(tried))):
                    assert running.verdict(t, a) == running.verdict(s, a), GAME.notation.text(a)


def test_what_hides_is_named_to_nobody_else() -> None:
    """Where somebody hides or is cloaked stands in no view and no story of another seat, through whole games."""
    found = 0
    for seed in range(6):
        g = Game("triumvirate", "1975, cloak=true, assassins=true", seed)
        rng = Random(seed)
        for _ in range(400):
            if g.seat is None:
                break
            legal = g.legal_actions()
            verb = rng.choice(sorted({a.verb for a in legal}))
            g.push(rng.choice([a for a in legal if a.verb == verb]))
            for seat in (0, 1, 2, None):
                view = GAME.view(g.state, seat)
                for u in g.state.hidden:
                    if g.state.owner[u] != seat:
                        found += 1
                        word = GAME.notation.kinds["unit"].names()[u]
                        assert word not in view["hidden"]
                        assert word not in view["hand"]
                        assert all(c["unit"] != word for pile in view["stacks"].values() for c in pile)
        for seat in (0, 1, 2):
            for event in GAME.redact(g.events, seat):
                if event["kind"] in ("hides", "goes into hiding", "cloaked") and event["seat"] != seat:
                    assert set(event) == {"kind", "seat"}
    assert found > 100


@pytest.mark.parametrize("rules", RULES[:2])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_positions_read_back(scenario: str, rules: str) -> None:
    """Plain data makes an equal state, and its line of text does too."""
    for s in decisions(scenario, rules, 2, 500, 37):
        data = GAME.plain_copy(GAME.describe(s))
        t = GAME.build(data)
        running.settle(t, GAME.context(SeededChance(0), None))
        assert GAME.plain_copy(GAME.describe(t)) == data
        assert running.legal(t) == running.legal(s)
        assert GAME.parse_position(GAME.position_text(data)) == data


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_impossible_stands_on_the_map(scenario: str, rules: str) -> None:
    """After every tenth action everything is counted again."""
    for s in decisions(scenario, rules, 13, 2500, 10):
        assert GAME.broken(s) == []


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_saves_load_to_the_same_game(scenario: str) -> None:
    """And what is taken back and done again comes to the same."""
    rng = Random(3)
    game = Game(scenario, OPTIONS, 3)
    for _ in range(150):
        if game.seat is None:
            break
        game.push(rng.choice(game.legal_actions()))
    again = Game.load(game.save())
    assert again.save() == game.save()
    assert again.view() == game.view()
    if again.can_undo:
        again.push(again.pop())
        assert again.view() == game.view()


def test_positions_of_an_earlier_make_read_as_they_did() -> None:
    """Some notes were tables then: what is noted by whom, or where."""
    sorcerer, mate = BY_ID["sorcerer-orange-1"], BY_ID["green-infantry-1"]
    older = {
        "stones": {"map": [[312, [0, 2]]]}, "lying": {"map": [[90, [4]]]}, "clones": {"map": [[sorcerer, [mate]]]},
        "cloaks": {"map": [[sorcerer, [mate]]]}, "veiled": [mate], "slain": {"map": [[1, 3]]}, "tries": {"map": [[[0, 3], [2, 1]]]},
        "toured": [90, 312], "conjured": True, "flux": 2, "black_way": [90, True], "springs": [[mate, sorcerer, False]],
    }  # fmt: skip
    made = {
        Seals(312, (0, 2)), Lying(90, (4,)), Clones(sorcerer, (mate,)), Cloak(sorcerer, (mate,)), Slain(1, 3), Tried(0, 3, 2, 1), Toured(90),
        Toured(312), Conjured(), Flux(2), BlackWay(90, True), Spring(mate, sorcerer, False),
    }  # fmt: skip
    s = GAME.build({"scenario": "rivalry", "marks": older})
    assert {one for notes in s.notes.values() for one in notes} == made
    assert GAME.build(GAME.describe(s)).notes == s.notes
