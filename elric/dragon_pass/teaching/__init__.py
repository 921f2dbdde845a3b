"""How *White Bear and Red Moon* is taught: TEACHING is what the tutor asks."""

from elric.dragon_pass.teaching.definition import TEACHING

__all__ = ["TEACHING"]
