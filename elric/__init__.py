"""elric: play, learn and study Elric: Battle at the End of Time (Chaosium 1981, Avalon Hill 1984).

The front door. Nothing else is public.

>>> import elric
>>> g = elric.new_game("successor", edition="avalon-hill", seed=7)
>>> g.phase
'setup'
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .kernel.clauses import Clause, Ruleset, RulesetError, UnknownClause
from .kernel.record import SaveError
from .kernel.verdict import Reason, Verdict
from .young_kingdoms.board_file import BoardError

if TYPE_CHECKING:
    from .lab.battle import Battle
    from .lab.spec import BattleError
    from .young_kingdoms.actions import Action, ActionError, action_text, parse_action
    from .young_kingdoms.game import Game, IllegalAction, UndoError, UnknownScenario
    from .young_kingdoms.position import PositionError
    from .young_kingdoms.position_text import parse_position, position_text
    from .young_kingdoms.scenarios import Scenario

# Read when first asked for: a game alone never needs the lab, and a board file that is broken must leave the command
# line able to say so.
_ROOMS = {
    **dict.fromkeys(("Action", "ActionError", "action_text", "parse_action"), "young_kingdoms.actions"),
    **dict.fromkeys(("Game", "IllegalAction", "UndoError", "UnknownScenario"), "young_kingdoms.game"),
    **dict.fromkeys(("Battle", "BattleError"), "lab"),
    "PositionError": "young_kingdoms.position",
    **dict.fromkeys(("parse_position", "position_text"), "young_kingdoms.position_text"),
    "Scenario": "young_kingdoms.scenarios",
}

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
    from .young_kingdoms.game import Game

    return Game(scenario, edition, seed)


def load(text: str) -> Game:
    """Read a saved game.

    Raises:
        SaveError: says in which line and what is wrong.
    """
    from .young_kingdoms.game import Game

    return Game.load(text)


def scenarios() -> list[Scenario]:
    """Every scenario: key, title, says, seats, editions, clauses, groups."""
    from .young_kingdoms.scenarios import scenarios

    return list(scenarios().values())


def clauses(edition: str | None = None) -> list[Clause]:
    """The clause register, of one edition or of both."""
    from .young_kingdoms import law

    return [c for c in law.register() if edition is None or c.edition == edition]


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
    return found


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
    "parse_position",
    "position_text",
    "scenarios",
]
