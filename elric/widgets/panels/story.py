"""The story of a game beside the table, and the whole of it on a leaf of its own. Pure functions to HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import do

__all__ = ["SAID", "beside", "meanwhile", "whole"]

SAID: Final = "computer-said"
"""The kind of a line that is no event: why a computer did what follows. Its fields: `who`, `text`."""

Event = Mapping[str, Any]
Say = Callable[[Event], str]
Where = Callable[[Event], Sequence[str]]
TURNS: Final = ("game-turn", "player-turn")
_NEW: Final = "The story begins with the first deed."


class _Line(NamedTuple):
    text: str
    kind: str
    times: int
    who: str = ""
    places: str = ""


def _lines(events: Iterable[Event], say: Say, where: Where = lambda _: ()) -> Iterator[_Line]:
    """What was said, in order; the same line several times in a row once."""
    last: _Line | None = None
    for e in events:
        who = str(e["who"]) if e["kind"] == SAID else ""
        text = str(e["text"]) if who else say(e)
        if not text:
            continue
        if last is not None and last.text == text:
            last = last._replace(times=last.times + 1)
            continue
        if last is not None:
            yield last
        last = _Line(text, "turn" if e["kind"] in TURNS else "why" if who else "", 1, who, " ".join(where(e)))
    if last is not None:
        yield last


def _latest(events: Sequence[Event], say: Say, where: Where, most: int) -> list[_Line]:
    """The last lines, in order: said from the end backwards, since a long story has many more than are shown."""
    return [*islice(_lines(reversed(events), say, where), most)][::-1]


def meanwhile(events: Sequence[Event], say: Say, where: Where, most: int) -> Markup:
    """What happened while the others decided, its last lines, for whoever decides now; each lights its places when pointed at."""
    rows = join(_row(line) for line in _latest(events, say, where, most))
    return html('<div class="card meanwhile"><h3>Meanwhile</h3><ol>{}</ol></div>', rows) if rows else NOTHING


def _row(line: _Line, more: str = "") -> Markup:
    often = html(" <small>×{}</small>", line.times) if line.times > 1 else ""
    kind = html(' class="{}"', f"{line.kind} {more}".strip()) if line.kind or more else ""
    who = html("<b>{}:</b> ", line.who) if line.who else ""
    look = html(' data-look="{}"', line.places) if line.places else ""
    return html("<li{}{}>{}{}{}</li>", kind, look, who, line.text, often)


def beside(
    events: Sequence[Event],
    say: Say,
    where: Where,
    most: int,
    *,
    again: bool = False,
    fight: Sequence[Event] = (),
    moves: Markup = NOTHING,
) -> Markup:
    """The last lines of the story in the order in which things happened, the newest in sight at its foot.

    Args:
        where: the areas that a line is about: they light up while it is pointed at.
        again: whether the game can be gone through again.
        moves: the arrows of the last moves, an attribute (`coach.arrows`).
        fight: what has happened since the battle that is told beside it began: it is read there first.
    """
    now = _latest(fight, say, where, most)
    before = _latest(events, say, where, most - len(now))
    listed = join((*map(_row, before), *(_row(line, "fight") for line in now))) or html("<li>{}</li>", _NEW)
    return html(
        '<div class="tale"{}><h4>The story so far {}</h4><div class="tale-box" tabindex="0" role="region" '
        'aria-label="The story so far, newest last"><ol class="log">{}</ol></div></div>',
        moves,
        do("replay", "Replay", "end", kind="small quiet") if again and (events or fight) else NOTHING,
        listed,
    )


def whole(events: Sequence[Event], say: Say, *, again: bool = False) -> Markup:
    """All of it, as a leaf over the board; `again`: whether the game can be gone through again."""
    return html(
        '<div class="leaf chronicle" role="region" aria-label="The whole story"><header><h2 tabindex="-1" id="chronicle">'
        'The whole story</h2>{}{}</header><ol class="log">{}</ol></div>',
        do("replay", "Replay", kind="small") if again else NOTHING,
        do("more", "Back to the board", "log", kind="primary"),
        join(map(_row, _lines(events, say))) or html("<li>{}</li>", _NEW),
    )
