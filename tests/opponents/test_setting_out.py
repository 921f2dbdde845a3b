"""The Sorcerer-King compares whole movements, sets out on one, and goes on with it as long as nothing comes between."""

from __future__ import annotations

from random import Random

import pytest

import elric
from elric.kernel import running
from elric.kernel.game import Game
from elric.opponents.definition import carry_out
from elric.opponents.players import SorcererKing, opponent
from elric.opponents.playing import follow, sight
from elric.opponents.search import Search
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.opponents import JUDGEMENT
from elric.young_kingdoms.opponents import standing as stands
from elric.young_kingdoms.planning import aims
from elric.young_kingdoms.planning.temper import EVEN, others, usual
from elric.young_kingdoms.world.terrain import IMRRYR

FEW = 4  # lines that it plays ahead here


def moving(scenario: str, rules: str, seed: int, turn: int = 1) -> Game:
    """A game of Captains up to where somebody begins to move."""
    g, captain = elric.new_game(scenario, rules, seed), opponent("captain")
    while g.step != "movement" or g.turn < turn:
        list(follow(g, captain.decide(sight(g, g.seat or 0, 1))))
    return g


def test_each_course_can_be_carried_out_and_leads_elsewhere() -> None:
    """What is compared are plans that are legal one after the other, up to a throw of luck; no two lead to the same place."""
    for seed, turn in ((3, 1), (5, 2)):
        g = moving("successor", "chaosium", seed, turn)
        dealt = sight(g, g.seat or 0, 1).dealt()
        ends = set()
        for course in filter(None, JUDGEMENT.courses(dealt, Random(1))):
            t = dealt.copy()
            for plan in course.plans:
                assert running.allowed(t.state, plan.actions[0])
                if carry_out(t, plan.actions):
                    break
            ends.add(t.state.key())
            assert course.plans
            count = len(ends)
        assert count == len(ends) > 1


def test_one_host_at_a_time_does_otherwise() -> None:
    """Among the courses beside the Captain's own: one march of his is left out, or one host goes elsewhere, and the others are his,
    word for word. Where his movement ends in chance it is thought on from there, so nobody stays: he would go later."""
    stays, elsewhere = 0, 0
    for seed, turn in ((3, 1), (4, 2), (6, 2)):
        g = moving("successor", "chaosium", seed, turn)
        first, *others = filter(None, JUDGEMENT.courses(sight(g, g.seat or 0, 1).dealt(), Random(1)))
        whole = first.plans[-1].actions[0].verb == "end"
        for course in others:
            if course.judgement.temper == EVEN:  # type: ignore[attr-defined]
                k = next(k for k, (p, q) in enumerate(zip(course.plans, first.plans, strict=False)) if p != q)
                leads = [[p for p in c.plans[k:] if p.actions[0].verb == "lead"] for c in (course, first)]
                left_out = all(p in leads[1] for p in leads[0])
                stays += left_out
                elsewhere += not left_out
                assert whole or not left_out
                if whole:
                    assert all(p in leads[1] for p in leads[0][1:])
    assert stays
    assert elsewhere


def test_one_host_otherwise_and_other_tempers_come_by_turns() -> None:
    """Where few are compared there are some of each kind among them."""
    g = moving("successor", "chaosium", 3, 2)
    first, *others = filter(None, JUDGEMENT.courses(sight(g, g.seat or 0, 1).dealt(), Random(1)))
    even = [course.judgement.temper == EVEN for course in others[:4]]  # type: ignore[attr-defined]
    assert first.judgement.temper == EVEN  # type: ignore[attr-defined]
    assert 0 < sum(even) < len(even)


def test_a_search_pauses_while_a_course_is_thought_of() -> None:
    """No step of thought takes in more than one evaluation of the position: there are more of them than courses."""
    g = moving("successor", "chaosium", 3, 2)
    search, steps = Search(JUDGEMENT, sight(g, g.seat or 0, 1)), 0
    while search.widen():
        steps += 1
    assert steps > 2 * len(search.courses) > 4


def test_what_was_set_out_on_is_gone_on_with() -> None:
    """After the first plan of a movement the others follow without more thought, until all of it is done."""
    g = moving("successor", "avalon-hill", 3)
    king, seat = opponent("sorcerer-king", "", FEW), g.seat or 0
    assert isinstance(king, SorcererKing)
    assert len(list(king.thinking(sight(g, seat, 1)))) > 1
    left, told = len(king._plans), []
    assert left > 1
    list(follow(g, list(king.thinking(sight(g, seat, 1)))[-1]))
    while king._then == g.view(seat):
        thoughts = list(king.thinking(sight(g, seat, len(told))))
        assert len(thoughts) == 1
        assert g.verdict(thoughts[0].actions[0])
        told.append(thoughts[0].why)
        list(follow(g, thoughts[0]))
    assert len(told) >= 1
    assert all(told)


