"""elric: play, learn and study Elric: Battle at the End of Time (Chaosium 1981, Avalon Hill 1984).

The front door. Nothing else is public.

>>> import elric
>>> g = elric.new_game("successor", edition="avalon-hill", seed=7)
>>> g.phase
'setup'

- A game: `new_game`, `Game.at` a position, `load`; then `Game.legal_actions`, `Game.verdict`, `Game.push`, `Game.pop`.
- What a seat may know: `Game.view` (`View`), `Game.story`, `Game.story_text`.
- Notation: `parse_action` and `str(action)`; luck in words (`Game.scripted`); `Game.save` with the future in it,
  `Game.record_text` without; `replay` steps through either.
- Odds: `Battle`, `Game.battles`. The rule books: `clauses`, `scenarios`, `Ruleset`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from elric.young_kingdoms.components.board_file import BoardError

from .kernel.chance import ChanceError
from .kernel.clauses import Clause, Ruleset, RulesetError, UnknownClause
from .kernel.record import SaveError
from .kernel.verdict import Reason, Verdict

if TYPE_CHECKING:
    from elric.young_kingdoms.components.notation import Action, ActionError, action_text, parse_action
    from elric.young_kingdoms.components.scenarios import Scenario
    from elric.young_kingdoms.lab.battle import Battle
    from elric.young_kingdoms.lab.prospects import battles
    from elric.young_kingdoms.lab.spec import BattleError
    from elric.young_kingdoms.position.plain import PositionError
    from elric.young_kingdoms.position.seen import (
        AreaView,
        BalanceView,
        BattleSpellView,
        BattleView,
        LaidView,
        OutcomeView,
        PlayerView,
        UnitView,
        View,
    )
    from elric.young_kingdoms.position.text import parse_position, position_text

    from .kernel.game import IllegalAction, SeatError, UndoError, UnknownScenario
    from .kernel.replay import Played, Replay
    from .young_kingdoms.game import Game

# Read when first asked for: a game alone never needs the lab, and a board file that is broken must leave the command
# line able to say so.
_VIEWS = (
    "AreaView",
    "BalanceView",
    "BattleSpellView",
    "BattleView",
    "LaidView",
    "OutcomeView",
    "PlayerView",
    "UnitView",
    "View",
)
_ROOMS = {
    **dict.fromkeys(("Action", "ActionError", "action_text", "parse_action"), "young_kingdoms.components.notation"),
    **dict.fromkeys(("IllegalAction", "SeatError", "UndoError", "UnknownScenario"), "kernel.game"),
    "Game": "young_kingdoms.game",
    **dict.fromkeys(("Battle", "BattleError", "battles"), "young_kingdoms.lab"),
    **dict.fromkeys(_VIEWS, "young_kingdoms.position.seen"),
    "Played": "kernel.replay",
    "PositionError": "young_kingdoms.position.vocabulary",
    "Replay": "kernel.replay",
    **dict.fromkeys(("parse_position", "position_text"), "young_kingdoms.position.text"),
    "Scenario": "young_kingdoms.components.scenarios",
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

    >>> g = new_game("successor", "avalon-hill, overrun_ratio=1", seed=7)
    >>> g.step, g.rules.overrun_ratio
    ('choose', 1)
    """
    from .young_kingdoms.game import Game

    return Game(scenario, edition, seed)


def load(text: str) -> Game:
    """Read a saved game (`Game.save`), or a record (`Game.record_text`), after which the luck is fresh.

    Raises:
        SaveError: says in which line and what is wrong.

    >>> load(new_game("duel", "chaosium", seed=3).save()).scenario.key
    'duel'
    """
    from .young_kingdoms.game import Game

    return Game.load(text)


def salvage(text: str) -> tuple[Game, str]:
    """A saved game as far as it can be played again: where a rule has been mended since, up to the first act it forbids.

    Returns:
        The game, and what is wrong with the first act that was left out ("" when all of it stands).

    Raises:
        SaveError: nothing of it can be played.

    >>> g, wrong = salvage(new_game("duel", "chaosium", seed=3).save())
    >>> g.scenario.key, wrong
    ('duel', '')
    """
    from .kernel.salvage import as_far_as_it_goes
    from .young_kingdoms.game import Game

    return as_far_as_it_goes(Game, text)


def replay(saved: str | Game) -> Replay:
    """Step through a game: `for played in replay(text)`, or `.forward()`, `.back()`, `.at(n)`.

    Args:
        saved: text of `Game.save` or `Game.record_text`, or a Game.

    Raises:
        SaveError: says in which line and what is wrong.

    >>> g = new_game("successor", seed=7)
    >>> g.push("choose 1")
    >>> [(played.number, played.seat, str(played.action)) for played in replay(g)]
    [(1, 0, 'choose 1')]
    """
    from .kernel.replay import Replay
    from .young_kingdoms.game import Game

    return Replay(Game, saved)


def scenarios() -> list[Scenario]:
    """Every scenario: key, title, says, seats, editions, clauses, groups.

    >>> [(s.key, s.seats) for s in scenarios()][:2]
    [('founding', 1), ('upstart', 2)]
    """
    from elric.young_kingdoms.components.scenarios import scenarios

    return list(scenarios().values())


def clauses(edition: str | None = None) -> list[Clause]:
    """The clause register, of one edition or of both.

    Raises:
        RulesetError: no such edition, with what was probably meant.

    >>> next(c.title for c in clauses("avalon-hill") if c.number == "9.92")
    'Overruns'
    """
    from elric.young_kingdoms.components import law

    law.check_edition(edition)

    return [c for c in law.register() if edition is None or c.edition == edition]


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted(__all__)


__all__ = [
    "Action",
    "ActionError",
    "AreaView",
    "BalanceView",
    "Battle",
    "BattleError",
    "BattleSpellView",
    "BattleView",
    "BoardError",
    "ChanceError",
    "Clause",
    "Game",
    "IllegalAction",
    "LaidView",
    "OutcomeView",
    "Played",
    "PlayerView",
    "PositionError",
    "Reason",
    "Replay",
    "Ruleset",
    "RulesetError",
    "SaveError",
    "Scenario",
    "SeatError",
    "UndoError",
    "UnitView",
    "UnknownClause",
    "UnknownScenario",
    "Verdict",
    "View",
    "__version__",
    "action_text",
    "battles",
    "clauses",
    "load",
    "new_game",
    "parse_action",
    "parse_position",
    "position_text",
    "replay",
    "salvage",
    "scenarios",
]
