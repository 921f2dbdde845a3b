"""An option is set where a game begins, with the keyboard alone, and stands at the table."""

from __future__ import annotations

from typing import Any

import pytest
from harness import PHONE, WIDE, picture, settle
from test_access import findings

from elric import games

PATIENCE = 40_000
ELRIC, OTHER, *_ = games.GAMES


@pytest.mark.parametrize(("game", "size", "scheme"), [(ELRIC, WIDE, "light"), (OTHER, PHONE, "dark")])
def test_an_option_is_set_by_keyboard_and_stands_at_the_table(
    visit: Any, served: Any, game: str, size: Any, scheme: str
) -> None:
    """Unfold the options and their first group, choose another value, go over to another scenario and back, begin."""
    page, record = visit(served, f"?game={game}", size=size, scheme=scheme)
    page.click("[data-do=new]", timeout=PATIENCE)
    page.focus(".options > summary", timeout=PATIENCE)
    page.keyboard.press("Enter")
    page.wait_for_selector(".options .group", timeout=PATIENCE)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.options .group > summary')")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.option select')")
    name = page.evaluate("document.activeElement.name")
    page.keyboard.press("ArrowDown")
    chosen = page.evaluate("document.activeElement.value")
    assert chosen
    picture(page, f"options-{game}-form-{size[0]}")
    assert findings(page, "the options") == []
    page.focus("[name=scenario]:checked")
    page.keyboard.press("ArrowDown")
    settle(page)
    page.keyboard.press("ArrowUp")
    settle(page)
    assert page.evaluate("document.activeElement.name") == "scenario"
    assert page.input_value(f"[name='{name}']") == chosen
    assert page.evaluate("document.querySelector('.options').open")
    page.focus(".newgame [type=submit]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".played-with", timeout=PATIENCE)
    assert "Played with 1 option changed" in page.inner_text(".played-with summary")
    page.focus(".played-with summary")
    page.keyboard.press("Enter")
    assert page.is_visible(".played-with li")
    picture(page, f"options-{game}-table-{size[0]}")
    assert findings(page, "changed options at the table") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert record.errors == []
