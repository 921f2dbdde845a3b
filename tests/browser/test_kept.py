"""Games that are kept, in a real browser: reload, two devices, a killed kernel, a full store, the list."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from harness import PHONE, first_of, picture, serving, settle, wait_ready, without_luck

from elric.young_kingdoms.components import spells
from elric.young_kingdoms.game import Game

PATIENCE = 40_000
WAITING = "[data-region=waiting]"
DECIDES = "[data-act]:not([aria-disabled])"


def kept(served: Any) -> dict[str, str]:
    """What the store of a server holds, by game."""
    base = sqlite3.connect(served.saves / "saves.sqlite")
    try:
        return dict(base.execute("SELECT page, text FROM saves WHERE slot = 'game'").fetchall())
    finally:
        base.close()


def address(page: Any) -> str:
    page.wait_for_function("() => location.search.includes('g=')", timeout=PATIENCE)
    return str(page.url).partition("?g=")[2].partition("&")[0]


def press(page: Any, selector: str) -> None:
    page.wait_for_selector(selector, timeout=PATIENCE)
    page.click(selector)
    settle(page)


def save_text(page: Any) -> str:
    sit_down(page)  # a game that was opened asks who sits down
    press(page, "[data-do=more][data-value=keep]")
    found = page.input_value("[data-key=save-text]", timeout=PATIENCE)
    press(page, "[data-do=more][data-value=keep]")
    return str(found)


def sit_down(page: Any) -> None:
    """Past a cover, where one stands or is about to: nothing acts for a moment before and after it."""
    settle(page)
    if not page.query_selector("[data-cover]"):
        return
    page.wait_for_function(  # a press in the first moment is not taken: press again
        """() => {
            const cover = document.querySelector("[data-cover] [data-do=ready]");
            cover?.click();
            return !cover;
        }""",
        polling=700,
        timeout=PATIENCE,
    )
    page.wait_for_timeout(500)


def act(page: Any) -> None:
    """Do whatever is offered first, and sit down where a cover asks for it."""
    sit_down(page)
    press(page, DECIDES)
    sit_down(page)


def lines(text: str) -> int:
    return text.count("\n")


def test_a_game_is_there_from_its_first_moment_and_stays(visit: Any, served: Any) -> None:
    """Nothing done, reloaded: the same game. A new one goes elsewhere; the list leads back."""
    page, record = visit(served)
    press(page, "[data-value=together]")
    first, old = address(page), save_text(page)
    assert len(first) == 32, "128 bits"
    assert without_luck(kept(served)[first]) == without_luck(old)
    assert "seed: b2-" in old
    page.reload(wait_until="commit")
    wait_ready(page)
    press(page, "[data-value=together]")
    assert without_luck(save_text(page)) == without_luck(old)
    act(page)
    played = kept(served)[first]
    press(page, "[data-do=new]")
    press(page, ".newgame [type=submit]")
    page.wait_for_function("old => !location.search.includes(old)", arg=first, timeout=PATIENCE)
    second = address(page)
    assert kept(served)[first] == played
    assert second in kept(served)
    press(page, "[data-do=games]")
    press(page, f"[data-key=game-{first}]")
    page.wait_for_function("old => location.search.includes(old)", arg=first, timeout=PATIENCE)
    page.wait_for_selector("[data-cover]", timeout=PATIENCE)
    assert without_luck(save_text(page)) == without_luck(played)
    assert record.errors == []


def test_two_devices_on_one_game_see_each_others_acts_at_once(visit: Any, served: Any) -> None:
    one, record = visit(served)
    press(one, "[data-value=together]")
    act(one)
    here = address(one)
    two, _ = visit(served, f"?g={here}")
    for _ in range(2):
        act(two)
        told = two.inner_text("[data-region=log]")
        one.wait_for_function(
            "told => document.querySelector('[data-region=log]').innerText === told", arg=told, timeout=PATIENCE
        )
    act(one)
    assert without_luck(save_text(one)) == without_luck(kept(served)[here])
    assert record.errors == []


def share(page: Any, seat: str) -> str:
    """Make a link for a seat ("" for watching) and read it as the panel shows it."""
    press(page, "[data-do=more][data-value=share]")
    press(page, f"[data-do=share][data-value='{seat}']")
    page.wait_for_selector(".links textarea", timeout=PATIENCE)
    link = page.eval_on_selector_all(".links textarea", "them => them.at(-1).value")
    press(page, "[data-do=more][data-value=share]")
    return "?" + str(link).partition("?")[2]  # the panel shows the whole address


def who_decides(one: Any, two: Any) -> tuple[Any, Any]:
    """The page that decides and the one that waits, as soon as both show the same moment."""
    for _ in range(PATIENCE // 100):
        waits = [page.query_selector(WAITING) is not None for page in (one, two)]
        if waits in ([True, False], [False, True]):
            told = [page.inner_text("[data-region=log]") for page in (one, two)]
            if told[0] == told[1]:
                return (two, one) if waits[0] else (one, two)
        one.wait_for_timeout(100)
    raise AssertionError("the two pages do not agree on who decides")


def play_apart(one: Any, two: Any, acts: int) -> int:
    """Play on, at whichever page decides; the other is to show it. Returns how often the turn changed hands."""
    changes, last = 0, None
    for _ in range(acts):
        page, other = who_decides(one, two)
        changes += last is not None and page is not last
        last = page
        assert other.query_selector(DECIDES) is None
        assert page.query_selector("[data-modal]") is None
        foot = "[data-region=foot] [data-act]:not([aria-disabled])"
        page.locator(foot if page.query_selector(foot) else DECIDES).first.click()
        settle(page)
    return changes


def frames(record: Any) -> str:
    """All that came to a browser, without scripts and styles and the names of keys."""
    told = "".join(text for _, _, text in record.received if "_esm" not in text)
    return told.replace("Escape</kbd>", "").replace('"Escape', "")


def hidden_names(text: str, seat: int | None) -> set[str]:
    """The names of the spells that others hold at the end and that a seat (None: a watcher) was never shown."""
    g = Game.load(text)
    known, told = str(g.view(seat)), " ".join(g.story_text(seat))
    held = "".join(str(g.view(other)["hands"]) for other in range(g.scenario.seats) if other != seat)
    pairs = zip(spells.IDS, spells.NAMES, strict=True)
    return {name for key, name in pairs if f"'{key}'" in held and f"'{key}'" not in known and name not in told}


def test_two_browsers_play_one_game_each_with_his_own_hand(visit: Any, served: Any) -> None:
    """And what one browser is sent, or a watcher's, names neither the other's address, nor the text of the game, nor a spell
    that only the other holds."""
    one, record_one = visit(served)
    press(one, "[data-value=together]")
    act(one)
    here = address(one)
    link = share(one, "1")
    assert here not in link
    two, record_two = visit(served, link)
    watcher, record_watcher = visit(served, share(one, ""))
    assert play_apart(one, two, 14) > 0
    for page in (one, two):
        press(page, "[data-do=hand]")
        press(page, "[data-do=hand]")
    watcher.wait_for_function(
        "told => document.querySelector('[data-region=log]').innerText === told",
        arg=one.inner_text("[data-region=log]"),
        timeout=PATIENCE,
    )
    for record, seat in ((record_two, 1), (record_watcher, None), (record_one, 0)):
        names = hidden_names(kept(served)[here], seat)
        assert names
        assert [name for name in names if re.search(rf"\b{name}\b", frames(record))] == [], seat
    seed = next(line for line in kept(served)[here].splitlines() if line.startswith("seed: "))[6:]
    for page in (one, two):
        press(page, "[data-do=more][data-value=keep]")
        assert "played from several pages" in page.inner_text("[data-region=more]")
        assert page.query_selector("[data-key=save-text]") is None
    heard = frames(record_two)
    assert len(heard) > 10_000
    assert here not in heard
    assert seed not in heard
    assert here not in str(two.content())
    picture(two, "kept-seat-waits")
    assert (record_one.errors, record_two.errors) == ([], [])
    press(one, "[data-do=more][data-value=share]")
    picture(one, "kept-share")
    press(one, "[data-do=revoke]")
    two.wait_for_selector("[data-region=behind]", timeout=PATIENCE)
    assert "opens nothing any more" in two.inner_text("[data-region=behind]")


@pytest.fixture
def cold() -> Iterator[Any]:
    """A server without warm kernels: each kernel belongs to a page."""
    with serving("--port", "9050", "--ready", "0") as server:
        yield server


def test_a_killed_kernel_in_mid_game_loses_nothing(visit: Any, cold: Any) -> None:
    """Every act that was shown as done is there afterwards, the sandbox's branches with their names too, and the game goes on."""
    page, _ = visit(cold)
    press(page, "[data-value=together]")
    for _ in range(4):
        act(page)
    here, told = address(page), page.inner_text("[data-region=log]")
    text = kept(cold)[here]
    press(page, "[data-key=bend]")
    press(page, "[data-key='sand-fork:']")
    page.fill("[data-key=sand-name]", "Otherwise")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-region=sand-branches] :text('Otherwise')", timeout=PATIENCE)
    for kernel in cold.kernels():
        os.kill(kernel, signal.SIGKILL)
    page.wait_for_timeout(1000)
    page.reload(wait_until="commit")
    wait_ready(page)
    page.wait_for_selector("[data-region=sand-branches] :text('Otherwise')", timeout=PATIENCE)
    assert "From a link" not in page.inner_text("[data-region=sand-branches]")
    press(page, "[data-do=leave]")
    sit_down(page)
    assert page.inner_text("[data-region=log]") == told
    act(page)
    assert lines(kept(cold)[here]) == lines(text) + 1


