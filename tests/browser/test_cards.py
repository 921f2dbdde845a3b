"""What is seen when there is no table: the queue, and the cards, each with a way on. By day and night, wide and narrow."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from harness import PHONE, WIDE, picture, serving, wait_ready

HUNGRY = """from elric.app.page import page
import pathlib, threading, time
kept, now = [], pathlib.Path({folder!r}) / "now"
def grow():
    while not now.exists():
        time.sleep(0.1)
    now.unlink()
    kept.append(bytearray(150_000_000))
    kept[0][::4096] = kept[0][1::4096]
threading.Thread(target=grow, daemon=True).start()
page()"""

LOOKS = [(size, scheme) for size in (WIDE, PHONE) for scheme in ("light", "dark")]


def looked_at(page: Any, name: str) -> None:
    """Seen whole, nothing to scroll sideways, keys big enough, and nothing that bars the way."""
    picture(page, name)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    box = page.locator('[data-frame="back"]:visible').bounding_box()
    assert box["height"] >= 24
    assert 0 <= box["y"] <= page.viewport_size["height"] - box["height"]
    found = [v for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")]
    assert found == [], [(v["id"], [n["target"] for n in v["nodes"]]) for v in found]


def test_a_full_house_says_the_place_and_opens_by_itself(visit: Any) -> None:
    with serving("--port", "8970", "--ready", "0", "--most", "1") as server:
        first, _ = visit(server)
        waiting, second, record = None, None, None
        for size, scheme in LOOKS:
            page, record = visit(server, size=size, scheme=scheme, ready=False)
            page.wait_for_function("() => /next|number \\d/.test(document.querySelector('#place')?.textContent)")
            looked_at(page, f"queue-{size[0]}-{scheme}")
            if waiting is None:
                waiting = page
                assert page.inner_text("#place") == "You are next."
            elif second is None:
                second = page
                assert page.inner_text("#place") == "You are number 2 in the queue."
            else:
                page.close()
        assert record is not None
        assert record.outside == []
        first.close(run_before_unload=True)
        wait_ready(waiting)
        second.wait_for_function("() => document.querySelector('#place')?.textContent === 'You are next.'")


def late(context: Any, served: Any) -> tuple[Any, list[Any]]:
    """A page whose table does not come within forty seconds by the browser's clock, which is put forward; and what holds it
    up, to be let go."""
    page = context.new_page()
    page.clock.install()
    held: list[Any] = []
    page.route("**/voila/*/voila.js", lambda route: held.append(route))
    page.goto(served.address, wait_until="commit")
    page.wait_for_selector("#loading")
    page.wait_for_timeout(1500)
    assert page.locator("#elric-card").is_hidden()
    page.clock.fast_forward(41_000)
    page.wait_for_selector("#elric-card", state="visible")
    return page, held


@pytest.mark.parametrize(("size", "scheme"), LOOKS, ids=[f"{s[0]}-{c}" for s, c in LOOKS])
def test_a_page_that_never_gets_ready_says_so_and_has_a_way_on(
    chrome: Any, served: Any, size: Any, scheme: str
) -> None:
    phone = size == PHONE
    context = chrome.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, has_touch=phone, is_mobile=phone
    )
    try:
        page, held = late(context, served)
        looked_at(page, f"late-{size[0]}-{scheme}")
        assert page.inner_text('[data-frame="code"]')[4] == "-"
        assert page.evaluate("() => document.activeElement.dataset.frame") == "back"
        # and when the table comes after all, the card goes
        page.clock.resume()
        for route in held:
            route.continue_()
        page.wait_for_selector("#elric-card", state="hidden", timeout=60_000)
    finally:
        context.close()


def test_a_script_that_does_not_come_is_said_at_once_and_again_brings_it(visit: Any, chrome: Any, served: Any) -> None:
    context = chrome.new_context()
    try:
        page = context.new_page()
        page.route("**/voila/*/voila.js", lambda route: route.abort(), times=1)
        page.goto(served.address, wait_until="commit")
        page.wait_for_selector("#elric-card", state="visible", timeout=15_000)
        assert "did not come" in page.inner_text("#elric-card h1")
        page.click("#elric-card button")
        wait_ready(page)
    finally:
        context.close()


@pytest.mark.siege
def test_pressed_while_the_server_is_away_the_page_waits_for_it(visit: Any) -> None:
    """Not the browser's own page of error: the button asks until the server is back, at the same address."""
    with serving("--port", "8975", "--ready", "0") as server:
        page, _ = visit(server)
        address = page.url
    page.wait_for_selector("#elric-lost", state="visible", timeout=40_000)
    page.click("#elric-lost button")
    page.wait_for_function("() => document.querySelector('#elric-lost button').textContent.includes('asking again')")
    looked_at(page, "away")
    with serving("--port", "8975", "--ready", "0"):
        page.wait_for_function("() => !document.querySelector('#elric-lost button[aria-busy]')", timeout=30_000)
        wait_ready(page)
        # the new server has a store of its own, which does not know the game: only the game's id is another
        assert re.sub(r"g=\w+", "", page.url) == re.sub(r"g=\w+", "", address)


