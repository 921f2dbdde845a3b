"""Between the sandbox and games: a moment taken from the game at the table, as far as this page may know it, and a position
played on as a game of its own."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final, NamedTuple

from elric import games
from elric.kernel.chance import EvenChance, ScriptedThenSeeded, fresh_seed
from elric.kernel.game import Game
from elric.kernel.record import KeepError, SaveError
from elric.kernel.replay import Replay
from elric.widgets.definition import TableDef
from elric.widgets.rooms.table import TableRoom
from elric.widgets.sandbox import Position

__all__ = ["NOW", "Left", "Taken", "back_to", "is_at", "left", "moments", "played_on", "sit_down", "taken"]

NOW: Final = -1
_MOST_DEALS: Final = 400


class Taken(NamedTuple):
    """A moment of the game at the table.

    Attributes:
        heading: what it is called.  position: as far as it may be known here.  wrong: why it may not be taken, "" for nothing.
        real: as it really is, for whoever may have the whole game and where that is something else; None otherwise.
        whole: whether whoever sits here may have the whole game.
    """

    heading: str
    position: dict[str, Any]
    wrong: str = ""
    real: Position | None = None
    whole: bool = True


class Left(NamedTuple):
    """The game that was on the table: its address, or the game itself where none are kept."""

    key: str
    game: Game | None


def taken(table: TableRoom, number: int) -> Taken:
    """A moment of the game at the table; `number`: after so many actions, `NOW` for where it stands."""
    game: Game = table.game
    if number >= 0:
        try:
            game = Replay(type(game), game).at(number)
        except (IndexError, SaveError):
            return Taken("", {}, "There is no such moment in this game.")
    seat, whole = _looker(table), table.keeping.whole and table.curtain is None
    if why := table.kit.sandbox.closed(game, seat):
        return Taken("", {}, why)
    seen = _dealt(game, seat)
    position = seen.position()
    real = game.position()
    return Taken(_heading(game), position, "", real if whole and real != position else None, table.keeping.whole)


def _dealt(game: Game, seat: int | None) -> Game:
    """The game with what a seat cannot see dealt anew, so that the position can be: a deal that the rules would not let happen
    is dealt again."""
    seen = game.resampled(seat, _seed())
    for _ in range(_MOST_DEALS):
        if not seen.broken():
            break
        seen = game.resampled(seat, _seed())
    return seen


def _looker(table: TableRoom) -> int | None:
    """The seat whose hand may be seen: the one that is played here alone, or that holds its hand open."""
    if table.curtain is not None:
        return None
    persons = sorted(table.persons)
    if len(persons) == 1:
        return persons[0]
    return table.looker


def _seed() -> int:
    return int(fresh_seed()[3:19], 16)


def _heading(game: Game) -> str:
    return game.heading[:1].upper() + game.heading[1:]


def moments(table: TableRoom) -> list[tuple[int, str]]:
    """The moments of the game at which something else begins: (after so many actions, what it is called)."""
    found: list[tuple[int, str]] = []
    try:
        replay = Replay(type(table.game), table.game)
    except SaveError:
        return found
    for number in range(len(replay) + 1):
        words = _heading(replay.at(number) if number == 0 else replay.forward())
        if not found or found[-1][1] != words:
            found.append((number, words))
    return found[::-1]


def played_on(kit: TableDef, position: Position, even: bool, script: str) -> Game:
    """A game from a position, with its luck as it was asked for.

    Raises:
        ValueError, ChanceError: what does not stand.
    """
    results = kit.game.parse_results(script)

    def luck(g: Game) -> Any:
        then = EvenChance(g.seed) if even else g.chance
        return ScriptedThenSeeded(results, then) if results else then

    return games.game_class(kit.key).at(position, fresh_seed(), luck=luck)


def sit_down(table: TableRoom, game: Game, name: str) -> None:
    """Play it at the table, at an address of its own; the game before stays where it is kept."""
    kept = table.keeping.keeper is not None
    stays = " The game it came from stays as it was: it stands under “Your games”." if kept and table.begun else ""
    table.sit_down_to(game, f"Played on from the sandbox.{stays}")
    keeper = table.keeping.keeper
    if keeper is not None and table.keeping.page:
        with suppress(KeepError, ValueError):  # without a name it is listed by its scenario
            keeper.rename(table.keeping.page, f"Bent: {name}")


def left(table: TableRoom) -> Left:
    """The game on the table, to come back to."""
    keeping = table.keeping
    return Left(keeping.key, None) if keeping.keeper is not None else Left("", table.game)


def is_at(table: TableRoom, one: Left) -> bool:
    """Whether that game is on the table."""
    return table.keeping.key == one.key if one.game is None else table.game is one.game


def back_to(table: TableRoom, one: Left) -> None:
    """That game on the table again, as it stood."""
    if one.game is not None:
        table.sit_down_to(one.game, "This is the game as you left it.", opened=True)
    else:
        table.open_game(one.key)
