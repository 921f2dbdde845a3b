"""Practice that judges orders: positions load, orders are legal, the best is right, and every figure said is the one computed."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from elric import games
from elric.app.studies.judging import judged, offers, weighed
from elric.dragon_pass.lab.tell import factors
from elric.dragon_pass.lab.unseen import veil
from elric.dragon_pass.teaching import TEACHING as WHITE_BEAR
from elric.dragon_pass.teaching.puzzles import clash_of_way
from elric.kernel.game import Game
from elric.tutor.orders import ENDS, JudgedOrders, Order, found, read
from elric.tutor.puzzles import Way, legal
from elric.tutor.questions import ask
from elric.young_kingdoms.components import law
from elric.young_kingdoms.position import words
from elric.young_kingdoms.teaching import TEACHING as ELRIC
from elric.young_kingdoms.teaching.puzzles import risk_of_way
from elric.young_kingdoms.teaching.question_kinds import every
from elric.young_kingdoms.teaching.question_kinds.orders import PATH, said_of_orders

KEPT = tuple(read(PATH).values())


def game_of(one: JudgedOrders) -> Game:
    return ELRIC.game.at(ELRIC.definition.parse_position(one.position))


def actions_of(order: Order) -> tuple:  # type: ignore[type-arg]
    return tuple(map(ELRIC.definition.notation.parse, order.actions))


def test_every_edition_has_orders() -> None:
    assert {one.rules for one in KEPT} == set(law.EDITIONS)


@pytest.mark.parametrize("one", KEPT, ids=lambda one: one.key)
def test_orders_can_be_given_and_the_best_comes_first(one: JudgedOrders) -> None:
    g = game_of(one)
    assert g.rules.edition == one.rules
    assert 3 <= len(one.orders) <= 4
    assert all(legal(g, actions_of(order)) for order in one.orders)
    assert [o.worth for o in one.orders] == sorted((o.worth for o in one.orders), reverse=True)
    assert one.orders[0].worth - one.orders[1].worth >= 3
    sentences = every.KINDS.patterns["orders"][0].wrong
    assert {o.because or "else" for o in one.orders[1:]} <= sentences.keys()
    assert JudgedOrders(**one._asdict()).line() == one.line()


@pytest.mark.parametrize("one", KEPT[:4], ids=lambda one: one.key)
def test_what_is_said_of_orders_is_computed_on_that_position(one: JudgedOrders) -> None:
    """The odds of an attack are the lab's, and nothing is told that the seat may not see."""
    g = game_of(one)
    orders = [actions_of(order) for order in one.orders]
    said = said_of_orders(g, orders)
    assert len(set(said.orders)) == len(orders)
    for actions, odds in zip(orders, said.odds, strict=True):
        assert bool(odds) == any(a.verb == "attack" for a in actions)
        if odds:
            place = next(a for a in reversed(actions) if a.verb == "attack").args[0]
            risk = risk_of_way(g, Way(actions, ELRIC.definition.notation.kinds["area"].names()[place]))
            assert risk is not None
            assert odds == risk.sentence
    there = g.resampled(g.seat, 5)
    assert said_of_orders(there, orders) == said


def test_of_a_great_host_an_attack_tells_its_leader_and_how_many_others() -> None:
    told = 0
    for one in KEPT:
        orders = [actions_of(order) for order in one.orders]
        for actions, text in zip(orders, said_of_orders(game_of(one), orders).orders, strict=True):
            host = sum(a.verb in ("lead", "join") for a in actions)
            if actions[-1].verb == "attack":
                told += host > 8
                assert (f"with {words.number(host - 1)} others" in text) == (host > 8)
    assert told


@pytest.mark.parametrize("edition", law.EDITIONS)
def test_an_order_costs_what_it_is_worth_less(edition: str) -> None:
    q = ask(ELRIC, "orders", edition, 3)
    assert q is not None
    one = read(PATH)[q.facts["orders"]]
    best = one.orders[0].worth
    assert f"worth {best} of a hundred" in q.why
    assert "estimate" in q.why
    costs = sorted(int(m.split("costs you ")[1].split()[0]) for m in q.misconceptions if m)
    assert costs == sorted(best - o.worth for o in one.orders[1:])
    again = ask(ELRIC, "orders", edition, 3)
    assert again is not None
    assert (again.text, again.answers) == (q.text, q.answers)


def test_no_positions_no_question(tmp_path) -> None:  # type: ignore[no-untyped-def]
    assert found(Random(1), "chaosium", tmp_path / "none.jsonl", ELRIC.game, said_of_orders) is None


def test_orders_are_played_on_with_the_same_luck() -> None:
    """The same order twice comes to the same, and another to something else; asked again it is the same again."""
    judgement = games.judgement("elric")
    assert judgement is not None
    one = KEPT[0]
    g = game_of(one)
    first, last = actions_of(one.orders[0]), actions_of(one.orders[-1])
    ends = weighed(judgement, g, [first, first, last], 7, 2)
    assert ends[0] == ends[1] != ends[2]
    assert weighed(judgement, g, [first], 7, 2)[0] == ends[0]
    assert all(0 <= end.value <= 1 for some in ends for end in some)
    assert all(
        end.counts or end.over for some in ends for end in some
    )  # at the seat's own next turn, of which a question tells


def test_most_worse_orders_say_what_makes_the_difference() -> None:
    worse = [order for one in KEPT for order in one.orders[1:]]
    assert sum(bool(order.because) for order in worse) > len(worse) * 2 / 3


def test_what_is_offered_is_for_one_host_and_to_stay_is_among_it() -> None:
    judgement, puzzles = games.judgement("elric"), ELRIC.puzzles
    assert judgement is not None
    for orders in offers(judgement, puzzles, game_of(KEPT[0])):
        assert len(orders) >= 3
        assert len({actions[0] for actions in orders}) == 1
        assert orders[-1][-1].verb == "halt"
    before = ELRIC.game("duel", seed=1)
    assert list(judged(judgement, puzzles, before)) == []  # sides are being chosen


@pytest.mark.parametrize("seed", range(8))
def test_white_bears_orders_are_judged_by_exact_odds(seed: int) -> None:
    q = ask(WHITE_BEAR, "orders", "1976", seed)
    assert q is not None
    puzzles = WHITE_BEAR.puzzles
    puzzle = puzzles.every()[q.facts["puzzle"]]
    s, hidden = veil(q.game.state, q.game.seat)
    gains = {}
    for way in puzzles.ways(puzzle):
        fight = clash_of_way(s, hidden, way)
        assert fight is not None
        gains[way.place] = fight.gain
    best = max(gains, key=lambda place: gains[place])
    right = q.answers[q.right]
    if gains[best] > 0:
        assert best in right
        assert f"worth {factors(gains[best])}" in q.why
    else:
        assert right.startswith("Stay")
    most = max(gains[best], Fraction(0))
    for answer, mistaken in zip(q.answers, q.misconceptions, strict=True):
        if mistaken:
            place = next((p for p in gains if p in answer and not answer.startswith("Stay")), None)
            assert f"costs you {factors(most - (gains[place] if place else 0))}" in mistaken


def test_that_a_game_ends_has_a_sentence() -> None:
    assert ENDS in every.KINDS.patterns["orders"][0].wrong
