"""Every room held against axe's rules (WCAG 2.2 A and AA, and good practice): no finding of any kind, by day and by night, at both sizes."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from harness import PHONE, WIDE, settle, wait_ready

from elric import games

_RULES = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
_COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
_ZOOMED = (WIDE[0] // 2, WIDE[1] // 2)
"""A desk at 200 %: half as many pixels for the page."""

# What sticks out to the side, and words that are cut off: not what is hidden from the eye on purpose, nor the map.
_CUT = """() => {
  const cut = [], wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide + 1) cut.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const scrolls = (it) => it && it !== document.body && (/auto|scroll/.test(getComputedStyle(it).overflowX) || scrolls(it.parentElement));
  for (const it of document.querySelectorAll(".er-slot *")) {
    const box = it.getBoundingClientRect(), words = it.innerText?.trim();
    if (!words || !it.checkVisibility() || box.width < 8 || it.closest(".unseen, .ribbon, .leaflet-container, svg")) continue;
    const hides = /hidden|clip/.test(getComputedStyle(it).overflowX);
    if (hides && it.scrollWidth > it.clientWidth + 1) cut.push(`cut: ${it.className} ${words.slice(0, 60)}`);
    if ((box.right > wide + 1 || box.left < -1) && !scrolls(it.parentElement)) cut.push(`out: ${it.className} ${words.slice(0, 60)}`);
  }
  return cut;
}"""
_LOOKS = [(WIDE, "light"), (WIDE, "dark"), (PHONE, "light"), (PHONE, "dark")]

looks = pytest.mark.parametrize(("size", "scheme"), _LOOKS, ids=[f"{s[0]}-{c}" for s, c in _LOOKS])


def findings(page: Any, where: str, rules: Any = _RULES) -> list[str]:
    """What axe finds, of whatever weight: the rule, and the first elements that break it."""
    settle(page)  # colours fade in
    found = Axe().run(page, options=rules).response["violations"]
    return [
        f"{where}: {rule['id']} ({rule['help']}): {node['html'][:160]} {node['failureSummary'][:300]}"
        for rule in found
        for node in rule["nodes"][:3]
        if not cut_off(page, rule, node)
    ]


def cut_off(page: Any, rule: Any, node: Any) -> bool:
    """Whether a button is too small, or too near to others, only because it is half scrolled out of sight."""
    if rule["id"] != "target-size":
        return False
    page.locator(node["target"][0]).evaluate("it => it.scrollIntoView({ block: 'center' })")
    again = Axe().run(page, context=node["target"], options={"runOnly": [rule["id"]]})
    return not again.response["violations"]


def press(page: Any, name: str, value: str = "") -> None:
    """Press a control by what it does, wherever on the page it stands."""
    sought = f'[data-do="{name}"]' + (f'[data-value="{value}"]' if value else "")
    page.locator(sought).first.evaluate("it => it.click()", timeout=40_000)
    settle(page)


def choose(page: Any, area: str) -> None:
    page.locator(f"path.prov-{area}").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f"path.prov-{area}.is-sel", timeout=40_000)


@looks
def test_the_table_has_nothing_that_bars_the_way(visit: Any, served: Any, size: Any, scheme: str) -> None:
    page, _ = visit(served, size=size, scheme=scheme)
    found = findings(page, "opening")
    choose(page, "oin")
    page.evaluate("() => document.querySelectorAll('.er-slot-side details').forEach((it) => { it.open = true; })")
    found += findings(page, "an area")
    press(page, "more", "words")
    press(page, "sure")
    page.evaluate("() => document.querySelectorAll('.twin details').forEach((it) => { it.open = true; })")
    found += findings(page, "the board in words")
    press(page, "more", "keep")
    found += findings(page, "save or load")
    press(page, "new")
    found += findings(page, "a new game")
    assert not found, "\n".join(found)


@looks
def test_the_other_rooms_have_nothing_that_bars_the_way(visit: Any, served: Any, size: Any, scheme: str) -> None:
    page, _ = visit(served, size=size, scheme=scheme)
    found: list[str] = []
    for door, then in (("learn", "lessons"), ("practice", ""), ("rules", ""), ("whatif", "")):
        press(page, door)
        found += findings(page, door)
        if then:
            press(page, then)
            found += findings(page, then)
        if door != "whatif":
            press(page, "leave")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("size", "scheme"), [(PHONE, "dark"), *(pytest.param(*look, marks=pytest.mark.siege) for look in _LOOKS[:3])]
)
def test_the_second_game_has_nothing_that_bars_the_way(visit: Any, served: Any, size: Any, scheme: str) -> None:
    """The table, a stack taken up, the lab with a battle, a lesson and the list of them, the rules."""
    page, _ = visit(served, "?game=dragon-pass", size=size, scheme=scheme)
    press(page, "go", "together")
    found = findings(page, "dragon pass")
    page.locator("path.prov.is-ready").first.evaluate("it => it.focus()")
    page.keyboard.press("Enter")
    page.wait_for_selector("path.prov.is-reach", state="attached", timeout=40_000)
    page.set_viewport_size({"width": size[0], "height": 3000})  # tall: nothing half below the map or the action bar
    found += findings(page, "a march")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    press(page, "whatif")
    page.wait_for_selector("[data-region=lab-head]", timeout=40_000)
    if page.locator("[data-key=lab-pick-0]").count():
        press(page, "lab-pick", "0")
    found += findings(page, "its lab")
    press(page, "lab-close")
    press(page, "learn")
    found += findings(page, "its lesson")
    press(page, "lessons")
    found += findings(page, "its lessons")
    press(page, "leave")
    press(page, "rules")
    found += findings(page, "its rules")
    assert not found, "\n".join(found)


@pytest.mark.siege
@pytest.mark.parametrize("game", list(games.GAMES))
@looks
def test_the_rooms_of_every_game_have_nothing_that_bars_the_way(
    visit: Any, served: Any, game: str, size: Any, scheme: str
) -> None:
    """First page, a turn with the board in words and its saves, a lesson, practice, rules, what-if, sandbox and puzzles."""
    page, record = visit(served, f"?game={game}", size=size, scheme=scheme)
    found = findings(page, "first page")
    for door in [
        name
        for name in ("learn", "practice", "rules", "whatif", "sandbox", "puzzles")
        if name in games.table(game).doors
    ]:
        press(page, door)
        found += findings(page, door)
        page.goto(f"{served.address}?game={game}", wait_until="commit")
        wait_ready(page)
    press(page, "go", "together")
    for part in ("words", "keep"):
        press(page, "more", part)
        found += findings(page, part)
    press(page, "new")
    found += findings(page, "a new game")
    assert not found, "\n".join(found)
    assert record.errors == []


def at_twice_the_size(page: Any, where: str) -> list[str]:
    """What is cut off or sticks out when a desk is seen at 200 %."""
    page.set_viewport_size({"width": _ZOOMED[0], "height": _ZOOMED[1]})
    settle(page)
    found = [f"{where} at 200 %: {what}" for what in page.evaluate(_CUT)]
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    settle(page)
    return found


@pytest.mark.parametrize(
    ("size", "every"),
    [
        pytest.param(WIDE, False, id="some"),
        pytest.param(WIDE, True, id="wide", marks=pytest.mark.siege),
        pytest.param(PHONE, True, id="phone", marks=pytest.mark.siege),
    ],
)
def test_what_came_last_has_nothing_that_bars_the_way_and_can_be_seen_at_twice_the_size(
    visit: Any, served: Any, size: Any, every: bool
) -> None:
    """A turn, the links to share, the games kept, the sandbox with its tabs and branches, a replay with its parts, the form
    with its computers and a game that they play; every one of them, or one of a kind."""
    page, record = visit(served, size=size, scheme="light")
    found: list[str] = []

    def look(where: str) -> None:
        found.extend(findings(page, where))
        page.emulate_media(color_scheme="dark")
        found.extend(findings(page, f"{where} by night", _COLOURS))
        page.emulate_media(color_scheme="light")
        if size == WIDE:
            found.extend(at_twice_the_size(page, where))

    def keys(start: str) -> list[str]:
        there: list[str] = page.evaluate(
            "start => [...document.querySelectorAll(`[data-key^='${start}']`)].map(it => it.dataset.key)", start
        )
        assert len(there) > 3
        return there if every else there[-1:]

    def turn(key: str) -> None:
        page.locator(f"[data-key='{key}']").first.evaluate("it => it.click()", timeout=40_000)
        settle(page)

    press(page, "go", "together")
    press(page, "more", "share")
    look("a turn, and share")
    if every:
        press(page, "games")
        look("your games")
        press(page, "leave")
    turn("bend")
    page.wait_for_selector("[data-region=sand-status]", timeout=40_000)
    for tab in keys("sand-tab-"):
        turn(tab)
        look(tab)
    turn("sand-fork:")
    page.keyboard.press("Enter")
    settle(page)
    turn("sand-compare-0")
    look("compared")
    page.goto(served.address, wait_until="commit")
    wait_ready(page)
    press(page, "go", "together")
    press(page, "replay")
    page.wait_for_selector(".rp-bar", timeout=40_000)
    for part in keys("replay-part-"):
        turn(part)
        look(part)
    press(page, "leave")
    press(page, "new")
    page.select_option("select[name=seat-0]", "captain")
    page.select_option("select[name=seat-1]", "novice")
    if every:
        look("a new game")
    page.locator(".newgame [type=submit]").evaluate("it => it.click()")
    page.wait_for_selector("[data-region=computer] .said li", timeout=40_000)
    turn("pace-step")
    look("computers play")
    assert not found, "\n".join(found)
    assert record.errors == []


@looks
def test_a_board_to_look_at_has_nothing_that_bars_the_way(visit: Any, table: Any, size: Any, scheme: str) -> None:
    page, _ = visit(table, size=size, scheme=scheme)
    choose(page, "oin")
    assert findings(page, "board") == []
