"""The page of *Sorcerer*: board, counters, choices."""

from elric.sorcerer.table.definition import TABLE

__all__ = ["TABLE"]
