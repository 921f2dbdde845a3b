"""A seat that a computer plays, on the served page: chosen in the form, watched, and played against to the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from harness import PHONE, WIDE, picture, serving, settle

PATIENCE = 40_000


@pytest.fixture(scope="module")
def hilltop() -> Iterator[Any]:
    with serving("--port", "9040", "--ready", "1", "--game", "tests.toy") as server:
        yield server


def press(page: Any, selector: str) -> None:
    page.wait_for_selector(selector, timeout=PATIENCE)
    page.click(selector)
    settle(page)


def begin(page: Any, **seats: str) -> None:
    press(page, "[data-do=new]")
    for seat, player in seats.items():
        page.select_option(f"select[name=seat-{seat[1:]}]", player)
    press(page, ".newgame [type=submit]")


def test_a_whole_short_game_is_played_against_the_computer(visit: Any, hilltop: Any) -> None:
    """The person ends every phase at once; the computer answers by itself, quickly, and the game comes to its end."""
    page, _ = visit(hilltop)
    begin(page, s1="captain")
    quick = False
    for _ in range(200):
        if page.query_selector("[data-region=outcome], [data-region=end]"):
            break
        if not quick and page.query_selector("[data-key=pace-quick]"):
            press(page, "[data-key=pace-quick]")
            quick = True
        page.evaluate(  # by the page itself: the computer may take the button away while a pointer is under way
            "() => document.querySelector('[data-act=end], [data-act=hold], [data-act^=back], [data-act=perish]')?.click()"
        )
        page.wait_for_timeout(100)
    assert quick
    assert page.query_selector("[data-region=outcome], [data-region=end]")


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (PHONE, "dark")])
def test_it_plays_by_itself_and_step_by_step(visit: Any, served: Any, size: Any, scheme: str) -> None:
    """Both seats are a computer's: the page goes on without a click, stops to be pressed when asked, and answers meanwhile."""
    page, _ = visit(served, size=size, scheme=scheme)
    press(page, "[data-do=new]")
    page.wait_for_selector("select[name=seat-0]", timeout=PATIENCE)
    page.check("input[name=scenario][value=successor]", force=True)
    assert page.is_visible("select[name=seat-1]")
    assert not page.is_visible("select[name=seat-2]")
    page.select_option("select[name=seat-0]", "captain")
    page.select_option("select[name=seat-1]", "novice")
    page.locator(".seating").scroll_into_view_if_needed()
    picture(page, f"computer-form-{size[0]}-{scheme}")
    press(page, ".newgame [type=submit]")
    page.wait_for_selector("[data-region=computer] .said li", timeout=PATIENCE)
    press(page, "[data-key=pace-step]")
    page.wait_for_selector("[data-do=next-act]", timeout=PATIENCE)
    settle(page)
    before = (
        page.inner_text("[data-region=log]") if page.query_selector("[data-region=log]") else page.inner_text("body")
    )
    picture(page, f"computer-plays-{size[0]}-{scheme}")
    page.wait_for_timeout(1500)
    after = (
        page.inner_text("[data-region=log]") if page.query_selector("[data-region=log]") else page.inner_text("body")
    )
    assert after == before
    for _ in range(3):
        press(page, "[data-do=next-act]")
        page.wait_for_selector("[data-do=next-act]", timeout=PATIENCE)
