"""elric: play, learn and study great old board games.

*Elric: Battle at the End of Time* (Chaosium 1981, Avalon Hill 1984) and *White Bear and Red Moon* (Chaosium 1976).
The front door. What else is public: `elric.games` (which games there are), `elric.widgets` (tables, boards and lessons in a
notebook), `elric.app.page.page` (the page that is served) and what the notebooks use of the lab and of studies. Where no game is named, Elric is meant; `game="dragon-pass"` is White Bear, and saves
and records say themselves which game they are of.

>>> import elric
>>> g = elric.new_game("successor", edition="avalon-hill", seed=7)
>>> g.phase
'setup'

- A game: `new_game`, `Game.at` a position, `load`; then `Game.legal_actions`, `Game.verdict`, `Game.push`, `Game.pop`.
- What a seat may know: `Game.view` (`View`), `Game.story`, `Game.story_text`.
- Notation: `parse_action` and `str(action)`; luck in words (`Game.scripted`); `Game.save` with the future in it,
  `Game.record_text` without; `replay` steps through either.
- What goes wrong is an `ElricError`; its docstring draws them all.
- Odds: `Battle`, `battles`. The rule books: `clauses`, `scenarios`, `Ruleset`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

from elric.young_kingdoms.components.board_file import BoardError

from .kernel.chance import ChanceError
from .kernel.clauses import Clause, Ruleset, RulesetError, UnknownClause, with_hint
from .kernel.failure import ElricError
from .kernel.record import SaveError
from .kernel.verdict import Reason, Verdict

if TYPE_CHECKING:
    from elric.young_kingdoms.components.notation import Action, ActionError, action_text, parse_action
    from elric.young_kingdoms.components.scenarios import Scenario
    from elric.young_kingdoms.description.plain import PositionError
    from elric.young_kingdoms.description.text import parse_position, position_text
    from elric.young_kingdoms.lab.battle import Battle
    from elric.young_kingdoms.lab.spec import BattleError
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

    from .games import UnknownGame
    from .kernel.game import Game as AnyGame
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
    **dict.fromkeys(("Battle", "BattleError"), "young_kingdoms.lab"),
    **dict.fromkeys(_VIEWS, "young_kingdoms.position.seen"),
    "Played": "kernel.replay",
    "PositionError": "young_kingdoms.description.schema",
    "Replay": "kernel.replay",
    **dict.fromkeys(("parse_position", "position_text"), "young_kingdoms.description.text"),
    "UnknownGame": "games",
    "Scenario": "young_kingdoms.components.scenarios",
}

__version__ = "0.2.0"


@overload
def new_game(
    scenario: str,
    edition: str | Mapping[str, object] | Ruleset = "",
    seed: int = 0,
    *,
    game: Literal["", "elric"] = "",
) -> Game: ...
@overload
def new_game(
    scenario: str, edition: str | Mapping[str, object] | Ruleset = "", seed: int = 0, *, game: str
) -> AnyGame: ...
def new_game(
    scenario: str, edition: str | Mapping[str, object] | Ruleset = "", seed: int = 0, *, game: str = ""
) -> AnyGame:
    """Start a game.

    Args:
        scenario: key, see `scenarios()`.
        edition: "chaosium", "avalon-hill", one with changes ("avalon-hill, overrun_ratio=1"), a mapping, or a Ruleset;
            "" for the one that the game is usually played by (Elric: "avalon-hill"), or where that has no such scenario, the
            scenario's own.
        seed: whole number; the same seed and the same actions give the same game.
        game: "elric", "dragon-pass", "sorcerer", or the package of a game outside the house; "" for the first.

    Raises:
        UnknownGame, UnknownScenario, RulesetError: with what was probably meant.

    >>> g = new_game("successor", "avalon-hill, overrun_ratio=1", seed=7)
    >>> g.step, g.rules.overrun_ratio
    ('choose', 1)
    >>> new_game("duel").rules.edition
    'chaosium'
    >>> new_game("tax-collectors", game="dragon-pass")
    <Game dragon-pass, Tax Collectors and Militia (1976): Set-up; seat 1 decides>
    """
    found: type[AnyGame] = _games().game_class(game)
    return found(scenario, edition, seed)


def load(text: str) -> AnyGame:
    """Read a saved game (`Game.save`), or a record (`Game.record_text`), after which the luck is fresh. Of any game.

    Raises:
        SaveError: says in which line and what is wrong.

    >>> load(new_game("duel", "chaosium", seed=3).save()).scenario.key
    'duel'
    """
    return _class_of(text).load(text)


def salvage(text: str) -> tuple[AnyGame, str]:
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

    return as_far_as_it_goes(_class_of(text), text)


def replay(saved: str | AnyGame) -> Replay:
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

    return Replay(_class_of(saved), saved)


@overload
def scenarios(game: Literal["", "elric"] = "") -> list[Scenario]: ...
@overload
def scenarios(game: str) -> list[Any]: ...
def scenarios(game: str = "") -> list[Any]:
    """Every scenario of a game: key, title, says, seats, editions, and what else its book gives.

    Raises:
        UnknownGame: with what was probably meant.

    >>> [(s.key, s.seats) for s in scenarios()][:2]
    [('founding', 1), ('upstart', 2)]
    >>> [s.key for s in scenarios("dragon-pass")][:2]
    ['tax-collectors', 'coming-of-the-heroes']
    """
    return list(_games().definition(game).scenarios().values())


def clauses(edition: str | None = None, *, game: str = "") -> list[Clause]:
    """The clause register of a game, of one edition or of all.

    Raises:
        UnknownGame, RulesetError: no such game, no such edition, with what was probably meant.

    >>> next(c.title for c in clauses("avalon-hill") if c.number == "9.92")
    'Overruns'
    >>> next(c.title for c in clauses(game="dragon-pass") if c.number == "12.6")
    'Results: trade'
    """
    law = _games().definition(game)
    if edition is not None and edition not in law.editions:
        known = " and ".join(f"“{name}”" for name in law.editions)
        raise RulesetError(with_hint(f"there is no edition “{edition}”, only {known}", str(edition), law.editions))
    return [c for c in law.register() if edition is None or c.edition == edition]


@overload
def battles(game: Game, viewer: int | None = None) -> list[Battle]: ...
@overload
def battles(game: AnyGame, viewer: int | None = None) -> list[Any]: ...
def battles(game: AnyGame, viewer: int | None = None) -> list[Any]:
    """Every battle that could be fought now, to ask about its odds: `Battle` in Elric, in another game what its lab takes.

    Args:
        viewer: whose knowledge counts (the seat that decides when None): what this seat cannot see is unseen.

    Raises:
        SeatError: the game has no such seat.

    >>> import elric
    >>> g = elric.Game.at({"nations": {"jharkor": 0, "dharijor": 1}, "units": {
    ...     "jharkor_sequa": ["yishana", "jharkor-army*4"],
    ...     "dharijor_sequaloris": ["sarosto", "dharijor-army*3"]}})
    >>> battles(g)[-1]
    <Battle: Yishana and four armies of Jharkor attack Sequaloris; 32.3% (10/31)>
    """
    from .young_kingdoms.game import Game

    if isinstance(game, Game):
        from .young_kingdoms.lab.prospects import battles

        return battles(game, viewer)
    lab = _games().lab(_games().name_of(game.definition))
    return list(lab.battles(game, viewer)) if lab else []


def _games() -> Any:
    from . import games

    return games


def _class_of(saved: object) -> type[AnyGame]:
    """The class of the game that a save or a record is of; the first of the house where it does not say."""
    from .kernel.game import Game as AnyGame

    if isinstance(saved, AnyGame):
        return type(saved)
    found: type[AnyGame] = _games().game_class(_games().of_save(saved) if isinstance(saved, str) else "")
    return found


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
    "ElricError",
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
    "UnknownGame",
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
