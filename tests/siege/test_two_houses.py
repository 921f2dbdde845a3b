"""Two servers behind nginx, games in PostgreSQL: sticky, packed, and one may die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import nginx
import postgres
import pytest
from client import ask
from harness import Served, chromium, serving, wait_ready, watch, without_luck
from test_kept import act, address, lines, play_apart, press, save_text, share


class Houses(NamedTuple):
    address: str
    first: Served
    second: Served
    base: postgres.PostgreSQL
    place: str


@pytest.fixture
def houses() -> Iterator[Houses]:
    with postgres.running() as base:
        place = base.database()
        told = ("--host", "127.0.0.1", "--ready", "1", "--proxy", "--database", place, "--log", "json")
        with (
            serving("--port", "9501", *told) as first,
            serving("--port", "9502", *told) as second,
            nginx.before(9500, "127.0.0.1:9501", "127.0.0.1:9502") as front,
        ):
            yield Houses(front, first, second, base, place)


@pytest.fixture
def chrome() -> Iterator[Any]:
    with chromium() as browser:
        yield browser


def sent_to(chrome: Any, houses: Houses, house: str, path: str = "") -> Any:
    """A page of a browser that the cookie sends to one of the two."""
    context = chrome.new_context(viewport={"width": 1440, "height": 900})
    context.add_cookies([{"name": "elric_house", "value": house, "url": houses.address}])
    page = context.new_page()
    page.goto(path if path.startswith("http") else houses.address + path, wait_until="commit")
    wait_ready(page)
    return page


def kept_by(page: Any) -> str:
    """The text of the game, past a cover that may stand over it."""
    for _ in range(10):
        page.wait_for_timeout(1500)
        if not page.query_selector("[data-cover]"):
            break
        # on a busy machine the page may still hold late presses back
        page.mouse.move(5, 5)
        page.click("[data-do=ready]")
    return save_text(page)


def sessions(server: Served) -> int:
    return int(json.loads(ask(server.address, "health").text)["sessions"])


def test_a_game_goes_on_at_the_other_house_when_its_own_is_killed(chrome: Any, houses: Houses) -> None:
    page = sent_to(chrome, houses, "a")
    assert (sessions(houses.first), sessions(houses.second)) == (1, 0)
    press(page, "[data-value=together]")
    for _ in range(3):
        act(page)
    kept, here = kept_by(page), address(page)
    os.killpg(houses.first.process.pid, signal.SIGKILL)
    page.wait_for_selector("#elric-lost", state="visible", timeout=30_000)
    page.click("#elric-lost button")
    page.wait_for_function("() => !window.elricReady", timeout=60_000)  # a new kernel, on a busy machine
    wait_ready(page)
    assert address(page) == here
    assert without_luck(kept_by(page)) == without_luck(kept)
    act(page)
    assert lines(kept_by(page)) > lines(kept)
    assert sessions(houses.second) == 1


def test_two_devices_at_two_houses_play_one_game(chrome: Any, houses: Houses) -> None:
    one = sent_to(chrome, houses, "a")
    press(one, "[data-value=together]")
    act(one)
    link = share(one, "1")
    two = sent_to(chrome, houses, "b", link)
    assert (sessions(houses.first), sessions(houses.second)) == (1, 1)
    play_apart(one, two, 6)


def test_what_goes_over_the_line_is_packed_sticky_and_tells_no_figures(chrome: Any, houses: Houses) -> None:
    page = ask(houses.address, Accept_Encoding="identity")
    assert page.status == 200
    assert page.headers["Set-Cookie"].startswith("elric_house=")
    assert ask(houses.address, "metrics").status == 404
    assert ask(houses.address, Host="evil.example").status in {404, 421}
    styles = ask(houses.address, "elric/page.css", Accept_Encoding="gzip")
    assert styles.headers["Content-Encoding"] == "gzip"
    context = chrome.new_context(viewport={"width": 1440, "height": 900})
    shown = context.new_page()
    record = watch(shown, houses.address)
    shown.goto(houses.address, wait_until="commit")
    wait_ready(shown)
    shown.wait_for_timeout(1000)
    assert record.refused == []
    assert record.errors == []
    seated = [json.loads(line) for line in houses.first.output + houses.second.output if '"seated"' in line]
    assert len(seated) == 2


class Answers(BaseHTTPRequestHandler):
    """A house that answers everything."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


def test_health_is_for_this_machine_and_figures_for_nobody() -> None:
    """A stranger is whoever comes from another address than nginx lets ask; this machine has many."""
    house = ThreadingHTTPServer(("127.0.0.1", 9508), Answers)
    threading.Thread(target=house.serve_forever, daemon=True).start()

    def status(come_from: str, path: str) -> int:
        line = HTTPConnection("127.0.0.1", 9507, source_address=(come_from, 0), timeout=10)
        line.request("GET", path)
        return line.getresponse().status

    try:
        with nginx.before(9507, "127.0.0.1:9508", "127.0.0.1:9509"):
            assert [status("127.0.0.1", path) for path in ("/", "/health", "/metrics")] == [200, 200, 404]
            assert [status("127.0.0.2", path) for path in ("/", "/health", "/metrics")] == [200, 403, 404]
    finally:
        house.shutdown()


def test_games_are_backed_up_and_brought_back(chrome: Any, houses: Houses, tmp_path: Any) -> None:
    """pg_dump while a game is played, into a new database, and a server on that: the game is there."""
    page = sent_to(chrome, houses, "a")
    press(page, "[data-value=together]")
    act(page)
    kept, here = kept_by(page), address(page)
    name = houses.place.partition("?")[0].rpartition("/")[2]
    who = ["-h", str(houses.base.folder), "-U", "elric"]
    dump = tmp_path / "elric.dump"
    subprocess.run([postgres.program("pg_dump"), *who, "-Fc", "-f", str(dump), name], check=True)
    act(page)
    other = houses.base.database()
    restored = other.partition("?")[0].rpartition("/")[2]
    subprocess.run([postgres.program("pg_restore"), *who, "-d", restored, str(dump)], check=True)
    with serving("--port", "9503", "--ready", "0", "--database", other) as third:
        again = chrome.new_page()
        again.goto(f"{third.address}?g={here}", wait_until="commit")
        wait_ready(again)
        assert without_luck(kept_by(again)) == without_luck(kept)


def test_a_house_that_is_told_to_stop_hands_over_without_a_lost_act(chrome: Any, houses: Houses) -> None:
    """As at an upgrade: the first is stopped while its visitor plays, and every act that was shown is there."""
    page = sent_to(chrome, houses, "a")
    press(page, "[data-value=together]")
    act(page)
    kept = kept_by(page)
    houses.first.process.send_signal(signal.SIGTERM)
    houses.first.process.wait(20)
    assert houses.first.process.returncode == 0
    page.wait_for_selector("#elric-lost", state="visible", timeout=30_000)
    page.click("#elric-lost button")
    page.wait_for_function("() => !window.elricReady", timeout=60_000)  # a new kernel, on a busy machine
    wait_ready(page)
    assert without_luck(kept_by(page)) == without_luck(kept)
