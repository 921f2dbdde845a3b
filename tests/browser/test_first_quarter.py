"""A stranger's first look, in each game: the way in is in sight."""

from __future__ import annotations

import time
from typing import Any

import pytest
from harness import PHONE, focused_area, settle, wait_ready
from stranger import Stranger

GAMES = ("", "?game=dragon-pass")
PATIENCE = 40_000
_TURN = 300
"""Seconds for a turn of one's own and what a computer does after it."""


@pytest.mark.parametrize(
    ("game", "clicks", "words"), [("", 10, 1000), ("?game=dragon-pass", 8, 800)], ids=["elric", "dragon-pass"]
)
def test_the_first_battle_is_near(visit: Any, served: Any, game: str, clicks: int, words: int) -> None:
    """From the first page by what shines alone, reading every line that comes: not many presses, and not many words."""
    page, record = visit(served, game)
    settle(page)
    stranger = Stranger(page)
    reached = stranger.until(lambda: page.locator(".battlecard").count() > 0)
    assert reached, page.inner_text(".er-slot-side")[:900]
    assert (stranger.clicks <= clicks, stranger.words <= words) == (True, True), (stranger.clicks, stranger.words)
    assert record.errors == []


@pytest.mark.parametrize("size", [(1280, 800)], ids=["1280"])
@pytest.mark.parametrize("game", GAMES, ids=["elric", "dragon-pass"])
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


@pytest.mark.parametrize("game", GAMES, ids=["elric", "dragon-pass"])
def test_the_way_in_is_in_sight_on_a_phone(visit: Any, served: Any, game: str) -> None:
    """Without scrolling, and how one wins stands behind it."""
    page, _ = visit(served, game, size=PHONE)
    way = page.locator("[data-key=door-play] span").bounding_box()
    assert way["y"] + way["height"] <= PHONE[1]
    assert page.locator(".welcome .wins").bounding_box()["y"] > way["y"]


def _inside(a: Any, b: Any) -> bool:
    """A box of a form within its own label."""
    return any(
        x["x"] >= y["x"] - 1 and x["x"] + x["width"] <= y["x"] + y["width"] + 1 and x["y"] >= y["y"] - 1
        and x["y"] + x["height"] <= y["y"] + y["height"] + 1
        for x, y in ((a, b), (b, a))
    )  # fmt: skip


# ---- a whole turn by keyboard alone ----------------------------------------------------------------------------------

