"""The game of Elric's own half of the page: choices, counters, cards, the rich what-if room. `TABLE` is all the page asks."""

from __future__ import annotations

from elric.young_kingdoms.table.definition import TABLE

__all__ = ["TABLE"]
