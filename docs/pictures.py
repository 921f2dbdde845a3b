"""Takes the pictures of the documentation anew: python docs/pictures.py SITE, where `make site` has written it.

The page is opened as a reader finds it, the notebook in JupyterLab, and the session in Python is run and shown as it went.
"""

from __future__ import annotations

import base64
import code
import contextlib
import html
import io
import os
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from PIL import Image

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent
sys.path.insert(0, str(ROOT / "tests" / "browser"))
from harness import chromium  # noqa: E402

SIZE: Final = {"width": 1280, "height": 800}
LAB_PORT: Final = 8971
PATIENCE: Final = 600_000  # milliseconds
READY: Final = "() => !!window.elricReady && !document.querySelector('#loading:not(.gone)')"
BATTLE: Final = (
    "battle=edition: avalon-hill\nplace: dharijor_sequaloris\nattack: yishana, ohada, jharkor-army*6\n"
    "defend: sarosto, dharijor-army*3"
)
SESSION: Final = """import elric
g = elric.new_game("successor", edition="avalon-hill", seed=7)
g.legal_actions()[:2]
g.push("choose 1")
g
g.verdict(elric.parse_action("choose 2")).reasons[0].words
b = elric.Battle("yishana, ohada, jharkor-army*6", "sarosto, dharijor-army*3", "dharijor_sequaloris")
b
b.odds().win
b.compare(b.but(attack="yishana, ohada, jharkor-army*5")).sentence
"""
MOST_PRESSES: Final = 200
# what a newcomer presses: what the coach advises, and the next roll
PRESS: Final = """() => [...document.querySelectorAll("[data-do=ready], [data-do=advised], [data-key=next-roll], .er-slot .btn.primary")]
  .find((it) => it.offsetParent)?.click()"""
FRAME: Final = (640, 400)
FILM: Final = (
    "1. The first visit", "2. A step of a lesson", "3. A battle against the Captain", "4. The tab was closed, and there is no network now",
    "5. The game as it was left", "6. It goes on",
)  # fmt: skip
STRIP: Final = """<body style="margin:0;background:#ebe1c8;color:#2a2015;font:20px/1.3 serif"><style>
main {{ display: grid; grid-template-columns: repeat(2, 640px); gap: 12px; padding: 14px }}
figure {{ margin: 0 }} img {{ width: 640px; height: 400px; border: 1px solid #7c6a4a; box-sizing: border-box }}</style><main>{}</main>"""
TERMINAL: Final = """<body style="margin:0;background:#241f1a"><pre style="color:#e8dfd0;font:16px/1.5 monospace;padding:24px;margin:0;
white-space:pre-wrap;width:1180px;overflow-wrap:anywhere">{}</pre></body>"""


def keep(page: Any, name: str, **more: Any) -> None:
    """A picture of a page, packed as WebP."""
    taken = Image.open(io.BytesIO(page.screenshot(**more)))
    taken.convert("RGB").save(HERE / "pictures" / f"{name}.webp", quality=82, method=6)


def opened(page: Any, address: str) -> None:
    page.goto(address, wait_until="commit")
    page.wait_for_function(READY, timeout=PATIENCE)
    page.wait_for_timeout(1200)


def hosting(site: Path) -> ThreadingHTTPServer:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def of_the_page(chrome: Any, site: Path) -> None:
    server = hosting(site)
    address = f"http://127.0.0.1:{server.server_port}/"
    context = chrome.new_context(viewport=SIZE, bypass_csp=True)
    page = context.new_page()
    opened(page, address)
    keep(page, "first")
    page.locator("[data-do=go]:visible").first.click()
    page.wait_for_selector("[data-do=advised]:visible", timeout=60_000)
    for _ in range(2):
        page.locator("[data-do=advised]:visible").first.click()
        page.wait_for_timeout(1500)
    keep(page, "table")
    opened(page, f"{address}?lesson=march/lead")
    keep(page, "lesson")
    opened(page, f"{address}?battle=list")
    page.locator("[data-do=lab-build]:visible").first.click()
    page.wait_for_selector(".lab-answer")
    page.wait_for_timeout(1000)
    keep(page, "lab")
    context.close()
    server.shutdown()


