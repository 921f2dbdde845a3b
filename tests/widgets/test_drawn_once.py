"""What was drawn is kept while an area stays as it is, and never longer."""

from __future__ import annotations

from random import Random

import pytest

from elric import games
from elric.widgets.map import inspector, piles


@pytest.mark.parametrize("game", sorted(games.GAMES))
def test_what_is_kept_is_what_would_be_drawn(game: str) -> None:
    """Counters and the names of areas, through a game: the same as drawn from nothing."""
    kit, rng = games.table(game), Random(4)
    definition = games.definition(game)
    key = next(k for k, one in reversed(definition.scenarios().items()) if definition.edition in one.editions)
    g = kit.ready(key, definition.edition, 3, False)
    changed = 0
    last = None
    for n in range(120):
        if g.seat is None:
            break
        view = kit.view(g, g.seat if n % 3 else None)
        drawn = kit.pieces(view), inspector.area_names(view, kit.chart().areas, kit)
        changed += drawn != last
        last = drawn
        piles._DRAWN.clear()
        inspector._BARE.clear()
        assert (kit.pieces(view), inspector.area_names(view, kit.chart().areas, kit)) == drawn
        g.push(rng.choice(g.legal_actions()))
    assert changed > 20
