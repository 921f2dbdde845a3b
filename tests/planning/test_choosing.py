"""A turn's plan put together from campaigns: who goes for what, when to strike, what is kept and what is dropped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from elric.planning.choosing import KEPT, campaigns, choose
from elric.planning.definition import Aim, Campaign, Host, TurnPlan
from elric.planning.memory import Memory

EVERYWHERE = ~0


def host(key: int, strength: int, *reach: int) -> Host:
    """A host that can be in these places, as bits, by the end of each turn."""
    return Host(key, 0, strength, reach, strength, EVERYWHERE)


def make(some: Iterable[Aim], free: Sequence[Host], walls: dict[str, int]) -> list[Campaign]:
    """An aim is had for sure by whoever brings more than stands there."""
    return campaigns(
        some, free, lambda a, mine, _: float(mine > walls[a.key]), lambda a, _: walls[a.key], 0.8, lambda h: 0.1
    )


def planned(aims: list[Aim], hosts: list[Host], walls: dict[str, int], last: TurnPlan | None = None) -> TurnPlan:
    return choose(aims, hosts, lambda a, h: make(a, h, walls), last or TurnPlan())


def test_two_gather_for_what_neither_can_do_alone() -> None:
    """Both can be at the city in the next turn, one of them in this: together they wait for each other."""
    city = Aim("city", 1, 10.0)
    plan = planned([city], [host(1, 5, 0b10, 0b10), host(2, 5, 0b01, 0b11)], {"city": 8})
    (only,) = plan.campaigns
    assert only.hosts == (1, 2)
    assert (only.due, only.brings, only.meets) == (1, 10, 8)
    assert (only.chance, only.now) == (1.0, 0.0)


def test_nobody_goes_along_who_is_not_needed() -> None:
    """The strong one does it alone; the other is free for something less."""
    aims = [Aim("capital", 1, 10.0), Aim("town", 2, 2.0)]
    plan = planned(aims, [host(1, 9, 0b110), host(2, 4, 0b110)], {"capital": 8, "town": 3})
    assert {c.aim.key: c.hosts for c in plan.campaigns} == {"capital": (1,), "town": (2,)}
    assert plan.of(2) is not None
    assert plan.of(3) is None


def test_no_host_is_in_two_campaigns_and_the_sum_counts() -> None:
    """Taken alone the great aim is the best; but it would take both hosts from two aims that are worth more together."""
    aims = [Aim("great", 1, 10.0), Aim("one", 2, 7.0), Aim("other", 3, 7.0)]
    plan = planned(aims, [host(1, 5, 0b1110), host(2, 5, 0b1110)], {"great": 8, "one": 4, "other": 4})
    assert sorted(c.aim.key for c in plan.campaigns) == ["one", "other"]


def test_what_was_planned_is_kept_until_something_is_clearly_better() -> None:
    """Two aims of nearly the same worth do not take turns; one that is worth much more is taken up, and the reason is known."""
    hosts, walls = [host(1, 5, 0b110)], {"a": 4, "b": 4}
    first = planned([Aim("a", 1, 5.0), Aim("b", 2, 4.9)], hosts, walls)
    assert first.campaigns[0].aim.key == "a"
    again = planned([Aim("a", 1, 5.0), Aim("b", 2, 5.0 * (KEPT + 1) / 2)], hosts, walls, first)
    assert again.campaigns[0].aim.key == "a"
    other = planned([Aim("a", 1, 5.0), Aim("b", 2, 6.0)], hosts, walls, first)
    assert other.campaigns[0].aim.key == "b"
    assert [(c.aim.key, why) for c, why in other.dropped] == [("a", "better")]
    assert [why for _, why in planned([Aim("b", 2, 5.0)], hosts, walls, first).dropped] == ["had"]
    assert [why for _, why in planned([Aim("a", 1, 5.0)], hosts, {"a": 6}, first).dropped] == ["lost"]


def test_an_aim_may_need_one_host() -> None:
    """Only who knows the way can lead there: without him nobody goes, with him he is the first of them."""
    city = Aim("city", 1, 10.0, needs=2)
    assert planned([city], [host(1, 9, 0b10)], {"city": 4}).campaigns == ()
    (only,) = planned([city], [host(1, 9, 0b10), host(2, 1, 0b10)], {"city": 4}).campaigns
    assert only.hosts == (2, 1)


def test_what_is_remembered_can_be_thought_ahead_with() -> None:
    """A copy takes up other plans without changing what is remembered; each seat has its own."""
    plan = planned([Aim("a", 1, 5.0)], [host(1, 5, 0b10)], {"a": 4})
    memory = Memory()
    memory.keep(0, plan)
    ahead = memory.copy()
    ahead.keep(0, TurnPlan())
    assert memory.last(0) == plan
    assert memory.last(1) == TurnPlan()


def test_what_all_bring_together_is_asked_about_once() -> None:
    """How likely an aim is had is what takes the time of a plan: nobody is asked the same twice for one turn."""
    asked: list[tuple[int, int]] = []

    def prospect(aim: Aim, mine: int, turn: int) -> float:
        asked.append((mine, turn))
        return float(mine > 8)

    hosts = [host(1, 5, 0b10, 0b10), host(2, 5, 0b00, 0b10)]
    campaigns([Aim("city", 1, 10.0)], hosts, prospect, lambda a, _: 8, 0.8, lambda h: 0.1)
    assert asked == [(5, 0), (10, 1), (5, 1)]
