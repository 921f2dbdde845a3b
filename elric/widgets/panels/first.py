"""The first page as HTML: what this is, who one is, what wins, and where one may go. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import do, documentation

if TYPE_CHECKING:
    from elric.widgets.definition import TableDef

__all__ = ["Other", "doors", "home", "welcome"]


class Other(NamedTuple):
    """A game of the house: the name it is asked for by, what it is called, what it is about, and whether it is the one on
    the table."""

    key: str
    title: str
    says: str
    here: bool = False


# The rooms beside the table, in the order in which they are of use: control, key, name, what is there.
_ROOMS: Final = (
    ("learn", "door-learn", "Lessons", ""),
    ("puzzles", "door-puzzles", "Puzzles", "One choice is far better than the others: find it. A new one every day."),
    ("whatif", "door-lab", "The lab", "Exact odds for any battle, and what would change them."),
    ("sandbox", "door-sandbox", "The sandbox", "Bend any position, branch it, and play on from there."),
    ("rules", "door-rules", "The rules", "Every clause, to be read and searched."),
)


def home(kit: TableDef, there: bool) -> Markup:
    """The way to the first page, from everywhere; on it (`there`) it only says so."""
    return html(
        '<button class="home" data-do="home" data-key="home" aria-label="First page" data-tip="First page"{}>'
        '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3.5 11.2 12 4l8.5 7.2M6 9.5V20h4.6v-5.5h2.8V20H18V9.5"/>'
        "</svg></button>",
        html(' aria-current="page"') if there else "",
    )


def welcome(
    kit: TableDef,
    begun: str = "",
    others: Sequence[Other] = (),
    recent: tuple[str, str, str] | None = None,
    seats: int = 1,
    picture: str = "",
    docs: str = "",
) -> Markup:
    """The first thing on the panel.

    Args:
        begun: how far the game on the table has gone ("turn 3 of 10"); "" where nobody has played yet.
        others: the games of the house; with none the page speaks of one game only.
        recent: the game that this browser played last, where it is not the one on the table: its address, what it is
            called, and how far it has gone.
        picture: the address of a picture of that game as anybody sees it; "" where there is none.
        seats: how many sides the game on the table has.
        docs: where the documentation is.
    """
    title, says = kit.welcome
    ways, together = NOTHING, NOTHING
    if recent is not None:
        ways = _way(
            "open-game",
            recent[0],
            "Go on with your game",
            f"{recent[1]}, {recent[2]}. It stands as you left it.",
            picture=picture,
        )
    if begun:
        ways += _way("go", "", "Go on with your game", f"{begun}. It stands as you left it.")
    else:
        ways += _way("go", "", "Your first turn, in five minutes", kit.first_turn, first=recent is None)
        if seats > 1:
            together = html(
                '<p class="with-whom">You play against the computer. Or rather: {} {}</p>',
                do("go", "Two at this screen", "together", kind="small quiet"),
                do("go", "With a friend, by a link", "link", kind="small quiet"),
            )
    return html(
        '{}<div class="card welcome"><h2>{}</h2><p class="lead">{}</p>{}{}{}<div class="others">{}</div></div>',
        _games(others),
        title,
        says,
        html('<p class="wins">{}</p>', kit.wins) if kit.wins else NOTHING,
        ways,
        together,
        do("new", _another(kit), kind="small quiet")
        + do("games", "Your games", kind="small quiet")
        + documentation(docs),
    )


def _way(does: str, value: str, label: str, says: str, *, first: bool = True, picture: str = "") -> Markup:
    """A way to the table; `first`: the one that shines; `picture`: the address of what stands there, "" for none."""
    return html(
        '<button class="btn {}wide first-turn" data-do="{}" data-value="{}" data-key="door-{}">{}<span>{}</span><small>{}</small></button>',
        "primary " if first else "",
        does,
        value,
        "play" if does == "go" else "recent",
        html('<img class="standing" src="{}" alt="">', picture) if picture else NOTHING,
        label,
        says,
    )


def doors(kit: TableDef) -> Markup:
    """The rooms beside the table, below the map."""
    rooms = [(name, key, label, words or kit.course) for name, key, label, words in _ROOMS if name in kit.doors]
    return html(
        '<nav class="doors" aria-label="Rooms">{}</nav>',
        join(
            html(
                '<button class="door" data-do="{}" data-key="{}"><b>{}</b><span>{}</span></button>',
                name,
                key,
                label,
                words,
            )
            for name, key, label, words in rooms
        ),
    )


def _another(kit: TableDef) -> str:
    first = "Another scenario" if len(kit.game.scenarios()) > 1 else "A new game"
    return f"{first}, or the other edition" if len(kit.game.editions) > 1 else first


def _games(others: Sequence[Other]) -> Markup:
    """The games of the house, each a door to its own first page: a link, so that it can be opened beside this one."""
    if not others:
        return NOTHING
    rows = join(
        html(
            '<a class="door game-door" href="?game={}" data-do="game" data-value="{}" data-key="game-{}"{}><b>{}</b>'
            "<span>{}</span></a>",
            other.key,
            other.key,
            other.key,
            html(' aria-current="page"') if other.here else NOTHING,
            other.title,
            other.says,
        )
        for other in others
    )
    return html('<nav class="game-doors" aria-label="Games of the house">{}</nav>', rows)