def test_a_store_that_is_full_holds_the_act_back_and_then_does_it(visit: Any, served: Any) -> None:
    """Another program holds the file: nothing is shown as done, the way out is there, and it goes on by itself."""
    page, record = visit(served)
    press(page, "[data-value=together]")
    act(page)
    here = address(page)
    text, pieces = kept(served)[here], page.inner_text("[data-region=log]")
    holder = sqlite3.connect(served.saves / "saves.sqlite", isolation_level=None)
    try:
        holder.execute("BEGIN IMMEDIATE")
        page.click(DECIDES)
        page.wait_for_selector("[data-region=behind]", timeout=PATIENCE)
        assert "Not done yet" in page.inner_text("[data-region=behind]")
        assert page.inner_text("[data-region=log]") == pieces
        assert page.query_selector(DECIDES) is None
        picture(page, "kept-not-done-yet")
        page.click("[data-region=behind] summary")
        with page.expect_download() as download:
            page.click("[data-key=wait-text-file]")
        assert Path(download.value.path()).read_text().startswith("elric 1")
        assert kept(served)[here] == text
    finally:
        holder.close()
    page.wait_for_selector("[data-region=behind]", state="detached", timeout=2 * PATIENCE)
    assert lines(kept(served)[here]) == lines(text) + 1
    assert record.errors == []


