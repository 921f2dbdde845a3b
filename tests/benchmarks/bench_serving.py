"""What a host pays for a page, beside what the libraries under it cost in the same run: one table.

python tests/benchmarks/bench_serving.py [--rounds N] [--sessions N] [--seconds S] [--json]

- interactive: from the navigation until areas and counters stand and can be chosen; beside a bare page of Voilà with an empty
  ipyleaflet map, both with a warm kernel and both without.
- click: from the press to the frame in which the answer is seen, p95; beside a plain button of ipywidgets.
- memory: PSS of a kernel after some acts; beside a kernel that has drawn the bare page, and one that has done nothing.
- crowd: that many sessions play, a press every three seconds each; beside one session alone.
- burst: ten visitors at the same moment, at a server with two warm kernels: when the first and the last can play.
- bytes: what a browser is sent at its first visit and at its second, packed with gzip, heads and web socket with it.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import gzip
import json
import statistics
import sys
import time
import zlib
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "app"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "browser"))
from bench_page import ANSWER, BARE, BARE_STANDS, STANDS, notebook, paint
from harness import chromium, point_of, serving, wait_ready
from player import Player

from elric.app import memory

AREAS = ["oin", "yu", "lormyr_iosaz", "tanelorn", "nihrain", "myrrhyn", "troos", "org", "pikarayd_chalal", "xanyaw"]
TARGETS = {
    "interactive_warm_ratio": 1.25, "interactive_cold_ratio": 1.25, "click_p95_ratio": 1.5, "memory_ratio": 1.2, "crowd_ratio": 1.2,
    "burst_first_s": 2.5, "burst_last_s": 8.0, "first_visit_bytes": 1_600_000, "second_visit_bytes": 40_000,
}  # fmt: skip


def p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def interactive(browser: Any, ready: int, rounds: int, bare_file: Path) -> tuple[float, float]:
    """Median seconds until our page stands, and until the bare one does, asked for in turn."""
    ours, bare = [], []
    with (
        serving("--port", "9540", "--ready", str(ready)) as served,
        serving("--port", "9550", "--ready", str(ready), notebook=bare_file) as plain,
    ):
        for n in range(rounds + 1):
            time.sleep(5 if ready else 1)
            pair = paint(browser, served.address, STANDS)[0], paint(browser, plain.address, BARE_STANDS)[0]
            if n:  # the first finds nothing in the memory of this machine
                ours.append(pair[0])
                bare.append(pair[1])
    return statistics.median(ours), statistics.median(bare)


def clicks(browser: Any, address: str, number: int, *, map_: bool) -> list[float]:
    """Milliseconds from a press to its answer, on the areas of a map or on a plain button."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(address, wait_until="commit")
    if map_:
        wait_ready(page)
    page.wait_for_selector("path.prov" if map_ else "button.jupyter-button")
    page.wait_for_timeout(2000)
    took = []
    for n in range(number):
        page.evaluate(ANSWER)
        if map_:
            page.mouse.click(*point_of(page, AREAS[n % len(AREAS)]))
        else:
            page.click("button.jupyter-button")
        took.append(float(page.evaluate("() => window.answered")))
        page.wait_for_timeout(100)
    page.context.close()
    return took


def packed(response: dict[str, Any]) -> int:
    """Bytes of a frame as a server packs it over a network."""
    data = response["payloadData"]
    return len(zlib.compress(base64.b64decode(data) if response["opcode"] == 2 else data.encode()))


