"""A stranger's first look, in each game: the way in is in sight."""

from __future__ import annotations

from typing import Any

import pytest

GAMES = ("", "?game=dragon-pass")


@pytest.mark.parametrize("size", [(1280, 800)], ids=["1280"])
@pytest.mark.parametrize("game", GAMES, ids=["elric", "dragon-pass"])
def test_the_way_in_is_in_sight_on_a_low_desk(visit: Any, served: Any, game: str, size: tuple[int, int]) -> None:
    """Without scrolling; and nothing at the foot of the first page lies over anything else."""
    page, _ = visit(served, game, size=size)
    box = page.locator("[data-key=door-play]").bounding_box()
    assert box["y"] + box["height"] <= size[1]
    places = [
        it.bounding_box() for it in page.locator(".finder input, .finder label, .more button, .doors .door").all()
    ]
    assert len(places) > 6
    for n, a in enumerate(places):
        assert a["y"] + a["height"] <= size[1]
        for b in places[n + 1 :]:
            apart = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
            assert apart or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1 or _inside(a, b)


def _inside(a: Any, b: Any) -> bool:
    """A box of a form within its own label."""
    return any(
        x["x"] >= y["x"] - 1 and x["x"] + x["width"] <= y["x"] + y["width"] + 1 and x["y"] >= y["y"] - 1
        and x["y"] + x["height"] <= y["y"] + y["height"] + 1
        for x, y in ((a, b), (b, a))
    )  # fmt: skip
