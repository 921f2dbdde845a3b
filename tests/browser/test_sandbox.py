"""The sandbox in a browser: a position bent and branched by mouse, by keyboard alone, and by finger on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from harness import _POINT, PHONE, WIDE, marks_of, picture, point_of, serving, settle

PATIENCE = 40_000


@pytest.fixture(scope="module")
def hilltop() -> Iterator[Any]:
    with serving("--port", "9330", "--ready", "1", "--game", "tests.toy") as server:
        yield server


def press(page: Any, key: str) -> None:
    page.wait_for_selector(f"[data-key='{key}']", timeout=PATIENCE)
    page.click(f"[data-key='{key}']", force=True)
    settle(page)


def told(page: Any, region: str) -> str:
    found = page.query_selector(f"[data-region={region}]")
    return str(found.inner_text()) if found else ""


def bend(page: Any) -> None:
    press(page, "door-play")
    press(page, "bend")
    page.wait_for_selector("[data-region=sand-status]", timeout=PATIENCE)
    settle(page)


def counter(page: Any, unit: str) -> tuple[float, float]:
    """The middle of a counter that lies on top."""
    box = page.locator(f".er-piece[data-unit='{unit}']").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, unit: str, area: str) -> None:
    x, y = counter(page, unit)
    to = page.evaluate(_POINT, area)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to[0]) / 2, (y + to[1]) / 2, steps=4)
    page.mouse.move(to[0], to[1], steps=4)
    assert "is-drop" in str(page.get_attribute(f"path[data-area='{area}']", "class"))
    page.mouse.up()
    page.wait_for_selector(f".er-piece[data-unit='{unit}'][data-area='{area}']", timeout=PATIENCE)
    settle(page)


def area_of(page: Any, unit: str) -> str:
    return str(page.get_attribute(f".er-piece[data-unit='{unit}']", "data-area"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_position_is_bent_branched_compared_and_played_on_by_mouse(
    visit: Callable[..., Any], served: Any, scheme: str
) -> None:
    """Yishana is dragged out to sea, which cannot be; taken back, branched, the Balance moved, both compared, played on."""
    page, record = visit(served, size=WIDE, scheme=scheme)
    bend(page)
    game = page.url
    home = area_of(page, "yishana")
    drag(page, "yishana", "boiling_sea")
    assert area_of(page, "yishana") == "boiling_sea"
    assert "Yishana is at sea without a ship" in told(page, "sand-status")
    picture(page, f"sandbox-fault-{scheme}")
    press(page, "sand-undo:")
    assert area_of(page, "yishana") == home
    assert "can be" in told(page, "sand-status")
    press(page, "sand-fork:")
    page.fill("[data-key=sand-name]", "Chaos gains")
    page.keyboard.press("Enter")
    settle(page)
    press(page, "sand-tab-values")
    page.select_option("[data-key='set-balance']", "balance=5")
    settle(page)
    press(page, "sand-compare-0")
    page.wait_for_selector("[data-region=sand-compare]", timeout=PATIENCE)
    assert "5 towards Chaos" in told(page, "sand-compare")
    assert "Chaos gains" in told(page, "sand-branches")
    picture(page, f"sandbox-compare-{scheme}")
    press(page, "sand-tab-share")
    page.focus("[data-key=sand-link]")  # it becomes the whole address
    link = page.input_value("[data-key=sand-link]")
    assert link.startswith(served.address + "?sandbox=")
    page.click("[data-key=sand-text-copy]")  # the text beside the button is taken
    assert page.evaluate("() => document.activeElement?.dataset?.key") == "sand-text"
    press(page, "sand-play:")
    page.wait_for_selector("[data-region=bent]", timeout=PATIENCE)
    assert "no fair record" in told(page, "bent")
    assert page.evaluate("new URLSearchParams(location.search).get('g')") not in game
    picture(page, f"sandbox-played-{scheme}")
    press(page, "sandbox:")
    press(page, "sand-original:")
    assert "no fair record" not in told(page, "bent")
    other, _ = visit(served, link.removeprefix(served.address))
    other.wait_for_selector("[data-region=sand-status]", timeout=PATIENCE)
    assert "From a link" in told(other, "sand-branches")
    assert not record.errors


def test_a_position_is_bent_and_branched_by_keyboard_alone(visit: Callable[..., Any], hilltop: Any) -> None:
    """Every step by Tab's targets, arrows, letters and Enter; no pointer is used."""
    page, record = visit(hilltop, size=WIDE)

    def enter(key: str) -> None:
        page.wait_for_selector(f"[data-key='{key}']", timeout=PATIENCE)
        page.focus(f"[data-key='{key}']")
        page.keyboard.press("Enter")
        settle(page)

    enter("door-play")
    enter("bend")
    page.wait_for_selector("[data-region=sand-status]", timeout=PATIENCE)
    page.focus("path[data-area='0102']")
    page.keyboard.press("Enter")
    settle(page)
    enter("sand-take-red-4")
    assert "red-4" in told(page, "sand-hand")
    page.focus("path[data-area='0102']")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.activeElement.dataset.area !== '0102'")
    page.keyboard.press("Enter")
    settle(page)
    there = area_of(page, "red-4")
    assert there != "0102"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("u")
    settle(page)
    assert area_of(page, "red-4") == "0102"
    page.keyboard.press("r")
    settle(page)
    assert area_of(page, "red-4") == there
    page.keyboard.press("b")
    settle(page)
    page.keyboard.type(" two")
    page.keyboard.press("Enter")
    settle(page)
    assert "two" in told(page, "sand-branches")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("p")
    page.wait_for_selector("[data-region=bent]", timeout=PATIENCE)
    assert not record.errors


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_a_counter_is_tapped_and_then_its_place(visit: Callable[..., Any], served: Any, scheme: str) -> None:
    page, record = visit(served, size=PHONE, scheme=scheme)
    bend(page)
    picture(page, f"sandbox-phone-{scheme}")
    assert page.locator(".by-keyboard").count() == 1
    assert not page.locator(".by-keyboard").is_visible()
    home = area_of(page, "yishana")
    page.touchscreen.tap(*point_of(page, home))
    settle(page)
    assert "sel" in marks_of(page, home)
    press(page, "sand-take-yishana")
    assert "Yishana" in told(page, "sand-hand")
    page.touchscreen.tap(*point_of(page, "pan_tang"))
    settle(page)
    assert area_of(page, "yishana") == "pan_tang"
    picture(page, f"sandbox-phone-hand-{scheme}")
    press(page, "sand-undo:")
    for leaf in ("values", "cards", "luck", "share", "board"):
        press(page, f"sand-tab-{leaf}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        picture(page, f"sandbox-phone-{leaf}-{scheme}")
    assert not record.errors
