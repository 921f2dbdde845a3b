"""What was learned from played games and lies beside a game as data.

A learned standing is how likely a seat is to win, from what is counted of a position, each count times its weight. Weights are found by
logistic regression (`elric learn`); what is counted has the game's own names, so that they can be read. Openings are the ways to set up that
won the most games (`elric openings`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any, Final

__all__ = ["chance", "openings_of", "weights_of"]

_MOST: Final = 30.0


def chance(counts: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """How likely it is to win.

    Args:
        counts: what is counted, by name.  weights: in log odds for one more of it; what has none counts nothing.
    """
    ahead = sum([weight * counts.get(name, 0.0) for name, weight in weights.items()])
    return 1 / (1 + exp(-max(-_MOST, min(_MOST, ahead))))


def weights_of(package: str, name: str = "learned.toml") -> Mapping[str, Mapping[str, float]]:
    """The weights that lie beside a game, by the table of what is counted, then by count.

    Args:
        package: of the game, such as "elric.young_kingdoms".  name: of the file.
    """
    weights: Mapping[str, Mapping[str, float]] = _data(package, name)
    return weights


def openings_of(package: str, scenario: str) -> Mapping[str, tuple[float, float]]:
    """The best ways to set up in a scenario, by name (`Judgement.opening`), with the shares of games that each won and that the Captain's
    own way did; none where they were not looked for."""
    ways: Mapping[str, tuple[float, float]] = _data(package, "openings.toml").get(scenario, {})
    return ways


@cache
def _data(package: str, name: str) -> dict[str, Any]:
    return tomllib.loads(files(package).joinpath("data", name).read_text(encoding="utf-8"))
