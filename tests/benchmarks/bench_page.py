"""How long until the page answers, and how much a click costs: beside a bare ipyleaflet map in the same run.

python tests/benchmarks/bench_page.py [--rounds N] [--clicks N] [--pause S] [--json]

The bare page is an empty ipyleaflet map and a button, served by the same server with the same template and one warm
kernel. The two are asked for in turn, in a browser with nothing cached.

- paint: from the navigation to the frame in which the map is seen: our picture; the bare one's empty pane.
- stand: the same, until areas and counters stand in it and can be chosen.
- open: from asking for the address to the first click that was answered and seen.
- click: from the press to the first frame in which something that Python wrote has changed.
- bytes: what one click sends and receives over the web socket.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
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

# The same picture and areas in the way that ipyleaflet offers, without a game: what the map alone would cost.
SAME = """import ipyleaflet
from elric.young_kingdoms.table.geometry import geometry
drawn = geometry().data
(_, _), (height, width) = drawn["bounds"]
picture = ipyleaflet.ImageOverlay(url="/elric/maps/background.svg", bounds=((0, 0), (height, width)))
areas = ipyleaflet.GeoJSON(data={"type": "FeatureCollection", "features": drawn["features"]})
ipyleaflet.Map(crs=ipyleaflet.projections.Simple, layers=[picture, areas], center=[height / 2, width / 2], zoom=-.7)"""

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
  const areas = document.querySelector('svg.er-layer');
  // Only classes: the browser itself reorders the areas when one is pressed.
  if (areas) watcher.observe(areas, { subtree: true, attributes: true, attributeFilter: ['class'] });
  else watcher.observe(document.querySelector('button.jupyter-button'), { childList: true, characterData: true, subtree: true });
}); }"""


@contextmanager
def notebook(code: str) -> Iterator[Path]:
    """A notebook with this one cell."""
    with tempfile.TemporaryDirectory(prefix="elric-bench-") as folder:
        made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
        made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
        path = Path(folder) / "bare.ipynb"
        nbformat.write(made, path)
        yield path


def _fresh(browser: Any) -> tuple[Any, Any]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    return context, context.new_page()


# Milliseconds from the page's beginning to the frame after a condition came true.
PAINT = """(condition) => new Promise((done) => {
  const holds = new Function("return " + condition);
  const look = () => {
    if (holds()) requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
    else requestAnimationFrame(look);
  };
  look();
})"""
# The picture is drawn into a canvas, which has a size from then on.
SEEN = "document.querySelector('.elric-map canvas')?.style.width"
STANDS = "window.elricReady && document.querySelector('path.prov') && document.querySelector('.er-piece')"
BARE_STANDS = "document.querySelector('.leaflet-container')"
SAME_STANDS = "document.querySelector('img.leaflet-image-layer')?.naturalWidth && document.querySelector('path')"


def paint(browser: Any, address: str, *conditions: str) -> list[float]:
    """Seconds until each condition holds and is painted, in a browser with nothing cached."""
    context, page = _fresh(browser)
    page.goto(address, wait_until="commit")
    taken = [float(page.evaluate(PAINT, condition)) / 1000 for condition in conditions]
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
    ours, bare, seen, stands, bare_paint, same_paint = [], [], [], [], [], []
    with (
        notebook(BARE) as bare_file,
        notebook(SAME) as same_file,
        serving("--port", "8930", "--ready", "1") as served,
        serving("--port", "8940", "--ready", "1", notebook=bare_file) as plain,
        serving("--port", "8950", "--ready", "1", notebook=same_file) as same,
        chromium() as browser,
    ):
        open_ours(browser, served.address, lands[0])
        open_bare(browser, plain.address)
        for _ in range(rounds):
            time.sleep(pause)  # until the servers have a warm kernel again
            picture, whole = paint(browser, served.address, SEEN, STANDS)
            seen.append(picture)
            stands.append(whole)
            bare_paint += paint(browser, plain.address, BARE_STANDS)
            same_paint += paint(browser, same.address, SAME_STANDS)
            time.sleep(pause)
            ours.append(open_ours(browser, served.address, lands[0]))
            bare.append(open_bare(browser, plain.address))
        time.sleep(pause)
        least = floor(browser, plain.address, number)
        figures = clicks(browser, served.address, [lands[n % len(lands)] for n in range(number)])
    median = statistics.median
    return {
        "open_s": median(ours),
        "bare_open_s": median(bare),
        "open_ratio": median(ours) / median(bare),
        "paint_s": median(seen),
        "bare_paint_s": median(bare_paint),
        "paint_ratio": median(seen) / median(bare_paint),
        "stand_s": median(stands),
        "stand_ratio": median(stands) / median(bare_paint),
        "same_map_s": median(same_paint),
        "floor_ms": least,
        "map_bytes": map_bytes(),
        **figures,
    }


def map_bytes() -> int:
    """The outlines as they travel, and the larger of the two pictures."""
    from elric.young_kingdoms.table.geometry import geometry

    drawn = geometry()
    outlines = json.dumps(drawn.outlines)
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
    print(
        f"first paint of the map         {figures['paint_s']:.2f} s   bare map {figures['bare_paint_s']:.2f} s"
        f"   ratio {figures['paint_ratio']:.2f} (at most 1.25)"
    )
    print(f"areas and counters stand       {figures['stand_s']:.2f} s   ratio {figures['stand_ratio']:.2f}")
    print(f"ipyleaflet's own way           {figures['same_map_s']:.2f} s for picture and areas, without a game")
    print(
        f"open to first answered click   {figures['open_s']:.2f} s   bare map {figures['bare_open_s']:.2f} s"
        f"   ratio {figures['open_ratio']:.2f}"
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
