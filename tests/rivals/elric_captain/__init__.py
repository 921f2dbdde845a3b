"""The Captain of Elric as he stood in November 2026, kept as he was: what later players are measured against
(`elric tournament --against captain@tests.rivals.elric_captain`). Nothing here is made better; it follows the rules' names only."""

from .judgement import JUDGEMENT

__all__ = ["JUDGEMENT"]
