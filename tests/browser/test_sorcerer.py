"""*Sorcerer* on the served page: a Sorcerer is taken up and walks, does a task, aims a Bolt; a contested hex is declared; ground that
changed lies over the picture. On a desk and on a phone, by day and by night, with nothing that bars the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from harness import PHONE, WIDE, picture, serving, settle
from test_access import findings

from elric import games
from elric.sorcerer.components.board import BOARD, HEXES, INDEX
from elric.sorcerer.components.colors import NAMES

LIT = "mark => [...document.querySelectorAll(`path.is-${mark}`)].map(p => (p.getAttribute('class').match(/prov-(\\d+)/) || [])[1])"
BALT = "sorcerer-blue-yellow"


@pytest.fixture(scope="module")
def sorcerer() -> Iterator[Any]:
    with serving("--port", "9041", "--ready", "1", "--game", "sorcerer") as server:
        yield server


def tap(page: Any, area: str) -> None:
    """Click the middle of a hex, be it the ground or the counter that stands there."""
    box = page.locator(f"path.prov-{area}").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    settle(page)


def opened(page: Any, game: Any) -> None:
    """Lay a game on the table that is pasted."""
    page.locator("[data-do=more][data-value=keep]").first.evaluate("it => it.click()")
    page.fill("[data-key=load-text]", game.save())
    page.locator("form[data-do=load] button").first.evaluate("it => it.click()")
    settle(page)


def inland(color: str) -> list[str]:
    """Hexes of a color with six neighbours and nothing but ground."""
    return [
        HEXES.names[h] for h in range(HEXES.size)
        if NAMES[BOARD.printed[h]] == color and h not in BOARD.cities and all(n >= 0 and not kind for n, kind in BOARD.sides[h])
    ]  # fmt: skip


def midgame() -> tuple[Any, str]:
    """Balt to move: a Sorcerer with a troll, an enemy in reach of his Bolts, a contested hex, converted ground, a vortex."""
    white, blue, green, yellow = (inland(color) for color in ("white", "blue", "green", "yellow"))
    start = blue[12]
    stacks = {
        start: [BALT, "blue-troll-1"], yellow[15]: ["sorcerer-yellow-1", "yellow-troll-1", "orange-demon-1"],
        green[9]: ["green-dragon-1"],
    }  # fmt: skip
    paint = {white[0]: "blue", white[1]: "green", white[2]: "red"}
    position = {
        "scenario": "rivalry", "stacks": stacks, "depleted": ["blue-troll-1"],
        "player": 1, "paint": paint, "vortexes": [white[3]],
    }  # fmt: skip
    return games.game_class("sorcerer").at(position, script=[3] * 60), start


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desk", "phone"])
def test_a_turn_is_played_on_the_board(sorcerer: Any, visit: Any, size: tuple[int, int], scheme: str) -> None:
    """By mouse: a click takes up, a click walks; by buttons: a task, a Bolt with its chances, an attack with both totals."""
    page, record = visit(sorcerer, size=size, scheme=scheme)
    name = f"sorcerer-{size[0]}-{scheme}"
    page.set_default_timeout(30_000)
    assert page.title() == "Sorcerer"
    picture(page, f"{name}-welcome")
    found = findings(page, "first page")
    page.click("[data-value=together]")
    page.wait_for_selector("path.prov.is-ready", state="attached")
    picture(page, f"{name}-movement")
    found += findings(page, "movement")
    game, start = midgame()
    opened(page, game)
    assert page.locator(".so-ground").count() == 3
    assert page.locator(".so-vortex").count() == 1
    tap(page, start)
    page.wait_for_selector("path.prov.is-reach", state="attached")
    assert page.locator(".so-points i.left").count() == 15
    picture(page, f"{name}-march")
    found += findings(page, "a march")
    page.locator("[data-do=aim][data-value=bolt]").evaluate("it => it.click()")
    page.wait_for_selector("path.prov.is-fight", state="attached")
    assert page.evaluate(LIT, "fight") == [inland("green")[9]]
    picture(page, f"{name}-bolt")
    page.locator("[data-key='aim:']").evaluate("it => it.click()")
    page.wait_for_selector("path.prov.is-reach", state="attached")
    if size == WIDE:
        there = next(area for area in page.evaluate(LIT, "reach") if HEXES.distance(INDEX[area], INDEX[start]) == 2)
        tap(page, there)
        page.wait_for_function("() => document.querySelectorAll('.so-points i.left').length < 15")
    page.locator("[data-value='halt;end']").evaluate("it => it.click()")
    page.wait_for_selector("[data-act^='attack']", state="attached")
    picture(page, f"{name}-combat")
    found += findings(page, "combat")
    page.locator("[data-act^='attack']").first.evaluate("it => it.click()")
    settle(page)
    assert found == []
    assert record.outside == record.errors == []
