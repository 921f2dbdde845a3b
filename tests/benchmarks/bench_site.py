"""How long the page without a server takes, in a real Chromium: the map, the first page, an act; a first and a second visit.

python tests/benchmarks/bench_site.py [--visits N]

Seconds by the clock, so a machine without other work is needed; the load is printed beside them. For each figure the middle of N
visits. A first visit is a browser with an empty storage, a second one the same browser again.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from harness import WIDE, chromium  # noqa: E402
from test_site import hosting, made, ready, together  # noqa: E402

ACTS = 10
_MARKS = "() => Object.fromEntries(performance.getEntriesByType('mark').map((it) => [it.name, it.startTime / 1000]))"


def visit(page: Any, address: str) -> dict[str, float]:
    """Seconds until the map, Python's first word, and the page that can be used."""
    page.goto(address, wait_until="commit")
    ready(page)
    marks = page.evaluate(_MARKS)
    return {name: marks[f"elric-{name}"] for name in ("map", "python", "ready")}


def acts(page: Any) -> float:
    """Milliseconds of an act, the middle of some."""
    together(page)
    took = []
    for _ in range(ACTS):
        page.wait_for_selector("[data-act]:not([aria-disabled])")
        shown = page.inner_html("[data-region=log], [data-region=choice]")
        begun = time.perf_counter()
        page.locator("[data-act]:not([aria-disabled]):visible").first.click()
        page.wait_for_function(
            "shown => document.querySelector('[data-region=log], [data-region=choice]').innerHTML !== shown",
            arg=shown,
            polling=5,
        )
        took.append(1000 * (time.perf_counter() - begun))
    return median(took)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--visits", type=int, default=3)
    args = parser.parse_args()
    rows: dict[str, list[dict[str, float]]] = {"first": [], "second": []}
    act = []
    with tempfile.TemporaryDirectory() as folder, chromium() as chrome:
        made(Path(folder) / "site")
        server = hosting(Path(folder))
        address = f"http://127.0.0.1:{server.server_port}/site/"
        for _ in range(args.visits):
            context = chrome.new_context(viewport={"width": WIDE[0], "height": WIDE[1]}, bypass_csp=True)
            page = context.new_page()
            rows["first"].append(visit(page, address))
            page.evaluate("async () => { await navigator.serviceWorker.ready; }")
            page.close()
            page = context.new_page()
            rows["second"].append(visit(page, address))
            act.append(acts(page))
            context.close()
        server.shutdown()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {args.visits} visits")
    for which, found in rows.items():
        told = ", ".join(f"{name} {median(row[name] for row in found):.2f} s" for name in found[0])
        print(f"{which} visit: {told}")
    print(f"an act: {median(act):.0f} ms")


if __name__ == "__main__":
    main()
