"""Looking ahead: nothing but what is clearly better than the first plan is done instead of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import elric
from elric import games
from elric.kernel.game import Game
from elric.kernel.steps import Action
from elric.opponents.definition import Judgement, Plan, carry_out, may_stop
from elric.opponents.luck import CommonLuck
from elric.opponents.players import SorcererKing, opponent
from elric.opponents.playing import follow, sight
from elric.opponents.search import Search
from elric.planning.memory import Memory
from elric.young_kingdoms.components import pieces
from elric.young_kingdoms.components.board import BOARD
from elric.young_kingdoms.game import Game as YoungKingdoms
from elric.young_kingdoms.opponents import JUDGEMENT
from elric.young_kingdoms.position.state import TURNS, give, on_board, put

TOYS = games.game_class("tests.toy")


class Rigged(Judgement):
    """A judgement whose plans have known worths, seen through luck.

    Args:
        worths: what each plan is really worth.  luck: how far a line may lead off, either way.
    """

    def __init__(self, worths: Sequence[float], luck: float) -> None:
        super().__init__(games.definition("tests.toy"))
        self.worths, self.luck = worths, luck
        self.rng, self.lines = Random(4), 0
        self.kinds = len(worths)  # actions among them
        self.found: list[Plan] = []

    def plans(self, game: Game, rng: Random) -> Sequence[Plan]:
        actions = game.legal_actions()
        self.found = [Plan((actions[k % self.kinds % len(actions)],), str(k)) for k in range(len(self.worths))]
        return self.found

    def turns_ahead(self, state: Any) -> int:
        return 0

    def standing(self, state: Any, seat: int) -> float:
        self.lines += 1
        return self.worths[self.search.looks_at] + self.rng.uniform(-self.luck, self.luck)


class Watched(Search):
    """A search that tells its judgement which plan is played."""

    looks_at = 0

    def _plan(self) -> int:
        self.looks_at = super()._plan()
        return self.looks_at


def thought(worths: Sequence[float], luck: float, lines: int, seed: int = 1, kinds: int = 0) -> tuple[Watched, Rigged]:
    judgement = Rigged(worths, luck)
    judgement.kinds = kinds or len(worths)
    judgement.rng = Random(seed)
    search = Watched(judgement, sight(TOYS("hill", "first", 3), 0, 1), lines)
    judgement.search = search  # type: ignore[attr-defined]
    while search.widen():
        pass
    for _ in range(search.lines):
        if search.settled:
            break
        search.iterate()
    return search, judgement


def test_what_is_worse_is_seldom_done() -> None:
    """A plan that is somewhat worse, seen through much luck: the first is carried out nearly always."""
    kept = sum(thought([0.55, 0.5], 0.2, 24, seed)[0].best().why == "0" for seed in range(100))
    assert kept >= 88


def test_a_game_may_ask_more_of_what_is_done_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a game says how much is clearly better, what promises less is left."""
    assert thought([0.5, 0.56], 0.0, 24)[0].best().why == "1"
    monkeypatch.setattr(Rigged, "clearly", 0.1)
    assert thought([0.5, 0.56], 0.0, 24)[0].best().why == "0"


def test_what_is_clearly_better_is_found_through_luck() -> None:
    """The third of four plans is much better: it is carried out, and most lines are spent on it and on the first."""
    found = 0
    for seed in range(30):
        search, _ = thought([0.4, 0.35, 0.6, 0.4], 0.12, 32, seed)
        found += search.best().why == "2"
        assert len(search.results[0]) >= max(map(len, search.results)) - 1
    assert found >= 27


def test_nothing_is_preferred_before_it_has_been_tried() -> None:
    """One playout of each course is enough to prefer one."""
    search, _ = thought([0.1, 0.9], 0.0, 1)
    assert len(search.courses) == 1
    search, judgement = thought([0.1, 0.9], 0.0, 2)
    assert judgement.lines == 2
    assert search.best().why == "1"
    search.results[1].clear()
    assert search.best().why == "0"


def test_a_game_may_ask_for_more_playouts_before_some_courses_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    worths = [0.5, 0.4, 0.3, 0.2, 0.1]
    assert min(map(len, thought(worths, 0.0, 24)[0].results)) == 1
    monkeypatch.setattr(Rigged, "first", 3)
    assert min(map(len, thought(worths, 0.0, 24)[0].results)) == 3
    assert len(thought(worths, 0.0, 7)[0].courses) == 2


