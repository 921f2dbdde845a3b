"""What a side of White Bear goes for: its campaigns, kept from Move to Move, and whole Moves compared with each other."""

from __future__ import annotations

from random import Random

import pytest

from elric.dragon_pass.game import Game
from elric.dragon_pass.opponents import JUDGEMENT
from elric.dragon_pass.planning.aims import posts
from elric.dragon_pass.planning.campaigns import clears, turn_plan
from elric.dragon_pass.planning.companies import companies
from elric.dragon_pass.planning.look import Look
from elric.dragon_pass.planning.temper import Temper
from elric.kernel import running
from elric.opponents.definition import carry_out
from elric.opponents.players import opponent
from elric.opponents.playing import follow, sight
from elric.planning.choosing import KEPT
from elric.planning.memory import Memory


def moving(scenario: str, turn: int = 2, seed: int = 3) -> Game:
    """A game of Captains up to where somebody begins to move."""
    g, captain = Game(scenario, seed=seed), opponent("captain", "dragon-pass")
    while g.step != "movement" or g.turn < turn:
        list(follow(g, captain.decide(sight(g, g.seat or 0, 1))))
    return g


def test_a_battle_clears_a_hex_as_often_as_the_table_says() -> None:
    """[12.4]: at 1:2 with a five or a six, at 3:1 from a four on; 6:1 needs no die."""
    assert clears(4, 8) == pytest.approx(2 / 6)
    assert clears(12, 4) == pytest.approx(3 / 6)
    assert clears(24, 4) == 1.0


def test_nobody_is_in_two_campaigns_and_the_best_comes_first() -> None:
    g = moving("invasion-of-the-empire")
    look = Look(g.state, g.state.seat)
    plan = turn_plan(look, companies(look, posts(look)))
    assert plan.campaigns
    hosts = [h for c in plan.campaigns for h in c.hosts]
    assert len(hosts) == len(set(hosts))
    assert [c.worth for c in plan.campaigns] == sorted((c.worth for c in plan.campaigns), reverse=True)


def test_what_was_gone_for_counts_somewhat_more() -> None:
    """The same aim in the next Move is worth `KEPT` times as much as by itself; another is not."""
    g = moving("invasion-of-the-empire")
    fresh = Look(g.state, g.state.seat)
    plan = turn_plan(fresh, companies(fresh, posts(fresh)))
    first = plan.campaigns[0].aim.key
    again = Look(g.state, g.state.seat, last=plan)
    assert again.kept(first) == KEPT
    assert again.kept("take 0") == 1.0


def test_the_captain_remembers_what_he_goes_for() -> None:
    g, memory = moving("invasion-of-the-empire"), Memory()
    JUDGEMENT.remembering(memory).plans(g, Random(1))
    assert memory.last(g.state.seat).campaigns


@pytest.mark.parametrize("scenario", ["coming-of-the-heroes", "invasion-of-the-empire"])
def test_whole_moves_are_compared_and_each_leads_elsewhere(scenario: str) -> None:
    """The first is the Captain's own; each is legal to its end, and no two leave the board alike."""
    g = moving(scenario)
    dealt = sight(g, g.seat or 0, 1).dealt()
    courses = list(JUDGEMENT.courses(dealt, Random(1)))
    assert courses[0].plans[0] == JUDGEMENT.plans(dealt, Random(1))[0]
    ends = []
    for course in courses:
        t = dealt.copy()
        for plan in course.plans:
            assert running.allowed(t.state, plan.actions[0])
            if carry_out(t, plan.actions):
                break
        ends.append(t.view(g.seat))
    assert all(a != b for k, a in enumerate(ends) for b in ends[:k])
    assert len(courses) > 1


def test_who_asks_more_than_any_attack_promises_makes_none() -> None:
    """He marches, and begins no battle that he need not."""
    g = moving("tax-collectors")
    plans = type(JUDGEMENT)(JUDGEMENT.definition, Temper(column=9)).plans(g, Random(1))
    assert all("attack" not in p.why for p in plans)
