"""Cards about how games are kept, shared and listed. Pure functions to HTML."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import copied, do, seat
from elric.widgets.rooms.kept import About, KeptGame, Link

__all__ = ["ago", "behind", "games", "head", "keep", "share", "title", "unkept", "waiting"]

_MINUTE: Final = 60.0
_AGES: Final = ((60.0, "minute"), (3600.0, "hour"), (86_400.0, "day"))


def behind(why: str, trouble: str, text: str = "", *, state: str = "", owner: bool = True) -> Markup:
    """Nothing can be done at this table now; why, and what to do about it."""
    if why == "gone":
        return _gone(state, owner=owner)
    if why == "unread":
        head, words = (
            "Your game cannot be fetched just now",
            "It is asked for again every few seconds, and nothing of it is lost.",
        )
        more = [do("again", "Try again", kind="primary"), do("new", "Another game meanwhile", kind="quiet")]
    else:
        head = "Not done yet"
        words = (
            "What you did could not be kept, so it does not count yet. It waits, with its luck, and is tried again every "
            "few seconds; then it is done, and the game goes on."
        )
        more = [do("again", "Try again", kind="primary"), do("let-go", "Leave it undone", kind="quiet")]
    return html(
        '<div class="card behind" role="alert"><h3>{}</h3><p>{} {}</p><div class="btns">{}</div>{}</div>',
        head,
        trouble,
        words,
        join(more),
        _to_take_away(text) if text else NOTHING,
    )


def _gone(state: str, *, owner: bool) -> Markup:
    if state == "revoked":
        head = "This link opens nothing any more"
        words = (
            "Whoever gave it to you has taken it back, or made a new one. Ask for that. The page shows the game as you "
            "last saw it."
        )
    elif owner:
        head = "This game has been deleted"
        words = "It can be brought back for a month: it stands under “Your games”."
    else:
        head, words = "This game has been deleted", "Whoever gave you the link has deleted it, and may bring it back."
    more = [do("games", "Your games", kind="primary"), do("new", "A new game", kind="quiet")]
    return html(
        '<div class="card behind" role="alert"><h3>{}</h3><p>{}</p><div class="btns">{}</div></div>',
        head,
        words,
        join(more),
    )


def _to_take_away(text: str) -> Markup:
    return html(
        "<details><summary>Take the game away as text</summary><p class='quiet-words'>It holds the whole game, with what "
        "waits. Paste it under “Save or load” when you like, here or elsewhere.</p>{}</details>",
        _text(text, "wait-text"),
    )


def _text(text: str, key: str) -> Markup:
    """A game as text, to copy or to save as a file."""
    button = html(
        '<button class="btn small" data-local="file" data-file="game.txt" data-key="{}-file">Save as file</button>', key
    )
    return copied(key, "The game as text", text, 3, more=button)


def unkept(why: str) -> Markup:
    """Games cannot be kept now, and nothing waits."""
    return html(
        '<div class="card unkept" role="alert"><h3>Games cannot be kept just now</h3><p>{} It is tried again every few '
        "seconds. What you do meanwhile waits until then.</p></div>",
        why,
    )


def waiting(o: int | None, name: str, *, owner: bool, watching: bool) -> Markup:
    """Somebody decides who sits at another page."""
    more = do("more", "Share", "share", kind="small quiet") if owner else NOTHING
    you = "You are watching. What happens is shown" if watching else "Their page is elsewhere. What they do is shown"
    return html(
        '<div class="card waits" role="status"><h3>Waiting for {}</h3><p>{} here at once.</p>{}</div>',
        seat(o, name),
        you,
        html('<div class="btns">{}</div>', more) if more else NOTHING,
    )


# ---- saving, reading, sharing ---------------------------------------------------------------------------------------


def keep(text: str, unread: str = "") -> Markup:
    """Saving and reading a game; no text where whoever sits here may not have it."""
    if text:
        words = (
            "Every act is kept by itself; this page's address brings the game back. To keep it elsewhere, take this "
            "text. It holds the whole game, and what lies hidden: show it to nobody you play against. Its luck "
            "to come is its own: the dice of this game fall otherwise."
        )
    else:
        words = (
            "Every act is kept by itself; this page's address brings the game back. The text of a game that is played "
            "from several pages is not shown: it holds what is hidden."
        )
    return html(
        '<div class="card keep"><p class="quiet-words">{}</p>{}{}{}</div>',
        words,
        _text(text, "save-text") if text else NOTHING,
        _unread(unread),
        load(),
    )


def load() -> Markup:
    """A form that reads a game, pasted or from a file."""
    return html(
        '<form class="take" data-do="load"><textarea name="text" rows="3" data-key="load-text" '
        'aria-label="A saved game to load" placeholder="Paste a saved game here"></textarea><div class="btns">'
        '<button class="btn small" type="submit">Load it</button><label class="btn small quiet">From a file'
        '<input type="file" data-read="text" accept=".txt,text/plain" data-key="load-file"></label></div></form>'
    )


def _unread(text: str) -> Markup:
    if not text:
        return NOTHING
    return html(
        "<p class='quiet-words'>This text was kept for the page and could not be read:</p>"
        '<textarea rows="2" readonly aria-label="The text that could not be read" data-key="unread">{}</textarea>',
        text,
    )


def share(
    names: Mapping[int, str],
    links: Sequence[Link],
    *,
    owner: bool,
    kept: bool,
    trouble: str = "",
    hues: Mapping[int, int | None] | None = None,
    picture: str = "",
    computers: Collection[int] = (),
) -> Markup:
    """Who plays from where: a link for each seat, and links for watching. `hues`: the seats' colours. `picture`: where a
    picture of the position is to be had, "" for nowhere. `computers`: the seats that a computer plays."""
    shown = NOTHING
    if picture and kept:
        shown = html(
            '<p class="quiet-words">Where a link is previewed, a picture of the position is shown, as anybody sees it. '
            '<button class="btn small quiet" data-local="picture" data-from="{}" data-key="picture">Copy the picture</button></p>',
            picture,
        )
    if not kept:
        words = "Games are not kept here, so that nobody else can open this one."
    elif not owner:
        words = "You came by a link. Links are made and taken back by whoever gave it to you."
    else:
        words = ""
    if words:
        return html('<div class="card share"><p>{}</p>{}</div>', words, shown)
    given = {link.seat: link for link in links if link.seat >= 0}
    rows = []
    if len(names) > 1:
        who = {o: seat((hues or {}).get(o, o), name) for o, name in names.items()}
        rows = [_seat_row(o, who[o], name, given.get(o), o in computers) for o, name in names.items()]
    watchers = [link for link in links if link.seat < 0]
    rows += [_link_row(html("<b>Watching</b>"), link, "who watches") for link in watchers]
    return html(
        '<div class="card share"><h3>Play from several devices</h3>'
        "<p>Give each player a link of his own. Whoever opens it plays that seat and sees what is that seat's to see; you play the "
        "seats that have no link. Keep this page's own address for yourself: it may do everything.</p>{}"
        '<ul class="links">{}</ul><div class="btns">{}</div>{}</div>',
        html('<p class="quiet-words" role="alert">{}</p>', trouble) if trouble else NOTHING,
        join(rows),
        do("share", "A link for watching", kind="small"),
        shown,
    )


def alone(words: str) -> Markup:
    """In the place of the links, where there is nobody who could answer one: why, and what can be done."""
    return html(
        '<div class="card share"><h3>Play from several devices</h3><p>{}</p><div class="btns">{}{}</div></div>',
        words,
        do("more", "Save or load", "keep", kind="small"),
        do("sandbox", "A link to this position", "here", kind="small quiet"),
    )


def _seat_row(o: int, who: Markup, name: str, link: Link | None, computer: bool) -> Markup:
    if link is not None:
        return _link_row(who, link, name)
    plays = "a computer plays" if computer else "plays here"
    give = do("share", "Make a link", str(o), kind="small")
    return html('<li>{}<span class="quiet-words">{}</span>{}</li>', who, plays, give)


def _link_row(who: Markup, link: Link, name: str) -> Markup:
    return html(
        '<li class="link">{}<textarea rows="1" readonly data-address="1" aria-label="The link for {}" data-key="link-{}">'
        "?g={}</textarea>"
        '<button class="btn small" data-local="copy" data-key="copy-{}">Copy link</button>{}</li>',
        who,
        name,
        link.key,
        link.key,
        link.key,
        do("revoke", "Take it back", link.key, kind="small quiet"),
    )


# ---- the list of games ----------------------------------------------------------------------------------------------


def head() -> Markup:
    """The bar above the list."""
    return html(
        '<div class="masthead frame"><h1>Your games</h1><nav class="btns" aria-label="Other rooms">{}{}</nav></div>',
        do("new", "New game", kind="small quiet"),
        do("leave", "Back to the table", kind="small quiet"),
    )


def ago(then: float, now: float) -> str:
    """How long ago something was, in words."""
    gone = max(0.0, now - then)
    if gone < _MINUTE:
        return "just now"
    size, word = next((size, word) for size, word in reversed(_AGES) if gone >= size)
    number = int(gone / size)
    return f"{number} {word}{'' if number == 1 else 's'} ago"


def games(
    kept: Sequence[KeptGame],
    now: float,
    *,
    here: str = "",
    renaming: str = "",
    exported: tuple[str, str] = ("", ""),
    pictures: Mapping[str, Markup] | None = None,
    trouble: str = "",
) -> Markup:
    """The list.

    Args:
        kept: what is on it.  now: seconds since 1970.  here: the game on the table.  renaming: the game whose name is
            being changed.  exported: a game, and its text.  pictures: by game, those that have been drawn.
        trouble: why the list cannot be read.
    """
    if trouble:
        return html(
            '<div class="card unkept" role="alert"><p>{}</p><div class="btns">{}</div></div>',
            trouble,
            do("games", "Try again", kind="primary"),
        )
    live = [game for game in kept if not game.deleted]
    gone = [game for game in kept if game.deleted]
    rows = [
        _row(game, now, here=here, renaming=renaming, exported=exported, picture=(pictures or {}).get(game.key))
        for game in live
    ]
    none = html('<p class="card">No game has been played here yet. It stands in this list from its first act on.</p>')
    return html(
        '{}{}<div class="card keep bring"><h3>A game from elsewhere</h3>{}</div>',
        html('<ul class="games">{}</ul>', join(rows)) if rows else none,
        _deleted(gone, now),
        load(),
    )


def title(game: KeptGame) -> str:
    """What the list calls a game."""
    return game.name or About.read(game.about).title or "A game"


def _row(
    game: KeptGame, now: float, *, here: str, renaming: str, exported: tuple[str, str], picture: Markup | None
) -> Markup:
    about, key = About.read(game.about), game.key
    said = [part for part in (about.title if game.name else "", about.turn) if part]
    whose = (
        html("<br>{} decides", seat(int(about.seat), about.whose)) if about.whose and about.seat.isdigit() else NOTHING
    )
    own = NOTHING
    if game.seat is not None:
        own = html("<small>by a link: you {}</small>", "watch" if game.seat < 0 else "play one seat")
    if key == renaming:
        name = html(
            '<form data-do="named" class="rename"><input type="hidden" name="key" value="{}">'
            '<input name="name" value="{}" maxlength="80" aria-label="The name of this game" autofocus data-key="name-{}">'
            '<button class="btn small primary" type="submit">Keep this name</button>{}</form>',
            key,
            title(game),
            key,
            do("rename", "Back", kind="small quiet"),
        )
    else:
        name = html(
            '<h3><a href="?g={}" data-do="open-game" data-value="{}" data-key="game-{}">{}</a></h3>',
            key,
            key,
            key,
            title(game),
        )
    more = [do("open-game", "Back to it" if key == here else "Go on", key, kind="small primary")]
    more.append(do("replay", "Replay", key, kind="small quiet"))
    if game.seat is None:
        more += [
            do("rename", "Rename", key, kind="small quiet"),
            do("export", "Save as text", key, kind="small quiet"),
            do("delete-game", "Delete", key, kind="small quiet"),
        ]
    return html(
        '<li class="card game"{}>{}<div>{}<p>{}{}</p><p><small>{}, last played {}</small> {}</p></div>'
        '<div class="btns">{}</div>{}</li>',
        html(' aria-current="true"') if key == here else "",
        picture or html('<span class="little"></span>'),
        name,
        ", ".join(said)[:1].upper() + ", ".join(said)[1:],
        whose,
        about.game or "A game",
        ago(game.played, now),
        own,
        join(more),
        _text(exported[1], f"export-{key}") if exported[0] == key else NOTHING,
    )


def _deleted(gone: Sequence[KeptGame], now: float) -> Markup:
    if not gone:
        return NOTHING
    rows = join(
        html(
            "<li><span>{} <small>deleted {}</small></span>{}</li>",
            title(game),
            ago(game.deleted, now),
            do("restore-game", "Bring it back", game.key, kind="small") if game.seat is None else NOTHING,
        )
        for game in gone
    )
    return html('<div class="card bring"><h3>Deleted</h3><p class="quiet-words">They stay for a month.</p>'
                '<ul class="gone">{}</ul></div>', rows)  # fmt: skip