def visits(browser: Any, address: str) -> tuple[int, int]:
    """Bytes of a first and of a second visit of one browser, packed: bodies, heads of answers, and the web socket."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    totals = []
    for visit in range(2):
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        heads: dict[str, Any] = {}
        sizes: dict[str, tuple[int, int]] = {}
        session.on("Network.responseReceived", lambda e, heads=heads: heads.update({e["requestId"]: e["response"]}))
        session.on(
            "Network.loadingFinished",
            lambda e, sizes=sizes: sizes.update({e["requestId"]: (int(e["encodedDataLength"]), 0)}),
        )
        frames: list[int] = []
        session.on("Network.webSocketFrameReceived", lambda e, frames=frames: frames.append(packed(e["response"])))
        page.goto(address, wait_until="commit")
        wait_ready(page)
        page.wait_for_timeout(2500)
        total = sum(frames)
        for number, response in heads.items():
            if not response["url"].startswith(address) or response.get("fromDiskCache"):
                continue
            sent = sizes.get(number, (0, 0))[0]
            try:
                got = session.send("Network.getResponseBody", {"requestId": number})
                body = got["body"].encode("latin-1" if got["base64Encoded"] else "utf-8")
            except Exception:
                body = b""
            if response["url"].partition("?")[0].endswith((".woff2", ".png")) or sent < len(body) // 2:
                total += sent
            else:
                total += max(0, sent - len(body)) + len(gzip.compress(body, 6))
        totals.append(total)
        page.close()
        if not visit:
            time.sleep(2)  # until the tab's kernel has been ended
    context.close()
    return totals[0], totals[1]


async def crowd(sessions: int, seconds: float) -> dict[str, float]:
    """How long an act takes at one table alone, and when many play."""
    with serving("--port", "9560", "--ready", "1", "--most", str(sessions + 1)) as served:

        async def plays(player: Player, pause: float, until: float) -> None:
            while time.monotonic() < until:
                await player.play()
                await asyncio.sleep(pause * player.rng.uniform(0.5, 1.5))

        players = [Player(served.address, seed=n) for n in range(sessions)]
        await players[0].come()
        # as many acts of the same game, in the same order, as each will have later
        alone = Player(served.address, seed=0)
        await alone.come()
        await plays(alone, 1, time.monotonic() + seconds)
        await asyncio.gather(*(player.come(120) for player in players[1:]))
        await asyncio.gather(*(plays(player, 3, time.monotonic() + seconds) for player in players))
        together = [took for player in players for took in player.took]
        found = list(memory.sizes(served.kernels()).values())
        return {
            "alone_ms": 1000 * statistics.median(alone.took),
            "together_ms": 1000 * statistics.median(together),
            "together_p95_ms": 1000 * p95(together),
            "crowd_ratio": statistics.median(together) / statistics.median(alone.took),
            "session_mb": statistics.median(found) / 1e6,
            "faults": sum(len(player.faults) for player in players),
        }


async def burst(number: int) -> list[float]:
    """Seconds until each of so many who come at once can play."""
    with serving("--port", "9570", "--ready", "2", "--most", "40") as served:
        await asyncio.sleep(8)
        players = [Player(served.address, seed=n) for n in range(number)]
        await asyncio.gather(*(player.come(120) for player in players))
        return sorted(player.ready_seconds for player in players)


def kernel_mb(code: str) -> float:
    """What a kernel has when it has run `code` and a browser has its page."""

    async def meet() -> float:
        from client import ask, kernel_answers, kernel_of, line_to

        with notebook(code) as file, serving("--port", "9580", "--ready", "0", notebook=file) as served:
            line = await line_to(served.address, kernel_of(ask(served.address).text))
            await kernel_answers(line, seconds=30)
            await asyncio.sleep(1)
            # beside a second one, as sessions are: what they share counts half
            other = await line_to(served.address, kernel_of(ask(served.address).text))
            await kernel_answers(other, seconds=30)
            return statistics.median(memory.sizes(served.kernels()).values()) / 1e6

    return asyncio.run(meet())


def measure(rounds: int, number: int, sessions: int, seconds: float) -> dict[str, float]:
    figures: dict[str, float] = {}
    with notebook(BARE) as bare_file, chromium() as browser:
        for name, ready in (("warm", 1), ("cold", 0)):
            ours, bare = interactive(browser, ready, rounds, bare_file)
            figures |= {
                f"interactive_{name}_s": ours, f"bare_{name}_s": bare, f"interactive_{name}_ratio": ours / bare,
            }  # fmt: skip
        with (
            serving("--port", "9540", "--ready", "1") as served,
            serving("--port", "9550", "--ready", "1", notebook=bare_file) as plain,
        ):
            first, second = visits(browser, served.address)
            button = clicks(browser, plain.address, number, map_=False)
            ours_ = clicks(browser, served.address, number, map_=True)
        figures |= {
            "first_visit_bytes": first, "second_visit_bytes": second, "click_p95_ms": p95(ours_),
            "button_p95_ms": p95(button), "click_p95_ratio": p95(ours_) / p95(button),
        }  # fmt: skip
    figures |= asyncio.run(crowd(sessions, seconds))
    came = asyncio.run(burst(10))
    figures |= {"burst_first_s": came[0], "burst_median_s": statistics.median(came), "burst_last_s": came[-1]}
    figures["bare_page_mb"] = kernel_mb(BARE)
    figures["bare_kernel_mb"] = kernel_mb("1")
    figures["memory_ratio"] = figures["session_mb"] / figures["bare_kernel_mb"]
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--clicks", type=int, default=25)
    parser.add_argument("--sessions", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    figures = measure(args.rounds, args.clicks, args.sessions, args.seconds)
    if args.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        at_most = (
            f"  (at most {TARGETS[name]:g}){'' if value <= TARGETS[name] else '  OVER'}" if name in TARGETS else ""
        )
        print(f"{name:26}{value:12.2f}{at_most}" if value < 1000 else f"{name:26}{value:12,.0f}{at_most}")


if __name__ == "__main__":
    main()
