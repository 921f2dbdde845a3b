"""The Combat Results Table as chances, for many battles to be compared at once [12.4]."""

from __future__ import annotations

from typing import Final

from elric.dragon_pass.combat.table import A_BACK, A_ELIM, COLUMNS, D_BACK, D_ELIM, HOPELESS, TRADE, result

__all__ = ["CHANCES", "PUSHED"]

_DIE: Final = range(1, 7)
CHANCES: Final[dict[int, tuple[float, float, float, float, float]]] = {
    c: tuple(sum(result(c, die) == said for die in _DIE) / 6 for said in (A_ELIM, A_BACK, TRADE, D_BACK, D_ELIM))  # type: ignore[misc]
    for c in (HOPELESS, *range(len(COLUMNS)))
}
"""By column: how likely attackers destroyed, attackers back, trade, defenders back, defenders destroyed."""
PUSHED: Final = 0.12
"""What a step back costs, as a share of who is driven."""
