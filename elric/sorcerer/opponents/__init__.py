"""What computer players know of *Sorcerer*: JUDGEMENT is what they ask."""

from .judgement import JUDGEMENT

__all__ = ["JUDGEMENT"]
