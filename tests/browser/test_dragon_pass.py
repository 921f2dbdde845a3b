"""*White Bear and Red Moon* on the served page: its board, a march and a refusal, on a desk and on a phone, by day and by night."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from harness import PHONE, WIDE, picture, serving

PATIENCE = 8000
LIT = "(mark) => [...document.querySelectorAll(`path.is-${mark}`)].map(p => (p.getAttribute('class').match(/prov-(\\d+)/) || [])[1])"


@pytest.fixture(scope="module")
def dragon_pass() -> Iterator[Any]:
    with serving("--port", "9021", "--ready", "1", "--game", "dragon-pass") as server:
        yield server


def tap(page: Any, area: str) -> None:
    """Click the middle of a hex, be it the ground or the counter that stands there."""
    box = page.query_selector(f"path.prov-{area}").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(400)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desk", "phone"])
def test_a_stack_is_taken_up_and_marches(dragon_pass: Any, visit: Any, size: tuple[int, int], scheme: str) -> None:
    """A click on a stack takes it up and lights where it may go; a click there plays every step; too far is refused."""
    page, record = visit(dragon_pass, size=size, scheme=scheme)
    name = f"dragon-pass-{size[0]}-{scheme}"
    assert page.title() == "White Bear and Red Moon"
    picture(page, f"{name}-welcome")
    page.click("[data-do=go]")
    page.wait_for_timeout(600)
    picture(page, f"{name}-movement")
    if size == WIDE:
        start = page.evaluate(LIT, "ready")[0]
        tap(page, start)
        reach = page.evaluate(LIT, "reach")
        assert len(reach) > 6
        picture(page, f"{name}-march")
        tap(page, "0720" if "0720" not in reach else "4806")
        assert page.inner_text("[data-region=refusal] .chip") == "8.4"
        picture(page, f"{name}-refusal")
        tap(page, reach[-1])
        assert "marches to" in page.inner_text("[data-region=log]")
    assert record.outside == record.errors == []