@pytest.mark.parametrize("turns", [1, 2])
def test_a_line_is_played_on_for_as_many_turns_as_the_game_asks_for(
    monkeypatch: pytest.MonkeyPatch, turns: int
) -> None:
    ends: list[tuple[int, int]] = []

    def standing(self: Rigged, state: Any, seat: int) -> float:
        ends.append((state.turn, state.player))
        return 0.5

    monkeypatch.setattr(Rigged, "turns_ahead", lambda self, state: turns)
    monkeypatch.setattr(Rigged, "standing", standing)
    thought([0.5, 0.5], 0.0, 4)
    assert set(ends) == {(1 + turns, 0)}


def test_thinking_ends_when_nothing_is_ahead() -> None:
    search, judgement = thought([0.6, 0.4, 0.3], 0.0, 60)
    assert search.settled
    assert 2 * len(search.courses) - 1 <= judgement.lines < 20  # one playout alone gives nobody up
    assert search.best().why == "0"


def test_a_game_may_ask_for_more_playouts_before_thinking_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = thought([0.6, 0.4, 0.3], 0.0, 60)[1].lines
    monkeypatch.setattr(Rigged, "enough", 6)
    search, judgement = thought([0.6, 0.4, 0.3], 0.0, 60)
    assert search.settled
    assert usual < 2 * 6 <= judgement.lines < 60


def test_thinking_ends_when_it_has_taken_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many playouts are left, and however few a course had: who was not tried is not preferred."""
    worths = [0.4, 0.45, 0.9]
    monkeypatch.setattr(Rigged, "turns_ahead", lambda self, state: 1)
    monkeypatch.setattr(Rigged, "burden", lambda self, state: 10.0)
    decisions = thought(worths, 0.0, 1)[0]._work / 10
    assert decisions > 1
    assert thought(worths, 0.1, 60)[1].lines == 60
    monkeypatch.setattr(Rigged, "longest", lambda self, state: 10 * decisions)
    search, judgement = thought(worths, 0.0, 60)
    assert judgement.lines == 2
    assert search.best().why == "1"


@pytest.mark.parametrize("worths", [[0.5], [0.5, 0.2]])
def test_the_player_thinks_no_longer_than_is_asked(worths: list[float]) -> None:
    judgement = Rigged(worths, 0.0)
    judgement.search = type("Nothing", (), {"looks_at": 0})()  # type: ignore[attr-defined]
    thoughts = list(SorcererKing(judgement, 10).thinking(sight(TOYS("hill", "first", 3), 0, 1)))
    assert len(thoughts) == len(worths) + judgement.lines <= len(worths) + 10
    assert (judgement.lines > 0) == (len(worths) > 1)


def test_a_line_ends_in_the_seats_own_turn() -> None:
    """Who moves second decides in the enemy's turn too, of spells and of who is held back: a line must not stop there, before
    the blow that is to be judged has fallen."""
    captain = opponent("captain", "")
    asked = stopped = 0
    for seed in range(3, 9):
        g = games.game_class("")("successor", "avalon-hill", seed)
        second = 1 - g.state.player
        for n in range(1200):
            if g.seat is None or g.turn > 4 or (asked and stopped):
                break
            if g.seat == second and g.turn > 1:
                mine = g.state.player == second
                asked += not mine
                stopped += may_stop(g, second, 2)
                assert may_stop(g, second, 2) == mine
            list(follow(g, captain.decide(sight(g, g.seat, n))))
    assert asked
    assert stopped


def test_a_game_may_allow_fewer_playouts_and_then_fewer_courses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rigged, "playouts", lambda self, state: 3)
    search, judgement = thought([0.4, 0.4, 0.9, 0.4], 0.0, 0)
    assert judgement.lines == search.lines == 3
    assert len(search.courses) == 3
    assert search.best().why == "2"


def until(step: str, seed: int = 3) -> YoungKingdoms:
    """A game of Captains up to a decision of this kind."""
    g, captain = YoungKingdoms("successor", "chaosium", seed), opponent("captain")
    while g.step != step or len(g.legal_actions()) < (2 if step == "combat" else 3):
        list(follow(g, captain.decide(sight(g, g.seat or 0, 1))))
    return g


def test_great_armies_are_played_on_less_often() -> None:
    """A decision counts as many times as there are units, for it takes so much longer, and most where hosts move: a search that has had
    its thought ends."""
    state, magic = until("movement").state, until("magic").state
    few, units = JUDGEMENT.burden(state), sum(on_board(state, seat).bit_count() for seat in (0, 1))
    for u in range(pieces.SIZE):
        if state.place[u] >= BOARD.size and pieces.KIND[u] == pieces.ARMY:
            give(state, u, 0)
            put(state, u, BOARD.index["jharkor_dhakos"])
    many = sum(on_board(state, seat).bit_count() for seat in (0, 1))
    assert many > 100
    assert JUDGEMENT.burden(state) / few == many / units > 1
    assert JUDGEMENT.burden(magic) < few / 4


@pytest.mark.parametrize(("step", "compared"), [("muster", 3), ("retreat", 3), ("withhold", 1)])
def test_movement_calls_and_retreats_are_thought_about(step: str, compared: int) -> None:
    """What else there is to decide is decided as the Captain does it."""
    g = until(step)
    plans = JUDGEMENT.plans(g, Random(1))
    assert len(plans) > 1
    courses = [course.plans[0].actions for course in JUDGEMENT.courses(g, Random(1)) if course is not None]
    assert courses == [plan.actions for plan in plans[:compared]]
    few = JUDGEMENT.playouts(g.state) < JUDGEMENT.playouts(until("movement").state)
    assert few == (compared > 1)


def test_what_was_thought_in_a_turn_is_not_thought_again_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that comes after another of the same turn has what that has left, and none where it has left nothing: then the first
    course is taken. In the next turn all begins anew."""
    monkeypatch.setattr(Rigged, "burden", lambda self, state: 10.0)
    monkeypatch.setattr(Rigged, "turns_ahead", lambda self, state: 1)
    first, judgement = thought([0.4, 0.45, 0.9], 0.0, 60)
    monkeypatch.setattr(Rigged, "longest", lambda self, state: first._work - 1)
    second = Search(judgement, first.sight, 60, first)
    assert [second.widen(), second.widen()] == [True, False]
    assert second.best().why == "0"
    assert second.settled
    first.turn = first.turn[0] - 1, first.turn[1]
    later = Search(judgement, first.sight, 60, first)
    assert [later.widen(), later.widen()] == [True, True]
    assert not later.settled


