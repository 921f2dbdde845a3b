"""A save whose acts the rules forbid today: played again as far as it goes."""

from __future__ import annotations

from typing import TypeVar

from .game import Game
from .record import SaveError, dump, parse

G = TypeVar("G", bound=Game)


def as_far_as_it_goes(game: type[G], text: str) -> tuple[G, str]:
    """The game of a save up to the first act that cannot be played again, as when a rule has been mended since.

    Args:
        game: the class of the game's games.
        text: of `Game.save`.

    Returns:
        The game, and what is wrong with the first act that was left out ("" when nothing was).

    Raises:
        SaveError: nothing of it can be played: the text is damaged or no save, its head does not hold, or its luck was
            written down beforehand and belongs to the whole of it.
    """
    try:
        return game.load(text), ""
    except SaveError as wrong:
        if wrong.line is None:
            raise
        stop, what = wrong.line, str(wrong)
    kind, schema = game.definition.key, game.definition.schema
    head, entries = parse(text, kind, schema)
    played = [entry for line, entry in entries if line < stop]
    if not played or "script" in head:
        raise SaveError(what)
    return game.load(dump(kind, schema, list(head.items()), played)), what
