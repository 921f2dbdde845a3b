"""The page without a server: one folder of files, opened in a real browser from a place below another address."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from harness import PHONE, ROOT, WIDE, picture, settle, watch, without_luck
from test_kept import DECIDES, act, address, save_text, sit_down

from elric import games
from elric.site.build import SiteError, build, weight
from elric.tutor.lessons import lessons

pytestmark = pytest.mark.browser

PACKAGES = ROOT / "build" / "npm" / "node_modules"
BELOW = "somewhere/below"  # the path of the site on its host
# The desk is looked at too in `make siege`: every page that is opened here starts a Python of its own.
LOOKS = [(PHONE, "dark"), pytest.param(WIDE, "light", marks=pytest.mark.siege)]
PATIENCE = 300.0  # seconds until Python has come, on a machine with other work


@dataclass
class Hosted:
    """A folder of files on a web host: `address` of the site, the files by name, and whether the host is `up`."""

    address: str
    folder: Path
    files: dict[str, bytes]
    server: ThreadingHTTPServer


class _Quiet(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm", ".mjs": "text/javascript"}

    def log_message(self, format: str, *args: Any) -> None:
        pass


def made(folder: Path) -> dict[str, bytes]:
    return build(folder, PACKAGES / "pyodide", PACKAGES / "leaflet", "docs/start.html")


def hosting(root: Path, port: int = 0) -> ThreadingHTTPServer:
    server = ThreadingHTTPServer(("127.0.0.1", port), partial(_Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    root = tmp_path_factory.mktemp("host")
    files = made(root / BELOW)
    server = hosting(root)
    yield Hosted(f"http://127.0.0.1:{server.server_port}/{BELOW}/", root / BELOW, files, server)
    server.shutdown()
    server.server_close()


@pytest.fixture
def device(chrome: Any) -> Iterator[Callable[..., Any]]:
    """`device(size, scheme, strict, roomy)` is a browser of somebody's own, with its storage; `opened` opens tabs in it. Where it is
    `strict` the page's own policy holds, which also keeps a test from waiting by the usual means. On one that is not `roomy`
    nothing is prepared for the next visit, which starts one more Python."""
    contexts = []

    def new(size: tuple[int, int] = WIDE, scheme: str = "light", *, strict: bool = False, roomy: bool = False) -> Any:
        phone = size[0] < 600
        context = chrome.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, has_touch=phone, is_mobile=phone,
            bypass_csp=not strict,
        )  # fmt: skip
        if not roomy:
            context.add_init_script("Object.defineProperty(navigator, 'deviceMemory', { value: 2 })")
        contexts.append(context)
        return context

    yield new
    for context in contexts:
        context.close()


def until(page: Any, true: str, seconds: float = PATIENCE) -> None:
    """Wait for an expression to become true, also where the page's policy forbids the usual way, which evaluates text in it."""
    end = time.monotonic() + seconds
    while not page.evaluate(true):
        if time.monotonic() > end:
            raise AssertionError(f"{true} did not come true: {page.inner_text('body')[:500]}")
        page.wait_for_timeout(50)


def opened(context: Any, address: str) -> tuple[Any, Any]:
    page = context.new_page()
    record = watch(page, address.split("?")[0])
    page.goto(address, wait_until="commit")
    ready(page)
    return page, record


def ready(page: Any) -> None:
    until(page, "() => !!window.elricReady && !document.querySelector('#loading:not(.gone)')")


def clean(record: Any) -> None:
    """Nothing was asked of another machine, nothing failed, nothing was forbidden."""
    assert record.outside == []
    assert record.failed == []
    assert record.errors == []


def press(page: Any, selector: str, then: str) -> None:
    page.locator(f"{selector}:visible").first.click()
    page.wait_for_selector(then)


def march(page: Any) -> None:
    """Begin the first game and do what the coach advises."""
    page.locator("[data-do=go]:visible").first.click()
    page.wait_for_selector("[data-do=advised]:visible", timeout=60_000)
    page.locator("[data-do=advised]:visible").first.click()


def together(page: Any) -> None:
    """A game for two at this screen."""
    press(page, "[data-value=together]", "[data-act]")


def test_two_builds_are_the_same(site: Hosted, tmp_path: Path) -> None:
    again = made(tmp_path / "again")
    assert again == site.files
    assert {
        str(file.relative_to(tmp_path / "again")) for file in (tmp_path / "again").rglob("*") if file.is_file()
    } == set(again)


