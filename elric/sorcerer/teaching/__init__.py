"""How *Sorcerer* is taught: TEACHING is what the tutor asks."""

from elric.sorcerer.teaching.definition import TEACHING

__all__ = ["TEACHING"]
