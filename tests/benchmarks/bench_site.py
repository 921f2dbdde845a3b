"""How long the page without a server takes to open, in a real Chromium: the map, Python, the first page; a first and a second visit.

python tests/benchmarks/bench_site.py [--visits N]

Seconds by the clock, so a machine without other work is needed; the load is printed beside them. For each figure the middle of N
visits. A first visit is a browser with an empty storage, a second one the same browser again.
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
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from harness import WIDE, chromium  # noqa: E402
from test_site import hosting, made, ready  # noqa: E402

_MARKS = "() => Object.fromEntries(performance.getEntriesByType('mark').map((it) => [it.name, it.startTime / 1000]))"


def visit(page: Any, address: str) -> dict[str, float]:
    """Seconds until the map, Python's first word, and the page that can be used."""
    page.goto(address, wait_until="commit")
    ready(page)
    marks = page.evaluate(_MARKS)
    return {name: marks[f"elric-{name}"] for name in ("map", "python", "ready")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--visits", type=int, default=3)
    args = parser.parse_args()
    rows: dict[str, list[dict[str, float]]] = {"first": [], "second": []}
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
            context.close()
        server.shutdown()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {args.visits} visits")
    for which, found in rows.items():
        told = ", ".join(f"{name} {median(row[name] for row in found):.2f} s" for name in found[0])
        print(f"{which} visit: {told}")


if __name__ == "__main__":
    main()
