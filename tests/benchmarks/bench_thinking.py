"""What people notice of computers that think: ten pages in a browser are clicked, alone, and beside five tables at each of
which two computers play.

python tests/benchmarks/bench_thinking.py [--clicks N] [--people N] [--tables N] [--thinkers N] [--json]

Milliseconds from the press to the frame in which the answer is seen. The target is a ratio of 1.5 at the 95th percentile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
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
from harness import chromium, point_of, serving, wait_ready
from player import Player

from elric import games

TARGET = 1.5


class Tables:
    """Tables at which computers play each other, in a thread, until it is closed. `acts`: what each has played so far."""

    def __init__(self, address: str, number: int) -> None:
        self.stop = False
        self.seen = [0] * number
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
        await player.say({"kind": "do", "name": "pace", "value": "quick"}, 60)
        self._ready.wait(180)
        shown = ""
        while not self.stop:
            await player.say({"kind": "ping", "n": 1}, 60)
            now = json.dumps(player.regions, sort_keys=True)
            self.seen[number] += now != shown
            shown = now
            await asyncio.sleep(0.5)

    def close(self) -> None:
        self.stop = True
        for thread in self._threads:
            thread.join(70)


def clicks(pages: list[Any], each: int) -> list[float]:
    """Press areas on one page after the other."""
    took = []
    for n in range(each):
        for page in pages:
            page.evaluate(ANSWER)
            page.mouse.click(*point_of(page, AREAS[n % len(AREAS)]))
            took.append(float(page.evaluate("() => window.answered")))
            page.wait_for_timeout(60)
    return took


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--clicks", type=int, default=10, help="on each page, before and during")
    parser.add_argument("--people", type=int, default=10)
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--thinkers", type=int, help="as `elric serve --thinkers` (default: its own)")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    more = [] if asked.thinkers is None else ["--thinkers", str(asked.thinkers)]
    most = str(asked.people + asked.tables + 1)
    with serving("--port", "9860", "--ready", "1", "--most", most, *more) as server, chromium() as browser:
        pages = []
        for _ in range(asked.people):
            page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
            page.goto(server.address, wait_until="commit")
            wait_ready(page)
            page.wait_for_selector("path.prov")
            pages.append(page)
        time.sleep(3)
        clicks(pages, 1)
        alone = clicks(pages, asked.clicks)
        tables = Tables(server.address, asked.tables)
        beside = clicks(pages, asked.clicks)
        tables.close()
    found = {
        "alone_median_ms": statistics.median(alone), "alone_p95_ms": p95(alone),
        "beside_median_ms": statistics.median(beside), "beside_p95_ms": p95(beside),
        "p95_ratio": p95(beside) / p95(alone), "target": TARGET, "tables_that_moved": sum(seen > 1 for seen in tables.seen),
    }  # fmt: skip
    if asked.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:20} {value:8.2f}")


if __name__ == "__main__":
    main()
