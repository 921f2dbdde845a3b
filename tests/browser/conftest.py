"""Fixtures: `served` (the real page), `table` (a board with a fixed position), `chrome`, and `visit` to open pages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "chrome" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        if is_another_look(item.path, getattr(getattr(item, "callspec", None), "params", {})):
            item.add_marker(pytest.mark.siege)


WIDE_ALONE = {"test_cards", "test_computer", "test_replay"}
PHONE_ALONE = {"test_access"}


def is_another_look(path: Path, params: dict[str, Any]) -> bool:
    """`make test` looks at a wide page by day and at a phone by night, `make siege` at the other pairs too; cards of bad
    days, which are waited for, on a wide page alone; axe on the phone alone, where least room is."""
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


@pytest.fixture
def visit(chrome: Any) -> Iterator[Callable[..., Any]]:
    """`visit(server, path="", size=WIDE, scheme="light", ready=True, motion=False)` opens a page in a browser of its own and
    returns (page, record); all are closed after the test. Without motion nothing glides, fades or pulses, as for a visitor
    who does not want it: half the work of drawing, and nothing to wait for; whole turns are played with it (test_play)."""
    from harness import WIDE, wait_ready, watch

    contexts = []

    def open_page(
        server: Any,
        path: str = "",
        *,
        size: tuple[int, int] = WIDE,
        scheme: str = "light",
        ready: bool = True,
        motion: bool = False,
    ) -> Any:
        phone = size[0] < 600
        context = chrome.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="no-preference" if motion else "reduce",
        )
        contexts.append(context)
        context.add_init_script(PATIENT)
        page = context.new_page()
        record = watch(page, server.address)
        page.goto(server.address + path, wait_until="commit")
        if ready:
            wait_ready(page)
        return page, record

    yield open_page
    for context in contexts:
        context.close()