def of_the_film(chrome: Any, site: Path) -> None:
    """From the first visit to a game that goes on without a network, as a strip of pictures."""
    server = hosting(site)
    address = f"http://127.0.0.1:{server.server_port}/"
    context = chrome.new_context(viewport=SIZE, bypass_csp=True)
    context.set_default_timeout(PATIENCE)
    shots: list[Image.Image] = []

    def shoot(page: Any) -> None:
        page.wait_for_timeout(1200)
        shots.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize(FRAME, Image.Resampling.LANCZOS))

    page = context.new_page()
    opened(page, address)
    shoot(page)
    page.locator("[data-do=learn]:visible").first.click()
    page.wait_for_selector(".lesson .goal")
    shoot(page)
    page.locator("[data-do=home]:visible").first.click()
    page.wait_for_selector(".welcome")
    page.locator("[data-do=go]:visible").first.click()
    for _ in range(MOST_PRESSES):
        if page.locator(".battlecard .die").count():
            break
        page.evaluate(PRESS)
        page.wait_for_timeout(900)
    page.wait_for_selector(".battlecard .die")
    shoot(page)
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.close()
    context.set_offline(True)
    page = context.new_page()
    opened(page, address)
    shoot(page)
    page.locator("[data-do=open-game]:visible, [data-do=go]:visible").first.click()
    shoot(page)
    page.evaluate(PRESS)
    shoot(page)
    context.close()
    server.shutdown()
    boxes = ""
    for shot, told in zip(shots, FILM, strict=True):
        shot.save(packed := io.BytesIO(), "PNG")
        address = f"data:image/png;base64,{base64.b64encode(packed.getvalue()).decode()}"
        boxes += f'<figure><img src="{address}" alt=""><figcaption>{told}</figcaption></figure>'
    page = chrome.new_context(viewport={"width": 1320, "height": 700}).new_page()
    page.set_content(STRIP.format(boxes))
    page.wait_for_timeout(500)
    keep(page, "film", full_page=True)


def of_the_notebook(chrome: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "elric.ipynb").write_bytes((ROOT / "notebooks" / "elric.ipynb").read_bytes())
        command = [
            sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={LAB_PORT}", "--IdentityProvider.token=",
            "--ServerApp.disable_check_xsrf=True", f"--ServerApp.root_dir={folder}",
        ]  # fmt: skip
        lab = subprocess.Popen(
            command,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": folder},
        )
        try:
            page = chrome.new_context(viewport=SIZE).new_page()
            for _ in range(60):
                time.sleep(1)
                with contextlib.suppress(Exception):
                    page.goto(f"http://127.0.0.1:{LAB_PORT}/lab/tree/elric.ipynb?reset", timeout=20_000)
                    break
            page.wait_for_selector(".jp-Notebook", timeout=90_000)
            page.wait_for_timeout(4000)
            page.locator(".jp-Notebook .jp-CodeCell").first.click()
            page.keyboard.press("Shift+Enter")
            page.wait_for_selector(".elric-map .leaflet-container, .elric-root .leaflet-container", timeout=120_000)
            page.wait_for_timeout(6000)
            page.locator(".elric-root").first.scroll_into_view_if_needed()
            page.wait_for_timeout(2500)
            page.mouse.move(2, 400)
            page.add_style_tag(content=".Toastify { display: none }")
            page.wait_for_timeout(800)
            keep(page, "notebook")
        finally:
            lab.terminate()
            lab.wait(20)


def of_python(chrome: Any) -> None:
    out = io.StringIO()
    console = code.InteractiveConsole()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        for line in SESSION.splitlines():
            print(f">>> {line}")
            console.push(line)
    page = chrome.new_context(viewport={"width": 1240, "height": 600}).new_page()
    page.set_content(TERMINAL.format(html.escape(out.getvalue())))
    keep(page, "library", full_page=True)


def main() -> None:
    which = sys.argv[2:] or ["page", "film", "notebook", "python"]
    with chromium() as chrome:
        if "page" in which:
            of_the_page(chrome, Path(sys.argv[1]))
        if "film" in which:
            of_the_film(chrome, Path(sys.argv[1]))
        if "notebook" in which:
            of_the_notebook(chrome)
        if "python" in which:
            of_python(chrome)


if __name__ == "__main__":
    main()