def test_a_change_changes_the_addresses(site: Hosted) -> None:
    """Whatever may change between builds lies below a name made of its content; all else is asked for anew each time."""
    anew = {path for path in site.files if not re.match(r"[0-9a-f]{12}/|pyodide-[\d.]+-[0-9a-f]{12}/", path)}
    assert anew == {"index.html", "manifest.webmanifest", "sw.js"}


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_a_first_visit_is_light_and_the_page_the_served_one(
    site: Hosted, device: Any, size: tuple[int, int], scheme: str
) -> None:
    """Whoever only waits sees the first page, not a lesson; from there a game is begun."""
    page, record = opened(device(size, scheme, strict=True), site.address)
    asked = {
        url.removeprefix(site.address).split("?")[0] or "index.html"
        for url in record.requests
        if url.startswith("http")
    }
    print(f"{len(asked)} requests, {weight({path: site.files[path] for path in asked})} bytes")
    assert weight({path: site.files[path] for path in asked}) <= 9_000_000
    assert len(asked) <= 35
    assert page.inner_text(".welcome h2, .welcome h1").strip()
    assert "lesson=" not in page.url
    picture(page, f"site-{size[0]}-{scheme}")
    march(page)
    settle(page, 800)
    picture(page, f"site-{size[0]}-{scheme}-play")
    clean(record)


def kept_here(context: Any, site: Hosted) -> Any:
    """A page that keeps itself on the device, of which nobody waits for the Python."""
    page = context.new_page()
    page.goto(site.address, wait_until="commit")
    until(page, "async () => !!(await navigator.serviceWorker.ready).active")
    return page


def test_everything_goes_on_without_a_network(site: Hosted, device: Any) -> None:
    """After one visit: reload, a game, an act, a lesson, the lab, the other game."""
    context = device()
    page = kept_here(context, site)
    context.set_offline(True)
    page.reload(wait_until="commit")
    ready(page)
    march(page)
    press(page, "[data-do=learn]", ".lesson .goal")
    for query, shown in (("battle=list", "[data-do=lab-build]"), ("game=dragon-pass", ".welcome")):
        page.goto(f"{site.address}?{query}", wait_until="commit")
        ready(page)
        page.wait_for_selector(shown)
    assert "White Bear" in page.title()


@pytest.mark.siege  # `make test` opens the lab and the other game without a network
@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("practice=reach.5", ".question, [data-do=answer]"),
        ("rules=6.2", "[data-key='at-6.2'].open"),
        ("game=dragon-pass", ".welcome"),
        ("lesson=march/lead", ".lesson .goal"),
    ],
)
def test_each_room_opens_from_its_address(site: Hosted, device: Any, query: str, shown: str) -> None:
    page, record = opened(device(strict=True), f"{site.address}?{query}")
    page.wait_for_selector(shown)
    clean(record)


@pytest.mark.siege  # `make test` closes a tab without a farewell where there was no room for a while
def test_a_shown_act_survives_its_tab(site: Hosted, device: Any) -> None:
    """What a page has shown is written: the tab is closed without a farewell, and the next one goes on from there."""
    context = device()
    page, _ = opened(context, f"{site.address}")
    together(page)
    for _ in range(3):
        act(page)
        kept, here = save_text(page), address(page)
        page.close(run_before_unload=False)
        page, _ = opened(context, f"{site.address}?g={here}")
        assert without_luck(save_text(page)) == without_luck(kept)


def renderers(chrome: Any) -> list[int]:
    """Process ids of the tabs of a browser."""
    session = chrome.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return [process["id"] for process in processes if process["type"] == "renderer"]


_STORY = """['[data-region=log]', '.masthead > p', '.ribbon [aria-current]']
    .map((part) => document.querySelector(part)?.innerText).join('\\n')"""  # an act may end a phase and tell nothing


@pytest.mark.siege
def test_fifty_tabs_killed_after_a_shown_act_lose_nothing(site: Hosted, device: Any, chrome: Any) -> None:
    """Killed as the system does it, in the moment in which the story tells the act."""
    context = device(roomy=True)
    page, _ = opened(context, site.address)
    prepared(page)
    together(page)
    act(page)
    here = address(page)
    for _ in range(50):
        sit_down(page)
        before = page.evaluate(_STORY)
        page.locator(f"{DECIDES}:visible").first.click()
        shown = page.wait_for_function(
            f"before => {_STORY} !== before && {_STORY}", arg=before, timeout=60_000
        ).json_value()
        for renderer in renderers(chrome):
            os.kill(renderer, signal.SIGKILL)
        page.close()
        page, _ = opened(context, f"{site.address}?g={here}")
        sit_down(page)
        assert page.evaluate(_STORY) == shown


