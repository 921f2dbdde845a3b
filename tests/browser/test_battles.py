"""A battle is told in the browser: beat by beat, shown at once by one key or click, told again, still where motion is not
wanted, whole for a screen reader, and without a message to the server."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from harness import PHONE, WIDE, first_of, picture, serving, settle, wait_ready, watch

import elric
from elric.opponents.at_random import any_action

PATIENCE = 40_000


def before_dice(wanted: Callable[[Any, Any], bool]) -> tuple[str, str]:
    """A game one act before a battle of some kind, and that act."""
    for seed in range(60):
        g, rng = elric.new_game("successor", "avalon-hill", seed), Random(seed)
        while g.seat is not None:
            act, told = any_action(rng, g.legal_actions()), len(g.events)
            if g.step == "withhold" and act.verb == "ready":
                text = g.save()
                g.push(act)
                if wanted(g, g.events[told:]):
                    return text, str(act)
            else:
                g.push(act)
    raise AssertionError("no such battle in sixty games")


def plain(game: Any, events: list[dict[str, Any]]) -> bool:
    """A battle with dice, of enough beats to be told one by one, and not over with them: a page that is loaded anew shows it."""
    return any(e["kind"] == "battle" for e in events) and len(events) > 3 and game.step in ("losses", "retreat")


@pytest.fixture(scope="module")
def battle() -> tuple[str, str]:
    return before_dice(plain)


@pytest.fixture(scope="module")
def server() -> Iterator[Any]:
    with serving("--port", os.environ.get("ELRIC_BATTLE_PORT", "9060"), "--ready", "1") as running:
        yield running


def sit_down(page: Any, text: str) -> None:
    page.wait_for_selector("[data-key=more-keep]", timeout=PATIENCE)
    page.click("[data-key=more-keep]")
    page.wait_for_selector(".keep textarea[name=text]", timeout=PATIENCE)
    page.fill(".keep textarea[name=text]", text)
    page.click(".keep button[type=submit]")
    through(page, "[data-act]:visible")


def through(page: Any, wanted: str) -> None:
    """Sit down as often as that is asked, until what is wanted stands there."""
    while True:
        page.wait_for_selector(f"{wanted}, [data-modal] [data-do=ready]:visible", timeout=PATIENCE)
        page.wait_for_timeout(450)  # for a moment nothing acts on a page that has been covered or uncovered
        if not (ready := page.query_selector("[data-modal] [data-do=ready]")):
            return
        ready.click()
        page.wait_for_selector("[data-modal]", state="detached", timeout=PATIENCE)


def fight(page: Any, act: str) -> None:
    page.wait_for_selector(f"[data-act='{act}']", timeout=PATIENCE)
    page.click(f"[data-act='{act}']")
    through(page, ".battlecard .b-dice:visible")


def waiting(page: Any) -> int:
    return int(page.evaluate("() => document.querySelectorAll('.beats > li.wait').length"))


def opened(chrome: Any, server: Any, size: tuple[int, int], **more: Any) -> tuple[Any, Any]:
    phone = size[0] < 600
    context = chrome.new_context(
        viewport={"width": size[0], "height": size[1]}, has_touch=phone, is_mobile=phone, **more
    )
    page = context.new_page()
    record = watch(page, server.address)
    page.goto(server.address, wait_until="commit")
    wait_ready(page)
    return page, record


@pytest.mark.parametrize("size", first_of(WIDE, PHONE), ids=["desk", "phone"])
def test_a_battle_is_told_beat_by_beat(
    chrome: Any, server: Any, battle: tuple[str, str], size: tuple[int, int]
) -> None:
    """The rest waits, and can be read all the same; a key or a click shows all; it can be told again; nothing is sent."""
    page, record = opened(chrome, server, size)
    sit_down(page, battle[0])
    fight(page, battle[1])
    page.wait_for_function("() => document.querySelector('.is-telling .beats > li:not(.wait)')", timeout=PATIENCE)
    assert waiting(page) > 0
    picture(page, f"battle-told-{size[0]}")
    # what waits is hidden to the eye alone
    hidden = page.evaluate("() => getComputedStyle(document.querySelector('.beats > li.wait')).display")
    assert hidden != "none"
    # nor does the story tell how it ends before the dice do
    told = "rows => rows.map((row) => getComputedStyle(row).display)"
    assert set(page.eval_on_selector_all(".tale .fight", told)) == {"none"}
    dim = float(page.evaluate("() => getComputedStyle(document.querySelector('[data-region=coach]')).opacity"))
    assert dim < 1
    mark = record.mark()
    if size == WIDE:
        page.keyboard.press("k")
    else:
        page.tap(".battlecard h3")
    settle(page)
    assert waiting(page) == 0
    assert set(page.eval_on_selector_all(".tale .fight", told)) == {"list-item"}
    settle(page)
    assert float(page.evaluate("() => getComputedStyle(document.querySelector('[data-region=coach]')).opacity")) == 1
    page.click("[data-told-do=again]")
    assert waiting(page) > 0
    page.wait_for_function("() => document.querySelectorAll('.beats > li.wait').length === 0", timeout=40_000)
    assert record.since(mark) == ([], [])
    assert record.errors == []
    page.context.close()


def test_a_battle_is_still_where_motion_is_not_wanted(chrome: Any, server: Any, battle: tuple[str, str]) -> None:
    """All of it stands there at once; nothing moves, and nothing offers to."""
    page, record = opened(chrome, server, WIDE, reduced_motion="reduce")
    sit_down(page, battle[0])
    fight(page, battle[1])
    assert waiting(page) == 0
    assert not page.query_selector(".is-telling")
    assert not page.is_visible("[data-told-do=again]")
    assert (
        page.evaluate("() => document.getAnimations().filter((a) => a.animationName?.startsWith('told')).length") == 0
    )
    assert record.errors == []
    page.context.close()


def test_a_battle_is_said_once_and_listed(chrome: Any, server: Any, battle: tuple[str, str]) -> None:
    """The live region has the result in its one message; the card is an ordered list with every beat in words."""
    page, _ = opened(chrome, server, WIDE)
    sit_down(page, battle[0])
    fight(page, battle[1])
    texts = page.eval_on_selector_all(".beats > li", "rows => rows.map((row) => row.textContent.trim())")
    assert page.evaluate("() => document.querySelector('.beats').localName") == "ol"
    assert all(texts)
    assert any("win" in text for text in texts)
    said = page.inner_text(".er-voice")
    page.wait_for_timeout(2500)
    assert page.inner_text(".er-voice") == said
    page.context.close()


def test_an_old_battle_is_not_told_again_after_a_reload(chrome: Any, server: Any, battle: tuple[str, str]) -> None:
    page, _ = opened(chrome, server, WIDE)
    sit_down(page, battle[0])
    fight(page, battle[1])
    assert page.query_selector(".is-telling")
    page.reload(wait_until="commit")
    wait_ready(page)
    through(page, ".battlecard .b-dice:visible")
    assert waiting(page) == 0
    assert not page.query_selector(".is-telling")
    page.context.close()
