"""The course and practice in a real browser: by mouse and by keyboard, shown move by move, kept, exported and brought back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from harness import PHONE, WIDE, click_area, first_of, marks_of, settle, wait_ready

from elric.tutor.progress import Progress
from elric.young_kingdoms.components import law
from elric.young_kingdoms.teaching import TEACHING
from elric.young_kingdoms.teaching.quickref_sheet import html


def at_goal(page: Any, words: str) -> None:
    page.wait_for_function("t => document.querySelector('.lesson .goal')?.textContent.includes(t)", arg=words)


def answer(page: Any) -> None:
    """Answer whatever practice asks: the first answer, or, where something is to be done, by having it shown."""
    page.wait_for_selector(".practice .goal")
    if page.locator(".practice .answer").count():
        page.keyboard.press("a")
    else:
        page.click("[data-do=show]")
    page.wait_for_selector("[data-region=feedback]")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_step_is_taken_by_mouse_or_finger(visit: Any, served: Any, size: tuple[int, int]) -> None:
    """Take up Yishana, march, read the praise, go on: the way on is in sight, and the explanation is out of its way."""
    page, record = visit(served, "?lesson=march/lead", size=size)
    at_goal(page, "march with her armies")
    click_area(page, "jharkor_dhakos")
    page.wait_for_selector("path.prov-jharkor_sequa.is-reach")
    click_area(page, "jharkor_sequa")
    page.wait_for_selector(".feedback.solved")
    foot = page.locator("[data-do=next]").bounding_box()
    praise = page.locator(".feedback.solved").bounding_box()
    assert praise["y"] + 40 < foot["y"] < size[1]
    page.click("[data-do=next]")
    at_goal(page, "Southern Shazaar")
    assert record.errors == []


def test_a_lesson_by_keyboard_alone(visit: Any, served: Any) -> None:
    """Letters answer, n goes on, i gives a hint; every question of a lesson can be solved without a mouse."""
    page, _ = visit(served, "?lesson=counters/army")
    at_goal(page, "Three armies of Jharkor")
    page.keyboard.press("i")
    page.wait_for_selector(".hints li")
    page.keyboard.press("a")
    page.wait_for_selector("[data-region=feedback] .refusal")
    page.keyboard.press("b")
    page.wait_for_selector(".feedback.solved")
    page.keyboard.press("n")
    at_goal(page, "Click the place where Yishana stands")
    page.focus("path.prov-jharkor_dhakos")
    page.keyboard.press("Enter")
    page.wait_for_selector(".feedback.solved")
    said = page.inner_text(".er-voice")
    assert "lists everybody" in said


def test_it_is_shown_move_by_move_and_taken_back(visit: Any, served: Any) -> None:
    """The first move stands at once, the next comes by itself, a stop holds it, and taking back puts all as it was."""
    page, _ = visit(served, "?lesson=walls/storm")
    at_goal(page, "Storm Sequaloris")
    page.click("[data-do=show]")
    page.wait_for_selector(".moves li")
    assert page.locator(".moves li").count() == 1
    page.click("[data-do=show-pause]")
    page.wait_for_selector("[data-do=show-on][data-value=step]")
    page.wait_for_timeout(2500)
    assert page.locator(".moves li").count() == 1
    page.click("[data-do=show-on][data-value='']")
    page.wait_for_selector(".moves li:nth-child(2)")
    page.click("[data-do=takeback]")
    page.wait_for_selector(".moves", state="detached")
    assert page.locator("[data-do=show]").count() == 1
    page.click("[data-do=show]")
    page.wait_for_selector(".moves li:nth-child(2)", timeout=40_000)


def test_a_blunder_is_drawn_and_played_to_its_end(visit: Any, served: Any) -> None:
    page, _ = visit(served, "?lesson=march/enemy")
    at_goal(page, "without a fight")
    page.click("[data-act='step dharijor_sequaloris']")
    page.wait_for_selector("[data-region=feedback] .refusal")
    assert "forbids" in marks_of(page, "dharijor_sequaloris")
    click_area(page, "dharijor_sequaloris")
    page.wait_for_selector(".moves li:nth-child(3)", timeout=30_000)
    assert "attack" in page.inner_text("[data-region=feedback]")
    page.click("[data-do=takeback]")
    page.wait_for_selector(".moves", state="detached")


def test_a_lesson_is_left_with_its_map_and_no_word_pops_up_under_the_mouse(visit: Any, served: Any) -> None:
    """White Bear brings the hexes of a lesson nearer: back at the table all of the map is in sight. What comes to lie under the
    mouse that has pressed is told of when the mouse moves, and covers nothing before."""
    page, _ = visit(served, "?game=dragon-pass&lesson=three/2")
    page.wait_for_selector(".leaflet-container:not(.er-all)")
    page.click("[data-do=leave]")
    page.wait_for_selector(".leaflet-container.er-all")
    settle(page)
    assert page.locator(".er-tip").is_hidden()
    page.mouse.move(700, 400)
    page.hover("[data-ask]")
    page.wait_for_selector(".er-tip:not([hidden])")


def test_what_is_learnt_travels_as_text(visit: Any, served: Any) -> None:
    """Solved and practised in one browser, copied, pasted in another; a damaged text is refused, and nothing is lost."""
    page, _ = visit(served, "?lesson=map/province")
    at_goal(page, "Sequa")
    click_area(page, "jharkor_sequa")
    page.wait_for_selector(".feedback.solved")
    page.click("[data-do=next]")
    at_goal(page, "Gulf of Jharkor")
    page.wait_for_function("() => new URL(location.href).searchParams.get('lesson') === 'map/sea'")
    page.click("[data-do=leave]")
    page.wait_for_function("() => !location.search.includes('lesson')")
    page.click("[data-do=practice]")
    answer(page)
    page.reload(wait_until="commit")
    wait_ready(page)  # the round goes on where it was
    page.click("[data-do=keep]")
    text = page.input_value("textarea[readonly]")
    kept = Progress.read(TEACHING, text)
    assert kept.solved == {"map/province"}
    assert sum(asked for _, asked in kept.kinds.values()) == 1

    other, _ = visit(served)
    other.click("[data-do=practice]")
    other.click("[data-do=keep]")
    other.fill("textarea[name=text]", text.replace('"solved"', '"solvet"'))
    other.click("form[data-do=import] [type=submit]")
    other.wait_for_selector(".er-slot [role=alert]")
    assert "Nothing you have learnt is lost" in other.inner_text(".er-slot [role=alert]")
    other.fill("textarea[name=text]", text)
    other.click("form[data-do=import] [type=submit]")
    other.wait_for_selector(".er-slot [role=alert]", state="detached")
    assert Progress.read(TEACHING, other.input_value("textarea[readonly]")).solved == {"map/province"}
    other.click("[data-do=leave]")
    other.click("[data-do=learn]")
    at_goal(other, "Gulf of Jharkor")


def test_a_phase_that_is_ended_early_is_told_with_the_way_back(visit: Any, served: Any) -> None:
    """Lesson 4: the end of the phase is shown aside under the banner of who would decide; back at the step, it is solved."""
    page, record = visit(served, "?lesson=march/lead")
    at_goal(page, "march with her armies")
    page.click("[data-act=end]")
    page.wait_for_selector(".feedback.strayed")
    assert "The Theocrat" in page.inner_text(".seatbar")
    page.click("[data-do=takeback]")
    page.wait_for_selector(".seatbar", state="detached")
    click_area(page, "jharkor_dhakos")
    page.wait_for_selector("path.prov-jharkor_sequa.is-reach")
    click_area(page, "jharkor_sequa")
    page.wait_for_selector(".feedback.solved")
    assert record.errors == []


def test_practice_is_done_on_the_board_and_goes_on_after_a_reload(visit: Any, served: Any) -> None:
    """A task of the march is solved by two clicks; a mistake in the next leads to its lesson; a reload keeps the marks."""
    page, record = visit(served, "?practice=lesson-march.7&edition=avalon-hill")
    at_goal(page, "Aflitain without a fight")
    click_area(page, "shazaar_plains")
    page.wait_for_selector("path.prov-shazaar_aflitain.is-reach")
    click_area(page, "shazaar_aflitain")
    page.wait_for_selector(".feedback.solved")
    page.click("[data-do=next]")
    page.wait_for_selector(".feedback.solved", state="detached")
    page.wait_for_function("() => localStorage.getItem('elric:practised')?.includes('round')")
    asked = page.inner_text(".practice .goal")
    page.reload(wait_until="commit")
    wait_ready(page)
    page.wait_for_selector(".practice .goal")
    assert page.inner_text(".practice .goal") == asked
    assert page.locator(".masthead .steps li.done").count() == 1
    assert record.errors == []


def test_a_damaged_store_is_told_by_name_and_kept(visit: Any, served: Any) -> None:
    page, _ = visit(served)
    page.evaluate("() => localStorage.setItem('elric:practised', '{\"elric-progress\": 2, \"cards\"')")
    page.reload(wait_until="commit")
    wait_ready(page)
    page.click("[data-do=practice]")
    page.wait_for_selector(".er-slot [role=alert]")
    assert "cannot be read" in page.inner_text(".er-slot [role=alert]")
    answer(page)
    page.wait_for_function("() => localStorage.getItem('elric:practised-damaged')?.includes('elric-progress')")
    Progress.read(TEACHING, page.evaluate("() => localStorage.getItem('elric:practised')"))


@pytest.mark.parametrize("edition", first_of(*law.EDITIONS))
def test_the_quick_reference_prints_on_three_sheets(chrome: Any, edition: str) -> None:
    page = chrome.new_page()
    page.set_content(html(edition))
    sheets = page.pdf(prefer_css_page_size=True)
    page.close()
    assert len(re.findall(rb"/Type\s*/Page\b", sheets)) == 3  # to play by, the spells, where the editions differ


def test_on_a_phone_the_explanation_comes_into_sight(visit: Any, served: Any) -> None:
    """Once a question is answered the screen goes on to what is said about it, below the answers."""
    page, record = visit(served, "?game=dragon-pass&practice=rule-25.3.7&edition=1976", size=PHONE)
    answer = page.locator("[data-region=question] button[data-do=answer]").first
    answer.scroll_into_view_if_needed()
    answer.click()
    told = page.locator("[data-region=feedback]")
    told.wait_for()
    settle(page)
    box = told.bounding_box()
    assert box["y"] > 0
    assert box["y"] + min(box["height"], 300) <= 844
    assert record.errors == []