@pytest.mark.siege  # `make test` has two devices on one game of the served page, and loses nothing in a full browser
def test_a_second_tab_sees_what_the_first_does(site: Hosted, device: Any) -> None:
    context = device()
    one, _ = opened(context, site.address)
    together(one)
    act(one)
    two, _ = opened(context, f"{site.address}?g={address(one)}")
    for page, other in ((two, one), (one, two)):
        act(page)
        told = page.inner_text("[data-region=log]")
        other.wait_for_function(
            "told => document.querySelector('[data-region=log]').innerText === told", arg=told, timeout=30_000
        )
    assert without_luck(save_text(one)) == without_luck(save_text(two))


def test_a_build_without_its_packages_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match=r"leaflet\.js is missing"):
        build(tmp_path / "out", tmp_path / "pyodide", tmp_path / "leaflet")


def test_a_part_that_does_not_come_is_told_in_words(site: Hosted, device: Any) -> None:
    """No exception text, and a way on."""
    context = device()
    context.route("**/python.pack", lambda route: route.abort())
    page = context.new_page()
    page.goto(site.address, wait_until="commit")
    page.wait_for_selector("#site-card:not([hidden])", timeout=60_000)
    words = page.inner_text("#site-card")
    assert "did not come" in words
    assert "Error" not in words


_TAKEN_OVER = """async () => {
    const { waiting, active } = await navigator.serviceWorker.getRegistration();
    return !waiting && active.state === 'activated';
}"""


@pytest.mark.siege  # `make test` builds the site twice and compares what a change does to the addresses
def test_a_new_build_waits_for_a_reload(site: Hosted, device: Any) -> None:
    """The page says that there is a new version, and goes on with its own until it is loaded again. What was kept of the old
    one's memory is thrown away then."""
    context = device()
    page = kept_here(context, site)
    page.reload(wait_until="commit")
    ready(page)
    before = page.evaluate("() => document.body.dataset.build")
    plant(context, site, {"faults": 0, "trying": False}, b"a memory of this build")
    changed = "0123456789ab"
    shutil.copytree(site.folder / before, site.folder / changed)
    try:
        for name in ("index.html", "sw.js"):
            (site.folder / name).write_bytes(site.files[name].replace(before.encode(), changed.encode()))
        page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
        page.wait_for_selector("#site-note:not([hidden])", timeout=60_000)
        assert page.evaluate("() => document.body.dataset.build") == before
        # a page that runs nothing: only the one that was left can have called the new build
        page.goto(f"{site.address}manifest.webmanifest")
        until(page, _TAKEN_OVER)
        page.goto(site.address, wait_until="commit")
        ready(page)
        assert page.evaluate("() => document.body.dataset.build") == changed
        assert not page.evaluate(_MADE)
    finally:
        for name in ("index.html", "sw.js"):
            (site.folder / name).write_bytes(site.files[name])
        shutil.rmtree(site.folder / changed)


@pytest.mark.siege  # `make test` reads the page without a network, and follows every link of the documentation
def test_the_documentation_is_read_beside_the_page(site: Hosted, device: Any) -> None:
    """Also once the page keeps itself on the device; and what was read of it is there without a network."""
    paper = site.folder / "docs" / "start.html"
    paper.parent.mkdir()
    paper.write_text(
        "<!DOCTYPE html><title>Paper</title><p>First steps</p><a href='../index.html?rules=6.2'>6.2</a>", "utf-8"
    )
    try:
        context = device()
        page, _ = opened(context, site.address)
        until(
            page, "async () => !!(await navigator.serviceWorker.ready).active && !!navigator.serviceWorker.controller"
        )
        with context.expect_page() as beside:
            page.click("[data-key=docs]")
        page.close()
        page = beside.value
        assert page.url == f"{site.address}docs/start.html"
        assert page.inner_text("p") == "First steps"
        context.set_offline(True)
        page.reload()
        assert page.inner_text("p") == "First steps"
        page.click("a")
        ready(page)
        page.wait_for_selector("[data-key='at-6.2'].open")
    finally:
        shutil.rmtree(paper.parent)


