"""The Captain of *White Bear and Red Moon* as he stood in November 2026, kept as he was: what later players are measured against
(`elric tournament --game dragon-pass --against captain@tests.rivals.dragon_captain`). Nothing here is made better."""

from .judgement import JUDGEMENT

__all__ = ["JUDGEMENT"]
