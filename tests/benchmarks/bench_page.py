"""How long until the page answers, and how much a click costs: beside a bare Voilà page in the same run.

python tests/benchmarks/bench_page.py [--rounds N] [--clicks N] [--pause S] [--json]

- open: from asking for the address to the first click that was answered and seen, in a browser with nothing cached;
  both servers keep one kernel warm. The bare page is Voilà's own template with an empty ipyleaflet map and a button.
- paint: from the navigation to the frame in which the map stands; the bare one has neither picture nor areas.
- click: from the press to the first frame in which something that Python wrote has changed.
- bytes: what one click sends and receives over the web socket.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "browser"))
from harness import chromium, point_of, serving, wait_ready, watch

BARE = """import ipyleaflet, ipywidgets
m = ipyleaflet.Map(crs=ipyleaflet.projections.Simple, layers=[], center=[500, 500], zoom=0)
b = ipywidgets.Button(description="first")
b.on_click(lambda _: setattr(b, "description", "again" if b.description == "answered" else "answered"))
ipywidgets.VBox([b, m])"""

# The same picture and areas in an ipyleaflet map of its own, without a game: what the map alone costs.
SAME = """from elric.widgets.board import BoardMap
BoardMap()"""

# Voilà's own template asks other machines for fonts: nobody shall wait for them.
OFFLINE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"

# Resolves with the milliseconds from the next press to the frame after Python's answer changed the page.
ANSWER = """() => { window.answered = new Promise((done) => {
  let start = 0;
  const note = () => { start = performance.now(); };
  document.addEventListener('pointerdown', note, { capture: true, once: true });
  const watcher = new MutationObserver((changes) => {
    if (!start || !changes.some((c) => !/is-pressed/.test(c.target.getAttribute?.('class') || ''))) return;
    watcher.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
  });
  const options = { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ['class'] };
  for (const slot of document.querySelectorAll('.er-slot')) watcher.observe(slot, options);
  const areas = document.querySelector('.leaflet-elric-outlines-pane svg');
  // Only classes: the browser itself reorders the areas when one is pressed.
  if (areas) watcher.observe(areas, { subtree: true, attributes: true, attributeFilter: ['class'] });
  else watcher.observe(document.querySelector('button.jupyter-button'), { childList: true, characterData: true, subtree: true });
}); }"""


@contextmanager
def bare_voila(port: int, code: str = BARE) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="elric-bench-") as folder:
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        path = Path(folder) / "bare.ipynb"
        nbformat.write(notebook, path)
        process = subprocess.Popen(
            [sys.executable, "-m", "voila", str(path), "--no-browser", f"--port={port}", "--Voila.port_retries=0",
             "--preheat_kernel=True", "--pool_size=1", "--Voila.log_level=ERROR"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
        )  # fmt: skip
        try:
            address = f"http://localhost:{port}/"
            _await(f"{address}voila/static/voila.js")
            yield address
        finally:
            process.terminate()
            process.wait(15)


def _await(address: str, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def _fresh(browser: Any) -> tuple[Any, Any]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    return context, context.new_page()


# Milliseconds from the page's beginning to the frame in which the map stands: its picture (ours) or its pane (bare).
PAINT = """(selector) => new Promise((done) => {
  const look = () => {
    const found = document.querySelector(selector);
    if (found && (found.tagName !== 'IMG' || (found.complete && found.naturalWidth))) {
      requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
    } else requestAnimationFrame(look);
  };
  look();
})"""
MAP = "img.leaflet-image-layer"


def paint(browser: Any, address: str, selector: str) -> float:
    """Seconds until the map is painted, in a browser with nothing cached."""
    context, page = _fresh(browser)
    page.goto(address, wait_until="commit")
    taken = float(page.evaluate(PAINT, selector)) / 1000
    page.wait_for_timeout(800)
    context.close()
    return taken


def floor(browser: Any, address: str, number: int) -> float:
    """Milliseconds from the press of a plain button to its changed text: what the kernel and the socket cost alone."""
    context, page = _fresh(browser)
    page.goto(address, wait_until="commit")
    page.wait_for_selector("button.jupyter-button")
    page.wait_for_timeout(1500)
    took = []
    for _ in range(number):
        page.evaluate(ANSWER)
        page.click("button.jupyter-button")
        took.append(page.evaluate("() => window.answered"))
        page.wait_for_timeout(100)
    context.close()
    return statistics.median(took)


def open_bare(browser: Any, address: str) -> float:
    context, page = _fresh(browser)
    start = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(".leaflet-container")
    page.click("button.jupyter-button")
    page.wait_for_function("() => document.querySelector('button.jupyter-button').textContent === 'answered'")
    taken = time.perf_counter() - start
    context.close()
    return taken


def open_ours(browser: Any, address: str, area: str) -> float:
    context, page = _fresh(browser)
    start = time.perf_counter()
    page.goto(address, wait_until="commit")
    wait_ready(page)
    page.evaluate(ANSWER)
    page.mouse.click(*point_of(page, area))
    page.evaluate("() => window.answered")
    taken = time.perf_counter() - start
    context.close()
    return taken


def clicks(browser: Any, address: str, areas: list[str]) -> dict[str, float]:
    context, page = _fresh(browser)
    record = watch(page, address)
    page.goto(address, wait_until="commit")
    wait_ready(page)
    page.wait_for_timeout(1000)
    took, up, down = [], [], []
    for area in areas:
        page.evaluate(ANSWER)
        sent, received = record.mark()
        page.mouse.click(*point_of(page, area))
        took.append(page.evaluate("() => window.answered"))
        page.wait_for_timeout(150)
        up.append(sum(size for _, size, _ in record.sent[sent:]))
        down.append(sum(size for _, size, _ in record.received[received:]))
    context.close()
    return {
        "click_ms_median": statistics.median(took),
        "click_ms_p95": statistics.quantiles(took, n=20)[-1],
        "bytes_up_median": statistics.median(up),
        "bytes_down_median": statistics.median(down),
        "bytes_down_most": max(down),
    }


def measure(rounds: int, number: int, pause: float) -> dict[str, float]:
    lands = ["oin", "yu", "lormyr_iosaz", "tanelorn", "nihrain", "myrrhyn", "troos", "org", "pikarayd_chalal", "xanyaw"]
    ours, bare, ours_paint, bare_paint = [], [], [], []
    with chromium(OFFLINE) as browser, serving("--port", "8930", "--ready", "1") as served, bare_voila(8941) as address:
        open_ours(browser, served.address, lands[0])
        open_bare(browser, address)
        for _ in range(rounds):
            time.sleep(pause)  # until both servers have a warm kernel again
            ours.append(open_ours(browser, served.address, lands[0]))
            time.sleep(pause)
            bare.append(open_bare(browser, address))
            time.sleep(pause)
            ours_paint.append(paint(browser, served.address, MAP))
            time.sleep(pause)
            bare_paint.append(paint(browser, address, ".leaflet-container"))
        time.sleep(pause)
        with bare_voila(8951, SAME) as same:
            paint(browser, same, MAP)
            same_paint = []
            for _ in range(rounds):
                time.sleep(pause)
                same_paint.append(paint(browser, same, MAP))
        least = floor(browser, address, number)
        figures = clicks(browser, served.address, [lands[n % len(lands)] for n in range(number)])
    median_ours, median_bare = statistics.median(ours), statistics.median(bare)
    painted, bare_painted = statistics.median(ours_paint), statistics.median(bare_paint)
    return {
        "open_s": median_ours,
        "bare_open_s": median_bare,
        "ratio": median_ours / median_bare,
        "paint_s": painted,
        "bare_paint_s": bare_painted,
        "paint_ratio": painted / bare_painted,
        "same_map_paint_s": statistics.median(same_paint),
        "floor_ms": least,
        "map_bytes": map_bytes(),
        **figures,
    }


def map_bytes() -> int:
    """The outlines as they travel, and the larger of the two pictures."""
    from elric.widgets.geometry import geometry

    drawn = geometry()
    outlines = json.dumps(drawn.outlines, separators=(",", ":"))
    return len(outlines.encode()) + max(len(text.encode()) for text in drawn.pictures)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--clicks", type=int, default=30)
    parser.add_argument("--pause", type=float, default=5, help="seconds before each opening, for the kernels to warm")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    figures = measure(args.rounds, args.clicks, args.pause)
    if args.json:
        print(json.dumps(figures))
        return
    print(f"open to first answered click   {figures['open_s']:.2f} s   bare Voilà {figures['bare_open_s']:.2f} s")
    print(f"ratio                          {figures['ratio']:.2f}")
    print(f"the same map without a game    {figures['same_map_paint_s']:.2f} s to its first paint")
    print(
        f"first paint of the map         {figures['paint_s']:.2f} s   bare map {figures['bare_paint_s']:.2f} s"
        f"   ratio {figures['paint_ratio']:.2f} (at most 1.25)"
    )
    times = figures["click_ms_median"] / figures["floor_ms"]
    print(
        f"a plain button answers in      {figures['floor_ms']:.0f} ms; a click on the map takes {times:.2f} times that (at most 1.5)"
    )
    print(f"outlines and picture           {figures['map_bytes'] / 1000:.0f} kB (at most 900)")
    took = f"{figures['click_ms_median']:.0f} ms median, {figures['click_ms_p95']:.0f} ms p95"
    print(f"click to change                {took}")
    print(
        f"bytes a click                  {figures['bytes_up_median']:.0f} up, {figures['bytes_down_median']:.0f} down"
        f" (most {figures['bytes_down_most']:.0f})"
    )


if __name__ == "__main__":
    main()