@pytest.mark.parametrize("size", first_of(PHONE, None))
def test_the_list_of_games(visit: Any, served: Any, size: Any) -> None:
    """Rename by keyboard, delete and bring back, take away and bring in; at a phone's width nothing sticks out."""
    page, record = visit(served, **({"size": size, "scheme": "dark"} if size else {}))
    press(page, "[data-value=together]")
    act(page)
    here = address(page)
    press(page, "[data-do=games]")
    page.wait_for_selector(".game svg.little", timeout=PATIENCE)
    page.focus(f"[data-key='rename:{here}']")
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => document.activeElement?.dataset.key === 'name-{here}'", timeout=PATIENCE)
    page.keyboard.press("Control+A")
    page.keyboard.type("The war of the two kings")
    page.keyboard.press("Enter")
    page.wait_for_function(
        f"() => document.querySelector('[data-key=game-{here}]')?.innerText === 'The war of the two kings'",
        timeout=PATIENCE,
    )
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    picture(page, f"kept-games{'-phone' if size else ''}")
    press(page, f"[data-key='delete-game:{here}']")
    page.wait_for_function("() => document.activeElement?.dataset.key?.startsWith('restore-game')", timeout=PATIENCE)
    assert page.query_selector(f"[data-key=game-{here}]") is None
    page.keyboard.press("Enter")
    page.wait_for_selector(f"[data-key=game-{here}]", timeout=PATIENCE)
    press(page, f"[data-key='export:{here}']")
    text = page.input_value(f"[data-key=export-{here}]")
    assert without_luck(text) == without_luck(kept(served)[here])
    page.set_input_files(
        "[data-key=load-file]", files=[{"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()}]
    )
    page.wait_for_function("() => document.querySelector('[data-key=load-text]').value.startsWith('elric')")
    press(page, ".bring [type=submit]")
    page.wait_for_function("old => !location.search.includes(old)", arg=here, timeout=PATIENCE)
    assert without_luck(kept(served)[address(page)]) == without_luck(text) == without_luck(kept(served)[here])
    assert record.errors == []


@pytest.mark.parametrize("invented", first_of("0" * 32, "short", "..%2F..%2Fetc%2Fpasswd"))
def test_an_invented_address_gets_a_word_and_a_game_of_its_own(visit: Any, served: Any, invented: str) -> None:
    page, record = visit(served, f"?g={invented}")
    page.wait_for_selector("[data-region=note]", timeout=PATIENCE)
    assert "no game at this address" in page.inner_text("[data-region=note]")
    page.wait_for_function("old => !location.search.includes(old)", arg=invented, timeout=PATIENCE)
    assert address(page) in kept(served)
    assert record.errors == []
