"""A stranger's first quarter of an hour: the way in is in sight, and the first battle a few presses and words away, in each game."""

from __future__ import annotations

from typing import Any

import pytest
from harness import focused_area, wait_ready
from stranger import path

PATIENCE = 20_000
# (clicks, words) up to the first battle, of somebody who presses what shines and reads all of it
BOUNDS = {"": (11, 1700), "?game=dragon-pass": (8, 900)}


@pytest.mark.parametrize("game", BOUNDS, ids=["elric", "dragon-pass"])
def test_the_first_battle_is_near(visit: Any, served: Any, game: str) -> None:
    """From the first page by what shines alone: a battle soon, then a loss; the address brings the game back, and so does the first page."""
    page, record = visit(served, game)
    page.wait_for_timeout(1500)
    rows = path(page)
    assert [what for what, _, _, reached in rows if not reached] == []
    clicks, words = next((clicks, words) for what, clicks, words, _ in rows if what == "first battle")
    assert (clicks <= BOUNDS[game][0], words <= BOUNDS[game][1]) == (True, True), (clicks, words)
    assert record.errors == []


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768)], ids=["1280", "1024"])
@pytest.mark.parametrize("game", BOUNDS, ids=["elric", "dragon-pass"])
def test_the_way_in_is_in_sight_on_a_low_desk(visit: Any, served: Any, game: str, size: tuple[int, int]) -> None:
    """Without scrolling; and nothing at the foot of the first page lies over anything else."""
    page, _ = visit(served, game, size=size)
    box = page.locator("[data-key=door-play]").bounding_box()
    assert box["y"] + box["height"] <= size[1]
    places = [
        it.bounding_box() for it in page.locator(".finder input, .finder label, .more button, .doors .door").all()
    ]
    assert len(places) > 6
    for n, a in enumerate(places):
        assert a["y"] + a["height"] <= size[1]
        for b in places[n + 1 :]:
            apart = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
            assert apart or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1 or _inside(a, b)


def _inside(a: Any, b: Any) -> bool:
    """A box of a form within its own label."""
    return any(
        x["x"] >= y["x"] - 1 and x["x"] + x["width"] <= y["x"] + y["width"] + 1 and x["y"] >= y["y"] - 1
        and x["y"] + x["height"] <= y["y"] + y["height"] + 1
        for x, y in ((a, b), (b, a))
    )  # fmt: skip


_MIDDLE = "id => { const box = document.querySelector('path.prov-' + id).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }"


def test_a_whole_turn_of_white_bear_by_keyboard_alone(visit: Any, served: Any) -> None:
    """No mouse and no focus that a key has not brought: into the game, a stack found by its hex, a march over the map by arrows, the
    battle assigned and rolled, what comes of it, and the computer's Move up to one's own next."""
    page, record = visit(served, "?game=dragon-pass")

    def tab_to(selector: str) -> None:
        for _ in range(160):
            if page.evaluate("it => !!document.activeElement?.matches(it)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab never led to {selector}")

    def enter(selector: str) -> None:
        page.wait_for_selector(selector, timeout=PATIENCE)
        tab_to(selector)
        page.keyboard.press("Enter")
        page.wait_for_timeout(500)

    def walk_to(area: str) -> None:
        tab_to("path.prov")
        for _ in range(120):
            if focused_area(page) == area:
                return
            (x, y), (u, v) = page.evaluate(_MIDDLE, focused_area(page)), page.evaluate(_MIDDLE, area)
            sideways = abs(u - x) > 1.2 * abs(v - y)
            page.keyboard.press(
                ("ArrowRight" if u > x else "ArrowLeft") if sideways else ("ArrowDown" if v > y else "ArrowUp")
            )
        raise AssertionError(f"the arrows never led to {area}")

    enter("[data-key=door-play]")
    page.wait_for_selector("path.is-ready", state="attached", timeout=PATIENCE)
    page.keyboard.press("/")
    page.keyboard.type("2733")
    page.wait_for_timeout(500)
    page.keyboard.press("Enter")
    enter("[data-key='area:2733']")
    page.wait_for_selector("path.is-reach", state="attached", timeout=PATIENCE)
    walk_to("3032")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-region=log]:has-text('3032')", timeout=PATIENCE)
    page.wait_for_timeout(500)
    enter("[data-do=several], [data-act=done]")  # on the map letters lead to places
    page.wait_for_selector("[data-region=seat]:has-text('Combat')", timeout=PATIENCE)
    for _ in range(2):  # the target, and the die
        enter("[data-do=advised]")
        page.wait_for_timeout(1500)
    page.wait_for_selector(".battlecard .die", state="attached", timeout=PATIENCE)
    own = "[data-act^='lose '], [data-act^='back '], [data-act^='advance '], [data-act=stay], [data-act=pass], [data-act=done]"
    for _ in range(40):  # what comes of the battle, and whatever is asked of one in the Empire's Move
        page.wait_for_selector(f"{own}, [data-key=pace-quick]", timeout=3 * PATIENCE)
        again = page.query_selector("[data-region=meanwhile]") and page.query_selector(
            "[data-region=seat]:has-text('Movement')"
        )
        if again and not page.query_selector("[data-act=pass]"):
            break
        if page.query_selector(own):
            enter(own)
        elif page.query_selector("[data-key=pace-quick][aria-pressed=false]"):
            enter("[data-key=pace-quick]")
        page.wait_for_timeout(700)
    told = page.inner_text("[data-region=meanwhile]")
    assert "Meanwhile" in told
    assert "Turn 2" in page.inner_text("[data-region=masthead]")
    address = page.url
    page.goto(address, wait_until="commit")
    wait_ready(page)
    assert "Sartar" in page.inner_text("[data-region=seat]")
    assert record.outside == record.errors == []
