"""Tables take turns at thinking: never more than may, everybody's turn comes, and one that dies gives its turn back."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from elric.app.store import SaveStore
from elric.widgets.rooms import computer
from elric.widgets.rooms.thinking import THINKING, Turns, locked, thinking
from tests.widgets.test_keeping import Tab


def test_never_more_think_than_may_and_everybodys_turn_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = f"2 {tmp_path}"
    monkeypatch.setenv(THINKING, told)
    tables = [Turns(told) for _ in range(5)]
    had = [0] * 5
    until = time.monotonic() + 8
    while time.monotonic() < until and min(had) == 0:
        now = [table.take() for table in tables]
        assert sum(now) <= 2
        assert thinking() == sum(table._held is not None for table in tables) <= 2
        had = [n + took for n, took in zip(had, now, strict=True)]
        time.sleep(0.01)
    assert min(had) > 0
    for table in tables:
        table.give_back()
    assert thinking() == 0


def test_a_kernel_that_is_killed_gives_its_turn_back(tmp_path: Path) -> None:
    told = f"1 {tmp_path}"
    code = f"import time\nfrom elric.widgets.rooms.thinking import Turns\nt = Turns({told!r})\nprint(t.take(), flush=True)\ntime.sleep(60)"
    other = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    assert other.stdout.readline() == "True\n"
    own = Turns(told)
    assert not own.take()
    assert own.waits
    os.kill(other.pid, signal.SIGKILL)
    other.wait(10)
    assert own.take()
    assert not own.waits


def test_a_page_that_was_left_in_mid_thought_gives_its_turn_back(tmp_path: Path) -> None:
    told = f"1 {tmp_path}"
    left, other = Turns(told), Turns(told)
    assert left.take()
    assert not other.take()
    until = time.monotonic() + 10
    while not other.take():
        assert time.monotonic() < until
        time.sleep(0.05)
    assert not left.take()


@pytest.mark.parametrize("left", [False, True], ids=["done", "left in mid-thought"])
def test_who_thinks_lets_those_go_first_who_answer_clicks_and_only_while_it_thinks(tmp_path: Path, left: bool) -> None:
    turns, other = Turns(f"1 {tmp_path}"), Turns(f"1 {tmp_path}")
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))  # whatever was tried here before
    assert turns.take()
    assert os.sched_getscheduler(0) == os.SCHED_BATCH
    until = time.monotonic() + 10
    while left and turns._held is not None:
        assert time.monotonic() < until
        time.sleep(0.05)
    turns.give_back()
    assert os.sched_getscheduler(0) == os.SCHED_OTHER
    assert other.take()
    other.give_back()


def test_without_a_folder_everybody_thinks(tmp_path: Path) -> None:
    for told in ("", "2", "x /tmp", f"0 {tmp_path}"):
        assert Turns(told).take()
    assert not Turns(f"1 {tmp_path / 'nowhere'}").take(), "a folder that is gone is no reason to think all at once"


def test_a_computer_that_waits_for_its_turn_says_so_and_plays_when_it_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(THINKING, f"1 {tmp_path}")
    other = os.open(tmp_path / "thinks-0", os.O_RDWR | os.O_CREAT)
    assert locked(other)
    monkeypatch.setattr(computer, "_PACE", 0.0)
    tab = Tab(SaveStore(tmp_path / "games"))
    tab.do("start", {"scenario": tab.game.scenario.key, "seat-0": "captain", "seat-1": "captain"})
    before = tab.text
    for _ in range(5):
        tab.follow()
    tab.show()
    assert tab.text == before
    assert tab.session.table.computer.patience >= 0.1
    assert "waits for its turn to think" in "".join(tab.regions.values())
    os.close(other)
    until = time.monotonic() + 30
    while tab.text == before and time.monotonic() < until:
        tab.follow()
        time.sleep(0.02)
    assert tab.text != before
    tab.show()
    assert "waits for its turn" not in "".join(tab.regions.values())
