"""Games that are kept, in a real browser: reload, two devices on one address, a new game and the way back."""

from __future__ import annotations

import sqlite3
from typing import Any

from harness import wait_ready

PATIENCE = 15_000


def kept(served: Any) -> dict[str, str]:
    """What the store of a server holds, by address."""
    base = sqlite3.connect(served.saves / "saves.sqlite")
    try:
        return dict(base.execute("SELECT page, text FROM saves WHERE slot = 'game'").fetchall())
    finally:
        base.close()


def address(page: Any) -> str:
    return str(page.url).partition("?g=")[2].partition("&")[0]


def press(page: Any, selector: str) -> None:
    page.wait_for_selector(selector, timeout=PATIENCE)
    page.click(selector)
    page.wait_for_timeout(500)


def save_text(page: Any) -> str:
    press(page, "[data-do=more][data-value=keep]")
    found = page.input_value("[data-key=save-text]", timeout=PATIENCE)
    press(page, "[data-do=more][data-value=keep]")
    return str(found)


def sit_down(page: Any) -> None:
    """Past a cover, where one stands: nothing acts for a moment before and after it."""
    page.wait_for_timeout(500)
    if page.query_selector("[data-cover]"):
        page.click("[data-do=ready]")
        page.wait_for_selector("[data-cover]", state="detached", timeout=PATIENCE)
        page.wait_for_timeout(500)


def test_a_game_is_there_from_its_first_moment_and_stays(visit: Any, served: Any) -> None:
    """Nothing done, reloaded: the same game. A new one goes elsewhere; the link leads back."""
    page, record = visit(served)
    press(page, "[data-do=go]")
    first, old = address(page), save_text(page)
    assert kept(served)[first] == old
    assert "seed: b2-" in old
    page.reload(wait_until="commit")
    wait_ready(page)
    press(page, "[data-do=go]")
    assert save_text(page) == old
    page.click("[data-act=end]")
    page.wait_for_timeout(500)
    press(page, "[data-modal] [data-do=ready], [data-act]")
    page.wait_for_timeout(500)
    played = kept(served)[first]
    press(page, "[data-do=new]")
    press(page, ".newgame [type=submit]")
    page.wait_for_function("old => !location.search.includes(old)", arg=first, timeout=PATIENCE)
    second = address(page)
    assert kept(served)[first] == played
    assert second in kept(served)
    press(page, "[data-do=more][data-value=keep]")
    with page.expect_navigation(wait_until="commit"):
        page.click(f"[data-key=game-{first}]")
    wait_ready(page)
    assert address(page) == first
    assert record.errors == []


def test_a_second_device_that_is_behind_catches_up(visit: Any, served: Any) -> None:
    one, record = visit(served)
    press(one, "[data-do=go]")
    press(one, "[data-act=end]")
    here = address(one)
    two, _ = visit(served, f"?g={here}")
    for page in (one, two):
        sit_down(page)
    press(two, "[data-act]:not([aria-disabled])")
    newer = kept(served)[here]
    press(one, "[data-act]:not([aria-disabled])")
    assert "another tab" in one.inner_text("[data-region=behind]")
    assert kept(served)[here] == newer
    press(one, "[data-do=catch-up]")
    one.wait_for_selector("[data-region=behind]", state="detached", timeout=PATIENCE)
    sit_down(one)
    assert save_text(one) == newer
    assert record.errors == []
