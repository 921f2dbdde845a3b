"""The page of *White Bear and Red Moon*: board, counters, choices."""

from elric.dragon_pass.table.definition import TABLE

__all__ = ["TABLE"]
