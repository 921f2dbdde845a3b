"""The served page, a real Chromium, and what a test wants to know of both."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
PICTURES = HERE / "pictures"
WIDE, PHONE = (1440, 900), (390, 844)
# Letters as wide as in a window: the Chromium without one makes each a whole number of pixels wide otherwise.
ARGUMENTS = [
    "--headless", "--font-render-hinting=none", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
START_SECONDS = 120
READY_MILLISECONDS = 120_000
REST_SECONDS = 60

_POINT = """id => {
  const path = document.querySelector('path.prov-' + CSS.escape(id)), box = path.getBoundingClientRect();
  let best = null;
  for (let row = 1; row < 16; row++) for (let column = 1; column < 16; column++) {
    const x = box.x + box.width * column / 16, y = box.y + box.height * row / 16;
    if (document.elementFromPoint(x, y) !== path) continue;
    const off = Math.abs(column - 8) + Math.abs(row - 8);
    if (!best || off < best[2]) best = [x, y, off];
  }
  return best;
}"""


# When nothing has changed for so many milliseconds, and nothing moves but what does so again and again.
_REST = """still => new Promise((done) => {
  let last = performance.now();
  const watcher = new MutationObserver(() => { last = performance.now(); });
  watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const moves = (it) => it.playState === 'running' && it.effect?.getComputedTiming().iterations === 1;
  const look = () => {
    if (document.getAnimations().some(moves)) last = performance.now();
    if (performance.now() - last < still) setTimeout(look, 15);
    else { watcher.disconnect(); done(); }
  };
  look();
})"""


def first_of(*values: Any) -> list[Any]:
    """Parameters of a test: `make test` takes the first, `make siege` the others too."""
    return [values[0], *(pytest.param(value, marks=pytest.mark.siege) for value in values[1:])]


def find_chromium() -> str:
    """The Chromium to test with: ELRIC_CHROMIUM, or the system's, rather the one without windows."""
    named = os.environ.get("ELRIC_CHROMIUM")
    for name in (
        named,
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ):
        found = shutil.which(name) if name else None
        if found:
            return found
    raise RuntimeError("no Chromium found: install one (make test does), or name it in ELRIC_CHROMIUM")


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=[*ARGUMENTS, *more])
        try:
            yield browser
        finally:
            browser.close()


# A server that ends itself when whoever started it is gone, however that came about: its standard input closes then.
_SERVER = """
import os, signal, sys, threading
def follow():
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)
threading.Thread(target=follow, daemon=True).start()
from elric.app.cli import main
sys.exit(main())
"""

# Before it: kernels that cannot be forked.
_FORKLESS = """
from concurrent.futures import Future
from elric.app import forkserver
def refused(*_):
    future = Future()
    future.set_exception(OSError("nothing can be forked"))
    return future
forkserver.Forks.fork = refused
"""


@dataclass
class Served:
    """A running server: its `address`, the folder of its `saves`, its process and what it printed."""

    address: str
    saves: Path
    process: subprocess.Popen[str]
    output: list[str] = field(default_factory=list)

    def kernels(self) -> list[int]:
        """Process ids of the kernels that belong to this server."""
        found = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
        rows = [line.split(None, 2) for line in found.splitlines()]
        own = {self.process.pid}
        forks = {int(pid) for pid, parent, words in rows if int(parent) in own and "elric.app.forkserver" in words}
        started = {int(pid) for pid, parent, words in rows if int(parent) in own and "ipykernel" in words}
        return sorted(started | {int(pid) for pid, parent, _ in rows if int(parent) in forks})


