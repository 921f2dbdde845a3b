"""At the table: that a game is bent, how, and the way back to the sandbox. Pure functions."""

from __future__ import annotations

from typing import Final

from elric.kernel.game import Game
from elric.kernel.saving import bent
from elric.kernel.scripts import left_over
from elric.widgets.markup import NOTHING, Markup, html
from elric.widgets.panels.controls import do

__all__ = ["card", "words"]

_SAYS: Final = {
    "position": "it began from a position that was made by hand",
    "chosen": "luck was chosen",
    "even": "its luck has no streaks",
}


def words(game: Game) -> str:
    """In what a game is bent, in a sentence; "" for a fair one."""
    found = [_SAYS[word] for word in bent(game)]
    if not found:
        return ""
    said = f"{', '.join(found[:-1])} and {found[-1]}" if len(found) > 1 else found[0]
    return f"{said[:1].upper()}{said[1:]}. It is no fair record of play."


def card(game: Game) -> Markup:
    """For a bent game, a line that says so; nothing for a fair one."""
    said = words(game)
    if not said:
        return NOTHING
    left = ", ".join(map(str, left_over(game.chance)))
    ahead = html(" Chosen to fall next: {}.", left) if left else NOTHING
    return html(
        '<div class="sand-bent" role="note"><p><b>A bent game.</b> {}{}</p>{}</div>',
        said,
        ahead,
        do("sandbox", "Sandbox", kind="small quiet"),
    )
