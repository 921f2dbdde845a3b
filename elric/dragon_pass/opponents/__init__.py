"""What computer players know of *White Bear and Red Moon*: JUDGEMENT is what they ask."""

from .judgement import JUDGEMENT

__all__ = ["JUDGEMENT"]