@pytest.mark.parametrize(("size", "scheme"), LOOKS, ids=[f"{s[0]}-{c}" for s, c in LOOKS])
def test_an_address_with_its_share_is_told_so_and_gets_in_when_a_page_is_closed(
    visit: Any, size: Any, scheme: str
) -> None:
    with serving("--port", "8979", "--ready", "0", "--most", "9", "--each", "1") as server:
        first, _ = visit(server)
        page, _ = visit(server, size=size, scheme=scheme, ready=False)
        page.wait_for_selector("text=as one may have")
        page.wait_for_timeout(2500)
        assert "as one may have" in page.inner_text("#place")
        looked_at(page, f"share-{size[0]}-{scheme}")
        first.close(run_before_unload=True)
        wait_ready(page)


@pytest.mark.parametrize(("size", "scheme"), LOOKS, ids=[f"{s[0]}-{c}" for s, c in LOOKS])
def test_a_table_that_was_cleared_says_why_and_the_game_is_there_after_one_press(
    visit: Any, size: Any, scheme: str, tmp_path: Path
) -> None:
    """A kernel that takes 150 MB once its page stands, where 160 are allowed, is cleared at the next look, with the word for it."""
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(HUNGRY.format(folder=str(tmp_path)))])
    made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    made.metadata["elric"] = {"board": True}
    nbformat.write(made, tmp_path / "page.ipynb")
    with serving("--port", "8981", "--ready", "0", "--memory", "160", notebook=tmp_path / "page.ipynb") as server:
        page, _ = visit(server, size=size, scheme=scheme)
        (tmp_path / "now").touch()
        page.wait_for_selector("#elric-lost", state="visible", timeout=60_000)
        told = "() => /more memory than one may have/.test(document.querySelector('#elric-lost p').textContent)"
        page.wait_for_function(told)
        looked_at(page, f"cleared-{size[0]}-{scheme}")
        address = page.url
        page.click("#elric-lost button")
        page.wait_for_function("() => !window.elricReady")
        wait_ready(page)
        assert page.url == address


def test_a_server_that_is_away_is_said_to_be_away_and_the_page_opens_again_when_it_is_back(visit: Any) -> None:
    with serving("--port", "8983", "--ready", "0") as server:
        page, _ = visit(server)
    page.wait_for_selector("#elric-lost", state="visible", timeout=10_000)
    page.wait_for_function("() => /does not answer/.test(document.querySelector('#elric-lost p').textContent)")
    with serving("--port", "8983", "--ready", "0"):
        page.wait_for_function("() => !window.elricReady", timeout=60_000)
        wait_ready(page)
        assert page.locator("#elric-lost").is_hidden()


def test_a_house_that_wears_dark_is_dark_until_a_browser_is_told_otherwise_below_a_path_too(visit: Any) -> None:
    """Below a path the map stands, and nothing is asked for outside of it."""
    with serving("--port", "8985", "--ready", "0", "--theme", "dark", "--base-url", "/games/elric/") as server:
        page, record = visit(server)
        assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
        page.select_option(".er-theme select", "auto")
        page.reload(wait_until="commit")
        wait_ready(page)
        assert page.evaluate("() => document.documentElement.dataset.theme ?? 'auto'") == "auto"
        assert record.refused == []
        assert record.errors == []
        assert all("/games/elric/" in url for url in record.requests if url.startswith("http"))
