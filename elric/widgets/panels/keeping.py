"""Cards about how the game is kept. Pure functions to HTML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import do

__all__ = ["behind", "earlier", "keep", "unkept"]

_WHY: Final = {
    "moved": "This game has gone on in another tab or on another device since this page last showed it.",
    "found": "A game was kept at this address before. It could not be read when this page opened; now it can.",
}


def behind(why: str) -> Markup:
    """What stands at the address is not what is on the table: which of the two shall it be?"""
    return html(
        '<div class="card behind" role="alert"><h3>{}</h3><p>{} Nothing of it has been written over. Here nothing can be '
        'done until you choose.</p><div class="btns">{}{}</div></div>',
        "This page is behind" if why == "moved" else "There is an older game here",
        _WHY[why],
        do("catch-up", "Catch up" if why == "moved" else "Go on with the kept game", kind="primary"),
        do("split", "Play on from here, as a game of its own", kind="quiet"),
    )


def unkept(why: str) -> Markup:
    """The game cannot be kept now."""
    return html(
        '<div class="card unkept" role="alert"><h3>Not kept yet</h3><p>{} You can play on; whatever you do, it is tried '
        "again, and then the whole game is kept. Until then do not close this page, or copy the text under “Save or load”."
        "</p></div>",
        why,
    )


def earlier(games: Sequence[tuple[str, str]]) -> Markup:
    """Links to the games that were left here."""
    if not games:
        return NOTHING
    rows = join(html('<li><a href="?g={}" data-key="game-{}">{}</a></li>', page, page, title) for page, title in games)
    return html('<h4>Earlier games of this browser</h4><ul class="earlier">{}</ul>', rows)


def keep(text: str, unread: str = "", games: Sequence[tuple[str, str]] = ()) -> Markup:
    """Saving, sharing and reading a game."""
    return html(
        '<div class="card keep">'
        "<p class='quiet-words'>The game is kept by itself; this page's address brings it back. To keep it "
        "elsewhere, copy this text. It holds the whole game: every hand, what lies hidden, and the luck to come, every die "
        "and every card. Show it to nobody you play against.</p>"
        '<textarea rows="3" readonly aria-label="The game as text" data-key="save-text">{}</textarea>{}'
        '<form data-do="load">'
        '<textarea name="text" rows="3" aria-label="A saved game to load" placeholder="Paste a saved game here">'
        '</textarea><div class="btns"><button class="btn small" type="submit">Load it</button></div></form>{}</div>',
        text,
        _unread(unread),
        earlier(games),
    )


def _unread(text: str) -> Markup:
    if not text:
        return NOTHING
    return html(
        "<p class='quiet-words'>This text was kept for the page and could not be read:</p>"
        '<textarea rows="2" readonly aria-label="The text that could not be read" data-key="unread">{}</textarea>',
        text,
    )
