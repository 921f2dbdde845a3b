"""The what-if lab in a real browser: built from nothing, from the map, by keyboard alone, shared, on a small screen."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from harness import PHONE, picture, wait_ready


def said(page: Any) -> str:
    text: str = page.inner_text(".lab-answer")
    return text


def press(page: Any, selector: str, then: str) -> None:
    """Press a control by keyboard and wait for what should come of it."""
    page.focus(selector)
    page.keyboard.press("Enter")
    page.wait_for_selector(then)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_battle_is_built_pinned_and_compared_by_keyboard(served: Any, visit: Any, scheme: str) -> None:
    page, record = visit(served, scheme=scheme)
    press(page, "[data-do=whatif]", "[data-do=lab-build]")
    press(page, "[data-do=lab-build]", ".lab-form")
    page.wait_for_function("() => document.activeElement?.dataset?.key === 'lab-title'")
    page.select_option("[data-do=lab-place]", "capital")
    page.wait_for_function("() => document.querySelector('.lab-head').innerText.includes('Gromoorva')")
    press(page, "[data-do=lab-plus][data-value='0:jharkor']", ".lab-head:has-text('six armies')")
    press(
        page,
        "[data-do=lab-unit][data-value='0:jharkor-wizard']",
        "[data-key='lab-unit:0:jharkor-wizard'][aria-pressed=true]",
    )
    press(page, "[data-do=lab-pin]", ".lab-head")
    page.focus("details[data-key=lab-magic-0] summary")
    page.keyboard.press("Enter")
    page.select_option("[data-key=lab-role-jharkor-wizard]", "jharkor-wizard:cast:grome")
    page.wait_for_selector(".lab-compare table")
    assert "Grome by the Wizard of Jharkor" in page.inner_text(".lab-compare")
    assert page.evaluate(
        "() => document.querySelector('.lab-side').scrollWidth <= document.querySelector('.lab-side').clientWidth"
    )
    picture(page, f"lab-compared-{scheme}")
    for tab, mark in (
        ("why", ".lab-steps"),
        ("help", ".stack"),
        ("heat", ".lab-heat td.here"),
        ("siege", ".lab-table"),
    ):
        press(page, f"[data-do=lab-tab][data-value={tab}]", f"[data-region=lab-tab] {mark}")
    assert record.errors == []
    assert record.outside == []


def test_a_fault_stands_beside_its_control_and_nothing_is_lost(served: Any, visit: Any) -> None:
    page, _ = visit(served)
    press(page, "[data-do=whatif]", "[data-do=lab-build]")
    press(page, "[data-do=lab-build]", ".lab-form")
    press(page, "[data-do=lab-unit][data-value='0:yishana']", ".refusal.lab-answer")
    assert "9.11" in page.inner_text(".lab-side.s0 .lab-fault")
    assert page.inner_text(".lab-side.s0 output") == "5"
    press(page, "[data-do=lab-unit][data-value='0:yishana']", ".lab-bars")


def test_a_link_brings_the_battle_to_somebody_else(served: Any, visit: Any) -> None:
    page, _ = visit(served)
    press(page, "[data-do=whatif]", "[data-do=lab-build]")
    press(page, "[data-do=lab-build]", ".lab-form")
    press(page, "[data-do=lab-plus][data-value='1:dharijor']", ".lab-side.s1 output:has-text('4')")
    before = said(page)
    press(page, "[data-do=lab-tab][data-value=share]", "[data-key=lab-open]")
    link = page.get_attribute("[data-key=lab-open]", "href")
    assert parse_qs(urlsplit(link).query)["battle"] == ["1"]
    with page.expect_download() as saved:
        page.click("[data-key=lab-save]")
    assert saved.value.suggested_filename == "battle.csv"
    other, record = visit(served, link)
    other.wait_for_selector(".lab-answer")
    assert said(other) == before
    assert record.errors == []


def test_a_link_that_is_nonsense_says_so(served: Any, visit: Any) -> None:
    page, record = visit(served, "?battle=1&attack=%3Cb%3Eyishana&place=atlantis")
    page.wait_for_selector(".lab-wrong")
    assert "atlantis" in page.inner_text(".lab-wrong")
    assert "<b>yishana" in page.input_value("[data-do=lab-load] textarea")
    assert record.errors == []


def test_the_lab_fits_a_small_screen(served: Any, visit: Any) -> None:
    page, _ = visit(served, size=PHONE)
    page.tap("[data-do=whatif]")
    page.wait_for_selector("[data-do=lab-build]")
    page.tap("[data-do=lab-build]")
    page.wait_for_selector(".lab-form")
    for tab in ("why", "help", "heat", "siege", "share"):
        page.evaluate("tab => document.querySelector(`[data-do=lab-tab][data-value=${tab}]`).click()", tab)
        page.wait_for_selector(f"[data-do=lab-tab][data-value={tab}][aria-selected=true]")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    picture(page, "lab-phone")
    page.reload()
    wait_ready(page)
