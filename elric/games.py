"""The games of the house: one lazy table. A game's rooms are read when somebody first asks for them.

A game is a package with up to five rooms, each with one object in it. A room that is missing closes its door on the page,
and nothing else.

=============  =============  =====================================================================
room           object         what it hands over
=============  =============  =====================================================================
`definition`   `GAME`         the rules, and the class of its games (`kernel.definition.GameDef`)
`lab`          `LAB`          battles and their odds (`lab.definition.LabDef`)
`teaching`     `TEACHING`     coach, lessons, practice, glossary (`tutor.definition.Teaching`)
`opponents`    `JUDGEMENT`    what its computer players know (`opponents.definition.Judgement`)
`table`        `TABLE`        map, counters, choices and panels (`widgets.definition.TableDef`)
=============  =============  =====================================================================
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from .kernel import scoresheet
from .kernel.clauses import did_you_mean
from .kernel.definition import GameDef
from .kernel.failure import ElricError
from .kernel.game import Game

# The package of each game, by the name under which it is asked for. The first is played where none is named.
GAMES: Final[dict[str, str]] = {
    "elric": "elric.young_kingdoms", "dragon-pass": "elric.dragon_pass", "sorcerer": "elric.sorcerer",
}  # fmt: skip


class UnknownGame(ElricError, ValueError):
    """No game has that name; the message says which was probably meant."""


def package(game: str = "") -> str:
    """The package of a game. A name with a dot is taken for the package of a game outside the house.

    Raises:
        UnknownGame: with "did you mean".
    """
    name = game or next(iter(GAMES))
    if name in GAMES:
        return GAMES[name]
    if "." in name and all(part.isidentifier() for part in name.split(".")):
        return name
    hint = did_you_mean(name, GAMES)
    raise UnknownGame(f"there is no game “{name}”" + (f"; {hint}" if hint else f"; there are {', '.join(GAMES)}"))


@cache
def _there(where: str, room: str) -> bool:
    try:
        return find_spec(f"{where}.{room}") is not None
    except ModuleNotFoundError:
        return False


def has(game: str, room: str) -> bool:
    """Whether a game has a room, without reading it.

    Raises:
        UnknownGame: no game has that name.
    """
    return _there(package(game), room)


@cache
def _room(where: str, room: str, name: str) -> Any:
    return getattr(import_module(f"{where}.{room}"), name) if _there(where, room) else None


def name_of(game: GameDef) -> str:
    """The name by which these rules are asked for: their key, or the package of a game outside the house."""
    return game.key if game.key in GAMES else type(game).__module__.rpartition(".")[0]


def door(game: str = "") -> tuple[str, str]:
    """What a game is called and what it is about, for a door that leads to it: told by its package alone (`TITLE`, `ABOUT`),
    so that none of its rooms is read.

    Raises:
        UnknownGame: no game has that name.
    """
    found = import_module(package(game))
    return getattr(found, "TITLE", game), getattr(found, "ABOUT", "")


def of_save(text: str) -> str:
    """The game of the house that a saved text or a record is of, without reading that game; "" for none of them."""
    if scoresheet.is_sheet(text):
        title = scoresheet.title_of(text)
        return next((name for name in GAMES if door(name)[0] == title), "")
    word = text[:80].split(None, 1)[:1]
    return word[0] if word and word[0] in GAMES else ""


def definition(game: str = "") -> GameDef:
    """The rules of a game.

    Raises:
        UnknownGame: no game has that name.
    """
    found = _room(package(game), "definition", "GAME")
    if not isinstance(found, GameDef):
        raise UnknownGame(f"“{game}” is no game: it has no definition")
    return found


@cache
def _game_class(game: str) -> type[Game]:
    own = _room(package(game), "game", "Game")
    return own or type("Game", (Game,), {"definition": definition(game)})


def game_class(game: str = "") -> type[Game]:
    """The class of a game's games: what `new_game`, `at` and `load` are asked of.

    Raises:
        UnknownGame: no game has that name.
    """
    return _game_class(game)


def lab(game: str = "") -> Any:
    """The what-if lab of a game (`LabDef`), or None."""
    return _room(package(game), "lab", "LAB")


def teaching(game: str = "") -> Any:
    """The lessons, coach and practice of a game (`Teaching`), or None."""
    return _room(package(game), "teaching", "TEACHING")


def judgement(game: str = "") -> Any:
    """What computer players know of a game (`Judgement`), or None."""
    return _room(package(game), "opponents", "JUDGEMENT")


def table(game: str = "") -> Any:
    """Map, counters and panels of a game (`TableDef`), or None."""
    return _room(package(game), "table", "TABLE")
