"""The computer's seats as HTML: who sits where, what it does and why, how fast; and the hint. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from elric.opponents.players import PLAYERS
from elric.widgets.markup import NOTHING, Markup, html, join
from elric.widgets.panels.controls import do, options, seat

__all__ = ["hint", "plays", "reasons", "seating"]

_PACES: Final = (("follow", "Slowly"), ("step", "Step by step"), ("quick", "Quickly"))


_QUEUES: Final = "waits for its turn to think: computers at other tables think first"


def plays(
    hue: int | None,
    name: str,
    player: str,
    said: Sequence[str],
    pace: str,
    waits: bool,
    *,
    watching: bool = False,
    queues: bool = False,
) -> Markup:
    """A computer decides: who it is, what it has said, and how fast it plays.

    Args:
        hue, name: the seat.  player: what its player is called.
        pace: "follow", "step" or "quick".  waits: whether it waits for a press.
        watching: whether whoever looks has no say in it.  queues: whether other tables think first.
    """
    rows = _lines(said)
    paces = join(
        (
            html(
                '<button class="btn small" data-do="pace" data-value="{k}" data-key="pace-{k}" aria-pressed="{}">{}</button>',
                "true" if key == pace else "false",
                text,
                k=key,
            )
            for key, text in _PACES
        )
    )
    return html(
        '<div class="coach computer" data-home tabindex="-1" data-key="computer"><h3>{} <small>{}</small></h3>{}{}'
        "{}</div>",
        seat(hue, name),
        player,
        html('<ul class="said" aria-label="Why">{}</ul>', rows) if rows else NOTHING,
        NOTHING if waits else html("<p>{} {}.</p>", player, _QUEUES if queues else "decides"),
        NOTHING
        if watching
        else html(
            '<div class="btns" role="group" aria-label="How fast it plays">{}{}</div>',
            do("next-act", "Next", kind="small primary", hotkey="n") if waits else NOTHING,
            paces,
        ),
    )


def reasons(said: Sequence[str]) -> Markup:
    """Why the computers did what they have done, while a person decides."""
    rows = _lines(said)
    return html(
        '<details class="card computer" data-key="said"><summary>Why the computer did that</summary><ul class="said">{}</ul>'
        "</details>",
        rows,
    )


def _lines(lines: Sequence[str]) -> Markup:
    """What was said, the same line several times in a row once."""
    return join(html("<li>{}</li>", line) for line, _ in groupby(lines))


def hint(text: str, thinking: bool, players: Mapping[str, str], *, queues: bool = False) -> Markup:
    """What would you do? The question to a player of the house, and its answer; `players`: what each is like in this game,
    where there is more to say than of any game."""
    asks = join(
        (
            html(
                '<button class="btn small" data-do="hint" data-value="{k}" data-key="hint-{k}" data-tip="{}">{}</button>',
                players.get(key, kind.says),
                kind.name,
                k=key,
            )
            for key, kind in PLAYERS.items()
            if key != "novice"
        )
    )
    answer = html('<p class="tip" role="status">{}</p>', text) if text else NOTHING
    return html(
        '<details class="card hint" data-key="hint"{}><summary>What would you do?</summary>{}{}<div class="btns">{}</div>'
        "</details>",
        html(" open") if text or thinking else "",
        answer,
        html("<p>{} …</p>", "Waiting for a turn to think" if queues else "Thinking") if thinking else NOTHING,
        asks,
    )


def seating(names: Sequence[Sequence[str]], players: Mapping[str, str]) -> Markup:
    """Who plays each seat of a new game, for as many seats as a scenario may have; `names`: for each seat what it is called
    in each scenario, of which the page shows that of the chosen one; `players`: what computer players are like in this game, where there is more to say than of any game."""
    players_ = options(((key, kind.name) for key, kind in PLAYERS.items()), blank="A person")
    rows = join(
        html(
            '<label class="who who-{n}"><span>{m}</span><select name="seat-{n}">{}</select></label>',
            players_,
            n=k,
            m=join(
                html('<b class="called called-{}">{}</b>', nth, name[:1].upper() + name[1:])
                for nth, name in enumerate(called)
                if name
            ),
        )
        for k, called in enumerate(names)
    )
    says = join(html("<li><b>{}</b> {}</li>", kind.name, players.get(key, kind.says)) for key, kind in PLAYERS.items())
    return html(
        '<fieldset class="seating"><legend>Who plays</legend>{}<ul class="players">{}</ul>'
        "<p><small>A person may also play from elsewhere: once the game has begun, “Share” gives a link for a seat.</small></p>"
        "</fieldset>",
        rows,
        says,
    )
