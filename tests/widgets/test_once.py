"""One message, one Screen: what a message costs, counted."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from elric.widgets.messages import Message
from elric.widgets.session import Session
from elric.young_kingdoms.game import Game
from elric.young_kingdoms.lab import routes
from elric.young_kingdoms.planning import advised, plans, ways
from elric.young_kingdoms.table import definition
from tests.widgets.test_session import WAR


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts views by seat, choices, and walks of a stack in hand over the board."""
    calls: Counter[str] = Counter()
    view, choice, reach = Game.view, definition.choice, routes.reach

    def counted_view(self: Game, seat: int | None = None) -> dict[str, Any]:
        calls[f"view {seat}"] += 1
        return view(self, seat)

    def counted_choice(*args: Any, **named: Any) -> Any:
        calls["choice"] += 1
        return choice(*args, **named)

    def counted_reach(s: Any) -> Any:
        calls["reach"] += 1
        return reach(s)

    monkeypatch.setattr(Game, "view", counted_view)
    monkeypatch.setattr(definition, "choice", counted_choice)
    monkeypatch.setattr(ways.routes, "reach", counted_reach)
    for kept in (ways, plans, advised):
        kept.forget()
    return calls


def send(page: Session, calls: Counter[str], m: Message) -> Counter[str]:
    calls.clear()
    page.take(m)
    page.draw()
    return Counter(calls)


def test_a_click_computes_one_choice_one_view_a_seat_and_one_reach(counted: Counter[str]) -> None:
    """Taking up a stack, marching, refusing, halting, taking back: each at most one choice, a view for each seat, a reach."""
    page = Session(Game.at(WAR, seed=5))
    page.draw()
    clicks = (
        Message("area", id="oin"), Message("area", id="jharkor_sequa"), Message("area", id="vilmir_jadmar"),
        Message("area", id="tarkesh_hornus"), Message("do", name="undo"), Message("do", name="hand"),
        Message("area", id="dharijor_sequaloris"), Message("act", text="halt"), Message("do", name="what", value="unit:yishana"),
        Message("do", name="sure"), Message("do", name="find", value="pan"), Message("do", name="more", value="words"),
    )  # fmt: skip
    reached = 0
    for m in clicks:
        calls = send(page, counted, m)
        reached += calls["reach"]
        # the coach plays a few stacks in its head, on foot and aboard, before one is taken up, and those who could follow it from each
        # province that it comes to: each such position has a reach of its own
        assert calls["choice"] <= 1, (m, calls)
        assert calls["reach"] <= 3 * plans.STACKS, (m, calls)
        assert all(n == 1 for name, n in calls.items() if name.startswith("view")), (m, calls)
        assert sum(n for name, n in calls.items() if name.startswith("view")) <= 2, (m, calls)
    assert page.game.step == "movement"
    # in all the three positions in which the stack is in hand, and once the plan of the turn
    assert 0 < reached <= 3 * (2 * plans.STACKS + 1)


def test_what_changes_nothing_computes_nothing_again(counted: Counter[str]) -> None:
    """Asking what a thing is, or turning the layer of certainty on, finds the views and the choice as they were."""
    page = Session(Game.at(WAR, seed=5))
    page.draw()
    for m in (Message("do", name="what", value="area:oin"), Message("do", name="sure"), Message("do", name="escape")):
        calls = send(page, counted, m)
        assert calls["choice"] == calls["view None"] == calls["view 0"] == 0


def test_a_position_that_was_changed_behind_the_page_is_seen(counted: Counter[str]) -> None:
    """Whatever pushes an action, also another cell of a notebook: the next drawing shows it."""
    page = Session(Game.at(WAR, seed=5))
    before = page.draw().pieces["yishana"]
    page.game.push("lead yishana")
    page.game.push("step jharkor_dhakos")
    assert page.draw().pieces["yishana"]["at"] != before["at"]


@pytest.mark.parametrize("door", ["learn", "practice", "rules", "whatif"])
def test_behind_a_door_there_is_one_choice_and_one_view_a_seat(counted: Counter[str], door: str) -> None:
    """The other rooms keep the same measure."""
    page = Session(Game.at(WAR, seed=5))
    page.take(Message("do", name=door))
    page.draw()
    for m in (Message("area", id="oin"), Message("do", name="hint"), Message("do", name="escape")):
        calls = send(page, counted, m)
        assert calls["choice"] <= 1
        assert all(n == 1 for name, n in calls.items() if name.startswith("view")), (door, m, calls)


def test_the_coach_thinks_while_the_place_is_handed_over(counted: Counter[str]) -> None:
    """Behind the cover the advice for whoever is to sit down is worked out when the page looks round; nobody waits for it, and
    nothing of it is shown before."""
    page = Session(Game("successor", seed=5))
    while page.table.curtain is None or page.game.step != "movement":
        if page.table.curtain is not None:
            page.take(Message("do", name="ready"))
        else:
            page.take(Message("act", text=str(page.game.legal_actions()[-1])))
        page.draw()
    covered = page.draw().regions
    advised.forget()
    ways.forget()
    assert not page.follow()
    assert page.draw().regions == covered
    assert not send(page, counted, Message("do", name="ready"))["reach"]
    assert any(name == "coach" for name, _, _ in page.draw().regions)