def point_before_python(page: Any, area: str) -> None:
    """Click a place of the picture that stands before the page does."""
    x, y = games.table().chart().anchors[area]
    box = page.locator("#loading canvas").bounding_box()
    width, height = games.table().chart().frame
    page.mouse.click(box["x"] + x / width * box["width"], box["y"] + (height - y) / height * box["height"])


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_the_first_lesson_begins_before_python_is_there(
    site: Hosted, device: Any, size: tuple[int, int], scheme: str
) -> None:
    """What is answered there is what the lesson asks and says, and it goes on at the step that comes next."""
    teaching = games.teaching()
    assert teaching is not None
    first, second, *_ = next(iter(lessons(teaching).values())).steps["avalon-hill"]
    context = device(size, scheme)
    held: list[Any] = []
    slow = [True]
    context.route("**/python.pack", lambda route: held.append(route) if slow else route.continue_())
    page = context.new_page()
    page.goto(site.address, wait_until="commit")
    page.wait_for_selector("#first:has-text('Sequa')")
    page.wait_for_function("() => document.querySelector('#loading canvas').width > 300")
    point_before_python(page, "jharkor_dhakos")
    assert "another place" in page.inner_text("#first .said")
    point_before_python(page, first.find[0])
    assert page.inner_text("#first .said") == first.after
    assert second.goal.split(": ")[1] in page.inner_text("#first")
    (mistake,) = second.mistakes
    point_before_python(page, mistake.when.split()[1])
    assert page.inner_text("#first .said") == mistake.say
    picture(page, f"site-{size[0]}-{scheme}-first")
    slow.clear()
    for route in held:  # the page's own, and that of what keeps the page on the device
        route.continue_()
    ready(page)
    page.wait_for_selector(f".lesson .goal:has-text('{second.goal.split(': ')[1]}')")
    assert f"lesson={next(iter(lessons(teaching)))}/{second.id}" in page.url.replace("%2F", "/")


# ---- Python's memory, kept for the next visit --------------------------------------------------------------------------

_MEMORY = "(async () => caches.open((await caches.keys()).find((name) => name.endsWith(' memory'))))()"
_MADE = f"""async () => {{
  const cache = (await caches.keys()).some((name) => name.endsWith(' memory')) && await {_MEMORY};
  return !!cache && (await cache.keys()).some((it) => it.url.includes('snapshot?'));
}}"""
_NOTE = f"async () => {{ const cache = await {_MEMORY}; return (await cache.match((await cache.keys()).find((it) => it.url.includes('note')))).json(); }}"
_PUT = """async ([page, build, pyodide, note, bytes]) => {
  const cache = await caches.open(`elric ${new URL(page).pathname} memory`);
  const at = (name) => new URL(`./${build}/${name}?${pyodide}`, page).href;
  await cache.put(at("snapshot-note"), Response.json(note));
  if (bytes.length) await cache.put(at("snapshot"), new Response(new Uint8Array(bytes)));
}"""


def plant(context: Any, site: Hosted, note: dict[str, Any], content: bytes) -> None:
    """A cache as an earlier visit would have left it: `content` instead of a snapshot, and a note beside it. Written from a file
    beside the page, which starts no Python."""
    page = context.new_page()
    page.goto(f"{site.address}manifest.webmanifest")
    text = site.files["index.html"].decode()
    build, pyodide = (re.findall(rf'<body[^>]*data-{name}="([^"]+)"', text)[0] for name in ("build", "pyodide"))
    page.evaluate(_PUT, [site.address, build, pyodide, note, list(content)])
    page.close()


def prepared(page: Any) -> None:
    """Wait until an idle worker has made the next visit's memory, and is gone."""
    until(page, _MADE, 3 * PATIENCE)
    wait(page, lambda: len(page.workers) == 1)


def wait(page: Any, there: Callable[[], bool]) -> None:
    """Wait for what is seen from outside the page."""
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end
        page.wait_for_timeout(50)


def from_memory(page: Any) -> bool:
    (worker,) = page.workers
    found: bool = worker.evaluate("() => self.remembered")
    return found


def reopened(context: Any, page: Any, address: str) -> Any:
    page.close()
    return opened(context, address)


def test_a_second_visit_starts_from_memory_with_a_luck_of_its_own(site: Hosted, device: Any) -> None:
    """And with the games that are kept, not with those that there were."""
    context = device(roomy=True)
    page, _ = opened(context, site.address)
    assert not from_memory(page)
    prepared(page)
    together(page)
    act(page)
    kept, here = save_text(page), address(page)
    page, record = reopened(context, page, f"{site.address}?g={here}")
    assert from_memory(page)
    assert without_luck(save_text(page)) == without_luck(kept)
    clean(record)
    dice = (
        "import json, random; from elric.kernel.chance import fresh_seed; json.dumps([random.random(), fresh_seed()])"
    )
    rolled = [page.workers[0].evaluate("text => self.python.runPython(text)", dice)]
    page, _ = reopened(context, page, site.address)
    assert from_memory(page)
    rolled.append(page.workers[0].evaluate("text => self.python.runPython(text)", dice))
    (one, seed), (other, again) = map(json.loads, rolled)
    assert one != other
    assert seed != again
    context.set_offline(True)
    page.goto(f"{site.address}?game=sorcerer", wait_until="commit")
    ready(page)
    assert from_memory(page)
    assert page.inner_text(".welcome").strip()


