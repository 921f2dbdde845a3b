"""A learned standing: how likely a seat is to win, from what is counted of a position, each count times its weight.

Weights are found by logistic regression on played games (`elric learn`) and lie beside the game as data; what is counted has
the game's own names, so that they can be read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import exp
from typing import Final

__all__ = ["chance", "weights_of"]

_MOST: Final = 30.0


def chance(counts: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """How likely it is to win.

    Args:
        counts: what is counted, by name.  weights: in log odds for one more of it; what has none counts nothing.
    """
    ahead = sum([weight * counts.get(name, 0.0) for name, weight in weights.items()])
    return 1 / (1 + exp(-max(-_MOST, min(_MOST, ahead))))


@cache
def weights_of(package: str, name: str = "learned.toml") -> Mapping[str, Mapping[str, float]]:
    """The weights that lie beside a game, by the table of what is counted, then by count.

    Args:
        package: of the game, such as "elric.young_kingdoms".  name: of the file.
    """
    return tomllib.loads(files(package).joinpath("data", name).read_text(encoding="utf-8"))
