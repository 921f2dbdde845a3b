"""The golden games play as they did."""

from __future__ import annotations

import pytest

from elric import games
from tests.sorcerer.playthroughs.golden import FILE, RULES, lines


@pytest.mark.parametrize("kind", RULES)
@pytest.mark.parametrize("key", sorted(games.definition("elric.sorcerer").scenarios()))
def test_a_golden_game_plays_as_it_did(key: str, kind: str) -> None:
    """Actions, views and story alike, to the end."""
    text = FILE.read_text(encoding="utf-8")
    assert "\n".join(lines(key, kind)) + "\n" in text