@contextmanager
def serving(
    *arguments: str, notebook: Path | None = None, seconds: float = START_SECONDS, alone: bool = False
) -> Iterator[Served]:
    """`elric serve` on a free port with a saves folder of its own; surely gone afterwards, kernels and all. `alone`: each kernel
    is a program of its own."""
    with tempfile.TemporaryDirectory(prefix="elric-saves-") as saves:
        program = _FORKLESS * alone + _SERVER
        command = [sys.executable, "-c", program, "serve", "--no-browser", "--saves", saves, *arguments]
        if notebook is not None:
            command += ["--notebook", str(notebook)]
        paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=saves, start_new_session=True,
            env={**os.environ, "PYTHONPATH": paths},
        )  # fmt: skip
        served = Served("", Path(saves), process)
        threading.Thread(target=_collect, args=(served,), daemon=True).start()
        try:
            served.address = _await_address(served, seconds)
            yield served
        finally:
            _stop(process)


def _collect(served: Served) -> None:
    assert served.process.stdout is not None
    for line in served.process.stdout:
        served.output.append(line)


def _await_address(served: Served, seconds: float) -> str:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = re.search(r"https?://\S+", "".join(served.output))
        if found:
            return found.group()
        if served.process.poll() is not None:
            break
        time.sleep(0.05)
    raise RuntimeError("the server did not start:\n" + "".join(served.output))


def _stop(process: subprocess.Popen[str]) -> None:
    """Ask the server to stop; whatever of its own process group is left after ten seconds is ended."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait(10)


@dataclass
class Record:
    """What a page asked for and said. Frames are (seconds, size in bytes, payload); `open` is what its kernel has been told and
    has not done with."""

    address: str
    requests: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    refused: list[tuple[int, str]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    sent: list[tuple[float, int, str]] = field(default_factory=list)
    received: list[tuple[float, int, str]] = field(default_factory=list)
    open: set[str] = field(default_factory=set)

    @property
    def outside(self) -> list[str]:
        """Addresses of other machines."""
        own = (self.address.rstrip("/"), "data:", "blob:")
        return [url for url in self.requests if not url.startswith(own)]

    def mark(self) -> tuple[int, int]:
        return len(self.sent), len(self.received)

    def since(self, mark: tuple[int, int], *, beats: bool = False) -> tuple[list[str], list[str]]:
        """Payloads sent and received after `mark`; without the heartbeat and the kernel's busy and idle."""
        sent = [text for _, _, text in self.sent[mark[0] :]]
        received = [text for _, _, text in self.received[mark[1] :]]
        if not beats:
            sent = [text for text in sent if '"ping"' not in text]
            received = [text for text in received if '"pong"' not in text and '"msg_type": "status"' not in text]
        return sent, received


def _unpacked(raw: bytes) -> str:
    """What a frame carries packed, so that a test can read it too."""
    start = raw.rfind(b"\x78\x9c")
    if start < 0:
        return ""
    try:
        return zlib.decompressobj().decompress(raw[start:]).decode("utf-8", "replace")
    except zlib.error:
        return ""


_RECORDS: WeakKeyDictionary[Page, Record] = WeakKeyDictionary()


def watch(page: Page, address: str) -> Record:
    """From now on note what a page asks for and says; once more for its next visitor."""
    known = page in _RECORDS
    record = _RECORDS[page] = Record(address)
    if known:
        return record

    def framed(record: Record, into: list[tuple[float, int, str]]) -> Any:
        def take(payload: Any) -> None:
            raw = payload if isinstance(payload, bytes) else str(payload).encode()
            text = raw.decode("utf-8", "replace")
            into.append((time.monotonic(), len(raw), text + _unpacked(raw)))
            if into is record.sent and '"comm_msg"' in text:
                record.open.update(re.findall(r'"msg_id": ?"([^"]+)"', text)[:1])
            elif '"execution_state": "idle"' in text:  # it names what it is done with after itself
                record.open.difference_update(re.findall(r'"msg_id": ?"([^"]+)"', text)[1:2])

        return take

    def socket(web_socket: Any) -> None:
        record = _RECORDS[page]
        web_socket.on("framesent", framed(record, record.sent))
        web_socket.on("framereceived", framed(record, record.received))
        web_socket.on("close", lambda _: record.open.clear())  # what was asked there is answered no more

    def answered(answer: Any) -> None:
        if answer.status >= 400:
            _RECORDS[page].refused.append((answer.status, answer.url))

    def said(line: Any) -> None:
        if line.type == "error":
            _RECORDS[page].errors.append(f"{line.text} {line.location['url']}")

    page.on("request", lambda request: _RECORDS[page].requests.append(request.url))
    page.on("requestfailed", lambda request: _RECORDS[page].failed.append(request.url))
    page.on("response", answered)
    page.on("console", said)
    page.on("pageerror", lambda error: _RECORDS[page].errors.append(str(error)))
    page.on("domcontentloaded", lambda _: _RECORDS[page].open.clear())  # a page that was left is answered no more
    page.on("websocket", socket)
    return record


