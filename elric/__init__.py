"""elric: play, learn and study Elric: Battle at the End of Time (Chaosium 1981, Avalon Hill 1984).

The front door. Nothing else is public.

>>> import elric
>>> g = elric.new_game("successor", edition="avalon-hill", seed=7)
>>> g.phase
'setup'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .kernel.clauses import Clause, Ruleset, RulesetError, UnknownClause
from .kernel.record import SaveError
from .kernel.verdict import Reason, Verdict
from .young_kingdoms import law as _law
from .young_kingdoms.actions import Action, ActionError, action_text, parse_action
from .young_kingdoms.board import BoardError
from .young_kingdoms.game import Game, IllegalAction, UndoError, UnknownScenario
from .young_kingdoms.position import PositionError
from .young_kingdoms.scenarios import Scenario
from .young_kingdoms.scenarios import scenarios as _scenarios

if TYPE_CHECKING:
    from .lab.battle import Battle
    from .lab.spec import BattleError

__version__ = "0.1.0"


def new_game(scenario: str, edition: str | Mapping[str, object] | Ruleset = "avalon-hill", seed: int = 0) -> Game:
    """Start a game.

    Args:
        scenario: key, see `scenarios()`.
        edition: "chaosium", "avalon-hill", one with changes ("avalon-hill, overrun_ratio=1"), a mapping, or a Ruleset.
        seed: whole number; the same seed and the same actions give the same game.

    Raises:
        UnknownScenario, RulesetError: with what was probably meant.
    """
    return Game(scenario, edition, seed)


def load(text: str) -> Game:
    """Read a saved game.

    Raises:
        SaveError: says in which line and what is wrong.
    """
    return Game.load(text)


def scenarios() -> list[Scenario]:
    """Every scenario: key, title, says, seats, editions, clauses, groups."""
    return list(_scenarios().values())


def clauses(edition: str | None = None) -> list[Clause]:
    """The clause register, of one edition or of both."""
    return [c for c in _law.register() if edition is None or c.edition == edition]


def __getattr__(name: str) -> Any:
    # the lab is read when it is first asked for: a game alone never needs it
    if name in ("Battle", "BattleError"):
        from . import lab

        return getattr(lab, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Action",
    "ActionError",
    "Battle",
    "BattleError",
    "BoardError",
    "Clause",
    "Game",
    "IllegalAction",
    "PositionError",
    "Reason",
    "Ruleset",
    "RulesetError",
    "SaveError",
    "Scenario",
    "UndoError",
    "UnknownClause",
    "UnknownScenario",
    "Verdict",
    "__version__",
    "action_text",
    "clauses",
    "load",
    "new_game",
    "parse_action",
    "scenarios",
]
