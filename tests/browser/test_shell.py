"""The shell of the page in a real browser: what any content of it relies on."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

import nbformat
import pytest
from harness import (
    PHONE,
    WIDE,
    click_area,
    focused_area,
    marks_of,
    picture,
    point_of,
    serving,
    settle,
    wait_ready,
)

# Remembers the last message of the bridge and its socket, and sends others in its likeness.
FORGE = """() => {
  const plain = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) {
      const bytes = new Uint8Array(data.buffer ?? data);
      const text = new TextDecoder().decode(bytes);
      if (text.includes('"method":"custom"')) window.forged = [this, bytes.slice()];
    }
    return plain.call(this, data);
  };
  window.forge = (content) => {
    const [socket, bytes] = window.forged;
    const view = new DataView(bytes.buffer);
    const count = Number(view.getBigUint64(0, true));
    const at = [...Array(count).keys()].map((n) => Number(view.getBigUint64(8 * (n + 1), true)));
    const parts = at.slice(0, -1).map((start, n) => bytes.slice(start, at[n + 1]));
    const message = JSON.parse(new TextDecoder().decode(parts[4]));
    message.data = content;
    parts[4] = new TextEncoder().encode(JSON.stringify(message));
    const head = new ArrayBuffer(8 * (count + 1)), table = new DataView(head);
    table.setBigUint64(0, BigInt(count), true);
    let offset = head.byteLength;
    parts.forEach((part, n) => { table.setBigUint64(8 * (n + 1), BigInt(offset), true); offset += part.length; });
    table.setBigUint64(8 * count, BigInt(offset), true);
    const whole = new Uint8Array(offset);
    whole.set(new Uint8Array(head), 0);
    let place = head.byteLength;
    for (const part of parts) { whole.set(part, place); place += part.length; }
    plain.call(socket, whole.buffer);
  };
}"""


# Remembers which counters were set in motion: on a busy machine a glide is over before it is asked for.
GLIDES = """() => {
  const plain = Element.prototype.animate;
  window.glided = [];
  Element.prototype.animate = function (...how) { window.glided.push(this.dataset.unit); return plain.apply(this, how); };
}"""


def sent_kinds(record: Any, mark: tuple[int, int]) -> list[str]:
    sent, _ = record.since(mark)
    return [text.split('"kind":"', 1)[1].split('"', 1)[0] if '"kind":"' in text else "state" for text in sent]


def test_the_page_opens_with_nothing_from_outside(visit: Any, served: Any) -> None:
    page, record = visit(served)
    settle(page, 400)
    assert page.title().startswith("Elric")
    assert page.locator("main").count() == 1
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.locator("path.prov").count() > 60
    assert record.outside == []
    assert record.failed == []
    assert record.refused == []
    assert record.errors == []


def test_while_it_loads_it_looks_like_itself(visit: Any, served: Any) -> None:
    page, _ = visit(served, ready=False)
    # asked in the page itself, and at once: it may be ready before a second question comes
    page.wait_for_function(
        "() => document.querySelector('#loading .frame-star') && /elric/i.test(document.querySelector('#loading').innerText) "
        "&& document.querySelector('main')?.getAttribute('aria-busy') === 'true'"
    )
    wait_ready(page)
    assert page.get_attribute("main", "aria-busy") is None


def test_moving_the_mouse_says_nothing(visit: Any, served: Any) -> None:
    page, record = visit(served)
    settle(page)
    mark = record.mark()
    box = page.locator(".leaflet-container").bounding_box()
    for step in range(60):
        page.mouse.move(box["x"] + box["width"] * step / 60, box["y"] + box["height"] * (step % 30) / 30)
    settle(page, 300)
    assert record.since(mark) == ([], [])


def test_a_click_is_one_small_message(visit: Any, table: Any) -> None:
    page, record = visit(table)
    settle(page)
    mark = record.mark()
    click_area(page, "lormyr_iosaz")
    page.wait_for_selector("path.prov-lormyr_iosaz.is-sel")
    settle(page, 200)
    sent, received = record.since(mark)
    assert sent_kinds(record, mark) == ["area"]
    assert sum(map(len, sent)) < 700
    assert sum(map(len, received)) < 4_000
    assert page.get_attribute("path.prov-lormyr_iosaz", "aria-pressed") == "true"
    assert "Iosaz" in page.inner_text("[data-region=area] h3")


def test_a_counter_stands_for_its_area(visit: Any, table: Any) -> None:
    page, record = visit(table)
    mark = record.mark()
    page.locator('.er-piece[data-unit="yishana"]').click()
    page.wait_for_selector("path.prov-jharkor_dhakos.is-sel")
    (said,) = [text for text in record.since(mark)[0] if '"kind":"area"' in text]
    assert '"unit":"yishana"' in said


def test_counters_keep_to_their_areas_when_the_map_is_zoomed(visit: Any, table: Any) -> None:
    page, _ = visit(table, motion=True)
    offset = """() => {
      const piece = document.querySelector('.er-piece[data-unit=elric]').getBoundingClientRect();
      const area = document.querySelector('path.prov-melnibone').getBoundingClientRect();
      const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
      const [x, y] = middle(piece), [u, v] = middle(area);
      return [(x - u) / area.width, (y - v) / area.height];
    }"""
    before = page.evaluate(offset)
    for _ in range(2):
        page.click(".leaflet-control-zoom-in")
        settle(page)
    # they glide there, on a busy machine a little later than the map
    near = f"([x, y]) => {{ const [u, v] = ({offset})(); return Math.max(Math.abs(u - x), Math.abs(v - y)) < 0.04; }}"
    page.wait_for_function(near, arg=before, timeout=40_000)
    page.click(".er-whole")
    settle(page)
    pane, area = page.locator(".leaflet-container").bounding_box(), page.locator("path.prov-melnibone").bounding_box()
    assert pane["x"] < area["x"] < pane["x"] + pane["width"]


def test_a_drag_is_no_click(visit: Any, table: Any) -> None:
    page, record = visit(table, motion=True)
    page.click(".leaflet-control-zoom-in")
    page.click(".leaflet-control-zoom-in")
    settle(page)
    box = page.locator(".leaflet-container").bounding_box()
    mark = record.mark()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 90, box["y"] + box["height"] / 2 + 60, steps=6)
    page.mouse.up()
    settle(page, 400)
    assert "area" not in sent_kinds(record, mark)


def test_the_keyboard_reaches_every_area_and_chooses(visit: Any, table: Any) -> None:
    page, record = visit(table)
    for _ in range(12):
        page.keyboard.press("Tab")
        if focused_area(page):
            break
    start = focused_area(page)
    assert start is not None
    reached = {start}
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
        reached.add(focused_area(page))
    assert len(reached) >= 4
    page.keyboard.press("m")
    name = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert name.lower().startswith("m")
    chosen = focused_area(page)
    mark = record.mark()
    page.keyboard.press("Enter")
    page.wait_for_selector(f"path.prov-{chosen}.is-sel")
    assert sent_kinds(record, mark) == ["area"]
    assert focused_area(page) == chosen
    assert page.locator("path.prov[tabindex='0']").count() == 1
    assert page.locator(".er-voice").inner_text().startswith(name.split(";")[0])


def test_slash_finds_the_search_and_escape_speaks(visit: Any, table: Any) -> None:
    page, _ = visit(table)
    page.keyboard.press("/")
    page.keyboard.type("a <b> c")
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.querySelector('#echo')?.textContent === 'echo a <b> c'")
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.querySelector('#echo')?.textContent === 'escape '")


def test_what_is_open_and_focused_stays_so(visit: Any, table: Any) -> None:
    page, _ = visit(table)
    page.click("details[data-key=more] summary")
    page.click("button.chip")
    page.wait_for_function("() => document.querySelector('[data-key=more] p').textContent.includes('clause 7.2')")
    assert page.locator("details[data-key=more]").get_attribute("open") is not None
    assert page.evaluate("() => document.activeElement.dataset.do") == "clause"


def test_units_glide_to_where_they_went(visit: Any, table: Any) -> None:
    page, _ = visit(table, motion=True)
    piece = page.locator('.er-piece[data-unit="yishana"]')
    before = piece.bounding_box()
    page.evaluate(GLIDES)
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("m")
    page.wait_for_selector('.er-piece[data-unit="yishana"][data-area="oin"]')
    assert page.evaluate("() => window.glided.filter((unit) => unit === 'yishana').length") == 1
    settle(page)
    after = piece.bounding_box()
    assert after["y"] > before["y"] + 100
    assert page.locator('.er-piece[data-unit][data-area="jharkor_dhakos"]').count() == 0


def test_look_points_at_the_map_without_asking_python(visit: Any, table: Any) -> None:
    page, record = visit(table)
    settle(page)
    mark = record.mark()
    page.hover("[data-look=melnibone]")
    page.wait_for_selector("path.prov-melnibone.is-look")
    page.mouse.move(5, 5)
    page.wait_for_selector("path.prov-melnibone:not(.is-look)", state="attached")
    assert record.since(mark)[0] == []


def test_a_failure_is_calm_and_says_nothing_of_the_inside(visit: Any, table: Any) -> None:
    page, record = visit(table)
    mark = record.mark()
    page.click("text=Break")
    page.wait_for_selector("[data-region=oops] [role=alert]")
    assert page.locator("[data-region=controls]").count() == 1
    assert not any("broken on purpose" in text or "Traceback" in text for text in record.since(mark)[1])
    click_area(page, "lormyr_iosaz")
    page.wait_for_selector("[data-region=oops]", state="detached")


def test_malformed_messages_do_no_harm(visit: Any, table: Any) -> None:
    page, record = visit(table, ready=False)
    page.evaluate(f"({FORGE})()")
    wait_ready(page)
    click_area(page, "oin")
    page.wait_for_selector("path.prov-oin.is-sel")
    custom = [
        None, 7, [], "area", {}, {"kind": "area"}, {"kind": "area", "id": {"a": 1}}, {"kind": "area", "id": "x" * 5000},
        {"kind": "act", "text": "x" * 100_000}, {"kind": "do", "name": "../../x"}, {"kind": "hello", "stored": [1]},
        {"kind": "ping", "n": {"deep": [1]}}, {"kind": "area", "id": "nowhere_at_all"},
    ]  # fmt: skip
    mark = record.mark()
    for content in custom:
        page.evaluate("content => window.forge({method: 'custom', content})", content)
    page.evaluate("() => window.forge({method: 'update', state: {regions: {area: '<h3>Forged</h3>'}, marks: 3}})")
    page.wait_for_timeout(500)
    assert len(record.since(mark, beats=True)[0]) >= len(custom) + 1
    assert not any("Traceback" in text for text in record.since(mark)[1])
    assert marks_of(page, "oin") == {"sel"}
    click_area(page, "yu")
    page.wait_for_selector("path.prov-yu.is-sel")
    assert "Forged" not in page.content()


def test_two_tabs_are_two_tables(visit: Any, table: Any) -> None:
    first, _ = visit(table)
    second, _ = visit(table)
    click_area(first, "oin")
    first.wait_for_selector("path.prov-oin.is-sel")
    click_area(second, "yu")
    second.wait_for_selector("path.prov-yu.is-sel")
    assert marks_of(first, "yu") == set()
    assert marks_of(second, "oin") == set()


def test_the_address_holds_the_pages_id_and_keeps_it(visit: Any, served: Any) -> None:
    page, _ = visit(served)
    page.wait_for_function("() => location.search.includes('g=')")
    kept = page.evaluate("() => new URL(location).searchParams.get('g')")
    page.reload(wait_until="commit")
    wait_ready(page)
    assert page.evaluate("() => new URL(location).searchParams.get('g')") == kept


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_seen_whole_at_both_sizes(visit: Any, table: Any, size: tuple[int, int], scheme: str) -> None:
    page, _ = visit(table, size=size, scheme=scheme)
    settle(page)
    picture(page, f"shell-{size[0]}-{scheme}")
    assert len(page.screenshot()) > 20_000
    assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
    pane = page.locator(".leaflet-container").bounding_box()
    assert pane["width"] >= (900 if size == WIDE else 380)
    if size == WIDE:
        assert page.evaluate("() => document.scrollingElement.scrollHeight") <= size[1]
        assert page.locator(".er-slot-side").bounding_box()["x"] >= pane["x"] + pane["width"]
    else:
        assert page.locator(".er-slot-side").bounding_box()["y"] >= pane["y"] + pane["height"]
    ground = page.evaluate("() => getComputedStyle(document.querySelector('.elric-root')).backgroundColor")
    shade = sum(int(part) for part in ground.removeprefix("rgb(").removesuffix(")").split(","))
    assert (shade < 200) == (scheme == "dark")


def test_the_map_follows_its_pane(visit: Any, table: Any) -> None:
    page, _ = visit(table)
    for width, height in ((1024, 700), (700, 900), (1600, 1000)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page, 250)
        pane = page.locator(".leaflet-container").bounding_box()
        frame = page.locator("div.er-layer").bounding_box()
        for side, length in (("x", "width"), ("y", "height")):
            assert frame[side] >= pane[side] - 3
            assert frame[side] + frame[length] <= pane[side] + pane[length] + 3
        assert max(frame["width"] / pane["width"], frame["height"] / pane["height"]) > 0.97


def test_a_finger_chooses_too(visit: Any, table: Any) -> None:
    page, _ = visit(table, size=PHONE)
    page.touchscreen.tap(*point_of(page, "lormyr_iosaz"))
    page.wait_for_selector("path.prov-lormyr_iosaz.is-sel")


def test_a_taken_port_is_passed_over(table: Any) -> None:
    port = int(table.address.rstrip("/").rsplit(":", 1)[1])
    with serving("--port", str(port), "--ready", "0") as other:
        assert int(other.address.rstrip("/").rsplit(":", 1)[1]) > port


def test_a_closed_tab_leaves_no_kernel(visit: Any) -> None:
    with serving("--port", "8990", "--ready", "0") as server:
        page, _ = visit(server)
        assert len(server.kernels()) == 1
        page.close(run_before_unload=True)
        until = time.monotonic() + 15
        while server.kernels() and time.monotonic() < until:
            time.sleep(0.2)
        assert server.kernels() == []


@pytest.mark.slow
def test_a_lost_kernel_is_noticed(visit: Any) -> None:
    with serving("--port", "8995", "--ready", "0") as server:
        page, _ = visit(server)
        assert page.locator("#elric-lost").is_hidden()
        (kernel,) = server.kernels()
        os.kill(kernel, signal.SIGKILL)
        page.wait_for_selector("#elric-lost", state="visible", timeout=40_000)
        assert "Your game is kept" in page.inner_text("#elric-lost")


def test_a_notebook_that_breaks_is_calm_and_the_host_learns_why(visit: Any, tmp_path: Any) -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("raise RuntimeError('the secret hand')")])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, tmp_path / "broken.ipynb")
    with serving("--port", "8985", "--ready", "0", notebook=tmp_path / "broken.ipynb") as server:
        page, _ = visit(server, ready=False)
        page.wait_for_selector(".frame-broken", state="visible")
        page.wait_for_selector("#loading", state="detached")
        assert "secret hand" not in page.content()
        assert "the secret hand" in "".join(server.output)


# The step of a tenth of a second by which ipywidgets waits for a widget takes until all have come, and two seconds more.
_LATE = """
const plain = window.setTimeout;
const restored = async () => {
  while (!window.jupyterapp?.widgetManager?.restoredStatus) await new Promise((done) => plain(done, 50));
  if (GONE) window.jupyterapp.widgetManager.has_model = () => false;
};
window.setTimeout = (then, wait, ...rest) =>
  wait === 100 && !window.elricReady ? plain(() => restored().then(() => plain(then, 2100))) : plain(then, wait, ...rest);