@pytest.mark.parametrize(
    ("trying", "content"),
    [
        pytest.param(True, gzip.compress(bytes(2**20)), id="died of it"),
        pytest.param(False, gzip.compress(bytes(2**20)), id="no snapshot", marks=pytest.mark.siege),
        pytest.param(False, b"no gzip at all", id="not packed", marks=pytest.mark.siege),
    ],
)
def test_a_memory_that_is_no_good_is_thrown_away(site: Hosted, device: Any, trying: bool, content: bytes) -> None:
    """The page opens as on a first visit, and remembers that it had to."""
    context = device()
    plant(context, site, {"faults": 0, "trying": trying}, content)
    page, record = opened(context, site.address)
    assert not from_memory(page)
    assert not page.evaluate(_MADE)
    assert page.evaluate(_NOTE) == {"faults": 1, "trying": False}
    clean(record)


@pytest.mark.siege  # `make test` throws away a memory that is no good
def test_where_it_never_worked_no_memory_is_made(site: Hosted, device: Any) -> None:
    context = device(roomy=True)
    plant(context, site, {"faults": 2, "trying": False}, b"")
    page = context.new_page()
    began: list[str] = []
    page.on("worker", lambda worker: began.append(worker.url))
    page.goto(site.address, wait_until="commit")
    ready(page)
    wait(page, lambda: len(began) == 2 and len(page.workers) == 1)
    assert began[1].endswith("/memory.js")
    assert not page.evaluate(_MADE)


def test_another_python_is_told_at_build_time(tmp_path: Path) -> None:
    """A version of Pyodide that puts a snapshot back in another way."""
    shutil.copytree(PACKAGES / "pyodide", tmp_path / "pyodide")
    (tmp_path / "pyodide" / "pyodide.asm.mjs").write_text("// another")
    with pytest.raises(SiteError, match=r"pyodide\.asm\.mjs is another than this build knows"):
        build(tmp_path / "out", tmp_path / "pyodide", PACKAGES / "leaflet")


# ---- what a browser lacks -----------------------------------------------------------------------------------------------


def card(page: Any, address: str) -> str:
    page.goto(address, wait_until="commit")
    page.wait_for_selector("#site-card:not([hidden])", timeout=60_000)
    words: str = page.inner_text("#site-card")
    assert "Error" not in words
    return words


def test_a_browser_without_webassembly_is_told_in_words(site: Hosted, device: Any) -> None:
    context = device()
    context.add_init_script("delete window.WebAssembly")
    assert "no WebAssembly" in card(context.new_page(), site.address)


def test_a_browser_that_keeps_nothing_is_told_in_words(site: Hosted, device: Any) -> None:
    """A private window, say: nothing is played that would be lost."""
    context = device()
    forbidden = "Object.defineProperty(self, 'indexedDB', { value: { open() { throw new DOMException('no', 'SecurityError'); } } });"
    name = next(path for path in site.files if path.endswith("/worker.js"))
    body = forbidden.encode() + site.files[name]
    context.route("**/worker.js", lambda route: route.fulfill(body=body, content_type="text/javascript"))
    words = card(context.new_page(), site.address)
    assert "keeps nothing" in words
    assert "ordinary window" in words


_FULL = """() => {
  const put = IDBObjectStore.prototype.put;
  self.roomAgain = () => { IDBObjectStore.prototype.put = put; };
  IDBObjectStore.prototype.put = function () { this.transaction.abort(); };
}"""


def test_a_full_browser_says_so_and_the_game_goes_on(site: Hosted, device: Any) -> None:
    """What could not be kept is kept with the next act for which there is room, and nothing is lost."""
    context = device()
    page, _ = opened(context, site.address)
    together(page)
    act(page)
    (worker,) = page.workers
    worker.evaluate(_FULL)
    act(page)
    page.wait_for_selector("#site-note:not([hidden])")
    assert "no more room" in page.inner_text("#site-note")
    act(page)
    worker.evaluate("() => self.roomAgain()")
    act(page)
    page.wait_for_selector("#site-note", state="hidden")
    kept, here = save_text(page), address(page)
    page.close(run_before_unload=False)
    page, _ = opened(context, f"{site.address}?g={here}")
    assert without_luck(save_text(page)) == without_luck(kept)