_IN_SIGHT = "selector => [...document.querySelectorAll(selector)].some(it => it.checkVisibility())"
_MIDDLE = """id => {
  const box = document.querySelector(`path.prov-${id}`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
_OWN = ", ".join(
    f"[data-act{how}]" for how in ("^='roll '", "^='lose '", "^='back '", "^='advance '", "^=blame", "=stay", "=bare", "=pass", "=done", "=end")
)  # fmt: skip


def tab_to(page: Any, selector: str) -> bool:
    """Tab until what answers to a selector has the focus; False where it is gone meanwhile."""
    for _ in range(250):
        if page.evaluate("it => !!document.activeElement?.matches(it)", selector):
            return True
        if not page.evaluate(_IN_SIGHT, selector):
            return False
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never leads to {selector}")


def enter(page: Any, selector: str) -> None:
    """Wait for a control, go to it and press it, by keys alone."""
    page.wait_for_function(_IN_SIGHT, arg=selector, timeout=PATIENCE)
    assert tab_to(page, selector)
    page.keyboard.press("Enter")
    settle(page)


def walk_to(page: Any, area: str) -> int:
    """Over the map by its arrows; how many it took."""
    assert tab_to(page, "path.prov")
    for steps in range(150):
        here = focused_area(page)
        if here == area:
            return steps
        (x, y), (u, v) = page.evaluate(_MIDDLE, here), page.evaluate(_MIDDLE, area)
        sideways = abs(u - x) > 1.2 * abs(v - y)
        page.keyboard.press(
            ("ArrowRight" if u > x else "ArrowLeft") if sideways else ("ArrowDown" if v > y else "ArrowUp")
        )
    raise AssertionError(f"the arrows never lead to {area}")


@pytest.mark.siege  # `make test` makes a set-up and a Move of White Bear by keyboard alone, and a whole turn of Sorcerer
def test_a_whole_turn_of_white_bear_by_keyboard_alone(visit: Any, served: Any) -> None:
    """No mouse, and no focus that a key has not brought: into the game, a stack found by the number of its hex, a march by
    arrows that begin where it stands, the battle assigned and rolled, what comes of it, the Empire's Move up to one's next."""
    page, record = visit(served, "?game=dragon-pass")
    enter(page, "[data-key=door-play]")
    page.wait_for_selector("path.is-ready", state="attached", timeout=PATIENCE)
    march = page.get_attribute(".coach", "data-arrows").split(";")[0].split()
    assert march[0] == "march"
    start, goal = march[1:3]
    page.keyboard.press("/")
    page.keyboard.type(start)
    page.keyboard.press("Enter")
    enter(page, f"[data-key='area:{start}']")
    page.wait_for_selector("path.is-reach", state="attached", timeout=PATIENCE)
    assert walk_to(page, goal) < 12
    page.keyboard.press("Enter")
    page.wait_for_selector(f"[data-region=log]:has-text('marches to {goal}')", timeout=PATIENCE)
    enter(page, "[data-do=several], [data-act=done]")
    page.wait_for_selector("[data-region=seat]:has-text('Combat')", timeout=PATIENCE)
    enter(page, "[data-do=advised]")
    enter(page, "[data-act^='roll ']")
    page.wait_for_selector(".battlecard .die", state="attached", timeout=PATIENCE)
    assert finish_by_keys(page, "Turn 2", "Sartar"), "what the Empire did was never told"
    address = page.url
    page.goto(address, wait_until="commit")
    wait_ready(page)
    assert "Sartar" in page.inner_text("[data-region=seat], [data-region=end]")  # who loses all loses at once
    assert record.outside == record.errors == []


def finish_by_keys(page: Any, turn: str, side: str) -> bool:
    """Answer what is asked, and let the computer play quickly, until it is the side's Movement in that turn; whether the side was
    told what the others did, be it then or when it was asked something in their turn."""
    until = time.monotonic() + _TURN
    told = False
    reached = "([turn, side]) => [['masthead', turn], ['seat', side], ['seat', 'Movement']].every(([at, words]) => document.querySelector(`[data-region=${at}]`)?.innerText.includes(words))"
    hurry = "[data-key=pace-quick][aria-pressed=false]"
    decides = "() => document.querySelector('[data-region=seat]')?.innerText.includes('decides')"
    while time.monotonic() < until:
        # who loses all loses at once
        over = page.evaluate(reached, [turn, side]) or page.query_selector("[data-region=end]")
        if over:
            settle(page)
        told = told or page.evaluate(_IN_SIGHT, "[data-region=meanwhile] li")
        if over:
            return told
        # what is asked of the side in the turn of another may be anything: then any answer will do
        asked = ("[data-region=choice] button[data-act]",) if page.evaluate(decides) else ()
        for selector in (_OWN, hurry, *asked):
            if page.evaluate(_IN_SIGHT, selector) and tab_to(page, selector):
                page.keyboard.press("Enter")
                break
        page.wait_for_timeout(300)  # a computer plays
    raise AssertionError(f"{turn} does not begin: {page.inner_text('body')}")


def test_a_whole_turn_of_sorcerer_by_keyboard_alone(visit: Any, served: Any) -> None:
    """A Sorcerer taken up by his button, a task, a walk by arrows from where he stands, the end of the Move and what the others do."""
    page, record = visit(served, "?game=sorcerer")
    enter(page, "[data-key=door-play]")
    side = page.inner_text("[data-region=seat]").split("\n")[0]
    enter(page, "[data-act^='take sorcerer']")
    page.wait_for_selector("path.is-reach", state="attached", timeout=PATIENCE)
    enter(page, "[data-act^='conjure dragon']")
    assert tab_to(page, "path.prov")
    stood = focused_area(page)
    assert "is-from" in page.get_attribute(f"path.prov-{stood}", "class").split()
    left = page.locator(".so-points i.left").count()
    for arrow in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"):  # wherever the board does not end
        page.keyboard.press(arrow)
        if page.query_selector("path.is-reach:focus"):
            break
    page.keyboard.press("Enter")
    page.wait_for_function("n => document.querySelectorAll('.so-points i.left').length < n", arg=left, timeout=PATIENCE)
    settle(page)
    enter(page, "[data-value='halt;end'], [data-act=end]")
    finish_by_keys(page, "Turn 2", side)
    assert record.outside == record.errors == []
