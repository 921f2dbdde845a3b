"""Every place has an address: Back, Forward, reload and a shared link lead where they say, in each room."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from harness import PHONE, first_of, picture, wait_ready


def query(page: Any) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def at(browser_page: Any, **wanted: str) -> None:
    """Wait until the address says so."""
    browser_page.wait_for_function(
        "wanted => Object.entries(wanted).every(([k, v]) => new URL(location.href).searchParams.get(k) === v)",
        arg=wanted,
    )


def press(page: Any, selector: str, then: str) -> None:
    page.locator(f"{selector}:visible").first.click()
    page.wait_for_selector(then)


def shared(visit: Any, served: Any, page: Any) -> Any:
    """The place that a page shows, opened by somebody else from its address alone, with a game of his own."""
    place = "&".join(x for x in urlsplit(page.url).query.split("&") if not x.startswith("g="))
    return visit(served, f"?{place}")[0]


def test_a_clause_has_an_address(visit: Any, served: Any) -> None:
    """Rules: two clauses, Back, Forward, reload, and the second opened by somebody else."""
    page, record = visit(served)
    at(page, page="first")
    press(page, "[data-do=rules]", ".contents")
    press(page, "[data-key=chapter-6]", "[data-key='at-6.2']")
    press(page, "[data-key='rule-6.2']", "[data-key='at-6.2'].open")
    press(page, "[data-key='rule-6.21']", "[data-key='at-6.21'].open")
    at(page, rules="6.21")
    page.go_back()
    page.wait_for_selector("[data-key='at-6.2'].open")
    page.go_forward()
    page.wait_for_selector("[data-key='at-6.21'].open")
    other = shared(visit, served, page)
    other.wait_for_selector("[data-key='at-6.21'].open")
    page.reload()
    wait_ready(page)
    page.wait_for_selector("[data-key='at-6.21'].open")
    for _ in range(4):
        page.go_back()
    page.wait_for_selector(".welcome")
    assert record.errors == []


def test_a_clause_opens_where_it_was_clicked(visit: Any, served: Any) -> None:
    """By its title, not a pixel away, in a chapter and among what a search found; by an address it is brought into sight."""
    page, _ = visit(served, "?rules=chapter-9&edition=avalon-hill")
    title = page.wait_for_selector("[data-key='rule-9.7'] b")
    title.scroll_into_view_if_needed()
    before = title.bounding_box()["y"]
    title.click()
    page.wait_for_selector("[data-key='at-9.7'].open")
    assert abs(page.locator("[data-key='rule-9.7'] b").bounding_box()["y"] - before) < 40
    page.fill("[data-key=lookup]", "siege")
    page.wait_for_selector(".reading > [role=status]:has-text('siege')")
    press(page, "[data-key='rule-9.94'] b", "[data-key='at-9.94'].open")
    assert page.input_value("[data-key=lookup]") == "siege"
    linked, _ = visit(served, "?rules=6.571")
    linked.wait_for_selector("[data-key='at-6.571'].open")
    linked.wait_for_function(
        "() => { const box = document.querySelector(\"[data-key='rule-6.571']\").getBoundingClientRect();"
        " return box.top > 0 && box.bottom < innerHeight * .75; }"
    )


def test_a_number_and_enter_open_the_clause(visit: Any, served: Any) -> None:
    page, _ = visit(served, "?rules=contents")
    page.wait_for_selector("[data-key=lookup]")
    page.fill("[data-key=lookup]", "9.94")
    page.press("[data-key=lookup]", "Enter")
    page.wait_for_selector("[data-key='at-9.94'].open")


def test_a_built_battle_has_an_address(visit: Any, served: Any) -> None:
    """Lab: what is entered stands in the address; reload keeps it, Back goes to the list, a link brings it elsewhere."""
    page, record = visit(served)
    press(page, "[data-do=whatif]", "[data-do=lab-build]")
    at(page, battle="list")
    press(page, "[data-do=lab-build]", ".lab-form")
    press(page, "[data-do=lab-plus][data-value='0:jharkor']", ".lab-side.s0 output:has-text('6')")
    page.wait_for_function("() => location.search.includes('jharkor-army*6')")
    said = page.inner_text(".lab-answer")
    page.reload()
    wait_ready(page)
    page.wait_for_selector(".lab-side.s0 output:has-text('6')")
    assert page.inner_text(".lab-answer") == said
    other = shared(visit, served, page)
    other.wait_for_selector(".lab-answer")
    assert other.inner_text(".lab-answer") == said
    page.go_back()  # every change of the battle belongs to one step
    page.wait_for_selector("[data-region=lab-list]")
    page.go_forward()
    page.wait_for_selector(".lab-side.s0 output:has-text('6')")
    assert record.errors == []


def test_a_step_of_a_lesson_has_an_address(visit: Any, served: Any) -> None:
    page, record = visit(served, "?lesson=march/lead")
    page.wait_for_selector(".lesson .goal:has-text('march with her armies')")
    press(page, "[data-do=next]", ".lesson .goal:has-text('Southern Shazaar')")
    page.go_back()
    page.wait_for_selector(".lesson .goal:has-text('march with her armies')")
    page.go_forward()
    page.wait_for_selector(".lesson .goal:has-text('Southern Shazaar')")
    other = shared(visit, served, page)
    other.wait_for_selector(".lesson .goal:has-text('Southern Shazaar')")
    press(page, "[data-do=lessons]", ".course")
    page.reload()
    wait_ready(page)
    page.wait_for_selector(".course")
    page.go_back()
    page.wait_for_selector(".lesson .goal:has-text('Southern Shazaar')")
    assert record.errors == []


def test_a_question_has_an_address(visit: Any, served: Any) -> None:
    page, record = visit(served)
    press(page, "[data-do=practice]", ".practice .goal")
    page.wait_for_function("() => location.search.includes('practice=')")
    asked = page.inner_text(".practice .goal")
    page.reload()
    wait_ready(page)
    page.wait_for_selector(".practice .goal")
    assert page.inner_text(".practice .goal") == asked
    other = shared(visit, served, page)
    other.wait_for_selector(".practice .goal")
    assert other.inner_text(".practice .goal") == asked
    page.go_back()
    page.wait_for_selector(".welcome")
    assert record.errors == []


@pytest.mark.parametrize("address", first_of("?rules=%3Cb%3Ex", "?rules=99.99", "?lesson=marsh", "?practice=nothing.7"))
def test_an_address_that_cannot_be_read_says_so(visit: Any, served: Any, address: str) -> None:
    """A clear word, and the first page; the address is put right, and the game at the table is there."""
    page, record = visit(served, address)
    page.wait_for_selector("[data-region=note]:has-text('cannot be followed')")
    assert page.locator(".welcome").count() == 1
    assert query(page)["page"] == "first"
    press(page, "[data-value=together]", ".coach")
    assert record.errors == []


@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize(
    "address", first_of("?rules=6.2", "?battle=list", "?lesson=map/province&list=1", "?practice=reach.5")
)
def test_the_first_page_is_one_press_away(visit: Any, served: Any, address: str, size: tuple[int, int]) -> None:
    page, _ = visit(served, address, size=size)
    page.wait_for_selector(".masthead:not(.frame)")
    press(page, "[data-do=home]", ".welcome")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.go_back()
    page.wait_for_selector(".masthead:not(.frame)")


@pytest.mark.parametrize(
    "address", first_of("?battle=1&attack=yishana&defend=sarosto", "?rules=6.2", "?lesson=march/lead&list=1")
)
def test_the_map_is_folded_away_and_comes_when_it_is_asked_for(visit: Any, served: Any, address: str) -> None:
    page, _ = visit(served, address, size=PHONE)
    page.wait_for_selector(".map-button:visible")
    page.wait_for_selector(".elric-map", state="hidden")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.tap(".map-button")
    page.wait_for_selector(".elric-map", state="visible")
    assert page.locator(".elric-map").bounding_box()["height"] > 150
    page.tap(".map-button")
    page.wait_for_selector(".elric-map", state="hidden")


def test_a_small_map_shows_the_places_of_the_task_and_no_other(visit: Any, served: Any) -> None:
    """On a phone the Boiling Sea can be tapped; the next step has a part of the map of its own."""
    page, _ = visit(served, "?lesson=waters/find", size=PHONE)
    page.wait_for_selector(".goal:has-text('Tap the Boiling Sea')")
    page.wait_for_function("() => document.querySelector('path.prov-boiling_sea').getBoundingClientRect().width > 60")
    picture(page, "lesson-phone-task")
    inside = """id => { const a = document.querySelector('path.prov-' + id).getBoundingClientRect(),
        b = document.querySelector('.elric-map').getBoundingClientRect(), x = a.x + a.width / 2, y = a.y + a.height / 2;
        return x > b.left && x < b.right && y > b.top && y < b.bottom; }"""
    assert page.evaluate(inside, "boiling_sea")
    page.evaluate("() => document.querySelector('[data-do=lessons]').click()")
    page.wait_for_selector("[data-key=lesson-march]")
    page.evaluate("() => document.querySelector('[data-key=lesson-march]').click()")
    page.wait_for_selector(".lesson .goal:has-text('march with her armies')")
    page.wait_for_function(f"() => ({inside})('jharkor_sequa') && ({inside})('jharkor_dhakos')")


def test_enter_finds_a_place(visit: Any, served: Any) -> None:
    """In a lesson and at the table: one hit is enough."""
    for address, before in (("?lesson=waters/find", ".lesson"), ("", ".welcome")):
        page, _ = visit(served, address)
        page.wait_for_selector(before)
        page.fill("[data-key=find]", "Elwher")
        page.press("[data-key=find]", "Enter")
        page.wait_for_selector("path.prov-eshmir_elwher.is-sel, path.is-sel")


def test_the_quick_reference_begins_with_its_title_and_can_be_printed(visit: Any, served: Any) -> None:
    """On a wide page its head is no way back that can be left out: the title and “Print it” stand in it, above the first table."""
    page, record = visit(served, "?rules=quickref")
    page.wait_for_selector(".quickref table")
    assert page.is_visible(".quickref h2")
    assert page.is_visible("[data-local=print]")
    title, table = (page.locator(f".quickref {it}").first.bounding_box() for it in ("h2", "table"))
    assert title["y"] + title["height"] <= table["y"]
    assert record.errors == []