# What a page shows that does not get ready.
_STATE = """() => JSON.stringify({
  ready: !!window.elricReady, document: document.readyState, seen: document.visibilityState,
  covered: !!document.querySelector("#loading:not(.gone)"), text: document.body?.innerText.slice(0, 300),
})"""


def wait_ready(page: Page) -> None:
    """Until the map stands and answers; an AssertionError says what a page shows and has heard that does not get there. It is
    asked by the clock: a page that draws nothing answers too."""
    try:
        for there in ("() => window.elricReady", "() => !document.querySelector('#loading:not(.gone)')"):
            page.wait_for_function(there, polling=100, timeout=READY_MILLISECONDS)
    except PlaywrightTimeout as error:
        raise AssertionError(f"the page does not get ready: {_state(page)}") from error


def _state(page: Page) -> str:
    try:
        state = str(page.wait_for_function(_STATE, polling=100, timeout=5000).json_value())
    except PlaywrightTimeout:
        state = "its scripts do not run"
    record = _RECORDS.get(page)
    if record is None:
        return state
    heard = f"{len(record.sent)} sent, {len(record.received)} received, {len(record.open)} unanswered"
    return f"{state}; {heard}; {record.requests[-3:]=} {record.failed=} {record.refused=} {record.errors=}"


def settle(page: Page, still: float = 120) -> None:
    """Until the page has been answered whatever it asked, has drawn it, and nothing on it moves any more. A page without a
    server does not show what it waits for: it is given time."""
    record = _RECORDS.get(page)
    if record is None or not record.sent:
        still = max(still, 400)
    until = time.monotonic() + REST_SECONDS
    while time.monotonic() < until:
        heard = None if record is None else (len(record.sent), len(record.received))
        page.evaluate(_REST, still)
        if record is None or (not record.open and heard == (len(record.sent), len(record.received))):
            return
    raise AssertionError(f"the page does not come to rest; its kernel has not done with {record and record.open}")


def point_of(page: Page, area: str) -> tuple[float, float]:
    """A point on the screen that really is that area, not a neighbour and not a counter."""
    found = page.evaluate(_POINT, area)
    if found is None:
        raise AssertionError(f"{area} has no point that can be clicked")
    return found[0], found[1]


def click_area(page: Page, area: str) -> None:
    page.mouse.click(*point_of(page, area))


def marks_of(page: Page, area: str) -> set[str]:
    """The marks an area shows, as Python named them."""
    classes = page.get_attribute(f"path.prov-{area}", "class") or ""
    return {name[3:] for name in classes.split() if name.startswith("is-")}


def focused_area(page: Page) -> str | None:
    area: str | None = page.evaluate("() => document.activeElement?.dataset?.area ?? null")
    return area


def picture(page: Page, name: str) -> None:
    """With ELRIC_PICTURES set, a screenshot in tests/browser/pictures, to be looked at; nobody looks at those of `make test`."""
    if os.environ.get("ELRIC_PICTURES"):
        PICTURES.mkdir(exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}.png")


def without_luck(text: str) -> str:
    """A saved game without its seeds and its closing sum: a text that is shown has a luck of its own."""
    return "\n".join(line for line in text.splitlines() if not line.startswith(("seed:", "reseeded:", "end ")))
