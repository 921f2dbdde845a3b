"""What people notice of computers that think: ten pages are clicked, beside five tables at each of which two computers play,
and while these are told to wait, in turn.

python tests/benchmarks/bench_thinking.py [--rounds N] [--people N] [--browsers N] [--tables N] [--thinkers N] [--json]

Milliseconds from the press to the frame in which the answer is seen, at the pages that stand in a browser; at the others, which
leave the processor to the server, until the answer has come. The target is a ratio of 1.5 at the 95th percentile of each.
Beside it what the server tells: that never more tables thought than may, and how many computers said that they wait.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import statistics
import sys
import threading
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "app"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "browser"))
from bench_page import ANSWER
from bench_serving import AREAS, p95
from client import ask
from harness import chromium, point_of, serving, wait_ready
from player import Player

from elric import games

TARGET = 1.5


class Tables:
    """Tables at which computers play each other, each in a thread, until they are closed.

    Attributes:
        pace: at which they are to play.  seen: how often each page was another.  waited: how often it said that it waits.
    """

    def __init__(self, address: str, number: int) -> None:
        self.stop = False
        self.pace = "quick"
        self.seen, self.waited = [0] * number, [0] * number
        self._ready = threading.Barrier(number + 1)
        self._threads = [threading.Thread(target=self._run, args=(address, n), daemon=True) for n in range(number)]
        for thread in self._threads:
            thread.start()
        self._ready.wait(180)

    def _run(self, address: str, number: int) -> None:
        asyncio.run(self._play(address, number))

    async def _play(self, address: str, number: int) -> None:
        player = Player(address, seed=number)
        await player.come(150)
        scenario = next(key for key, one in games.definition("").scenarios().items() if one.seats == 2)
        start = {"scenario": scenario, "seat-0": "captain", "seat-1": "captain"}
        await player.say({"kind": "do", "name": "start", "value": start}, 60)
        shown = pace = ""
        while not self.stop:
            if pace != self.pace:
                pace = self.pace
                await player.say({"kind": "do", "name": "pace", "value": pace}, 60)
                if not shown:
                    self._ready.wait(180)
            await player.say({"kind": "ping", "n": 1}, 60)
            now = json.dumps(player.regions, sort_keys=True)
            self.seen[number] += now != shown
            self.waited[number] += now != shown and "waits for its turn to think" in now
            shown = now
            await asyncio.sleep(0.5)

    def close(self) -> None:
        self.stop = True
        for thread in self._threads:
            thread.join(70)


def thinking(address: str) -> int:
    """At how many tables a computer thinks, as the server tells."""
    (found,) = re.findall(r"^elric_thinking (\S+)$", ask(address, "metrics").text, re.M)
    return int(float(found))


class Clients:
    """Pages without a browser, in a thread."""

    def __init__(self, address: str, number: int) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._players = [Player(address, seed=100 + n) for n in range(number)]
        for player in self._players:
            self._do(player.come(150))
            self._do(player.say({"kind": "do", "name": "go", "value": "together"}, 60))

    def _do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(180)

    def clicks(self, area: str) -> list[float]:
        """Press an area on one page after the other."""
        return [1000 * self._do(player.say({"kind": "area", "id": area}, 60)) for player in self._players]


def clicks(pages: list[Any], area: str) -> list[float]:
    """Press an area on one page after the other, in a browser."""
    took = []
    for page in pages:
        page.evaluate(ANSWER)
        page.mouse.click(*point_of(page, area))
        took.append(float(page.evaluate("() => window.answered")))
        page.wait_for_timeout(60)
    return took


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=10, help="each with a click on each page, beside and alone")
    parser.add_argument("--people", type=int, default=10)
    parser.add_argument("--browsers", type=int, default=3, help="so many of the people have one")
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--thinkers", type=int, help="as `elric serve --thinkers` (default: its own)")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    more = [] if asked.thinkers is None else ["--thinkers", str(asked.thinkers)]
    most = str(asked.people + asked.tables + 1)
    with serving("--port", "9860", "--ready", "1", "--most", most, *more) as server, chromium() as browser:
        pages = []
        for _ in range(asked.browsers):
            page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
            page.goto(server.address, wait_until="commit")
            wait_ready(page)
            page.wait_for_selector("path.prov")
            pages.append(page)
        clients = Clients(server.address, asked.people - asked.browsers)
        tables = Tables(server.address, asked.tables)
        took: dict[str, list[float]] = {
            "browsers_alone": [],
            "browsers_beside": [],
            "others_alone": [],
            "others_beside": [],
        }
        thought = []
        for n in range(-1, asked.rounds):
            for pace, how in (("step", "alone"), ("quick", "beside")):
                tables.pace = pace  # at "step" each thinks until it knows what to do, and waits
                until = time.monotonic() + 30
                while bool(thinking(server.address)) != (pace == "quick") and time.monotonic() < until:
                    time.sleep(0.1)
                area = AREAS[(2 * n + (how == "beside")) % len(AREAS)]
                for who, answered in (("browsers", clicks(pages, area)), ("others", clients.clicks(area))):
                    if n >= 0:  # in the first round everything is new
                        took[f"{who}_{how}"] += answered
                thought.append(thinking(server.address))
        tables.close()
    found: dict[str, float] = {}
    for name, times in took.items():
        found |= {f"{name}_median_ms": statistics.median(times), f"{name}_p95_ms": p95(times)}
    found |= {
        "browsers_p95_ratio": found["browsers_beside_p95_ms"] / found["browsers_alone_p95_ms"],
        "others_p95_ratio": found["others_beside_p95_ms"] / found["others_alone_p95_ms"], "target": TARGET,
        "tables_that_moved": sum(seen > 1 for seen in tables.seen), "most_that_thought": max(thought),
        "tables_that_waited": sum(waited > 0 for waited in tables.waited),
    }  # fmt: skip
    if asked.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:26} {value:8.2f}")


if __name__ == "__main__":
    main()