def test_what_comes_between_is_thought_about_anew() -> None:
    """Whoever sees something else than what was expected thinks again: here the player's first host has gone nowhere."""
    g = moving("successor", "avalon-hill", 3)
    king, seat = opponent("sorcerer-king", "", FEW), g.seat or 0
    assert isinstance(king, SorcererKing)
    king.decide(sight(g, seat, 1))
    expected = king._plans[0]
    assert king._then is not None
    assert len(list(king.thinking(sight(g, seat, 1)))) > 1  # nothing has been done yet
    g.push(next(a for a in g.legal_actions() if a.verb == "lead" and a != expected.actions[0]))
    again = king.decide(sight(g, seat, 1))
    assert g.verdict(again.actions[0])


@pytest.mark.parametrize(("game", "scenario"), [("", "successor"), ("dragon-pass", "cult-war")])
def test_who_has_no_time_to_look_ahead_plays_as_the_captain(game: str, scenario: str) -> None:
    """The first course is what the Captain does, decision by decision: with what he went for in mind, which the player keeps from
    turn to turn, and thought over after each march."""
    g = elric.new_game(scenario, seed=4, game=game)
    captains = [opponent("captain", game) for _ in range(2)]
    kings = [opponent("sorcerer-king", game, 1) for _ in range(2)]
    moved = 0
    while g.turn <= 4 and g.seat is not None:
        seen = sight(g, g.seat, 2)
        usual = captains[g.seat].decide(seen)
        assert kings[g.seat].decide(seen).actions == usual.actions
        moved += g.step == "movement"
        list(follow(g, usual))
    assert moved > 20


def menaced(elric_at: str, turn: int) -> elric.Game:
    """Imrryr with its garrison; the Upstart has Elric and a strong host somewhere."""
    return elric.Game.at({
        "scenario": "upstart", "nations": {"pan-tang": 0, "dharijor": 0, "melnibone": 1}, "turn": turn, "phase": "movement",
        "player": 1,
        "units": {elric_at: ["jagreen-lern", "theleb-kaarna", "pan-tang-general", "elric", "sarosto", "karnaal"],
                  "melnibone": ["yyrkoon", "cymoril", "melnibone-army*5"]},
        "owners": {"elric": 0}, "met_elric": True,
    })  # fmt: skip


def test_who_walks_over_the_sea_is_counted_on_to_strike() -> None:
    """[7.3] / 6.3: magicians and Melniboneans two areas from Imrryr over the sea can be there in a turn, and Elric can; the
    other warriors beside them cannot, and no more from far away."""
    s = menaced("pan_tang", 5).state
    walkers = ("jagreen-lern", "theleb-kaarna", "pan-tang-general", "elric")
    assert aims.comes(s, 0, IMRRYR) == (0, -1)
    assert aims.strikes(s, 0, IMRRYR)[0] == sum(pieces.FIGHT[pieces.INDEX[u]] for u in walkers)
    assert aims.strikes(menaced("myrrhyn_north", 5).state, 0, IMRRYR)[0] == 0


def test_whoever_keeps_imrryr_is_wary() -> None:
    """[7.5.9] / 6.591, [14.2] / 13.2: nobody comes back through the sea wall without Elric, and all hangs on the city: whoever
    keeps it and looks ahead fears those who could come over the sea on foot; the Upstart himself does not, nor a Captain."""
    s = menaced("pan_tang", 5).state
    assert usual(s, 1).threat(s, 1, IMRRYR) == aims.strikes(s, 0, IMRRYR) > EVEN.threat(s, 1, IMRRYR)
    assert usual(s, 0) == EVEN
    assert usual(s, 1) in others(s, 1)  # compared with what a Captain would do


def test_who_can_strike_at_imrryr_stands_better_late() -> None:
    """[14.2] / 13.2: with Elric and a host two areas from Imrryr the Upstart is nearer to winning than far away."""
    near, far = (stands.standing(menaced(at, 9).state, 0) for at in ("pan_tang", "myrrhyn_north"))
    assert near > far + 0.01
