"""What computer players know of the game of Elric: JUDGEMENT is what they ask."""

from .judgement import JUDGEMENT

__all__ = ["JUDGEMENT"]
