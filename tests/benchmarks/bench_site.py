"""How long the page without a server takes to open, in a real Chromium: the map, Python, the first page; on a first visit, and on a
second one that starts from the memory which the first one left. Then what a click costs, and what the tab takes after many acts.

python tests/benchmarks/bench_site.py [--visits N] [--clicks N] [--acts N]

Seconds by the clock, so a machine without other work is needed; the load is printed beside them, and the seconds of a processor that
the worker had until the page stood, which hang on the load much less. For each figure the middle. A first visit is a browser
with an empty storage, a second one the same browser again.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "browser"), str(ROOT / "tests" / "benchmarks")]

from bench_page import ANSWER  # noqa: E402
from harness import WIDE, chromium, point_of  # noqa: E402
from test_kept import DECIDES  # noqa: E402
from test_site import hosting, made, march, prepared, ready, renderers, together  # noqa: E402

_MARKS = "() => Object.fromEntries(performance.getEntriesByType('mark').map((it) => [it.name, it.startTime / 1000]))"
_WORKER = "DedicatedWorker"  # the name that Chromium gives the thread
_LANDS = ("oin", "yu", "lormyr_iosaz", "tanelorn", "nihrain", "myrrhyn", "troos", "org", "xanyaw")
_TICKS = os.sysconf("SC_CLK_TCK")


def worked(chrome: Any) -> float:
    """Seconds of a processor that the workers of all tabs have had so far."""
    total = 0
    for renderer in renderers(chrome):
        for thread in Path(f"/proc/{renderer}/task").iterdir():
            name, _, fields = (thread / "stat").read_text().partition("(")[2].rpartition(")")
            if name == _WORKER:
                total += sum(int(field) for field in fields.split()[11:13])
    return total / _TICKS


def takes(chrome: Any) -> float:
    """MiB of the largest tab: what is its own, and its part of what it shares."""
    rows = [Path(f"/proc/{renderer}/smaps_rollup").read_text().splitlines() for renderer in renderers(chrome)]
    return max(int(row.split()[1]) for lines in rows for row in lines if row.startswith("Pss:")) / 1024


def visit(chrome: Any, context: Any, address: str) -> tuple[Any, dict[str, float]]:
    """A page, and the seconds until the map, Python's first word, and the page that can be used."""
    page = context.new_page()
    page.goto(address, wait_until="commit")
    ready(page)
    marks = page.evaluate(_MARKS)
    found = {name: marks[f"elric-{name}"] for name in ("map", "python", "ready")}
    return page, {**found, "worker": worked(chrome)}


def answered(page: Any, press: Any) -> float:
    """Milliseconds from a press to the frame that shows Python's answer."""
    page.evaluate(ANSWER)
    press()
    taken: float = page.evaluate("() => window.answered")
    page.wait_for_timeout(150)
    return taken


def clicks(page: Any, number: int) -> tuple[float, float]:
    """Milliseconds that a choice of a land takes, and an act."""
    march(page)
    page.wait_for_timeout(3000)
    chosen = [
        answered(page, lambda land=land: page.mouse.click(*point_of(page, land))) for land in (_LANDS * number)[:number]
    ]
    page.keyboard.press("Escape")
    acts = []
    for _ in range(number):
        page.wait_for_selector(f"{DECIDES}:visible", timeout=120_000)
        acts.append(answered(page, lambda: page.locator(f"{DECIDES}:visible").first.click()))
    return median(chosen), median(acts)


_ACT = f"""() => {{
  const cover = document.querySelector("[data-cover] [data-do=ready]"), it = cover || document.querySelector("{DECIDES}");
  it?.click();
  return !cover && !!it;
}}"""
_ENDED = "[data-region=outcome], [data-region=end]"


def play(page: Any, acts: int) -> None:
    """Does what is offered first, in another game where one has come to its end."""
    together(page)
    done = 0
    while done < acts:
        done += bool(page.evaluate(_ACT))
        page.wait_for_timeout(400)
        if page.query_selector(_ENDED):
            page.locator("[data-do=new]:visible").first.click()
            page.locator(".newgame [type=submit]").click()
            page.wait_for_selector(_ENDED, state="detached", timeout=120_000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--visits", type=int, default=3)
    parser.add_argument("--clicks", type=int, default=20)
    parser.add_argument("--acts", type=int, default=200)
    args = parser.parse_args()
    rows: dict[str, list[dict[str, float]]] = {"first": [], "second": []}
    with tempfile.TemporaryDirectory() as folder:
        made(Path(folder) / "site")
        server = hosting(Path(folder))
        address = f"http://127.0.0.1:{server.server_port}/site/"
        for _ in range(args.visits):
            with chromium() as chrome:
                context = chrome.new_context(viewport={"width": WIDE[0], "height": WIDE[1]}, bypass_csp=True)
                page, found = visit(chrome, context, address)
                rows["first"].append(found)
                prepared(page)
                page.close()
                page, found = visit(chrome, context, address)
                rows["second"].append(found)
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {args.visits} visits")
        for which, all_found in rows.items():
            told = ", ".join(f"{name} {median(row[name] for row in all_found):.2f} s" for name in all_found[0])
            print(f"{which} visit: {told}")
        with chromium() as chrome:
            context = chrome.new_context(viewport={"width": WIDE[0], "height": WIDE[1]}, bypass_csp=True)
            page, _ = visit(chrome, context, address)
            chosen, acted = clicks(page, args.clicks)
            print(f"load {os.getloadavg()[0]:.1f}: choose {chosen:.0f} ms, act {acted:.0f} ms, {args.clicks} of each")
            page.goto(address, wait_until="commit")
            ready(page)
            prepared(page)
            before = takes(chrome)
            play(page, args.acts)
            print(f"tab {before:.0f} MiB, after {args.acts} acts {takes(chrome):.0f} MiB")
        server.shutdown()


if __name__ == "__main__":
    main()
