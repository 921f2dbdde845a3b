"""The golden games play as they did."""

from __future__ import annotations

import pytest

from elric import games
from tests.dragon_pass.playthroughs.golden import FILE, lines


@pytest.mark.parametrize("key", sorted(games.definition("dragon-pass").scenarios()))
def test_a_golden_game_plays_as_it_did(key: str) -> None:
    """Actions, views and story alike."""
    text = FILE.read_text(encoding="utf-8")
    assert "\n".join(lines(key)) + "\n" in text
