"""Every room held against axe's rules (WCAG 2.2 A and AA, and good practice): nothing serious, by day and by night, at both sizes."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from harness import PHONE, WIDE

_RULES = {"resultTypes": ["violations"]}
_LOOKS = [(WIDE, "light"), (WIDE, "dark"), (PHONE, "light"), (PHONE, "dark")]

looks = pytest.mark.parametrize(("size", "scheme"), _LOOKS, ids=[f"{s[0]}-{c}" for s, c in _LOOKS])


def serious(page: Any, where: str) -> list[str]:
    """What axe finds of weight: the rule, and the first elements that break it."""
    page.wait_for_timeout(500)  # colours fade in
    found = Axe().run(page, options=_RULES).response["violations"]
    return [
        f"{where}: {rule['id']} ({rule['help']}): {node['html'][:160]} {node['failureSummary'][:300]}"
        for rule in found
        if rule["impact"] in {"serious", "critical"}
        for node in rule["nodes"][:3]
    ]


def press(page: Any, name: str, value: str = "") -> None:
    """Press a control by what it does, wherever on the page it stands."""
    sought = f'[data-do="{name}"]' + (f'[data-value="{value}"]' if value else "")
    page.locator(sought).first.evaluate("it => it.click()", timeout=5000)
    page.wait_for_timeout(700)


def choose(page: Any, area: str) -> None:
    page.locator(f"path.prov-{area}").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f"path.prov-{area}.is-sel", timeout=5000)


@looks
def test_the_table_has_nothing_that_bars_the_way(visit: Any, served: Any, size: Any, scheme: str) -> None:
    page, _ = visit(served, size=size, scheme=scheme)
    found = serious(page, "opening")
    choose(page, "oin")
    page.evaluate("() => document.querySelectorAll('.er-slot-side details').forEach((it) => { it.open = true; })")
    found += serious(page, "an area")
    press(page, "more", "words")
    press(page, "sure")
    page.evaluate("() => document.querySelectorAll('.twin details').forEach((it) => { it.open = true; })")
    found += serious(page, "the board in words")
    press(page, "more", "keep")
    found += serious(page, "save or load")
    press(page, "new")
    found += serious(page, "a new game")
    assert found == []


@looks
def test_the_other_rooms_have_nothing_that_bars_the_way(visit: Any, served: Any, size: Any, scheme: str) -> None:
    page, _ = visit(served, size=size, scheme=scheme)
    found: list[str] = []
    for door, then in (("learn", "lessons"), ("practice", ""), ("rules", ""), ("whatif", "")):
        press(page, door)
        page.wait_for_timeout(1000)
        found += serious(page, door)
        if then:
            press(page, then)
            found += serious(page, then)
        if door != "whatif":
            press(page, "leave")
    assert found == []


@looks
def test_a_board_to_look_at_has_nothing_that_bars_the_way(visit: Any, table: Any, size: Any, scheme: str) -> None:
    page, _ = visit(table, size=size, scheme=scheme)
    choose(page, "oin")
    assert serious(page, "board") == []