def test_a_line_of_elric_ends_when_the_enemy_has_answered_the_seats_next_turn() -> None:
    """What it threatens at the beginning of that turn is carried out first, and the enemy has a turn to answer it; late in the game a
    line ends with the game."""
    state = YoungKingdoms("successor", "chaosium", 3).state
    assert JUDGEMENT.turns_ahead(state) == 2
    state.turn = 9
    assert state.turn + JUDGEMENT.turns_ahead(state) > TURNS


@pytest.mark.parametrize("best", range(1, 16, 2))
def test_each_of_many_courses_can_be_chosen(best: int) -> None:
    """Sixteen courses: wherever in the list the one stands that is much better, it is found."""
    worths = [0.4] * 16
    worths[best] = 0.65
    search, _ = thought(worths, 0.1, 40, seed=best)
    assert search.best().why == str(best)


def test_courses_that_lead_to_the_same_position_are_played_once() -> None:
    """Six courses of three actions: where an action stands twice one of them is played on after the first look."""
    search, _ = thought([0.5, 0.7, 0.6, 0.5, 0.8, 0.9], 0.0, 30, kinds=3)
    ways = [course.plans[0].actions for course in search.courses]
    assert len(set(ways)) < len(ways)
    first = [k for k, way in enumerate(ways) if way not in ways[:k]]
    assert all(len(search.results[k]) <= 2 for k in range(len(ways)) if k not in first)


def test_luck_falls_the_same_on_the_same_occasion() -> None:
    """Two lines in one of which a battle more is fought: the dice of the other battles are the same."""
    at = (1, 0, 7)
    one, other = (CommonLuck(5, lambda: at) for _ in range(2))
    at = (1, 0, 8)
    more = [one.pick(6) for _ in range(5)]
    at = (2, 1, 7)
    rolled = [one.pick(1000) for _ in range(8)]
    assert [other.pick(1000) for _ in range(8)] == rolled
    assert len(set(rolled)) > 4
    assert len(more) == 5
    assert [CommonLuck(6, lambda: at).pick(1000) for _ in range(8)] != rolled


