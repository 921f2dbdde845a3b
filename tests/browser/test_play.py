"""A learner plays a whole player-turn with a battle: by mouse, by keyboard alone, on a desk and on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from harness import PHONE, WIDE, click_area, focused_area, marks_of, picture, settle

PATIENCE = 40_000
DEAD = 450  # nothing acts for so long after the screen has gone from one player to the other


def coach(page: Any) -> str:
    return str(page.inner_text("[data-region=coach]"))


def press(page: Any, selector: str) -> None:
    page.wait_for_selector(selector, timeout=PATIENCE)
    page.click(selector)
    settle(page)


def through_curtain(page: Any) -> None:
    if page.query_selector("[data-modal] [data-do=ready]"):
        page.wait_for_timeout(DEAD)
        press(page, "[data-modal] [data-do=ready]")
        page.wait_for_timeout(DEAD)


def finish_turn(page: Any, click: Any, sit_down: Any = through_curtain) -> None:
    """Take every decision left until the other player is asked to sit down for his own turn."""
    for _ in range(40):
        sit_down(page)
        if "The Theocrat" in page.inner_text("[data-region=masthead] p") and "Movement" in page.inner_text(
            "[data-region=masthead] [aria-current]"
        ):
            return
        for selector in (
            "[data-act^=lose]", "[data-act=roll]", "[data-act^=retreat]", "[data-act^=reappear]", "[data-act=leave]",
            "[data-act^=take]", "[data-act^='keep']", "[data-act=done]", "[data-act=end]:not([aria-disabled])",
            "[data-do=hand].primary",
        ):  # fmt: skip
            if page.query_selector(selector):
                click(selector)
                break
        else:
            raise AssertionError(f"nothing to press: {coach(page)}")
    raise AssertionError("the turn does not end")


# For how many seconds each mark on the map and each counter pulses that does.
PULSES = """[...document.querySelectorAll('path.prov, .er-piece > svg')].map((it) => getComputedStyle(it))
  .filter((it) => it.animationName !== 'none')
  .map((it) => parseFloat(it.animationDuration) * (it.animationIterationCount === 'infinite' ? 1e9 : +it.animationIterationCount))"""


def test_a_learner_plays_a_turn_by_mouse(visit: Any, war: Any) -> None:
    """Take up a stack, be refused with a reason, attack, fight, end the turn; the page comes to rest, and nothing leaves the machine."""
    page, record = visit(war, size=WIDE, motion=True)
    assert "Move your stacks" in coach(page)
    pulses = page.evaluate(PULSES)
    assert pulses, "who may march stands out"
    assert max(pulses) < 5, "and the page comes to rest (WCAG 2.2.2)"
    click_area(page, "jharkor_sequa")
    page.wait_for_function(
        "() => document.querySelector('[data-region=coach]').innerText.toLowerCase().includes('yishana is ready')"
    )
    assert "fight" in marks_of(page, "dharijor_sequaloris")
    picture(page, "play-1440-stack")

    click_area(page, "vilmir_jadmar")
    page.wait_for_selector(".refusal", timeout=PATIENCE)
    refusal = page.inner_text(".refusal")
    assert "cannot be reached" in refusal
    assert "6.2" in refusal
    assert "A lit area can be reached" in refusal
    picture(page, "play-1440-refusal")

    click_area(page, "dharijor_sequaloris")
    settle(page)
    press(page, "[data-act=halt]")
    press(page, "[data-act=end]")
    for _ in range(3):
        through_curtain(page)
        if page.query_selector("[data-act=done]"):
            press(page, "[data-act=done]")
    through_curtain(page)
    # there is one battle, and it has to be fought: nobody is asked
    assert "one answer: fight in Sequaloris" in page.inner_text("[data-region=note]")
    press(page, "[data-act=ready]")
    through_curtain(page)
    press(page, "[data-act=ready]")
    page.wait_for_selector(".battlecard .die", timeout=PATIENCE)
    card = page.inner_text(".battlecard")
    assert "The table says" in card
    assert "the walls of Sequaloris" in card
    picture(page, "play-1440-battle")
    finish_turn(page, lambda selector: press(page, selector))
    assert "Battle in Sequaloris" in page.inner_text("[data-region=log]") or page.query_selector("[data-do=more]")
    assert record.outside == []
    assert record.errors == []
    assert "Traceback" not in "".join(text for _, _, text in record.received)


def press_until(page: Any, key: str, reached: Any, most: int = 160) -> None:
    for _ in range(most):
        if reached():
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never led there")


def to_area(page: Any, area: str, letter: str) -> None:
    """With the keyboard: into the map, then by first letters to an area."""
    press_until(page, "Tab", lambda: focused_area(page) is not None)
    press_until(page, letter, lambda: focused_area(page) == area)


def to_button(page: Any, act: str) -> None:
    page.wait_for_selector(f"[data-act='{act}'], [data-act^='{act} ']", timeout=PATIENCE)
    wanted = (
        "(act) => { const a = document.activeElement?.dataset?.act; return a === act || !!a?.startsWith(act + ' '); }"
    )
    press_until(page, "Tab", lambda: page.evaluate(wanted, act))
    page.keyboard.press("Enter")
    settle(page)


def test_a_learner_plays_a_turn_by_keyboard_alone(visit: Any, war: Any) -> None:
    """The same turn without a mouse, to its end: letters jump on the map, Enter chooses, Tab and Enter press the buttons."""
    page, record = visit(war, size=WIDE, motion=True)
    to_area(page, "jharkor_sequa", "s")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => document.querySelector('[data-region=coach]').innerText.toLowerCase().includes('yishana is ready')"
    )
    to_area(page, "dharijor_sequaloris", "s")
    page.keyboard.press("Enter")
    settle(page)
    to_button(page, "halt")
    # its button is gone: the keyboard goes on from the coach, not from the top of the page
    assert page.evaluate("() => document.activeElement.matches('.coach')")
    to_button(page, "end")

    def ready(page: Any = page) -> None:
        if page.query_selector("[data-modal] [data-do=ready]"):
            page.wait_for_timeout(DEAD)
            page.keyboard.press("Enter")
            settle(page)
            page.wait_for_timeout(DEAD)

    for _ in range(3):
        ready()
        if page.query_selector("[data-act=done]"):
            to_button(page, "done")
    ready()
    to_button(page, "ready")
    ready()
    to_button(page, "ready")
    page.wait_for_selector(".battlecard .die", timeout=PATIENCE)

    def enter(selector: str) -> None:
        press_until(page, "Tab", lambda: page.evaluate("(it) => !!document.activeElement?.matches(it)", selector))
        page.keyboard.press("Enter")
        settle(page)

    finish_turn(page, enter, ready)
    assert "The Theocrat" in page.inner_text("[data-region=masthead] p")
    assert record.errors == []


def test_voices_and_names(visit: Any, war: Any) -> None:
    """A screen reader hears what happened, and every area says who stands there and what choosing it costs."""
    page, _ = visit(war)
    assert "Yishana" in page.get_attribute("path.prov-jharkor_sequa", "aria-label")
    click_area(page, "jharkor_sequa")
    page.wait_for_function(
        "() => document.querySelector('[data-region=coach]').innerText.toLowerCase().includes('yishana is ready')"
    )
    assert "can be attacked, costs 1" in page.get_attribute("path.prov-dharijor_sequaloris", "aria-label")
    click_area(page, "dharijor_sequaloris")
    page.wait_for_function("() => document.querySelector('.er-voice').innerText.includes('Sequaloris')")


def test_on_a_phone(visit: Any, war: Any) -> None:
    """At 390x844 nothing runs over the side, the map stays in sight and the action bar at hand."""
    page, record = visit(war, size=PHONE)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE[0]
    click_area(page, "jharkor_sequa")
    page.wait_for_selector("[data-act=halt]", timeout=PATIENCE)
    box = page.locator("[data-act=halt]").bounding_box()
    assert box["y"] + box["height"] <= PHONE[1]
    picture(page, "play-390-stack")
    assert record.errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_first_page(visit: Any, served: Any, scheme: str) -> None:
    """The page as a new visitor meets it: a game set, doors, a coach, and nothing from outside."""
    page, record = visit(served, scheme=scheme)
    assert "Young Kingdoms" in page.inner_text("[data-region=welcome]")
    press(page, "[data-value=together]")
    assert page.query_selector("[data-region=welcome]") is None
    picture(page, f"first-1440-{scheme}")
    printed = page.evaluate("""() => {
      const { x, y, width } = document.querySelector('.elric-map').getBoundingClientRect();
      return document.elementFromPoint(x + width / 4, y + 6).matches('path.prov');
    }""")
    assert not printed, "no area reaches over the frame that is printed around the map"
    assert record.outside == []
    assert record.errors == []


# ---- the coach in the browser ---------------------------------------------------------------------------------------


def where(page: Any, unit: str) -> tuple[float, float]:
    box = page.locator(f".er-piece[data-unit={unit}]").bounding_box()
    return round(box["x"]), round(box["y"])


def test_show_me_moves_the_counters_and_puts_them_back(visit: Any, war: Any) -> None:
    """An example runs by itself on the map, says each step, can be paused and stopped by key; then all is as it was."""
    page, record = visit(war, motion=True)
    before = where(page, "ohada")
    page.keyboard.press("x")
    page.wait_for_selector(".example li:nth-child(2)", timeout=3 * PATIENCE)
    page.keyboard.press("p")
    page.wait_for_selector("[data-region=example]:has-text('paused')", timeout=PATIENCE)
    settle(page)
    assert where(page, "ohada") != before
    assert re.search(r"Example, step [2-9]", page.inner_text(".er-voice"))  # on a busy machine it is further on
    assert page.is_visible(".example-flag")
    picture(page, "play-1440-example")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-region=coach]", timeout=PATIENCE)
    settle(page)
    assert where(page, "ohada") == before
    assert record.errors == []


@pytest.mark.parametrize("how", ["mouse", "keyboard", "button"])
def test_what_is_this(visit: Any, war: Any, how: str) -> None:
    """A counter under the mouse and ?, an area with the focus and ?, or the ? button and a click: a card beside it, which
    Escape closes, and nothing is played."""
    page, record = visit(war)
    if how == "mouse":
        page.hover(".er-piece[data-unit=yishana]")
        page.keyboard.press("?")
    elif how == "keyboard":
        to_area(page, "jharkor_sequa", "s")
        page.keyboard.press("?")
    else:
        page.click("[data-ask]")
        page.click(".masthead h1")  # nothing is written about the title: it says so, and asks on
        assert "nothing to tell" in page.inner_text(".er-tip")
        page.click(".er-piece[data-unit=yishana]")
    page.wait_for_selector(".about", timeout=PATIENCE)
    assert page.locator(".er-tip").is_hidden()
    card = page.locator(".about")
    assert "Yishana" in card.inner_text()
    box = card.bounding_box()
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= WIDE[0]
    assert box["y"] + box["height"] <= WIDE[1]
    assert page.evaluate("() => document.activeElement.classList.contains('about')")
    picture(page, f"play-1440-what-{how}")
    page.keyboard.press("Escape")
    page.wait_for_selector(".about", state="detached", timeout=PATIENCE)
    if how == "keyboard":
        assert focused_area(page) == "jharkor_sequa"
    assert "Move your stacks" in coach(page)
    assert record.errors == []


def test_what_is_this_by_a_long_press(visit: Any, war: Any) -> None:
    """On a phone a finger that rests on a counter opens its card at the foot of the screen, and takes nothing up."""
    page, record = visit(war, size=PHONE)
    box = page.locator(".er-piece[data-unit=yishana]").bounding_box()
    finger = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": finger})
    page.wait_for_selector(".about", timeout=PATIENCE)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    settle(page)
    sheet = page.locator(".about").bounding_box()
    assert sheet["width"] == PHONE[0]
    assert round(sheet["y"] + sheet["height"]) == PHONE[1]
    picture(page, "play-390-what")
    press(page, ".about [data-do=close]")
    assert "Move your stacks" in coach(page)
    assert record.errors == []


def test_short_words_need_no_message(visit: Any, war: Any) -> None:
    """The mouse on an underlined word shows what it means without asking anybody; a click opens the card with its clause."""
    page, record = visit(war)
    mark = record.mark()
    page.hover(".coach .term")
    page.wait_for_selector(".er-tip:not([hidden])", timeout=PATIENCE)
    assert len(page.inner_text(".er-tip")) > 20
    assert record.since(mark) == ([], [])
    page.click(".coach .term")
    page.wait_for_selector(".about .chip", timeout=PATIENCE)
    page.click(".about .chip")
    page.wait_for_selector(".about:has-text('clause')", timeout=PATIENCE)
    press(page, ".about [data-do=rules]")
    assert "rule book" in page.inner_text("[data-region=rulebook-head]").lower()


def test_why_not_from_the_list(visit: Any, war: Any) -> None:
    """The list of what cannot be done opens by key; a line of it is answered, and the map shows where."""
    page, _ = visit(war)
    page.keyboard.press("w")
    page.wait_for_selector(".doubts button", timeout=PATIENCE)
    press(page, ".doubts li:first-child button")
    assert "6.21" in page.inner_text(".refusal")
    assert page.query_selector("path.prov.is-forbids")
    picture(page, "play-1440-whynot")


def test_letters_press_buttons_unless_the_keyboard_walks_the_map(visit: Any, war: Any) -> None:
    """After a click by mouse “u” takes back; walking the map by arrows, a letter jumps to a place. Either click stays light."""
    page, record = visit(war, size=WIDE)
    _, before = record.mark()
    click_area(page, "jharkor_sequa")
    page.wait_for_function(
        "() => document.querySelector('[data-region=coach]').innerText.toLowerCase().includes('yishana is ready')"
    )
    assert 0 < sum(size for _, size, _ in record.received[before:]) < 10_000
    page.keyboard.press("u")
    page.wait_for_function(
        "() => document.querySelector('[data-region=coach]').innerText.toLowerCase().includes('move your stacks')"
    )
    page.keyboard.press("ArrowUp")
    page.wait_for_function("() => document.activeElement?.dataset?.area")
    page.keyboard.press("u")
    assert focused_area(page) in ("unholy_fortress", "purple_utkel")


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_bar_on_top_keeps_its_height(visit: Any, war: Any, size: tuple[int, int]) -> None:
    """Whoever decides, the bar on top is as high as before, and nothing in it is cut off on a wide page."""
    page, _ = visit(war, size=size)
    bar = "[data-region=masthead]"
    before = page.locator(bar).bounding_box()["height"]
    if size == WIDE:
        assert before < 48
    page.evaluate(
        "() => document.querySelector('[data-region=masthead] p').lastElementChild.after(' decides for himself')"
    )
    assert page.locator(bar).bounding_box()["height"] == before


def test_what_is_said_next_begins_below_the_bar_on_a_phone(visit: Any, served: Any) -> None:
    """Advice is done by its button again and again: each time the card begins in sight, though what stands above it comes and goes."""
    page, record = visit(served, "", size=PHONE)
    page.click("[data-key=door-play]")
    page.wait_for_selector("[data-do=advised]", timeout=PATIENCE)
    for _ in range(3):
        said = page.inner_text("[data-region=coach]")
        page.click("[data-do=advised]")
        page.wait_for_function(
            "said => document.querySelector('[data-region=coach]')?.innerText !== said", arg=said, timeout=PATIENCE
        )
        settle(page)
        bar = page.locator("[data-region=seat]").bounding_box()
        assert page.locator(".coach").first.bounding_box()["y"] >= bar["y"] + bar["height"]
    assert record.errors == []


def test_a_phone_shows_where_the_stack_can_go(visit: Any, war: Any) -> None:
    """With a stack in hand the small map comes nearer: what was too small for a finger can be touched. What the coach says of it is in
    sight, though the list that was pressed stood below."""
    page, _ = visit(war, size=PHONE, motion=True)

    def width() -> float:
        settle(page)
        return float(page.locator("path.prov-dharijor_sequaloris").bounding_box()["width"])

    press(page, "[data-key=go-jharkor_sequa]")
    page.wait_for_selector("[data-act=halt]", timeout=PATIENCE)
    near = width()
    words = page.locator("[data-region=coach]").bounding_box()["y"]
    assert page.locator(".elric-map").bounding_box()["height"] < words < PHONE[1], (
        "what is said of it begins below the map"
    )
    page.click(".er-whole")
    assert near > 1.3 * width()


# The keyboard on a place that no line is about.
_ELSEWHERE = """() => {
  const told = [...document.querySelectorAll(".tale [data-look]")].flatMap((it) => it.dataset.look.split(" "));
  [...document.querySelectorAll("path.prov")].find((it) => !it.matches(".is-ready, .is-reach") && !told.includes(it.dataset.area)).focus();
}"""


@pytest.mark.parametrize("game", ["", "?game=dragon-pass"], ids=["elric", "dragon-pass"])
def test_the_story_and_the_map_point_at_each_other(visit: Any, served: Any, game: str) -> None:
    """A line lights its places while it is pointed at; a place that is chosen, by mouse or key, marks the lines about it."""
    page, record = visit(served, game, size=WIDE)
    press(page, "[data-value=''][data-do=go]")
    press(page, "[data-do=advised]")
    page.wait_for_selector(".tale li[data-look]", timeout=PATIENCE)
    line = page.locator(".tale li[data-look]").last
    places = line.get_attribute("data-look").split()
    sent = record.mark()
    line.hover()
    assert all("look" in marks_of(page, place) for place in places)
    page.mouse.move(700, 12)
    assert not any("look" in marks_of(page, place) for place in places)
    assert record.since(sent)[0] == []
    page.locator(f"path.prov-{places[-1]}").focus()
    page.keyboard.press("Enter")
    about = page.locator(".tale li[aria-current]")
    about.first.wait_for(timeout=PATIENCE)
    settle(page)
    found = [row.split() for row in about.evaluate_all("rows => rows.map((row) => row.dataset.look)")]
    assert found
    assert all(places[-1] in row for row in found)
    page.evaluate(_ELSEWHERE)
    page.keyboard.press("Enter")
    about.first.wait_for(state="detached", timeout=PATIENCE)
    assert record.errors == []
