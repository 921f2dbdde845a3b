"""The toy game on the served page: nothing there knows it, and all of it works, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from harness import PHONE, WIDE, click_area, marks_of, picture, serving, settle, without_luck

from elric import games

PATIENCE = 40_000
TOY = games.game_class("tests.toy")
FACE_TO_FACE: dict[str, Any] = {
    "phase": "fight",
    "stacks": {"0403": ["red-4", "red-1"], "0503": ["blue-3", "blue-2"], "0702": ["blue-4"]},
}


@pytest.fixture(scope="module")
def hilltop() -> Iterator[Any]:
    with serving("--port", "9020", "--ready", "1", "--game", "tests.toy") as server:
        yield server


def press(page: Any, selector: str) -> None:
    page.wait_for_selector(selector, timeout=PATIENCE)
    page.click(selector)
    settle(page)


def tap(page: Any, area: str) -> None:
    click_area(page, area)
    settle(page)


def told(page: Any, region: str) -> str:
    found = page.query_selector(f"[data-region={region}]")
    return str(found.inner_text()) if found else ""


def save_of(page: Any) -> str:
    """The game as the page gives it to be kept elsewhere."""
    press(page, "[data-key=more-keep]")
    text = str(page.input_value("[data-key=save-text]"))
    press(page, "[data-key=more-keep]")
    return text


def sit_down_to(page: Any, game: Any) -> None:
    """Paste a saved game."""
    press(page, "[data-key=more-keep]")
    page.fill(".keep textarea[name=text]", game.save())
    press(page, ".keep button[type=submit]")
    sit_down(page)


def sit_down(page: Any) -> None:
    """Past the cover: nothing acts for a moment before and after it."""
    page.wait_for_selector("[data-cover]", timeout=PATIENCE)
    page.wait_for_timeout(450)
    page.click("[data-do=ready]")
    page.wait_for_selector("[data-cover]", state="detached", timeout=PATIENCE)
    page.wait_for_timeout(450)


def test_a_turn_with_march_refusal_undo_and_a_battle(visit: Any, hilltop: Any) -> None:
    """March, be refused with a clause, take back, attack, choose in secret twice, ask what if, come back by reload."""
    page, record = visit(hilltop, size=WIDE)
    assert page.title() == "Hilltop"
    assert "race for one hill" in told(page, "welcome")
    picture(page, "hilltop-1440-welcome")
    press(page, "[data-value=together]")
    assert "reach" in marks_of(page, "0104")

    tap(page, "0104")
    assert "reach" in marks_of(page, "0204")
    tap(page, "0204")
    assert "Red marches to 0204" in told(page, "log")
    tap(page, "0304")  # it may go on, so it is still chosen
    picture(page, "hilltop-1440-march")
    tap(page, "0102")
    tap(page, "0502")
    refusal = told(page, "refusal")
    assert "one hex at a time" in refusal
    assert page.inner_text("[data-region=refusal] .chip") == "2"
    picture(page, "hilltop-1440-refusal")
    press(page, "[data-do=undo]")
    assert TOY.load(save_of(page)).view(0)["stacks"]["0204"]["counters"] == ["red-3", "red-2"]

    sit_down_to(page, TOY.at(FACE_TO_FACE, seed=4))
    tap(page, "0403")
    assert "fight" in marks_of(page, "0503")
    tap(page, "0503")
    press(page, "[data-do=whatif]")
    press(page, "[data-key=lab-pick-0]")
    press(page, "[data-key=lab-try-0]")
    assert "The defender is driven away" in told(page, "lab-answer")
    assert "becomes" in told(page, "lab-compare")
    picture(page, "hilltop-1440-lab")
    press(page, "[data-do=lab-close]")
    press(page, "[data-act=press]")
    assert "Blue" in page.inner_text("[data-modal]")
    picture(page, "hilltop-1440-cover")
    assert not page.query_selector("[data-region=choice] button")
    sit_down(page)
    press(page, "[data-act=hold]")
    sit_down(page)
    page.wait_for_selector("[data-region=log] >> text=Red attacks 0503")  # once its card has told it
    picture(page, "hilltop-1440-battle")

    text = save_of(page)
    game = TOY.load(text)
    assert game.save() == text
    assert [entry.action for entry in game.record][:4] == ["begin", "attack 0403 0503", "press", "hold"]
    page.reload()
    page.wait_for_function("() => window.elricReady", timeout=45_000)
    page.wait_for_selector("[data-region=note]", timeout=PATIENCE)
    assert "where you left it" in page.inner_html("[data-region=note]")
    sit_down(page)
    assert without_luck(save_of(page)) == without_luck(text)
    assert record.outside == record.errors == []


def test_what_lies_face_down_is_not_sent(visit: Any, hilltop: Any) -> None:
    """The names of covered counters come to the browser only when the player who decides asks to look."""
    page, record = visit(hilltop, size=WIDE)
    press(page, "[data-value=together]")
    tap(page, "0104")
    tap(page, "0204")
    sent = "".join(text for _, _, text in record.received)
    assert "red-3" in sent.lower()
    assert not any(name in sent.lower() for name in ("red-1", "red-2", "blue-1", "blue-2"))
    press(page, "[data-do=hand]")
    sent = "".join(text for _, _, text in record.received).lower()
    assert "red-2" in sent
    assert "blue-2" not in sent


def test_it_is_played_on_a_phone(visit: Any, hilltop: Any) -> None:
    """The map is wide enough for a finger, and the decision stands below it."""
    page, record = visit(hilltop, size=PHONE)
    picture(page, "hilltop-390-welcome")
    press(page, "[data-value=together]")
    tap(page, "0102")
    tap(page, "0202")
    assert "Red marches to 0202" in told(page, "log")
    picture(page, "hilltop-390-march")
    sit_down_to(page, TOY.at(FACE_TO_FACE, seed=4))
    tap(page, "0403")
    tap(page, "0503")
    picture(page, "hilltop-390-stance")
    press(page, "[data-act=press]")
    sit_down(page)
    press(page, "[data-act=hold]")
    sit_down(page)
    page.wait_for_selector("[data-region=log] >> text=Red attacks 0503")  # once its card has told it
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= PHONE[0]
    assert record.errors == []


def test_it_is_taught_on_the_page(visit: Any, hilltop: Any) -> None:
    """The coach speaks, and the first step of the toy's lesson is solved by clicks, as its file says."""
    from elric.tutor.lessons import lessons

    kit = games.teaching("tests.toy")
    page, record = visit(hilltop, size=WIDE)
    press(page, "[data-value=together]")
    assert "Take a stack up to two hexes" in told(page, "coach")
    picture(page, "hilltop-1440-coach")
    press(page, "[data-do=learn]")
    lesson = next(iter(lessons(kit).values()))
    for text in lesson.steps["first"][0].solution:
        for word in text.split()[1:]:
            tap(page, word)
    assert page.query_selector("[data-region=feedback] .solved")
    picture(page, "hilltop-1440-lesson")
    assert record.errors == []