def test_a_plan_that_another_world_does_not_allow_is_left_alone() -> None:
    """Courses are found in one world and played in others, where the next plan's first action may not be legal: nothing is done
    then, as for those after it. (White Bear: a unit that arrives is placed where the list of units is asked for.)"""
    game = elric.new_game("successor", "chaosium", 3)
    other = elric.new_game("coming-of-the-heroes", seed=3, game="dragon-pass")
    for g in (game, other):
        before, foreign = g.position(), Action("nowhere", ())
        assert not carry_out(g, (foreign, g.legal_actions()[0]))
        assert g.position() == before


def test_a_line_of_elric_goes_on_as_the_captain_would() -> None:
    """Each decision of a game, of both players and in all phases: what is done in a line is the Captain's plan, without its words; and
    what it goes for is kept from decision to decision. Where he begins to move, the best plan is carried out, and at the same look
    those of hosts that start elsewhere."""
    g, captain = YoungKingdoms("successor", "avalon-hill", 2), opponent("captain", "")
    goals = Memory()
    steps, more = set(), 0
    for n in range(100):
        seat = g.seat or 0
        line, usual, before = g.copy(), g.copy(), goals.copy()
        JUDGEMENT.remembering(goals).go_on(line, Random(n))
        plan = JUDGEMENT.remembering(before).plans(usual, Random(n))[0]
        carry_out(usual, plan.actions)
        if g.step == "movement":
            was, now, then = g.state.place, line.state.place, usual.state.place
            moved = [u for u in range(pieces.SIZE) if then[u] != was[u]]
            others = [u for u in range(pieces.SIZE) if now[u] != was[u] and u not in moved]
            assert [now[u] for u in moved] == [then[u] for u in moved], plan
            assert {was[u] for u in moved}.isdisjoint(was[u] for u in others)
            more += bool(moved and others)
        else:
            assert line.state.key() == usual.state.key(), plan
        assert goals.last(seat) == before.last(seat)
        steps.add(g.step)
        list(follow(g, captain.decide(sight(g, seat, n))))
    assert {"movement", "stack", "combat"} < steps
    assert more > 3


def test_a_line_can_be_left_after_each_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a page which thinks on the side answers at once; and what was left counts for nothing."""
    kind = type(JUDGEMENT)
    asked, usual = [], kind.go_on
    monkeypatch.setattr(kind, "go_on", lambda self, g, rng: asked.append(g.step) or usual(self, g, rng))
    search = Search(JUDGEMENT, sight(until("movement"), 0, 1), 4)
    while search.widen():
        pass
    line = search.line()
    next(line)
    line.close()
    assert len(asked) == 1
    assert not any(search.results)
    assert len([*search.line()]) == len(asked) - 1 > 10
    assert sum(map(len, search.results)) == 1


def test_what_a_line_goes_for_is_forgotten_with_it() -> None:
    """A course that has been played on is remembered as it was thought of."""
    g, captain = YoungKingdoms("successor", "chaosium", 3), opponent("captain", "")
    while g.step != "movement":
        list(follow(g, captain.decide(sight(g, g.seat or 0, 1))))
    seat = g.seat or 0
    search = Search(captain.judgement, sight(g, seat, 1), 4)
    while search.widen():
        pass
    known = [course.memory.last(seat) for course in search.courses if course.memory is not None]
    for _ in range(4):
        search.iterate()
    assert known == [course.memory.last(seat) for course in search.courses if course.memory is not None]
    assert len(known) == len(search.courses) > 1


def test_in_a_line_the_hosts_of_a_campaign_strike_together() -> None:
    """The League strikes at Aflitain with Sequa's host and Hilran, who by himself would look for another place."""
    units = {
        "jharkor_sequa": ["yishana", "jharkor-army*6"], "tarkesh_hornus": ["hilran", "tarkesh-army*4"],
        "dharijor_sequaloris": ["dharijor-army*3"], "dharijor_gromoorva": ["dharijor-army-7"], "pan_tang": ["jagreen-lern"],
    }  # fmt: skip
    g = YoungKingdoms.at(
        {"scenario": "successor", "turn": 3, "phase": "movement", "player": 0,
         "nations": {"jharkor": 0, "tarkesh": 0, "dharijor": 1, "pan-tang": 1}, "units": units},
        seed=5, leaderless=True,
    )  # fmt: skip
    rng = Random(1)
    while g.step in ("movement", "stack"):
        JUDGEMENT.go_on(g, rng)
    there = [BOARD.ids[g.state.place[pieces.INDEX[leader]]] for leader in ("yishana", "hilran")]
    assert there == ["shazaar_aflitain"] * 2
