"""The page's own letters, and its light and dark: served by itself, kept by the browser, nothing moved or flashed by either."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest
from harness import PHONE, ROOT, WIDE, wait_ready

STATIC = ROOT / "elric" / "widgets" / "static"
PAPER = {"light": "rgb(235, 225, 200)", "dark": "rgb(23, 19, 14)"}

SHIFTS = """window.shifts = []; new PerformanceObserver((list) => {
  for (const it of list.getEntries()) window.shifts.push(it.value);
}).observe({ type: 'layout-shift', buffered: true })"""

FIRST = """addEventListener('DOMContentLoaded', () => {
  const style = (selector) => getComputedStyle(document.querySelector(selector));
  window.first = [style('body').backgroundColor, style('#loading').colorScheme];
})"""


def paper(page: Any) -> str:
    return str(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))


def test_the_letters_are_the_page_s_own(visit: Any, served: Any) -> None:
    page, record = visit(served)
    loaded = page.evaluate("() => [...document.fonts].filter((it) => it.status === 'loaded').map((it) => it.family)")
    assert {"Elric Serif", "Elric Caps", "Elric Figures"} <= set(loaded)
    assert record.outside == []
    assert record.refused == []
    answer = page.request.get(next(url for url in record.requests if "/fonts/serif" in url))
    assert "max-age=" in answer.headers["cache-control"]


def test_addresses_of_letters_carry_the_print_of_what_is_in_them() -> None:
    """A browser keeps a cut for years: a cut that changed must have another address, in the style and in the template."""
    texts = [STATIC / "fonts.css", ROOT / "elric/app/voila/templates/elric/index.html.j2"]
    named = [
        found for text in texts for found in re.findall(r"fonts/([\w-]+\.woff2)\?v=(\w+)", text.read_text("utf-8"))
    ]
    assert {name for name, _ in named} == {file.name for file in (STATIC / "fonts").glob("*.woff2")}
    for name, content in named:
        assert hashlib.sha256((STATIC / "fonts" / name).read_bytes()).hexdigest()[:8] == content, name
    assert sum(file.stat().st_size for file in Path(STATIC / "fonts").glob("*.woff2")) < 60_000


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_nothing_moves_when_letters_and_game_arrive(visit: Any, served: Any, size: tuple[int, int]) -> None:
    page, _ = visit(served, size=size, new=True)
    page.add_init_script(SHIFTS)
    page.reload(wait_until="commit")
    wait_ready(page)
    page.wait_for_timeout(600)  # letters come when they come
    assert sum(page.evaluate("() => window.shifts")) < 0.01
    assert page.evaluate("() => document.querySelector('.elric-root').scrollWidth <= innerWidth")


def test_light_and_dark_by_keyboard_kept_and_never_flashed(visit: Any, served: Any) -> None:
    """Chosen without a mouse; the next visit is painted in it from the first moment, map and all; "as the system says" undoes it."""
    page, record = visit(served, scheme="light", new=True)
    assert paper(page) == PAPER["light"]
    page.focus(".er-theme select")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    assert paper(page) == PAPER["dark"]
    assert page.evaluate("() => getComputedStyle(document.querySelector('main .elric-root')).colorScheme") == "dark"

    page.add_init_script(FIRST)
    page.reload(wait_until="commit")
    wait_ready(page)
    assert page.evaluate("() => window.first") == [PAPER["dark"], "dark"]
    assert any("background-dark.svg?v=" in url for url in record.requests)
    assert page.input_value(".er-theme select") == "dark"

    page.select_option(".er-theme select", "auto")
    page.wait_for_function("() => !document.documentElement.dataset.theme")
    assert paper(page) == PAPER["light"]
    assert record.errors == []


def test_a_notebook_brings_the_letters_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the page's server they travel inside the widget's style; beside it they are not sent twice."""
    from elric.widgets.bridge.sources import SERVED, letters

    monkeypatch.delenv(SERVED, raising=False)
    inside = letters()
    assert inside.count("url(data:font/woff2;base64,") == len(list((STATIC / "fonts").glob("*.woff2")))
    assert "url(fonts/" not in inside
    monkeypatch.setenv(SERVED, '{"game": "elric"}')
    assert letters() == ""
