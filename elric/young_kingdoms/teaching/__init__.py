"""How the game of Elric is taught: TEACHING is what the tutor asks."""

from .definition import TEACHING

__all__ = ["TEACHING"]
