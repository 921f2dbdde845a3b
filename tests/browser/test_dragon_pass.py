"""*White Bear and Red Moon* on the served page: its board, a march and a refusal, on a desk and on a phone, by day and by night."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from harness import PHONE, WIDE, picture, serving

PATIENCE = 8000
LIT = "(mark) => [...document.querySelectorAll(`path.is-${mark}`)].map(p => (p.getAttribute('class').match(/prov-(\\d+)/) || [])[1])"


@pytest.fixture(scope="module")
def dragon_pass() -> Iterator[Any]:
    with serving("--port", "9021", "--ready", "1", "--game", "dragon-pass") as server:
        yield server


def tap(page: Any, area: str) -> None:
    """Click the middle of a hex, be it the ground or the counter that stands there."""
    box = page.query_selector(f"path.prov-{area}").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(400)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desk", "phone"])
def test_a_stack_is_taken_up_and_marches(dragon_pass: Any, visit: Any, size: tuple[int, int], scheme: str) -> None:
    """A click on a stack takes it up and lights where it may go; a click there plays every step; too far is refused."""
    page, record = visit(dragon_pass, size=size, scheme=scheme)
    name = f"dragon-pass-{size[0]}-{scheme}"
    assert page.title() == "White Bear and Red Moon"
    picture(page, f"{name}-welcome")
    page.click("[data-do=go]")
    page.wait_for_timeout(600)
    picture(page, f"{name}-movement")
    if size == WIDE:
        start = page.evaluate(LIT, "ready")[0]
        tap(page, start)
        reach = page.evaluate(LIT, "reach")
        assert len(reach) > 6
        picture(page, f"{name}-march")
        tap(page, "0720" if "0720" not in reach else "4806")
        assert page.inner_text("[data-region=refusal] .chip") == "8.4"
        picture(page, f"{name}-refusal")
        tap(page, reach[-1])
        assert "marches to" in page.inner_text("[data-region=log]")
    assert record.outside == record.errors == []


def test_some_turns_are_played_against_the_captain(dragon_pass: Any, visit: Any) -> None:
    """The Captain has Sartar, and moves first; what it did and why is told, and the person ends his phases in turn."""
    page, record = visit(dragon_pass, size=WIDE, scheme="light")
    page.wait_for_selector("[data-do=new]", timeout=PATIENCE)
    page.click("[data-do=new]")
    page.wait_for_selector("select[name=seat-1]", timeout=PATIENCE)
    assert "Brings several stacks against one" in page.inner_text(".seating .players")
    page.select_option("select[name=seat-1]", "captain")
    page.click(".newgame [type=submit]")
    page.wait_for_selector("[data-region=computer] .said li", timeout=PATIENCE)
    picture(page, "dragon-pass-captain-plays")
    page.click("[data-key=pace-quick]")
    told = ""
    for _ in range(60):
        page.wait_for_timeout(250)
        log = page.inner_text("[data-region=log]")
        if "Turn 3 begins" in log or page.query_selector("[data-region=outcome], [data-region=end]"):
            break
        if page.query_selector("[data-region=said]"):
            told = page.inner_text("[data-region=said]")
        mine = page.query_selector(
            "[data-act=done], [data-act=pass], [data-act=bare], [data-act=stay], [data-act^=roll], [data-act^=lose]"
        )
        if mine:
            mine.click()
    picture(page, "dragon-pass-against-captain")
    assert told
    assert "marches to" in log
    picture(page, "dragon-pass-against-captain")
    assert record.outside == record.errors == []


def test_one_server_has_a_door_for_each_game(served: Any, visit: Any) -> None:
    """From the first page of one game to the other: its map, its name, its address; Back leads to the first."""
    page, record = visit(served)
    page.click("[data-do=game][data-value=dragon-pass]")
    page.wait_for_function("document.title === 'White Bear and Red Moon'", timeout=20_000)
    page.wait_for_selector("path.prov-2418", state="attached")
    assert page.query_selector("path.prov-Lormyr") is None
    assert page.evaluate("document.querySelectorAll('path.prov').length") == 1728
    assert "game=dragon-pass" in page.url
    page.go_back()
    page.wait_for_function("document.title.startsWith('Elric')", timeout=20_000)
    page.wait_for_function("document.querySelectorAll('path.prov').length < 200")
    again, _ = visit(served, "?game=dragon-pass")
    assert again.title() == "White Bear and Red Moon"
    assert record.outside == record.errors == []
