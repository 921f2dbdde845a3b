"""The replay in a real browser: through a finished game by slider, keys and at a pace; and the page that plays it with no network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from harness import PHONE, WIDE, first_of, picture, serving, settle

PATIENCE = 40_000
MOST_BYTES = 40_000
KEY = "0123456789abcdef0123456789abcdef"
READY = "body[data-ready]"


def finished(name: str = "", seed: int = 3) -> Any:
    from elric import games
    from elric.opponents.at_random import any_action

    g, rng = games.table(name).first(seed), Random(seed)
    while g.seat is not None:
        g.push(any_action(rng, g.legal_actions()))
    return g


@pytest.fixture(scope="module")
def over() -> Any:
    return finished()


@pytest.fixture(scope="module")
def shelf(over: Any) -> Iterator[Any]:
    """A server that keeps a game which is over."""
    from elric.app.store.saves import SaveStore
    from elric.widgets.rooms.kept import GAME

    with serving("--port", "9140", "--ready", "1") as server:
        SaveStore(server.saves).put(KEY, GAME, over.save(), "")
        yield server


def at(page: Any) -> int:
    return int(page.get_attribute(".rp-slide input", "value"))


def wait_for(page: Any, index: int) -> None:
    page.wait_for_function(
        "index => document.querySelector('.rp-slide input').getAttribute('value') === String(index)",
        arg=index,
        timeout=PATIENCE,
    )


def pieces(page: Any) -> str:
    """Every counter and where it stands."""
    found: str = page.evaluate(
        "() => [...document.querySelectorAll('.er-piece')].map(e => [e.dataset.label || '', e.style.left, e.style.top,"
        " e.className].join(' ')).sort().join('\\n')"
    )
    return found


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (PHONE, "dark"), (WIDE, "dark"), (PHONE, "light")])
def test_a_finished_game_is_gone_through_again(shelf: Any, visit: Any, size: Any, scheme: str) -> None:
    """From the end leaf: steps by keys, the slider, a jump to a battle, played forwards and backwards, Back to the table."""
    page, record = visit(shelf, f"?g={KEY}", size=size, scheme=scheme)
    page.click(".finale [data-do=replay]", timeout=PATIENCE)
    page.wait_for_selector(".rp-bar", timeout=PATIENCE)
    assert at(page) == 0
    page.wait_for_function("() => location.search.includes('replay=')", timeout=PATIENCE)
    page.keyboard.press("ArrowRight")
    wait_for(page, 1)
    page.keyboard.press("ArrowLeft")
    wait_for(page, 0)
    begun = pieces(page)
    # as a hand does it: many positions on the way, and the last one counts
    page.focus(".rp-slide input")
    page.keyboard.press("End")
    last = int(page.get_attribute(".rp-slide input", "max"))
    wait_for(page, last)
    assert pieces(page) != begun
    page.click("[data-value=battles]")
    page.click(".rp-fights [data-key^=rp-fight] >> nth=3", timeout=PATIENCE)
    page.wait_for_selector(".rp-now .rp-odds", timeout=PATIENCE)
    settle(page)
    picture(page, f"replay-battles-{size[0]}-{scheme}")
    page.click("[data-value=luck]")
    page.wait_for_selector(".rp-luck", timeout=PATIENCE)
    settle(page)
    picture(page, f"replay-luck-{size[0]}-{scheme}")
    page.click("[data-value=find]")
    page.select_option(".rp-find select", index=2)
    page.wait_for_selector(".rp-found", timeout=PATIENCE)
    settle(page)
    picture(page, f"replay-find-{size[0]}-{scheme}")
    page.click("[data-value=story]")
    page.click("[data-do=replay-open]")
    page.wait_for_selector(".rp-held", timeout=PATIENCE)
    settle(page)
    picture(page, f"replay-story-{size[0]}-{scheme}")
    here = at(page)
    page.select_option(".rp-pace select", "run")
    page.click("[data-do=replay-play][data-value='1']")
    page.wait_for_function(
        f"() => +document.querySelector('.rp-slide input').getAttribute('value') > {here + 2}", timeout=PATIENCE
    )
    page.click("[data-do=replay-play][data-value='-1']")
    far = at(page)
    page.wait_for_function(
        f"() => +document.querySelector('.rp-slide input').getAttribute('value') < {far}", timeout=PATIENCE
    )
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert not record.errors
    page.click("[data-do=leave]")
    page.wait_for_selector(".finale", timeout=PATIENCE)


def test_a_moment_has_an_address(shelf: Any, visit: Any) -> None:
    page, _ = visit(shelf, f"?g={KEY}&replay=100")
    page.wait_for_selector(".rp-bar", timeout=PATIENCE)
    there = at(page)
    assert there > 20
    page.keyboard.press("ArrowRight")
    wait_for(page, there + 1)
    page.reload()
    page.wait_for_selector(".rp-bar", timeout=PATIENCE)
    wait_for(page, there + 1)


@pytest.mark.siege
def test_a_step_is_one_small_message(shelf: Any, visit: Any) -> None:
    """From a key to the next moment on the map: one message to the server, and little that comes back."""
    page, record = visit(shelf, f"?g={KEY}&replay=60")
    page.wait_for_selector(".rp-bar", timeout=PATIENCE)
    for _ in range(12):
        here, mark = at(page), record.mark()
        page.keyboard.press("ArrowRight")
        wait_for(page, here + 1)
        sent, received = record.since(mark)
        assert len(sent) == 1
        assert sum(map(len, received)) < MOST_BYTES


def test_the_page_is_taken_away_from_the_room(shelf: Any, visit: Any, chrome: Any, tmp_path: Path) -> None:
    page, _ = visit(shelf, f"?g={KEY}&replay=0")
    page.wait_for_selector(".rp-bar", timeout=PATIENCE)
    page.click("[data-value=keep]")
    page.click("[data-do=replay-make][data-value=page]")
    page.wait_for_selector("[data-key=made-page-file]", timeout=PATIENCE)
    settle(page)
    picture(page, "replay-keep")
    with page.expect_download() as waiting:
        page.click("[data-key=made-page-file]")
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert file.suffix == ".html"
    play_again(chrome, file, WIDE, "light", "taken")


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (PHONE, "dark"), (WIDE, "dark"), (PHONE, "light")])
@pytest.mark.parametrize("name", first_of("", "tests.toy"))
def test_the_page_plays_with_no_network(
    chrome: Any, over: Any, tmp_path: Path, size: Any, scheme: str, name: str
) -> None:
    from elric import games
    from elric.widgets.rooms import replay_file
    from elric.widgets.rooms.replay_reel import Reel

    g = finished(name) if name else over
    file = tmp_path / "replay.html"
    file.write_text(replay_file.page(Reel(g, games.table(name), everything=True)), encoding="utf-8")
    assert file.stat().st_size < 1_500_000
    play_again(chrome, file, size, scheme, f"{name.rpartition('.')[2] or 'elric'}")


def play_again(chrome: Any, file: Path, size: tuple[int, int], scheme: str, name: str) -> None:
    """Open the file with the network off, and go through it by keys, the slider, a line of the story, and at a pace."""
    context = chrome.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, offline=True)
    try:
        page = context.new_page()
        asked: list[str] = []
        errors: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda line: errors.append(line.text) if line.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(file.as_uri())
        page.wait_for_selector(READY, timeout=PATIENCE)
        moment = lambda: int(page.get_attribute("body", "data-moment"))  # noqa: E731
        last = int(page.get_attribute("input[type=range]", "max"))
        start = pieces(page)
        page.keyboard.press("End")
        assert moment() == last
        assert pieces(page) != start
        page.keyboard.press("ArrowLeft")
        assert moment() == last - 1
        page.keyboard.press("Home")
        assert (moment(), pieces(page)) == (0, start)
        # forwards step by step and by a jump: the same position
        middle = last * 2 // 3
        for _ in range(min(30, middle)):
            page.keyboard.press("ArrowRight")
        by_steps = (moment(), pieces(page))
        page.fill("input[type=range]", str(last))
        assert moment() == last
        page.fill("input[type=range]", str(by_steps[0]))
        assert (moment(), pieces(page)) == by_steps
        page.fill("input[type=range]", str(middle))
        settle(page)
        picture(page, f"replay-file-{name}-{size[0]}-{scheme}")
        # no light falls on the frame that is printed over the ends of the areas
        assert page.locator("#areas").evaluate("it => getComputedStyle(it).clipPath").startswith("inset(")
        # of what is told nothing the story has no line, but for the moment that is shown
        seen = "() => [...document.querySelectorAll('.rp-log > .untold')].filter((row) => row.checkVisibility()).length"
        assert page.evaluate(seen) <= 1
        told = page.locator(".rp-log > li:not(.untold) > [data-do=replay-at]")
        line = told.nth(told.count() // 2)
        line.click()
        there = moment()
        assert there == int(line.get_attribute("data-value"))
        page.select_option(".rp-pace select", "run")
        page.click("[data-do=replay-play][data-value='-1']")
        page.wait_for_function(f"() => +document.body.dataset.moment < {there}", timeout=PATIENCE)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        within = (
            "() => [...document.querySelectorAll('.rp-turns li')].every((turn) => turn.scrollWidth <= turn.clientWidth)"
        )
        assert page.evaluate(within)
        page.keyboard.press("Tab")
        assert page.evaluate("() => document.activeElement !== document.body")
        assert [url for url in asked if not url.startswith(("file:", "blob:", "data:"))] == []
        assert errors == []
    finally:
        context.close()
