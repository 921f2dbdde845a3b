"""Fixtures: `served` (the real page), `table` (a board with a fixed position), `chrome`, and `visit` to open pages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Error as PlaywrightError

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "chrome" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        if is_another_look(item.path, getattr(getattr(item, "callspec", None), "params", {})):
            item.add_marker(pytest.mark.siege)


WIDE_ALONE = {"test_cards", "test_computer", "test_replay"}
PHONE_ALONE = {"test_access", "test_sorcerer"}


def is_another_look(path: Path, params: dict[str, Any]) -> bool:
    """`make test` looks at a wide page by day and at a phone by night, `make siege` at the other pairs too; cards of bad
    days, which are waited for, on a wide page alone; axe and a turn of Sorcerer on the phone alone, where least room is."""
    if "scheme" not in params:
        return False
    by_night, phone = params["scheme"] == "dark", params.get("size", (0, 0))[0] == 390
    if path.stem in WIDE_ALONE:
        return by_night or phone
    if path.stem in PHONE_ALONE:
        return not (by_night and phone)
    return by_night is not phone


@pytest.fixture(scope="session")
def chrome() -> Iterator[Any]:
    from harness import chromium

    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def served() -> Iterator[Any]:
    from harness import serving

    with serving("--port", "8920", "--ready", "1") as server:
        yield server


@pytest.fixture(scope="session")
def table() -> Iterator[Any]:
    from harness import serving

    with serving("--port", "8960", "--ready", "1", notebook=HERE / "board.ipynb") as server:
        yield server


@pytest.fixture(scope="session")
def war() -> Iterator[Any]:
    from harness import serving

    with serving("--port", "8990", "--ready", "1", notebook=HERE / "war.ipynb") as server:
        yield server


@pytest.fixture(scope="session")
def seats() -> Iterator[Any]:
    from harness import serving

    with serving("--port", "9110", "--ready", "1", notebook=HERE / "seats.ipynb") as server:
        yield server


# A widget that is not there within two seconds counts as failed for anywidget: on a busy machine that is the machine's doing.
PATIENT = "const plain = AbortSignal.timeout.bind(AbortSignal); AbortSignal.timeout = (time) => plain(30 * time);"

KEPT_THERE = "local_storage,indexeddb,cache_storage,service_workers"
MOST_LEFT = 4


class Tab(NamedTuple):
    """An open tab, the server that it shows, and whether it is a phone's."""

    page: Any
    address: str
    phone: bool


def swept(tab: Tab) -> bool:
    """Whether a tab could be left with nothing of its visitor in it. It stays at its server, at a page without scripts: a tab that
    leaves a site gets a process of its own for the next, which has to read everything again."""
    page = tab.page
    if page.is_closed() or len(page.context.pages) > 1:
        return False
    try:
        page.unroute_all(behavior="ignoreErrors")
        page.goto(f"{tab.address}health")
        page.mouse.move(0, 0)
        session = page.context.new_cdp_session(page)
        session.send("Page.resetNavigationHistory")
        session.send("Storage.clearDataForOrigin", {"origin": tab.address.rstrip("/"), "storageTypes": KEPT_THERE})
        session.detach()
        page.context.clear_cookies()
    except PlaywrightError:  # its server is gone, or it hangs
        return False
    return True


@pytest.fixture(scope="session")
def left(chrome: Any) -> Iterator[list[Tab]]:
    """Tabs that tests have left: the next visitor of their server gets one as if it were new. It has read our scripts, which is
    more than half of the work of opening a page."""
    tabs: list[Tab] = []
    yield tabs
    for tab in tabs:
        tab.page.context.close()


@pytest.fixture
def visit(chrome: Any, left: list[Tab]) -> Iterator[Callable[..., Any]]:
    """`visit(server, path="", size=WIDE, scheme="light", ready=True, motion=False, new=False)` opens a page in a browser of its own
    and returns (page, record). What the visitor leaves there is removed after the test; a tab that is looked at before it is
    ready, or has to be `new`, was nobody's before and is nobody's after. Without motion nothing glides, fades or pulses, as for
    a visitor who does not want it: half the work of drawing, and nothing to wait for; whole turns are played with it (test_play)."""
    from harness import WIDE, wait_ready, watch

    used: list[tuple[Tab, bool]] = []

    def open_page(
        server: Any,
        path: str = "",
        *,
        size: tuple[int, int] = WIDE,
        scheme: str = "light",
        ready: bool = True,
        motion: bool = False,
        new: bool = False,
    ) -> Any:
        phone, alone = size[0] < 600, new or not ready
        viewport, moves = {"width": size[0], "height": size[1]}, "no-preference" if motion else "reduce"
        tab = next((one for one in left if (one.address, one.phone) == (server.address, phone) and not alone), None)
        if tab is not None:
            left.remove(tab)
            tab.page.set_viewport_size(viewport)
            tab.page.emulate_media(color_scheme=scheme, reduced_motion=moves)
        else:
            context = chrome.new_context(
                viewport=viewport, color_scheme=scheme, has_touch=phone, is_mobile=phone, reduced_motion=moves
            )
            context.add_init_script(PATIENT)
            tab = Tab(context.new_page(), server.address, phone)
        used.append((tab, alone))
        record = watch(tab.page, server.address)
        tab.page.goto(server.address + path, wait_until="commit")
        if ready:
            wait_ready(tab.page)
        return tab.page, record

    yield open_page
    for tab, alone in used:
        if alone or not swept(tab):
            tab.page.context.close()
            continue
        left.append(tab)
        if len(left) > MOST_LEFT:
            left.pop(0).page.context.close()