"""


@pytest.mark.parametrize("gone", [False, True], ids=["there", "gone"])
def test_a_widget_that_comes_while_it_is_given_up_is_shown(visit: Any, served: Any, gone: bool) -> None:
    """On a slow machine all widgets may come between the library's last look for one and its report that there is none: the page
    stands all the same, and answers. Where there is none, because its program has ended, a card says so."""
    page, record = visit(served, new=True)
    page.add_init_script(_LATE.replace("GONE", str(gone).lower()))
    page.reload(wait_until="commit")
    if gone:
        page.wait_for_selector("#elric-card", state="visible", timeout=60_000)
        assert "table was cleared" in page.inner_text("#elric-card h1")
    else:
        wait_ready(page)
        assert page.locator("#elric-card").is_hidden()
        page.click("[data-do=learn]")
        page.wait_for_selector("[data-do=lessons]")
    assert any("widget model not found" in line for line in record.errors)


def test_a_pile_is_laid_open_by_mouse_finger_and_keyboard(visit: Any, table: Any) -> None:
    def seen(page: Any) -> int:
        return int(page.locator(".er-piece.open[data-open]:visible").count())

    page, record = visit(table)
    box = page.locator('.er-piece[data-unit="yishana"]').bounding_box()
    settle(page)
    mark = record.mark()
    page.mouse.move(box["x"] + 8, box["y"] + box["height"] - 8)
    page.wait_for_selector('.er-piece.open[data-unit="yishana"]')
    assert seen(page) == 2
    page.mouse.move(5, 5)
    page.wait_for_selector(".er-piece.open", state="detached")
    page.keyboard.press("Tab")
    page.locator("path.prov-jharkor_dhakos").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("d")
    for _ in range(12):
        if focused_area(page) == "jharkor_dhakos":
            break
        page.keyboard.press("d")
    page.wait_for_selector('.er-piece.open[data-unit="yishana"]')
    assert seen(page) == 2
    assert page.locator(".er-told").inner_text().startswith("Dhakos")
    assert record.since(mark)[0] == []
    touched, _ = visit(table, size=PHONE)
    box = touched.locator('.er-piece[data-unit="yishana"]').bounding_box()
    touched.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    touched.wait_for_selector('.er-piece.open[data-unit="yishana"]')
    sizes = touched.evaluate(
        "() => [...document.querySelectorAll('.er-piece.open[data-open]')].map((it) => it.offsetWidth)"
    )
    assert min(sizes) >= 40


def test_on_a_phone_the_zoom_buttons_are_big_enough_and_few(visit: Any, table: Any) -> None:
    """Only what can do something now is there, in the empty sea: with all of the map in sight that is one button to come nearer,
    and beside it the names of covered places."""
    page, _ = visit(table, size=PHONE)
    keys = page.locator(".leaflet-control-zoom a:visible")
    assert keys.count() == 2
    page.click(".leaflet-control-zoom-in")
    page.wait_for_function("() => !document.querySelector('.leaflet-container.er-all')")
    assert keys.count() == 3
    for n in range(3):
        box = keys.nth(n).bounding_box()
        assert box["width"] >= 44
        assert box["height"] >= 44
    page.click(".er-whole")
    page.wait_for_selector(".leaflet-container.er-all")
    assert keys.count() == 2


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_map_is_seen_before_the_scripts_run_and_stays_where_it_was(visit: Any, served: Any, size: Any) -> None:
    page, _ = visit(served, size=size, ready=False)
    # seen and measured at once: on a busy machine it may be gone a moment later
    before = page.wait_for_function(
        "() => { const it = document.querySelector('#loading .elric-map'); "
        "return it?.querySelector('canvas')?.style.width ? it.getBoundingClientRect().toJSON() : null; }"
    ).json_value()
    wait_ready(page)
    page.wait_for_function("() => !document.querySelector('#loading')")
    after = page.locator(".elric-root .elric-map").bounding_box()
    for side in ("x", "y", "width", "height"):
        assert abs(before[side] - after[side]) < 2, side
