"""Two players at one screen in a real browser: nothing acts for the next seat, hands are seen whole, flights are aimed."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from harness import PHONE, WIDE, click_area, first_of, picture, settle

PATIENCE = 40_000
DEAD = 450
LOOKS = [(size, scheme) for size in (WIDE, PHONE) for scheme in ("light", "dark")]


def press(page: Any, selector: str) -> None:
    page.wait_for_selector(selector, timeout=PATIENCE)
    page.click(selector)
    settle(page)


def middle(page: Any, selector: str) -> tuple[float, float]:
    box = page.wait_for_selector(selector, timeout=PATIENCE).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def to_the_end(page: Any) -> None:
    """Through the turn to its last button, "End the turn"."""
    for _ in range(12):
        if "Muster" in page.inner_text("[data-region=seat]"):
            return
        press(page, "[data-act=done], [data-act=end]")
    raise AssertionError("the Muster phase does not come")


def whose(page: Any) -> str:
    return str(page.inner_text("[data-region=seat]"))


def record(page: Any) -> str:
    """What has been done so far, as the page tells it."""
    return str(page.inner_text("[data-region=log]")) + str(page.inner_text("[data-region=seat]"))


def test_a_second_press_does_nothing_for_the_next_seat(visit: Any, seats: Any) -> None:
    """A double click on the last button leaves the cover standing; a double click on the cover's button touches nothing
    below it, however long the pointer rests there; elsewhere the next player acts at once."""
    page, _ = visit(seats)
    to_the_end(page)
    page.mouse.move(*middle(page, "[data-act=end]"))
    page.mouse.dblclick(*middle(page, "[data-act=end]"))
    settle(page)
    assert page.query_selector("[data-cover]")
    page.wait_for_timeout(DEAD)
    x, y = middle(page, "[data-do=ready]")
    page.mouse.move(x, y)
    page.mouse.dblclick(x, y)
    page.wait_for_selector("[data-cover]", state="detached", timeout=PATIENCE)
    settle(page)
    assert "The Theocrat" in whose(page)
    before = page.inner_html(".er-slot-side")
    page.wait_for_timeout(1600)
    page.mouse.click(x, y)
    settle(page)
    assert page.inner_html(".er-slot-side") == before
    click_area(page, "pan_tang")
    page.wait_for_selector("[data-act=halt]", timeout=PATIENCE)


def test_a_key_held_down_does_not_pass_the_cover(visit: Any, seats: Any) -> None:
    """Enter held on the last button ends one turn and no more; who sits down begins at the coach, not on a button."""
    page, _ = visit(seats)
    to_the_end(page)
    page.focus("[data-act=end]")
    for _ in range(4):
        page.keyboard.down("Enter")
        page.wait_for_timeout(150)
    page.wait_for_timeout(DEAD)
    page.keyboard.down("Enter")
    settle(page)
    assert page.query_selector("[data-cover]")
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-cover]", state="detached", timeout=PATIENCE)
    assert page.evaluate("() => document.activeElement.matches('[data-home]')")
    assert "Movement" in whose(page)
    page.wait_for_timeout(DEAD)
    page.keyboard.press("e")
    page.wait_for_function("() => !document.querySelector('[data-region=seat]').innerText.includes('Movement')")


def test_behind_the_cover_keys_reach_nothing(visit: Any, seats: Any) -> None:
    """Hot keys of what lies below the cover are dead."""
    page, _ = visit(seats)
    to_the_end(page)
    press(page, "[data-act=end]")
    page.wait_for_timeout(DEAD)
    for key in ("s", "e", "x", "w"):
        page.keyboard.press(key)
        settle(page)
    assert page.query_selector("[data-cover]")
    page.click("[data-do=ready]")
    page.wait_for_selector("[data-cover]", state="detached", timeout=PATIENCE)
    assert page.locator(".spellcard").count() == 0


@pytest.mark.parametrize(("size", "scheme"), LOOKS, ids=[f"{s[0]}-{c}" for s, c in LOOKS])
def test_eight_cards_are_seen_whole(visit: Any, seats: Any, size: Any, scheme: str) -> None:
    """All eight cards of an open hand stand within the screen at once; one opens by a click or by Enter, nothing is laid
    by it, and the page bars nobody's way."""
    page, _ = visit(seats, size=size, scheme=scheme)
    press(page, "[data-do=hand]")
    if size == PHONE:
        page.evaluate(
            "() => { const top = document.querySelector('.spellcards').getBoundingClientRect().top;"
            "const root = document.querySelector('.elric-root');"
            "root.scrollBy(0, top - document.querySelector('[data-region=seat]').getBoundingClientRect().bottom - 8); }"
        )
        settle(page)
    foot = page.locator(".er-slot-foot").bounding_box()["y"]
    bar = page.locator("[data-region=seat]").bounding_box()
    cards = [card.bounding_box() for card in page.locator(".spellcard").all()]
    assert len(cards) == 8
    for box in cards:
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert bar["y"] + bar["height"] <= box["y"] + 1
        assert box["y"] + box["height"] <= foot + 1
    picture(page, f"hand-{size[0]}-{scheme}")
    first = page.locator(".spellcard summary").first
    first.click()
    settle(page)
    assert page.locator(".spellcard[open]").count() == 1
    assert page.locator(".about").count() == 0
    first.press("Enter")
    assert page.locator(".spellcard[open]").count() == 0
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    found = [v for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")]
    assert found == [], [(v["id"], [n["target"] for n in v["nodes"]]) for v in found]


def test_a_name_in_muster_answers_and_what_it_brings_is_seen(visit: Any, seats: Any) -> None:
    """? on a name says what it is; called, it stands there before the turn ends; taken back, it is gone; then the cover."""
    page, record_ = visit(seats)
    to_the_end(page)
    press(page, "[data-do=hand]")
    page.hover("[data-what='muster:lormyr']")
    page.keyboard.press("?")
    page.wait_for_selector(".about", timeout=PATIENCE)
    assert "Iosaz" in page.inner_text(".about")
    page.keyboard.press("Escape")
    settle(page)
    press(page, "[data-what='muster:chaos-shield']")
    press(page, ".spellcard[open] [data-act^=muster]")
    page.wait_for_selector(".leaving", timeout=PATIENCE)
    assert "Chaos Shield" in page.inner_text(".leaving")
    assert "The Western League" in whose(page)
    picture(page, "muster-1440-came")
    press(page, "[data-do=undo]")
    assert page.locator(".leaving").count() == 0
    assert "Muster" in whose(page)
    press(
        page,
        "[data-act='muster argimiliar-necromancer invulnerability chaos-shield']:visible, .spellcard.muster:not(.off) summary",
    )
    if page.locator(".leaving").count() == 0:
        press(page, ".spellcard[open] [data-act^=muster]")
    press(page, "[data-do=leave-table]")
    page.wait_for_selector("[data-cover]", timeout=PATIENCE)
    picture(page, "cover-1440")
    assert record_.errors == []


@pytest.mark.parametrize("size", first_of(PHONE, WIDE), ids=["390", "1440"])
def test_a_flight_is_aimed_by_map_or_name(visit: Any, seats: Any, size: Any) -> None:
    """Closed, nothing names the spell; open, "Fly with" lights the map, a name finds a place, and there the stack goes."""
    page, got = visit(seats, size=size)
    press(page, "[data-do=area][data-value=jharkor_sequa]")  # with two magicians, as the coach advises
    press(page, "[data-act='drop argimiliar-necromancer']")
    press(page, "button.count:text-is('0')")
    assert "Nihrain Horses" not in page.content()
    press(page, "[data-do=hand]")
    press(page, "[data-do=aim][data-value='fly nihrain-horses']")
    assert page.locator("select").count() <= 1  # the one of day and night
    page.fill("[data-key=fly-find]", "bakshaan")
    press(page, "[data-key=fly-bakshaan]")
    page.wait_for_function("() => !document.querySelector('.flight')")
    assert "Bakshaan" in page.inner_text(".er-slot-side") + page.inner_text("[data-region=log]")
    assert got.errors == []


def test_two_of_five_is_one_click(visit: Any, seats: Any) -> None:
    page, _ = visit(seats)
    press(page, "[data-do=area][data-value=jharkor_sequa]")
    press(page, "button.count:text-is('2')")
    assert page.get_attribute("button.count:text-is('2')", "aria-pressed") == "true"
    assert "combat value 9" in page.inner_text("[data-region=choice]")  # two magicians go along, as the coach advises
